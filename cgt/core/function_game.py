"""A game given by functions: from a state, which is any hashable value, to the states that a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import islice
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard, cast

import attrs

from cgt.core.compounds import Sum, components_of
from cgt.core.concurrency import lazy_property, raised_by_handler, suppress_own
from cgt.core.game import Game, GamePosition, M, S, check_components, check_hashable, listed_of, state_of
from cgt.core.hints import SearchHints, WordRules
from cgt.core.language import _
from cgt.core.numbers import as_shown, format_value, from_decimal, is_whole, plain_ints
from cgt.core.position import Position
from cgt.core.reading import as_list
from cgt.errors import NotApplicableError, ParseError, PositionError, RulesetError

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch
    from cgt.core.wording import Wording


SMALLEST, MOST_LOOKED_AT = 3, 100
"""The smallest numbers, and how many options of each, show where play forgets to end."""


NEVER_CHANGED = {int, str, bytes, tuple, frozenset}
"""The types of states that nothing can change."""


def _alone(state: S) -> Sequence[S]:
    return (state,)


def _itself(state: S) -> S:
    return state


def _nothing(state: S) -> Sketch | None:  # noqa: ARG001 - in the place of a function that draws it
    return None


@attrs.frozen
class FunctionGame(Game[S, M]):
    """A game whose rules are functions; `game` makes it."""

    # The search calls these functions themselves.
    options: Callable[[S], Iterable[S]] = attrs.field(repr=False)
    components: Callable[[S], Sequence[S]] = attrs.field(default=_alone, repr=False)
    canonical: Callable[[S], S] = attrs.field(default=_itself, repr=False)
    names: Callable[[S], Iterable[M]] | None = attrs.field(default=None, repr=False)
    read: Callable[[str], S] = attrs.field(kw_only=True, repr=False)
    write: Callable[[S], str] = attrs.field(default=as_shown, kw_only=True, repr=False)
    sketch: Callable[[S], Sketch | None] = attrs.field(default=_nothing, kw_only=True, repr=False)
    compiled: WordRules | None = attrs.field(default=None, kw_only=True, repr=False)
    kind: type = attrs.field(default=object, kw_only=True, repr=False)
    """The type of the states, where no text of them is read."""
    # Each has texts of its own.
    name: str = attrs.field(default="game", kw_only=True)  # type: ignore[misc]
    title: str = attrs.field(default="", kw_only=True, repr=False)  # type: ignore[misc]
    rules: str = attrs.field(default="", kw_only=True, repr=False)
    references: tuple[str, ...] = attrs.field(default=(), kw_only=True, repr=False)  # type: ignore[misc]
    example: str = attrs.field(default="", kw_only=True, repr=False)

    @property
    def position_form(self) -> str:
        """The form of a position's text, by the example."""
        return _("a state, such as {example}").format(example=self.example)

    def position(self, *states: S) -> GamePosition[S, M]:
        """The position of one state.

        Raises:
            PositionError: it is no state of this game.
            RulesetError: its components are no list, its representative is no state, or its options change it.
        """
        position = cast("GamePosition[S, M]", super().position(*states))
        check_components(self, position.state)
        if type(position.state) not in NEVER_CHANGED:
            before = hash(position.state)
            with suppress_own(Exception):  # a question meets it again, and says what it is
                list(islice(self.options(position.state), MOST_LOOKED_AT))
            if hash(position.state) != before:
                raise RulesetError(f"options of {self} change the state that they are given: make new ones")
        if self.canonical is not _itself:
            standard = self.canonical(position.state)
            try:
                self.check(standard)
            except PositionError as error:
                call = f"canonical({format_value(position.state)}) of {self} gave {format_value(standard)}"
                raise RulesetError(f"{call}: return a state that is worth the same") from error
        return position

    def check(self, state: S, /) -> None:
        """Check a state as every game does; where no text is read, a state must be of the type of the example."""
        if self.read is not _read_nothing:
            super().check(state)
            text: object = state
            if self.read is str and isinstance(text, str) and ("+" in text or text != text.strip()):
                raise PositionError(_no_text(self.name, text))
            return
        check_hashable(state, "a state")
        if not isinstance(state, self.kind):
            message = f"a state of {self.name} is of type {self.kind.__name__}, as the example is"
            raise PositionError(f"{message}, not {format_value(state)}")

    def _reading_advice(self) -> str:
        return "" if self.read is _read_nothing else super()._reading_advice()

    @property
    def hints(self) -> SearchHints:
        """The search hints: whether states fall apart, as the function for components says, and the compiled rules."""
        rules = self.compiled
        return SearchHints(is_whole=self.components is _alone, word_rules=None if rules is None else lambda: rules)

    def __str__(self) -> str:
        """The name: functions have no text."""
        return self.name

    def steps(self, state: S, /) -> Iterable[tuple[M, S]]:
        """The moves of a state with the states they lead to, in order.

        Raises:
            RulesetError: the options are no iterable, or there is not one name of a move for each of them.
            PositionError: an option is not hashable.
        """
        options = listed_of(self.options, "options", state)
        if self.names is None:
            return [(cast("M", option), option) for option in options]
        moves = listed_of(self.names, "moves", state)
        if len(moves) != len(options):
            raise RulesetError(f"moves({format_value(state)}) names {len(moves)} moves for {len(options)} options")
        if len(set(moves)) != len(moves):
            raise RulesetError(f"moves({format_value(state)}) gives two moves the same name")
        return list(zip(moves, options, strict=True))


