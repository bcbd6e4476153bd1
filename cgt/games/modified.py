"""Games with one rule changed: passes, or moves that are forbidden for one turn.

The game that is changed reads, tells and draws what it knows.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import attrs

from cgt.core.changed_rules import ASK, HOLSHOUSER, PASS, Blocked, BlockedMoves, Blocking, WithPass, blocked, with_pass
from cgt.core.compounds import Sum, components_of, move_in, parts_of
from cgt.core.game import Game, falls_apart, position_of, state_of
from cgt.core.hints import SearchHints
from cgt.core.language import _, language, ngettext
from cgt.core.lazy_moves import LazyMoves
from cgt.core.nimber import nim_sum
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, canonical
from cgt.core.reading import WholeNumber
from cgt.core.route import Answer, ClosedForm, Question
from cgt.core.sketch import Sketch, sketch_of
from cgt.digits.moves import HasLinearMoves, LinearMoves
from cgt.digits.system import kary
from cgt.errors import CGTError, NotApplicableError, PositionError, RulesetError
from cgt.families.capabilities import HasHeaps, HasTable
from cgt.families.recognised_form import RecognisedForm
from cgt.families.registry import parse_ruleset
from cgt.families.state_form import ValueForm
from cgt.fast.jit import numpy_installed
from cgt.games.heaps.nim import Nim

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.core.wording import Wording

LARSSON = "U. Larsson, Blocking Wythoff nim, Electronic Journal of Combinatorics 18 (2011)"
MORRISON = "R. E. Morrison, E. J. Friedman and A. S. Landsberg, Combinatorial games with a pass, Chaos 22 (2012)"

SHOWN_OPTIONS = 3
"""The number of lost options that a reason names."""

SAMPLED = 60
"""The number of sample positions of a game with its rule changed."""
DEEPEST = 2
"""The greatest number of times a game may be blocked: a move of one that is blocked names sets of moves, then sets of
such sets."""

_ASKED, _WITHOUT = " asked", " without "
_USED = re.compile(r"\s+(?:(\d{1,9})\s+)?used\s*$", re.ASCII)


def game_of(text: str | Game) -> Game:
    """The ruleset itself, or the ruleset of a text."""
    return text if isinstance(text, Game) else parse_ruleset(text)


@attrs.frozen(slots=False)
class ChangedGame(Game[Position, Move]):
    """The base of games with a changed rule: a state is a position of `cgt.core.changed_rules`, or of the game.

    Write `changed(position)`, and `plain(state)`, the position of the game behind a state, where the two differ.
    """

    game: Game = attrs.field(converter=game_of)

    # Attributes of those objects alone whose game has them: `isinstance` looks for what a Protocol names in the object
    # and in its class, and takes a property for there without asking it. With slots pickling would ask for the missing
    # ones, so these classes have none.
    listed_heaps: int = attrs.field(init=False, eq=False, repr=False)
    """The number of heaps that the game lists."""
    table_position: Callable[[int, int], Position] = attrs.field(init=False, eq=False, repr=False)
    """The initial position from the game's position in a row and column."""

    def __attrs_post_init__(self) -> None:
        if isinstance(self.game, HasHeaps):
            object.__setattr__(self, "listed_heaps", self.game.listed_heaps)
        if isinstance(self.game, HasTable):
            object.__setattr__(self, "table_position", self._table_position)

    @property
    def conventions(self) -> tuple[Convention, ...]:
        """The conventions that the game is played under."""
        return tuple(self.game.conventions)

    @property
    def example(self) -> str:
        """The example of the game."""
        return str(self.game.example)

    @property
    def position_form(self) -> str:
        """The form of a position of the game."""
        return str(self.game.position_form)

    def changed(self, position: Position) -> Position:
        """The initial state from a position of the game, by default that position."""
        return position

    def plain(self, state: Position) -> Position:
        """The position of the game in a state, by default the state."""
        return state

    def read(self, text: str) -> Position:
        """Read a position of the game."""
        return self.changed(self.game.parse(text))

    def write(self, state: Position) -> str:
        """The position, as the game writes it."""
        return self.game.wording.position_text(self.plain(state))

    def position(self, *arguments: object, **options: object) -> Position:
        """The initial position from a position of the game, given as there; raises `PositionError`.

        >>> print(PassingGame("nim").position(3, 5))
        3,5
        """
        return self._begun(self.game.position(*arguments, **options))

    def _begun(self, position: Position) -> Position:
        return position_of(self, self.changed(position))

    def sizes(self, position: Position) -> tuple[int, ...]:
        """The sizes of the game's position in this one."""
        game: Any = self.game
        state = state_of(self, position)
        return () if state is None else tuple(game.sizes(self.plain(state)))

    def _table_position(self, row: int, column: int) -> Position:
        game: Any = self.game
        return self._begun(game.table_position(row, column))

    def _least_positions(self, position: Position) -> int:
        """The lower bound of the game for its position, where the first moves are those of the game to its end."""
        state = state_of(self, position)
        parts = () if state is None else components_of(self.plain(state))
        return max(map(self.game.hints.least_positions, parts), default=0)

    @property
    def wording(self) -> Wording:
        words = self.game.wording
        return attrs.evolve(
            super().wording,
            table_axes=words.table_axes,
            ordered_heaps=words.ordered_heaps,
            family=words.family,
            component_description=self._description,
            component_text=self._move_text,
            component_notation=self._move_notation,
            component_record=self._move_record,
            candidates=self._candidate_moves,
        )

    def _description(self, position: Position) -> str:
        """A position in words; by default its text."""
        return str(position)

    @abstractmethod
    def _move_text(self, position: Position, move: Any) -> str:  # noqa: ANN401 - a move of any form
        """A move in words."""

    def _move_notation(self, position: Position, move: Any) -> str:  # noqa: ANN401 - likewise
        """A move as it is typed; by default in words."""
        return self._move_text(position, move)

    def _move_record(self, position: Position, move: Any) -> dict[str, object]:  # noqa: ANN401 - likewise
        """The record of a move; by default the move."""
        from cgt.core.wording import plain  # with the words, which most answers do without

        return {"move": plain(move)}

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves that a text may mean, legal or not; by default none."""
        return ()

    def steps(self, state: Position) -> Iterator[tuple[Move, Position]]:
        """The steps of the changed position."""
        return ((move, state.play(move)) for move in state.moves())

    def canonical(self, state: Position) -> Position:
        return canonical(state)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """The first samples of the game."""
        return map(self._begun, islice(self.game.sample_positions(bound), SAMPLED))

    def sketch(self, state: Position) -> Sketch | None:
        """The drawing of the game's position in the state."""
        return sketch_of(self.plain(state))


