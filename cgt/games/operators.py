"""Operators on rulesets: two rulesets at each turn, positions that are forbidden, and other compounds than the sum.

Two rulesets go together where each knows the positions of the other, written alike.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, cast

import attrs

from cgt.core.compounds import (
    Conjunctive,
    ContinuedConjunctive,
    DiminishedDisjunctive,
    Selective,
    ShortenedSelective,
    Sum,
    components_of,
    listed_moves,
    parts_of,
)
from cgt.core.game import Game, falls_apart, state_of
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.memory import MEMORY
from cgt.core.numbers import format_value
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position, canonical, identities, identity
from cgt.core.reading import as_list, text_form
from cgt.errors import IllegalMoveError, ParseError, PositionError, RulesetError
from cgt.families.capabilities import HasHeaps
from cgt.families.heap_game import HeapRuleset
from cgt.families.matches import heaps_of
from cgt.games.modified import SAMPLED, ChangedGame, game_of

if TYPE_CHECKING:
    from cgt.core.hints import SearchHints
    from cgt.core.wording import Wording

ENFORCE = (
    "Enforce and selective operators of combinatorial games, International Journal of Game Theory (2024), "
    "arXiv 2311.01006"
)
SMITH = "F. Smith and P. Stănică, Comply/constrain games or games with a Muller twist, INTEGERS 2 (2002)"
ALTERED = (
    "D. Sleator, M. Hu and W. Tsin, Wythoff's Nim with finite alterations, arXiv 2408.02851 (2024): "
    "nobody moves to what is marked as won"
)
CONWAY = "J. H. Conway, On Numbers and Games, chapter 14 (1976)"


class RewordedGame(ChangedGame):
    """The base of games whose moves are told in words of their own."""

    def _move_text(self, position: Position, move: Any) -> str:  # noqa: ANN401 - a move of any form
        return self._words(position, move, typed=False)

    def _move_notation(self, position: Position, move: Any) -> str:  # noqa: ANN401 - likewise
        return self._words(position, move, typed=True)

    @abstractmethod
    def _words(self, position: Position, move: Any, *, typed: bool) -> str:  # noqa: ANN401 - likewise
        """The words for a move, as one says it or as one types it."""


def _in_order(position: Position) -> tuple[tuple[type, Position], ...]:
    return identities(parts_of(position))


@attrs.frozen
class Placed:
    """A position with its parts in their places, as another ruleset reads it: sums alone are equal in any order."""

    position: Position = attrs.field(eq=_in_order)


@attrs.frozen(slots=False)
class TwoRulesets(RewordedGame):
    """A game with two rulesets on the same positions: `game` and `other`; a state has its position as `Placed`."""

    example_arguments = ("nim", "wythoff")

    other: Game = attrs.field(converter=game_of)

    @property
    def wording(self) -> Wording:
        words = super().wording
        return attrs.evolve(words, ordered_heaps=words.ordered_heaps or self.other.wording.ordered_heaps)

    @property
    def hints(self) -> SearchHints:
        return attrs.evolve(super().hints, least_positions=self._least_positions)

    @property
    def conventions(self) -> tuple[Convention, ...]:
        """The conventions that both are played under."""
        return shared_conventions(self.game, self.other)

    def changed(self, position: Position) -> Any:  # noqa: ANN401 - a state, whose moves are those of this game
        """The initial state: the position in its places."""
        return Placed(position)

    def plain(self, state: Any) -> Position:  # noqa: ANN401 - likewise
        """The position itself."""
        return state.position if isinstance(state, Placed) else state

    def canonical(self, state: Any) -> Any:  # noqa: ANN401 - likewise
        return attrs.evolve(state, position=representative(self.game, Placed(state.position), self.other))

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if self.game == self.other:
            raise RulesetError(_("{name} takes two rulesets, not {game} twice").format(name=self.name, game=self.game))
        for ruleset in (self.game, self.other):
            if ruleset.example:
                with suppress(PositionError, ParseError):  # an example that one of them alone knows shows nothing
                    self._check_fit(counterpart(self.other, self.other.parse(ruleset.example), self.game))
        check_places(self.game, self.other)
        check_places(self.other, self.game)

    def _begun(self, position: Position) -> Position:
        """The initial state of a position; raises `PositionError` where the other ruleset does not read it."""
        counterpart(self.game, position, self.other)
        return super()._begun(position)

    def _check_fit(self, position: Position) -> None:
        """Check that the first moves of both rulesets lead to what both know; raises `RulesetError`."""
        for ruleset in (self.game, self.other):
            for _move, option in islice(self.steps_by(ruleset, position), SAMPLED):
                next(self.steps_by(self.other, option), None)  # which raises where it is not known

    def steps_by(self, ruleset: Game, position: Position) -> Iterator[tuple[Move, Position]]:
        """The moves of one of the rulesets, and where they lead to, as positions of the first.

        Raises:
            RulesetError: the other ruleset does not know the position, or where a move leads to.
        """
        try:
            other = counterpart(self.game, position, ruleset)
            for move in other.moves():
                yield move, counterpart(ruleset, other.play(move), self.game)
        except PositionError as error:
            text = _("{game} and {other} do not go together: {error}")
            raise RulesetError(text.format(game=self.game, other=self.other, error=error)) from None

    def move_text_by(self, ruleset: Game, position: Position, move: Move, *, typed: bool = False) -> str:
        """A move of one of the rulesets, with its name."""
        place = counterpart(self.game, position, ruleset)
        words = ruleset.wording
        text = words.write_move(place, move) if typed else words.move_text(place, move)
        return f"{ruleset}{_(': ')}{text}"

    def record_by(self, ruleset: Game, position: Position, move: Move) -> dict[str, object]:
        """The record of a move of one of the rulesets, with its name."""
        place = counterpart(self.game, position, ruleset)
        return {"ruleset": str(ruleset), **ruleset.wording.move_record(place, move)}

    def sample_positions(self, bound: int) -> Iterator[Position]:
        """The first samples of the game that the other ruleset knows."""
        for position in islice(self.game.sample_positions(bound), SAMPLED):
            with suppress(PositionError):
                yield self._begun(position)

    def read(self, text: str) -> Position:
        """Read a position that both rulesets know."""
        counterpart(self.game, self.game.parse(text), self.other)
        return super().read(text)


@MEMORY.cache("positions of two rulesets", 1 << 16)
def representative(ruleset: Game, placed: Placed, other: Game) -> Position:
    """The heaps ascending, where neither of two rulesets minds their order; else the position.

    What one ruleset alone takes for equal may differ in the other. The orders that rulesets do not mind are all of
    them, or some of those that another does not mind; so one that neither minds here, both never mind.
    """
    position = placed.position
    sizes = ruleset.sizes(position) if isinstance(ruleset, HasHeaps) else ()
    if list(sizes) == sorted(sizes):
        return position
    with suppress(PositionError, ParseError):
        ascending: Position = ruleset.position(*sorted(sizes))
        pairs = [(position, ascending)]
        pairs.append((counterpart(ruleset, position, other), counterpart(ruleset, ascending, other)))
        if all(canonical(one) == canonical(two) for one, two in pairs):
            return ascending
    return position


def shared_conventions(first: Game, second: Game) -> tuple[Convention, ...]:
    """The conventions that two games are both played under, in the order of the first."""
    return tuple(one for one in first.conventions if one in second.conventions)


def check_places(ruleset: Game, other: Game) -> None:
    """Check that a ruleset divides no heap where another one minds the order of heaps; raises `RulesetError`."""
    if _minds_order(other) and _divides(ruleset):
        text = _("{game} and {other} do not go together: {game} divides heaps, and the order counts in {other}")
        raise RulesetError(text.format(game=ruleset, other=other))


def _minds_order(ruleset: Game) -> bool:
    with suppress(PositionError, ParseError):
        return canonical(ruleset.parse("1,2,3,4")) != canonical(ruleset.parse("2,1,3,4"))
    return False


def _divides(ruleset: Game) -> bool:
    if isinstance(ruleset, HeapRuleset) and ruleset.code is not None:
        return not ruleset.code.is_taking
    if not isinstance(ruleset, HasHeaps):
        return False
    start = ruleset.parse(ruleset.example)
    options = (start.play(move) for move in islice(start.moves(), SAMPLED))
    return any(len(ruleset.sizes(option)) > len(ruleset.sizes(start)) for option in options)


def counterpart(ruleset: Game, position: Position, other: Game) -> Position:
    """The position of another ruleset that is written alike; raises `PositionError` where there is none."""
    if other is ruleset:
        return position
    text = ruleset.wording.position_text(position)
    try:
        return other.parse(text)
    except (ParseError, PositionError) as error:
        raise PositionError(
            _("{text} is no position of {game}: {error}").format(text=format_value(text), game=other, error=error)
        ) from None


@attrs.frozen(slots=False)
class SelectiveRules(TwoRulesets):
    """Move by one of two rulesets, whichever one likes, at each turn.

    >>> import cgt
    >>> game = SelectiveRules("nim", "vectors((1,1))")
    >>> [cgt.nim_value(game.position(size, size)) for size in range(6)]
    [0, 2, 1, 0, 2, 1]
    """

    name = "selective"
    title = "Either of two rulesets"
    references = (ENFORCE,)
    argument_form = "two games whose positions are written alike, such as selective(nim,subtraction(1,2))"

    @property
    def rules(self) -> str:
        """The rules with the names of both."""
        text = _("Move as in {game}, or as in {other}, at each turn as you like.")
        return text.format(game=self.game, other=self.other)

    def steps(self, state: Any) -> Iterator[tuple[Move, Any]]:  # noqa: ANN401 - positions in their places
        """The moves of the first ruleset, then those of the other to positions not reached before."""
        reached = set()
        for number, ruleset in enumerate((self.game, self.other)):
            for move, left in self.steps_by(ruleset, state.position):
                option = Placed(left)
                if number and option in reached:
                    continue
                reached.add(option)
                yield (number, move), option

    def _move_record(self, position: Position, move: tuple[int, Move]) -> dict[str, object]:
        """The record of the ruleset that the move is of."""
        state: Any = state_of(self, position)
        return {} if state is None else self.record_by((self.game, self.other)[move[0]], state.position, move[1])

    def _words(self, position: Position, move: tuple[int, Move], *, typed: bool) -> str:
        """`nim: take 2 from heap 1`."""
        state: Any = state_of(self, position)
        if state is None:
            return str(move)
        return self.move_text_by((self.game, self.other)[move[0]], state.position, move[1], typed=typed)


ASK, ENFORCED = "ask", "asked"


@attrs.frozen
class Turn(Placed):
    """A position, and what is due: `ask`, `asked` when a ruleset is to be enforced, or the number of the ruleset."""

    due: str | int


@attrs.frozen(slots=False)
class EnforcedRules(TwoRulesets):
    """Move by the one of two rulesets that the opponent has enforced, and enforce one on him.

    The play begins with two turns before the first move: one player asks, and the other one enforces. So a position is
    lost in normal play exactly when one of the rulesets has no move from it to a lost position.

    >>> import cgt
    >>> game = EnforcedRules("nim", "vectors((1,1))")
    >>> [cgt.outcome(game.position(*heaps)).value for heaps in ((1, 1), (0, 2), (2, 2), (3, 3))]
    ['N', 'P', 'P', 'N']
    """

    name = "enforced"
    title = "Enforced rulesets"
    references = (ENFORCE, SMITH)
    argument_form = "two games whose positions are written alike, such as enforced(nim,subtraction(1,2))"

    @property
    def rules(self) -> str:
        """The rules with the names of both."""
        text = _(
            "Your opponent enforces {game} or {other}: you move by that ruleset, and enforce one in turn. "
            "The play ends where the ruleset that is enforced has no move."
        )
        return text.format(game=self.game, other=self.other)

    @property
    def rulesets(self) -> tuple[Game, Game]:
        """The two rulesets, `game` and `other`."""
        return self.game, self.other

    def changed(self, position: Position) -> Any:  # noqa: ANN401 - a turn, whose moves are those of this game
        """The initial state: the position, with the turn to ask for a ruleset."""
        return Turn(position, ASK)

    def steps(self, state: Any) -> Iterator[tuple[Move, Any]]:  # noqa: ANN401 - likewise
        """The moves with their options: ask, enforce, or a move by the ruleset and the next one that is enforced."""
        position, due = state.position, state.due
        if due == ASK:
            yield ASK, Turn(position, ENFORCED)
        elif due == ENFORCED:
            yield from ((number, Turn(position, number)) for number in range(2))
        else:
            for move, option in self.steps_by(self.rulesets[due], position):
                yield from (((move, number), Turn(option, number)) for number in range(2))

    def _least_positions(self, position: Position) -> int:
        """The bound of the first ruleset, which a search enforces first, at every turn; 0 for a turn by the other."""
        state: Any = state_of(self, position)
        return 0 if state is None or state.due == 1 else super()._least_positions(position)

    def read(self, text: str) -> Any:  # noqa: ANN401 - likewise
        """Read a position; behind it `asked`, or `by` and the number of the ruleset that is enforced, 1 or 2."""
        start, by, number = text.rpartition(" by ")
        plain = text.removesuffix(f" {ENFORCED}")
        if by and number.strip() not in {"1", "2"}:
            message = _("after by stands 1 or 2, the ruleset that is enforced, not {value}")
            raise ParseError(message.format(value=format_value(number)), text)
        turn: Any = super().read(start if by else plain)
        return Turn(turn.position, int(number) - 1 if by else ASK if plain == text else ENFORCED)

    def write(self, state: Any) -> str:  # noqa: ANN401 - likewise
        """The position, and what is due."""
        due = "" if state.due == ASK else f" {ENFORCED}" if state.due == ENFORCED else f" by {state.due + 1}"
        return super().write(state) + due

    def _description(self, position: Position) -> str:
        state: Any = state_of(self, position)
        if state is None:
            return str(position)
        text = super().write(state)
        if state.due in {ASK, ENFORCED}:
            return text
        return _("{position}, to be moved by {ruleset}").format(position=text, ruleset=self.rulesets[state.due])

    def _move_record(self, position: Position, move: Any) -> dict[str, object]:  # noqa: ANN401 - a turn's
        """The record of a move by the ruleset that is enforced, and which one it enforces."""
        state: Any = state_of(self, position)
        if move == ASK or state is None:
            return {"move": ASK}
        if not isinstance(move, tuple):
            return {"enforce": str(self.rulesets[move])}
        made = self.record_by(self.rulesets[state.due], state.position, move[0])
        return {**made, "enforce": str(self.rulesets[move[1]])}

    def _words(self, position: Position, move: Any, *, typed: bool) -> str:  # noqa: ANN401 - a turn's
        """`ask for a ruleset`, `enforce nim`, or a move and what is enforced after it."""
        state: Any = state_of(self, position)
        if move == ASK or state is None:
            return _("ask for a ruleset")
        if not isinstance(move, tuple):
            return _("enforce {ruleset}").format(ruleset=self.rulesets[move])
        text = self.move_text_by(self.rulesets[state.due], state.position, move[0], typed=typed)
        enforce = _("enforce {ruleset}").format(ruleset=self.rulesets[move[1]])
        return _("{move}, and {forbid}").format(move=text, forbid=enforce)


def _in_brackets(text: str) -> str:
    return text.strip().removeprefix("[").removesuffix("]").strip()


def _texts(positions: Iterable[str]) -> tuple[str, ...]:
    message = "forbidden positions are given as a list of texts, such as ['1,2'], not as {value}"
    given = as_list(positions, message, error=RulesetError)
    if not given:
        raise RulesetError(message.format(value=format_value(positions)))
    return tuple(given)


@attrs.frozen(slots=False)
class ForbiddenPositions(ChangedGame):
    """A game in which no move may lead to one of some positions, or to an image of it by a symmetry of the game.

    >>> import cgt
    >>> game = cgt.parse_ruleset("forbidden(nim,[0,0])")
    >>> str(game), cgt.outcome(game.position(1, 0)), cgt.outcome(game.position(2, 0))
    ('forbidden(nim,[0,0])', <Outcome.P: 'P'>, <Outcome.N: 'N'>)
    """

    name = "forbidden"
    title = "Any game with forbidden positions"
    references = (ALTERED,)
    example_arguments = ("wythoff", "[1,2]")
    argument_form = (
        "a game, then the positions that no move may lead to, each in square brackets, such as "
        "forbidden(nim,[1,1],[2,2])"
    )

    positions: tuple[str, ...] = attrs.field(converter=_texts)
    known: frozenset[object] = attrs.field(init=False, eq=False, repr=False)

    @known.default
    def _known(self) -> frozenset[object]:
        return frozenset(self._key(self.game.parse(text)) for text in self.positions)

    def _key(self, position: Position) -> object:
        """The position up to symmetry, without empty heaps where heaps are independent."""
        if isinstance(self.game, HeapRuleset):
            return tuple(sorted(filter(None, heaps_of(position))))
        return identity(canonical(position))

    @property
    def rules(self) -> str:
        """The rules with the game and the forbidden positions."""
        text = _("Move as in {game}, but never to {positions}; a symmetry of the game makes no difference.")
        return text.format(game=self.game, positions=_("; ").join(self.positions))

    @classmethod
    def from_arguments(cls, *arguments: str) -> Game:
        """A game, and positions in brackets."""
        if len(arguments) < 2:
            raise RulesetError(_("forbidden takes a game and positions in brackets; write forbidden(wythoff,[1,2])"))
        return cls(game_of(arguments[0]), tuple(map(_in_brackets, arguments[1:])))

    def __str__(self) -> str:
        return text_form(self.name, [str(self.game), *(f"[{text}]" for text in self.positions)])

    def steps(self, state: Position) -> Iterator[tuple[Move, Position]]:
        """The moves to positions that are not forbidden, with these positions."""
        for move in state.moves():
            option = state.play(move)
            if self._key(option) not in self.known:
                yield move, option

    def _move_text(self, position: Position, move: Move) -> str:
        return self.game.wording.move_text(state_of(self, position) or position, move)

    def _move_notation(self, position: Position, move: Move) -> str:
        return self.game.wording.write_move(state_of(self, position) or position, move)

    def _move_record(self, position: Position, move: Move) -> dict[str, object]:
        return self.game.wording.move_record(state_of(self, position) or position, move)


KINDS: Mapping[str, type[Any]] = {
    "conjunctive": Conjunctive,
    "continued": ContinuedConjunctive,
    "selective": Selective,
    "shortened": ShortenedSelective,
    "diminished": DiminishedDisjunctive,
}
"""The compounds by name."""


def kind_rules(kind: str) -> str:
    """The rules of a kind of compound, as text in the current language."""
    return {
        "conjunctive": _("Move in every component; the play ends as soon as one of them has ended."),
        "continued": _("Move in every component that has not ended; the play ends when all have."),
        "selective": _("Move in one component or in several; the play ends when all have ended."),
        "shortened": _("Move in one component or in several; the play ends as soon as one of them has ended."),
        "diminished": _("Move in one component; the play ends as soon as one of them has ended."),
    }[kind]


MOST_IN_A_PART = 1_000
"""The greatest number of moves of a component."""


def _kind(text: str) -> str:
    if not isinstance(text, str) or text not in KINDS:
        message = _("a compound is one of {choices}, not {text}")
        raise RulesetError(message.format(choices=", ".join(KINDS), text=format_value(text)))
    return text


@attrs.frozen(slots=False)
class CompoundGame(RewordedGame):
    """A game whose components are not played as a disjunctive sum, but as another compound of Smith and Conway.

    The components that a move breaks one into are components as well.

    >>> import cgt
    >>> game = CompoundGame("nim", "selective")
    >>> [cgt.outcome(game.position(*heaps)).value for heaps in ((1, 1), (1, 2, 3), (0, 0))]
    ['N', 'N', 'P']
    """

    name = "compound"
    title = "Any game as another compound"
    references = (CONWAY,)
    example_arguments = ("nim", "selective")
    argument_form = (
        "a game, then conjunctive, continued, selective, shortened or diminished, such as compound(kayles,continued): "
        "in how many components a move is made, and when the play ends"
    )

    kind: str = attrs.field(converter=_kind)

    @property
    def hints(self) -> SearchHints:
        # What a move breaks apart are several parts here, and in the compound of the positions one part, a sum.
        return attrs.evolve(super().hints, plays_compounds=not falls_apart(self.game))

    @property
    def wording(self) -> Wording:
        """The wording, by which few moves are compared with a text, as its numbers tell components and moves."""
        from cgt.core.wording import COMPARED_MOVES  # with the words, which most answers do without

        return attrs.evolve(super().wording, searched=COMPARED_MOVES)

    @property
    def rules(self) -> str:
        """The rules of the compound, then the game that its components are played as."""
        return f"{kind_rules(self.kind)} {_('Each is played as {game} is.').format(game=self.game)}"

    def changed(self, position: Position) -> Position:
        """The compound of its components."""
        return self._compound([position])

    def _compound(self, parts: Iterable[Position]) -> Position:
        made: Position = KINDS[self.kind](*(atom for part in parts for atom in components_of(part)))
        return made

    def plain(self, state: Position) -> Position:
        """The disjunctive sum of the components."""
        parts = _parts(state)
        return parts[0] if len(parts) == 1 else Sum(*parts)

    @property
    def _joins_by_plus(self) -> bool:
        return self.game.wording.separator.strip() == "+"

    def read(self, text: str) -> Position:
        """Read a position of the game, or components that are no heaps, between `;`."""
        parts = text.split(";")
        if len(parts) == 1 or not self._joins_by_plus:
            return super().read(text)
        with suppress(ParseError, PositionError):  # a compound of compounds is one position with `;`
            return super().read(text)
        starts = accumulate((len(part) + 1 for part in parts), initial=0)  # an error tells the place in the whole text
        return self._compound(self.game.parse(" " * start + part) for start, part in zip(starts, parts, strict=False))

    def write(self, state: Position) -> str:
        """The components as the game writes them, with `;` in place of `+`, which would join compounds."""
        if self._joins_by_plus:
            return "; ".join(map(self.game.wording.position_text, _parts(state)))
        return super().write(state)

    def moves(self, state: Position) -> LazyMoves[Move]:
        """The moves of the compound, lazily; raises `BudgetError` for too many in a part."""
        for part in _parts(state):
            listed_moves(part, self, MOST_IN_A_PART)
        return LazyMoves(lambda: iter(state.moves()))

    def after(self, state: Position, move: Move) -> Position:
        """The compound after the move, taken apart, without a look at the other moves."""
        return self._compound(_parts(state.play(move)))

    def steps(self, state: Position) -> Iterator[tuple[Move, Position]]:
        """The moves with what they leave; raises `BudgetError` for too many in a part."""
        return ((move, self.after(state, move)) for move in self.moves(state))

    def canonical(self, state: Position) -> Position:
        """The components by their representatives, in one order."""
        return self._compound(sorted(map(canonical, _parts(state)), key=str))

    def _candidate_moves(self, position: Position, text: str) -> Iterator[Move]:
        """The move of a text such as `1: 2; component 3: 1`, legal or not, without a walk through the combinations."""
        state = state_of(self, position)
        parts = () if state is None else _parts(state)
        pieces = [piece.partition(":") for piece in text.split(";")]
        word = _("component {index}: {move}").partition("{")[0]
        numbers = (place.casefold().strip().removeprefix(word).strip() for place, _colon, _move in pieces)
        words = {number: move.strip() for number, (_place, colon, move) in zip(numbers, pieces, strict=True) if colon}
        places = {place: move for place in range(len(parts)) if (move := words.get(str(place + 1)))}
        if not places or len(places) < len(pieces):
            return
        with suppress(IllegalMoveError, ParseError):
            chosen = {place: self.game.wording.read_move(parts[place], one) for place, one in places.items()}
            if isinstance(state, DiminishedDisjunctive):
                yield from chosen.items()
            else:
                yield tuple(map(chosen.get, range(len(parts))))

    def _played(self, position: Position, move: Move) -> tuple[tuple[Position, ...], list[tuple[int, Move]]]:
        """The components, and the moves in them, each with the number of its component."""
        state = state_of(self, position)
        if state is None or not isinstance(move, tuple):
            raise IllegalMoveError(f"{format_value(move)} is not a move of {self}")
        if isinstance(state, DiminishedDisjunctive):
            return _parts(state), [(move[0], move[1])]
        return _parts(state), [(place, one) for place, one in enumerate(move) if one is not None]

    def _move_record(self, position: Position, move: Move) -> dict[str, object]:
        """The record of the one move, or what is taken from several heaps; else the moves, each with its component."""
        parts, moves = self._played(position, move)
        words = self.game.wording
        before = list(accumulate(map(words.heaps, parts), initial=0))
        records = [(before[place], words.move_record(parts[place], one)) for place, one in moves]
        if len(records) == 1 and "heap" in records[0][1]:
            first, record = records[0]
            return {**record, "heap": first + cast("int", record["heap"])}
        if all(record.keys() == {"heap", "amount"} for _first, record in records):
            heaps = [first + cast("int", record["heap"]) for first, record in records]
            return {"heaps": heaps, "amounts": [record["amount"] for _first, record in records]}
        return {
            "moves": [{"component": place, **record} for (place, _), (_, record) in zip(moves, records, strict=True)]
        }

    def _words(self, position: Position, move: Move, *, typed: bool) -> str:
        """`component 1: take 2; component 3: take 1`, counted from 1; as it is typed, `1: 2; 3: 1`."""
        parts, moves = self._played(position, move)
        words = self.game.wording
        if typed:
            return "; ".join(f"{place + 1}: {words.write_move(parts[place], one)}" for place, one in moves)
        text = _("component {index}: {move}")
        return _("; ").join(
            text.format(index=place + 1, move=words.move_text(parts[place], one)) for place, one in moves
        )


def _parts(state: Any) -> tuple[Position, ...]:  # noqa: ANN401 - a compound of any kind
    parts: tuple[Position, ...] = state.parts
    return parts
