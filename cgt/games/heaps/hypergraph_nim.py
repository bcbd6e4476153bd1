"""Nim on a hypergraph: a move takes from all heaps of one hyperedge; circular nim takes from heaps side by side."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice, product

import attrs

from cgt.core.language import _
from cgt.core.memory import MEMORY
from cgt.core.numbers import check_whole, exact_repr, format_value
from cgt.core.position import Move
from cgt.core.reading import WholeNumber, as_list, text_form, truth_value
from cgt.errors import RulesetError
from cgt.games.heaps.number_rows import HeapNumbers, Numbers, less, nonempty, taken_from

BOROS = (
    "E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, Tetris hypergraphs and combinations of impartial games "
    "(2017)"
)
SLOW = "V. Gurvich, S. Heubach, N. B. Ho and N. Chikin, Slow k-Nim, INTEGERS 20 (2020)"
DUFOUR = "M. Dufour and S. Heubach, Circular nim games, Electronic Journal of Combinatorics 20 (2013), arXiv 1211.0091"
OGINUMA = "H. Oginuma and M. Shinoda, Shrinking circular nim, arXiv 2411.07497 (2024)"

MOST_HEAPS = 30
"""The greatest number of heaps of a hypergraph, or on a circle."""

MOST_TOGETHER = 8
"""The greatest number of neighbours on a circle that a move may touch."""

SAMPLED = 1_000
"""The greatest number of sample positions."""

_EDGE = re.compile(r"\s*[1-9]\d?(\s*-\s*[1-9]\d?)*\s*", re.ASCII)

Edges = tuple[tuple[int, ...], ...]
"""Sets of heaps, each ascending, counted from 0; in order, the smaller sets first."""


_NEEDS_EDGES = f"edges are sets of heaps, counted from 0 to {MOST_HEAPS - 1}, such as [(0, 1), (1, 2)]"


def _edges(edges: Iterable[Iterable[int]]) -> Edges:
    """The sets as tuples of ints, for numbers of numpy's overflow, and a list is no part of a game; each once."""
    results = set()
    for edge in as_list(edges, f"{_NEEDS_EDGES}, not {{value}}", error=RulesetError):
        given = as_list(edge, f"{_NEEDS_EDGES}, not {{value}} among them", error=RulesetError)
        heaps = [check_whole(heap, _NEEDS_EDGES, most=MOST_HEAPS - 1, error=RulesetError) for heap in given]
        if not heaps or len(set(heaps)) < len(heaps):
            raise RulesetError(f"{_NEEDS_EDGES}, not {format_value(edge)} among them")
        results.add(tuple(sorted(heaps)))
    if not results:
        raise RulesetError(f"{_NEEDS_EDGES}, at least one")
    return in_order(results)


