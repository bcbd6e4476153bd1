"""Genera against their definition, the sequences of the literature, tame sums, and what is refused."""

from __future__ import annotations

import random
from functools import cache

import pytest

import cgt
from cgt.errors import BudgetError, LoopError, NumberError, ParseError, PositionError, RulesetError
from cgt.misere.evaluator import FormEvaluator
from cgt.misere.genus import Genus, Species, species_of_form

# Berlekamp, Conway and Guy, Winning Ways, ch. 13: Kayles, Dawson's Kayles, and Grundy's game.
KAYLES = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046 1^13 2^20"
DAWSON = "0^120 0^120 1^031 1^031 2^20 0^120 3^31 1^031 1^031 0^120 3^1431 3^31 2^0520 2^20 4^146 0^120 5^057"
GRUNDY = (
    "0^120 0^120 0^120 1^031 0^120 2^20 1^031 0^120 2^20 1^031 0^120 2^20 1^031 3^1431 2^20 1^031 3^1431 2^20 4^0564 "
    "3^1431 0^20 4^0564 3^1431 0^20 4^0564 3^1431 0^20"
)


@pytest.mark.parametrize(("game", "texts"), [("0.77", KAYLES), ("0.07", DAWSON), ("grundy", GRUNDY)])
def test_sequences_of_the_literature(game, texts):
    assert " ".join(map(str, cgt.genus(game, stop=len(texts.split())))) == texts
    assert [str(Genus.parse(text)) for text in texts.split()] == texts.split()


def misere_value(options):
    """The misère nim-value of a sum of heaps of a game beside nim heaps of two, by the definition alone."""

    @cache
    def value(heaps, twos, misere):
        after = {
            value(tuple(sorted((*heaps[:at], *left, *heaps[at + 1 :]))), twos, misere)
            for at, heap in enumerate(heaps)
            for left in options[heap]
        }
        after |= {
            value(heaps, (*twos[:at], *less, *twos[at + 1 :]), misere)
            for at in range(len(twos))
            for less in LESS[twos[at]]
        }
        return next(number for number in range(99) if number not in after) if after or not misere else 1

    return value


LESS = {2: [(), (1,)], 1: [()]}


def random_rule(rng, size):
    def option(heap):
        return tuple(sorted(rng.randrange(heap) for _ in range(rng.choice([0, 1, 1, 2]))))

    return [list({option(heap) for _ in range(rng.randrange(5))}) if heap else [] for heap in range(size)]


@pytest.mark.parametrize("count", [40, pytest.param(1_000, marks=pytest.mark.full)])
def test_genera_against_the_definition(count):
    rng = random.Random(11)
    for _ in range(count):
        options = random_rule(rng, 6)
        rule = cgt.HeapRule(lambda heap, options=options: options[heap])
        value = misere_value(options)
        for heaps in [(5,), (4,), (3, 2), tuple(sorted(rng.randrange(6) for _ in range(2)))]:
            genus = cgt.genus(rule.position(*heaps))
            assert genus.nim_value == value(heaps, (), False)
            assert [genus.at(twos) for twos in range(6)] == [value(heaps, (2,) * twos, True) for twos in range(6)]
            assert genus.misere_nim_value == cgt.Evaluator("misere").nim_value(rule.position(*heaps))


def test_the_superscripts_end_with_the_first_pair_that_alternates():
    for text in (KAYLES + " " + DAWSON + " " + GRUNDY).split():
        genus = Genus.parse(text)
        assert genus.misere[-1] == genus.misere[-2] ^ 2
        if len(genus.misere) > 2:
            assert genus.misere[-3] != genus.misere[-1]
        assert [genus.at(heaps) for heaps in range(len(genus.misere))] == list(genus.misere)


def test_tame_sums_are_played_as_nim():
    """Conway's theorem: two numbers of each tame component are enough for the outcome of their sum."""
    rng = random.Random(12)
    played = 0
    while played < 60:
        options = random_rule(rng, 7)
        rule = cgt.HeapRule(lambda heap, options=options: options[heap])
        evaluator = FormEvaluator()
        heaps = [rng.randrange(1, 7) for _ in range(3)]
        if any(evaluator.species(rule.position(heap)) not in {Species.NIM, Species.TAME} for heap in heaps):
            continue
        played += 1
        genera = [evaluator.genus(rule.position(heap)) for heap in heaps]
        # A tame component whose two values differ is one or no heap of one; others are heaps n and 2, or 2 and 2, ...
        fickle = all(genus.nim_value != genus.misere_nim_value for genus in genera)
        total = 0
        for genus in genera:
            total ^= genus.nim_value
        losing = (total == 1) if fickle else (total == 0)
        assert (cgt.Evaluator("misere").outcome(rule.position(*heaps)) is cgt.Outcome.P) == losing


def test_species():
    kayles = cgt.parse_ruleset("kayles")
    evaluator = FormEvaluator()
    found = [evaluator.species(kayles.position(heap)) for heap in range(7)]
    assert found[:5] == [Species.NIM] * 5
    assert found[5] is Species.WILD
    assert evaluator.species(kayles.position(2, 2)) is Species.TAME
    assert str(cgt.genus(cgt.Nim().position(2, 3))) == "1^13"
    # Its genus is that of a nim heap, and yet an option's is none: that is not tame.
    hidden = cgt.MisereForm.parse("{0,{*2},{0,{*2}}}")
    assert species_of_form(hidden) is Species.WILD
    assert all(species.meaning for species in Species)


def test_one_kayles_row_and_three():
    kayles = cgt.parse_ruleset("kayles")
    assert FormEvaluator().outcome(kayles.position(9, 10, 11)) is cgt.Evaluator("misere").outcome(
        kayles.position(9, 10, 11)
    )


def test_bad_input(monkeypatch):
    with pytest.raises(PositionError):
        cgt.genus(5)
    with pytest.raises(RulesetError):
        cgt.genus("wythoff", stop=3)
    with pytest.raises(NumberError):
        cgt.genus("kayles", stop=-1)
    ring = cgt.game([[], [2], [1, 0]].__getitem__)
    with pytest.raises(LoopError):
        cgt.genus(ring.position(1))
    monkeypatch.setattr("cgt.misere.canonical.MOST_OPTIONS", 100)
    with pytest.raises(BudgetError, match=r"below \d+ are known"):
        cgt.genus("0.07", stop=40)
    for text in ("", "2", "2^", "2^2", "^20", "2^2x", "-1^20", "2^20,", "9" * 30 + "^20"):
        with pytest.raises(ParseError):
            Genus.parse(text)
    for numbers in ((-1, (1, 2)), (0, (1,)), (0, (1, -2))):
        with pytest.raises(NumberError):
            Genus(*numbers)
    assert str(Genus.parse("12^10,12,14")) == "12^10,12,14"
