"""The package's front: its lists of names agree, and importing it is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import cgt

HEAVY = {"numpy", "numba", "matplotlib", "rich", "cyclopts"}


def names_for_type_checkers():
    """What the `if TYPE_CHECKING:` block imports: home by name."""
    tree = ast.parse(Path(cgt.__file__).read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    return {alias.name: node.module for node in block.body for alias in node.names}


def test_the_three_lists_of_names_agree():
    assert names_for_type_checkers() == cgt._HOME_OF
    assert set(cgt.__all__) == {*cgt._HOME_OF, "__version__", "errors"}
    assert list(cgt.__all__) == sorted(cgt.__all__)


def test_every_public_name_is_there():
    for name in cgt.__all__:
        assert getattr(cgt, name) is not None


def test_importing_and_solving_load_nothing_heavy():
    program = (
        "import sys, cgt; cgt.solve(cgt.TakeAway('2n').position((50, 2)), 'misere');"
        f"print(sorted({HEAVY!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
