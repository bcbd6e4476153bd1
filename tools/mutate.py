# ruff: noqa: INP001, S311, T201 - a script: seeded samples, the tests run, a report
"""Mutation testing: small mistakes put into the code one by one, and whether the quick tests find each.

    .venv/bin/python tools/mutate.py                              # 300 mutants of every part below
    .venv/bin/python tools/mutate.py --count 40 --seed 1 theory games     # of these packages
    .venv/bin/python tools/mutate.py --part 120:                  # go on where a run was stopped, or share the work
    .venv/bin/python tools/mutate.py --at cgt/core/nimber.py:30   # every mutant of a line

Tests are run until one fails: those that killed other mutants of the module, its doctests and the likeliest tests
first, then the others that name the module or are of its part, and before a survivor is reported all of
tests/properties and tests/crosscheck. Most mutants are tried in forks of a process that has
collected the tests (see `patched.py`). Those that live there, or cannot be tried there, are written into a copy of the
package, and the tests run against it in a process that has loaded the test tools but nothing of the package. So it is
quick, and needs POSIX. A mutant that no test kills is printed with its line: it is equivalent (the program does the
same), or a test is missing. Those judged equivalent are kept, each with the reason, in `tools/equivalent_mutants.txt`:
they are counted, not tried.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shutil
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING

from patched import changed_codes, run, set_clocks  # type: ignore[import-not-found]  # beside this script

if TYPE_CHECKING:
    from types import CodeType

    from patched import Forks

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = (*("core", "digits", "engine", "fast", "store", "theory", "families", "games", "solving", "apps"),)
TESTS = {
    "core": ["unit/core", "unit/engine", "unit/test_huge_numbers.py"],
    "games": ["unit/games", "unit/test_huge_states.py"],
    "families": ["unit/families", "unit/games", "unit/solving"],
    "theory": ["unit/theory", "golden/test_octal_periods.py"],
    "engine": ["unit/engine", "unit/solving"],
    "digits": ["unit/digits", "unit/theory/test_levels.py"],
    "fast": ["unit/fast", "unit/store"],
}
"""The folders with the tests of a package, where it is not its own alone; tests that name the module come before."""

OUTPUT, BEGUN = "output.txt", "begun.txt"
"""In the copy's folder: what the last run of the tests printed, and the test it began last."""

OPTIONS = ["-x", "-q", "-s", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
OPTIONS += ["-c", str(ROOT / "pyproject.toml")]

SECONDS = 12
"""Processor seconds of one test, after which a mutant counts as killed: it goes round for ever, or waits for ever."""

EQUIVALENT = ROOT / "tools" / "equivalent_mutants.txt"
"""The mutants judged equivalent: a module, the line as it is and as it is changed (both as Python unparses it), why."""

NO_TESTS = 5
"""The exit code of pytest for files that have none to run by default."""

COMMON_NAMES = {"__init__", "compiled", "graphs", "heaps", "loops", "plain", "strips"}
"""The modules and folders whose names do not tell which tests are likely to kill a mutant."""

LAST_TRIED = {"properties", "crosscheck"}
"""The folders of tests that a survivor must get past, whatever module it is in."""

LIKELIEST = 2
"""The number of test files that are run before the others are even collected: they kill most mutants."""

KILLERS: dict[Path, list[str]] = {}
"""The test files that have killed mutants of a module, the last first: they are tried first."""

JIT = "@njit"
"""A module that says this is compiled by numba."""

SWAPS: dict[type[ast.AST], list[type[ast.AST]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.And: [ast.Or],
    ast.Or: [ast.And],
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Add],
    ast.FloorDiv: [ast.Mult],
    ast.Mod: [ast.FloorDiv],
    ast.BitXor: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.BitAnd: [ast.BitOr],
    ast.LShift: [ast.RShift],
    ast.RShift: [ast.LShift],
}
SKIPPED = (ast.Raise, ast.Assert, ast.AnnAssign, ast.Import, ast.ImportFrom, ast.JoinedStr)


class Places(ast.NodeVisitor):
    """The places of a module where a mistake can be made: a node, and which of its mistakes."""

    def __init__(self) -> None:
        self.found: list[tuple[ast.AST, str, object]] = []

    def visit(self, node: ast.AST) -> None:
        """Note what can be changed here, and go on inside what is run."""
        if isinstance(node, SKIPPED) or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name in {"__repr__", "_repr_html_", "_repr_latex_"}:
                return
            for part in [*node.args.defaults, *node.args.kw_defaults, *node.body]:
                if part is not None:
                    self.visit(part)
            return
        self._note(node)
        super().generic_visit(node)

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Compare):
            for index, operator in enumerate(node.ops):
                self.found += [(node, f"ops:{index}", swap) for swap in SWAPS.get(type(operator), [])]
        elif isinstance(node, ast.BoolOp | ast.BinOp):
            self.found += [(node, "op", swap) for swap in SWAPS.get(type(node.op), [])]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.found.append((node, "not", None))
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            changed = not node.value if isinstance(node.value, bool) else node.value + 1
            self.found.append((node, "value", changed))
        elif isinstance(node, ast.IfExp | ast.If | ast.While):
            self.found.append((node, "test", None))


