"""The translations: `python tools/catalogue.py update` gathers what is to be translated, `compile` makes the .mo files.

Every text in `_("…")` is gathered, and what the code speaks by name: the titles and rules of the games, the outcomes,
conventions and routes, the help of the command line. After `update`, translate the empty entries of each `cgt.po` by
hand, and those of `errors.json`, where the messages of errors stand with holes for what they fill in; then `compile`,
and commit the files. Needs Babel, which comes with the docs' dependencies. `check` lists what is missing.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import ast
import json
import re
import sys
from contextlib import redirect_stdout
from datetime import UTC, datetime
from functools import cache
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from more_itertools import flatten

import cgt.cli
import cgt.cli.help
import cgt.errors
from cgt.cli.app import COMMANDS
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import Status
from cgt.front.routes.asking import ROUTE_NAMES
from cgt.misere.genus import Species
from cgt.proofs.period import PeriodStatus
from cgt.proofs.theorems import THEOREMS
from cgt.rulesets.registry import iter_rulesets

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parents[1] / "cgt"
LOCALES = PACKAGE / "locale"
HOLE = re.compile(r"\{\d\}")


@cache
def help_texts() -> set[str]:
    """What the help of the command line says, of every command."""
    found: set[str] = set()

    def heard(text: str) -> str:
        found.add(text)
        return text

    with mock.patch.object(cgt.cli.help, "_", heard), redirect_stdout(StringIO()):
        for command in ["", *(target.rpartition(":")[2].replace("_", "-") for target in COMMANDS)]:
            cgt.cli.main([*command.split(), "--help"])
    return found


def spoken_by_name() -> Iterator[tuple[str, str]]:
    """Texts that pass through `_` as a value, each with where it comes from."""
    for _name, ruleset in iter_rulesets():
        kind = ruleset if isinstance(ruleset, type) else type(ruleset)
        if kind.__module__.startswith("cgt."):
            axes = getattr(ruleset, "table_axes", ())
            for text in (
                ruleset.title,
                ruleset.rules,
                ruleset.position_form,
                *(axes if isinstance(axes, tuple) else ()),
            ):
                if isinstance(text, str):
                    yield text, kind.__module__
    for outcome in Outcome:
        yield outcome.meaning, "cgt.core.outcome"
    for text in help_texts():
        yield text, "cgt.cli.help"
    for theorem in THEOREMS:
        yield theorem.name, "cgt.proofs.theorems"
        yield theorem.statement, "cgt.proofs.theorems"
    for about in ("outcome", "winning moves", "error", "nim-sequence", "base", "values"):
        yield about, "cgt.front"
    for word in (*PeriodStatus, *Convention, *Status, *Species, *ROUTE_NAMES):
        yield str(word), type(word).__module__


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """What speaks in a file: its constants, its f-strings, what it calls, and its classes."""
    kept = (ast.Constant, ast.JoinedStr, ast.Call, ast.ClassDef)
    return tuple(node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kept))


def form_names(path: Path) -> Iterator[str]:
    """The names of closed forms, routes and theorems: of classes that say a `name` and a `reference`."""
    for kind in nodes(path):
        if isinstance(kind, ast.ClassDef):
            fields = {ast.unparse(line.target): line.value for line in kind.body if isinstance(line, ast.AnnAssign)}
            fields |= {ast.unparse(line.targets[0]): line.value for line in kind.body if isinstance(line, ast.Assign)}
            if "reference" in fields and isinstance(name := fields.get("name"), ast.Constant):
                yield str(name.value)


def texts_in(path: Path) -> set[str]:
    """The texts in `_("…")`, those inside of f-strings too, which Babel's own reader passes over before Python 3.12."""
    return {
        node.args[0].value
        for node in nodes(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "_"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


ERRORS = {name for name, kind in vars(cgt.errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
"""The classes of our errors: whatever a room makes one of, a person may meet it."""

USAGE = (
    'Command "{0}" parameter {1} requires an argument.',
    'Invalid value "{0}" for {1}. Choose from: {2}.',
    "Invalid value for {0}: {1}",
    'Unknown command "{0}". Available commands: {1}',
    'Unknown command "{0}". Did you mean "{1}"? Available commands: {2}',
    "Unknown option: {0}.",
    "Unknown option: {0}. Did you mean {1}?",
    "Unused Tokens: {0}.",
    "No such file or directory",
    "Permission denied",
    "Is a directory",
)
"""What cyclopts and the system say, which is not ours to mark."""


def holed(node: ast.AST) -> str | None:
    """A text, or an f-string with `{0}`, `{1}`, … for what it fills in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    number = count()
    return "".join(str(part.value) if isinstance(part, ast.Constant) else f"{{{next(number)}}}" for part in node.values)


def complaints(node: ast.AST) -> list[ast.AST]:
    """What an error is made of: `ParseError("…")`, or the `self.fail("…" if … else "…")` of a reader."""
    if not isinstance(node, ast.Call) or not node.args:
        return []
    made = isinstance(node.func, ast.Name) and node.func.id in ERRORS
    if not made and not (
        isinstance(node.func, ast.Attribute) and node.func.attr in {"fail", "error", "_error", "_fail"}
    ):
        return []
    text = node.args[0]
    return [text.body, text.orelse] if isinstance(text, ast.IfExp) else [text]


@cache
def messages() -> tuple[dict[str, str], set[str]]:
    """The messages of our errors, each with its file, and every text in the package."""
    raised: dict[str, str] = {}
    texts = set(USAGE)
    for path in sorted(PACKAGE.rglob("*.py")):
        texts.update(filter(None, map(holed, nodes(path))))
        for text in filter(None, map(holed, flatten(map(complaints, nodes(path))))):
            if " " in text.strip("{0:1} "):
                raised.setdefault(text, path.relative_to(PACKAGE.parent).as_posix())
    return raised | dict.fromkeys(USAGE, "elsewhere"), texts


def error_files() -> Iterator[Path]:
    """The translations of errors, one file a language."""
    return iter(sorted(LOCALES.glob("*/errors.json")))


def error_problems() -> Iterator[str]:
    """Errors without a translation, translations without an error, and holes that are not filled."""
    raised, texts = messages()
    for path in error_files():
        translated: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        name = f"{path.parts[-2]}/{path.name}"
        for text in sorted(raised.keys() - {text for text, said in translated.items() if said}):
            yield f"{name}: no translation of {text!r} ({raised[text]})"
        for text, said in translated.items():
            if text not in texts:
                yield f"{name}: nothing says {text!r}"
            if said and sorted(HOLE.findall(text)) != sorted(HOLE.findall(said)):
                yield f"{name}: {text!r} fills in other things than {said!r}"


def template() -> Catalog:
    """Everything there is to translate."""
    catalog = Catalog(project="cgt", charset="utf-8", copyright_holder="The cgt maintainers")
    for path in sorted(PACKAGE.rglob("*.py")):
        for message in sorted({*texts_in(path), *form_names(path)}):
            catalog.add(message, locations=[(path.relative_to(PACKAGE.parent).as_posix(), None)])
    for text, module in spoken_by_name():
        catalog.add(text, locations=[(module.replace(".", "/") + ".py", None)])
    return catalog


def translations() -> Iterator[tuple[Path, Catalog]]:
    """Every catalogue file, read."""
    for path in sorted(LOCALES.glob("*/LC_MESSAGES/cgt.po")):
        with path.open("rb") as file:
            yield path, read_po(file, locale=path.parts[-3])


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
    raised, texts = messages()
    for path in error_files():
        translated = json.loads(path.read_text(encoding="utf-8"))
        kept = dict.fromkeys(raised, "") | {text: said for text, said in translated.items() if text in texts}
        path.write_text(json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def compile_all() -> None:
    """Make the .mo file of every catalogue."""
    for path, catalog in translations():
        # The same translations make the same file, whenever it is made.
        catalog.creation_date = catalog.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)


def problems() -> Iterator[str]:
    """What is missing or wrong, a line each."""
    yield from error_problems()
    wanted = {str(message.id) for message in template() if message.id}
    for path, catalog in translations():
        name = f"{path.parts[-3]}/{path.name}"
        texts = {str(message.id): str(message.string) for message in catalog if message.id}
        for text in sorted(wanted - {text for text, translated in texts.items() if translated}):
            yield f"{name}: no translation of {text!r}"
        for message in catalog:
            if message.fuzzy:
                yield f"{name}: {message.id!r} is marked fuzzy"
            for fault in message.check(catalog):
                yield f"{name}: {message.id!r}: {fault}"
        if not path.with_suffix(".mo").exists():
            yield f"{name} is not compiled"
            continue
        with path.with_suffix(".mo").open("rb") as file:
            compiled = {str(message.id): str(message.string) for message in read_mo(file) if message.id}
        if compiled != {text: translated for text, translated in texts.items() if translated}:
            yield f"{name}: the .mo file is not what compiling gives"


def main(command: str) -> int:
    """Run one command; gives the exit code."""
    if command == "update":
        update()
    elif command == "compile":
        compile_all()
    elif command == "check":
        found = list(problems())
        sys.stdout.write("".join(line + "\n" for line in found))
        return 1 if found else 0
    else:
        sys.stderr.write("usage: python tools/catalogue.py update|compile|check\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or [""]))