class EdgeNim(HeapNumbers[Numbers]):
    """The base of nim games whose moves take from one of some sets of heaps; a move is an amount for each heap."""

    @abstractmethod
    def edges_of(self, heaps: Numbers) -> Edges:
        """The sets of heaps that a move may take from."""

    slow = False
    """Whether a move takes exactly one from each of its heaps; by default it takes one or more."""

    def steps(self, heaps: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """The moves, set by set, the last heap of a set varying first, with the heaps they leave."""
        for edge in self.edges_of(heaps):
            if all(heaps[heap] for heap in edge):
                ones = tuple(int(heap in edge) for heap in range(len(heaps)))
                for amounts in (ones,) if self.slow else taken_from(heaps, edge):
                    yield amounts, less(heaps, amounts)

    def after(self, heaps: Numbers, move: Move) -> Numbers:
        amounts = move if isinstance(move, tuple) and len(move) == len(heaps) else ()
        if not amounts or not all(type(amount) is int for amount in amounts):
            raise KeyError(move)
        edge = tuple(heap for heap, amount in enumerate(amounts) if amount)
        most = (1,) * len(heaps) if self.slow else heaps
        fits = all(0 <= amount <= min(heap, bound) for amount, heap, bound in zip(amounts, heaps, most, strict=True))
        if edge not in self.edges_of(heaps) or not fits:
            raise KeyError(move)
        return less(heaps, amounts)


@attrs.frozen
class HypergraphNim(EdgeNim):
    """Choose a hyperedge, and take at least one from each of its heaps; with `slow`, exactly one from each.

    In text, heaps are counted from 1: the hyperedges 1, 2, 3 and so on are nim, all sets of up to k heaps are Moore's
    nim, and all sets of exactly k are exact nim. `edges` counts them from 0.

    Raises:
        RulesetError: an edge is empty, names a heap twice, or one beyond 29; or there is no edge.

    >>> print(HypergraphNim([(0, 1), (1, 2), (0, 2)]))
    hypergraph-nim(1-2,1-3,2-3)
    >>> import cgt
    >>> triangle = cgt.parse_ruleset("hypergraph-nim(1-2,2-3,1-3)")
    >>> cgt.nim_value(triangle.position(2, 3, 4)), cgt.outcome(triangle.position(0, 0, 5))
    (4, <Outcome.P: 'P'>)
    """

    name = "hypergraph-nim"
    title = "Hypergraph nim"
    references = (BOROS, SLOW)
    example_arguments = ("1-2", "2-3", "1-3")
    argument_form = (
        "sets of heaps, counted from 1, such as hypergraph-nim(1-2,3): a move takes from all the heaps of one set; "
        "with the word slow, as in hypergraph-nim(1-2,3,slow), exactly one from each"
    )

    edges: Edges = attrs.field(converter=_edges)
    slow: bool = attrs.field(default=False, validator=truth_value)

    @property
    def rules(self) -> str:
        """The rules with the sets themselves, each in one line."""
        text = _("Choose one of these sets of heaps, and take at least one match from each of its heaps: {sets}.")
        if self.slow:
            text = _("Choose one of these sets of heaps, and take exactly one match from each of its heaps: {sets}.")
        sets = ", ".join(map(_edge_text, self.edges))
        return text.format(sets=sets.replace("-", "\N{NON-BREAKING HYPHEN}"))

    @property
    def counts(self) -> range:
        """The number of heaps of the hypergraph."""
        count = 1 + max(chain.from_iterable(self.edges))
        return range(count, count + 1)

    @property
    def example(self) -> str:
        """The example, `3,4,5` and so on."""
        return ",".join(str(3 + heap) for heap in range(self.counts[0]))

    @property
    def position_form(self) -> str:
        """The form of a position, by an example."""
        return f"heaps separated by commas, such as {self.example}"

    def samples(self, bound: int) -> Iterator[Numbers]:
        """Sample states: small heaps, as many as the hypergraph has."""
        count = self.counts[0]
        return islice(product(range(bound // count + 2), repeat=count), SAMPLED)

    def edges_of(self, heaps: Numbers) -> Edges:
        """The hyperedges."""
        return self.edges

    def __str__(self) -> str:
        return text_form(self.name, [*map(_edge_text, self.edges), *(("slow",) if self.slow else ())])

    @classmethod
    def from_arguments(cls, *arguments: str) -> HypergraphNim:
        """The hyperedges such as `1-2`, and `slow`, in any order."""
        texts = [text for text in arguments if text.strip() != "slow"]
        if not texts:
            raise RulesetError(_("a hypergraph has a hyperedge at least, such as hypergraph-nim(1-2,2-3,1-3)"))
        for text in texts:
            if not _EDGE.fullmatch(text) or max(map(int, text.split("-"))) > MOST_HEAPS:
                message = _("a hyperedge is written by its heaps, from 1 to {most}, such as 1-2, not {text}")
                raise RulesetError(message.format(most=MOST_HEAPS, text=format_value(text)))
        return cls([{int(heap) - 1 for heap in text.split("-")} for text in texts], len(texts) < len(arguments))


@attrs.frozen
class CircularNim(EdgeNim):
    """Heaps in a circle: take any number, at least one in all, from up to k heaps that stand side by side.

    `circular-nim(k,shrinking)`: when a heap is gone, those beside it stand side by side.

    >>> import cgt
    >>> cgt.outcome(CircularNim(2).position(3, 5, 3, 5)), cgt.outcome(CircularNim(2).position(3, 5, 5, 3))
    (<Outcome.P: 'P'>, <Outcome.N: 'N'>)
    """

    name = "circular-nim"
    title = "Circular nim"
    references = (DUFOUR, OGINUMA)
    example_arguments = ("2",)
    argument_form = (
        "a number k from 1 to 8, such as circular-nim(3): a move takes from at most k heaps side by side; with the "
        "word shrinking, as in circular-nim(2,shrinking), the heaps beside one that is gone stand side by side"
    )
    example = "3,4,5,6"
    counts = range(1, MOST_HEAPS + 1)
    sampled = (1, 2, 3, 4)

    most_heaps: int = attrs.field(
        repr=exact_repr,
        validator=WholeNumber("circular-nim(k) needs a whole number k from 1 to 8", most=MOST_TOGETHER),
    )
    shrinking: bool = attrs.field(default=False, validator=truth_value, metadata={"word": "shrinking"})

    @property
    def rules(self) -> str:
        """The rules with the number itself."""
        text = _("Take at least one match from at most {count} of the heaps, side by side in the circle.")
        if self.shrinking:
            text += " " + _("When a heap is gone, those beside it stand side by side.")
        return text.format(count=self.most_heaps)

    def edges_of(self, heaps: Numbers) -> Edges:
        """The sets of heaps within each run of neighbours in the circle, which empty ones leave where it shrinks."""
        if self.shrinking and not all(heaps):
            places = [place for place, heap in enumerate(heaps) if heap]
            return tuple(tuple(places[at] for at in run) for run in _runs(len(places), self.most_heaps))
        return _runs(len(heaps), self.most_heaps)

    def canonical(self, heaps: Numbers) -> Numbers:
        """The least of the rotations and reflections of the circle."""
        circle = nonempty(heaps) if self.shrinking else heaps
        ways = (way[at:] + way[:at] for way in (circle, circle[::-1]) for at in range(len(circle)))
        return min(ways, default=circle)


@MEMORY.cache("runs of heaps in a circle")
def _runs(count: int, most: int) -> Edges:
    """The sets within a run of `most` of `count` heaps in a circle."""
    windows = [sorted({(start + step) % count for step in range(most)}) for start in range(count)]
    return in_order({edge for window in windows for size in range(1, most + 1) for edge in combinations(window, size)})


def in_order(edges: set[tuple[int, ...]]) -> Edges:
    """The sets sorted, smaller ones first.

    >>> in_order({(0, 1), (2,), (0,)})
    ((0,), (2,), (0, 1))
    """
    return tuple(sorted(edges, key=lambda edge: (len(edge), edge)))


def _edge_text(edge: tuple[int, ...]) -> str:
    return "-".join(str(heap + 1) for heap in edge)
