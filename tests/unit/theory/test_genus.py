"""Genera against their definition, the sequences of the literature, tame sums, and what is refused."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement

import pytest

import cgt
from cgt.errors import BudgetError, LoopError, NotApplicableError, NumberError, ParseError, PositionError
from cgt.theory.genus import FormEvaluator, Genus, Species, genus_of_form, species_of_form
from cgt.theory.misere_form import MisereForm, canonical_form
from tests.unit.theory.test_misere_form import born_by

# Berlekamp, Conway and Guy, Winning Ways, ch. 13: Kayles, Dawson's Kayles, and Grundy's game.
KAYLES = "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046 1^13 2^20"
DAWSON = "0^120 0^120 1^031 1^031 2^20 0^120 3^31 1^031 1^031 0^120 3^1431 3^31 2^0520 2^20 4^146 0^120 5^057"
GRUNDY = (
    "0^120 0^120 0^120 1^031 0^120 2^20 1^031 0^120 2^20 1^031 0^120 2^20 1^031 3^1431 2^20 1^031 3^1431 2^20 4^0564 "
    "3^1431 0^20 4^0564 3^1431 0^20 4^0564 3^1431 0^20"
)


# Conway (1976), ch. 12, has Grundy's game too. 0.312: T. E. Plambeck's page on it (2003), from heap 1 on.
PLAMBECK = "0^120 1^031 2^20 0^02 2^1420 0^02 1^13 0^02 1^13 0^02 1^13"


@pytest.mark.parametrize(
    ("game", "texts"), [("0.312", PLAMBECK), ("0.77", KAYLES), ("0.07", DAWSON), ("grundy", GRUNDY)]
)
def test_sequences_of_the_literature(game, texts):
    assert " ".join(map(str, cgt.genera(game, len(texts.split())))) == texts
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


@pytest.mark.parametrize("count", [6, pytest.param(1_000, marks=pytest.mark.full)])
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


def form_of(rng, forms):
    return canonical_form(rng.sample(forms, min(rng.randrange(1, 7), len(forms))))


def is_p(forms):
    """Misère play of a sum of forms, each a set of options, by the definition alone."""

    @cache
    def lost(parts):
        after = [
            tuple(sorted((*parts[:at], *([option] if option.options else []), *parts[at + 1 :]), key=id))
            for at, part in enumerate(parts)
            for option in part.options
        ]
        return bool(after) and not any(map(lost, after))

    return lost(tuple(sorted((form for form in forms if form.options), key=id)))


def pair_of(form):
    """The nim-values of a form in both conventions, by the definition."""
    pairs = [pair_of(option) for option in form.options]
    if not pairs:
        return 0, 1
    return tuple(next(number for number in range(99) if number not in column) for column in zip(*pairs, strict=True))


def is_tame_by_conway(form):
    """It and all its followers have the genus of a nim position: 0^120, 1^031, or n^n(n+2)."""
    genus = str(genus_of_form(form))
    number = genus_of_form(form).nim_value
    nim = genus in {"0^120", "1^031"} or genus_of_form(form).misere == (number, number ^ 2)
    return nim and all(map(is_tame_by_conway, form.options))


def samples(count, seed):
    rng = random.Random(seed)
    days = born_by(4)
    forms = [form_of(rng, days) for _ in range(count)]
    return forms + [form_of(rng, forms) for _ in range(count)]


def test_species_against_conways_definitions(upto):
    """Conway (1976), ch. 12: where all options are tame and it is not, g below 2 is restive, γ below 2 restless."""
    for form in [*born_by(4), *samples(upto(60, full=3_000), 13)]:
        species = species_of_form(form)
        assert (species in {Species.NIM, Species.TAME}) == is_tame_by_conway(form)
        value, misere = pair_of(form)
        if all(map(is_tame_by_conway, form.options)) and not is_tame_by_conway(form):
            assert (value < 2) != (misere < 2)
            assert species is (Species.RESTIVE if value < 2 else Species.RESTLESS)
        else:
            assert species not in {Species.RESTIVE, Species.RESTLESS}


def test_sums_of_tame_games_are_played_as_nim(upto):
    """Conway's theorem 73, and the same for those that are tame by reversal: two numbers of each part are enough."""
    rng = random.Random(12)
    forms = [form for form in samples(upto(30, full=80), 14) if species_of_form(form).is_tame]
    assert {species_of_form(form) for form in forms} >= {Species.TAME, Species.REVERSIBLY_TAME}
    for _ in range(upto(20, full=2_000)):
        parts = [rng.choice(forms) for _ in range(3)]
        pairs = [pair_of(part) for part in parts]
        total = 0
        for value, _misere in pairs:
            total ^= value
        fickle = all(value != misere for value, misere in pairs)
        assert is_p(parts) == (total == 1 if fickle else total == 0), parts


