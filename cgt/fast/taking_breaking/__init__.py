"""Nim-values of taking-and-breaking games: octal and hexadecimal codes, Grundy's game, any rule given by digits.

Every way to compute them is exact for every rule it accepts; which one runs is a matter of speed alone, and changes on
the way when a value does not fit.
"""

from cgt.fast.taking_breaking.rule import CROSSOVER
from cgt.fast.taking_breaking.sequence import TakingBreakingSequence, grundy_values, nim_values, sequence_for

__all__ = ["CROSSOVER", "TakingBreakingSequence", "grundy_values", "nim_values", "sequence_for"]
