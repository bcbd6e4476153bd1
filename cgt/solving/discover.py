"""Discoveries: from a rule to a proved strategy, or to a record of what was tried and observed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from shlex import quote

import attrs

from cgt.core.function_game import NumberGame
from cgt.core.game import Game
from cgt.core.language import _, ngettext
from cgt.core.numbers import check_limit, format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Position
from cgt.core.progress import Progress, with_progress_bar
from cgt.core.route import NOTHING, ClosedForm, Facts, Question
from cgt.digits.moves import HasLinearMoves, LinearMoves
from cgt.digits.work import DEFAULT_STATES
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError, CGTError, LoopError, PositionError, RulesetError
from cgt.families.capabilities import HasHeaps, Studied, code_of
from cgt.families.discovery import Discovery, study, study_of_heaps
from cgt.families.heap_game import HeapRuleset
from cgt.families.quotient_form import quotient_within_reach
from cgt.families.recognised_form import RecognisedForm
from cgt.families.state_form import StateForm
from cgt.fast.jit import numpy_installed
from cgt.solving.find_period import SHOWN_SEARCH, period
from cgt.solving.lists import p_positions, usual_stop
from cgt.solving.routes import Routes
from cgt.solving.routes.by_search import searched_before
from cgt.solving.subjects import Rule, read_rule
from cgt.theory.settled import heaps_needed

__all__ = ["Discovery", "discover"]

SHOWN_TERMS = 24
LISTED_SEARCH = 10_000
"""The greatest number of positions searched for a list of P-positions."""
SHOWN_SECONDS = 3.0
SAMPLED, MOST_SAMPLES = 12, 60
MANY_NUMBERS = ",".join(map(str, range(1, 1001)))
"""A sample of games on any count of numbers: some theorems are on few or small ones alone, as other samples are."""

MOST_OBSERVED = 20_000
"""The number of nim-values in which a pattern is looked for."""

SIMPLE_SYSTEM, RECOGNISED_STATES = 4, 60_000
"""The longest recurrence of a number system that soon tells whether it adds, and the most states on the way."""


FARTHEST, SHORT_TABLE = 1_000_000, 100
"""No table reaches a move by more than `FARTHEST`: a short one, in one number system, shows as much of such a game."""


@with_progress_bar("values")
def discover(
    rule: Rule,
    stop: int | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Discovery:
    """All results of the library on a rule: those of the game's `study`, if it has one, and patterns.

    Args:
        rule: a ruleset, its text, a bare code such as `0.77`, or a function from a heap to its options, each the tuple
            of heaps that remain.
        stop: the first heap whose nim-value is not computed; by default as many as a few seconds allow, for a long
            code half a minute.
        progress: called with (done, total) from time to time.

    Raises:
        NumberError: `stop` is no whole number of at least 0.
        CGTError: the rule cannot be read, or a function returns heaps that are not smaller.

    >>> result = discover("kayles")
    >>> print(result.strategy)
    modulo 12 a heap is worth 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7 (remainders 0 to 11), except these 14 heaps: \