@attrs.frozen(slots=False)
class PassingGame(ChangedGame):
    """A game with passes: up to `passes` times in the play, a player may pass, but not at its end.

    >>> import cgt
    >>> game = PassingGame("nim")
    >>> [cgt.nim_value(game.parse(str(size))) for size in range(8)], cgt.nim_value(game.parse("1,2 used"))
    ([0, 2, 1, 4, 3, 6, 5, 8], 3)
    """

    name = "with-pass"
    title = "Any game with a pass"
    references = (MORRISON,)
    example_arguments = ("kayles",)
    argument_form = (
        "a game, such as with-pass(nim), then the number of passes in the play, 1 by default, as in with-pass(nim,2)"
    )

    passes: int = attrs.field(
        default=1,
        repr=exact_repr,
        validator=WholeNumber("with-pass(game, n) needs a whole number n of passes, at least 1"),
    )

    @property
    def rules(self) -> str:
        """The rules with the game and the number of passes."""
        return ngettext(
            "Move as in {game}, or pass: once in the play for both players together, and not when it has ended.",
            "Move as in {game}, or pass: {passes} times in the play for both players together, and not when it has "
            "ended.",
            self.passes,
        ).format(game=self.game, passes=exact_repr(self.passes))

    def changed(self, position: Position) -> Position:
        """The position with all passes."""
        return with_pass(position, self.passes)

    def plain(self, state: Position) -> Position:
        """The position without its passes."""
        return state.position if isinstance(state, WithPass) else state

    def moves(self, state: Position) -> LazyMoves[Move]:
        """The moves of the position, lazily."""
        return LazyMoves(lambda: iter(state.moves()))

    def after(self, state: Position, move: Move) -> Position:
        """The state after the move, without a search among the others."""
        return state.play(move)

    def components(self, state: Position) -> tuple[Position, ...]:
        """The components after the last pass; before, the state alone."""
        return components_of(state)

    @property
    def hints(self) -> SearchHints:
        return SearchHints(searched_as=self._searched_as, least_positions=self._least_positions)

    def _least_positions(self, position: Position) -> int:
        """The bound of the game while there is a pass, which comes last; 0 after it, where equal components cancel."""
        state = state_of(self, position)
        return super()._least_positions(position) if isinstance(state, WithPass) else 0

    def _searched_as(self, state: Position, known: Iterable[Game]) -> tuple[PassesAndParts, tuple[int, Parts]] | None:
        """The number of passes and the states of the game's components, where the position consists of these alone."""
        parts = parts_of(state.position) if isinstance(state, WithPass) else ()
        states = [state_of(self.game, part) for part in parts]
        if not isinstance(state, WithPass) or None in states:
            return None
        search = PassesAndParts(self)
        return search, (state.passes, search.joined(states))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (PassOfOneHeap(self),) if self.game == NIM and self.passes == 1 else ()

    def read(self, text: str) -> Position:
        """Read a position of the game; `used` behind it for a pass that is used, `2 used` for two."""
        match = _USED.search(text)
        used = 0 if match is None else int(match[1] or 1)
        if used > self.passes:
            raise PositionError(_("{used} passes are more than {value} has").format(used=used, value=self))
        position = self.game.parse(text if match is None else text[: match.start()])
        return with_pass(position, self.passes - used) if used < self.passes else position

    def write(self, state: Position) -> str:
        """The text of a state: the position of the game, and the number of passes used."""
        used = self.passes - (state.passes if isinstance(state, WithPass) else 0)
        text = self.game.wording.position_text(self.plain(state))
        return text if not used else f"{text} used" if used == 1 else f"{text} {used} used"

    def _description(self, position: Position) -> str:
        state = state_of(self, position)
        if state is None or (isinstance(state, WithPass) and state.passes == self.passes):
            return str(position)
        text = self.game.wording.position_text(self.plain(state))
        if isinstance(state, WithPass):
            return _("{position}, with passes left: {count}").format(position=text, count=state.passes)
        return _("{position}, without a pass left").format(position=text)

    def _move_text(self, position: Position, move: Move) -> str:
        """The words of the game for a move, or `pass`."""
        state = state_of(self, position)
        if move is PASS or state is None:
            return _("pass")
        words = self.game.wording
        return words.text_at(*words.locate(self.plain(state), move))

    def _move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The record of the game for a move, or of the pass."""
        state = state_of(self, position)
        if move is PASS or state is None:
            return {"move": "pass"}
        return self.game.wording.move_record(self.plain(state), move)

    def _candidate_moves(self, position: Position, text: str) -> Iterable[Move]:
        """The moves that a text may mean in the game, and the pass."""
        state = state_of(self, position)
        yield PASS
        if state is not None and text.casefold() not in {"pass", _("pass")}:
            with suppress(CGTError):
                yield self.game.wording.read_move(self.plain(state), text)


Parts = tuple[Hashable, ...]
"""States of one game that are played as a sum, in one order."""


@attrs.frozen
class PassesAndParts(Game[tuple[int, Parts], Any]):
    """A game with passes for the search: a state is the number of passes left, with raw states of the components."""

    ruleset: PassingGame
    name = title = "passes and parts"

    def options(self, state: tuple[int, Parts]) -> Iterator[tuple[int, Parts]]:
        """The options as `WithPass` has them: the pass comes last, and not where the play has ended."""
        passes, parts = state
        ended = True
        for place, part in enumerate(parts):
            others = parts[:place] + parts[place + 1 :]
            for option in self.ruleset.game.options(part):
                ended = False
                yield passes, self.joined((*others, option))
        if passes and not ended:
            yield passes - 1, parts

    def joined(self, states: Iterable[Hashable]) -> Parts:
        """The components of these states, each as its representative, sorted."""
        return tuple(sorted(chain.from_iterable(map(self._parts, states)), key=hash))

    def _parts(self, state: Hashable) -> Iterable[Hashable]:
        game = self.ruleset.game
        parts = game.components(state) if falls_apart(game) else (state,)
        if len(parts) == 1 and parts[0] == state:
            return (game.canonical(state),)
        return chain.from_iterable(map(self._parts, parts))


@position_of.register(PassesAndParts)
def _joined(raw: PassesAndParts, state: tuple[int, Parts]) -> Position:
    passes, parts = state
    placed = [position_of(raw.ruleset.game, part) for part in parts]
    position = placed[0] if len(placed) == 1 else Sum(*placed)
    return position_of(raw.ruleset, WithPass(position, passes) if passes else position)


NIM = Nim()


@attrs.frozen
class PassOfOneHeap(ValueForm[Position, Move]):
    """The closed form of nim with a pass: one heap of n is worth n + 1 if odd, n - 1 if even; after it, nim."""

    ruleset: PassingGame

    name = "one heap with a pass"
    statement = (
        "In nim with a pass one heap of n is worth n + 1 if n is odd, n - 1 if it is even and not 0; after the pass it "
        "is nim."
    )
    reference = MORRISON

    def covers(self, state: Position) -> bool:
        """Whether the pass is used, or at most one heap is not empty."""
        heaps, used = self._heaps(state)
        return used or sum(map(bool, heaps)) <= 1

    def candidates(self, state: Position, value: int) -> Iterator[Move]:
        """The moves of nim to the heap with this value, and the pass."""
        heaps, used = self._heaps(state)
        change = value ^ nim_sum(*heaps)
        for place, heap in enumerate(heaps):
            left = heap ^ change if used else _neighbour(value)
            if left < heap:
                yield move_in(self.ruleset.plain(state), place, heap - left)
        if any(heaps) and not used:
            yield PASS

    def value(self, state: Position) -> int:
        """The nim-value: the nim-sum of the heaps, or the neighbour of the heap."""
        heaps, used = self._heaps(state)
        return nim_sum(*heaps) if used else _neighbour(nim_sum(*heaps))

    def reason(self, state: Position, convention: Convention) -> str:
        """The reason, with the formula that applies."""
        value = format_int(self.value(state))
        if self._heaps(state)[1]:
            return _("the pass has been used, and the heaps have the nim-sum {total}").format(total=value)
        return _("the one heap is worth {value} with the pass").format(value=value)

    def _heaps(self, state: Position) -> tuple[tuple[int, ...], bool]:
        """The heaps, and whether the pass is used."""
        return NIM.sizes(self.ruleset.plain(state)), not isinstance(state, WithPass)


def _neighbour(number: int) -> int:
    """The other number of a pair 1 and 2, 3 and 4, 5 and 6, …; 0 for 0."""
    return ((number - 1) ^ 1) + 1 if number else 0


@attrs.frozen(slots=False)
class BlockingGame(ChangedGame):
    """A game in which the player who has moved forbids the other one up to k - 1 of his moves, for one turn.

    The play begins with two turns before the first move: one player asks, and the other one forbids. So a position is
    won in normal play exactly when at least k of its moves lead to one that is lost for the other player.

    >>> import cgt
    >>> game = BlockingGame("nim", 2)
    >>> cgt.outcome(game.parse("3,4")), cgt.outcome(game.parse("4,4"))
    (<Outcome.P: 'P'>, <Outcome.N: 'N'>)
    """

    name = "blocked"
    title = "Any game with blocking"
    references = (HOLSHOUSER, LARSSON)
    example_arguments = ("kayles", "2")
    argument_form = (
        "a game, then a number k, such as blocked(nim,3): fewer than k of the other player's moves may be forbidden"
    )

    count: int = attrs.field(
        repr=exact_repr,
        validator=WholeNumber(
            "blocked(game, k) needs a whole number k of at least 1, of which up to k - 1 moves are forbidden"
        ),
    )

    @property
    def rules(self) -> str:
        """The rules with the game and the number of moves that may be forbidden."""
        if self.count == 1:
            return _("Move as in {game}; nothing is forbidden to the other player.").format(game=self.game)
        return _("Move as in {game}, and forbid the other player some of his next moves, {count} at most.").format(
            game=self.game, count=exact_repr(self.count - 1)
        )

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        inner, depth = self.game, 1
        while isinstance(inner, ChangedGame):
            inner, depth = inner.game, depth + isinstance(inner, BlockingGame)
        if depth > DEEPEST:
            message = _("a game is blocked at most {most} times: more would forbid sets of sets of moves")
            raise RulesetError(message.format(most=DEEPEST))

    @property
    def hints(self) -> SearchHints:
        return SearchHints(counts_lost_options=True, least_positions=self._least_positions)

    def _least_positions(self, position: Position) -> int:
        """The bound of the game where nothing is forbidden, as after the first choice; else 0."""
        state = state_of(self, position)
        return 0 if isinstance(state, BlockedMoves) and state.forbidden else super()._least_positions(position)

    @property
    def _linear_game(self) -> HasLinearMoves | None:
        """The game if it can state linear moves; None for one that is itself blocked, of which the moves are others.

        What is forbidden there is the question for what is forbidden.
        """
        game = self.game
        return game if not isinstance(game, BlockingGame) and isinstance(game, HasLinearMoves) else None

    def linear_moves(self) -> LinearMoves | None:
        """The linear moves of the game, of which a win needs k lost options; None where they are not linear."""
        moves = None if self._linear_game is None else self._linear_game.linear_moves()
        if moves is None:
            return None
        more = () if moves.systems or moves.has_sets else (kary(2),)
        plain = attrs.evolve(moves, table=None, won_table=None, sentences=None, kept=None)
        return attrs.evolve(plain, needed=self.count, systems=(*moves.systems, *more))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return () if self._linear_game is None else (RecognisedBlocking(self),)

    def p_positions(self, stop: int, convention: Convention, progress: Progress | None = None) -> list[tuple[int, ...]]:
        """The P-positions with heaps below `stop`, by counts of lost options for all positions together.

        Raises:
            NotApplicableError: the moves of the game are not linear, or numpy is not installed; or in misère play.
        """
        moves = self.linear_moves() if numpy_installed() else None
        if moves is None or not isinstance(self.game, HasHeaps) or len(moves.names) != self.listed_heaps:
            raise NotApplicableError(f"the moves of {self.game} are not linear in the heaps alone")
        from cgt.theory.played_out import lost_below

        positions = lost_below(moves, stop, convention, progress)
        ordered = self.wording.ordered_heaps
        return positions if ordered else [heaps for heaps in positions if list(heaps) == sorted(heaps)]

    def changed(self, position: Position) -> Position:
        """The position before anything is forbidden."""
        return blocked(position, self.count)

    def plain(self, state: Position) -> Position:
        """The position of the game in a blocked state."""
        return state.position if isinstance(state, Blocked | Blocking | BlockedMoves) else state

    def steps(self, state: Position) -> Iterator[tuple[Move, Position]]:
        """Every move with its option, without further checks."""
        return iter(state.steps()) if isinstance(state, Blocking | BlockedMoves) else super().steps(state)

    def read(self, text: str) -> Position:
        """Read a position of the game; behind it `asked`, or `without` and what is forbidden, `;` between."""
        if text.rstrip().endswith(_ASKED):
            return Blocking(self.game.parse(text.rstrip().removesuffix(_ASKED)), self.count)
        start, without, moves = text.partition(_WITHOUT)
        position = self.game.parse(start)
        if not without:
            return self.changed(position)
        results = [move for move in moves.split(";") if move.strip() not in {"", "-"}]
        return blocked(position, self.count, [self._read_forbidden(position, move) for move in results])

    def _read_forbidden(self, position: Position, text: str) -> Move:
        """A move as `write` has it, in English, or as a person wrote it."""
        try:
            with language("en"):
                return self.game.wording.read_move(position, text)
        except CGTError:
            return self.game.wording.read_move(position, text)

    def write(self, state: Position) -> str:
        """The text of a state, in every language: the position of the game, and what is forbidden, `-` for nothing."""
        position = self.plain(state)
        text = self.game.wording.position_text(position)
        if isinstance(state, BlockedMoves):
            with language("en"):
                forbidden = sorted(self.game.wording.write_move(position, move) for move in state.forbidden)
            return text + _WITHOUT + ("; ".join(forbidden) or "-")
        return text + (_ASKED if isinstance(state, Blocking) else "")

    def _description(self, position: Position) -> str:
        state = state_of(self, position)
        if state is None:
            return str(position)
        plain = self.plain(state)
        words = self.game.wording
        text = words.position_text(plain)
        if not isinstance(state, BlockedMoves) or not state.forbidden:
            return text
        forbidden = _("; ").join(sorted(words.move_text(plain, move) for move in state.forbidden))
        return _("{position}, where this is forbidden: {moves}").format(position=text, moves=forbidden)

    def _move_text(self, position: Position, move: Move) -> str:
        """The move as text: `ask what is forbidden`, `forbid: take 2 from heap 1`, `take 1, and forbid: take 2`."""
        return self._with_forbidden(position, move, _("forbid: {moves}"), self.game.wording.move_text)

    def _move_notation(self, position: Position, move: Move) -> str:
        """The move as it is typed: `take 1, and forbid 2`."""
        return self._with_forbidden(position, move, _("forbid {moves}"), self.game.wording.write_move)

    def _with_forbidden(
        self, position: Position, move: Move, forbid: str, write: Callable[[Position, Move], str]
    ) -> str:
        """The text of a move and of the moves that it forbids, each by `write`, by the template `forbid`."""
        state = state_of(self, position)
        if state is None or not isinstance(move, tuple | frozenset):
            return _("ask what is forbidden")
        plain = self.plain(state)
        after, forbidden = (plain, move) if isinstance(move, frozenset) else (plain.play(move[0]), move[1])
        moves = "; ".join(sorted(write(after, one) for one in forbidden))
        text = forbid.format(moves=moves) if moves else _("forbid nothing")
        if isinstance(move, frozenset):
            return text
        return _("{move}, and {forbid}").format(move=self.game.wording.move_text(plain, move[0]), forbid=text)


@attrs.frozen
class RecognisedBlocking(RecognisedForm):
    """The closed form of a game with blocking, before anything is forbidden.

    >>> import cgt
    >>> game = BlockingGame("subtraction(1,2,3)", 2)
    >>> cgt.solve(game.position(10**9)).explanation.partition(": ")[2]
    'moves to 999999997 win, of which up to 1 can be forbidden'
    """

    ruleset: BlockingGame

    name = "blocking automaton"
    statement = (
        "A game whose moves are linear formulas and may be forbidden: the positions with too few lost options are "
        "recognised by an automaton and proved."
    )

    def numbers(self, position: Position) -> tuple[int, ...] | None:
        """The heaps, where moves have yet to be forbidden."""
        state: Position | None = state_of(self.ruleset, position)
        is_start = isinstance(state, Blocked) and isinstance(self.ruleset.game, HasHeaps)
        return self.ruleset.sizes(position) if is_start else None

    def is_searched(self, numbers: tuple[int, ...], *, known: bool) -> bool:
        """Whether a position is left to a search, which counts all the options: a small one."""
        return super().is_searched(numbers, known=False)

    def answer(self, question: Question) -> Answer | None:
        """The answer in normal play; in misère play lost options are not all that counts."""
        return super().answer(question) if question.convention is Convention.NORMAL else None

    def answer_with(
        self,
        question: Question,
        numbers: tuple[int, ...],
        outcome: Outcome,
        reason: Callable[[], str],
        lost_options: Callable[[], Iterator[tuple[int, ...]]],
    ) -> Answer:
        """The answer, with some of the moves that win where they are not forbidden; the one move of all is to ask."""

        def explanation(_moves: Sequence[Move]) -> str:
            game = self.ruleset.game
            first, text = list(islice(lost_options(), SHOWN_OPTIONS + 1)), _("{reason}: no move wins")
            if first:
                text = _("{reason}: moves to {positions} win, of which up to {count} can be forbidden")
            shown = [game.wording.position_text(game.position(*option)) for option in first[:SHOWN_OPTIONS]]
            positions = _("; ").join(shown + ["…"] * (len(first) > SHOWN_OPTIONS))
            return text.format(reason=reason(), positions=positions, count=self.ruleset.count - 1)

        def moves_to(value: int) -> Sequence[Move] | None:
            """The one move leads to 0 where it wins, and else to an unknown value above."""
            if outcome is Outcome.P:
                return None if value else ()
            return () if value else (ASK,)

        value = int(outcome is Outcome.N)
        return self.build_answer(
            question, outcome, lambda: (ASK,) * value, explanation, nim_value=value, moves_to=moves_to
        )
