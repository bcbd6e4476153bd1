"""Lists: nim-values of many positions, and P-positions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import accumulate, combinations_with_replacement, product
from math import comb
from operator import xor
from shlex import quote
from typing import Any

from more_itertools import first, map_reduce

from cgt.core.card import ShownList
from cgt.core.game import Game, check_convention
from cgt.core.language import _
from cgt.core.memory_limit import check_list
from cgt.core.nimber import walsh_hadamard
from cgt.core.numbers import check_limit, check_whole, format_int
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Position
from cgt.core.progress import Progress, notify, reporting, with_progress_bar
from cgt.core.reading import check_text
from cgt.core.route import LIST_LIMIT, Facts, Question, Route
from cgt.errors import BudgetError, CGTError, NotApplicableError, NumberError, ParseError, PositionError
from cgt.families.capabilities import HasHeaps, HasTable, ListsPPositions
from cgt.families.heap_game import HeapRuleset
from cgt.fast.backend import Backend, refuse_compiled
from cgt.solving.routes import informed_routes
from cgt.solving.routes.by_search import searched_before
from cgt.solving.subjects import Rule, parse_game, read_rule

_NEEDS_A_HEAP = "a list of P-positions needs at least 1 heap"

FEW_SIZES = 6
"""The sizes of a family that is named as an example end before this."""

LATEST_START = 9
"""The greatest size with which such a family begins."""

_FIRST_NUMBER, _LAST_NUMBER = re.compile(r"[0-9]+"), re.compile(r"[0-9]+(?=[^0-9]*$)")

FIRST_SIZES = 5
"""The size before which the first of a family is looked for."""

MOST_COUNTED = 200_000
"""The greatest number of terms that are added to count choices of heaps."""

MOST_HEAPS = 1_000
"""The greatest number of heaps of the positions in a list."""


@with_progress_bar("nim-values")
def nim_values(
    rule: Rule,
    stop: int,
    convention: ConventionLike = "normal",
    *,
    along: str = "",
    start: int = 0,
    backend: Backend = "auto",
    max_positions: int | None = LIST_LIMIT,
    progress: Progress | None = None,
) -> list[int]:
    """The nim-values of a game's initial heaps 0, …, stop-1, or of the positions of a family.

    Args:
        rule: a game on heaps, its text, or a function from a heap to its options. A game with a table is
            tabulated, another is searched.
        stop: the first heap left out.
        along: a position's text in which `{n}` stands for the size, such as `cycle {n}`, `2x{n}`, `grid 3x{n}`.
        start: the first size of such a family.
        convention: `"normal"`, or `"misere"` for misère nim-values (see `cgt.Evaluator.nim_value`).
        backend: the kind of loops that make a table: `"python"`, `"compiled"`, or `"auto"` to choose by the size.
        max_positions: the limit of positions to examine in all; None for no limit.
        progress: called with (done, total) from time to time.

    Raises:
        NotApplicableError: the game has no heaps.
        NumberError: `stop`, `start` or `max_positions` is no whole number of at least 0, or `start` has no `along`.
        CGTError: the rule or a text cannot be read, or no convention or backend has this name.
        BudgetError: more than `max_positions` would be needed, or more memory than there is; `partial` has the values
            that a search found before.
        RulesetError, MissingExtraError: this game has no compiled backend, or numba is not installed.

    >>> nim_values("fibonacci-nim", 12)
    [0, 0, 0, 0, 3, 0, 4, 4, 0, 5, 5, 5]
    >>> nim_values("node-kayles", 12, along="cycle {n}", start=3)
    [1, 0, 0, 0, 1, 0, 0, 0, 1]
    """
    ruleset = read_rule(rule)
    stop, start = _checked_sizes(stop=stop, start=start)
    max_positions = check_limit(max_positions)
    if not along and not start:
        _of_one_heap(with_heaps(ruleset), 0)  # what has no list of one heap has none for a higher limit
    _check_budget(stop, max_positions)
    check_list(stop, "nim-values")
    if along:
        refuse_compiled(backend, ruleset)
        family = (_of_family(ruleset, along, size) for size in range(start, stop))
        total = max(stop - start, 0)
        return _values_by_search(ruleset, family, total, convention, max_positions, progress, family=True)
    if start:
        raise NumberError("the heaps of a game are listed from 0 on: `start` is of a family, such as `cycle {n}`")
    game = with_heaps(ruleset)
    table = ruleset.table(backend) if Convention.of(convention) is Convention.NORMAL else None
    if table is not None:
        notify(progress, 0, stop)  # before loops are loaded, which may take seconds
        with suppress(NotApplicableError):  # no such table here
            return table.values(stop, progress)
    refuse_compiled(backend, ruleset)
    positions = (_of_one_heap(game, size) for size in range(stop))
    return _values_by_search(ruleset, positions, stop, convention, max_positions, progress)


@with_progress_bar("nim-values")
def nim_value_table(
    rule: Rule,
    rows: int,
    columns: int,
    convention: ConventionLike = "normal",
    *,
    backend: Backend = "auto",
    max_positions: int | None = LIST_LIMIT,
    progress: Progress | None = None,
) -> list[list[int]]:
    """The nim-values by two coordinates from 0: two heaps, or a heap and its quota in take-away games.

    `ruleset.table_position(row, column)` gives the position of each entry, `ruleset.wording.table_axes` the names of
    the axes; a ruleset without such positions has no table (`NotApplicableError`).

    The other arguments are those of `nim_values`, and so are the errors.

    A notebook shows the table.

    >>> for row in nim_value_table("takeaway(2n)", 4, 4):
    ...     print(row)
    [0, 0, 0, 0]
    [0, 1, 1, 1]
    [0, 0, 2, 2]
    [0, 0, 0, 3]
    """
    convention = Convention.of(convention)
    ruleset = read_rule(rule)
    game = with_table(ruleset)
    rows, columns = _checked_sizes(rows=rows, columns=columns)
    max_positions = check_limit(max_positions)
    cells = rows * max(columns, 1)  # a row without columns takes its place, too
    _check_budget(cells, max_positions)
    check_list(cells, "nim-values")
    title = _("{ruleset}, {convention} play: nim-values").format(ruleset=ruleset, convention=convention.word)
    table = ruleset.table(backend) if convention is Convention.NORMAL and rows and columns else None
    if table is not None:
        with suppress(NotApplicableError):
            return ShownList(table.rows(rows, columns, progress), title)
    refuse_compiled(backend, ruleset)
    positions = (game.table_position(row, column) for row in range(rows) for column in range(columns))
    result = iter(_values_by_search(ruleset, positions, rows * columns, convention, max_positions, progress))
    return ShownList(([next(result) for _column in range(columns)] for _row in range(rows)), title)


@with_progress_bar("positions")
def p_positions(
    rule: Rule,
    stop: int,
    convention: ConventionLike = "normal",
    *,
    heaps: int | None = None,
    max_positions: int | None = LIST_LIMIT,
    progress: Progress | None = None,
) -> list[Any]:
    """The P-positions whose heaps are all below `stop`: sizes for one heap, else tuples of sizes, ascending.

    A formula lists them where one is known, else each position is solved. Take-away heaps follow their opening rule.

    Args:
        rule: a game on heaps, its text, or a function from a heap to its options.
        stop: the first heap left out.
        convention: `"normal"` or `"misere"`.
        heaps: how many heaps; by default `ruleset.listed_heaps`.
        max_positions: the limit of positions to examine in all; None for no limit.
        progress: called with (done, total) from time to time.

    Raises:
        NotApplicableError: the game has no heaps, or not so many.
        NumberError: `stop` is no whole number of at least 0, or `heaps` none of at least 1.
        CGTError: the rule cannot be read.
        BudgetError: more than `max_positions` would be needed, or more than `MOST_HEAPS` heaps.

    >>> p_positions("takeaway(2n)", 40), p_positions("wythoff", 12)
    ([0, 1, 2, 3, 5, 8, 13, 21, 34], [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)])
    """
    ruleset = read_rule(rule)
    game = with_heaps(ruleset)
    convention = Convention.of(convention)
    check_convention(ruleset, convention)
    (stop,) = _checked_sizes(stop=stop)
    asked = game.listed_heaps if heaps is None else heaps
    count = check_whole(asked, _NEEDS_A_HEAP, least=1)
    max_positions = check_limit(max_positions)
    if count > MOST_HEAPS:
        raise _too_many_heaps(count)
    _check_budget(stop, max_positions)
    if count == game.listed_heaps and isinstance(ruleset, ListsPPositions):
        with suppress(NotApplicableError):
            return _by_size(ruleset.p_positions(stop, convention, progress), count)
    ordered = ruleset.wording.ordered_heaps
    total = stop**count if ordered else comb(stop + count - 1, count)
    _check_budget(total, max_positions)
    if convention is Convention.NORMAL and isinstance(ruleset, HeapRuleset):
        alone = count == 1  # then the values are all the work, else the choices of heaps
        values = nim_values(ruleset, stop, max_positions=max_positions, progress=progress if alone else None)
        return _by_size(_of_nim_sum_zero(values, count, None if alone else progress), count)
    check_list(stop, "sizes")  # of which `itertools` makes a list
    from cgt.engine.evaluator import Evaluator  # with the engine, which most lists do without

    forms = _list_routes(ruleset, convention, max_positions)
    lost, refusal, is_empty = [], None, True
    with searched_before(ruleset, convention) as nodes:
        evaluator, known = Evaluator(convention, max_positions=max_positions, nodes=nodes), len(nodes)
        kinds = product(range(stop), repeat=count) if ordered else combinations_with_replacement(range(stop), count)
        every: Iterable[tuple[int, ...]] = kinds
        for sizes in reporting(every, total, progress):
            try:
                position = game.position(*sizes)
            except PositionError as error:  # no position: in chomp, a row that is longer than the one above it
                refusal = error
                continue
            is_empty = False
            question = Question(position, convention, Facts.OUTCOME, max_positions=max_positions)
            answer = first(filter(None, (form.answer(question) for form in forms)), None)
            outcome = evaluator.outcome(position) if answer is None else answer.outcome
            _check_budget(len(nodes) - known, max_positions)
            if outcome is Outcome.P:
                lost.append(sizes)
    if refusal is not None and is_empty:
        message = _("{ruleset} has no positions to list here: {error}").format(ruleset=ruleset, error=refusal)
        raise NotApplicableError(message) from refusal
    return _by_size(lost, count)


@with_progress_bar("nim-values")
def count_p_positions(
    rule: Rule,
    stop: int,
    *,
    heaps: int,
    max_positions: int | None = LIST_LIMIT,
    progress: Progress | None = None,
) -> int:
    """The number of P-positions of `heaps` heaps, all below `stop`, in normal play, up to their order.

    The choices of nim-sum 0 are counted by characters, one for each set of binary places: O(V log V + V heaps) for
    nim-values below V, however many positions there are.

    Args:
        rule: a game of independent heaps, its text, or a function from a heap to its options.
        stop: the first heap left out.
        heaps: how many heaps; the empty heap 0 is one, too.
        max_positions: how many heaps may be looked at.
        progress: called with (done, total) from time to time.

    Raises:
        NotApplicableError: the heaps of the game are not independent.
        NumberError, BudgetError: as `nim_values`.

    >>> count_p_positions("nim", 8, heaps=3), len(p_positions("nim", 8, heaps=3))
    (15, 15)
    """
    ruleset = read_rule(rule)
    if not isinstance(ruleset, HeapRuleset):
        raise NotApplicableError(f"{ruleset} has no independent heaps to count")
    (heaps,) = _checked_sizes(heaps=heaps)
    if heaps > MOST_HEAPS:
        raise _too_many_heaps(heaps)
    values = nim_values(ruleset, stop, max_positions=max_positions, progress=progress)
    # By each set of binary places: the heaps with an even count of ones there, less the others.
    counts = [0] * (1 << max(values, default=0).bit_length())
    for value in values:
        counts[value] += 1
    different = Counter(walsh_hadamard(counts))
    if len(different) * heaps > MOST_COUNTED:
        raise BudgetError(f"so many choices of {format_int(heaps)} heaps take too long to count: count fewer of them")
    results = 0
    for difference, times in different.items():
        odd = (len(values) - difference) // 2
        pairs = zip(_multisets(odd, heaps), reversed(_multisets(len(values) - odd, heaps)), strict=True)
        results += times * sum((-1) ** chosen * one * other for chosen, (one, other) in enumerate(pairs))
    return results // len(counts)


def _multisets(kinds: int, most: int) -> list[int]:
    """The numbers of ways to choose 0, 1, … up to `most` things of so many kinds, any number of each."""
    return list(accumulate(range(1, most + 1), lambda ways, count: ways * (kinds + count - 1) // count, initial=1))


def _of_family(game: Game, text: str, size: int) -> Position:
    """The position of a size in a family; where there is none of size 0, the error says what the first size is."""
    check_text(text)
    if "{n}" not in text:
        raise ParseError("a family of positions has {n} for its size, such as cycle {n}", text)
    try:
        return game.parse(text.replace("{n}", str(size)))
    except CGTError as error:
        later = first((one for one in range(1, FIRST_SIZES) if _is_read(game, text.replace("{n}", str(one)))), None)
        if size > 0 or later is None:
            raise
        hint = _("{error}; the family begins with `start` {size}, at the command line --start {size}")
        raise PositionError(hint.format(error=error, size=later)) from error


def _is_read(game: Game, text: str) -> bool:
    with suppress(CGTError):
        game.parse(text)
        return True
    return False


def _of_nim_sum_zero(values: Sequence[int], count: int, progress: Progress | None) -> list[tuple[int, ...]]:
    """The ascending choices of `count` heaps of nim-sum 0: the last heap follows from the others."""
    heaps_worth = map_reduce(range(len(values)), values.__getitem__)
    lost = []
    others = combinations_with_replacement(range(len(values)), count - 1)
    for heaps in reporting(others, comb(len(values) + count - 2, count - 1) if values else 0, progress):
        last = heaps_worth.get(reduce(xor, map(values.__getitem__, heaps), 0), [])
        lost += [(*heaps, heap) for heap in last[bisect_left(last, heaps[-1]) if heaps else 0 :]]
    return lost


def _of_one_heap(game: HasHeaps, size: int) -> Position:
    try:
        return game.position(size)
    except PositionError as error:
        text = _("{ruleset} has no positions of one heap to list: {error}").format(ruleset=game, error=error)
        if isinstance(game, HasTable) and _has_cells(game):
            text = _("{ruleset} has no positions of one heap to list; {command} lists two").format(
                ruleset=game, command=_command(game, "table {}", "nim_value_table(game, rows, columns)")
            )
        elif isinstance(game, Game):
            text += _family_advice(game)
        raise NotApplicableError(text) from error


def _has_cells(game: HasTable) -> bool:
    """Whether two numbers are a position: of `cgt.game` not, where a state has three."""
    try:
        game.table_position(0, 0)
    except NotApplicableError:
        return False
    return True


def usual_stop(heaps: int) -> int:
    """The default bound of a list of P-positions of so many heaps: about a screen of them.

    >>> usual_stop(1), usual_stop(2), usual_stop(7)
    (100, 24, 5)
    """
    return {1: 100, 2: 24, 3: 10}.get(heaps, 5)


def with_table(ruleset: Game) -> HasTable:
    """The ruleset, if its positions have two coordinates; raises `NotApplicableError`."""
    if isinstance(ruleset, HasTable):
        return ruleset
    if isinstance(ruleset, HasHeaps):
        message = _("{ruleset} has no table by two heaps from 0; {command} lists its P-positions")
        command = _command(ruleset, "p-positions {}", "p_positions(game, stop)")
        raise NotApplicableError(message.format(ruleset=ruleset, command=command))
    message = _("{ruleset} has no table of nim-values").format(ruleset=ruleset)
    raise NotApplicableError(message + _family_advice(ruleset))


def with_heaps(ruleset: Game) -> HasHeaps:
    """The ruleset, if its positions are given by sizes of heaps; raises `NotApplicableError`."""
    if isinstance(ruleset, HasHeaps):
        return ruleset
    message = _("{ruleset} has no heaps to list: its positions are not given by sizes").format(ruleset=ruleset)
    raise NotApplicableError(message + _family_advice(ruleset))


def _family_advice(game: Game) -> str:
    """The way to list a family: the game's own, or its example in which the last or the first number varies."""
    example = str(game.example)
    varied = (_LAST_NUMBER.sub("{n}", example), _FIRST_NUMBER.sub("{n}", example, count=1))
    for text in (game.wording.family, *varied):
        if "{n}" not in text:
            continue
        is_read = [_is_read(game, text.replace("{n}", str(size))) for size in range(LATEST_START + FEW_SIZES)]
        for start in range(LATEST_START + 1):
            stop = max(FEW_SIZES, start + FEW_SIZES - 1)
            if all(is_read[start:stop]):
                option, argument = (f" --start {start}", f", start={start}") if start else ("", "")
                along = quote(text).replace("{n}", "{{n}}")
                command = f"values {{}} {stop} --along {along}{option}"
                call = f"nim_values(game, {stop}, along={text!r}{argument})"
                return _("; {command} lists a family of them").format(command=_command(game, command, call))
    return ""