def places(source: str) -> list[int]:
    """The line of every mistake that can be made in a module."""
    found = Places()
    found.visit(ast.parse(source))
    return [getattr(node, "lineno", 0) for node, _what, _new in found.found]


def mutant(source: str, number: int) -> tuple[str, str]:
    """The mistake of this number: what was there and is now, and the whole source."""
    tree = ast.parse(source)
    found = Places()
    found.visit(tree)
    node, what, new = found.found[number]
    before = ast.unparse(node)
    _change(node, what, new)
    return f"{before.splitlines()[0][:90]}  ->  {ast.unparse(node).splitlines()[0][:90]}", ast.unparse(tree)


def changed_line(source: str, number: int) -> tuple[str, str]:
    """The line that a mistake changes, as it is and as it becomes, both as Python unparses it."""
    before, after = ast.unparse(ast.parse(source)).splitlines(), mutant(source, number)[1].splitlines()
    return next((old.strip(), new.strip()) for old, new in zip(before, after, strict=True) if old != new)


@cache
def equivalents() -> dict[tuple[str, str, str], str]:
    """Why each mutant that is known to be equivalent is: by its module, its line and what becomes of it."""
    entries = EQUIVALENT.read_text().strip().split("\n\n")[1:]  # the first says what the file is
    found = {}
    for entry in entries:
        path, old, new, why = (line.strip() for line in entry.splitlines())
        found[path, old.removeprefix("- "), new.removeprefix("+ ")] = why.removeprefix("= ")
    return found


def _change(node: ast.AST, what: str, new: object) -> None:
    if what.startswith("ops:") and isinstance(node, ast.Compare) and isinstance(new, type):
        node.ops[int(what[4:])] = new()
    elif what == "op" and isinstance(node, ast.BoolOp | ast.BinOp) and isinstance(new, type):
        node.op = new()
    elif what == "value" and isinstance(node, ast.Constant):
        node.value = new  # type: ignore[assignment]  # a number or a truth value, as before
    elif what == "not" and isinstance(node, ast.UnaryOp):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.IfExp | ast.If | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)


def sample(packages: list[str], count: int, seed: int) -> list[tuple[Path, int]]:
    """Mutants of these packages and modules, as many as asked, each as likely as it is long: file and number."""
    chance = random.Random(seed)
    chosen = [ROOT / "cgt" / part for part in packages]
    paths = [path for part in chosen for path in ([part] if part.is_file() else sorted(part.rglob("*.py")))]
    every = [(path, number) for path in paths for number in range(len(places(path.read_text())))]
    return chance.sample(every, min(count, len(every)))


def at_lines(named: list[str]) -> list[tuple[Path, int]]:
    """Every mutant of the lines named, each as `path:line`."""
    wanted = [(ROOT / path, int(line)) for path, _colon, line in (place.rpartition(":") for place in named)]
    return [(path, number) for path, line in wanted for number, at in enumerate(places(path.read_text())) if at == line]


@cache
def test_files() -> dict[Path, str]:
    """Every test file that may kill mutants, with its text."""
    folders = ("unit", "properties", "golden", "crosscheck")
    return {path: path.read_text() for name in folders for path in sorted((ROOT / "tests" / name).rglob("test_*.py"))}