@attrs.frozen
class NumberGame(FunctionGame[int, M]):
    """A game whose states are the whole numbers from 0, so that they can be listed."""

    listed_heaps: ClassVar[int] = 1

    def position(self, *states: int) -> GamePosition[int, M]:
        """The position of a number, or the sum of several.

        Raises:
            PositionError: they are no whole numbers of at least 0.
            RulesetError: a move leads from one of the smallest numbers to what is none.
        """
        self._is_bounded  # noqa: B018 - a play that falls below 0 is refused before it begins
        states = plain_ints(states)
        if len(states) < 2:
            return super().position(*states)
        return cast("GamePosition[int, M]", Sum(*map(super().position, states)))

    @lazy_property
    def _is_bounded(self) -> bool:
        """Whether the smallest numbers lead to whole numbers of at least 0; raises `RulesetError` where they do not."""
        for number in range(SMALLEST):
            options: list[object] = []
            with suppress_own(Exception):  # a function of the user's own need not know these numbers
                options = list(islice(self.options(number), MOST_LOOKED_AT))
            for option in options:
                if isinstance(option, Real) and (option < 0 or option % 1):
                    raise RulesetError(
                        f"options({number}) of {self} gives {format_value(option)}: states are whole numbers of at "
                        f"least 0; give [] where no move is left, or name another kind: cgt.game(…, example=state)"
                    )
        return True

    def check(self, state: int, /) -> None:
        """Check that a state is a whole number of at least 0; raises `PositionError`."""
        check_hashable(state, "a state")
        if not is_whole(state) or state < 0:
            given = format_value(state)
            message = f"a state of {self.name} is a whole number of at least 0, not {given}"
            if not is_whole(state):
                message += f": name another kind of state by cgt.game(…, example={given})"
            raise PositionError(message)

    def sizes(self, position: Position) -> tuple[int, ...]:
        """The numbers that a position shows."""
        states = (state_of(self, part) for part in components_of(position))
        return tuple(state for state in states if state is not None)

    @property
    def wording(self) -> Wording:
        return attrs.evolve(super().wording, weight=lambda position: (sum(self.sizes(position)),))

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """The numbers up to `bound`; raises `RulesetError` where the function fails for the first of them."""
        for number in range(bound + 1):
            try:
                listed: object = self.options(number)
                if isinstance(listed, Iterable):
                    list(islice(listed, 1))
            except Exception as error:  # a user's function may raise anything
                if raised_by_handler(error):
                    raise
                raise RulesetError(
                    f"{self}: options({number}) raises {type(error).__name__}: {error}. Where states are no whole "
                    "numbers, name one: cgt.game(…, example=state)"
                ) from error
            if not isinstance(listed, Iterable):
                listed_of(self.options, "options", number)  # which says what a list would be
            yield self.position(number)


