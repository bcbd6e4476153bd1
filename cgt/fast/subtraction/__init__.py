"""Nim-values of subtraction games, the period as soon as it shows, and the rest of the table copied from it.

A nim-value's *one-hot word* is `1 << value`; a set of values is the OR of their words, and its mex is the lowest zero:
`~word & (word + 1)` is the mex's own one-hot word.
"""

from cgt.fast.subtraction.rule import CROSSOVER
from cgt.fast.subtraction.sequence import (
    EndlessSubtraction,
    SubtractionPeriod,
    SubtractionSequence,
    find_period,
    nim_values,
    sequence_for,
)

__all__ = [
    "CROSSOVER",
    "EndlessSubtraction",
    "SubtractionPeriod",
    "SubtractionSequence",
    "find_period",
    "nim_values",
    "sequence_for",
]
