"""Article 004: Fibonacci nim, at most twice the previous take, whoever takes the last coin wins."""

from __future__ import annotations

from collections.abc import Iterator

from more_itertools import first

from cgt.apps.claims.articles import decided_claims
from cgt.apps.claims.articles.oracles import (
    heap,
    heaps,
    least_quotas,
    nim_value,
    sorted_pairs,
    winning_moves,
    wins,
)
from cgt.apps.claims.articles.tables import transcribed
from cgt.apps.claims.claim import Fact, Finding, Trials
from cgt.core.outcome import Outcome
from cgt.core.route import Facts, Question
from cgt.digits.fibonacci import is_fibonacci, zeckendorf
from cgt.games.heaps.fibonacci_nim import FibonacciNim
from cgt.games.heaps.global_takeaway import GlobalTakeAway
from cgt.games.heaps.level_machine import shipped
from cgt.games.heaps.subtraction import TakeAFibonacci
from cgt.games.heaps.takeaway import TakeAway
from cgt.solving.solve import solve

RULE = "2n"


def _fibonacci_heaps_lose(bound: int) -> Iterator[Finding]:
    game = FibonacciNim()
    for n in range(1, bound + 1):
        if wins(game.position(n)) == is_fibonacci(n):
            yield Finding(f"n = {n}", "the second player wins iff n is a Fibonacci number", "the other way round")


def _least_part_decides(bound: int) -> Iterator[Finding]:
    for n in range(1, bound + 1):
        least = zeckendorf(n)[0]
        for quota in range(1, n + 1):
            winning = winning_moves(heap(RULE, n, quota))
            right = bool(winning) == (quota >= least)
            if right and winning:
                right = least in winning and (quota < n or n in winning)
            if not right:
                yield Finding(f"n = {n}, quota {quota}", f"the least part is {least}", f"winning takes: {winning}")


def _line_of_play(_bound: int) -> Iterator[Finding]:
    coins, quota = 10, 9
    for turn, row in enumerate(transcribed("004_3_line_of_play")):
        if (row.number("coins"), row.number("quota")) != (coins, quota):
            yield Finding(f"turn {turn + 1}, {row.place}", f"{row.text('coins')} coins", f"{coins}, quota {quota}")
            return
        taken = row.number("take")
        position = heap(RULE, coins, quota)
        winning = winning_moves(position)
        if turn % 2 == 0 and taken not in winning:
            yield Finding(f"turn {turn + 1}, {row.place}", f"take {taken}", f"winning takes: {winning}")
        if turn % 2 == 1 and winning:
            yield Finding(f"turn {turn + 1}, {row.place}", "the second player cannot win", f"winning: {winning}")
        coins, quota = coins - taken, 2 * taken
    for taken in (1, 2):
        if coins - taken not in winning_moves(heap(RULE, coins - taken, 2 * taken)):
            yield Finding(f"{coins} coins, {taken} taken", "the first player takes the rest", "that is not allowed")


def _only_first_move(_bound: int) -> Iterator[Finding]:
    winning = winning_moves(FibonacciNim().position(10))
    if winning != [2]:
        yield Finding("10 coins", "only taking 2 wins", f"winning takes: {winning}")


def _all_winning_moves(bound: int) -> Iterator[Finding]:
    form = TakeAway(RULE).closed_forms()[0]
    for n in range(1, bound + 1):
        for quota in range(1, n + 1):
            position = heap(RULE, n, quota)
            says, true = list(solve(position, closed_form=form).winning_moves), winning_moves(position)
            if says != true:
                yield Finding(f"n = {n}, quota {quota}", f"{says}", f"{true}")


def _several_winning_moves(bound: int) -> Iterator[Fact]:
    form = TakeAway(RULE).closed_forms()[0]
    shown = []
    for n in range(1, bound + 1):
        moves = solve(TakeAway(RULE).position(n), closed_form=form).winning_moves
        if len(moves) > 1:
            shown.append(f"{n} = {' + '.join(map(str, zeckendorf(n)))}: {', '.join(map(str, moves))}")
    yield Fact("the least heaps with several winning first moves", "; ".join(shown[:4]))


def _small_nim_values(bound: int) -> Iterator[Finding]:
    game = FibonacciNim()
    form = game.closed_forms()[0]
    for n in range(1, bound + 1):
        for quota in range(1, n + 1):
            position = game.position((n, quota))
            says, true = solve(position, closed_form=form).nim_value, nim_value(position)
            if says != (true if true <= 3 else None):
                yield Finding(f"n = {n}, quota {quota}", f"nim-value {says or 'above 3'}", f"nim-value {true}")


