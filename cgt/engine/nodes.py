"""Nodes, the keys under which searches remember: raw states of one game, and bags of numbered components for sums."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from operator import attrgetter, length_hint
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, cast

import attrs

from cgt.core.compounds import Sum, atoms_of, components_of
from cgt.core.game import Game, GamePosition, S, falls_apart, position_of, within_limit
from cgt.core.hints import SearchHints
from cgt.core.numbers import format_value
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position, canonical, check_play, is_decomposable
from cgt.engine.budget import Budget, size_of_words
from cgt.engine.search import value_of
from cgt.errors import BudgetError, LoopError, NotApplicableError, PositionError

if TYPE_CHECKING:
    from cgt.engine.pruned import PrunedSearch


CompiledSearch: TypeAlias = "Callable[..., PrunedSearch[Any]]"
"""A factory of pruned searches by `WordRules`, which a function gives; further arguments go to the search."""

Result = TypeVar("Result")

Bag: TypeAlias = tuple[int, ...]
"""The sorted numbers of the components of a sum, none of which has ended."""

NIM_VALUE = "nim-value"
"""The question whose words both searches read."""

MOST_COUNTED = 1_000
"""The greatest number of moves of a state that are counted for its mobility."""

KEPT_STAND_INS = 16
"""The greatest number of equivalent games of one game that are compared."""


LISTS = {list, tuple, range}
"""The kinds of iterables that moves come in mostly, which have an end."""


class FallsApartError(Exception):
    """A state whose options are sums, met by a search that holds whole states alone."""


class Positions(Game[Any, Move]):
    """Positions of any class as the states of one game, whose rules are their own `moves` and `play`.

    Python holds equal tuples of different classes equal, which games are not: a position that is a tuple goes with its
    class, as the pair (class, position).
    """

    name = title = "positions"
    hints = SearchHints(components_are_atomic=True)

    def moves(self, state: Any, /) -> Iterable[Move]:  # noqa: ANN401 - a position, or one with its class
        return _position(state).moves()

    def options(self, state: Any, /) -> Iterator[Any]:  # noqa: ANN401 - likewise
        position = _position(state)
        return map(position.play, position.moves())

    def components(self, state: Any, /) -> Sequence[Any]:  # noqa: ANN401 - a state, or an option
        if _is_whole(type(state)):
            return (state,)
        return [_state(canonical(part)) for part in components_of(_position(state))]


_POSITIONS: Final = Positions()


def _is_whole(kind: type) -> bool:
    """Whether each position of this class is its own node: no tuple, without components and symmetries."""
    return not (issubclass(kind, tuple) or hasattr(kind, "components") or hasattr(kind, "canonical"))


def _state(position: Position) -> Any:  # noqa: ANN401 - a position, or one with its class
    return (type(position), position) if isinstance(position, tuple) else position


@position_of.register(Positions)
def _own_position(_game: Positions, state: Any) -> Position:  # noqa: ANN401 - likewise
    return _position(state)


def _position(state: Any) -> Position:  # noqa: ANN401 - likewise
    position: Position = state[1] if type(state) is tuple else state
    return position


class States(Generic[S]):
    """The states of one game as nodes, with their nim-values, representatives and components.

    Attributes:
        game: the game.
        words: by question, the words that answer it, by node.
        options: the options of a node that does not fall apart on the way; raises `FallsApartError` where it does.
        parts: what a state falls into, taken apart all the way, each as its representative.
        falls_apart: whether its rules say what a state falls into.
        prunes: whether nim-values of components may be left open.
        pruned: the search that adds up components in normal play, where one was asked for.
        compiles: whether that search goes by rules on words.

    Args:
        compiled: what makes a search by rules on words.
    """

    def __init__(self, game: Game[S, Any], compiled: CompiledSearch | None = None) -> None:
        self.game = game
        hints = game.hints
        rules = hints.word_rules
        self._make_compiled = None if compiled is None or rules is None else partial(compiled, rules)
        self.compiles = self._make_compiled is not None
        self.falls_apart = falls_apart(game)
        self.prunes = hints.prunes
        self.words: defaultdict[str, dict[S, Any]] = defaultdict(dict)
        self.pruned: PrunedSearch[S] | None = None
        # Of which kinds of states some were met that have a sum among their options, or further down.
        self._split: set[type] = set()
        self.options: Callable[[S], Iterable[S]] = game.options
        if self.falls_apart:
            self.options = self._whole_options
        elif type(game).canonical is not Game.canonical:
            self.options = self._representatives
        self.parts: Callable[[S], Sequence[S]] = game.components if hints.components_are_atomic else self._parts

    def __len__(self) -> int:
        return sum(map(len, self.words.values())) + (0 if self.pruned is None else len(self.pruned))

    @property
    def nbytes(self) -> int:
        """About how many bytes the remembered values take, with their nodes."""
        return sum(map(size_of_words, self.words.values())) + (0 if self.pruned is None else self.pruned.nbytes)

    def known(self, node: S) -> int | None:
        """The nim-value of a node, where one of the searches has computed it."""
        if word := self.words[NIM_VALUE].get(node):
            return value_of(word)
        return None if self.pruned is None else self.pruned.known(node)

    def pruned_search(self, table_bytes: int) -> PrunedSearch[S]:
        """The pruned search of sums of components; its table takes at most `table_bytes`."""
        if self.pruned is None:
            from cgt.engine.pruned import PrunedSearch

            make: Callable[..., PrunedSearch[S]] = self._make_compiled or PrunedSearch
            known = self.words[NIM_VALUE]
            self.pruned = make(self.options_in_parts, self.mobility, table_bytes=table_bytes, known=known)
        return self.pruned

    def alone(self, node: S, search: Callable[[States[Any], Any], Result]) -> Result | None:
        """The result of a search of whole states; None where states of this kind fall apart on the way."""
        if type(node) not in self._split:
            try:
                return search(self, node)
            except FallsApartError:
                self._split.add(type(node))
        return None

    def _parts(self, state: S) -> tuple[S, ...]:
        if not self.falls_apart:
            return (self.game.canonical(state),)
        return tuple(map(self.game.canonical, atoms_of(state, self.game.components)))

    def mobility(self, state: S) -> int:
        """About how many moves a state has, by which a search orders options: those with the most come last.

        For a number that is the number of its bits, for a tuple its length, else the number of moves.
        """
        if isinstance(state, int):
            return state.bit_count()
        if isinstance(state, tuple | frozenset):
            return len(state)
        moves = self.game.moves(state)
        return length_hint(moves) or sum(1 for _move in islice(moves, MOST_COUNTED))

    def options_in_parts(self, state: S) -> Iterator[Sequence[S]]:
        """The options of a node, each as the nodes of its components."""
        return map(self.parts, self.game.options(state))

    def uses_pruned_search(self, node: S) -> bool:
        """Whether the pruned search serves this node: its kind is known to fall apart, or that search is compiled."""
        return self.compiles or type(node) in self._split

    def with_positions(self, error: LoopError) -> LoopError:
        """The error, with positions in place of nodes, and the condition that would have kept a node from itself."""
        loop = tuple(map(self.position, cast("tuple[S, ...]", error.loop)))
        return LoopError(loop, condition=self.game.wording.missing_condition(loop[0]) if len(loop) == 1 else "")

    def position(self, node: S) -> Position:
        """The position of a node, for messages."""
        return position_of(self.game, node)

    def _representatives(self, state: S) -> Iterator[S]:
        return map(self.game.canonical, self.game.options(state))

    def _whole_options(self, state: S) -> Iterable[S]:
        for option in self.game.options(state):
            parts = self.parts(option)
            if len(parts) != 1:
                raise FallsApartError
            yield parts[0]


class OwnStates(States[Any]):
    """The states of `Positions`: for most classes, positions are their own nodes and so are their options.

    Whether an option is one is looked at once, when it is opened, and not each time that a move leads to it.
    """

    def __init__(self) -> None:
        super().__init__(_POSITIONS)
        self._kinds: set[type] = set()

    def _whole_options(self, state: Any) -> Iterable[Any]:  # noqa: ANN401 - a position, or one with its class
        kind = type(state)
        if kind not in self._kinds:
            if not _is_whole(kind):
                if self._kinds and self.parts(state) != [state]:
                    raise FallsApartError  # an option of a whole position that is no node
                return super()._whole_options(state)
            if check_play(state):
                self._kinds.add(kind)
        moves = state.moves()  # as limited_moves, without a call more
        return map(state.play, moves if type(moves) in LISTS else within_limit(kind.__name__, moves))


Atom: TypeAlias = tuple[States[Any], Any]
"""A component that does not fall apart: its game's states, and which of them it is."""


