"""The verdicts on all claims, with their bounds and least counterexamples, as frozen.

The wrong cells of the tables and the counterexamples of 000.14, 000.17, 000.19, 002.6, 002.7 and 003.4 were first found
by brute force over the rules of each game, written for the purpose and sharing nothing with the library.
"""

from __future__ import annotations

import pytest

from cgt.claims import claims, get
from cgt.claims.recorded import recorded

# Claim: verdict, and the default bound it is checked to (None for a finite table or example).
VERDICTS = {
    "000.1": ("proved", None),
    "000.2": ("holds", None),
    "000.3": ("proved", 100),
    "000.4": ("holds", None),
    "000.5a": ("proved", 10000),
    "000.5b": ("refuted", 10000),
    "000.5c": ("holds", None),
    "000.6a": ("proved", 1500),
    "000.6b": ("holds", None),
    "000.6c": ("refuted", 1500),
    "000.7": ("proved", 120),
    "000.8": ("proved", 400),
    "000.9a": ("holds", None),
    "000.9b": ("refuted", None),
    "000.9c": ("proved", 20000),
    "000.9d": ("refuted", 100),
    "000.10": ("refuted", None),
    "000.11a": ("proved", 60),
    "000.11b": ("proved", 60),
    "000.12": ("open", 40),
    "000.13": ("holds", None),
    "000.14a": ("proved", 500),
    "000.14b": ("proved", 20000),
    "000.14c": ("refuted", 20000),
    "000.14d": ("refuted", 20000),
    "000.15": ("holds", None),
    "000.16a": ("proved", 500),
    "000.16b": ("proved", 20000),
    "000.16c": ("refuted", 20000),
    "000.17a": ("refuted", 30),
    "000.17b": ("refuted", 30),
    "000.17c": ("refuted", 30),
    "000.17d": ("proved", 30),
    "000.18": ("refuted", None),
    "000.19a": ("refuted", 2000),
    "000.19b": ("refuted", 2000),
    "000.19c": ("proved", 5000),
    "000.20": ("open", 60),
    "000.21": ("open", None),
    "001.1": ("proved", 200),
    "001.2": ("proved", 12),
    "001.3a": ("proved", 12),
    "001.3b": ("proved", 12),
    "001.4": ("proved", 40),
    "001.5a": ("proved", 12),
    "001.5b": ("refuted", 20),
    "001.5c": ("refuted", 8),
    "001.5d": ("proved", 10),
    "001.6a": ("proved", None),
    "001.6b": ("proved", 40),
    "002.1": ("holds", None),
    "002.2a": ("proved", 80),
    "002.2b": ("proved", 20000),
    "002.2c": ("proved", 5000),
    "002.3a": ("refuted", None),
    "002.3b": ("proved", 5000),
    "002.3c": ("holds", None),
    "002.4": ("proved", 5000),
    "002.5a": ("proved", 300),
    "002.5b": ("holds", None),
    "002.6a": ("refuted", 60),
    "002.6b": ("holds", None),
    "002.6c": ("proved", 60),
    "002.7a": ("holds", None),
    "002.7b": ("proved", 80),
    "002.7c": ("refuted", 60),
    "002.7d": ("proved", 60),
    "002.7e": ("proved", None),
    "002.8": ("open", 40),
    "003.1a": ("holds", None),
    "003.1b": ("holds", None),
    "003.1c": ("refuted", None),
    "003.1d": ("holds", None),
    "003.2a": ("proved", 40),
    "003.2b": ("proved", None),
    "003.2c": ("proved", 40),
    "003.2d": ("proved", None),
    "003.3": ("proved", 80),
    "003.4a": ("refuted", 30),
    "003.4b": ("refuted", 100),
    "003.5a": ("proved", 150),
    "003.5b": ("proved", 60),
    "003.5c": ("holds", None),
    "003.6": ("proved", 5),
    "004.1": ("proved", 400),
    "004.2": ("proved", 120),
    "004.3a": ("holds", None),
    "004.3b": ("proved", None),
    "004.4": ("proved", 120),
    "004.5a": ("proved", 120),
    "004.5b": ("open", 250),
    "004.6a": ("holds", 60),
    "004.6b": ("open", 60),
    "004.7": ("proved", 60),
    "004.8": ("open", None),
}

