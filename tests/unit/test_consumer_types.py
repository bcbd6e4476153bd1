"""Types that hold for consumers: what a reader would write passes `mypy --strict` in a package of the reader's own."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

ROOT = Path(__file__).resolve().parents[2]

USES = '''
"""A consumer's module: the names at the front, with the types that a reader expects of them."""

import cgt
from cgt import errors


def winner(text: str) -> str:
    try:
        solution = cgt.solve(cgt.parse_position(text), "misere")
    except errors.ParseError as error:
        return str(error.index)
    except cgt.errors.CGTError as error:
        return str(error)
    return solution.outcome.meaning


values: list[int] = cgt.nim_values(cgt.Kayles(), 10, "misere")
same: list[int] = cgt.Kayles().nim_values(10, "misere")
opening: list[int] = cgt.TakeAway("2n").nim_values(10, "misere")
codes: list[cgt.TakingBreaking] = [cgt.Octal("0.77"), cgt.Hexadecimal("0.2B3"), cgt.Kayles()]
moves: list[cgt.Move] = list(cgt.winning_moves(cgt.Nim().position(3, 5)))
outcome: cgt.Outcome = cgt.outcome(cgt.Nim().position(3) + codes[0].position(7) + cgt.TakeAway("n").position(5))
period: cgt.PeriodReport = codes[0].period()
'''


def readme() -> str:
    """The README's Python."""
    return _code(doctest.DocTestParser().get_examples((ROOT / "README.md").read_text(encoding="utf-8")))


def classes() -> str:
    """The classes that the guides write, but for the pupil's, with the imports they need."""
    pages = [page for page in sorted((ROOT / "docs" / "guide").glob("*.md")) if page.stem != "pupil"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages)
    blocks = re.findall(r"^```python exec[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    nodes = [node for block in blocks for node in ast.parse(block).body]
    imports = {ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)}
    imports = {line for line in imports if "docs." not in line}
    return "\n".join([*sorted(imports), *(ast.unparse(node) for node in nodes if isinstance(node, ast.ClassDef))])


def _code(examples: list[doctest.Example]) -> str:
    return "".join(example.source for example in examples)


def complaints(tmp_path: Path, **modules: str) -> str:
    """What mypy says of a package of these modules; empty where it finds nothing."""
    package = tmp_path / "consumer"
    package.mkdir()
    for name, text in {"__init__": "", **modules}.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", "consumer"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=280)
    return done.stdout + done.stderr


def test_the_names_at_the_front_and_the_readme(tmp_path):
    assert complaints(tmp_path, uses=USES, readme=readme()) == ""


@pytest.mark.full
def test_what_is_wrong_is_found(tmp_path):
    """The test can fail: a wrong type is a complaint."""
    assert "incompatible type" in complaints(tmp_path, wrong='import cgt\n\ncgt.nim_values("kayles", 10)\n')


def test_there_are_classes_in_the_guides():
    assert {"Bar", "SymmetricBar", "OddNim"} <= set(re.findall(r"^class (\w+)", classes(), re.MULTILINE))


@pytest.mark.full
def test_the_guides_and_the_plugins(tmp_path):
    examples = ROOT / "tests" / "plugin_example"
    names = ["cgt_powers_example", "cgt_node_kayles_example"]
    plugins = {name: (examples / name / "__init__.py").read_text(encoding="utf-8") for name in names}
    assert complaints(tmp_path, guides=classes(), **plugins) == ""