G(0) = 0, G(3) = 3, G(6) = 3, G(9) = 4, G(11) = 6, G(15) = 7, G(18) = 3, G(21) = 4, G(22) = 6, G(28) = 5, G(34) = 6, \
G(39) = 3, G(57) = 4, G(70) = 6; move to nim-sum 0
    >>> result.proved, str(result.equalities[0])
    (True, 'the same game as 4.4: heap n here is heap n + 1 there')
    """
    ruleset = read_rule(rule)
    stop = check_limit(stop, "stop")
    if isinstance(ruleset, Studied):
        discovery = ruleset.study(stop, progress=progress)
    elif isinstance(ruleset, HeapRuleset):
        discovery = study_of_heaps(ruleset, stop, progress=progress)
    else:
        discovery = _by_numbers(ruleset, stop, progress) or _by_closed_forms(ruleset)
    discovery = (
        discovery if discovery.values or discovery.seen else attrs.evolve(discovery, seen=_lost_positions(ruleset))
    )
    discovery = _with_automaton(attrs.evolve(discovery, misere=_misere_text(ruleset)), ruleset)
    if not discovery.proved and discovery.kind != "other":
        discovery = _with_closed_forms(discovery, ruleset)
    if discovery.proved:
        return discovery
    tried = discovery.tried if numpy_installed() else (*discovery.tried, WITHOUT_NUMPY)
    return attrs.evolve(discovery, seen=(*_observed(discovery), *discovery.seen), tried=tried)


WITHOUT_NUMPY = "no automata: they are looked for with numpy: pip install 'cgt-impartial[fast]'"
"""The line among what was tried where numpy is not installed."""


def _observed(discovery: Discovery) -> list[str]:
    """The patterns observed in the nim-values of one heap."""
    if discovery.period is None or discovery.period.periodicity is not None:
        return []
    from cgt.theory.observed import observations

    return observations(discovery.period.values[:MOST_OBSERVED])


def _by_numbers(game: Game, limit: int | None, progress: Progress | None) -> Discovery | None:
    """The discovery of a game whose states are numbers; None for other games, cyclic play, or a spent budget."""
    if not isinstance(game, NumberGame):
        return None
    try:
        return study(str(game), None, period(game, limit, progress=progress))
    except (LoopError, BudgetError):
        return None


def _misere_text(ruleset: Game) -> str | None:
    """The misère quotient as text, found within a second; None for a game that the period theorem does not cover."""
    code = code_of(ruleset)
    if code is None or heaps_needed(code, 1, 1) is None:
        return None
    quotient = quotient_within_reach(code)
    if quotient.is_proved:
        kind = _("tame, so that it goes as in nim") if quotient.tame else _("wild")
    else:
        kind = _("tame so far") if quotient.tame else _("wild")
    return _("quotient of {quotient} ({kind})").format(quotient=quotient, kind=kind)


def _with_automaton(discovery: Discovery, ruleset: Game) -> Discovery:
    """The discovery with an automaton of the won positions if one is proved in seconds, or with what was tried."""
    if not numpy_installed() or not isinstance(ruleset, HasLinearMoves):
        return discovery
    from cgt.digits.description import description
    from cgt.theory.levels import LevelCertificate, levels

    try:
        moves = ruleset.linear_moves()
        if moves is None or len(moves.system.recurrence) > SIMPLE_SYSTEM:
            return discovery
        limit = None if moves.table is None else moves.sizes[0]
        if moves.greatest > FARTHEST:
            limit, moves = SHORT_TABLE, attrs.evolve(moves, systems=())
        level = next(levels(moves, 1, limit=limit, states=RECOGNISED_STATES if limit else DEFAULT_STATES))
    except (LoopError, RulesetError):
        raise
    except CGTError:
        return discovery
    systems = ", ".join(str(system) for system in (moves.system, *moves.systems))
    if level.automaton is None:
        text = _("an automaton of the won positions, their numbers in {systems}: none seen to {limit}")
        tried = text.format(systems=systems, limit=format_int(level.limit, group=True))
        if moves.greatest <= FARTHEST:
            further = "" if limit else f" --stop {level.limit * (4 if len(moves.names) == 1 else 2)}"
            more = _("{tried}; `cgt recognise {rule}` looks further")
            tried = more.format(tried=tried, rule=quote(str(ruleset)) + further)
        return attrs.evolve(discovery, tried=(*discovery.tried, tried))
    text = _("the won positions, their numbers in {system}: {level}; `cgt recognise {rule}` goes on")
    line = text.format(system=level.automaton.system, level=level, rule=quote(str(ruleset)))
    moves = attrs.evolve(moves, system=level.automaton.system, systems=())
    discovery = attrs.evolve(discovery, recognised=(line, *_misere_lines(moves)))
    if level.status != "proved":
        return discovery
    sentence = description(~level.automaton, moves.names)
    if sentence is None:
        form = _("move to a position that the automaton of the won positions rejects")
    else:
        form = _("the P-positions are those with {sentence}: move to one of them").format(sentence=sentence)
    strategy = discovery.strategy if discovery.proved else form
    certificate = LevelCertificate(str(ruleset), Convention.NORMAL, (level.automaton,))
    left = () if discovery.kind == "other" else discovery.tried  # else nothing is left to try
    return attrs.evolve(discovery, strategy=strategy, proved=True, tried=left, levels=certificate)


def _misere_lines(moves: LinearMoves) -> tuple[str, ...]:
    """The line on the P-positions in misère play, as a tuple of one; empty without an automaton of them."""
    from cgt.digits.description import description
    from cgt.theory.levels import lost_positions

    if moves.table is not None or moves.needed > 1:
        return ()
    level = lost_positions(moves, Convention.MISERE)
    if level.automaton is None:
        return ()
    sentence = description(level.automaton, moves.names)
    if sentence is not None:
        text = _("the P-positions of misère play are those with {sentence}: {status}")
        return (text.format(sentence=sentence, status=_(level.status)),)
    states = level.automaton.states
    text = ngettext(
        "the P-positions of misère play, their numbers in {system}: {states} state, {status}",
        "the P-positions of misère play, their numbers in {system}: {states} states, {status}",
        states,
    )
    return (text.format(system=level.automaton.system, states=states, status=_(level.status)),)


def _with_closed_forms(discovery: Discovery, ruleset: Game) -> Discovery:
    """The discovery with the closed forms that answer each sample of the game; where there are none, as it is."""
    text, answers_all = _closed_forms(ruleset)
    return attrs.evolve(discovery, strategy=text, proved=True, tried=()) if answers_all else discovery


def _by_closed_forms(ruleset: Game) -> Discovery:
    text, answers_all = _closed_forms(ruleset)
    tried = (_("the game has no study of its own: only its closed forms were looked up"),)
    return Discovery(str(ruleset), "other", (), strategy=text, proved=answers_all, tried=tried)


def _closed_forms(ruleset: Game) -> tuple[str | None, bool]:
    """The game's closed forms of normal play in a line, and whether each sample is answered by one."""
    forms = [
        form
        for form in ruleset.closed_forms()
        if form.kinds and not isinstance(form, RecognisedForm) and not _is_of_misere_alone(form)
    ]
    text = _("; ").join(f"{_(form.name)} ({_(form.reference)})" for form in forms) or None
    try:
        example = ruleset.parse(ruleset.example)
    except (LoopError, RulesetError):
        raise
    except CGTError as error:
        raise RulesetError(f"{ruleset}: its own example cannot be read: {error}") from error
    samples = chain([example], islice(ruleset.sample_positions(SAMPLED), MOST_SAMPLES), _many_numbers(ruleset))
    questions = (Question(sample, needed=NOTHING) for sample in samples)
    return text, all(any(_answers(form, question) for form in forms) for question in questions)


