from __future__ import annotations

import os
import subprocess
import sys
from functools import reduce
from operator import xor
from types import SimpleNamespace

import numpy as np
import pytest

from cgt.core.code import Constraint, Digit, HeapCode
from cgt.core.memory_limit import at_most
from cgt.core.repetition import Periodicity
from cgt.errors import MemoryBudgetError
from cgt.fast.backend import CROSSOVER
from cgt.fast.jit import compiled_available
from cgt.fast.row import MirroredRow
from cgt.fast.taking_breaking_values import TakingBreakingRule, TakingBreakingSequence, sequence_of
from cgt.fast.threads import using
from cgt.theory.period import PeriodStatus, period_of_code

BACKENDS = ["python", pytest.param("compiled", marks=pytest.mark.skipif(not compiled_available(), reason="no numba"))]
needs_numba = pytest.mark.skipif(not compiled_available(), reason="no numba")


PAIRS = {"any": Constraint.ANY, "unequal": Constraint.DISTINCT, "equal": Constraint.EQUAL}


def a_sequence(digits, tail=(), parts="any", backend="auto"):
    code = HeapCode.of(*([Digit.of_mask(mask, PAIRS[parts]) for mask in part] for part in (digits, tail)))
    return TakingBreakingSequence(code, backend=backend)


def nim_values(digits, stop, *, tail=(), parts="any", backend="auto"):
    sequence = a_sequence(digits, tail, parts, backend)
    sequence.extend_to(stop)
    return np.asarray(sequence.values)


GAMES = {
    "Kayles 0.77": ([0, 7, 7], "any"),
    "Dawson's chess 0.137": ([0, 1, 3, 7], "any"),
    "0.16": ([0, 1, 6], "any"),
    "0.106": ([0, 1, 0, 6], "any"),
    "0.36": ([0, 3, 6], "any"),
    "0.007": ([0, 0, 0, 7], "any"),
    "0.6": ([0, 6], "any"),
    "4.31": ([4, 3, 1], "any"),
    "Grundy": ([4], "unequal"),
    "far apart": ([0, 1, 0, 4, 0, 0, 7, 0, 0, 0, 0, 6], "any"),
    "unequal after taking": ([0, 3, 7], "unequal"),
}


@pytest.mark.parametrize("backend", BACKENDS)
def test_kayles(backend, upto):
    """Guy and Smith, The G-values of various games, 1956; OEIS A002186."""
    first = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
    cycle = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
    stop = upto(5_000, full=2**16 + 100) if backend == "python" else 2**16 + 100
    values = nim_values([0, 7, 7], stop, backend=backend)
    assert values[:24].tolist() == first
    # Periodic with period 12 from heap 71 on.
    assert values[72:].tolist() == [cycle[heap % 12] for heap in range(72, len(values))]


@pytest.mark.parametrize("backend", BACKENDS)
def test_dawsons_chess_has_period_34(backend):
    """Guy and Smith, 1956: the last exception to the period 34 is heap 51."""
    values = nim_values([0, 1, 3, 7], 5000, backend=backend)
    assert values[52:-34].tolist() == values[86:].tolist()
    assert values[51] != values[85]


@pytest.mark.full("compiled")
@pytest.mark.parametrize("backend", BACKENDS)
def test_laskers_nim(backend, upto):
    """Berlekamp, Conway, Guy, Winning Ways, chapter 4: 4k + 3 and 4k + 4 change places."""
    stop = upto(250, full=301)  # the sets of values beyond a byte are a loop of their own
    values = nim_values([4], stop, tail=[3], backend=backend)
    assert values.tolist() == [heap + (heap % 4 == 3) - (heap % 4 == 0 and heap > 0) for heap in range(stop)]


def check_taking_up_to(size, backend):
    """Taking 1..size without breaking gives 0..size in turn; breaking as well after the last amount changes little."""
    values = nim_values([0] + [3] * size, 2 * size + 2, backend=backend)
    assert values.tolist() == [heap % (size + 1) for heap in range(2 * size + 2)]
    assert values.dtype == (np.uint8 if size < 256 else np.uint16)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "size", [63, 64, 65, 255, *(pytest.param(size, marks=pytest.mark.full) for size in (127, 128, 129))]
)
def test_values_cross_the_boundaries_of_words(backend, size):
    check_taking_up_to(size, backend)