def _command(ruleset: object, command: str, call: str) -> str:
    """The command for a game; for one that has no text, as those of `cgt.game`, the call in Python."""
    with suppress(CGTError):
        if parse_game(str(ruleset)) == ruleset:
            return f"`cgt {command.format(quote(str(ruleset)))}`"
    return f"`cgt.{call}`"


def _by_size(positions: Sequence[tuple[int, ...]], count: int) -> list[Any]:
    """The positions as plain sizes where there is one heap, else as they are."""
    return [size for (size,) in positions] if count == 1 else list(positions)


def _values_by_search(
    ruleset: Game,
    positions: Iterable[Position],
    total: int,
    convention: ConventionLike,
    max_positions: int | None,
    progress: Progress | None,
    *,
    family: bool = False,
) -> list[int]:
    from cgt.engine.evaluator import Evaluator
    from cgt.engine.nodes import check_moves

    values, convention = [], Convention.of(convention)
    check_convention(ruleset, convention)
    forms = _list_routes(ruleset, convention, max_positions)
    with searched_before(ruleset, convention) as nodes:
        evaluator, known = Evaluator(convention, max_positions=max_positions, nodes=nodes), len(nodes)
        try:
            for position in reporting(positions, total, progress):
                question = Question(position, convention, Facts.NIM_VALUE, max_positions=max_positions)
                answer = first(filter(None, (form.answer(question) for form in forms)), None)
                value = None if answer is None else answer.nim_value
                if value is None and family:
                    check_moves(position)  # these may be without end, which a search would find out at its limit
                values.append(evaluator.nim_value(position) if value is None else value)
                _check_budget(len(nodes) - known, max_positions)
        except BudgetError as error:
            error.partial = values
            raise
    return values


def _list_routes(ruleset: Game, convention: Convention, max_positions: int | None) -> tuple[Route, ...]:
    """The routes that are asked before a search, of each position in a list."""
    routes = informed_routes(ruleset, counting=True)
    if convention is Convention.NORMAL or not isinstance(ruleset, HeapRuleset):
        return routes
    from cgt.solving.routes.misere_forms import FormRoute

    return (*routes, FormRoute.before_search(max_positions, LIST_LIMIT // 2))


def _too_many_heaps(count: int) -> BudgetError:
    text = _("a list has positions of at most {most} heaps, not {count}")
    return BudgetError(text.format(most=format_int(MOST_HEAPS, group=True), count=format_int(count)))


def _checked_sizes(**sizes: object) -> Iterator[int]:
    for name, size in sizes.items():
        yield check_whole(size, f"{name} is a whole number of at least 0")


def _check_budget(needed: int, max_positions: int | None) -> None:
    if max_positions is not None and needed > max_positions:
        text = _("the list needs more than the {most} positions allowed")
        raise BudgetError(text.format(most=format_int(max_positions, group=True)), "max_positions")
