"""The cookbook gives the published answers, each by the code that stands on the page."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(ROOT))
    from docs.generate import cookbook

LONG = {"Blocking Wythoff nim", "Nim", "Nim Square", "Three vectors", "Wythoff's game that ends early"}
"""These take seconds; the page, which is built from them all, is not built with a wrong answer."""


@pytest.mark.parametrize(
    "problem",
    [pytest.param(it, marks=pytest.mark.full if it.title in LONG else (), id=it.title) for it in cookbook.problems()],
)
def test_a_problem_has_its_published_answer(problem):
    assert problem.run() == problem.answer


def test_every_piece_of_code_is_a_problem():
    page = cookbook.PAGE.read_text(encoding="utf-8")
    assert len(cookbook.problems()) == len(re.findall(r"^### ", page, re.MULTILINE)) == 28
    code = "".join(problem.code for problem in cookbook.problems())
    assert code == "".join(re.findall(r"^```python\n((?:.*\n)*?)```", page, re.MULTILINE))


def test_a_wrong_answer_would_be_seen(monkeypatch):
    wrong = cookbook.Problem("Wrong", "Nowhere", "nim", "print(cgt.nim_value(cgt.parse_position('nim 1,2')))\n", "4\n")
    monkeypatch.setattr(cookbook, "problems", lambda: [wrong])
    with pytest.raises(ValueError, match=r"published is '4\\n', found '3\\n'"):
        cookbook.table()
