"""Loopy games: labels against a naive fixpoint and the definition, golden cases, sums, certificates."""

from __future__ import annotations

import pickle
import random
from itertools import product

import attrs
import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.engine.loopy_labels import LoopyValue
from cgt.engine.retrograde import loopy_nim_values, remotenesses
from cgt.errors import BudgetError, CertificateError, LoopError, NotApplicableError, NumberError, ParseError

# Fraenkel and Perl's definition, worked out by hand for four graphs (options of each position).
GOLDEN = [
    ([[], [0, 1]], ["0", "∞(0)"]),
    ([[], [1]], ["0", "∞(∅)"]),
    ([[], [0], [0, 1, 2]], ["0", "1", "∞(0,1)"]),
    ([[], [2], [0, 1]], ["0", "0", "1"]),
]


def sent(value):
    """What another process would have of a value."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - these bytes are our own


def random_graph(rng, size):
    return [list({rng.randrange(size) for _ in range(rng.choice([0, 1, 1, 2, 2, 3]))}) for _ in range(size)]


def labels_by_definition(graph):
    """Label whatever may be labelled, any position at a time, until nothing changes."""
    labels = {}
    changed = True
    while changed:
        changed = False
        for position, options in enumerate(graph):
            if position in labels:
                continue
            reached = {labels[option] for option in options if option in labels}
            label = next(value for value in range(99) if value not in reached)
            if all(
                any(labels.get(further) == label for further in graph[option])
                for option in options
                if option not in labels
            ):
                labels[position] = label
                changed = True
    return [labels.get(position, -1) for position in range(len(graph))]


def outcomes_by_fixpoint(graph, misere):
    """Who can force the win within so many moves, for more and more moves."""
    won, lost = set(), set()
    while True:
        new_won = {p for p, options in enumerate(graph) if lost & set(options) or (misere and not options)}
        new_lost = {p for p, options in enumerate(graph) if set(options) <= new_won and (options or not misere)}
        if (new_won, new_lost) == (won, lost):
            return "".join("N" if p in won else "P" if p in lost else "D" for p in range(len(graph)))
        won, lost = new_won, new_lost


def positions(graph):
    game = cgt.game(graph.__getitem__)
    return [game.position(number) for number in range(len(graph))]


@pytest.mark.parametrize(("graph", "values"), GOLDEN)
def test_golden_values(graph, values):
    evaluator = cgt.LoopyEvaluator()
    assert [str(evaluator.value(position)) for position in positions(graph)] == values


@pytest.mark.parametrize("count", [150, pytest.param(20_000, marks=pytest.mark.full)])
def test_labels_against_their_definitions(count):
    rng = random.Random(5)
    for _ in range(count):
        graph = random_graph(rng, rng.randrange(1, 12))
        assert loopy_nim_values(graph)[0] == labels_by_definition(graph)
        for convention in ("normal", "misere"):
            evaluator = cgt.LoopyEvaluator(convention)
            found = "".join(map(evaluator.outcome, positions(graph)))
            assert found == outcomes_by_fixpoint(graph, convention == "misere")


def test_outcomes_agree_with_values(upto):
    rng = random.Random(6)
    for _ in range(upto(40, full=400)):
        here = positions(random_graph(rng, 12))
        evaluator = cgt.LoopyEvaluator()
        assert [evaluator.value(position).outcome for position in here] == [evaluator.outcome(p) for p in here]


@attrs.frozen
class Pair:
    """Two graphs at once, played by the definition of a sum and never taken apart."""

    graph: tuple
    places: tuple

    def moves(self):
        return [(at, option) for at in (0, 1) for option in self.graph[self.places[at]]]

    def play(self, move):
        at, option = move
        return Pair(self.graph, (option, self.places[1]) if at == 0 else (self.places[0], option))


@pytest.mark.parametrize("count", [4, pytest.param(500, marks=pytest.mark.full)])
def test_sums_follow_from_the_values(count):
    rng = random.Random(7)
    for _ in range(count):
        graph = random_graph(rng, 6)
        frozen = tuple(map(tuple, graph))
        parts = positions(graph)
        evaluator, flat, misere = cgt.LoopyEvaluator(), cgt.LoopyEvaluator(), cgt.LoopyEvaluator("misere")
        for left, right in product(range(6), repeat=2):
            total, pair = cgt.Sum(parts[left], parts[right]), Pair(frozen, (left, right))
            assert evaluator.value(total) == flat.value(pair)
            assert evaluator.outcome(total) is flat.outcome(pair)
            assert evaluator.remoteness(total) == flat.remoteness(pair)
            assert misere.outcome(total) is cgt.LoopyEvaluator("misere").outcome(pair)
            assert len(evaluator.winning_moves(total)) == len(
                [move for move in pair.moves() if flat.outcome(pair.play(move)) is Outcome.P]
            )


def test_sums_with_loopfree_games():
    loop = cgt.game([[], [0, 1]].__getitem__).position(1)
    nim = cgt.games.Nim().position
    evaluator = cgt.LoopyEvaluator()
    assert evaluator.value(cgt.Sum(loop, nim(2, 3))) == LoopyValue.infinity([1])
    assert evaluator.value(cgt.Sum(loop, nim(2, 3))).outcome is Outcome.D
    assert evaluator.value(cgt.Sum(loop, nim(3, 3))).outcome is Outcome.N
    assert evaluator.value(cgt.Sum(loop, loop)) == LoopyValue.infinity([])
    assert evaluator.value(nim(2, 3)) == LoopyValue(1)


def test_moves_keep_what_is_promised():
    #  0 is the end; 1 wins; 2 and 3 go round; 4 loses.
    here = positions([[], [0], [3, 1], [2, 1], [1, 1]])
    evaluator = cgt.LoopyEvaluator()
    assert "".join(map(evaluator.outcome, here)) == "PNDDP"
    assert evaluator.drawing_moves(here[2]) == [3]
    assert evaluator.winning_moves(here[1]) == [0]
    assert evaluator.best_move(here[2]) == 3
    assert evaluator.best_move(here[4]) == 1
    assert evaluator.best_move(here[0]) is None
    assert [evaluator.remoteness(position) for position in here] == [0, 1, None, None, 2]
    assert evaluator.drawing_moves(here[1]) == []


def test_certificates_are_checked_label_by_label(upto):
    rng = random.Random(8)
    for _ in range(upto(25, full=300)):
        graph = random_graph(rng, 9)
        root = positions(graph)[0]
        for convention in ("normal", "misere"):
            certificate = cgt.LoopyEvaluator(convention).certificate(root)
            certificate.check()
            for position, steps in certificate.remoteness.items():
                for wrong in {None, 0, 1, 2, 3} - {steps}:
                    with pytest.raises(CertificateError):
                        attrs.evolve(certificate, remoteness={**certificate.remoteness, position: wrong}).check()
        certificate = cgt.LoopyEvaluator().value_certificate(root)
        certificate.check()
        for position, (value, counter) in certificate.labels.items():
            wrong = LoopyValue(value.nim_value + 1) if value.nim_value is not None else LoopyValue(0)
            with pytest.raises(CertificateError):
                attrs.evolve(certificate, labels={**certificate.labels, position: (wrong, counter)}).check()
        if len(certificate.labels) > 1:
            with pytest.raises(CertificateError, match="no label"):
                attrs.evolve(certificate, labels={root: certificate.labels[root]}).check()


def test_there_are_no_values_in_misere_play_nor_a_certificate_of_them():
    """A misère evaluator gave a certificate of the values of normal play."""
    evaluator, here = cgt.LoopyEvaluator("misere"), positions([[], [2], [1, 0]])[1]
    for ask in (evaluator.value, evaluator.value_certificate):
        with pytest.raises(NotApplicableError, match="ask for the outcome"):
            ask(here)


def test_the_error_of_a_loop_shows_it_and_the_way_on():
    here = positions([[], [2], [1, 0]])
    for ask in (cgt.Evaluator().nim_value, cgt.Evaluator().outcome, cgt.Evaluator("misere").nim_value):
        with pytest.raises(LoopError, match=r"1 -> 2 -> 1; cgt\.LoopyEvaluator") as caught:
            ask(here[1])
        assert caught.value.loop == (here[1], here[2])
    again = sent(LoopError(("a", "b")))
    assert again.loop == ("a", "b")
    assert str(again) == str(LoopError(("a", "b")))
    parse = sent(ParseError("what", "text", 2))
    assert (str(parse), parse.index, parse.text) == (str(ParseError("what", "text", 2)), 2, "text")


def test_bad_input():
    here = positions([[], [2], [1, 0]])
    with pytest.raises(NotApplicableError):
        cgt.LoopyEvaluator("misere").value(here[0])
    with pytest.raises(BudgetError):
        cgt.LoopyEvaluator(max_positions=5).outcome(cgt.game(lambda n: [n + 1]).position(0))
    with pytest.raises(NumberError):
        LoopyValue(-1)
    with pytest.raises(NumberError):
        LoopyValue(1, [2])


def test_a_budget_is_of_one_call():
    """Of all components and options together; what was learnt stays, so that the next call comes further."""
    games = [cgt.game(lambda size, _number=number: [size - 1] if size else []) for number in range(5)]
    position = cgt.Sum(*(game.position(9) for game in games))
    for name in ("value", "outcome", "winning_moves", "best_move"):
        evaluator = cgt.LoopyEvaluator(max_positions=12)
        with pytest.raises(BudgetError):
            getattr(evaluator, name)(position)
        assert len(evaluator) <= 12
    while True:
        try:
            value = evaluator.value(position)
            break
        except BudgetError:
            continue
    assert str(value) == "1"


@pytest.mark.full
def test_a_million_positions():
    rng = random.Random(9)
    graph = random_graph(rng, 1_000_000)
    steps = remotenesses(graph)
    labels = loopy_nim_values(graph)[0]
    assert all((label == 0) == (count >= 0 and count % 2 == 0) for label, count in zip(labels, steps, strict=True))


def test_the_winner_hurries_and_the_loser_delays():
    """From `won` an end is one move off, or three; from `lost` both ways lose, in two moves or in four."""
    after = {"won": "ecb", "lost": "df", "e": "", "b": "e", "c": "d", "d": "e", "f": "c"}
    game = cgt.game(lambda state: [*after[state]] if state in after else [], example="won")
    evaluator = cgt.LoopyEvaluator("normal")
    assert [evaluator.remoteness(game.position(state)) for state in "edcf"] == [0, 1, 2, 3]
    assert game.position("won").play(evaluator.best_move(game.position("won"))) == game.position("e")
    assert game.position("lost").play(evaluator.best_move(game.position("lost"))) == game.position("f")
