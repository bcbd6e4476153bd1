"""A ruleset whose fields are of plain types reads and writes its arguments without a line of its own."""

from typing import ClassVar

import attrs
import pytest

import cgt
from cgt.errors import RulesetError


@attrs.frozen
class Row(cgt.TakingRuleset):
    """Every plain type at once."""

    name: ClassVar[str] = "row"
    title: ClassVar[str] = "A row"
    rules: ClassVar[str] = "Take an amount that is listed."
    base: int
    colour: str = "red"
    circular: bool = False
    amounts: tuple[int, ...] = (1, 2)

    def takes(self, size):
        return self.amounts


@attrs.frozen
class OfSet(Row):
    """Several numbers in a set."""

    amounts: frozenset[int] = frozenset({1})


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("row(3)", Row(3)),
        ("row(-3,blue)", Row(-3, "blue")),
        ("row(3,red,yes)", Row(3, "red", True)),
        ("row(3,red,no,4,5,6)", Row(3, "red", False, (4, 5, 6))),
    ],
)
def test_what_is_written_is_read(text, made):
    assert str(made) == text
    assert Row.from_arguments(*text[4:-1].split(",")) == made


def test_a_set_is_written_in_order():
    assert str(OfSet(3, amounts=frozenset({9, 2}))) == "row(3,red,no,2,9)"
    assert OfSet.from_arguments("3", "red", "no", "9", "2").amounts == {2, 9}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "row takes base, colour, circular, amounts, …, got none"),
        (["x"], "whole number as its base"),
        (["3", "red", "maybe"], "yes or no as its circular"),
        (["3", "red", "no", "4", "1.5"], "whole number as its amounts"),
    ],
)
def test_what_is_not_of_its_type_is_told(arguments, told):
    with pytest.raises(RulesetError, match=told):
        Row.from_arguments(*arguments)


def test_a_field_that_no_text_stands_for_is_named():
    @attrs.frozen
    class Part(cgt.TakingRuleset):
        name = "part"
        example_arguments = ("0.5",)
        part: float

        def takes(self, size):
            return range(1, int(size * self.part))

    for arguments in ((), ("0.5",)):
        with pytest.raises(RulesetError, match="part: the field part: float is not read from text: give it the type"):
            Part.from_arguments(*arguments)


def test_a_class_that_is_not_decorated_is_told_how():
    class Most(cgt.TakingRuleset):
        name = "most"
        example_arguments = ("3",)
        most: int

        def takes(self, size):
            return range(1, self.most)

    with pytest.raises(RulesetError, match=r"most takes no arguments, got 3: write @attrs.frozen above Most, and its"):
        Most.from_arguments("3")


def test_example_arguments_that_are_no_texts_are_shown():
    class Of(Row):
        example_arguments = (3,)

    with pytest.raises(RulesetError, match=r"row takes base, .*, got none; write row\(3\)"):
        Of.from_arguments()


def test_numbers_of_rules_are_of_any_length_and_powers_as_in_positions():
    assert (
        cgt.parse_ruleset("bounded-nim(10^3)") == cgt.parse_ruleset("bounded-nim(10**3)") == cgt.games.BoundedNim(1000)
    )
    assert cgt.parse_ruleset("wythoff(10^40)").a == 10**40
    with pytest.raises(RulesetError, match=r"not '10\^300'"):
        cgt.parse_ruleset("bounded-nim(10^300)")
    for entry in (10**9, -(10**40), 7**6_000):
        game = type(cgt.parse_ruleset("vectors((1,2))"))((entry, 1), (0, 1))
        assert cgt.parse_ruleset(str(game)) == game
        assert cgt.nim_value(game.position(5, 5)) == 1