def _nim_values(bound: int) -> Iterator[Fact]:
    game = FibonacciNim()
    values = [nim_value(game.position(n)) for n in range(1, bound + 1)]
    yield Fact("nim-values of the opening heaps 1, 2, 3, …", ", ".join(map(str, values[:40])) + ", …")
    records = [(n, value) for n, value in enumerate(values, start=1) if value > max(values[: n - 1], default=-1)]
    yield Fact(
        f"where a new greatest nim-value appears, heaps up to {bound}",
        ", ".join(f"{value} at {n}" for n, value in records),
    )
    machine = shipped()
    states = ", ".join(str(machine.automaton(level).states) for level in range(1, machine.levels + 1))
    yield Fact(
        f"nim-values up to {machine.levels - 1}, for every heap and quota",
        f"read off the Zeckendorf digits by automata of {states} states, proved level by level (this library)",
    )
    yield Fact(
        "example: heaps of 10 and 21",
        f"nim-sum {nim_value(game.position(10, 21))}; winning: {_moves(winning_moves(game.position(10, 21)))}",
    )


def _moves(moves: list[object]) -> str:
    pairs = [move for move in moves if isinstance(move, tuple)]
    shown = ", ".join(f"{amount} from heap {index + 1}" for index, amount in pairs[:6])
    return (shown or "none") + (", …" if len(pairs) > 6 else "")


def _two_heaps_one_quota(bound: int) -> Iterator[Finding]:
    table = least_quotas(2, bound + 1, lambda taken: 2 * taken)
    for low, high in sorted_pairs(bound + 1):
        if low < 1:
            continue
        for quota in range(1, high + 1):
            position = heaps(RULE, (low, high), quota)
            forms = GlobalTakeAway(RULE).closed_forms()
            known = first(filter(None, (form.answer(Question(position, needed=Facts.OUTCOME)) for form in forms)))
            says = known.outcome is Outcome.N
            least = table[low, high]
            if says != (least is not None and quota >= least):
                yield Finding(f"({low}, {high}), quota {quota}", "winning" if says else "losing", "the other way round")


def _one_quota(bound: int) -> Iterator[Fact]:
    for number, stop in ((2, bound + 1), (3, bound // 2 + 1), (4, bound // 3 + 1)):
        table = least_quotas(number, stop, lambda taken: 2 * taken)
        full = [position for position in table if position[0] > 0]
        cold = [position for position in full if table[position] is None]
        shown = " ".join(map(str, sorted(cold, key=lambda p: (sum(p), p))[:8]))
        yield Fact(
            f"{number} heaps up to {stop - 1}",
            f"{len(cold)} of {len(full)} positions lose under every quota: {shown} …",
        )


def _not_the_same_game(bound: int) -> Iterator[Finding]:
    values = TakeAFibonacci().table().values(bound + 1)
    fibonacci_nim = [nim_value(FibonacciNim().position(n)) for n in range(bound + 1)]
    if values == fibonacci_nim:
        yield Finding(f"heaps up to {bound}", "another game", "the nim-values are the same")


def _the_other_game(bound: int) -> Iterator[Fact]:
    values = TakeAFibonacci().table().values(bound + 1)
    yield Fact("nim-values of the heaps 0, 1, 2, …", ", ".join(map(str, values[:30])) + ", …")
    losing = [n for n, value in enumerate(values) if value == 0]
    yield Fact("losing heaps", ", ".join(map(str, losing[:12])) + ", …")


TRIALS: Trials = {
    "004.1": {"check": _fibonacci_heaps_lose},
    "004.2": {"check": _least_part_decides},
    "004.3a": {"check": _line_of_play},
    "004.3b": {"check": _only_first_move},
    "004.4": {"check": _all_winning_moves, "facts": _several_winning_moves},
    "004.5a": {"check": _small_nim_values, "sentences": decided_claims.small_values},
    "004.5b": {"facts": _nim_values},
    "004.6a": {"check": _two_heaps_one_quota, "sentences": decided_claims.two_heaps},
    "004.6b": {"facts": _one_quota},
    "004.7": {"check": _not_the_same_game, "facts": _the_other_game},
}
