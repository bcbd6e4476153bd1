"""Poset games: choose an element of an order; it is taken away, with everything above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, TypeAlias

import attrs

from cgt.core.game import GamePosition, by_weight, position_of
from cgt.core.language import _
from cgt.core.nimber import nim_sum, sum_text
from cgt.core.numbers import format_int, from_decimal, shorten_ints
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import as_list, indentation
from cgt.core.route import ClosedForm
from cgt.errors import ParseError, PositionError
from cgt.families.state_form import ValueForm
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.graph import (
    NO_VERTICES,
    Edge,
    Vertex,
    by_name,
    by_names,
    check_searched,
    connected,
    edges_and_nodes,
    names_of,
    numbering,
    read_entries,
    refuse_glued,
    short_text,
)
from cgt.games.graphs.graph_picture import DrawnGraph
from cgt.games.graphs.hackenbush import WINNING_WAYS
from cgt.games.references import SCHUH

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

GALE = "D. Gale and A. Neyman, Nim-type games, International Journal of Game Theory 11 (1982)"

Order: TypeAlias = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""The elements, and the pairs (lower, upper) of which nothing lies between; both in order."""

MOST_ELEMENTS = 2_000
"""The greatest number of elements of an order."""

MOST_ATOMS = 6
"""The greatest number of elements of the set whose subsets are taken away."""


