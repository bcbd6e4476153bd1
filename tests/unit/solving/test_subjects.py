"""Every question takes its position or its game as an object, or as text."""

from __future__ import annotations

from itertools import islice

import pytest

import cgt
from cgt.core.language import language
from cgt.solving.subjects import PositionText

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
    with pytest.raises(cgt.errors.ParseError, match="kayles is a game: say a position, too: kayles 3,5"):
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


@pytest.mark.parametrize("tongue", ["en", "fr"])
@pytest.mark.parametrize(
    "text",
    [
        "kayles 7 + nim 3,5",
        "takeaway(2n) 10:4 + chomp 3,2 + nim 4",
        "moore-nim(2) 3,4 + wythoff 2,2 + cram 2x3",
        f"nim {10**60} + kayles 4",
        "push-the-button(nim,wythoff) 3,5 + push-the-button(nim,wythoff) 1,2",
        "push-the-button(kayles,nim) 3,4 + nim 2",
    ],
)
def test_moves_in_sums_are_read_as_they_are_typed_and_as_they_are_said(text, tongue):
    with language(tongue):
        position = cgt.parse_position(text)
        words = PositionText(position).words
        for move in list(islice(position.moves(), 40))[::3]:
            option = position.play(move)
            for written in (words.write_move(position, move), words.move_text(position, move)):
                if "…" not in written.rpartition(":")[2]:
                    assert position.play(words.read_move(position, written)) == option, written
