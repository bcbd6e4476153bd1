"""What is no ruleset, no text, no convention or no number is named in an error of the library's own, never later."""

from __future__ import annotations

import pytest

import cgt
from cgt.apps.sweep.ledger import look
from cgt.apps.sweep.run import sweep
from cgt.apps.testing import check_ruleset
from cgt.core.code import HeapCode
from cgt.digits import fibonacci
from cgt.digits.system import kary, ostrowski, takeaway
from cgt.digits.takeaway_base import Base
from cgt.errors import CGTError, MemoryBudgetError, NumberError, OutputError
from cgt.families.registry import parse_ruleset
from cgt.solving.certificates import load_certificate
from cgt.store import oeis
from cgt.store.sequence_table import SequenceTable
from cgt.theory.base_recurrence import linear_recurrence
from cgt.theory.quotient_growth import quotient_of_options, quotient_of_positions

JUNK = [None, True, 2.5, float("nan"), b"x", (), [1], {}, object(), -(10**5000), cgt.games.Nim, type]
BASE = Base(lambda taken: 2 * taken)
QUOTIENT = cgt.misere_quotient("kayles", stop=10)

ASKED = {
    "nim_values": lambda junk: cgt.nim_values(junk, 5),
    "nim_value_table": lambda junk: cgt.nim_value_table(junk, 2, 2),
    "p_positions": lambda junk: cgt.p_positions(junk, 5),
    "crosscheck": lambda junk: cgt.crosscheck(junk, 3),
    "solve": cgt.solve,
    "verify": cgt.verify,
    "Sum": cgt.Sum,
    "a convention": lambda junk: cgt.solve(cgt.games.Nim().position(3), junk),
    "a convention of outcome": lambda junk: cgt.outcome(cgt.games.Nim().position(3), junk),
    "Evaluator": cgt.Evaluator,
    "a family": lambda junk: cgt.nim_values("nim", 5, along=junk or 1),
    "a closed form": lambda junk: cgt.solve("nim 3", closed_form=junk or "Bouton's rule"),
    "a class of closed forms": lambda junk: cgt.solve("nim 3", closed_form=cgt.ClosedForm),
    "an evaluator": lambda junk: cgt.solve("cram 2x3", evaluator=junk or cgt.LoopyEvaluator()),
    "routes": lambda junk: cgt.solve("nim 3", routes=junk or ["search"]),
    "a route": lambda junk: cgt.solve("nim 3", route=junk or 3),
    "positions to check": lambda junk: cgt.crosscheck("nim", 3, positions=junk or 3),
    "what is known": lambda junk: cgt.Evaluator(nodes=junk or 3),
    "what is known of loops": lambda junk: cgt.LoopyEvaluator(nodes=junk or 3),
    "a backend without a table": lambda junk: cgt.nim_values("nim", 5, "misere", backend=junk),
    "parse": lambda junk: cgt.games.Nim().parse(junk),
    "parse_ruleset": parse_ruleset,
    "HeapCode": HeapCode.parse,
    "TakingBreaking": cgt.games.TakingBreaking,
    "GraphOctal": cgt.games.GraphOctal,
    "FormulaGame": cgt.games.FormulaGame,
    "references": lambda junk: cgt.game(lambda n: [n - 1] if n else [], references=junk or 3),
    "a truth value": lambda junk: cgt.games.Euclid(3 if junk is True else junk),
    "a truth value after edges": lambda junk: cgt.games.HypergraphNim([(0, 1)], 3 if junk is True else junk),
    "hyperedges": cgt.games.HypergraphNim,
    "a hyperedge": lambda junk: cgt.games.HypergraphNim([3 if junk == [1] else junk]),
    "steps": lambda junk: cgt.games.Kotzig(5, 3 if junk == [1] else junk),
    "a table of quotas": lambda junk: cgt.games.TableQuota(3 if junk == [1] else junk),
    "forbidden positions": lambda junk: cgt.games.ForbiddenPositions("nim", junk),
    "a kind of compound": lambda junk: cgt.games.CompoundGame("nim", junk),
    "a coin game": lambda junk: cgt.games.Tartan("twins", junk),
    "a vector": lambda junk: cgt.games.VectorGame((1, 2.5 if type(junk) is int else junk)),
    "a promised reach": lambda junk: cgt.TakingRule(lambda n: [1] if n else []).period(50, reach=junk or 0),
    "a promised modulus": lambda junk: cgt.TakingRule(lambda n: [1] if n else []).period(50, reach=1, modulus=junk),
    "an opening": lambda junk: cgt.games.TakeAway("2n", junk),
    "sizes": lambda junk: cgt.games.Nim().sizes(junk),
    "zeckendorf": fibonacci.zeckendorf,
    "to_notation": fibonacci.to_notation,
    "fibonacci": fibonacci.fibonacci,
    "digits": fibonacci.digits,
    "wythoff_pair": fibonacci.wythoff_pair,
    "is_wythoff_pair": lambda junk: fibonacci.is_wythoff_pair(junk, 3),
    "parts": BASE.parts,
    "term": BASE.term,
    "least_part": BASE.least_part,
    "the base of a system": kary,
    "a slack": ostrowski,
    "the factor of a quota": takeaway,
    "the rest of a quota": lambda junk: takeaway(2, junk),
    "the factor of a base": linear_recurrence,
    "the divisor of a base": lambda junk: linear_recurrence(5, 1, junk),
    "the options of positions": lambda junk: quotient_of_options(junk or 3, effort=1_000),
    "the options of one": lambda junk: quotient_of_options([junk or 3], effort=1_000),
    "an option": lambda junk: quotient_of_options([[], [junk or 3]], effort=1_000),
    "positions of a quotient": lambda junk: quotient_of_positions(junk or 3),
    "the number of a game": lambda junk: QUOTIENT.covers(3, game=junk),
    "the number of a game in a sum": lambda junk: QUOTIENT.product([(junk, 3)]),
    "a ledger to look at": look,
    "a ledger": lambda junk: sweep("0.0?", 10, ledger=3 if junk is None else junk),
    "a file to load": load_certificate,
    "a file to save": cgt.period("kayles").certificate.save,
    "a file of a sequence": oeis.load,
    "a file for a sequence": oeis.Indexed(0, (0, 1)).save,
    "a table to load": SequenceTable.load,
    "a table to save": SequenceTable([0, 1], ruleset="nim").save,
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_junk_is_refused_by_name(ask):
    for junk in JUNK:
        with pytest.raises(CGTError) as refusal:
            ask(junk)
        assert len(str(refusal.value)) <= 600, type(junk)


def test_a_class_is_no_ruleset_and_the_error_says_what_is():
    with pytest.raises(CGTError, match=r"is not a ruleset: give an object, such as cgt.games.Nim\(\)"):
        cgt.nim_values(cgt.games.Nim, 5)


def test_a_route_that_is_none():
    for junk in (3, -(10**5000), "quick"):
        with pytest.raises(CGTError):
            cgt.nim_values(cgt.games.Nim(), 5, backend=junk)
        with pytest.raises(CGTError):
            cgt.solve(cgt.games.Nim().position(3), route=junk)


def test_a_fibonacci_number_that_no_memory_holds():
    with pytest.raises(MemoryBudgetError):
        fibonacci.fibonacci(10**30)


def test_a_number_of_another_type_is_refused_also_when_its_like_is_remembered():
    for system, number in ((kary, 2), (ostrowski, 1), (takeaway, 3)):
        assert system(number) == system(number)
        with pytest.raises(NumberError):
            system(float(number))


def test_a_ledger_of_a_name_that_no_system_takes_is_not_looked_at():
    for name in ("x\0", ""):
        with pytest.raises(OutputError, match="is not a valid file name"):
            look(name)


def test_a_wrong_bound_is_not_blamed_on_the_rules():
    for bound in (2.5, -1, True, 10**30):
        with pytest.raises(NumberError, match="bound is a whole number from 0 to 500,000, not"):
            check_ruleset(cgt.games.Nim(), bound=bound)