@attrs.frozen
class Poset(DrawnGame[Order, Vertex]):
    """Choose an element of a partial order: it is taken away, and everything above it.

    >>> import cgt
    >>> cgt.nim_value(Poset().parse("a<b,a<c,b<d,c<d")), cgt.outcome(Poset().parse("subsets 3"))
    (3, <Outcome.P: 'P'>)
    """

    name = "poset"
    title = "Poset games"
    rules = "Choose an element of a partial order: it is taken away, and everything above it."
    references = (GALE, SCHUH)
    phrase = "the order that is drawn"
    family = "chain {n}"
    position_form = "relations and lone elements such as a<b,b<c,d, or chain 5, subsets 3, chomp 2x3, 0"
    example = "a<b,a<c,b<d,c<d,e<d"

    def position(self, relations: object, elements: Iterable[object] = ()) -> GamePosition[Order, Vertex]:
        """The position of the order that pairs (lower, upper), or a directed graph, generate, with further elements.

        Raises:
            PositionError: the relations go round, or are no pairs of named elements.
        """
        pairs, nodes = edges_and_nodes(relations, directed=True)
        names = names_of([*as_list(elements, NO_VERTICES), *nodes])
        return GamePosition(self, order_of(names.values(), [(names[lower], names[upper]) for lower, upper in pairs]))

    def moves(self, state: Order) -> tuple[Vertex, ...]:
        return state[0]

    def after(self, state: Order, move: Move) -> Order:
        """The order without the element and everything above it; O(E)."""
        elements, covers = state
        if not isinstance(move, str) or move not in elements:
            raise KeyError(move)
        above: dict[Vertex, list[Vertex]] = {}
        for lower, upper in covers:
            above.setdefault(lower, []).append(upper)
        gone, waiting = {move}, [move]
        while waiting:
            new = [upper for upper in above.get(waiting.pop(), ()) if upper not in gone]
            gone.update(new)
            waiting += new
        # The elements that are gone go up to the top, so nothing between two elements that stay is gone.
        return (
            tuple(element for element in elements if element not in gone),
            tuple(pair for pair in covers if pair[1] not in gone),
        )

    def read(self, text: str) -> Order:
        """Read relations and lone elements, or a short form."""
        refuse_glued(text, _STANDARD, _standard)
        kind, _gap, size = short_text(text).partition(" ")
        if kind in _STANDARD and size:
            return _standard(kind, size.strip())
        elements, relations = read_entries(text, self.position_form, "<")
        for (lower, upper), place in relations:
            if lower == upper:
                raise ParseError(_("{lower} cannot be below itself").format(lower=lower), text, place)
        try:
            return order_of(elements, [pair for pair, _place in relations])
        except PositionError as error:
            raise ParseError(str(error), text, indentation(text)) from None

    def write(self, state: Order) -> str:
        elements, covers = state
        ends = {end for pair in covers for end in pair}
        return ",".join(["<".join(pair) for pair in covers] + [one for one in elements if one not in ends]) or "0"

    def components(self, state: Order) -> Sequence[Order]:
        return connected(state) or (state,)

    def canonical(self, state: Order) -> Order:
        """The order with elements numbered by those below and above; raises `BudgetError` for too many to search."""
        elements, covers = state
        check_searched((elements, covers))
        below = dict.fromkeys(elements, 0)
        place = {name: index for index, name in enumerate(_from_below(elements, covers))}
        for lower, upper in sorted(covers, key=lambda pair: place[pair[0]]):
            below[upper] = max(below[upper], below[lower] + 1)
        new = numbering((elements, covers), below)
        return _sorted(new.values(), ((new[lower], new[upper]) for lower, upper in covers))

    def _size(self, state: Order) -> tuple[int, ...]:
        elements, covers = state
        return len(elements), len(covers)

    def _move_text(self, position: Position, move: Vertex) -> str:
        return _("choose {vertex}").format(vertex=move)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: fences, boards of chomp and two chains up to the bound, and the example's."""
        fences = [_fence(size) for size in range(2, bound + 1)]
        boards = [_chomp(2, columns) for columns in range(2, bound // 2 + 1)]
        chains = [_chains(*lengths) for lengths in combinations_with_replacement(range(1, bound // 2 + 1), 2)]
        known = {position_of(self, state) for state in (*fences, *boards, *chains)}
        return by_weight(self, known.union(super().sample_positions(max(bound // 4, 1))))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (TreesOfOrder(self),)

    def sketch(self, state: Order) -> Sketch:
        """The drawing of the order, greater elements above, each pair an arrow to its upper end."""
        elements, covers = state
        return DrawnGraph(elements, covers, arrows=True, rising=True)


def _sorted(elements: Iterable[Vertex], covers: Iterable[Edge]) -> Order:
    return tuple(sorted(elements, key=by_name)), tuple(sorted(covers, key=by_names))


def order_of(elements: Iterable[Vertex], relations: Iterable[Edge]) -> Order:
    """The order that pairs (lower, upper) generate; O(V E).

    Raises:
        PositionError: the relations go round, or there are too many elements.

    >>> order_of((), [("a", "b"), ("b", "c"), ("a", "c")])
    (('a', 'b', 'c'), (('a', 'b'), ('b', 'c')))
    """
    pairs = set(relations)
    names = sorted({*elements, *(end for pair in pairs for end in pair)}, key=by_name)
    if len(names) > MOST_ELEMENTS:
        text = _("an order has at most {most} elements here")
        raise PositionError(text.format(most=format_int(MOST_ELEMENTS, group=True)))
    place = {name: index for index, name in enumerate(_from_below(names, pairs))}
    above: dict[Vertex, list[Vertex]] = {name: [] for name in names}
    for lower, upper in pairs:
        above[lower].append(upper)
    over: dict[Vertex, int] = {}  # all that is above, as bits
    covers = []
    for name in reversed(place):
        reached = 0
        for upper in sorted(above[name], key=place.__getitem__):
            if not reached >> place[upper] & 1:
                covers.append((name, upper))
                reached |= 1 << place[upper] | over[upper]
        over[name] = reached
    return _sorted(names, covers)


def _from_below(names: Sequence[Vertex], pairs: Iterable[Edge]) -> list[Vertex]:
    """The elements in a linear extension; raises `PositionError` if the relations have a cycle."""
    missing = dict.fromkeys(names, 0)
    above: dict[Vertex, list[Vertex]] = {}
    for lower, upper in pairs:
        missing[upper] += 1
        above.setdefault(lower, []).append(upper)
    waiting = [name for name in names if not missing[name]]
    for name in waiting:
        for upper in above.get(name, ()):
            missing[upper] -= 1
            if not missing[upper]:
                waiting.append(upper)
    if len(waiting) < len(names):
        round_ = next(name for name in names if missing[name])
        raise PositionError(_("the relations go round, at {round} or below it: they are no order").format(round=round_))
    return waiting


def _standard(kind: str, size: str) -> Order:
    """A standard order: `chain 5`, `subsets 3` (proper nonempty ones), `chomp 2x3` (without the poison)."""
    numbers = [from_decimal(number) for number in size.split("x") if number.isascii() and number.isdigit()]
    wanted = 2 if kind == "chomp" else 1
    if len(numbers) != wanted or size.count("x") != wanted - 1:
        text = _("it is written such as {value}, not {kind} {size}")
        value = "chomp 2x3" if wanted == 2 else f"{kind} 3"
        raise PositionError(text.format(value=value, kind=kind, size=shorten_ints(size)))
    return _STANDARD[kind](*numbers)


def _chain(length: int) -> Order:
    names = [str(number) for number in range(1, min(length, MOST_ELEMENTS + 1) + 1)]
    return order_of(names, pairwise(names))


def _chains(*lengths: int) -> Order:
    names = [[f"{ascii_lowercase[row]}{place + 1}" for place in range(length)] for row, length in enumerate(lengths)]
    return order_of((name for row in names for name in row), [pair for row in names for pair in pairwise(row)])


def _fence(size: int) -> Order:
    """The elements in a row, each below its neighbours or above them in turn."""
    names = [str(number) for number in range(1, size + 1)]
    return order_of(
        (), [(one, other) if place % 2 else (other, one) for place, (one, other) in enumerate(pairwise(names))]
    )


def _subsets(atoms: int) -> Order:
    if atoms > MOST_ATOMS:
        raise PositionError(
            _("the subsets are those of at most {most} elements, not {numbers}").format(
                most=MOST_ATOMS, numbers=format_int(atoms)
            )
        )
    letters = ascii_lowercase[:atoms]
    subsets = ["".join(chosen) for count in range(1, atoms) for chosen in combinations(letters, count)]
    return order_of(subsets, [(a, b) for a, b in combinations(subsets, 2) if set(a) < set(b)])


def _chomp(rows: int, columns: int) -> Order:
    if rows * columns > MOST_ELEMENTS or rows > len(ascii_lowercase):
        text = _("chomp has at most 26 rows and {most} squares here, not {size}")
        size = f"{format_int(rows)}x{format_int(columns)}"
        raise PositionError(text.format(most=format_int(MOST_ELEMENTS, group=True), size=size))
    squares = [(i, j) for i, j in product(range(rows), range(columns)) if i or j]
    cells = {(i, j): f"{ascii_lowercase[i]}{j + 1}" for i, j in squares}
    nexts = [((i, j), near) for i, j in cells for near in ((i + 1, j), (i, j + 1)) if near in cells]
    return order_of(cells.values(), [(cells[a], cells[b]) for a, b in nexts])


_STANDARD: Mapping[str, Callable[..., Order]] = {"chain": _chain, "subsets": _subsets, "chomp": _chomp}


@attrs.frozen
class TreesOfOrder(ValueForm[Order, Vertex]):
    """The closed form for forests: an order with at most one element just below each is Green Hackenbush on trees."""

    name = "colon principle"
    statement = (
        "An order in which each element has at most one just below it is a wood of Green Hackenbush: colon principle."
    )
    strategy = (
        "where branches meet they add up as heaps of nim do, and the element below makes one more: play nim with "
        "the trees"
    )
    reference = WINNING_WAYS

    def covers(self, state: Order) -> bool:
        """Whether the order is a forest that grows upwards."""
        _elements, pairs = state
        return len({upper for _lower, upper in pairs}) == len(pairs)

    def value(self, state: Order) -> int:
        """The nim-sum of the roots, each worth one plus the value above it; O(V log V)."""
        return nim_sum(*self._roots(state))

    def _roots(self, state: Order) -> list[int]:
        elements, pairs = state
        under = {upper: lower for lower, upper in pairs}
        worth = dict.fromkeys(elements, 0)
        for element in reversed(_from_below(elements, pairs)):
            if element in under:
                worth[under[element]] ^= worth[element] + 1
        return [worth[element] + 1 for element in elements if element not in under]

    def reason(self, state: Order, convention: Convention) -> str:
        roots = sorted(self._roots(state), reverse=True)
        if not roots:
            return _("no element is left")
        return _("the trees are worth {worth}").format(worth=sum_text(roots, self.value(state)))
