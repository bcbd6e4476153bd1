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

from cgt import errors

if TYPE_CHECKING:
    from cgt.core.closed_form import ClosedForm
    from cgt.core.code import HeapCode
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
    from cgt.core.function_game import game
    from cgt.core.game import Game, GamePosition
    from cgt.core.modified import blocked, with_pass
    from cgt.core.nimber import Nimber, mex, nim_inverse, nim_power, nim_product, nim_sqrt, nim_sum
    from cgt.core.nimber_logarithm import nim_log
    from cgt.core.outcome import Convention, Outcome
    from cgt.core.position import Move, Position
    from cgt.core.route import Answer, Question, Route, Status
    from cgt.engine.evaluator import Evaluator
    from cgt.engine.loopy import LoopyEvaluator
    from cgt.engine.loopy_value import LoopyValue
    from cgt.engine.players import PodiumEvaluator, WinnerEvaluator
    from cgt.errors import CGTError
    from cgt.families.heap_game import Heap, HeapRuleset, TakingRuleset
    from cgt.families.matches import MatchRuleset
    from cgt.families.registry import parse_ruleset, ruleset_names
    from cgt.families.rules import HeapRule, TakingRule
    from cgt.fast.nimbers.bulk import nim_inverses, nim_powers, nim_products, nim_square_roots
    from cgt.games.heaps.bounded_nim import BoundedNim
    from cgt.games.heaps.fibonacci_nim import FibonacciNim
    from cgt.games.heaps.global_takeaway import GlobalTakeAway
    from cgt.games.heaps.moore import MooreNim
    from cgt.games.heaps.nim import Nim
    from cgt.games.heaps.quota import FloorQuota, LinearQuota, TableQuota
    from cgt.games.heaps.subtraction import AllBut, Subtraction, TakeAFibonacci, TakeAPrime, TakeASquare
    from cgt.games.heaps.takeaway import TakeAway
    from cgt.games.heaps.taking_breaking import Hexadecimal, Kayles, Octal, TakingBreaking
    from cgt.games.heaps.wythoff import Wythoff
    from cgt.solving.certificates import load_certificate, verify
    from cgt.solving.crosscheck import CrosscheckReport, crosscheck
    from cgt.solving.discover import Discovery, discover
    from cgt.solving.genus import genera, genus
    from cgt.solving.lists import nim_value_table, nim_values, p_positions
    from cgt.solving.misere import misere_quotient
    from cgt.solving.period import period
    from cgt.solving.routes.asking import Routes
    from cgt.solving.solve import Solution, nim_value, outcome, remoteness, solve, winning_moves
    from cgt.solving.sums import parse_position
    from cgt.store.pair_table import PairTable
    from cgt.store.quota_table import QuotaTable
    from cgt.store.sequence_table import SequenceTable
    from cgt.theory.certificate import Certificate
    from cgt.theory.genus import FormEvaluator, Genus, Species
    from cgt.theory.misere_form import MisereForm
    from cgt.theory.period import PeriodReport
    from cgt.theory.quotient import MisereQuotient
    from cgt.theory.quotient_growth import PositionsQuotient, quotient_of_positions

__version__ = "0.1.0"

