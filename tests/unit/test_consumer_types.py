"""Types that hold for consumers: what a reader would write passes `mypy --strict` in a package of the reader's own.

mypy reads the library and what it imports first, ten processor seconds, and keeps what it read beside its other runs:
so `.ci/run` names this file beside its own run of mypy.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cgt
from cgt.apps.cli import main

pytest.importorskip("mypy")

ROOT = Path(__file__).resolve().parents[2]

READ = ROOT / ".mypy_cache" / "consumer"
"""What mypy has read; of a library that was changed it reads that alone."""

USES = '''
"""A consumer's module: the names at the front, with the types that a reader expects of them."""

import cgt
from cgt import errors
from cgt.games import Chomp, Nim, TakeAway


def winner(text: str) -> str:
    try:
        solution = cgt.solve(cgt.parse_position(text), "misere")
    except errors.ParseError as error:
        return str(error.index)
    except cgt.errors.CGTError as error:
        return str(error)
    return solution.outcome.meaning


values: list[int] = cgt.nim_values(cgt.games.Kayles(), 10, "misere")
same: list[int] = cgt.games.Kayles().table().values(10)
opening: list[int] = cgt.nim_values(cgt.games.TakeAway("2n"), 10, "misere")
codes: list[cgt.games.TakingBreaking] = [cgt.games.Octal("0.77"), cgt.games.Hexadecimal("0.2B3"), cgt.games.Kayles()]
moves: list[cgt.Move] = list(cgt.winning_moves(cgt.games.Nim().position(3, 5)))
outcome: cgt.Outcome = cgt.outcome(Nim().position(3) + codes[0].position(7) + TakeAway("n").position(5))
board: cgt.Solution = cgt.solve(Chomp().parse("3x4"))
text: cgt.Outcome = cgt.outcome("kayles 7 + nim 3,5")
values_of_text: list[int] = cgt.nim_values("kayles", 10)
takes: int = sum(take for _, take in cgt.winning_moves("nim 13,12,8")) + cgt.solve("nim 9").winning_moves[0]
sums: list[int] = [x + y for x, y in cgt.p_positions("wythoff", 12)]
table: list[list[int]] = cgt.nim_value_table("wythoff", 4, 4)
value: int = cgt.nim_value("nim 3,5", "misere") + cgt.remoteness("nim 3,3")
genera: list[str] = [str(genus) for genus in cgt.genera("kayles", 8)]
species: str = str(cgt.genus("kayles 5").species)
agree: bool = cgt.crosscheck("takeaway(2n)", 6).agrees
of_a_function: list[int] = cgt.nim_values(lambda size: [(size // 2,)] if size else [], 10)
quota_given = TakeAway("2n").position(50, quota=2)
period: cgt.PeriodReport = codes[0].period()
by_name: cgt.PeriodReport = cgt.period("kayles")
quota: cgt.games.FloorQuota = cgt.games.FloorQuota(3, 0, 2)


def down(n: int) -> list[int]:
    return list(range(n))


heap: cgt.GamePosition[int, int] = cgt.game(down).position(5)
left: list[int] = [heap.play(move).state for move in heap.moves()]
halving = cgt.game(lambda n: [n - 1, n // 2] if n else [])
half: cgt.Outcome = cgt.outcome(halving.position(10) + heap)
found: cgt.Discovery = cgt.discover(cgt.game(down, name="down"))
some: list[int] = cgt.nim_values(halving, 10)


def rows(state: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [state[:i] + state[i + 1 :] for i in range(len(state))]


def cut(edges: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    return [edges - {edge} for edge in edges]


pins = cgt.game(rows, moves=lambda s: range(len(s)), example=(1, 2))
row: cgt.GamePosition[tuple[int, ...], int] = pins.position((3,))
ended: cgt.Outcome = cgt.outcome(cgt.game(cut, example=frozenset()).position(frozenset({(1, 2)})))
taken: cgt.Outcome = cgt.outcome(cgt.game(lambda s: [s - {x} for x in s], example=frozenset({1})).position(frozenset()))


class Halve(cgt.Game[int, str]):
    name = title = "halve"
    rules = "Take one counter, or halve the heap."
    position_form, example = "a number of counters", "10"

    def steps(self, size: int) -> list[tuple[str, int]]:
        return [("one", size - 1), ("half", size // 2)] if size else []

    def read(self, text: str) -> int:
        return int(text)


named: list[str] = list(Halve().position(3).moves())
together: cgt.Sum = cgt.parse_position("kayles 7") + Halve().parse("3") + Nim().parse("3,5")
'''


def readme() -> str:
    """The README's Python."""
    return _code(doctest.DocTestParser().get_examples((ROOT / "README.md").read_text(encoding="utf-8")))


def guides() -> dict[str, str]:
    """All the Python of each guide, by the guide's name; of the pupil's, whose lines are without types, the classes."""
    pages = {path.stem.replace("-", "_"): blocks(path) for path in sorted((ROOT / "docs" / "guide").glob("*.md"))}
    pages["pupil"] = _classes(pages["pupil"])
    return {name: code for name, code in pages.items() if code}


def blocks(path: Path) -> str:
    """The code of a page, but for what makes the page itself."""
    found = re.findall(r"^```python exec[^\n]*\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return "\n".join(block for block in found if "docs.generate" not in block)


def _classes(code: str) -> str:
    nodes = ast.parse(code).body
    return "\n".join(ast.unparse(one) for one in nodes if isinstance(one, ast.Import | ast.ImportFrom | ast.ClassDef))


def _code(examples: list[doctest.Example]) -> str:
    return "".join(example.source for example in examples)


def complaints(tmp_path: Path, **modules: str) -> str:
    """What mypy says of a package of these modules; empty where it finds nothing."""
    package = tmp_path / "consumer"
    package.mkdir()
    for name, text in {"__init__": "", **modules}.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    options = ["--strict", "--no-error-summary", "--config-file=", f"--cache-dir={READ}"]
    command = [sys.executable, "-m", "mypy", *options, "consumer"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=1200)
    return done.stdout + done.stderr


@pytest.mark.full
def test_what_a_reader_would_write_holds(tmp_path, monkeypatch):
    examples = ROOT / "tests" / "plugin_example"
    names = ["cgt_powers_example", "cgt_node_kayles_example", "cgt_board_example"]
    plugins = {name: (examples / name / "__init__.py").read_text(encoding="utf-8") for name in names}
    monkeypatch.chdir(tmp_path)
    assert main(["new", "own"]) == 0
    new = {
        name: (tmp_path / "own" / "own" / f"{name}.py").read_text(encoding="utf-8") for name in ("__init__", "board")
    }
    assert (
        complaints(tmp_path, uses=USES, readme=readme(), **guides(), **plugins, own=new["__init__"], board=new["board"])
        == ""
    )


@pytest.mark.full
def test_what_is_wrong_is_found(tmp_path):
    """The test can fail: a wrong type is a complaint."""
    assert "incompatible type" in complaints(tmp_path, wrong="import cgt\n\ncgt.nim_values(5, 10)\n")


@pytest.mark.parametrize("kind", [cgt.Game, cgt.HeapRuleset, cgt.TakingRuleset])
def test_the_texts_that_an_author_gives_are_no_properties(kind):
    """Pyright takes no text for a property, and mypy no property for a text; each takes either for what is `Any`."""
    for name in ("rules", "position_form", "example"):
        assert not isinstance(inspect.getattr_static(kind, name, None), property)


def test_there_is_code_in_the_guides():
    found = guides()
    assert {"own_game", "own_subtraction_game", "programmer", "pupil", "researcher"} <= set(found)
    every = set(re.findall(r"^class (\w+)", "\n".join(found.values()), re.MULTILINE))
    assert {"Bar", "SymmetricBar", "OddNim", "LeaveAMultipleOfFour"} <= every
