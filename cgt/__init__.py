"""Impartial combinatorial games: solved, audited, proved and explained.

The names below are loaded when they are first used, so `import cgt` is light.

>>> import cgt
>>> solution = cgt.solve(cgt.FibonacciNim().position(10))
>>> solution.outcome, solution.winning_moves, solution.explanation
(<Outcome.N: 'N'>, (2,), '10 = 8 + 2: take 2')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgt.audit import CrosscheckReport, crosscheck
    from cgt.core.closed_form import ClosedForm, Status
    from cgt.core.compounds import (
        ComponentMove,
        Conjunctive,
        ContinuedConjunctive,
        DiminishedDisjunctive,
        OrdinalSum,
        Selective,
        ShortenedSelective,
        Sum,
        Summable,
    )
    from cgt.core.nimber import Nimber, mex, nim_sum
    from cgt.core.outcome import Convention, Outcome
    from cgt.core.position import Move, Position
    from cgt.core.ruleset import Ruleset
    from cgt.discovery import Discovery, discover
    from cgt.engine.evaluator import Evaluator
    from cgt.engine.players import PodiumEvaluator, WinnerEvaluator
    from cgt.errors import CGTError
    from cgt.games.bounded_nim import BoundedNim
    from cgt.games.fibonacci_nim import FibonacciNim
    from cgt.games.global_takeaway import GlobalTakeAway
    from cgt.games.moore import MooreNim
    from cgt.games.nim import Nim
    from cgt.games.quota import LinearQuota, TableQuota
    from cgt.games.subtraction import AllBut, Subtraction, TakeAFibonacci, TakeAPrime, TakeASquare
    from cgt.games.takeaway import TakeAway
    from cgt.games.taking_breaking import TakingBreaking
    from cgt.games.wythoff import Wythoff
    from cgt.heaps.certificate import Certificate
    from cgt.heaps.code import HeapCode
    from cgt.heaps.period import PeriodReport
    from cgt.heaps.ruleset import Heap, HeapRule, HeapRuleset, TakingRule, TakingRuleset
    from cgt.listing import nim_value_table, nim_values, p_positions
    from cgt.registry import parse_ruleset, ruleset_names
    from cgt.solution import Solution, nim_value, outcome, remoteness, solve, winning_moves
    from cgt.tables.pair_table import PairTable
    from cgt.tables.quota_table import QuotaTable
    from cgt.tables.sequence_table import SequenceTable

__version__ = "0.1.0"

# Where each public name lives. The imports above tell type checkers the same; a test holds the three lists together.
_HOMES = {
    "cgt.core.closed_form": ["ClosedForm", "Status"],
    "cgt.core.compounds": [
        "ComponentMove",
        "Conjunctive",
        "ContinuedConjunctive",
        "DiminishedDisjunctive",
        "OrdinalSum",
        "Selective",
        "ShortenedSelective",
        "Sum",
        "Summable",
    ],
    "cgt.core.nimber": ["Nimber", "mex", "nim_sum"],
    "cgt.core.outcome": ["Convention", "Outcome"],
    "cgt.core.position": ["Move", "Position"],
    "cgt.core.ruleset": ["Ruleset"],
    "cgt.audit": ["CrosscheckReport", "crosscheck"],
    "cgt.discovery": ["Discovery", "discover"],
    "cgt.engine.evaluator": ["Evaluator"],
    "cgt.engine.players": ["PodiumEvaluator", "WinnerEvaluator"],
    "cgt.errors": ["CGTError"],
    "cgt.games.bounded_nim": ["BoundedNim"],
    "cgt.games.fibonacci_nim": ["FibonacciNim"],
    "cgt.games.global_takeaway": ["GlobalTakeAway"],
    "cgt.games.moore": ["MooreNim"],
    "cgt.games.nim": ["Nim"],
    "cgt.games.quota": ["LinearQuota", "TableQuota"],
    "cgt.games.subtraction": ["AllBut", "Subtraction", "TakeAFibonacci", "TakeAPrime", "TakeASquare"],
    "cgt.games.takeaway": ["TakeAway"],
    "cgt.games.taking_breaking": ["TakingBreaking"],
    "cgt.games.wythoff": ["Wythoff"],
    "cgt.heaps.certificate": ["Certificate"],
    "cgt.heaps.code": ["HeapCode"],
    "cgt.heaps.period": ["PeriodReport"],
    "cgt.heaps.ruleset": ["Heap", "HeapRule", "HeapRuleset", "TakingRule", "TakingRuleset"],
    "cgt.listing": ["nim_value_table", "nim_values", "p_positions"],
    "cgt.registry": ["parse_ruleset", "ruleset_names"],
    "cgt.solution": ["Solution", "nim_value", "outcome", "remoteness", "solve", "winning_moves"],
    "cgt.tables.pair_table": ["PairTable"],
    "cgt.tables.quota_table": ["QuotaTable"],
    "cgt.tables.sequence_table": ["SequenceTable"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "AllBut",
    "BoundedNim",
    "CGTError",
    "Certificate",
    "ClosedForm",
    "ComponentMove",
    "Conjunctive",
    "ContinuedConjunctive",
    "Convention",
    "CrosscheckReport",
    "DiminishedDisjunctive",
    "Discovery",
    "Evaluator",
    "FibonacciNim",
    "GlobalTakeAway",
    "Heap",
    "HeapCode",
    "HeapRule",
    "HeapRuleset",
    "LinearQuota",
    "MooreNim",
    "Move",
    "Nim",
    "Nimber",
    "OrdinalSum",
    "Outcome",
    "PairTable",
    "PeriodReport",
    "PodiumEvaluator",
    "Position",
    "QuotaTable",
    "Ruleset",
    "Selective",
    "SequenceTable",
    "ShortenedSelective",
    "Solution",
    "Status",
    "Subtraction",
    "Sum",
    "Summable",
    "TableQuota",
    "TakeAFibonacci",
    "TakeAPrime",
    "TakeASquare",
    "TakeAway",
    "TakingBreaking",
    "TakingRule",
    "TakingRuleset",
    "WinnerEvaluator",
    "Wythoff",
    "__version__",
    "crosscheck",
    "discover",
    "mex",
    "nim_sum",
    "nim_value",
    "nim_value_table",
    "nim_values",
    "outcome",
    "p_positions",
    "parse_ruleset",
    "remoteness",
    "ruleset_names",
    "solve",
    "winning_moves",
]


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'cgt' has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