# Loops for wide values are compiled for tests alone: `.ci/run` tries those named so, with --full.
@pytest.mark.parametrize(
    "backend", ["python", pytest.param("compiled", marks=[needs_numba, pytest.mark.full], id="sixteen_bits")]
)
@pytest.mark.parametrize("size", [256, pytest.param(257, marks=pytest.mark.full)])
def test_values_cross_the_boundary_of_a_byte(backend, size):
    check_taking_up_to(size, backend)


@needs_numba
@pytest.mark.parametrize(
    "size",
    [63, 64, *(pytest.param(size, marks=pytest.mark.full, id=f"sixteen_bits-{size}") for size in (255, 256, 300))],
)
def test_routes_agree_where_values_outgrow_their_type(size):
    """The last amount may also break the heap, so that every pair is looked at on the way over the boundary."""
    digits = [0] + [3] * size + [7]
    python, compiled = (nim_values(digits, 3 * size, backend=backend) for backend in ("python", "compiled"))
    assert int(python.max()) >= size
    assert np.array_equal(python, compiled)
    assert python.dtype == compiled.dtype


@pytest.mark.parametrize(
    ("text", "digits", "tail", "pairs"),
    [
        ("0.1[03]", (0, 1), (0, 3), Constraint.ANY),
        ("4.[07]", (4,), (0, 7), Constraint.ANY),
        ("0.[003]", (0,), (0, 0, 3), Constraint.ANY),
        ("4!.0", (4,), (), Constraint.DISTINCT),
        ("0.37=", (0, 3, 7), (), Constraint.EQUAL),
        ("0.F", (0, 15), (), Constraint.ANY),
    ],
)
def test_a_rule_is_its_code_in_numbers(text, digits, tail, pairs):
    """Also where nothing may be taken in every period of the digits."""
    assert TakingBreakingRule.of(HeapCode.parse(text)) == TakingBreakingRule(digits, tail, pairs)


def test_a_rule_begins_with_the_digit_for_nothing_taken():
    assert TakingBreakingRule.of(HeapCode.of([], [Digit.of_mask(4), Digit.of_mask(3)])).digits == (4,)
    assert TakingBreakingRule.of(HeapCode.of([], [Digit.of_mask(4), Digit.of_mask(3)])).tail == (3, 4)


@pytest.mark.parametrize("text", ["0.4=4", "0.8?", "0.4!8", "0.C!", "0.{2+}"])
def test_no_rule_in_numbers_has_more_than_one_constraint_on_pairs(text):
    assert TakingBreakingRule.of(HeapCode.parse(text)) is None


def test_values_that_outgrow_a_byte_in_plain_python():
    digits = [0] + [3] * 255 + [7]
    values = nim_values(digits, 520, backend="python")
    assert values.max() > 255
    assert values.tolist() == by_definition(digits, 520, "any")


@pytest.mark.full
@pytest.mark.parametrize("backend", BACKENDS)
def test_nim_crosses_sixteen_bits(backend):
    stop = 2**16 + 10
    values = nim_values([0], stop, tail=[3], backend=backend)
    assert values.dtype == np.uint32
    assert np.array_equal(values, np.arange(stop))


@needs_numba
@pytest.mark.parametrize("name", GAMES)
def test_routes_agree_on_longer_ranges(name, upto):
    digits, parts = GAMES[name]
    python, compiled = (
        nim_values(digits, upto(2_500, full=5_000), parts=parts, backend=backend) for backend in ("python", "compiled")
    )
    assert np.array_equal(python, compiled)


