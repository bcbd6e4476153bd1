"""Every backend of the take-away tables against the definition, on random quota functions."""

from __future__ import annotations

from itertools import accumulate, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.fast import quota_loops as compiled
from cgt.fast import quota_values as plain
from cgt.fast.jit import compiled_available
from cgt.fast.quota_values import thresholds
from cgt.store.quota_table import QuotaTable

BACKENDS = ["python", "compiled"] if compiled_available() else ["python"]
LIMIT = 30

nondecreasing = st.lists(st.integers(0, 6), min_size=LIMIT, max_size=LIMIT).map(lambda steps: list(accumulate(steps)))
slow = st.lists(st.sampled_from([0, 0, 0, 1, 1, 2]), min_size=LIMIT, max_size=LIMIT).map(lambda s: list(accumulate(s)))
bursts = st.lists(st.sampled_from([0, 0, 0, 1, 9]), min_size=LIMIT, max_size=LIMIT).map(lambda s: list(accumulate(s)))
anything = st.lists(st.integers(0, LIMIT + 3), min_size=LIMIT, max_size=LIMIT)


def by_definition(quota, limit):
    """G[n][q] = mex of G[n - k][quota of k] over 1 <= k <= min(n, q), by the rule's own words."""
    values = np.zeros((limit + 1, limit + 5), int)
    for n in range(limit + 1):
        options = set()
        for q in range(limit + 5):
            if 1 <= q <= n:  # one move more
                options.add(int(values[n - q][min(quota[q - 1], limit + 4)]))
            values[n][q] = next(v for v in range(limit + 2) if v not in options)
    return values


def all_values(rows, limit, backend):
    heaps, quotas = np.indices((limit + 1, limit + 5))
    return rows.nim_values(heaps, quotas, backend=backend)


@pytest.mark.full("steps")
@pytest.mark.parametrize("quotas", [nondecreasing, slow, bursts, anything], ids=["steps", "slow", "bursts", "anything"])
def test_every_route_is_the_definition(quotas):
    @given(quotas)
    def check(quota):
        wanted = by_definition(quota, LIMIT)
        sorted_ = all(one <= other for one, other in pairwise(quota))
        for backend in BACKENDS:
            rows = thresholds(np.array(quota), LIMIT, backend=backend)
            assert rows.method == ("event-driven" if sorted_ else "dense")
            assert rows.are_sound(rows.first, rows.threshold, rows.value)
            for asked in BACKENDS:
                assert (all_values(rows, LIMIT, asked) == wanted).all()

    check()


@given(st.one_of(bursts, anything), st.integers(0, LIMIT), st.sampled_from(BACKENDS), st.sampled_from(BACKENDS))
def test_a_table_extended_is_the_table_built_at_once(quota, first_limit, first_backend, second_backend):
    array = np.array(quota)
    part = QuotaTable.build(array, first_limit, backend=first_backend)
    whole = part.extend(LIMIT, array, backend=second_backend)
    assert whole.limit == LIMIT
    assert (all_values(whole.rows, LIMIT, "python") == by_definition(quota, LIMIT)).all()


@pytest.mark.parametrize(
    ("first_backend", "second_backend"),
    [
        pytest.param(first, second, marks=() if first != second or len(BACKENDS) == 1 else pytest.mark.full)
        for first, second in product(BACKENDS, repeat=2)
    ],
)
def test_a_table_stopped_anywhere_goes_on_to_the_same_table(tmp_path_factory, first_backend, second_backend):
    @given(st.one_of(nondecreasing, bursts, anything), st.integers(0, LIMIT + 1))
    def check(quota, reports):
        array, path = np.array(quota), tmp_path_factory.mktemp("stopped") / "table.npz"
        left = reports

        def stop_after_some(_done, _total):
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt

        with pytest.MonkeyPatch.context() as patched:
            for module in (plain, compiled):
                patched.setattr(module, "REPORT", 1)
            with pytest.raises(KeyboardInterrupt):
                QuotaTable.build(array, LIMIT, backend=first_backend, path=path, progress=stop_after_some)
        assert path.exists() == (reports > 0)
        assert not reports or QuotaTable.load(path).limit == reports - 1
        whole = QuotaTable.build(array, LIMIT, backend=second_backend, path=path)
        assert (all_values(whole.rows, LIMIT, "python") == by_definition(quota, LIMIT)).all()

    check()


@given(nondecreasing, st.data())
def test_sums_are_the_nim_sums_of_their_heaps(quota, data):
    table = QuotaTable.build(np.array(quota), LIMIT)
    values = by_definition(quota, LIMIT)
    pairs = data.draw(st.lists(st.tuples(st.integers(0, LIMIT), st.integers(0, 10**12)), max_size=6))
    wanted = 0
    for n, q in pairs:
        wanted ^= int(values[n][min(q, LIMIT)])
        assert table.nim_value(n, q) == values[n][min(q, LIMIT)]
    assert table.nim_sum([n for n, _ in pairs], [q for _, q in pairs]) == wanted
