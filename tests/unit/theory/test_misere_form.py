"""Misère canonical forms: the games born by each day, equality against indistinguishability, texts and sums."""

from __future__ import annotations

import pickle
import random
from functools import cache
from itertools import combinations_with_replacement
from sys import getsizeof

import numpy as np
import pytest

import cgt
from cgt.core.memory import MEMORY
from cgt.core.outcome import Outcome
from cgt.errors import BudgetError, NumberError, ParseError
from cgt.theory.genus import FormEvaluator
from cgt.theory.misere_form import MisereForm, canonical_form


def born_by(day):
    """All forms of birthday at most `day`, from the day before."""
    forms = [MisereForm.nim_heap(0)]
    for _day in range(day):
        chosen = ([form for place, form in enumerate(forms) if mask >> place & 1] for mask in range(1 << len(forms)))
        forms = list(dict.fromkeys(map(canonical_form, chosen)))
    return forms


def test_games_born_by_the_first_days():
    """Conway, On Numbers and Games, ch. 12: 1, 2, 3, 5, 22."""
    assert [len(born_by(day)) for day in range(5)] == [1, 2, 3, 5, 22]


def test_games_born_by_day_five():
    """4,171,780 (Conway): every set of the 22 games, but for those that simplify, told by bits alone."""
    forms = born_by(4)
    place = {form: number for number, form in enumerate(forms)}
    options = [sum(1 << place[option] for option in form.options) for form in forms]
    sets = np.arange(1 << len(forms), dtype=np.uint32)
    lost = sum(1 << number for number, form in enumerate(forms) if form.outcome is cgt.Outcome.P)
    simplifies = np.zeros(len(sets), dtype=bool)
    for number, inner in enumerate(options):
        back = sum(1 << other for other, reached in enumerate(options) if reached >> number & 1)
        here = ((sets & inner) == inner) & ((sets & ~np.uint32(inner | back)) == 0) & (sets != inner)
        if not inner:
            here &= (sets & lost) != 0
        simplifies |= here
    assert np.count_nonzero(~simplifies) == 4_171_780


@cache
def raw_games(day):
    """All games as nested frozensets, nothing left out."""
    games = [frozenset()]
    for _ in range(day):
        games = [
            frozenset(game for place, game in enumerate(games) if chosen >> place & 1)
            for chosen in range(1 << len(games))
        ]
    return games


@cache
def misere_p(games):
    """Whether the player to move in a sum of raw games loses, by the definition."""
    after = [
        tuple(sorted((*games[:at], option, *games[at + 1 :]), key=str))
        for at, game in enumerate(games)
        for option in game
    ]
    return bool(after) and not any(map(misere_p, after))


@cache
def form_of(game):
    return canonical_form(map(form_of, game))


def test_equal_forms_cannot_be_told_apart_and_different_ones_can():
    games = raw_games(3)
    tests = [tuple(sorted(pair, key=str)) for pair in combinations_with_replacement(raw_games(3), 2)]

    def seen(game):
        return tuple(misere_p(tuple(sorted((game, *test), key=str))) for test in tests)

    views = {game: seen(game) for game in games}
    for one in games:
        for other in games:
            assert (form_of(one) is form_of(other)) == (views[one] == views[other])


def test_sums_of_forms_are_the_forms_of_sums():
    games = raw_games(3)
    for one, other in combinations_with_replacement(games, 2):
        flat = form_of_sum(one, other)
        assert form_of(one) + form_of(other) is flat
        assert flat.outcome is (cgt.Outcome.P if misere_p(tuple(sorted((one, other), key=str))) else cgt.Outcome.N)


@cache
def form_of_sum(one, other):
    return canonical_form(
        [*(form_of_sum(option, other) for option in one), *(form_of_sum(one, option) for option in other)]
    )


def test_addition_keeps_its_laws():
    forms = born_by(4)
    rng = random.Random(3)
    zero = MisereForm.nim_heap(0)
    for _ in range(300):
        a, b, c = rng.choices(forms, k=3)
        assert a + b is b + a
        assert (a + b) + c is a + (b + c)
        assert a + zero is a
    assert MisereForm.nim_heap(1) + MisereForm.nim_heap(1) is zero
    assert MisereForm.nim_heap(2) + MisereForm.nim_heap(2) is not zero


def test_texts_are_read_as_they_are_written():
    for form in born_by(4):
        assert MisereForm.parse(str(form)) is form
        assert pickle.loads(pickle.dumps(form)) is form  # noqa: S301 - these bytes are our own
    assert MisereForm.parse(" { 0 , * } ").size == 2
    assert MisereForm.parse("*2+*2") is MisereForm.parse("{*2,*3}")
    assert MisereForm.parse("{}") is MisereForm.parse("0")