# Where each public name lives. The imports above tell type checkers the same; a test holds the three lists together.
_HOMES = {
    "cgt.core.closed_form": ["ClosedForm"],
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
    "cgt.core.modified": ["blocked", "with_pass"],
    "cgt.core.nimber": [
        "Nimber",
        "mex",
        "nim_inverse",
        "nim_power",
        "nim_product",
        "nim_sqrt",
        "nim_sum",
    ],
    "cgt.core.nimber_logarithm": ["nim_log"],
    "cgt.fast.nimbers.bulk": ["nim_inverses", "nim_powers", "nim_products", "nim_square_roots"],
    "cgt.core.outcome": ["Convention", "Outcome"],
    "cgt.core.position": ["Move", "Position"],
    "cgt.solving.certificates": ["load_certificate", "verify"],
    "cgt.core.game": ["Game", "GamePosition"],
    "cgt.core.route": ["Answer", "Question", "Route", "Status"],
    "cgt.solving.crosscheck": ["CrosscheckReport", "crosscheck"],
    "cgt.solving.discover": ["Discovery", "discover"],
    "cgt.core.function_game": ["game"],
    "cgt.engine.evaluator": ["Evaluator"],
    "cgt.engine.loopy": ["LoopyEvaluator"],
    "cgt.engine.loopy_value": ["LoopyValue"],
    "cgt.engine.players": ["PodiumEvaluator", "WinnerEvaluator"],
    "cgt.errors": ["CGTError"],
    "cgt.games.heaps.bounded_nim": ["BoundedNim"],
    "cgt.games.heaps.fibonacci_nim": ["FibonacciNim"],
    "cgt.games.heaps.global_takeaway": ["GlobalTakeAway"],
    "cgt.games.heaps.moore": ["MooreNim"],
    "cgt.games.heaps.nim": ["Nim"],
    "cgt.games.heaps.quota": ["FloorQuota", "LinearQuota", "TableQuota"],
    "cgt.games.heaps.subtraction": ["AllBut", "Subtraction", "TakeAFibonacci", "TakeAPrime", "TakeASquare"],
    "cgt.games.heaps.takeaway": ["TakeAway"],
    "cgt.games.heaps.taking_breaking": ["Hexadecimal", "Kayles", "Octal", "TakingBreaking"],
    "cgt.games.heaps.wythoff": ["Wythoff"],
    "cgt.theory.quotient_growth": ["PositionsQuotient", "quotient_of_positions"],
    "cgt.theory.quotient": ["MisereQuotient"],
    "cgt.theory.certificate": ["Certificate"],
    "cgt.core.code": ["HeapCode"],
    "cgt.theory.period": ["PeriodReport"],
    "cgt.families.matches": ["MatchRuleset"],
    "cgt.families.rules": ["HeapRule", "TakingRule"],
    "cgt.families.heap_game": ["Heap", "HeapRuleset", "TakingRuleset"],
    "cgt.solving.genus": ["genera", "genus"],
    "cgt.solving.misere": ["misere_quotient"],
    "cgt.solving.period": ["period"],
    "cgt.theory.misere_form": ["MisereForm"],
    "cgt.theory.genus": ["FormEvaluator", "Genus", "Species"],
    "cgt.solving.lists": ["nim_value_table", "nim_values", "p_positions"],
    "cgt.families.registry": ["parse_ruleset", "ruleset_names"],
    "cgt.solving.routes.asking": ["Routes"],
    "cgt.solving.solve": ["Solution", "nim_value", "outcome", "remoteness", "solve", "winning_moves"],
    "cgt.solving.sums": ["parse_position"],
    "cgt.store.pair_table": ["PairTable"],
    "cgt.store.quota_table": ["QuotaTable"],
    "cgt.store.sequence_table": ["SequenceTable"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "AllBut",
    "Answer",
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
    "FloorQuota",
    "FormEvaluator",
    "Game",
    "GamePosition",
    "Genus",
    "GlobalTakeAway",
    "Heap",
    "HeapCode",
    "HeapRule",
    "HeapRuleset",
    "Hexadecimal",
    "Kayles",
    "LinearQuota",
    "LoopyEvaluator",
    "LoopyValue",
    "MatchRuleset",
    "MisereForm",
    "MisereQuotient",
    "MooreNim",
    "Move",
    "Nim",
    "Nimber",
    "Octal",
    "OrdinalSum",
    "Outcome",
    "PairTable",
    "PeriodReport",
    "PodiumEvaluator",
    "Position",
    "PositionsQuotient",
    "Question",
    "QuotaTable",
    "Route",
    "Routes",
    "Selective",
    "SequenceTable",
    "ShortenedSelective",
    "Solution",
    "Species",
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
    "blocked",
    "crosscheck",
    "discover",
    "errors",
    "game",
    "genera",
    "genus",
    "load_certificate",
    "mex",
    "misere_quotient",
    "nim_inverse",
    "nim_inverses",
    "nim_log",
    "nim_power",
    "nim_powers",
    "nim_product",
    "nim_products",
    "nim_sqrt",
    "nim_square_roots",
    "nim_sum",
    "nim_value",
    "nim_value_table",
    "nim_values",
    "outcome",
    "p_positions",
    "parse_position",
    "parse_ruleset",
    "period",
    "quotient_of_positions",
    "remoteness",
    "ruleset_names",
    "solve",
    "verify",
    "winning_moves",
    "with_pass",
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