def _is_of_misere_alone(form: ClosedForm) -> bool:
    return isinstance(form, StateForm) and Convention.NORMAL not in form.conventions


def _answers(form: ClosedForm, question: Question) -> bool:
    with suppress(BudgetError, PositionError):  # beyond what is known
        return form.answer(question) is not None
    return False


def _many_numbers(ruleset: Game) -> Iterator[Position]:
    """The position of many numbers, where the game has one."""
    with suppress(CGTError):
        yield ruleset.parse(MANY_NUMBERS)


def _lost_positions(ruleset: Game) -> tuple[str, ...]:
    """The line that lists the first P-positions, as a tuple of one; empty if they take long."""
    if not isinstance(ruleset, HasHeaps):
        return _lost_samples(ruleset)
    usual, stop = usual_stop(ruleset.listed_heaps), 0
    lost: Sequence[object] = ()
    with suppress(CGTError):  # the shorter list stays where the usual one takes too long
        for bound in (max(usual // 4, 2), usual):
            lost = p_positions(ruleset, bound, max_positions=LISTED_SEARCH)
            stop = bound
    if not stop:
        return ()
    shown = [" ".join(map(str, entry)) if isinstance(entry, tuple) else str(entry) for entry in lost]
    more = _(", … ({count} in all)").format(count=len(shown)) if len(shown) > SHOWN_TERMS else ""
    listed = ", ".join(shown[:SHOWN_TERMS]) + more
    return (_("P-positions with heaps below {stop}: {listed}").format(stop=stop, listed=listed),)


def _lost_samples(ruleset: Game) -> tuple[str, ...]:
    """The P-positions among the followers of the example, for a game without heaps."""

    def is_lost(position: Position) -> bool:
        question = Question(position, Convention.NORMAL, Facts.OUTCOME, max_positions=SHOWN_SEARCH)
        return routes.ask(question).outcome is Outcome.P

    with searched_before(ruleset, Convention.NORMAL) as nodes:
        routes = Routes(Evaluator(max_positions=SHOWN_SEARCH, max_seconds=SHOWN_SECONDS, nodes=nodes))
        try:
            samples = Game.sample_positions(ruleset, SAMPLED)  # not the game's own, to which it need not lead
            start = ruleset.parse(ruleset.example)
            lost = [str(each) for each in samples if each != start and is_lost(each)]
        except CGTError:
            return ()
    text = _("some P-positions that {position} leads to: {listed}")
    return (text.format(position=ruleset.example, listed=_("; ").join(lost[:SHOWN_TERMS])),) if lost else ()