@pytest.mark.parametrize(
    ("text", "place"),
    [("", 0), ("{0", 2), ("*2 *3", 3), ("{0,}", 3), ("x", 0), ("*2+", 3), ("*1000", 5), ("{" * 500, 201)],
)
def test_a_mistake_is_shown_at_its_place(text, place):
    with pytest.raises(ParseError) as caught:
        MisereForm.parse(text)
    assert caught.value.index == place


@pytest.mark.full
def test_long_forms(monkeypatch, upto):
    size = upto(1_100, full=1_500)  # deeper than Python calls
    heap = MisereForm.nim_heap(size)
    assert (heap.birthday, heap.size, str(heap)) == (size, size, f"*{size}")
    with pytest.raises(NumberError):
        MisereForm.nim_heap(-1)
    with pytest.raises(ParseError):
        MisereForm.parse("0" * 200_000)
    monkeypatch.setattr("cgt.theory.misere_form.MOST_OPTIONS", upto(5_000, full=50_000))
    with pytest.raises(BudgetError):
        MisereForm.nim_heap(900) + MisereForm.nim_heap(901)
    chain = MisereForm.nim_heap(2)
    for _ in range(upto(300, full=1_000)):
        chain = canonical_form([chain])
    assert chain.outcome in {cgt.Outcome.N, cgt.Outcome.P}
    assert (
        FormEvaluator().form(cgt.game(lambda n: [n - 1] if n else []).position(upto(1_000, full=5_000))).birthday <= 1
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{*2,{*2}}+" * 9000 + "0", marks=pytest.mark.full),
        "*999+*998",
        pytest.param("*2" + "".join(f"+{{*{i},{{*{i + 1}}}}}" for i in range(3, 40)), marks=pytest.mark.full),
    ],
)
def test_a_text_of_sums_that_take_long_is_refused(text):
    with pytest.raises(BudgetError, match="stopped after 50,000 options"):
        MisereForm.parse(text)


def test_large_nim_heaps_are_made_or_refused(upto):
    most = upto(200, full=1_000)
    assert MisereForm.parse("{" + ",".join(f"*{size}" for size in range(most)) + "}").size == most
    assert MisereForm.nim_heap(most + 200).size == most + 200
    with pytest.raises(BudgetError, match="above 2,000"):
        MisereForm.nim_heap(10**9)


def test_options_that_are_nim_heaps_make_what_the_definition_makes():
    """The shortcut against the rule of simplification, written out."""
    heaps = [MisereForm.nim_heap(size) for size in range(6)]
    for chosen in range(1 << 6):
        options = frozenset(heap for size, heap in enumerate(heaps) if chosen >> size & 1)
        simpler = [
            form
            for form in {inner for option in options for inner in option.options} - options
            if form.options <= options
            and all(form in option.options for option in options - form.options)
            and (form.options or any(option.outcome is Outcome.P for option in options))
        ]
        expected = simpler[0] if simpler else None
        found = canonical_form(options)
        assert found is expected if expected is not None else found.options == options


def test_what_a_form_simplifies_to_is_what_the_definition_says(upto):
    """Looked for among the options of every option; of the 22 games born by day 4, and a few later ones."""
    choose = random.Random(5)
    forms = born_by(4)
    for _form in range(upto(3_000, full=30_000)):
        options = set(choose.sample(forms, choose.randint(1, 5)))
        simpler = choose.choice(forms)
        if choose.random() < 0.5:  # as that one with options from which one may move back
            back = [canonical_form({simpler, *choose.sample(forms, 2)}) for _option in range(2)]
            options = {*simpler.options, *(option for option in back if simpler in option.options)}
        expected = {
            form
            for option in options
            for form in option.options
            if form.options <= options
            and all(form in other.options for other in options - form.options)
            and (form.options or any(other.outcome is Outcome.P for other in options))
        }
        form = canonical_form(options)
        assert expected == {form} or (not expected and form.options == options)
        if len(forms) < 60:
            forms.append(form)


def test_the_forms_whose_sums_are_kept_are_counted():
    """A refused sum with a heap of 1,000 kept its 25 MB of options, and counted 6 MB."""
    cgt.forget()
    with pytest.raises(BudgetError):
        MisereForm.nim_heap(1_000) + MisereForm.nim_heap(700)
    with MEMORY.borrow(("sums of misère forms", None, None), dict) as sums:
        assert sums.nbytes > sum(getsizeof(form.options) for form in sums.rows)