@attrs.frozen
class TupleGame(FunctionGame[tuple[int, ...], M]):
    """A game whose states are tuples of whole numbers, of one length, in an order that matters; they can be listed."""

    listed_heaps: int = attrs.field(default=2, kw_only=True)

    def position(self, *states: Any) -> GamePosition[tuple[int, ...], M]:  # noqa: ANN401 - a tuple, or its numbers
        """The position of a tuple, or of its numbers one by one; raises `PositionError`."""
        states = plain_ints(states)
        if len(states) == 1 and not is_whole(states[0]):
            return super().position(*states)
        if len(states) != self.listed_heaps:
            message = f"{self.name} has {self.listed_heaps} numbers, as {self.example} has, not {len(states)}"
            raise PositionError(f"{message}; or give a tuple")
        return super().position(states)

    @property
    def wording(self) -> Wording:
        return attrs.evolve(super().wording, ordered_heaps=True)

    def sizes(self, position: Position) -> tuple[int, ...]:
        """The numbers of a position."""
        return state_of(self, position) or ()

    def table_position(self, row: int, column: int) -> Position:
        """The position of two numbers; raises `NotApplicableError` where a state has more or fewer."""
        if self.listed_heaps != 2:
            message = _("a table is of positions with two numbers, here they have {count}")
            raise NotApplicableError(message.format(count=self.listed_heaps))
        return self.position(row, column)


def _read_number(text: str) -> int:
    number = text.strip()
    if not (number.isascii() and number.isdigit()):
        raise ParseError(f"{format_value(number)} is not a whole number of at least 0", text)
    return from_decimal(number)


def _read_numbers(text: str) -> tuple[int, ...]:
    entries = text.strip().removeprefix("(").removesuffix(")").split(",")
    return tuple(_read_number(entry) for entry in entries if entry.strip())


def _read_nothing(text: str) -> Hashable:
    raise ParseError("positions of this game are not read from text: make it by cgt.game(…, read=function)", text)


def _no_text(name: str, text: str) -> str:
    """The reason why a text that is a state cannot stand for itself, with functions that write and read another."""
    reason, sign = "a + joins positions", "+"
    if "+" not in text:
        reason, sign = "spaces at an end are cut off", text[0] if text[0].isspace() else text[-1]
    other = next((free for free in "_#~" if free not in text), "_")
    write, read = (f"lambda text: text.replace({signs})" for signs in (f"{sign!r}, {other!r}", f"{other!r}, {sign!r}"))
    return (
        f"{name} has no text for {format_value(text)}: {reason}; cgt.game(…, write={write}, read={read}) gives it one"
    )


def _example_text(state: S, write: Callable[[S], object], read: Callable[[str], S], *, by_default: bool) -> str:
    """The text of the example.

    Raises:
        RulesetError: there is none, or another state is read from it.
    """
    shown = format_value(state)
    try:
        written = write(state)
    except Exception as error:
        if not by_default or raised_by_handler(error):
            raise
        reason = f"write({shown}) raises {type(error).__name__}: {error}"
        raise RulesetError(f"{reason}; name a typical state: cgt.game(…, example=state)") from error
    if not isinstance(written, str):
        raise RulesetError(f"write({shown}) gave {format_value(written)}: return a text")
    if read is not _read_nothing:
        given = ""
        try:
            again = read(written)
            given = f"is {format_value(again)}"
            if again == state:
                return written
        except Exception as error:  # a function of the user's own may raise anything, and so may what it gives
            if raised_by_handler(error):
                raise
            given = given or f"raises {type(error).__name__}: {error}"
        raise RulesetError(f"example is a state, and read undoes write, but read(write({shown})) {given}")
    return written


def _reader(state: object) -> Callable[[str], Any]:
    """A parser for the text of states of this state's type."""
    if _is_number(state):
        return _read_number
    if isinstance(state, str):
        return str
    return _read_numbers if _is_tuple(state) else _read_nothing


def _is_number(state: object) -> bool:
    return is_whole(state) and state >= 0


def _is_tuple(state: object) -> TypeGuard[tuple[int, ...]]:
    return type(state) is tuple and all(map(_is_number, state))


