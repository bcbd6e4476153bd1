# ruff: noqa: INP001, S311, S603, T201 - a script: seeded samples, the tests run, a report
"""Mutation testing: small mistakes put into the code one by one, and whether the quick tests find each.

    .venv/bin/python tools/mutate.py --count 40 --seed 1 proofs games     # rooms; all the core ones by default

Each mutant is written into a copy of the package, never into the package itself, and the tests of its room are run
against the copy, its module's doctests first, until one fails. A mutant that no test kills is printed with its line: it
is equivalent (the program does the same), or a test is missing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("core", "engine", "games", "heaps", "codes", "proofs", "numeration", "kernels", "tables", "files", "rulesets")
TESTS = {
    "core": ["unit/core", "unit/test_whole_numbers.py"],
    "games": ["unit/games", "crosscheck/test_taking_games.py"],
    "codes": ["unit/codes", "unit/proofs"],
    "heaps": ["unit/heaps", "unit/games"],
    "proofs": ["unit/proofs", "golden/test_octal_periods.py"],
}
"""The tests of a room, where they are not those in its own folder alone; a module's doctests always come first."""

TIMEOUT = 300
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


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """Every mutant of a module: the line, what it was and is now, and the whole source."""
    tree = ast.parse(source)
    places = Places()
    places.visit(tree)
    for number, (node, what, new) in enumerate(places.found):
        other = copy.deepcopy(tree)
        again = Places()
        again.visit(other)
        changed = again.found[number][0]
        before = ast.unparse(node)
        _change(changed, what, new)
        after = ast.unparse(changed)
        line = getattr(node, "lineno", 0)
        yield line, f"{before.splitlines()[0][:90]}  ->  {after.splitlines()[0][:90]}", ast.unparse(other)


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


def sample(rooms: list[str], count: int, seed: int) -> list[tuple[Path, int, str, str]]:
    """So many mutants of the rooms' modules, each module as likely as it is long."""
    chance = random.Random(seed)
    every = []
    for room in rooms:
        for path in sorted((ROOT / "cgt" / room).rglob("*.py")):
            every += [(path, *mutant) for mutant in mutants(path.read_text())]
    return chance.sample(every, min(count, len(every)))


def tests_of(path: Path) -> list[Path]:
    """The tests that a mutant of a module must get past."""
    room = path.relative_to(ROOT / "cgt").parts[0]
    return [ROOT / "tests" / name for name in TESTS.get(room, [f"unit/{room}"]) if (ROOT / "tests" / name).exists()]


def survives(package: Path, path: Path, source: str) -> bool:
    """Whether every test passes with this source in place of the module's."""
    target = package / path.relative_to(ROOT)
    kept = target.read_text()
    target.write_text(source)
    try:
        return all(_passes(package, tests) for tests in ([target], tests_of(path)))
    finally:
        target.write_text(kept)


def _passes(package: Path, tests: list[Path]) -> bool:
    if not tests:
        return True
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    environment = os.environ | {
        "PYTHONPATH": str(package),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(package),
    }
    try:
        done = subprocess.run(
            [*command, *map(str, tests)],
            cwd=package,
            env=environment,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in {0, 5}  # 5: a module without doctests


def main() -> int:
    """Try the mutants, print the survivors and the share that was killed; exit code 1 if any survived."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), help="rooms of the package")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    tried = sample(chosen.rooms or list(ROOMS), chosen.count, chosen.seed)
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder)
        shutil.copytree(ROOT / "cgt", package / "cgt", ignore=shutil.ignore_patterns("__pycache__"))
        for path in {
            tuple(tests_of(path)): path for path, *_ in tried
        }.values():  # one a room: else all would be killed
            if not survives(package, path, path.read_text()):
                print(f"the tests of {path.relative_to(ROOT)} fail without a mutant", file=sys.stderr)
                return 2
        for number, (path, line, what, source) in enumerate(tried, start=1):
            if survives(package, path, source):
                survivors.append((path, line, what))
                print(f"SURVIVES {path.relative_to(ROOT)}:{line}: {what}", flush=True)
            elif number % 10 == 0:
                print(f"{number} of {len(tried)}, {len(survivors)} survive", flush=True)
    killed = len(tried) - len(survivors)
    print(f"{killed} of {len(tried)} killed ({100 * killed / max(1, len(tried)):.1f} %)")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