# Refuted claim: the least bound that finds it, where, what the claim says, what is true.
COUNTEREXAMPLES = {
    "000.5b": (21, "a = 21", "take 21", "take 2"),
    "000.6c": (5, "a = 5", "every p_i > p_(i-1) - 2", "1 + F_3 + F_1 has p_i <= p_(i-1) - 2"),
    "000.9b": (None, "a = 10947", "arrays 0..12045 suffice", "it writes up to T[16419]"),
    "000.9d": (2, "a = 2", "take M = 0", "take 1"),
    "000.10": (None, "(4,2,1), 000_10_triples.csv, line 36", "G A", "G 2A"),
    "000.14c": (21, "a = 21", "take 21", "take 1"),
    "000.14d": (21, "A = 15", "more terms than the rule gives from A = 21 on", "5 terms, the rule gives 4"),
    "000.16c": (31, "a = 31", "take 31", "take 1"),
    "000.17a": (4, "k = 4, p = 7", "U_7 = 10", "U_7 = 9"),
    "000.17b": (3, "k = 3, p = 6", "U_6 = 9", "U_6 = 8"),
    "000.17c": (
        6,
        "k = 6",
        "U_p = U_(p-1) + U_(p-10) for p > 30",
        "U_p = U_(p-1) + U_(p-11) for every p >= 19, proved",
    ),
    "000.18": (None, "(31,2), 000_18_rule_n_plus_1.csv, line 72", "nothing, and no dots", "(31,2)P"),
    "000.19a": (101, "a = 101", "take 100", "take 20"),
    "000.19b": (6, "a = 6", "nothing about the units digit 6", "take 5"),
    "001.5b": (1, "m = 1, rows (1,)", "losing", "winning: take 1 from the row of 1"),
    "001.5c": (1, "m = 1, rows (1,)", "losing, the counts are (1,)", "winning"),
    "002.3a": (None, "pair after (1, 2), 002_3_pairs.csv, line 5", "(21, 24)", "(21, 34)"),
    "002.6a": (4, "(2, 4)", "case 3: go to (3, 5)", "out of reach; the winning moves take (0, 3)"),
    "002.7c": (3, "(1, 3)", "play the usual move to (1, 2)", "that loses; go to (0, 1) or (2, 2)"),
    "003.1c": (None, "pair 51, 003_1_table_2.csv, line 53", "(66, 218), difference 153", "(66, 219), difference 153"),
    "003.4a": (5, "(1, 5), p = 4", "the second player wins", "the first player wins"),
    "003.4b": (5, "(n, n+5)", "the second player wins for some n", "the first player wins for every n"),
}

# Tables with slips: how many cells are wrong.
WRONG_CELLS = {"000.10": 6, "000.18": 2, "002.3a": 1, "003.1c": 1}


def test_no_claim_is_forgotten():
    assert list(VERDICTS) == [claim.id for claim in claims()]


@pytest.mark.parametrize("claim_id", VERDICTS)
def test_verdict_and_bound(claim_id):
    status, bound = VERDICTS[claim_id]
    claim = get(claim_id)
    assert recorded()[claim_id].status == status
    assert (claim.bound if claim.unit else None) == bound


def test_refuted_claims_are_those_with_a_counterexample():
    assert [name for name, (status, _) in VERDICTS.items() if status == "refuted"] == list(COUNTEREXAMPLES)


@pytest.mark.parametrize("claim_id", COUNTEREXAMPLES)
def test_least_counterexample(claim_id):
    bound, where, says, true = COUNTEREXAMPLES[claim_id]
    verdict = get(claim_id).verdict(bound)
    assert (verdict.counterexample.where, verdict.counterexample.says, verdict.counterexample.true) == (
        where,
        says,
        true,
    )
    assert len(verdict.findings) == WRONG_CELLS.get(claim_id, 1)