def by_definition(digits, stop, parts):
    """The mex of all options, each looked up."""
    values = []
    for heap in range(stop):
        options = set()
        for removed, digit in enumerate(digits[: heap + 1]):
            left = heap - removed
            if digit & 1 and left == 0:
                options.add(0)
            if digit & 2 and left > 0:
                options.add(values[left])
            if digit & 4:
                pairs = range(1, (left - (parts == "unequal")) // 2 + 1)
                options |= {values[part] ^ values[left - part] for part in pairs}
        values.append(next(value for value in range(stop) if value not in options))
    return values


@pytest.mark.parametrize("name", GAMES)
def test_few_rare_heaps_settle_the_others_in_plain_python(monkeypatch, name):
    from cgt.fast import taking_breaking_values as probing

    sparse_from_the_start = {"FIRST_CHOICE": 64, "OPENING": 8, "TOTALS": 4, "RARE_TO_PAIRS": 0}
    for constant, value in sparse_from_the_start.items():
        monkeypatch.setattr(probing, constant, value)
    digits, parts = GAMES[name]
    wanted = by_definition(digits, 400, parts)
    assert nim_values(digits, 400, parts=parts, backend="python").tolist() == wanted
    sequence = a_sequence(digits, parts=parts, backend="python")
    for stop, uncounted in ((40, 200), (100, 130), (190, 300), (350, 390)):
        sequence.extend_to(stop)
        sequence._make_room(uncounted)
        sequence._filler.fill(sequence._table, stop, uncounted)  # as when Ctrl-C comes before it is counted
    sequence.extend_to(400)
    assert sequence.values.tolist() == wanted
    assert sequence._filler._sparse


@pytest.mark.full
def test_a_period_is_found_in_a_sparse_space_without_anything_compiled():
    """0.16 of the table of Winning Ways, chapter 4: period 149459, preperiod 105351."""
    sequence = sequence_of(HeapCode.parse("0.16"), backend="python")
    report = period_of_code(HeapCode.parse("0.16"), sequence=sequence)
    assert (report.periodicity, report.status) == (Periodicity(105_351, 149_459), PeriodStatus.PROVED)
    assert sequence.backend == "python"


def test_code_is_compiled_where_rare_heaps_grow_many_and_not_before(monkeypatch):
    """To load what is compiled took as long as 60,000 heaps of 0.165, of which one in a hundred is rare."""
    monkeypatch.setattr("cgt.fast.backend.compiled_before", lambda: True)
    monkeypatch.setattr("cgt.fast.backend.compiled_works", lambda: True)
    sequence = sequence_of(HeapCode.parse("0.165"))
    for stop in range(1_000, 12_001, 500):
        sequence.extend_to(stop)
        assert sequence.backend == "python"
    filler = sequence._filler
    assert len(filler._rare) > 100
    assert filler.sparse_cost(30_000) < CROSSOVER["taking-breaking-sparse"] < filler.sparse_cost(150_000)


@needs_numba
@pytest.mark.parametrize("stop", [pytest.param(2**15 + 3, marks=pytest.mark.full), 2**16 + 3])
def test_heaps_beyond_sixteen_bits_by_their_definition(stop):
    """The last heaps' values are the mex of all their options, each looked up."""
    values = nim_values([0, 1, 6], stop, backend="compiled").astype(np.int64)
    for heap in (2**15 - 1, 2**15, 2**15 + 1, stop - 1):
        left = heap - 2
        options = {
            int(values[left]),
            *(values[1 : left // 2 + 1] ^ values[left - 1 : left - left // 2 - 1 : -1]).tolist(),
        }
        assert values[heap] == next(value for value in range(1000) if value not in options)


@needs_numba
@pytest.mark.parametrize("digits", [[0, 7, 7], [0, 1, 6], [0, 1, 0, 6]])
def test_heaps_are_sorted_into_common_and_rare_ones_a_few_at_a_time(monkeypatch, digits):
    from cgt.fast import sparse_loops as compiled

    expected = nim_values(digits, 3000, backend="compiled").tolist()
    found = []
    for at_once in (7, 1000, 1 << 18):
        monkeypatch.setattr(compiled, "READ_AT_ONCE", at_once)
        assert nim_values(digits, 3000, backend="compiled").tolist() == expected
        splits = [removed for removed, digit in enumerate(digits) if digit & 4]
        common = compiled.CommonValues.of(np.array(expected, np.uint8), splits, 256)
        found.append((common.odd.tolist(), common.use_position, common.rare.tolist()))
    assert found[0] == found[1] == found[2]
    rare = set(found[0][2])
    values = np.array(expected)
    for heap in range(1, 3000):
        parity = (heap - splits[0]) % 2 if found[0][1] else 0
        assert (heap in rare) == (found[0][0][values[heap]] ^ parity == 0)


@needs_numba
@pytest.mark.parametrize(("digits", "first_split"), [([0, 7, 0, 7], 1), ([0, 7, 7], 1), ([0, 0, 0, 7], 3)])
def test_the_choice_of_common_values_changes_nothing(digits, first_split):
    """Any bits, any list of rare heaps that fits them, from any heap on: the same values."""
    from cgt.fast.sparse_loops import CommonValues, _parity
    from cgt.fast.taking_breaking_loops import BySeeking

    expected = nim_values(digits, 600, backend="python")
    same_parity = digits[1:] != [7, 7]  # of the amounts split off, so that the heap's parity may tell, too
    for start, mask in enumerate(range(2, 40, 3 if same_parity else 2), start=98):
        table = MirroredRow()
        table.grow(600)
        filler = BySeeking(digits, Constraint.ANY, 0)
        assert filler.fill(table, 0, start) == start
        position = (np.arange(1, start) - first_split) & 1
        extended = 2 * np.array(table.values[1:start], np.int64) + position
        rare = np.flatnonzero(_parity(4096)[extended & mask] == 0) + 1
        filler._common = CommonValues(_parity(256)[np.arange(256) & (mask >> 1)], mask & 1, rare)
        assert filler.fill(table, start, 600) == 600
        assert table.values.tolist() == expected.tolist()


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_interrupted_run_goes_on_from_where_it_stopped(backend, upto):
    sequence = a_sequence([0, 1, 6], backend=backend)

    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sequence.extend_to(70_000 if backend == "compiled" else 20_000, interrupt)
    assert len(sequence.values) > 0
    stop = upto(1_500, full=3_000)
    sequence.extend_to(stop)
    assert np.array_equal(sequence.values[:stop], nim_values([0, 1, 6], stop, backend="python"))


@needs_numba
def test_auto_changes_to_the_compiled_route_on_the_way(monkeypatch):
    monkeypatch.setattr("cgt.fast.backend.compiled_before", lambda: True)
    for family in CROSSOVER:
        monkeypatch.setitem(CROSSOVER, family, 200)
    for digits, tail in (([0, 3, 6], ()), ([0, 1, 8], ()), ([4, 1], (3, 1))):
        sequence = a_sequence(digits, tail=tail)
        sequence.extend_to(60)
        assert sequence.backend == "python"
        sequence.extend_to(201)
        assert np.array_equal(sequence.values, nim_values(digits, 201, tail=tail, backend="python"))
    sequence = a_sequence([0, 3, 6])
    sequence.extend_to(201)
    assert sequence.backend == "compiled"


def test_values_cannot_be_written_by_the_caller():
    sequence = a_sequence([0, 7, 7])
    sequence.extend_to(10)
    with pytest.raises(TypeError, match="read-only"):
        sequence.values[0] = 1


def test_memory_for_the_sets_of_constrained_heaps_is_refused_when_it_is_too_much():
    """How many there are is seen on the way; what was found stays, and is gone on with."""
    sequence, other = (TakingBreakingSequence(HeapCode.parse("0.{2?+}")) for _ in range(2))
    with at_most(300_000, "max_positions"), pytest.raises(MemoryBudgetError, match="a higher max_positions"):
        sequence.extend_to(60)
    assert 16 <= len(sequence.values) < 60
    assert sequence.nbytes < 2_000_000
    sequence.extend_to(40)
    other.extend_to(40)
    assert sequence.values.tolist() == other.values.tolist()


def test_memory_is_refused_before_it_is_taken():
    with pytest.raises(MemoryBudgetError, match="nim-values of 1000000000000000 heaps would take about"):
        nim_values([0, 7, 7], 10**15)


@pytest.mark.parametrize("digits", [[], [0], [0, 0, 0]])
def test_a_game_without_moves_has_value_nought(digits):
    assert nim_values(digits, 5).tolist() == [0] * 5


@pytest.mark.full
def test_the_compiled_source_runs_as_plain_python():
    script = """
from cgt.core.code import HeapCode
from cgt.fast import taking_breaking_loops as compiled
from cgt.fast.backend import CROSSOVER
from cgt.fast.taking_breaking_values import TakingBreakingSequence
compiled.FIRST_CHOICE = 40
for text in ("0.77", "0.16", "4!.0", "0.307=", "0.9F", "4.[3]", "0.5[61]"):
    python, loops = (TakingBreakingSequence(HeapCode.parse(text), backend=way) for way in ("python", "compiled"))
    for sequence in (python, loops):
        sequence.extend_to(40 if "F" in text else 130)
    assert python.values.tolist() == loops.values.tolist()
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-W", "error", "-c", script], env=environment, check=True)


def test_grundys_game():
    """Berlekamp, Conway, Guy, Winning Ways, chapter 4, table 6; OEIS A002188."""
    expected = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2]
    assert nim_values([4], 30, parts="unequal").tolist() == expected


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("digits", "tail", "stops"),
    [
        ([0, 7, 7], (), (700, 900, 1300)),  # within a sparse space
        ([0, 0, 0, 7], (), (300, 500, 700)),
        ([4], (3,), (50, 63, 130)),
        ([0, 5], (6, 1), (50, 60, 130)),
        ([0, 0, 15], (), (30, 50, 90)),
    ],
)
def test_a_run_that_was_stopped_before_it_was_counted_can_be_repeated(backend, digits, tail, stops):
    """As when Ctrl-C comes between the filling and the entry of how far it went."""
    first, uncounted, last = stops
    sequence = a_sequence(digits, tail=tail, backend=backend)
    sequence._make_room(last)
    sequence.extend_to(first)
    sequence._filler.fill(sequence._table, first, uncounted)
    sequence.extend_to(last)
    assert np.array_equal(sequence.values, nim_values(digits, last, tail=tail, backend="python"))


@needs_numba
@pytest.mark.parametrize("threads", [2, pytest.param(3, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(monkeypatch, name, threads, upto):
    from cgt.fast import taking_breaking_loops as compiled

    narrowed = []
    narrow = compiled.narrow
    monkeypatch.setattr(compiled, "narrow", lambda *given: narrowed.append(given) or narrow(*given))
    monkeypatch.setattr(compiled, "PAIRS_FOR_THREADS", 1)
    monkeypatch.setattr(compiled, "BLOCK", 48)
    monkeypatch.setattr("cgt.fast.sparse_loops.RARE_ENOUGH", -1)  # every game is taken for one without a sparse space
    digits, parts = GAMES[name]
    stop = upto(700, full=1_500)
    wanted = nim_values(digits, stop, parts=parts, backend="python").tolist()
    with using(threads):
        assert nim_values(digits, stop, parts=parts, backend="compiled").tolist() == wanted
    assert narrowed


@needs_numba
@pytest.mark.full
def test_a_block_whose_values_outgrow_a_byte(monkeypatch):
    from cgt.fast import taking_breaking_loops as compiled

    monkeypatch.setattr(compiled, "PAIRS_FOR_THREADS", 1)
    monkeypatch.setattr("cgt.fast.sparse_loops.RARE_ENOUGH", -1)
    digits = [0, *[7] * 120]  # an amount of 1 to 120, and the rest may be split: values grow
    wanted = nim_values(digits, 700, backend="python")
    assert wanted.max() > 255
    with using(2):
        assert nim_values(digits, 700, backend="compiled").tolist() == wanted.tolist()


def test_the_parity_of_large_numbers():
    compiled = pytest.importorskip("cgt.fast.sparse_loops")
    size = 1 << 18
    assert compiled._parity(size)[::97].tolist() == [number.bit_count() % 2 for number in range(0, size, 97)]


def test_a_space_is_sparse_where_one_heap_in_a_hundred_is_rare():
    compiled = pytest.importorskip("cgt.fast.taking_breaking_loops")
    filler = compiled.BySeeking((0, 7, 7), Constraint.ANY, 0)
    filler._choose_at = 20_000
    assert not filler.is_sparse
    for rare, sparse in ((0, True), (100, True), (101, False)):
        filler._common = SimpleNamespace(rare=range(rare))
        assert filler.is_sparse is sparse


@pytest.mark.parametrize(
    "code",
    ["0.8?", "0.8!", "0.{3!}", "0.{3?,4!}", "0.{4?}", "0.{0,3!+}", "4.{2!+}", "0.{0+}", "0.{1+}", "0.{2+}", "0.{0,2+}"],
)
def test_divisions_into_different_heaps_are_those_of_the_definition(code):
    rule = HeapCode.parse(code)
    values = []
    for heap in range(26):
        reached = {reduce(xor, (values[part] for part in option), 0) for option in rule.options(heap)}
        values.append(next(value for value in range(len(reached) + 1) if value not in reached))
    sequence = sequence_of(rule, backend="python")
    sequence.extend_to(26)
    assert [int(value) for value in sequence.values[:26]] == values
