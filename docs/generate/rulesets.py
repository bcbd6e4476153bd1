"""The pages of the games, written from the plugins themselves when the site is built."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import cgt
from cgt.apps.lessons.lesson_pages import Text
from cgt.apps.lessons.phrases import move_text_of, position_text
from cgt.apps.lessons.pictures import pictures_asked
from cgt.apps.web.bridge import FIRST_GAMES
from cgt.apps.web.bundle import find_runtime
from cgt.apps.web.links import page_link
from cgt.core.game import rules_text
from cgt.core.language import _, active_language, language
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.route import NOTHING, Question
from cgt.core.sketch import picture_of
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError, LoopError, WebError
from cgt.families.capabilities import HasHeaps, HasPeriod, HasQuota, HasTable
from cgt.families.heap_game import HeapRuleset
from cgt.families.lesson_words import words_of
from cgt.families.periodic_form import PeriodicForm, PeriodicTakes
from cgt.families.quotient_form import QuotientForm, quotient_within_reach
from cgt.families.recognised_form import RecognisedForm, RecognisedTakes
from cgt.families.registry import example_ruleset
from cgt.solving.crosscheck import crosscheck
from cgt.solving.genera import genera
from cgt.solving.solve import solve
from cgt.theory.genus import Genus
from cgt.theory.period import PeriodReport, PeriodStatus
from docs.generate.figures import queen_board
from docs.generate.french import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.core.game import Game
    from cgt.core.position import Position
    from cgt.core.route import ClosedForm

ROOT = Path(__file__).resolve().parents[2]
SHOWN_HEAPS = 20
SHOWN_GRID = 10
SHOWN_SIDE = 5
SEARCHED_BOARD = 3_000
"""The most positions that are searched for one board of a table."""

SEARCHED_PAIR = 100
"""Likewise for two heaps; those of a compound have hundreds of options each."""

SHOWN_BOARD = 16
SEARCHED_HEAPS = 100
SHOWN_MOVES = 4
PERIOD_LIMIT = 3000
LISTING_BUDGET = 20_000
GENUS_BUDGET = 2_000
AUDIT_BOUND = 12
AUDIT_BUDGET = 200_000
STATES = {
    "known": "A formula is known",
    "decided": "A period is proved",
    "in part": "Known in part",
    "open": "Open",
}
IN_PROSE = {Convention.NORMAL: "normal play", Convention.MISERE: "misère play"}


def page(*texts: str, code: str = "en") -> str:
    """The page of a family: its rules, then each of the given rulesets with table, strategy and audit."""
    with language(code):
        return "\n\n".join(_page([cgt.parse_ruleset(text) for text in texts]))


def state(ruleset: Game) -> str:
    """The extent of what is known without searching, in the convention that the game names first: a word of `STATES`.

    What a proved period tells is no formula.
    """
    convention, *_others = ruleset.conventions
    formulas = [form for form in _forms(ruleset) if not isinstance(form, PeriodicForm | PeriodicTakes)]
    samples = list(ruleset.sample_positions(AUDIT_BOUND))
    covered = sum(any(_speaks_of(form, position, convention) for form in formulas) for position in samples)
    if covered == len(samples):
        return "known"
    if isinstance(ruleset, HasPeriod) and _period(ruleset).status is PeriodStatus.PROVED:
        return "decided"
    return "in part" if covered or _has_automaton(ruleset) else "open"


def _page(rulesets: Sequence[Game]) -> Iterator[str]:
    family = rulesets[0]
    yield rules_text(family)
    yield _board(family)
    for ruleset in rulesets:
        if ruleset is not family:
            yield f"## `{ruleset}`"
            if rules_text(ruleset) != rules_text(family):
                yield rules_text(ruleset)
        yield from _ruleset(ruleset, "##" if ruleset is family else "###", drawn=ruleset is not family)
    if family.references:
        yield f"## {say('References')}"
        yield "\n".join(f"- {reference}" for reference in family.references)
    kind = type(family)
    yield f"## {say('To compute')}"
    yield "\n".join(
        [
            f"- **{say('On the command line:')}** {', '.join(f'`{ruleset}`' for ruleset in rulesets)}",
            *([f"- **{say('Arguments:')}** {_(family.argument_form)}"] if family.argument_form else []),
            f"- **{say('A position:')}** {_(family.position_form)}",
            f"- **{say('Play conventions:')}** {say(' and ').join(map(_prose, family.conventions))}",
            f"- **{say('In Python:')}** [`cgt.games.{kind.__name__}`][{kind.__module__}.{kind.__qualname__}]",
        ]
    )
    yield f"```console\n$ {command(family)}\n```"


def command(ruleset: Game) -> str:
    """The command line that solves the position where one begins to learn the game.

    >>> command(cgt.games.Wythoff()), command(cgt.parse_ruleset("takeaway(2n)"))
    ('cgt solve wythoff 3,6', 'cgt solve "takeaway(2n)" 22:4')
    """
    words = (text if _BARE.fullmatch(text) else f'"{text}"' for text in (str(ruleset), _opening(ruleset)))
    misere = [] if Convention.NORMAL in ruleset.conventions else ["--misere"]
    return " ".join(["cgt solve", *words, *misere])


_BARE = re.compile(r"[\w.,:^+-]+")


@cache
def can_play() -> bool:
    """Whether the site gets a page to play on: `npm pack pyodide` has brought Python for the browser to the root."""
    try:
        find_runtime(None, ROOT)
    except WebError:
        return False
    return True


def _board(ruleset: Game) -> str:
    """The game to be played on its own page: its board as a picture, and Python once the reader opens it.

    Where Python for the browser is not at hand, the picture alone.
    """
    queen, played, start = queen_of(ruleset), str(ruleset), _opening(ruleset)
    if queen:  # whoever sees her wants to walk with her
        played, start = "queen", FIRST_GAMES["queen"]
    drawn = figure(queen or opening_drawn(ruleset))
    if not can_play():
        return drawn
    code = active_language()
    address = ("../" if code == "en" else "../../") + page_link(played, start, ruleset.conventions[0], embedded=True)
    title = say("{title}: a board to play on", title=_(ruleset.title))
    return (
        f'<details class="board" data-search-exclude><summary>{say("Play it here")}{drawn}</summary>'
        f'<iframe title="{title}" loading="lazy" src="{address}"></iframe></details>'
    )


def _ruleset(ruleset: Game, heading: str, *, drawn: bool) -> Iterator[str]:
    secret = list(_secret(ruleset))
    yield f"{heading} {say('The secret') if secret else say('An example')}"
    yield from secret
    yield from _example(ruleset, drawn=drawn)
    table = list(_table(ruleset))
    if table:
        yield f"{heading} {say('Table')}"
        yield from table
    known = list(_closed_forms(ruleset))
    if known:
        yield f"{heading} {say('What is proved')}"
        yield from known
    unknown = list(_open(ruleset))
    if unknown:
        yield f"{heading} {say('What is open')}"
        yield from unknown
    genera = "\n\n".join(_genera(ruleset))
    if genera:
        yield f"{heading} {say('Genus')}"
        yield genera


def _secret(ruleset: Game) -> Iterator[str]:
    """The way to win, as a teacher says it, where a lesson has words for it."""
    words = words_of(ruleset, Convention.NORMAL)
    if words.statement:
        yield "".join(f"**{run}**" if gap else run for run, gap in Text(words.statement).runs)


def _start(ruleset: Game) -> str:
    """The position at which one begins to learn a game: that of its lesson, or of the page to play on."""
    return words_of(ruleset, Convention.NORMAL).start or _opening(ruleset)


def _opening(ruleset: Game) -> str:
    """The position at which the page to play on begins."""
    first = FIRST_GAMES.get(ruleset.name) if ruleset == example_ruleset(ruleset.name) else None
    return first or ruleset.example


def opening_drawn(ruleset: Game) -> str:
    """A picture of that position; none of several parts that are drawn one by one."""
    drawn = pictures_asked(ruleset, ruleset.parse(_opening(ruleset)))
    return drawn[0].svg if len(drawn) == 1 else ""


def _example(ruleset: Game, *, drawn: bool) -> Iterator[str]:
    """The winner of a position and the winning move; the reason, unless the secret says it in other words."""
    text, words = _start(ruleset), words_of(ruleset, Convention.NORMAL)
    position = ruleset.parse(text)
    start = position_text(ruleset, position)
    yield say(
        "{words} (`{position}`), with the player to move:",
        words=start[0].upper() + start[1:],
        position=text,
    )
    if drawn:
        yield figure(picture_of(position))
    for convention in ruleset.conventions:
        solution = solve(position, convention)
        moves = [move_text_of(ruleset, position, move) for move in islice(solution.winning_moves, SHOWN_MOVES)]
        if len(solution.winning_moves) > SHOWN_MOVES:
            moves.append(say("… ({count} winning moves in all)", count=len(solution.winning_moves)))
        name, stop = _prose(convention), say(": ")
        yield (
            f"**{name[0].upper()}{name[1:]}{stop.rstrip()}** {solution.outcome.meaning} ({solution.outcome})"
            f"{say('; ')}{_('; or ').join(moves) or say('no move wins')}."
        )
        if words.explained and solution.answer.says_why:
            yield f"> {solution.explanation} *({say('by {route}', route=_(str(solution.route)))})*"


def queen_of(ruleset: Game) -> str:
    """The board of a game that a queen plays, with the squares to reach and the two lines that they lie along."""
    slope = getattr(ruleset, "slope", None)
    if getattr(ruleset, "board", None) != "queen" or slope is None:
        return ""
    pairs = cgt.p_positions(ruleset, SHOWN_BOARD)
    x, y = map(int, FIRST_GAMES["queen"].split(","))
    return queen_board(SHOWN_BOARD, (x, y), pairs, slope, title=say("A queen, and the squares to send her to"))


def figure(drawn: str | None) -> str:
    """A drawing in the page; its letters are not to be searched for."""
    return f'<figure class="figure" data-search-exclude>{drawn}</figure>' if drawn else ""


def _table(ruleset: Game) -> Iterator[str]:
    if isinstance(ruleset, HasPeriod):
        yield from _sequence(ruleset)
    elif isinstance(ruleset, HasQuota) and isinstance(ruleset, HasHeaps):
        yield from _quotas(ruleset) if ruleset.listed_heaps == 1 else _shared_quotas(ruleset)
    elif isinstance(ruleset, HasTable) and ruleset.wording.table_axes == ("rows", "columns"):
        yield say(
            "The nim-value of a board before the first move, by its rows and columns. A marked cell is a P-position, "
            "in normal play."
        )
        yield _value_rows(ruleset, range(1, SHOWN_SIDE + 1), SEARCHED_BOARD)
    elif isinstance(ruleset, HasTable):
        yield from _grid(ruleset)


def _sequence(ruleset: Game) -> Iterator[str]:
    yield say("The nim-value of one heap. A marked heap is a P-position: who is to move loses, in normal play.")
    values = cgt.nim_values(ruleset, SHOWN_HEAPS)
    yield _html([[say("heap"), *map(str, range(SHOWN_HEAPS))], [_("nim-value"), *(_cell(value) for value in values)]])
    lines = []
    for convention in ruleset.conventions:
        losing = _losing_heaps(ruleset, convention)
        if losing is not None:
            shown = ", ".join(map(str, losing[:16])) + (", …" if len(losing) > 16 else "")
            words = say(
                "P-positions of one heap below {stop}, {convention}", stop=SEARCHED_HEAPS, convention=_prose(convention)
            )
            lines.append(f"- {words}{say(': ')}{shown or say('none')}")
    known = _is_covered(ruleset, ruleset.position(PERIOD_LIMIT), Convention.NORMAL)
    # A formula for every heap says more than an observation, and without a code nothing is proved.
    if not (known and ruleset.code is None) and (
        (report := _period(ruleset)).status is PeriodStatus.PROVED or not known
    ):
        lines.append(f"- {say('The sequence of nim-values')}{say(': ')}{report.finding}")
    yield "\n".join(lines)


@cache
def _losing_heaps(ruleset: Game, convention: Convention) -> list[int] | None:
    """The P-positions of one heap that is not empty; None where a search would be long."""
    if convention is Convention.NORMAL:
        return [size for size, value in enumerate(cgt.nim_values(ruleset, SEARCHED_HEAPS)) if value == 0 and size]
    try:
        found = cgt.p_positions(ruleset, SEARCHED_HEAPS, convention, heaps=1, max_positions=LISTING_BUDGET)
    except BudgetError:
        return None
    sizes = (entry if isinstance(entry, int) else entry[0] for entry in found)
    return [size for size in sizes if size]


def _quotas(ruleset: Game) -> Iterator[str]:
    yield say(
        "One heap (down) under a quota (across): the least amount that wins in normal play; "
        "a marked cell is a P-position, where every move loses."
    )
    rows = [[say("heap"), *map(str, range(1, SHOWN_GRID + 1))]]
    for size in range(1, 2 * SHOWN_GRID + 1):
        row = [str(size)]
        for quota in range(1, min(size, SHOWN_GRID) + 1):
            position = ruleset.under_quota(quota, size)
            amounts = [
                int(str(ruleset.wording.move_record(position, move)["amount"])) for move in cgt.winning_moves(position)
            ]
            row.append(_cell(min(amounts), marked=False) if amounts else _cell("P", marked=True))
        rows.append(row)
    yield _html(rows)


def _shared_quotas(ruleset: HasQuota) -> Iterator[str]:
    yield say(
        "Two heaps: the least quota with which the player to move wins, in normal play. "
        "A marked cell is lost under every quota."
    )
    yield _shared_quota_rows(ruleset)


@cache
def _shared_quota_rows(ruleset: HasQuota) -> str:
    evaluator = Evaluator()
    sizes = range(SHOWN_GRID + 1)
    rows = [["", *map(str, sizes)]]
    for row in sizes:
        cells = []
        for column in sizes:
            quotas = range(1, max(row, column) + 1)
            winning = (q for q in quotas if evaluator.outcome(ruleset.under_quota(q, row, column)) is Outcome.N)
            least = next(winning, None)
            cells.append(_cell("–" if least is None else least, marked=least is None))
        rows.append([str(row), *cells])
    return _html(rows)


def _grid(ruleset: HasTable) -> Iterator[str]:
    down, across = ruleset.wording.table_axes
    if down == across == "heap":
        yield say("The nim-value of two heaps. A marked cell is a P-position: who is to move loses, in normal play.")
    else:
        yield say(
            "The nim-value of a position: {down} down, {across} across. A marked cell is a P-position: who is to move "
            "loses, in normal play.",
            down=_(down),
            across=_(across),
        )
    yield _value_rows(ruleset, range(SHOWN_GRID), SEARCHED_PAIR)


@cache
def _value_rows(ruleset: HasTable, sizes: range, max_positions: int) -> str:
    """The nim-values by rows and columns, as far as each is found within `max_positions` new positions.

    Nothing is searched beside or below a cell that was not found.
    """
    evaluator, columns = Evaluator(max_positions=max_positions), sizes
    rows = [["", *map(str, sizes)]]
    for row in sizes:
        cells: list[str] = []
        try:
            cells.extend(_cell(evaluator.nim_value(ruleset.table_position(row, column))) for column in columns)
        except BudgetError:
            columns = columns[: len(cells)]
        rows.append([str(row), *cells, *["–"] * (len(sizes) - len(cells))])
    return _html(rows)


def _genera(ruleset: Game) -> Iterator[str]:
    """The genera of the first heaps, or that of the example; nothing where it would take long, or the play can loop."""
    found = _found_genera(ruleset)
    if not isinstance(ruleset, HeapRuleset):
        for genus in found:
            species = genus.species
            assert species is not None  # noqa: S101 - it is the genus of a position
            yield say(
                "Of `{position}`: the [genus](../concepts/genus.md) is {genus} (*{species}*: {meaning}).",
                position=ruleset.example,
                genus=_raised(genus),
                species=_(str(species)),
                meaning=species.meaning,
            )
    elif found:
        yield say(
            "The [genus](../concepts/genus.md) of one heap: its nim-value, and its misère nim-values beside heaps of "
            "two. A marked one is of a heap that is not tame."
        )
        yield _html(
            [
                [say("heap"), *map(str, range(len(found)))],
                [say("genus"), *(_cell(_raised(genus), marked=not _is_tame(genus)) for genus in found)],
            ]
        )


def _is_tame(genus: Genus) -> bool:
    return genus.species is not None and genus.species.is_tame


@cache
def _found_genera(ruleset: Game) -> list[Genus]:
    if Convention.MISERE not in ruleset.conventions:
        return []
    try:
        if isinstance(ruleset, HeapRuleset):
            return genera(ruleset, SHOWN_HEAPS, max_positions=GENUS_BUDGET)
        return [cgt.genus(ruleset.parse(ruleset.example), max_positions=GENUS_BUDGET)]
    except BudgetError as error:
        return [entry for entry in error.partial if isinstance(entry, Genus)]
    except LoopError:
        return []


def _raised(genus: Genus) -> str:
    base, _hat, superscripts = str(genus).partition("^")
    return f"{base}<sup>{superscripts}</sup>"


def _cell(value: object, *, marked: bool | None = None) -> str:
    return f'<td class="{"p" if marked or (marked is None and value == 0) else "n"}">{value}</td>'


def _head(text: str) -> str:
    return text if text.startswith("<td") else f"<th>{text}</th>" if text else "<td></td>"


def _html(rows: Sequence[Sequence[str]]) -> str:
    """A table of values; what is not a cell yet is a heading."""
    lines = [
        f"<tr>{''.join(_head(text) for text in row)}{'<td></td>' * (len(rows[0]) - len(row))}</tr>" for row in rows
    ]
    return f'<div class="values"><table class="grid">{"".join(lines)}</table></div>'


def _closed_forms(ruleset: Game) -> Iterator[str]:
    forms = _forms(ruleset)
    covered = _covered(ruleset)
    for form in forms:
        spoken = (_speaks_of(form, position, convention) for convention in covered for position in covered[convention])
        if isinstance(form, RecognisedForm | RecognisedTakes) or any(spoken):
            yield f"**{_(form.name)}** ({_(str(form.status))}). {about(form)}"
            yield f"{say('Source: ')}{_(form.reference)}"
        if isinstance(form, QuotientForm) and isinstance(ruleset, HeapRuleset) and ruleset.code is not None:
            yield say("The misère quotient of {quotient}.", quotient=quotient_within_reach(ruleset.code))
    done = []
    for convention, positions in covered.items():
        if not positions:
            continue
        done.append(
            say(
                "{count} in {convention}",
                count=format_int(_audit(ruleset, convention), group=True),
                convention=_prose(convention),
            )
        )
    if done:
        yield say(
            "Comparisons with the search engine when this page was built: {done}; each of the outcome, "
            "every winning move, and the nim-value where one is claimed. No disagreement.",
            done=say(" and ").join(done),
        )


def _open(ruleset: Game) -> Iterator[str]:
    """The questions without a formula, and a period that is seen and not proved."""
    covered = _covered(ruleset)
    asked = len(list(ruleset.sample_positions(AUDIT_BOUND)))
    for convention, positions in covered.items():
        if _has_automaton(ruleset):
            text = "In {convention} search answers small positions, and an automaton the others where one is proved."
            yield say(text, convention=_prose(convention))
        elif not positions:
            text = "In {convention} no closed form covers this game: tables and search answer."
            yield say(text, convention=_prose(convention))
        elif len(positions) < asked:
            text = "In {convention} a closed form covers a part of the positions: tables and search answer the others."
            yield say(text, convention=_prose(convention))
    if state(ruleset) == "open" and isinstance(ruleset, HasPeriod):
        yield say("Whether the nim-values of one heap are periodic from some heap on is not proved here.")


@cache
def _period(ruleset: HasPeriod) -> PeriodReport:
    report = ruleset.period(PERIOD_LIMIT)
    # An observation is tried on as many values as `cgt period` computes: one of 3,000 failed at heap 5,050.
    return ruleset.period() if report.status is PeriodStatus.OBSERVED else report


@cache
def _covered(ruleset: Game) -> dict[Convention, list[Position]]:
    """The sample positions that some closed form covers."""
    return {
        convention: [
            position for position in ruleset.sample_positions(AUDIT_BOUND) if _is_covered(ruleset, position, convention)
        ]
        for convention in ruleset.conventions
    }


def _forms(ruleset: Game) -> list[ClosedForm]:
    """The closed forms that name winning moves, too."""
    return [form for form in ruleset.closed_forms() if form.kinds]


def _has_automaton(ruleset: Game) -> bool:
    """Whether an automaton is looked for, for positions too large to be searched."""
    return any(isinstance(form, RecognisedForm | RecognisedTakes) for form in ruleset.closed_forms())


def _is_covered(ruleset: Game, position: Position, convention: Convention) -> bool:
    return any(_speaks_of(form, position, convention) for form in _forms(ruleset))


def _speaks_of(form: ClosedForm, position: Position, convention: Convention) -> bool:
    return form.answer(Question(position, convention, NOTHING)) is not None


@cache
def _audit(ruleset: Game, convention: Convention) -> int:
    """The number of comparisons that agree; once a build, for the pages of all languages."""
    report = crosscheck(
        ruleset, convention=convention, positions=_covered(ruleset)[convention], max_positions=AUDIT_BUDGET
    )
    if not report.agrees:
        raise RuntimeError(f"the audit failed while the site was built: {report}")
    return report.checked


def _prose(convention: Convention) -> str:
    return say(IN_PROSE[convention])


def about(form: ClosedForm) -> str:
    """The statement of a closed form in the language of the page."""
    return _(form.statement)
