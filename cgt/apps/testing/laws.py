"""`check_ruleset`: the laws that every ruleset, position and closed form obeys, checked on sample positions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import combinations_with_replacement, islice, product
from typing import NoReturn, TypeVar

import attrs

from cgt.core.compounds import components_of
from cgt.core.concurrency import raised_by_handler
from cgt.core.function_game import FunctionGame
from cgt.core.game import Game, GamePosition, position_of, ruleset_of
from cgt.core.language import language
from cgt.core.numbers import check_whole, format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position, canonical, is_position
from cgt.core.reading import arguments_of
from cgt.core.route import STRATEGY, ClosedForm, Question, Status
from cgt.core.sketch import drawing_of
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError, CGTError, LawError, LoopError, NotApplicableError, PositionError
from cgt.families.capabilities import HasHeaps, ListsPPositions
from cgt.families.function_heap_game import HeapRule, TakingRule
from cgt.families.registry import parse_ruleset, ruleset_names
from cgt.solving.crosscheck import MOST_CHECKED, CrosscheckReport, crosscheck
from cgt.solving.routes import informed_routes

T = TypeVar("T")

LISTED_STOP = 8
"""The P-positions that a formula lists are compared with a search up to this heap."""

MOST_POSITIONS = 2_000
"""The laws are tried on this many sample positions at most; closed forms are compared on all of them."""

MOST_MOVES = 100_000
"""A position of the samples has fewer moves than this, or they are taken to be without end."""

MOST_BARE = 2_000
"""The number of new positions opened for each one that is searched without its components and its symmetry."""

_NO_MOVES: tuple[Move, ...] = (None, "no such move", -1, 0, 10**9, (), (10**9, 10**9), (0, -1))


@attrs.frozen
class RulesetReport:
    """The report of `check_ruleset`, which raises an error when anything is wrong.

    Attributes:
        ruleset: the ruleset's text.
        positions: how many positions the laws were tried on.
        valued: on how many of them the value, with the shortcuts a game states, was compared with that by its moves.
        loops: whether play was seen to go round for ever, so that there is no value.
        crosschecks: closed forms against the engine, a report for each convention.
    """

    ruleset: str
    positions: int
    valued: int
    loops: bool
    crosschecks: tuple[CrosscheckReport, ...]

    @language("en")  # as its errors are: for programmers
    def __str__(self) -> str:
        compared = [f"{report.checked:,} comparisons in {report.convention.word} play" for report in self.crosschecks]
        verdict = ", ".join(compared) or "no closed form to compare"
        if self.loops:
            verdict = f"play can go round for ever; {verdict}"
        elif not self.valued:
            verdict = f"the play is too long to compare a value; {verdict}"
        return f"{self.ruleset}: the laws hold on {self.positions:,} positions; {verdict}"


@language("en")
def check_ruleset(
    ruleset: Game,
    *,
    bound: int = 12,
    max_positions: int | None = 200_000,
    progress: Callable[[int, int], None] | None = None,
) -> RulesetReport:
    """Check a ruleset: its texts, positions, moves and symmetry, its tables and closed forms against the engine.

    For the tests of a plugin: `check_ruleset(MyGame())` passes, or says what is wrong at which position.

    Args:
        ruleset: any ruleset.
        bound: the laws are tried on `ruleset.sample_positions(bound)`: usually all positions with heaps up to it.
        max_positions: the engine's limit; see `cgt.Evaluator`.
        progress: called with (done, total) during the comparison with the engine.

    Raises:
        LawError: the ruleset breaks a law; the message names it and the position.
        NumberError: `bound` is no whole number from 0 to `MOST_CHECKED`.
        BudgetError: the engine's limit was reached: choose a smaller bound.
        LoopError: the play can go round for ever, and there are closed forms to compare.

    >>> import cgt
    >>> print(check_ruleset(cgt.games.TakeAway("2n"), bound=8))
    takeaway(2n): the laws hold on 38 positions; 38 comparisons in normal play, 38 comparisons in misère play
    """
    needs = f"bound is a whole number from 0 to {format_int(MOST_CHECKED, group=True)}"
    bound = check_whole(bound, needs, most=MOST_CHECKED)
    _check_texts(ruleset)
    with _blaming_the_rules(f"{ruleset}: sample_positions({bound}) fails"):
        positions = list(islice(ruleset.sample_positions(bound), MOST_POSITIONS))
    if not positions:
        raise LawError(f"{ruleset}: sample_positions({bound}) gives no position to check")
    for position in positions:
        with _blaming_the_rules(f"{ruleset}: the rules fail at {position!r}"):
            _check_position(ruleset, position)
            _check_moves(ruleset, position)
    _check_closed_forms(ruleset, positions)
    _check_table(ruleset, positions, max_positions)
    valued, loops = 0, False
    for convention in ruleset.conventions:
        compared, goes_round = _check_shortcuts(ruleset, positions, convention)
        valued, loops = max(valued, compared), loops or goes_round
        _check_listed(ruleset, convention, max_positions)
    crosschecks = tuple(_crosschecks(ruleset, bound, max_positions, progress))
    return RulesetReport(str(ruleset), len(positions), valued, loops, crosschecks)


def _crosschecks(
    ruleset: Game, bound: int, max_positions: int | None, progress: Callable[[int, int], None] | None
) -> Sequence[CrosscheckReport]:
    reports = []
    for convention in ruleset.conventions if informed_routes(ruleset) else ():
        report = crosscheck(ruleset, bound + 1, convention, max_positions=max_positions, progress=progress)
        if report.counterexample is not None:
            raise LawError(f"{ruleset}, {convention.word} play: a closed form is wrong: {report.counterexample}")
        reports.append(report)
    return reports


def _check_table(ruleset: Game, positions: Sequence[Position], max_positions: int | None) -> None:
    """Check that a table's nim-values are the engine's, component by component."""
    evaluator = Evaluator(max_positions=max_positions)
    table = ruleset.table()
    if table is None:
        return
    for position in positions:
        if table.entries(position) is None:
            continue
        table.extend_to(position)
        for part in components_of(position):
            text, true = table(part), evaluator.nim_value(part)
            if text != true:
                raise LawError(f"{ruleset}: table() says that {part} has the nim-value {text}, but it is {true}")


def _check_listed(ruleset: Game, convention: Convention, max_positions: int | None) -> None:
    """Check that P-positions listed by a formula are those that a search finds."""
    if not isinstance(ruleset, ListsPPositions) or not isinstance(ruleset, HasHeaps):
        return
    try:
        listed = list(ruleset.p_positions(LISTED_STOP, convention))
    except NotApplicableError:
        return
    evaluator = Evaluator(convention, max_positions=max_positions)
    results = []
    heaps, count = range(LISTED_STOP), ruleset.listed_heaps
    every: Iterable[tuple[int, ...]] = combinations_with_replacement(heaps, count)
    if ruleset.wording.ordered_heaps:
        every = product(heaps, repeat=count)
    for sizes in every:
        with suppress(PositionError):  # such as an empty heap where heaps stay positive
            if evaluator.outcome(ruleset.position(*sizes)) is Outcome.P:
                results.append(sizes)
    if listed != results:
        raise LawError(
            f"{ruleset}, {convention.word} play: p_positions({LISTED_STOP}) gives {listed}, but they are {results}"
        )


@attrs.frozen
class _Bare:
    """A position with its moves alone, without components and symmetries."""

    position: Position

    def moves(self) -> Iterable[Move]:
        return self.position.moves()

    def play(self, move: Move) -> _Bare:
        return _Bare(self.position.play(move))


class _Stranger:
    """A position that belongs to no game."""

    def moves(self) -> tuple[Move, ...]:
        return ()

    def play(self, move: Move) -> NoReturn:
        raise ValueError(move)


def _check_texts(ruleset: Game) -> None:
    """Check that a ruleset has its texts, equals its copy, and can be rebuilt from the arguments it shows."""
    if not isinstance(ruleset, Game):
        raise LawError(f"{ruleset!r} is not a Game: derive its class from cgt.Game")
    for attribute in ("name", "title", "rules", "position_form", "example"):
        text = getattr(ruleset, attribute, None)
        _hold(isinstance(text, str) and text.strip(), f"{type(ruleset).__name__} needs a text as its {attribute}")
    _hold(ruleset.conventions, f"{ruleset} needs at least one convention")
    _hold(
        all(isinstance(convention, Convention) for convention in ruleset.conventions),
        f"{ruleset}.conventions holds cgt.Convention values, not {ruleset.conventions!r}",
    )
    again = _try(f"{ruleset} cannot be made again from its text", _made_again, ruleset)
    lacks = ": its class lacks @attrs.frozen" if type(ruleset).__eq__ is object.__eq__ else ""
    _hold(again == ruleset, f"{ruleset} made again from its text is not equal to itself{lacks}")
    _hold(
        _try(f"{ruleset} cannot be hashed", hash, again) == hash(ruleset), f"{ruleset}: equal rulesets hash differently"
    )
    _hold(str(again) == str(ruleset), f"{ruleset} made again from its text shows itself as {again}")
    example = _try(f"{ruleset}: its example {ruleset.example!r} cannot be parsed", ruleset.parse, ruleset.example)
    _hold(is_position(example), f"{ruleset}: its example {ruleset.example!r} is not a position")


def _check_position(ruleset: Game, position: Position) -> None:
    """Check that a position knows its ruleset, and that its text gives an equal position with the same hash."""
    _hold(is_position(position), f"{ruleset}: {position!r} is not a position: it needs moves() and play(move)")
    _hold(ruleset_of(position) == ruleset, f"{ruleset}: {position!r} does not name its game as `game`")
    for text in (ruleset.wording.position_text(position), str(position)):
        again = _try(f"{ruleset}: the text {text!r} of {position!r} cannot be parsed", ruleset.parse, text)
        _hold(again == position, f"{ruleset}: the text {text!r} of {position!r} is read as {again!r}")
        _hold(hash(again) == hash(position), f"{ruleset}: {text!r} is equal when read again, but hashes differently")
    drawing_of(position)
    for part in components_of(position):
        representative = canonical(part)
        _hold(
            canonical(representative) == representative,
            f"{ruleset}: canonical() of {part} is {representative}, whose own canonical() is another",
        )


def _check_moves(ruleset: Game, position: Position) -> None:
    """Check that moves are finitely many, distinct and hashable, lead to positions, and that others are refused.

    What a search reads instead, a state's options, is what its moves lead to.
    """
    before = hash(position)
    moves = list(islice(position.moves(), MOST_MOVES))
    _hold(len(moves) < MOST_MOVES, f"{ruleset}: {position} has {MOST_MOVES:,} moves or more")
    _hold(
        len(_try(f"{ruleset}: a move of {position} cannot be hashed", frozenset, moves)) == len(moves),
        f"{ruleset}: {position} offers a move twice",
    )
    for move in moves:
        option = _try(f"{ruleset}: {position} offers {move!r} but will not play it", position.play, move)
        _hold(is_position(option), f"{ruleset}: {position}.play({move!r}) gives {option!r}, which is no position")
        _hold(
            all(ruleset_of(part) == ruleset for part in components_of(option)),
            f"{ruleset}: {position}.play({move!r}) leaves the ruleset",
        )
        _check_move_texts(ruleset, position, move)
    if isinstance(position, GamePosition):
        options = map(partial(position_of, position.game), position.game.options(position.state))
        _hold(
            set(map(canonical, options)) == {canonical(position.play(move)) for move in moves},
            f"{ruleset}: options() of {position} are not what its moves lead to",
        )
    _hold(
        list(islice(position.moves(), MOST_MOVES)) == moves and hash(position) == before,
        f"{ruleset}: {position} is not the same after its moves were tried: positions never change",
    )
    for move in _NO_MOVES:
        if move not in moves:
            _check_refusal(ruleset, position, move)


def _check_shortcuts(ruleset: Game, positions: Sequence[Position], convention: Convention) -> tuple[int, bool]:
    """Check that components and symmetry change no value: each position is worth what its moves alone give.

    The smallest positions are compared, as far as a search without these shortcuts goes: the number of them, and
    whether the next one's play can go round for ever.
    """
    quick, bare = Evaluator(convention), Evaluator(convention, max_positions=MOST_BARE)
    for compared, position in enumerate(sorted(positions, key=ruleset.wording.weight)):
        ends = False
        try:
            for ask in ("nim_value", "outcome") if convention is Convention.NORMAL else ("outcome",):
                true = getattr(bare, ask)(_Bare(position))
                ends = ask == "nim_value"  # all lines of play were tried
                text = getattr(quick, ask)(position)
                _hold(
                    text == true,
                    f"{ruleset}, {convention.word} play: with components() and canonical() the "
                    f"{ask.replace('_', '-')} of {position} is {text}, but by its moves alone it is {true}",
                )
        except BudgetError:
            return compared, False
        except LoopError:
            _hold(
                not ends,
                f"{ruleset}: with components() and canonical() the play from {position} goes round for ever, but by "
                "its moves alone it ends",
            )
            return compared, True
    return len(positions), False


def _check_closed_forms(ruleset: Game, positions: Sequence[Position]) -> None:
    """Check that closed forms name their source, give reasons, and know nothing of other games' positions."""
    forms = _try(f"{ruleset}: closed_forms() fails", ruleset.closed_forms)
    _hold(isinstance(forms, Sequence), f"{ruleset}: closed_forms() gives {forms!r}, no tuple of closed forms")
    for form in forms:
        label = f"{ruleset}: the closed form {getattr(form, 'name', type(form).__name__)!r}"
        _hold(isinstance(form, ClosedForm), f"{label} is not a cgt.ClosedForm")
        _hold(isinstance(form.status, Status), f"{label} has no status: theorem or conjecture")
        reference: object = form.reference
        _hold(isinstance(reference, str) and reference.strip(), f"{label} names no reference")
        for convention in Convention:
            _check_stranger(form, label, convention)
            for position in positions:
                answer = _try(f"{label} fails for {position}", form.answer, Question(position, convention))
                if answer is not None:
                    text = answer.explanation
                    _hold(isinstance(text, str) and text, f"{label} gives no reason for {position}")
                    _hold(
                        not form.kinds or not ~answer.facts & STRATEGY,
                        f"{label} leaves open what was asked of {position}",
                    )