class Bags:
    """Sums as nodes: sorted tuples of the numbers of their components, without those that have ended.

    Attributes:
        words: by question, the words that answer it, by bag.
        budget: what numbering may still spend.
    """

    def __init__(self) -> None:
        self.budget = Budget(None)
        self.words: defaultdict[str, dict[Bag, Any]] = defaultdict(dict)
        self._numbers: dict[Atom, int] = {}
        self._atoms: list[Atom] = []
        self._options: dict[int, list[Bag]] = {}

    def __len__(self) -> int:
        return sum(map(len, self.words.values()))

    @property
    def nbytes(self) -> int:
        """About how many bytes the remembered values take, and the components with their options."""
        sums = sum(map(size_of_words, self.words.values()))
        return sums + size_of_words(self._numbers) + size_of_words(self._options)

    def bag(self, atoms: Iterable[Atom]) -> Bag:
        """The bag of these components; raises `BudgetError` where too many are new."""
        alive = (atom for atom in atoms if any(True for _option in atom[0].game.options(atom[1])))
        return tuple(sorted(map(self._number, alive)))

    def options(self, bag: Bag) -> Iterator[Bag]:
        """The options of a bag, as bags."""
        for number, _equal in groupby(bag):
            at = bag.index(number)
            others = bag[:at] + bag[at + 1 :]
            for replacement in self._options_of(number):
                yield tuple(sorted(others + replacement)) if replacement else others

    def position(self, bag: Bag) -> Position:
        """The sum that a bag stands for, for messages."""
        parts = [states.position(node) for states, node in map(self._atoms.__getitem__, bag)]
        return parts[0] if len(parts) == 1 else Sum(*parts)

    def with_positions(self, error: LoopError) -> LoopError:
        """The error, with positions in place of bags."""
        return LoopError(tuple(map(self.position, cast("tuple[Bag, ...]", error.loop))))

    def _number(self, atom: Atom) -> int:
        number = self._numbers.get(atom)
        if number is None:
            if self.budget.positions <= 0:
                raise self.budget.error()
            self.budget.positions -= 1
            number = len(self._atoms)
            # Kept before it has its number, so that an interruption in between only leaves a number that nobody has.
            self._atoms.append(atom)
            self._numbers[atom] = number
        return number

    def _options_of(self, number: int) -> list[Bag]:
        result = self._options.get(number)
        if result is None:
            result = []
            states, node = self._atoms[number]
            for parts in states.options_in_parts(node):
                self.budget.numbered -= 1
                if self.budget.numbered < 0:
                    raise self.budget.error()
                if not self.budget.numbered & 31:  # one option may be dear: a number to be factored
                    self.budget.check_clock()
                result.append(self.bag((states, part) for part in parts))
            self._options[number] = result
        return result


