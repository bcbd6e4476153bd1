from __future__ import annotations

import numpy as np
import pytest

from cgt.core.code import HeapCode
from cgt.core.nimber import mex
from cgt.errors import MemoryBudgetError, RulesetError
from cgt.fast.jit import compiled_available
from cgt.fast.subtraction_values import CHUNK, AllButSequence
from cgt.fast.taking_breaking_values import sequence_of

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]
SETS = [[], [1], [2], [1, 2], [1, 3], [2, 7, 12], [5, 40], list(range(1, 30, 3))]


def by_definition(kept, stop):
    values = []
    for heap in range(stop):
        values.append(mex(values[heap - take] for take in range(1, heap + 1) if take not in kept))
    return values


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kept", SETS, ids=str)
def test_a_sequence_goes_on_from_where_it_stopped(kept, backend):
    expected = by_definition(kept, 250)
    sequence = AllButSequence(kept, backend=backend)
    for stop in (0, 1, 2, 70, 70, 69, 71, 250):
        sequence.extend_to(stop)
        assert sequence.values[:stop].tolist() == expected[:stop]
    resumed = AllButSequence(kept, backend=backend)
    resumed.resume(np.array(expected[:100], np.uint8))
    resumed.extend_to(250)
    assert resumed.values.tolist() == expected
    with pytest.raises(TypeError, match="read-only"):
        resumed.values[0] = 1


def test_an_interrupted_sequence_keeps_its_finished_chunks(monkeypatch):
    monkeypatch.setitem(CHUNK, "python", 50)
    sequence = AllButSequence([1, 3], backend="python")

    def stop_there(done, total):
        if done >= 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sequence.extend_to(200, stop_there)
    assert len(sequence.values) == 100
    sequence.extend_to(200)
    assert sequence.values.tolist() == by_definition([1, 3], 200)


def test_codes_of_all_but_games_take_it():
    for text in ("0.[3]", "0.0[3]", "0.303[3]", "0.30003[3]"):
        code = HeapCode.parse(text)
        sequence = sequence_of(code)
        assert isinstance(sequence, AllButSequence)
        sequence.extend_to(120)
        kept = {take for take in range(1, 10) if code.digit(take).constraint(1) is None}
        assert sequence.values.tolist() == by_definition(kept, 120)
    for text in ("4.[3]", "0.[30]", "0.[2]", "0.7[3]", "0.3"):
        assert not isinstance(sequence_of(HeapCode.parse(text)), AllButSequence)


def test_bad_amounts_and_too_much_memory():
    with pytest.raises(RulesetError):
        AllButSequence([0])
    with pytest.raises(MemoryBudgetError):
        AllButSequence([1]).extend_to(10**15)
