"""The pages of the games, written from the plugins themselves when the site is built."""

from __future__ import annotations

import inspect
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import cgt
from cgt.audit import crosscheck
from cgt.core.compounds import components_of
from cgt.core.outcome import Convention, Outcome
from cgt.engine.evaluator import Evaluator
from cgt.games.global_takeaway import GlobalTakeAway
from cgt.games.takeaway import TakeAwayRuleset
from cgt.heaps.ruleset import HeapRuleset
from cgt.registry import iter_rulesets
from cgt.render.matchsticks import matchsticks_svg
from cgt.solution import solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.core.position import Position
    from cgt.core.ruleset import Ruleset

PAGES = Path(__file__).resolve().parents[1] / "games"
SHOWN_HEAPS = 25
SHOWN_GRID = 10
SEARCHED_HEAPS = 100
AUDIT_BOUND = 12
AUDIT_BUDGET = 200_000
IN_PROSE = {Convention.NORMAL: "normal play", Convention.MISERE: "misère play"}


def page(*texts: str) -> str:
    """The page of a family: its rules, then each of the given rulesets with table, strategy and audit."""
    return "\n\n".join(_page([cgt.parse_ruleset(text) for text in texts]))


def index() -> str:
    """The list of all games, with a link to the page of each; a game of ours without a page is an error."""
    lines = ["| Game | Written | Rules |", "| --- | --- | --- |"]
    for name, found in sorted(iter_rulesets(), key=lambda entry: entry[1].title):
        if not (PAGES / f"{name}.md").exists():
            if (found if isinstance(found, type) else type(found)).__module__.startswith("cgt."):
                raise FileNotFoundError(f"docs/games/{name}.md: every game of the library has a page")
            continue
        lines.append(f"| [{found.title}]({name}.html) | `{name}` | {found.rules} |")
    return "\n".join(lines)


def _page(rulesets: Sequence[Ruleset]) -> Iterator[str]:
    family = rulesets[0]
    home = f"{type(family).__module__}.{type(family).__qualname__}"
    yield family.rules
    yield "\n".join(
        [
            f"- **On the command line:** {', '.join(f'`{ruleset}`' for ruleset in rulesets)}",
            f"- **A position:** {family.position_form}",
            f"- **Play conventions:** {' and '.join(IN_PROSE[convention] for convention in family.conventions)}",
            f"- **In Python:** [`{home}`][{home}]",
        ]
    )
    for ruleset in rulesets:
        if len(rulesets) > 1:
            yield f"## `{ruleset}`"
        yield from _ruleset(ruleset, "###" if len(rulesets) > 1 else "##")
    if family.references:
        yield "## References"
        yield "\n".join(f"- {reference}" for reference in family.references)


def _ruleset(ruleset: Ruleset, heading: str) -> Iterator[str]:
    yield f"{heading} An example"
    yield from _example(ruleset)
    yield f"{heading} Table"
    yield from _table(ruleset)
    yield f"{heading} What is known without searching"
    forms = ruleset.closed_forms()
    for form in forms:
        yield f"**{form.name}** ({form.status}). {_first_paragraph(form)}"
        yield f"Source: {form.reference}"
    if forms:
        yield from _audit(ruleset)
    else:
        yield "No closed form is registered: tables and search answer."


def _example(ruleset: Ruleset) -> Iterator[str]:
    position = ruleset.parse(ruleset.example)
    yield f"`{ruleset.example}`, with the player to move:"
    yield _diagram(position)
    lines = ["| Convention | Who wins | Winning moves | Why | By |", "| --- | --- | --- | --- | --- |"]
    for convention in ruleset.conventions:
        solution = solve(position, convention)
        moves = "; ".join(ruleset.move_text(position, move) for move in solution.winning_moves[:4]) or "none"
        if len(solution.winning_moves) > 4:
            moves += f"; … ({len(solution.winning_moves)} in all)"
        name = IN_PROSE[convention].removesuffix(" play")
        lines.append(
            f"| {name} | {solution.outcome.meaning} ({solution.outcome}) | {moves} "
            f"| {solution.explanation} | {solution.route} |"
        )
    yield "\n".join(lines)


def _diagram(position: Position) -> str:
    """The heaps as matchsticks, with their quotas where they have one."""
    heaps: list[int] = []
    quotas: list[int | None] = []
    for part in components_of(position):
        sizes = getattr(part, "heaps", ())
        heaps += sizes
        quotas += [getattr(part, "quota", None)] * len(sizes)
    return f'<figure class="figure heaps">{matchsticks_svg(heaps, quotas)}</figure>' if heaps else ""


def _table(ruleset: Ruleset) -> Iterator[str]:
    if isinstance(ruleset, HeapRuleset):
        yield from _sequence(ruleset)
    elif isinstance(ruleset, GlobalTakeAway):
        yield from _shared_quotas(ruleset)
    elif isinstance(ruleset, TakeAwayRuleset):
        yield from _quotas(ruleset)
    else:
        yield from _grid(ruleset)