@cache
def tests_of(path: Path) -> list[str]:
    """The tests that a mutant of a module must get past, the likeliest to kill it first."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    public = "|".join(
        one or other
        for one, other in re.findall(r"^(?:(?:class|def) ([A-Za-z]\w+)|([A-Z_]{4,})\b)", path.read_text(), re.MULTILINE)
    )
    named = re.compile(rf"\b{re.escape(name)}\b")
    if path.is_relative_to(ROOT / "cgt" / "games"):  # tests speak of a game by its name
        named = re.compile(rf"\b(?:{re.escape(name)}|{path.stem.replace('_', '[-_]')})\b")
    used = re.compile(rf"\b(?:{public})\b") if public else None
    part, *inner = path.relative_to(ROOT / "cgt").with_suffix("").parts
    stems = [stem for stem in inner if stem not in COMMON_NAMES]
    likely = re.compile("|".join(map(re.escape, stems or [part])))
    folders = [str(ROOT / "tests" / name) for name in TESTS.get(part, [f"unit/{part}"])]
    ranks = {}
    for test, text in test_files().items():
        ours = str(test).startswith(tuple(folders))
        if named.search(text):
            ranks[str(test)] = 0 if likely.search(test.stem) else 4 if "crosscheck" in test.parts else 1
        elif ours:
            ranks[str(test)] = 0 if likely.search(test.stem) else 2 if used and used.search(text) else 3
    return sorted(ranks, key=ranks.__getitem__)


def survives(package: Path, path: Path, source: str, most: int) -> bool:
    """Whether every test passes with this source in place of the module's, of at most so many files of tests."""
    target = package / path.relative_to(ROOT)
    kept = target.read_text()
    compiled = Path(cache_from_source(str(target)))
    target.write_text(source)
    compiled.unlink(missing_ok=True)
    likely = KILLERS.get(path, [])
    tests = [str(target), *dict.fromkeys([*likely, *tests_of(path)[:most]])]
    rest = [test for test in map(str, test_files()) if LAST_TRIED & set(Path(test).parts) and test not in tests]
    _forget_machine_code(package, path)
    try:
        return all(_passes(package, part) for part in (tests[: 1 + LIKELIEST], tests[1 + LIKELIEST :], rest) if part)
    finally:
        target.write_text(kept)
        compiled.unlink(missing_ok=True)
        _forget_machine_code(package, path)


def _forget_machine_code(package: Path, path: Path) -> None:
    """Take away what numba has kept: it does not ask whether what a function calls has changed."""
    if JIT in path.read_text():
        for machine_code in package.rglob("*.nb[ci]"):
            machine_code.unlink()


def _is_sound(package: Path, module: Path, known: set[str]) -> bool:
    """Whether the test file that has just killed a mutant passes without one: else it would kill them all."""
    killer = re.search(r"^(?:FAILED|ERROR) ([^: ]+)", (package / OUTPUT).read_text(), re.MULTILINE)
    begun = (package / BEGUN).read_text() if (package / BEGUN).exists() else "."
    path = (package / killer[1] if killer else ROOT / begun).resolve()
    if not path.is_file():  # nothing has begun
        return True
    if path.is_relative_to(ROOT / "tests"):
        KILLERS.setdefault(module, []).insert(0, str(path))
    if str(path) in known:
        return True
    known.add(str(path))
    return _passes(package, [str(path)])


