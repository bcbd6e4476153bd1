"""Games: the rules on plain states, how positions and moves are written and read, and the one class of positions.

A state is a hashable value, as small as can be: a number for a heap, a tuple, a set of squares as the bits of a number.
A `Game` has the rules; a `GamePosition` is a state together with its game.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import length_hint
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, Self, cast

import attrs
from more_itertools import ilen

from cgt.core.compounds import Sum, Summable
from cgt.core.errors import BudgetError, IllegalMoveError, ParseError, PositionError, RulesetError
from cgt.core.language import _, grouped
from cgt.core.numbers import brief, written
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, is_over, options

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # for the defaults, so that `Game` alone is a type

    from cgt.core.nim_table import NimTable
    from cgt.core.notation import Notation
    from cgt.core.route import ClosedForm, Route

    S = TypeVar("S", bound=Hashable, default=Any)
    M = TypeVar("M", bound=Hashable, default=Any)
else:
    from typing import TypeVar

    S, M = TypeVar("S"), TypeVar("M")

Step = TypeVar("Step")

SAMPLES = 50
"""How many sample positions there are by default for each step of the bound."""

LONGEST_TEXT = 100_000
"""The longest text of a position that is read."""

LONGEST_TITLE = 300
"""The longest title of a picture."""

MOST_MOVES = 100_000
"""How many moves of one state are tried one by one."""

MOST_COUNTED = 1_000
"""How far the moves of a state are counted for its mobility."""


class Sketch(Protocol):
    """What there is to draw of one state, such as a board or a graph."""

    def svg(self, *, title: str = "") -> str | None:
        """As an SVG picture; None where it is empty or too large to draw."""
        ...

    def text(self, *, width: int = 72, plain: bool = False) -> str:
        """As lines of text, of plain ASCII signs if need be; empty where there is no room."""
        ...


@attrs.frozen
class WordRules:
    """The rules of a game whose states are words of 64 bits, as functions that numba can compile.

    A word is a `numpy.uint64`, and so is every number that it is combined with. `data` and `out` are arrays of words.
    The word 0 is a state that has ended. A state has at most 4,096 options and 64 components.
    """

    options: Callable[[Any, Any, Any], int]
    """`options(word, data, out)` writes the options of a state to `out` and returns how many there are."""
    components: Callable[[Any, Any, Any], int] | None = None
    """`components(word, data, out)`, likewise; None where no state falls apart."""
    canonical: Callable[[Any, Any], Any] | None = None
    """`canonical(word, data)`, the representative of a component; None where each stands for itself."""
    data: tuple[int, ...] = ()
    """What these functions need to know of the board."""


class Game(Generic[S, M]):
    """A game family with its parameters: the rules on plain states, and how its positions and moves are written.

    Subclasses are frozen attrs classes; equal parameters make equal games. For the rules write one of three: `options`,
    the states that a move leads to; `steps`, each move with the state that it leads to; or `moves` and `after`. Where a
    state falls apart write `components`, where it has symmetries `canonical`, and `sketch` where it can be drawn.
    `read` and `write` are the text of a state; `read` refuses what is no state. What more a game can do it says by
    the small Protocols of `cgt.families.capabilities`. The text form `name(arguments)` given by `str` can be
    read back by `cgt.parse_ruleset`.

    >>> import attrs
    >>> @attrs.frozen
    ... class Halve(Game[int, str]):
    ...     name, title, rules = "halve", "Halve", "Take one counter, or halve the heap."
    ...     position_form, example = "a number of counters", "10"
    ...     def steps(self, size):
    ...         return [("one", size - 1), ("half", size // 2)] if size else []
    ...     def read(self, text):
    ...         return int(text)
    >>> import cgt
    >>> cgt.nim_value(Halve().parse("10")), cgt.winning_moves(Halve().parse("11"))
    (0, ('one',))
    """

    name: ClassVar[str]
    """The registered name, as written on the command line."""
    title: ClassVar[str]
    """The game's name in prose."""
    rules: ClassVar[str]
    """The rules in one or two sentences."""
    references: ClassVar[tuple[str, ...]] = ()
    """Where the game is studied: author, title, year."""
    example_arguments: ClassVar[tuple[str, ...]] = ()
    """Arguments of a typical game of the family, for help and for checks; none where it takes none."""
    position_form: ClassVar[str]
    """What a position's text looks like, for error messages and help."""
    example: ClassVar[str]
    """A position's text, for help and for checks."""
    said: ClassVar[str] = ""
    """A position as one says it, with `{sizes}` for its numbers or `{text}`; empty where its heaps say enough."""
    table_axes: ClassVar[tuple[str, str]] = ("first number", "second number")
    """What the two numbers of a position written as such count: the rows and the columns of a table."""
    letters: ClassVar[tuple[str, ...]] = ()
    """The letters of `rules` that stand for the arguments, in their order."""
    conventions: ClassVar[tuple[Convention, ...]] = (Convention.NORMAL, Convention.MISERE)
    """The play conventions that the game makes sense in."""
    prunes: ClassVar[bool] = True
    """Whether a search may leave nim-values of components open; heaps come again and again, so theirs are all found."""
    ends: ClassVar[bool] = False
    """Whether every play is known to come to an end, so that equal components cancel in normal play."""
    taken_apart: ClassVar[bool] = False
    """Whether what `components` gives falls apart no further, and is its own representative."""
    coloured: ClassVar[str] = ""
    """The signs of a drawing that a terminal shows in colour."""

    # The rules. What a game does not write follows from what it does.

    def steps(self, state: S, /) -> Iterable[tuple[M, S]]:
        """Every move of a state, each once, with the state that it leads to.

        Raises:
            RulesetError: the game has no rules: neither `steps` nor `options`, nor `moves` and `after`.
        """
        if type(self).moves is not Game.moves:
            return ((move, self.after(state, move)) for move in self.moves(state))
        if not self._has_options:
            raise RulesetError(
                _("{value} has no rules: write options(state), steps(state), or moves(state) and after").format(
                    value=self
                )
            )
        # A move that has no name of its own is the option.
        return ((cast("M", option), option) for option in self.options(state))

    def options(self, state: S, /) -> Iterable[S]:
        """The states that the moves lead to: what a search reads."""
        return (option for _move, option in tried(self, state))

    def moves(self, state: S, /) -> Iterable[M]:
        """The moves of a state; a game with very many says them without the states they lead to."""
        return _steps(self, state).keys()

    def after(self, state: S, move: M, /) -> S:
        """The state that a move leads to; raises `KeyError` for what is no move."""
        return _steps(self, state)[move]

    def components(self, state: S, /) -> Sequence[S]:
        """What a state falls into, as a disjunctive sum; by default itself alone."""
        return (state,)

    def canonical(self, state: S, /) -> S:
        """One representative of all states equal to this one by symmetry; by default itself."""
        return state

    def mobility(self, state: S, /) -> int:
        """About how many moves a state has: a search puts the greatest off, and this decides how much it opens.

        By default the bits of a number, or the things in a tuple, else the moves.
        """
        if isinstance(state, int):
            return state.bit_count()
        if isinstance(state, tuple | frozenset):
            return len(state)
        moves = self.moves(state)
        return length_hint(moves) or ilen(islice(moves, MOST_COUNTED))

    def searched_as(self, state: S, known: Iterable[Game], /) -> tuple[Game, Any] | None:
        """Another game, and the state of it that stands for this one in a search, such as squares as bits of a number.

        `known` are the games by which the search has gone before, the latest first. By default none: a search goes by
        this game.
        """
        return None

    def placed(self, state: S, /) -> Position:
        """The position of a state that the rules lead to; nothing is checked."""
        return GamePosition(self, state)

    @property
    def word_rules(self) -> WordRules | None:
        """The same rules for a compiled search, where states are numbers below 2**64; by default there are none."""
        return None

    @property
    def falls_apart(self) -> bool:
        """Whether the rules say what a state falls into."""
        return type(self).components is not Game.components

    @property
    def has_symmetry(self) -> bool:
        """Whether the rules name a representative of the states equal by symmetry."""
        return type(self).canonical is not Game.canonical

    @property
    def _has_options(self) -> bool:
        return type(self).options is not Game.options

    def check(self, state: S, /) -> None:
        """Make sure that a state's options and components are what they should be.

        Raises:
            RulesetError: they are no iterable.
            PositionError: one of them is not hashable.
        """
        for option in listed_of(self.options, "options", state):
            if self.falls_apart:
                listed_of(self.components, "components", option)

    # The words and pictures of a state.

    def read(self, text: str, /) -> S:
        """The state that a text means; raises `ParseError` with the place, or `PositionError`."""
        raise ParseError(_("positions of {name} are not read from text").format(name=self.name), text)

    def write(self, state: S, /) -> str:
        """The text of a state, which `read` reads; by default as `str` shows it."""
        return str(state)

    def sketch(self, state: S, /) -> Sketch | None:
        """What there is to draw of a state; by default nothing."""
        return None

    # Positions.

    def position(self, *states: S) -> GamePosition[S, M]:
        """The position of a state; a game with heaps takes several.

        Raises:
            PositionError: the state is not hashable, or there is not one.
        """
        if len(states) != 1:
            text = _(
                "a position of {name} is made of one state, not {count}: position({states}), or read a text with "
                "parse({example!r})"
            )
            raise PositionError(
                text.format(name=self.name, count=len(states), states=brief(states), example=self.example)
            )
        check_hashable(states[0], "a state")
        return GamePosition(self, states[0])

    def state(self, position: Position) -> S | None:
        """The state of a position of this game; None for a position of another."""
        return position.state if isinstance(position, GamePosition) and position.game == self else None

    def picture(self, position: Position) -> str | None:
        """The sketch of the position's state as SVG."""
        sketch = self._sketch(position)
        return None if sketch is None else sketch.svg(title=f"{self}: {position}"[:LONGEST_TITLE])

    def drawing(self, position: Position, *, width: int = 72, plain: bool = False) -> str:
        """The sketch of the position's state as text."""
        sketch = self._sketch(position)
        return "" if sketch is None else sketch.text(width=width, plain=plain)

    def _sketch(self, position: Position) -> Sketch | None:
        state = self.state(position)
        return None if state is None else self.sketch(state)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of the text form, as `from_arguments` reads them: by default the fields, the usual left out."""
        from cgt.core.reading import write_parameters  # with the words, of which a value needs none

        return write_parameters(self)

    def __str__(self) -> str:
        arguments = ",".join(self.arguments)
        return f"{self.name}({arguments})" if arguments else self.name

    @classmethod
    def from_arguments(cls, *arguments: str) -> Game:
        """The game that the arguments of the text form describe; by default they are the fields, read by their type.

        Whole numbers (`base: int`), texts, truth values (`yes`, `no`) and, as the last field, several whole numbers
        (`takes: tuple[int, ...]`) are read so; a class with a field of another type reads its arguments itself.

        Raises:
            RulesetError: too many arguments or too few, or one that is not of its type; `ParseError` likewise.
        """
        from cgt.core.reading import read_parameters

        return cls(*read_parameters(cls, cls.name, arguments))

    def parse_component(self, text: str) -> Position:
        """Read one position, without `+`; raises `ParseError` or `PositionError`."""
        from cgt.core.reading import check_text

        check_text(text)
        if len(text) > LONGEST_TEXT:
            raise ParseError(
                _("a position of {name} has at most {longest_text} characters, not {count}").format(
                    name=self.name, longest_text=grouped(LONGEST_TEXT), count=grouped(len(text))
                )
            )
        return self.position(self.read(text))

    def parse(self, text: str) -> Position:
        """Read a position; `+` joins positions into a sum.

        Raises:
            ParseError: the text does not have the form of a position; it points at the place in the whole text.
            PositionError: it is well formed, but not a legal position.

        >>> import cgt
        >>> print(cgt.games.Wythoff().parse("3,5 + 1,2"))
        3,5 + 1,2
        """
        from cgt.core.reading import check_text, indentation

        parts = []
        start = 0
        check_text(text)
        for part in text.split("+"):
            try:
                parts.append(self.parse_component(part.strip()))
            except ParseError as error:
                raise error.within(text, start + indentation(part)) from None
            start += len(part) + 1
        return parts[0] if len(parts) == 1 else Sum(*parts)

    def format(self, position: Position) -> str:
        """The text of a position, which `parse` reads back."""
        return " + ".join(map(str, position.parts)) if isinstance(position, Sum) else str(position)

    def weight(self, position: Position) -> tuple[int, ...]:
        """How large a position is, for the least counterexample: by default as long as its text."""
        return (len(str(position)),)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Positions to check on: the example and what it leads to, breadth first, up to 50 for each step of `bound`."""
        example = self.parse(self.example)
        found, waiting = {example}, deque([example])
        while waiting and len(found) < SAMPLES * bound:
            for option in options(waiting.popleft()):
                if option not in found and len(found) < SAMPLES * bound:
                    found.add(option)
                    waiting.append(option)
        return sorted(found, key=lambda position: (self.weight(position), str(position)))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """What is known without searching, the most informative first."""
        return ()

    def routes(self) -> tuple[Route, ...]:
        """Other routes of its own, asked after its closed forms."""
        return ()

    def table(self, backend: Literal["auto", "python", "compiled"] = "auto") -> NimTable | None:
        """A table of normal-play nim-values that holds nothing yet; None for a game that has none."""
        return None

    def least_searched(self, position: Position) -> int:
        """How many positions a search of this one opens at the least, told without any search; 0 where it is unknown.

        A search makes the first move first: it opens the whole line of play in which everyone does, whatever is asked.
        """
        return 0

    def rules_text(self) -> str:
        """The rules as one says them to a player, with the numbers of this very game.

        >>> import cgt
        >>> cgt.games.BoundedNim(3).rules_text(), cgt.games.Subtraction(3, 4).rules_text()
        ('Take at least one match and at most 3 from one row.', 'Take one of the listed amounts from one heap: 3, 4.')
        """
        text = _(self.rules)
        if not self.letters:
            return text if not self.arguments else text.rstrip(".") + _(": ") + ", ".join(self.arguments) + "."
        for letter, value in zip(self.letters, self.arguments, strict=False):
            text = re.sub(rf"\b{letter}\b", value, text)
        return text

    def advice(self, position: Position, move: Move, convention: Convention) -> str:
        """What a winning move leaves, as a goal to carry on with: by default the position itself.

        >>> import cgt
        >>> cgt.games.Nim().advice(cgt.games.Nim().position(3, 5), (1, 2), cgt.Convention.NORMAL)
        'leave your opponent two equal heaps, 3,3'
        """
        after = position.play(move)
        if is_over(after):
            return _("leave your opponent no move")
        return _("leave your opponent {position}").format(position=self.format(after))

    def goal(self, convention: Convention) -> str:
        """What wins, as one says it to a player."""
        if convention.terminal_outcome is Outcome.N:
            return _("Whoever moves last loses.")
        return _("Whoever moves last wins.")

    # The notation of moves. A game whose moves need more than words of their own has a `Notation` of its own.

    @property
    def notation(self) -> Notation:
        """How the moves of this game are written, read and said."""
        from cgt.core.notation import Notation

        return Notation(self)

    def component_move_text(self, position: Position, move: M) -> str:
        """A move in one component, in words; by default as `str` shows it."""
        return str(move)

    def component_move_record(self, position: Position, move: M) -> dict[str, object]:
        """`move_record` for one component; by default the move alone, as JSON can hold it."""
        from cgt.core.notation import plain

        return {"move": plain(move)}

    def meant_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves of one component that a text may mean, legal or not, made from its numbers; by default none.

        So a move is read where there are very many.
        """
        return ()

    def move_text(self, position: Position, move: Move) -> str:
        """The move in words; in a sum with the component or the heap that it is made in, counted from 1.

        >>> import cgt
        >>> nim = cgt.games.Nim()
        >>> nim.move_text(nim.position(3, 5), (1, 2))
        'take 2 from heap 2'
        """
        return self.notation.move_text(position, move)

    def move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The move as JSON-ready data: `move`, and in a sum `component`, counted from 0; or `heap` and `amount`."""
        return self.notation.move_record(position, move)

    def write_move(self, position: Position, move: Move) -> str:
        """The move in the form that `read_move` reads: as in words, in a sum with the component in front, `1: c`."""
        return self.notation.write_move(position, move)

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that a text stands for: as `write_move` or `move_text` has it, or as `str` shows it.

        In a sum the component may be left out where one component alone allows the move.

        Raises:
            ParseError: the text fits several moves, or none but is near some; the message shows them.
            IllegalMoveError: it fits none; the message says what is allowed.
        """
        return self.notation.read_move(position, text)

    def move_form(self, position: Position) -> str:
        """How to write a move here, by an example of one that is allowed."""
        return self.notation.move_form(position)

    def moves_text(self, position: Position) -> str:
        """What may be played, in one line, whatever the number of moves."""
        return self.notation.moves_text(position)


# The steps of the state that was asked last: whoever lists the moves of a position plays them next.
_last: list[tuple[Game, Hashable, Mapping[Any, Any]]] = []


def _steps(game: Game[S, M], state: S) -> Mapping[M, S]:
    for asked, known, steps in _last:
        if known is state and asked is game:
            return steps
    steps = dict(tried(game, state))
    _last[:] = [(game, state, steps)]
    return steps


def tried(game: Game[S, M], state: S) -> Iterator[tuple[M, S]]:
    """The steps of a state, one by one; raises `BudgetError` where there are too many."""
    return limited(game, game.steps(state))


def limited(game: object, steps: Iterable[Step]) -> Iterator[Step]:
    """These steps, or moves, one by one; raises `BudgetError` where there are too many."""
    for count, step in enumerate(steps):
        if count == MOST_MOVES:
            raise BudgetError(
                _("{game} has more than {most} moves here, too many to try one by one").format(
                    game=game, most=grouped(MOST_MOVES)
                )
            )
        yield step


def check_hashable(value: object, what: str) -> None:
    """Make sure that a value can be a state or a move; raises `PositionError`."""
    try:
        hash(value)
    except TypeError:
        raise PositionError(
            _("{what} is hashable: an int, a text, a tuple or a frozenset, not {value}").format(
                what=what, value=brief(value)
            )
        ) from None


def listed_of(function: Callable[[S], Any], name: str, state: S) -> list[Any]:
    """What a function says of a state, as a list.

    Raises:
        RulesetError: it is no iterable.
        BudgetError: it does not end, or is too long to be tried one by one.
        PositionError: something in it is not hashable.
    """
    found = function(state)
    if not isinstance(found, Iterable):
        raise RulesetError(
            _("{name}({state}) gave {found}: return a list, or yield one by one").format(
                name=name, state=brief(state), found=brief(found)
            )
        )
    values = list(limited(f"{name}({brief(state)})", found))
    for value in values:
        check_hashable(value, f"what {name}({brief(state)}) gives")
    return values


@attrs.frozen(eq=False)
class GamePosition(Summable, Generic[S, M]):
    """A state of a game, as a position; two are equal when game and state are.

    >>> import cgt
    >>> board = cgt.parse_position("chomp 3,2")
    >>> print(board, "->", board.play((2, 1)))
    3,2 -> 3
    """

    game: Game[S, M] = attrs.field(repr=str)
    state: S = attrs.field(repr=written)

    # By hand, because a search compares and hashes many: the state first, and one game shares one object.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GamePosition):
            return NotImplemented
        return bool(self.state == other.state) and (self.game is other.game or self.game == other.game)

    def __hash__(self) -> int:
        return hash(self.state)

    def moves(self) -> Iterable[M]:
        """The moves of the state."""
        return self.game.moves(self.state)

    def play(self, move: Move) -> Self:
        """The position that the move leads to, a sum where heaps are left of one; raises `IllegalMoveError`."""
        try:
            return cast("Self", self.game.placed(self.game.after(self.state, cast("M", move))))
        except (KeyError, TypeError):
            raise IllegalMoveError(
                _("{move} is not a move of {game} from {value}").format(
                    move=brief(move), game=self.game, value=brief(str(self))
                )
            ) from None

    def components(self) -> tuple[Self, ...]:
        """What the state falls into."""
        parts = self.game.components(self.state) if self.game.falls_apart else (self.state,)
        if len(parts) == 1 and parts[0] == self.state:
            return (self,)
        return tuple(cast("Self", self.game.placed(part)) for part in parts)

    def canonical(self) -> Self:
        """The representative of the state."""
        state = self.game.canonical(self.state)
        return self if state is self.state else cast("Self", self.game.placed(state))

    def __str__(self) -> str:
        return self.game.write(self.state)


def ruleset_of(position: Position) -> Game | None:
    """The game a position belongs to: its own, or the one that all its components share, under one name.

    >>> import cgt
    >>> print(ruleset_of(cgt.parse_position("nim 3,5")), ruleset_of(cgt.parse_position("nim 3 + wythoff 1,2")))
    nim None
    """
    own = getattr(position, "game", None)
    if isinstance(own, Game):
        return own
    if not isinstance(position, Sum) or not position.parts:
        return None
    first = getattr(position.parts[0], "game", None)
    if not isinstance(first, Game):
        return None
    games = (getattr(part, "game", None) for part in position.parts)
    return first if all(game is first or (game == first and str(game) == str(first)) for game in games) else None


def game_and_name(position: Position) -> tuple[Game | None, str]:
    """What components must share to be told as one: an equal game of another name may have other words for its moves.

    >>> import cgt
    >>> kayles, octal = cgt.games.Kayles().position(3), cgt.games.Octal("0.77").position(3)
    >>> kayles == octal, game_and_name(kayles) == game_and_name(octal)
    (True, False)
    """
    game = ruleset_of(position)
    return game, str(game)


def check_ruleset(game: object) -> None:
    """Make sure that something is a game, and not its class or its name; raises `RulesetError`."""
    if not isinstance(game, Game):
        raise RulesetError(
            f"{brief(game)} is not a ruleset: give an object, such as cgt.games.Nim() or cgt.parse_ruleset('nim')"
        )