def _sequence(ruleset: HeapRuleset) -> Iterator[str]:
    yield "The nim-value of one heap. A marked heap is a P-position: who is to move loses, in normal play."
    values = ruleset.nim_values(SHOWN_HEAPS)
    yield _html([["heap", *map(str, range(SHOWN_HEAPS))], ["nim-value", *(_cell(value) for value in values)]])
    lines = []
    for convention in ruleset.conventions:
        sizes = range(1, SEARCHED_HEAPS)
        losing = (str(size) for size in sizes if cgt.outcome(ruleset.position(size), convention) is Outcome.P)
        listed = list(islice(losing, 17))
        shown = ", ".join(listed[:16]) + (", …" if len(listed) > 16 else "")
        lines.append(
            f"- P-positions of one heap from 1 to {SEARCHED_HEAPS - 1}, {IN_PROSE[convention]}: {shown or 'none'}"
        )
    yield "\n".join(lines)


def _quotas(ruleset: TakeAwayRuleset) -> Iterator[str]:
    yield (
        "One heap (down) under a quota (across): the least amount that wins in normal play; "
        "a marked cell is a P-position, where every move loses."
    )
    rows = [["heap", *map(str, range(1, SHOWN_GRID + 1))]]
    for size in range(1, 2 * SHOWN_GRID + 1):
        row = [str(size)]
        for quota in range(1, min(size, SHOWN_GRID) + 1):
            position = ruleset.parse(f"{size}:{quota}")
            amounts = [int(str(ruleset.move_record(position, move)["amount"])) for move in cgt.winning_moves(position)]
            row.append(_cell(min(amounts), marked=False) if amounts else _cell("P", marked=True))
        rows.append(row)
    yield _html(rows)


def _shared_quotas(ruleset: GlobalTakeAway) -> Iterator[str]:
    yield (
        "Two heaps: the least quota with which the player to move wins, in normal play. "
        "A marked cell is lost under every quota."
    )
    evaluator = Evaluator()
    sizes = range(SHOWN_GRID + 1)
    rows = [["", *map(str, sizes)]]
    for row in sizes:
        cells = []
        for column in sizes:
            quotas = range(1, max(row, column) + 1)
            winning = (q for q in quotas if evaluator.outcome(ruleset.position(row, column, quota=q)) is Outcome.N)
            least = next(winning, None)
            cells.append(_cell("–" if least is None else least, marked=least is None))
        rows.append([str(row), *cells])
    yield _html(rows)


def _grid(ruleset: Ruleset) -> Iterator[str]:
    yield "The nim-value of two heaps. A marked cell is a P-position: who is to move loses, in normal play."
    evaluator = Evaluator()
    sizes = range(SHOWN_GRID)
    rows = [["", *map(str, sizes)]]
    rows += [
        [str(row), *(_cell(evaluator.nim_value(ruleset.position(row, column))) for column in sizes)] for row in sizes
    ]
    yield _html(rows)


def _cell(value: object, *, marked: bool | None = None) -> str:
    return f'<td class="{"p" if marked or (marked is None and value == 0) else "n"}">{value}</td>'


def _html(rows: Sequence[Sequence[str]]) -> str:
    """A table of values; what is not a cell yet is a heading."""
    lines = [
        f"<tr>{''.join(text if text.startswith('<td') else f'<th>{text}</th>' for text in row)}"
        f"{'<td></td>' * (len(rows[0]) - len(row))}</tr>"
        for row in rows
    ]
    return f'<div class="values"><table class="grid">{"".join(lines)}</table></div>'


def _first_paragraph(thing: object) -> str:
    return " ".join((inspect.getdoc(type(thing)) or "").split("\n\n")[0].split())


def _audit(ruleset: Ruleset) -> Iterator[str]:
    done = []
    for convention in ruleset.conventions:
        positions = list(_auditable(ruleset, convention))
        if not positions:
            yield f"In {IN_PROSE[convention]} no closed form covers this game: tables and search answer."
            continue
        report = crosscheck(ruleset, convention=convention, positions=positions, max_positions=AUDIT_BUDGET)
        if not report.agrees:
            raise RuntimeError(f"the audit failed while the site was built: {report}")
        done.append(f"{report.checked:,} comparisons in {IN_PROSE[convention]}")
    yield (
        f"Audited against the search engine when this page was built: {' and '.join(done)}, each of the outcome, every "
        "winning move, and the nim-value where one is claimed. No disagreement."
    )


def _auditable(ruleset: Ruleset, convention: Convention) -> Iterator[Position]:
    forms = ruleset.closed_forms()
    for position in ruleset.sample_positions(AUDIT_BOUND):
        if any(form.applies(position, convention) for form in forms):
            yield position
