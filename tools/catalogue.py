"""The translations: `python tools/catalogue.py update` gathers what is to be translated, `check` lists what is amiss.

Every text in `_("…")` is gathered, and what the code speaks by name: the titles and rules of the games, the outcomes,
conventions and routes, the help of the command line. After `update`, translate the empty entries of each .po by hand,
and commit it: the library reads it as it is. Needs Babel, which comes with the tests' dependencies.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from unittest import mock

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from more_itertools import collapse

import cgt.apps.cli
import cgt.apps.cli.help
from cgt.apps.cli.app import COMMANDS
from cgt.apps.web.bridge import TRIED
from cgt.apps.web.ladder import LADDER
from cgt.core.language import _, language
from cgt.core.outcome import Convention
from cgt.core.route import Status
from cgt.families.registry import iter_rulesets
from cgt.solving.routes import ROUTE_NAMES
from cgt.solving.routes.blocking import CountedOptions
from cgt.solving.subjects import SeveralGames
from cgt.theory.genus import Species
from cgt.theory.period import PeriodStatus
from cgt.theory.remainders import MULTIPLES, REMAINDERS
from cgt.theory.theorems import THEOREMS

PACKAGE = Path(__file__).resolve().parents[1] / "cgt"
LOCALES = PACKAGE / "locale"


@cache
def help_texts() -> set[str]:
    """The texts in the help of the command line, of every command."""
    found: set[str] = set()

    def heard(text: str) -> str:
        found.add(text)
        return text

    with mock.patch.object(cgt.apps.cli.help, "_", heard), redirect_stdout(StringIO()):
        for command in ["", *(target.rpartition(":")[2].replace("_", "-") for target in COMMANDS)]:
            cgt.apps.cli.main([*command.split(), "--help"])
    return found


def is_sentence(reference: str) -> bool:
    """Whether a reference tells of a proof in words; others begin with an author's name, and stay as they are."""
    return reference[:1].islower()