def game(
    options: Callable[[S], Iterable[S]],
    *,
    components: Callable[[S], Sequence[S]] | None = None,
    canonical: Callable[[S], S] | None = None,
    moves: Callable[[S], Iterable[M]] | None = None,
    read: Callable[[str], S] | None = None,
    write: Callable[[S], str] | None = None,
    sketch: Callable[[S], Sketch | None] | None = None,
    compiled: WordRules | None = None,
    example: Hashable = None,  # as S, a type checker would take a tuple of one length for the states
    name: str = "",
    title: str = "",
    rules: str = "",
    references: Sequence[str] = (),
) -> FunctionGame[S, M]:
    """A game in three lines, from a function that gives the options of a state.

    A state is any hashable value: an int, a tuple, a frozenset. The search keeps the states themselves, so this is the
    fastest way into the engine for a game that is defined in Python. Unless `example` is of another kind, states
    are the whole numbers from 0, and can be listed: `cgt.nim_values`, `cgt.p_positions`, `cgt.discover`. So can tuples
    of whole numbers, each as long as the example.

    Args:
        options: the states that a move leads to, as a list or another iterable; none when the game is over.
        components: the states that a state falls into, or the state alone; the game must then be the disjunctive sum of
            them.
        canonical: one representative of all states equal to a state by symmetry.
        moves: the names of the moves, in the order of the options; without it a move is named by the state it leads to.
        read: the state that a text means; numbers, texts and tuples of numbers are read without it.
        write: the text of a state, which `read` reads; by default as `str` shows it.
        sketch: the drawing of a state: an object with `svg(title=)` and `text(width=, plain=)`.
        compiled: the same rules as functions that numba compiles, if states are numbers below `2**128`.
        example: a typical state, for help, checks and exercises; by default 10.
        name: the name of the game; by default the name of the function.
        title: its name in prose.
        rules: the rules in a sentence.
        references: the literature on the game.

    Raises:
        RulesetError: an argument is no function, or `write` gives no text, or `read` another state for it; later,
            options that are no iterable.
        PositionError: later, a state that is not hashable.

    >>> import cgt
    >>> halving = cgt.game(lambda n: [n - 1, n // 2] if n else [])
    >>> position = halving.position(10)
    >>> cgt.nim_value(position), cgt.winning_moves(position), cgt.nim_values(halving, 8)
    (0, (), [0, 1, 0, 2, 1, 2, 0, 1])
    """
    functions: dict[str, object] = {"options": options, "components": components, "canonical": canonical}
    functions |= {"moves": moves, "read": read, "write": write, "sketch": sketch}
    for argument, function in functions.items():
        if not callable(function) and (function is not None or argument == "options"):
            raise RulesetError(f"{argument} is a function of a state, not {format_value(function)}")
    for argument, text in {"name": name, "title": title, "rules": rules}.items():
        if not isinstance(text, str):
            raise RulesetError(f"{argument} is a text, not {format_value(text)}")
    if compiled is not None and not isinstance(compiled, WordRules):
        raise RulesetError(f"compiled is WordRules(options, components, canonical), not {format_value(compiled)}")
    references = as_list(
        references, "references are several texts, such as ['A book'], not {value}", error=RulesetError
    )
    if not all(isinstance(reference, str) for reference in references):
        raise RulesetError(f"references are texts, not {format_value(references)}")
    called = name or getattr(options, "__name__", "game").replace("<lambda>", "game")
    state = cast("S", 10 if example is None else plain_ints(example))
    is_number = read is None and _is_number(state)
    kind = cast("type[FunctionGame[S, M]]", NumberGame) if is_number else FunctionGame
    if read is None and _is_tuple(state) and state:
        kind = cast("type[FunctionGame[S, M]]", partial(TupleGame, listed_heaps=len(state)))
    read, write = read or _reader(state), write or as_shown
    return kind(
        options,
        components or _alone,
        canonical or _itself,
        moves,
        read=read,
        write=write,
        sketch=sketch or _nothing,
        compiled=compiled,
        kind=type(state),
        name=called,
        title=title or called,
        rules=rules or _("Move from a state to one of its options."),
        references=tuple(references),
        example=_example_text(state, write, read, by_default=example is None),
    )
