"""Games: the rules on plain states, how positions and moves are written and read, and the one class of positions.

A state is a hashable value, as small as can be: a number for a heap, a tuple, a set of squares as the bits of a number.
A `Game` has the rules; a `GamePosition` is a state together with its game.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import chain, count, islice
from sys import getsizeof
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NoReturn, Self, cast

import attrs

from cgt.core.compounds import COMPOUNDS, Sum, Summable
from cgt.core.concurrency import raised_by_handler
from cgt.core.hints import SearchHints
from cgt.core.language import _
from cgt.core.numbers import as_shown, exact_repr, first_few, format_int, format_value, plain_ints
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position, options
from cgt.errors import (
    BudgetError,
    CGTError,
    IllegalMoveError,
    NotApplicableError,
    ParseError,
    PositionError,
    RulesetError,
)

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # for the defaults, so that `Game` alone is a type

    from cgt.core.nim_table import NimTable
    from cgt.core.route import ClosedForm
    from cgt.core.sketch import Sketch
    from cgt.core.wording import Wording

    S = TypeVar("S", bound=Hashable, default=Any)
    M = TypeVar("M", bound=Hashable, default=Any)
else:
    from typing import TypeVar

    S, M = TypeVar("S"), TypeVar("M")

Step = TypeVar("Step")

SAMPLES = 50
"""The default number of sample positions for each step of the bound."""

LONGEST_TEXT = 100_000
"""The longest text of a position that is read."""

MOST_MOVES = 100_000
"""The greatest number of moves of one state that are tried one by one."""

FEW_MOVES, MOVES_A_WEIGHT, MOST_BYTES = 1_000, 100, 1 << 30
"""The number of moves of one state that are not weighed, of how many others one is, and the bytes those may take."""


class Game(Generic[S, M]):
    """A game family with its parameters: the rules on plain states, and how its positions and moves are written.

    Subclasses are frozen attrs classes; equal parameters make equal games. For the rules define one of three:
    `options`, the states that a move leads to; `steps`, each move with the state that it leads to; or `moves` and
    `after`. Define `components` if states fall apart, `canonical` if they have symmetries, and `sketch` if they can be
    drawn. `read` and `write` convert between a state and its text; `read` and `position` refuse what is no state.
    Further abilities are the small Protocols of `cgt.families.capabilities`. The text form `name(arguments)` given by
    `str` can be read back by `cgt.parse_ruleset`.

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
    references: ClassVar[tuple[str, ...]] = ()
    """Sources that study the game: author, title, year."""
    example_arguments: ClassVar[tuple[str, ...]] = ()
    """Arguments of a typical game of the family, for help and for checks; none where it takes none."""

    # Of a class as `rules = "…"`, or of each game as a property: a type checker lets either stand for `Any`.

    conventions: Any = (Convention.NORMAL, Convention.MISERE)
    """The play conventions that the game makes sense in, a tuple."""
    rules: Any
    """The rules in one or two sentences."""
    argument_form: Any = ""
    """The form and the meaning of its arguments, for error messages and help; empty where it takes none."""
    position_form: Any = ""
    """The form of a position's text, for error messages and help."""
    example: Any = ""
    """A position's text, for help and for checks."""

    # The rules. What a game does not write follows from what it does.

    def steps(self, state: S, /) -> Iterable[tuple[M, S]]:
        """Every move of a state, each once, with the state that it leads to.

        Raises:
            RulesetError: the game has no rules: neither `steps` nor `options`, nor `moves` and `after`.
        """
        writes_moves = type(self).moves is not Game.moves
        if writes_moves and type(self).after is not Game.after:
            return ((move, self.after(state, move)) for move in self.moves(state))
        if writes_moves or type(self).options is Game.options:
            raise RulesetError(f"{self} has no rules: write options(state), steps(state), or moves(state) and after")
        # A move that has no name of its own is the option.
        return ((cast("M", option), option) for option in self.options(state))

    def options(self, state: S, /) -> Iterable[S]:
        """The states that the moves lead to: what a search reads."""
        return (option for _move, option in limited_steps(self, state))

    def moves(self, state: S, /) -> Iterable[M]:
        """The moves of a state; a game with very many moves overrides this, so that their options are not built."""
        return _steps(self, state).keys()

    def after(self, state: S, move: M, /) -> S:
        """The state that a move leads to; raises `KeyError` for an illegal move."""
        return _steps(self, state)[move]

    def components(self, state: S, /) -> Sequence[S]:
        """The components of a state as a disjunctive sum; by default itself alone."""
        return (state,)

    def canonical(self, state: S, /) -> S:
        """One representative of all states equal to this one by symmetry; by default itself."""
        return state

    @property
    def hints(self) -> SearchHints:
        """Hints for the search; by default none."""
        return SearchHints()

    @property
    def wording(self) -> Wording:
        """The words for its positions and moves; by default a move is written as `str` shows it."""
        from cgt.core.wording import Wording  # many questions are answered without

        return Wording()

    # The words and pictures of a state.

    def read(self, text: str, /) -> S:
        """The state that a text means; raises `ParseError` with the place, or `PositionError`."""
        raise ParseError(_("positions of {name} are not read from text").format(name=self.name), text)

    def write(self, state: S, /) -> str:
        """The text of a state, which `read` reads; by default as `str` shows it."""
        return as_shown(state)

    def sketch(self, state: S, /) -> Sketch | None:
        """The drawing of a state; by default none."""
        return None

    # Positions.

    def position(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - a `GamePosition`, or a sum of heaps
        """The position that the arguments describe, checked; by default of one argument, its state.

        A game whose positions are given in another way, such as by rows and columns, has a different signature.

        Raises:
            PositionError: there is no such position.
        """
        if len(arguments) != 1 or options:
            message = f"a position of {self.name} is made of one state"
            given = format_value(arguments) if arguments else "none"
            raise PositionError(f"{message}, not {given}{self._reading_advice()}")
        self.check(arguments[0])
        return position_of(self, arguments[0])

    def check(self, state: S, /) -> None:
        """Check a state that a user gave; by default it must be hashable, and its text must parse to the same state.

        Raises:
            PositionError: it is no state of this game.
            RulesetError: the game cannot be remembered.
        """
        _check_hash(self)
        check_hashable(state, "a state")
        if type(self).read is Game.read:
            return
        try:
            is_state = self.read(self.write(state)) == state
        except Exception as broken:  # what is no state may break a game's own `write` and `read` in any way
            if raised_by_handler(broken):
                raise
            is_state = False
        if not is_state:
            form = f" ({self.position_form})" if self.position_form else ""
            raise PositionError(f"{format_value(state)} is no position of {self.name}{form}{self._reading_advice()}")

    def _reading_advice(self) -> str:
        """The advice to read a text, where the game reads any and has an example."""
        reads = type(self).read is not Game.read
        return f": read a text with parse({self.example!r})" if reads and self.example else ""

    def _misread(self, text: str, error: Exception) -> NoReturn:
        """Raise an error that says why a text, or the state that `read` gives for it, cannot be taken."""
        _check_hash(self)
        try:
            state = self.read(text)
        except (ValueError, TypeError, LookupError, AttributeError):
            message = _("{text} is no position of {game}: {error}").format(
                text=format_value(text), game=self, error=f"{type(error).__name__}: {error}"
            )
            raise ParseError(message, text) from error
        check_hashable(state, f"what read({format_value(text)}) gives")
        raise error

    def __str__(self) -> str:
        """The text form, which `from_arguments` reads: by default with the fields, the usual ones left out."""
        from cgt.core.reading import text_form, write_parameters  # with the words, of which a value needs none

        return text_form(self.name, write_parameters(self))

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

    def parse(self, text: str) -> GamePosition[S, M] | Sum:
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
            if len(part) > LONGEST_TEXT:
                message = _("a position of {name} has at most {longest_text} characters, not {count}")
                most, count = (format_int(number, group=True) for number in (LONGEST_TEXT, len(part)))
                raise ParseError(message.format(name=self.name, longest_text=most, count=count))
            try:
                state = self.read(part.strip())
                hash((self, state))  # by which a position is remembered
                parts.append(position_of(self, state))
            except ParseError as error:
                raise error.within(text, start + indentation(part)) from None
            except CGTError:
                raise
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                if raised_by_handler(error):
                    raise
                self._misread(part.strip(), error)
            start += len(part) + 1
        return parts[0] if len(parts) == 1 else Sum(*parts)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Sample positions: the example and what it leads to, breadth first, up to 50 for each step of `bound`."""
        example: Position = self.parse(self.example)
        positions, waiting = {example}, deque([example])
        while waiting and len(positions) < SAMPLES * bound:
            for option in options(waiting.popleft()):
                if option not in positions and len(positions) < SAMPLES * bound:
                    positions.add(option)
                    waiting.append(option)
        return by_weight(self, positions)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        """Closed forms, known without searching, the most informative first; those of outcomes alone last."""
        return ()

    def table(self, backend: Literal["auto", "python", "compiled"] = "auto") -> NimTable | None:
        """An empty table of normal-play nim-values; None for a game without one."""
        return None


def by_weight(game: Game, positions: Iterable[Position]) -> list[Position]:
    """The positions of a game, the smallest first."""
    weight = game.wording.weight
    return sorted(positions, key=lambda position: (weight(position), str(position)))


def rules_text(game: Game) -> str:
    """The rules for a player, with the numbers of this very game.

    >>> import cgt
    >>> rules_text(cgt.games.BoundedNim(3)), rules_text(cgt.games.Subtraction(3, 4))
    ('Take at least one match and at most 3, from one heap.', 'Take one of the listed amounts from one heap: 3, 4.')
    """
    from cgt.core.reading import arguments_of, parameters

    text = _(game.rules)
    if isinstance(type(game).rules, property):  # written with the numbers
        return text
    arguments = () if str(game) == game.name else arguments_of(str(game))
    letters = [field.metadata["letter"] for field in parameters(type(game)) if "letter" in field.metadata]
    if not letters:
        unsaid = [one for one in arguments if not re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text)]
        return text.rstrip(".") + _(": ") + ", ".join(arguments) + "." if unsaid else text
    for letter, value in zip(letters, arguments, strict=False):
        text = re.sub(rf"\b{letter}\b", value, text)
    return text


def strategy_text(game: Game, position: Position, convention: Convention) -> str:
    """A way to win from a position, or to answer every move, in the game's words or a closed form's; empty without one.

    >>> import cgt
    >>> rook = cgt.games.Rook()
    >>> strategy_text(rook, rook.position(3, 5), Convention.NORMAL)
    'reach the diagonal of two equal numbers, and come back to it after every move'
    """
    text = game.wording.strategy(position, convention)
    if text or convention is not Convention.NORMAL:
        return text
    from cgt.core.route import Facts, Question

    question = Question(position, convention, Facts.OUTCOME)
    forms = (form for form in game.closed_forms() if form.strategy)
    return next((_(form.strategy) for form in forms if form.answer(question)), "")


def falls_apart(game: Game) -> bool:
    """Whether the rules define the components of a state."""
    return type(game).components is not Game.components and not game.hints.is_whole


# The steps of the state that was asked last: whoever lists the moves of a position plays them next.
_last: list[tuple[Game, Hashable, Mapping[Any, Any]]] = []


def _steps(game: Game[S, M], state: S) -> Mapping[M, S]:
    for asked, known, steps in _last:
        if known is state and asked is game:
            return steps
    try:
        pairs = list(limited_steps(game, state))
        steps = dict(pairs)
    except (TypeError, ValueError):
        check_steps(game, state)
        raise
    for move, option in pairs if len(steps) < len(pairs) else ():
        if steps[move] != option:
            raise RulesetError(f"steps({format_value(state)}) gives two moves the same name, {format_value(move)}")
    _last[:] = [(game, state, steps)]
    return steps


def limited_steps(game: Game[S, M], state: S) -> Iterator[tuple[M, S]]:
    """The steps of a state, one by one; raises `BudgetError` where there are too many."""
    return within_limit(game, game.steps(state))


def within_limit(game: object, steps: Iterable[Step]) -> Iterator[Step]:
    """The steps or moves, one by one; raises `BudgetError` where there are too many, or they get too long."""
    rest = iter(steps)
    return chain(islice(rest, FEW_MOVES), _weighed(game, rest))


def _weighed(game: object, rest: Iterator[Step]) -> Iterator[Step]:
    left = MOST_BYTES
    for number, step in zip(count(FEW_MOVES, MOVES_A_WEIGHT), rest):
        left -= MOVES_A_WEIGHT * sum(map(getsizeof, step if isinstance(step, tuple) else (step,)))
        if number >= MOST_MOVES or left < 0:
            text = _("{game} has more than {most} moves here, too many to try one by one")
            raise BudgetError(text.format(game=game, most=format_int(number, group=True)))
        yield step
        yield from islice(rest, MOVES_A_WEIGHT - 1)


def check_hashable(value: object, what: str | Callable[[], str]) -> None:
    """Check that a value can be a state or a move, which have to be hashable; raises `PositionError`.

    `what` names the value in the error; a function, where its text takes time, is called only then.
    """
    try:
        hash(value)
    except TypeError:
        name = what if isinstance(what, str) else what()
        raise PositionError(
            f"{name} is hashable: an int, a text, a tuple or a frozenset, not {format_value(value)}"
        ) from None


def listed_of(function: Callable[[S], Any], name: str, state: S) -> list[Any]:
    """The values that a function gives for a state, as a list.

    Raises:
        RulesetError: it is no iterable.
        BudgetError: it does not end, or is too long to be tried one by one.
        PositionError: something in it is not hashable.
    """
    result = function(state)
    if not isinstance(result, Iterable):
        given = f"{name}({format_value(state)}) gave {format_value(result)}"
        raise RulesetError(f"{given}: return a list, or yield one by one")
    values = list(within_limit(f"{name}({format_value(state)})", result))
    for value in values:
        check_hashable(value, lambda: f"what {name}({format_value(state)}) gives")
    return values


def check_steps(game: Game[S, M], state: S) -> None:
    """Check that `steps`, where a game writes it, gives pairs, and else its `options` a list; raises as `listed_of`."""
    if type(game).steps is Game.steps and type(game).options is not Game.options:
        listed_of(game.options, "options", state)
        return
    for step in listed_of(game.steps, "steps", state):
        if not isinstance(step, tuple) or len(step) != 2:
            given = f"steps({format_value(state)}) gave {format_value(step)}"
            raise RulesetError(f"{given}: each step is a pair of a move and the state that it leads to")


def check_components(game: Game[S, M], state: S) -> None:
    """Check that the components which a game's function gives for a state are well-formed; raises as `listed_of`."""
    parts = game.components(state) if falls_apart(game) else ()
    call = f"components({format_value(state)})"
    if not isinstance(parts, Sequence):
        raise RulesetError(f"{call} gave {format_value(parts)}: return a list")
    for part in parts:
        check_hashable(part, f"what {call} gives")


_MOVES = ("steps", "moves", "after", "options", "takes", "heap_options")
_KNOWN = ("closed_forms", "code", "sequence", "linear_moves", "hints", "allows", "row")


def _check_hash(game: Game[S, M]) -> None:
    try:
        hash(game)
    except TypeError as reason:
        how = "a field may be a tuple in place of a list, and @attrs.frozen stands above its class"
        raise RulesetError(f"{game.name} cannot be remembered: {reason}; {how}") from None


def check_class(game: Game) -> None:
    """Check that a game of a class of the user's own has a name and a hash, and inherits nothing about other moves.

    Raises:
        RulesetError: it has not, or it does.

    >>> import cgt
    >>> rules = {"__module__": "mine", "takes": lambda self, size: range(1, min(size, 2) + 1)}
    >>> few = type("Few", (cgt.games.Nim,), rules)
    >>> cgt.nim_value(few().position(3))
    Traceback (most recent call last):
    cgt.errors.RulesetError: Few has moves of its own, takes, and from Nim what is known of others: write \
closed_forms, code, too, or derive it from a class without a name, like cgt.TakingRuleset
    """
    kind = type(game)
    if kind.__module__.startswith("cgt."):
        return
    if not hasattr(game, "name"):
        raise RulesetError(f"{kind.__name__} has no name: write one in its class, such as name = 'my-game'")
    _check_hash(game)
    changed = [name for name in _MOVES if name in vars(kind)]
    named = [base for base in kind.__mro__[1:] if isinstance(vars(base).get("name"), str)]
    of_others = [base for base in kind.__mro__[1:] if base in named or base.__module__.startswith("cgt.games.")]
    known = [name for name in _KNOWN if name not in vars(kind) and any(name in vars(base) for base in of_others)]
    if changed and named and known:
        raise RulesetError(
            f"{kind.__name__} has moves of its own, {', '.join(changed)}, and from {named[0].__name__} what is known "
            f"of others: write {', '.join(known)}, too, or derive it from a class without a name, "
            "like cgt.TakingRuleset"
        )


@attrs.frozen(eq=False)
class GamePosition(Summable, Generic[S, M]):
    """A position: a state of a game; two are equal when their games and their states are equal.

    >>> import cgt
    >>> board = cgt.parse_position("chomp 3,2")
    >>> print(board, "->", board.play((2, 1)))
    3,2 -> 3
    """

    game: Game[S, M] = attrs.field(repr=str)
    state: S = attrs.field(repr=exact_repr)

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
            option = position_of(self.game, self.game.after(self.state, plain_ints(move)))
        except (KeyError, TypeError) as error:
            if raised_by_handler(error):
                raise
            allowed = first_few(self.moves())
            message = f"{format_value(move)} is not a move of {self.game} from {format_value(str(self))}: "
            raise IllegalMoveError(message + (f"its moves are {allowed}" if allowed else "there is none")) from None
        if isinstance(option, GamePosition):
            check_hashable(option.state, lambda: f"what a move from {format_value(str(self))} leads to")
        return cast("Self", option)

    def components(self) -> tuple[Self, ...]:
        """The components of the state."""
        parts = self.game.components(self.state) if falls_apart(self.game) else (self.state,)
        if len(parts) == 1 and parts[0] == self.state:
            return (self,)
        return tuple(cast("Self", position_of(self.game, part)) for part in parts)

    def canonical(self) -> Self:
        """The representative of the state."""
        state = self.game.canonical(self.state)
        return self if state is self.state else cast("Self", position_of(self.game, state))

    def title(self) -> str:
        """The game and the position."""
        return f"{self.game}: {self}"

    def sketch(self) -> Sketch | None:
        """The drawing of the state; raises `RulesetError` where the game gives what does not draw."""
        sketch = self.game.sketch(self.state)
        if sketch is not None and not (hasattr(sketch, "svg") and hasattr(sketch, "text")):
            raise RulesetError(
                f"sketch of {self.game} gives {format_value(sketch)}: give None, or an object with svg(title=) and "
                'text(width=, plain=), such as cgt.games.boards.board_picture.Board(["#.", ".."])'
            )
        return sketch

    def named_game(self) -> tuple[Game | None, str]:
        """The game and its name."""
        return game_and_name(self)

    def __str__(self) -> str:
        return self.game.write(self.state)


@singledispatch
def position_of(game: Any, state: Any) -> GamePosition | Sum:  # noqa: ANN401 - a game of any kind, and its state
    """The position of a state that the rules lead to, unchecked; a family registers positions of a class of its own.

    >>> import cgt
    >>> position_of(cgt.games.Chomp(), (3, 2)), position_of(cgt.games.Nim(), (3, 2))
    (GamePosition(game=chomp, state=(3, 2)), Sum(parts=(Heap(game=nim, state=(3,)), Heap(game=nim, state=(2,)))))
    """
    return GamePosition(game, state)


def state_of(game: Game[S, M], position: Position) -> S | None:
    """The state of a position of a game; None for a position of another."""
    return position.state if isinstance(position, GamePosition) and position.game == game else None


def ruleset_of(position: Position) -> Game | None:
    """The game a position belongs to: its own, or the one that all its components share, under one name.

    >>> import cgt
    >>> print(ruleset_of(cgt.parse_position("nim 3,5")), ruleset_of(cgt.parse_position("nim 3 + wythoff 1,2")))
    nim None
    """
    if isinstance(position, GamePosition):
        return position.game
    if not isinstance(position, Sum) or not position.parts:
        return None
    first, *others = (part.game if isinstance(part, GamePosition) else None for part in position.parts)
    if first is None:
        return None
    return first if all(game is first or (game == first and str(game) == str(first)) for game in others) else None


def compound_of(position: Position) -> Position | None:
    """The compound that a position is, or is played as; None for any other.

    >>> import cgt
    >>> print(compound_of(cgt.parse_position("compound(nim,selective) 3,5")))
    Selective(3, 5)
    """
    if isinstance(position, GamePosition) and isinstance(position.state, COMPOUNDS):
        return position.state if position.game.hints.plays_compounds else None
    return position if isinstance(position, COMPOUNDS) else None


def game_and_name(position: Position) -> tuple[Game | None, str]:
    """The game and its name: an equal game of another name may have other words for its moves.

    >>> import cgt
    >>> kayles, octal = cgt.games.Kayles().position(3), cgt.games.Octal("0.77").position(3)
    >>> kayles == octal, game_and_name(kayles) == game_and_name(octal)
    (True, False)
    """
    game = ruleset_of(position)
    return game, str(game)


def held_in(position: Position) -> tuple[Position, ...]:
    """The positions that a position of ours, such as a sum, is made of; what another class calls `parts` is its own."""
    return getattr(position, "parts", ()) if type(position).__module__.startswith("cgt.core.") else ()


def check_convention(subject: Position | Game, convention: Convention) -> None:
    """Check that a game, or each game of a position, is played under a convention; raises `NotApplicableError`.

    >>> import cgt
    >>> check_convention(cgt.parse_position("sylver 4,5"), cgt.Convention.MISERE)
    Traceback (most recent call last):
    cgt.errors.NotApplicableError: sylver is not played under the misère convention
    """
    game = subject.game if isinstance(subject, GamePosition) else subject
    if not isinstance(game, Game):
        for part in held_in(game) if isinstance(game, Summable) else ():
            check_convention(part, convention)
    elif convention not in game.conventions:
        message = _("{ruleset} is not played under the {convention} convention")
        raise NotApplicableError(message.format(ruleset=game, convention=convention.word))
