"""Every question takes its position or its game as an object, or as text."""

from __future__ import annotations

import pytest

import cgt

POSITIONS = [
    cgt.solve,
    cgt.outcome,
    cgt.nim_value,
    cgt.winning_moves,
    cgt.remoteness,
    cgt.genus,
]


@pytest.mark.parametrize("question", POSITIONS, ids=lambda question: question.__name__)
@pytest.mark.parametrize("text", ["nim 3,4,5", "kayles 7 + nim 3,5", "takeaway(2n) 9:2"])
def test_a_position_may_be_text(question, text):
    assert question(text) == question(cgt.parse_position(text))


@pytest.mark.parametrize("question", POSITIONS, ids=lambda question: question.__name__)
def test_what_is_no_position_is_said(question):
    with pytest.raises(cgt.errors.ParseError, match="a game and a position, such as kayles 7"):
        question("kayles")
    with pytest.raises(cgt.errors.PositionError):
        question(5)


RULES = [
    lambda rule: cgt.nim_values(rule, 10),
    lambda rule: cgt.nim_values(rule, 10, "misere"),
    lambda rule: cgt.nim_value_table(rule, 4, 4),
    lambda rule: cgt.p_positions(rule, 10),
    lambda rule: cgt.period(rule, 500),
    lambda rule: cgt.discover(rule, 500),
    lambda rule: cgt.crosscheck(rule, 6),
    lambda rule: list(cgt.genera(rule, 8)),
    lambda rule: cgt.misere_quotient(rule, stop=9),
]


@pytest.mark.parametrize("question", RULES)
def test_a_game_may_be_text(question):
    assert str(question("subtraction(1,3)")) == str(question(cgt.games.Subtraction(1, 3)))


@pytest.mark.parametrize("question", RULES)
def test_what_is_no_game_is_said(question):
    with pytest.raises(cgt.errors.RulesetError):
        question(5)
    with pytest.raises(cgt.errors.RulesetError):
        question(cgt.games.Nim)
    with pytest.raises(cgt.errors.UnknownNameError):
        question("kales")


def test_a_game_may_be_a_function():
    halves = lambda size: [(size // 2,)] if size else []  # noqa: E731 - as a person writes it
    assert cgt.nim_values(halves, 9) == [0, 1, 0, 0, 1, 1, 1, 1, 0]
    assert cgt.p_positions(halves, 9) == [0, 2, 3, 8]
    assert [str(genus) for genus in cgt.genera(halves, 2)] == ["0^120", "1^031"]


def test_a_certificate_may_be_a_file(tmp_path):
    path = tmp_path / "kayles.json"
    cgt.period("kayles").certificate.save(path)
    cgt.verify(path)
    cgt.verify(str(path))
    path.write_text("[]")
    with pytest.raises(cgt.errors.CertificateError):
        cgt.verify(path)
