"""The second check shares nothing with the first: what verifies imports no other code of the proofs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cgt.theory.verify

MODULES = sorted(Path(cgt.theory.verify.__file__).parent.glob("*.py"))
ALLOWED = (
    "cgt.core.code",
    "cgt.core",
    "cgt.errors",
    "cgt.core.repetition",
    "cgt.theory.verify",
)
# What is to be checked, as plain data: sentences, automata as arrays, moves as formulas, digits, positions' elements.
CHECKED = ("cgt.digits.formula", "cgt.digits.automaton", "cgt.digits.moves", "cgt.digits.system", "cgt.theory.settled")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_it_imports_no_other_proof(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("cgt"):
            assert node.module.startswith((*ALLOWED, *CHECKED)), node.module
        assert not isinstance(node, ast.Import) or not any(name.name.startswith("cgt") for name in node.names)