@attrs.define(eq=False)
class _StandIns:
    """The hint of a game that names another game for a state, and the games named so far, the latest first."""

    searched_as: Callable[[Any, Iterable[Any]], tuple[Any, Any] | None]
    known: list[Game[Any, Any]] = attrs.field(factory=list)


class Nodes:
    """The nodes of a search: the states of each game, and the bags of sums.

    Args:
        compiled: what makes the pruned search of a game with rules on words; by default it is plain Python, too.
    """

    def __init__(self, compiled: CompiledSearch | None = None) -> None:
        self._compiled = compiled
        self._states: dict[Game[Any, Any], States[Any]] = {}
        self._bags: tuple[Bags, ...] = ()
        self._stand_ins: dict[Game[Any, Any], _StandIns] = {}
        self._measured = 0, 0
        self._asked: tuple[Any, int] | None = None

    @property
    def bags(self) -> Bags:
        """The bags of sums, created on demand: normal play adds nim-values instead."""
        self._bags = self._bags or (Bags(),)
        return self._bags[0]

    def __len__(self) -> int:
        # All at once, in a tuple: another thread may search meanwhile.
        return sum(map(len, tuple(self._states.values()))) + sum(map(len, self._bags))

    @property
    def nbytes(self) -> int:
        """About how many bytes all nodes and their values take; estimated again after much growth."""
        count = len(self)
        before, nbytes = self._measured
        if before <= count <= before + before // 4:
            return nbytes * count // before if before else nbytes
        self._measured = count, sum(map(attrgetter("nbytes"), (*self._states.values(), *self._bags)))
        return self._measured[1]

    @property
    def visited(self) -> int:
        """The number of components opened by the pruned searches."""
        searches = (states.pruned for states in tuple(self._states.values()))
        return sum(search.visited for search in searches if search is not None)

    def atoms(self, position: Position) -> list[Atom]:
        """The components of a position, each as its representative under symmetry.

        Raises:
            PositionError: a position of a class of the user's own was changed since it was asked.
        """
        if isinstance(position, Sum):
            return [atom for part in position.parts for atom in self.atoms(part)]
        game: Game[Any, Any] = _POSITIONS
        if isinstance(position, GamePosition):
            game, state = self._stand_in(position.game, position.state)
        else:
            if is_decomposable(position):
                parts = components_of(position)
                if len(parts) != 1 or isinstance(parts[0], GamePosition):
                    return [atom for part in parts for atom in self.atoms(part)]
            state = _state(position)
            self._check_hash(state)
        states = self._states.get(game)
        if states is None:
            made = OwnStates() if game is _POSITIONS else States(game, self._compiled)
            states = self._states[game] = made
        return [(states, node) for node in states.parts(state)]

    def _check_hash(self, state: Any) -> None:  # noqa: ANN401 - a position, or one with its class
        """Check that equal states have one hash: that of a state against that of an equal one asked just before."""
        last, self._asked = self._asked, (state, hash(state))
        if last is not None and last[1] != self._asked[1] and last[0] == state:
            raise PositionError(
                f"{format_value(state)} had another hash when it was asked before: a position must not change"
            )

    def begin(self, position: Position) -> None:
        """Prepare the searches for the questions that follow about a position and its options."""
        for part in components_of(position):
            if isinstance(part, GamePosition):
                self._stand_in(part.game, part.state)

    def _stand_in(self, game: Game[Any, Any], state: Any) -> tuple[Game[Any, Any], Any]:  # noqa: ANN401 - of some game
        stand_ins = self._stand_ins.get(game)
        if stand_ins is None:  # a game's hints are made anew whenever they are asked for
            stand_ins = self._stand_ins[game] = _StandIns(game.hints.searched_as)
        answer = stand_ins.searched_as(state, stand_ins.known)
        if answer is None:
            return game, state
        others = [other for other in stand_ins.known if other != answer[0]]
        stand_ins.known = [answer[0], *others][:KEPT_STAND_INS]
        return answer

    def nim_value(self, position: Position, *, added: bool) -> int | None:
        """The nim-value if it is known, from those of components where they may be `added`; else None."""
        atoms = self.atoms(position)
        if not added and len(atoms) != 1:
            return None
        total = 0
        for states, node in atoms:
            value = states.known(node)
            if value is None:
                return None
            total ^= value
        return total

    def searched(
        self, position: Position, search: Callable[[States[Any] | Bags, Any], Result], budget: Budget
    ) -> Result:
        """The result of a search of whole nodes: the states of a game, or bags where they fall apart.

        The budget is what may be spent on the numbers of components.
        """
        atoms = self.atoms(position)
        if len(atoms) == 1:
            ((states, node),) = atoms
            answer = states.alone(node, search)
            if answer is not None:
                return answer
        bags = self.bags
        bags.budget = budget
        return search(bags, bags.bag(atoms))


