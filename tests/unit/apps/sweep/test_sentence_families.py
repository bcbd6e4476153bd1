"""Sweeps over games from sentences: sets of vectors, each with its automaton."""

from __future__ import annotations

import pytest

from cgt.apps.sweep.families import rules_of
from cgt.apps.sweep.run import sweep
from cgt.apps.sweep.studies import study


@pytest.mark.full
def test_sets_of_vectors_are_a_family():
    rules = list(rules_of("vectors(vectorsets(2,4,2))"))
    assert len(rules) == len(set(rules)) == 24 * 23 // 2
    record = study("vectors((0,1),(1,0),(2,2))", 100)
    assert (record.status, record.recurrence) == ("proved", "15 states in base 2")
    assert record.checked_to <= 100
    assert record.certificate is not None
    assert study("vectors((1,2),(2,3),(3,0))", 50).status == "none seen"


@pytest.mark.full
def test_sets_that_a_swap_of_the_heaps_makes_equal_are_studied_once():
    result = sweep("vectors(vectorsets(2,2,1))", 60)
    assert (len(result.records), result.studied) == (8, 5)
    for record in result.records:
        alone = study(record.rule, 60)
        assert (record.status, record.recurrence) == (alone.status, alone.recurrence)
        assert record.same_as is None or alone.certificate != record.certificate