def test_a_restive_game_beside_nim_is_one_of_two_heaps(upto):
    """Conway's rule (1976, p. 146): size γ while all heaps are 0, 1, γ or γ ⊕ 1, else g; then as in normal play."""
    rng = random.Random(15)
    restive = [form for form in [*born_by(4), *samples(150, 16)] if species_of_form(form) is Species.RESTIVE]
    assert len(restive) > 4
    for _ in range(upto(60, full=2_000)):
        form = rng.choice(restive)
        value, misere = pair_of(form)
        heaps = [rng.randrange(7) for _ in range(rng.randrange(3))]
        small = all(heap in {0, 1, misere, misere ^ 1} for heap in heaps)
        total = misere if small else value
        for heap in heaps:
            total ^= heap
        assert is_p([form, *map(MisereForm.nim_heap, heaps)]) == (total == 0), (form, heaps)


def test_species_of_the_literature():
    """Conway (1976), ch. 12: B, the 7 of Kayles, "behaves like 2"; a = {2+2,2,1}, Grundy's 13, is restless."""
    kayles, grundy = cgt.parse_ruleset("kayles"), cgt.parse_ruleset("grundy")
    evaluator = FormEvaluator()
    found = [evaluator.species(kayles.position(heap)) for heap in range(10)]
    assert [*found[:5], found[6]] == [Species.NIM] * 6
    assert found[5] is Species.RESTLESS
    assert found[7:] == [Species.REVERSIBLY_TAME, Species.TAME, Species.WILD]
    assert evaluator.species(grundy.position(13)) is Species.RESTLESS
    assert str(evaluator.form(grundy.position(13))) == "{*,*2,{*2,*3}}"
    assert evaluator.species(kayles.position(2, 2)) is Species.TAME
    assert str(cgt.genus(cgt.games.Nim().position(2, 3))) == "1^13"
    # Its genus is that of a nim heap, and yet an option's is none, and is not answered: that is not tame.
    hidden = MisereForm.parse("{0,{*2},{0,{*2}}}")
    assert species_of_form(hidden) is Species.WILD
    assert species_of_form(MisereForm.parse("{0,{*2}}")) is Species.RESTIVE
    assert all(species.meaning for species in Species)


def test_three_kayles_rows(upto):
    rows = cgt.parse_ruleset("kayles").position(*upto((7, 9, 8), full=(9, 10, 11)))
    assert FormEvaluator().outcome(rows) is cgt.Evaluator("misere").outcome(rows)


def test_bad_input(monkeypatch):
    with pytest.raises(PositionError):
        cgt.genus(5)
    with pytest.raises(NotApplicableError):
        cgt.genera("wythoff", 3)
    with pytest.raises(NumberError):
        cgt.genera("kayles", -1)
    with pytest.raises(BudgetError, match="1000000000 genera are more than the limit of 1,000,000"):
        cgt.genera("kayles", 10**9)
    ring = cgt.game([[], [2], [1, 0]].__getitem__)
    with pytest.raises(LoopError):
        cgt.genus(ring.position(1))
    monkeypatch.setattr("cgt.theory.misere_form.MOST_OPTIONS", 100)
    with pytest.raises(BudgetError, match=r"below \d+ are known"):
        list(cgt.genera("0.07", 40))
    for text in ("", "2", "2^", "2^2", "^20", "2^2x", "-1^20", "2^20,", "9" * 30 + "^20"):
        with pytest.raises(ParseError):
            Genus.parse(text)
    for numbers in ((-1, (1, 2)), (0, (1,)), (0, (1, -2))):
        with pytest.raises(NumberError):
            Genus(*numbers)
    assert str(Genus.parse("12^10,12,14")) == "12^10,12,14"


@pytest.mark.parametrize(
    "rule", ["nim", "bounded-nim(3)", "subtraction(2,3)", "subtraction(1,4,9)", "subtraction(2)", "take-a-square"]
)
def test_tame_heaps_have_the_genus_and_the_species_of_their_canonical_form(rule):
    game, evaluator = cgt.parse_ruleset(rule), FormEvaluator()
    heaps = [*combinations_with_replacement(range(8), 2), *combinations_with_replacement(range(5), 3), (13,), (1, 2, 2)]
    for sizes in heaps:
        position = game.position(*sizes)
        result, expected = cgt.genus(position), evaluator.genus(position)
        assert (result, result.species) == (expected, evaluator.species(position))


def test_tame_heaps_of_any_size_have_a_genus_at_once():
    """The form of a nim heap of 2000 took 20 s and 700 MB, and one of 2001 had none."""
    large = 10**30
    assert cgt.genus(f"nim {large}") == Genus(large, (large, large ^ 2))
    assert str(cgt.genus(f"bounded-nim(3) {large},7")) == "3^31"
    result = cgt.genus("nim 200,300")
    assert (str(result), result.species) == ("484^484,486", Species.TAME)
    assert len(cgt.genera("nim", 3_000)) == 3_000


@pytest.mark.parametrize("heaps", [-1, -7, True, 1.5, None, "2"])
def test_a_genus_is_beside_a_whole_number_of_heaps(heaps):
    with pytest.raises(NumberError, match="the heaps of two are a whole number of at least 0"):
        Genus.parse("4^146").at(heaps)