def spoken_by_name() -> Iterator[tuple[str, str]]:
    """Texts that pass through `_` as a value, each with where it comes from."""
    for ruleset in (*(game for _name, game in iter_rulesets()), SeveralGames()):
        kind = ruleset if isinstance(ruleset, type) else type(ruleset)
        if kind.__module__.startswith("cgt."):
            for text in (
                ruleset.title,
                "" if isinstance(kind.rules, property) else ruleset.rules,
                "" if isinstance(kind.argument_form, property) else ruleset.argument_form,
                ruleset.position_form,
                ruleset.wording.phrase,
                *ruleset.wording.table_axes,
            ):
                if isinstance(text, str) and text:
                    yield text, kind.__module__
            for form in ruleset.closed_forms():
                if is_sentence(form.reference):
                    yield form.reference, type(form).__module__
    for text in help_texts():
        yield text, "cgt.apps.cli.help"
    for rung in LADDER:
        yield rung.title, "cgt.apps.web.ladder"
        yield rung.news, "cgt.apps.web.ladder"
    for theorem in THEOREMS:
        yield theorem.name, "cgt.theory.theorems"
        yield theorem.statement, "cgt.theory.theorems"
        if is_sentence(theorem.reference):
            yield theorem.reference, "cgt.theory.theorems"
    for name in (REMAINDERS, MULTIPLES):
        yield name, "cgt.theory.remainders"
    for about in ("outcome", "winning moves", "nim-sequence", "base", "values"):
        yield about, "cgt.solving"
    for term in ("value", "moves that keep the draw", "searched", "remoteness", "genus"):  # of an answer's details
        yield term, "cgt.solving"
    for text in TRIED.values():
        yield text, "cgt.apps.web.bridge"
    for text in SYSTEM:
        yield text, "cgt.apps.cli.app"
    yield CountedOptions.name, "cgt.solving.routes.blocking"
    for word in (*PeriodStatus, *Convention, *Status, *Species, *ROUTE_NAMES):
        yield str(word), type(word).__module__


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The nodes of a file that may hold texts: its calls, and its classes."""
    kept = (ast.Call, ast.ClassDef)
    return tuple(node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kept))


def form_texts(path: Path) -> Iterator[str]:
    """The names, statements and strategies of closed forms, routes and theorems.

    These are classes with a `name`, and a `reference` or, where they inherit it, a `statement`.
    """
    for kind in nodes(path):
        if isinstance(kind, ast.ClassDef):
            fields = {ast.unparse(line.target): line.value for line in kind.body if isinstance(line, ast.AnnAssign)}
            fields |= {ast.unparse(line.targets[0]): line.value for line in kind.body if isinstance(line, ast.Assign)}
            if {"reference", "statement"} & fields.keys() and isinstance(name := fields.get("name"), ast.Constant):
                yield str(name.value)
                said = (fields.get(key) for key in ("statement", "strategy"))
                yield from (str(text.value) for text in said if isinstance(text, ast.Constant))


def texts_in(path: Path) -> set[str]:
    """The texts in `_("…")`, and what a `WholeNumber("…")` needs.

    Those inside of f-strings, too, which Babel's own reader passes over before Python 3.12.
    """
    return {
        node.args[0].value
        for node in nodes(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"_", "WholeNumber"}
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


SYSTEM = (
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "No space left on device",
    "Read-only file system",
)
"""The words of the operating system for a file."""


def plurals_in(path: Path) -> set[str]:
    """The two texts of each `ngettext("…", "…", number)`."""
    calls = (node for node in nodes(path) if isinstance(node, ast.Call) and ast.unparse(node.func) == "ngettext")
    return {str(text.value) for call in calls for text in call.args[:2] if isinstance(text, ast.Constant)}


def needs_in(path: Path) -> set[str]:
    """The texts of constants `_NEEDS…`, what a number must be, which are translated where one is found wrong."""
    return {
        str(text.value)
        for line in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(line, ast.Assign)
        and ast.unparse(line.targets[0]).startswith("_NEEDS")
        and isinstance(text := line.value, ast.Constant)
    }


def lesson_texts(path: Path) -> set[str]:
    """The texts of a lesson, but for the position that it begins with."""
    words = tomllib.loads(path.read_text(encoding="utf-8"))
    said = collapse(value for field, value in words.items() if field != "start")
    return {text for text in said if isinstance(text, str) and text}


def _place(path: str) -> Any:  # noqa: ANN401 - babel takes a file without a line, and its types do not
    return path, None


def template() -> Catalog:
    """Everything there is to translate."""
    catalog = Catalog(project="cgt", charset="utf-8", copyright_holder="The cgt maintainers")
    texts = {
        path: {*texts_in(path), *plurals_in(path), *form_texts(path), *needs_in(path)} for path in PACKAGE.rglob("*.py")
    }
    texts |= {path: lesson_texts(path) for path in PACKAGE.rglob("lesson_texts/*.toml")}
    for path in sorted(texts):
        for message in sorted(texts[path]):
            catalog.add(message, locations=[_place(path.relative_to(PACKAGE.parent).as_posix())])
    for text, module in spoken_by_name():
        catalog.add(text, locations=[_place(module.replace(".", "/") + ".py")])
    return catalog


def translations() -> Iterator[tuple[Path, Catalog]]:
    """Every catalogue file, read."""
    for path in sorted(LOCALES.glob("*.po")):
        with path.open("rb") as file:
            yield path, read_po(file, locale=path.stem)


def update() -> None:
    """Bring every catalogue up to what there is to translate; translations that are no longer needed are dropped."""
    for path, catalog in translations():
        # Near matches would be guesses: an entry is translated or empty.
        catalog.update(template(), no_fuzzy_matching=True)
        catalog.obsolete.clear()
        written = BytesIO()
        write_po(written, catalog, width=110, sort_output=True, omit_header=False)
        lines = [
            line
            for line in written.getvalue().decode().splitlines()
            if not line.startswith(('"POT-Creation', '"PO-Rev'))
        ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def missing() -> Iterator[str]:
    """The texts without a translation, a line each: it is said in English until then, and a release waits for it."""
    wanted = {str(message.id) for message in template() if message.id}
    for path, catalog in translations():
        translated = {str(message.id) for message in catalog if message.string}
        yield from (f"{path.name}: no translation of {text!r}" for text in sorted(wanted - translated))


def faults() -> Iterator[str]:
    """The faults of the catalogues as they are, a line each."""
    for path, catalog in translations():
        for message in catalog:
            if message.fuzzy:
                yield f"{path.name}: {message.id!r} is marked fuzzy"
            for fault in message.check(catalog):
                yield f"{path.name}: {message.id!r}: {fault}"
        with language(path.stem):
            for message in catalog:
                if message.id and _(str(message.id)) != str(message.string or message.id):
                    yield f"{path.name}: {message.id!r} is read otherwise than by Babel"


def main(command: str) -> int:
    """Run one command; gives the exit code."""
    if command == "update":
        update()
    elif command == "check":
        found = [*faults(), *missing()]
        sys.stdout.write("".join(line + "\n" for line in found))
        return 1 if found else 0
    else:
        sys.stderr.write("usage: python tools/catalogue.py update|check\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [""]))