def _made_again(ruleset: Game) -> Game:
    """The ruleset of the ruleset's text: by the registry, or by its class while it is not registered.

    A game that functions give has no text while it is not registered.
    """
    if isinstance(ruleset, FunctionGame | HeapRule | TakingRule) and ruleset.name not in ruleset_names():
        return ruleset
    registered = ruleset.name in ruleset_names()
    return parse_ruleset(str(ruleset)) if registered else ruleset.from_arguments(*arguments_of(str(ruleset)))


def _check_move_texts(ruleset: Game, position: Position, move: Move) -> None:
    record = _try(
        f"{ruleset}: move_record fails for {move!r} in {position}", ruleset.wording.move_record, position, move
    )
    _try(f"{ruleset}: move_record({position}, {move!r}) is not what JSON can hold", json.dumps, record)
    text = _try(f"{ruleset}: move_text fails for {move!r} in {position}", ruleset.wording.move_text, position, move)
    _hold(isinstance(text, str) and text, f"{ruleset}: move_text({position}, {move!r}) is empty")


def _check_refusal(ruleset: Game, position: Position, move: Move) -> None:
    try:
        option = position.play(move)
    except ValueError:
        return
    except Exception as error:
        if raised_by_handler(error):
            raise
        raise LawError(
            f"{ruleset}: {position}.play({move!r}) raises {type(error).__name__}, not IllegalMoveError"
        ) from error
    raise LawError(f"{ruleset}: {position}.play({move!r}) is not among its moves, yet it is played and gives {option}")


def _check_stranger(form: ClosedForm, label: str, convention: Convention) -> None:
    text = _try(f"{label} fails for another game's position", form.answer, Question(_Stranger(), convention))
    _hold(text is None, f"{label} answers for a position of another game")


@contextmanager
def _blaming_the_rules(failure: str, *, passed_on: type[CGTError] = CGTError) -> Iterator[None]:
    """Raise `LawError` for any other error than those passed on: it is one of the rules."""
    try:
        yield
    except passed_on:
        raise
    except Exception as error:
        if raised_by_handler(error):
            raise
        raise LawError(f"{failure}: {type(error).__name__}: {error}") from error


def _hold(condition: object, broken: str) -> None:
    if not condition:
        raise LawError(broken)


def _try(failure: str, function: Callable[..., T], *arguments: object) -> T:
    with _blaming_the_rules(failure, passed_on=LawError):
        return function(*arguments)