def no_nodes(given: object) -> NotApplicableError:
    """The error for what is given in place of `Nodes`."""
    return NotApplicableError(f"{format_value(given)} is no cgt.engine.nodes.Nodes: leave `nodes` out")


class KeepsNodes:
    """The base of what asks about positions under a convention, and keeps the nodes from call to call."""

    convention: Convention
    _nodes: Nodes

    def _forget(self) -> None:
        self._nodes = Nodes()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.convention.value!r}, {len(self)} positions known)"

    def __len__(self) -> int:
        """The number of remembered values and labels."""
        return len(self._nodes)


def limited_moves(position: Position) -> Iterable[Move]:
    """The moves of a position, with an end; raises `BudgetError` on the way where there are too many."""
    moves = position.moves()
    return moves if type(moves) in LISTS else within_limit(type(position).__name__, moves)


def check_moves(position: Position) -> None:
    """Raise `BudgetError` early for a position with too many moves to try one by one."""
    for part in components_of(position):
        if not isinstance(part, GamePosition):
            continue
        from cgt.core.lazy_moves import LIMIT, LazyMoves  # which a class of one's own does without

        moves = part.moves()
        if not isinstance(moves, LazyMoves) or moves.total is not None:
            continue
        if moves.slow or moves.cut or any(True for _ in islice(moves, LIMIT, None)):
            raise BudgetError(f"{part} has more than {LIMIT:,} moves to try")