class OneTest:
    """A plugin of pytest: a test that takes too long ends the process."""

    def __init__(self, begun: Path) -> None:
        self.begun = begun

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Set the clocks again."""
        self.begun.write_text(nodeid.partition("::")[0])
        set_clocks(SECONDS)


def _passes(package: Path, tests: list[str]) -> bool:
    (package / BEGUN).unlink(missing_ok=True)
    child = os.fork()
    if child:
        _child, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status) in {0, NO_TESTS}
    code = 1
    try:  # from here on it is the child
        set_clocks(2 * SECONDS)
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        output = os.open(package / OUTPUT, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        for stream in range(3):
            os.dup2(output, stream)
        os.chdir(package)
        sys.path.insert(0, str(package))
        os.environ["PYTHONPATH"] = str(package)
        import pytest

        code = pytest.main([*OPTIONS, *tests], plugins=[OneTest(package / BEGUN)])
    except BaseException:  # noqa: BLE001 - whatever it is, the child must end here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(code))


def load_tools() -> None:
    """Import what every run needs, once, and nothing of the package."""
    for name in ("cyclopts", "hypothesis", "numba", "numpy", "pytest", "rich.console"):
        with suppress(ImportError):
            import_module(name)


def shown(path: Path) -> str:
    """A module as the list of equivalent mutants names it."""
    return str(path.relative_to(ROOT))


def described(path: Path, place: int) -> str:
    """A mutant: its line, the mistake, and the line as it is and as it becomes."""
    text = path.read_text()
    old, new = changed_line(text, place)
    return f"{shown(path)}:{places(text)[place]}: {mutant(text, place)[0]}\n  - {old}\n  + {new}"


def killed_in_forks(tried: list[tuple[Path, int]], seconds: float) -> set[tuple[Path, int]]:
    """The mutants that die in forks of a process that has collected the tests; what cannot be tried so is left out."""
    jobs = {}
    for path, place in tried:
        source = path.read_text()
        codes = None if JIT in source else changed_codes(source, mutant(source, place)[1], str(path))
        if codes is not None:
            jobs[path, place] = codes
    files = [file for path, _place in jobs for file in (str(path), *tests_of(path))]
    with tempfile.TemporaryDirectory() as folder:
        found, journal = Path(folder, "killed.txt"), Path(folder, "journal.txt")
        found.touch()
        child = os.fork() if jobs else 0
        if child:
            os.waitpid(child, 0)
        elif jobs:
            os.chdir(ROOT)
            sys.path.insert(0, str(ROOT))
            run(list(dict.fromkeys(files)), partial(_try_in_forks, jobs, seconds, found), journal, SECONDS, OPTIONS)
            os._exit(0)
        names = set(found.read_text().splitlines())
    return {(path, place) for path, place in jobs if f"{path} {place}" in names}


def _try_in_forks(
    jobs: dict[tuple[Path, int], list[tuple[CodeType, CodeType]]], seconds: float, found: Path, forks: Forks
) -> None:
    tests = {item.nodeid: item for items in forks.items.values() for item in items}
    killers: dict[Path, list[str]] = {}
    sound: dict[str, bool] = {}
    for number, ((path, place), codes) in enumerate(jobs.items(), start=1):
        files = [str(path), *tests_of(path)]
        parts = [
            [item for file in part for item in forks.items.get(file, ()) if item.nodeid not in killers.get(path, ())]
            for part in (files[: 1 + LIKELIEST], files[1 + LIKELIEST :])
        ]
        chosen = [tests[name] for name in killers.get(path, ())]
        chosen += [item for part in parts for item in sorted(part, key=forks.expected)]
        killer = forks.killer(codes, chosen, seconds)
        if killer in tests and sound.setdefault(killer, forks.killer([], [tests[killer]], seconds) is None):
            killers[path] = [killer, *(name for name in killers.get(path, ()) if name != killer)]
            with found.open("a") as file:
                file.write(f"{path} {place}\n")
        else:
            print(f"lives so far: {described(path, place)}", file=sys.__stderr__, flush=True)
        if number % 10 == 0:
            print(f"{number} of {len(jobs)} tried in forks", file=sys.__stderr__, flush=True)


def survive_afresh(tried: list[tuple[Path, int]], most: int) -> list[tuple[Path, int]] | None:
    """The mutants that live when the package is loaded with them; None if a test fails without any."""
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder)
        shutil.copytree(ROOT / "cgt", package / "cgt", ignore=shutil.ignore_patterns("__pycache__"))
        sound: set[str] = set()
        for number, (path, place) in enumerate(tried, start=1):
            _what, source = mutant(path.read_text(), place)
            if survives(package, path, source, most):
                survivors.append((path, place))
                print(f"SURVIVES {described(path, place)}", flush=True)
            elif not _is_sound(package, path, sound):
                print(f"tests fail without a mutant:\n{(package / OUTPUT).read_text()[-3000:]}", file=sys.stderr)
                return None
            if number % 10 == 0:
                print(f"{number} of {len(tried)} tried afresh, {len(survivors)} survive", flush=True)
    return survivors


def main() -> int:
    """Try the mutants, print the survivors and the share that was killed; exit code 1 if any survived."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "packages", nargs="*", default=list(PACKAGES), help="packages of cgt, or modules: games fast/row.py"
    )
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default=":", metavar="START:STOP", help="of them, only these places of the sample")
    parser.add_argument("--at", action="append", default=[], metavar="FILE:LINE", help="every mutant of this line")
    parser.add_argument("--files", type=int, default=sys.maxsize, help="the most test files to run for a mutant")
    parser.add_argument("--seconds", type=float, default=60, help="processor seconds of tests for a mutant in a fork")
    chosen = parser.parse_args()
    tried = at_lines(chosen.at) if chosen.at else sample(chosen.packages, chosen.count, chosen.seed)
    start, _colon, stop = chosen.part.partition(":")
    tried = tried[int(start or 0) : int(stop or len(tried))]
    listed = [one for one in tried if (shown(one[0]), *changed_line(one[0].read_text(), one[1])) in equivalents()]
    tried = [one for one in tried if one not in listed]
    load_tools()
    killed = killed_in_forks(tried, chosen.seconds)
    survivors = survive_afresh([one for one in tried if one not in killed], chosen.files)
    if survivors is None:
        return 2
    count = len(tried) - len(survivors)
    print(f"{len(tried) + len(listed)} mutants, {len(listed)} equivalent (listed); of the others", end=" ")
    print(f"{count} of {len(tried)} killed ({100 * count / max(1, len(tried)):.1f} %)")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
