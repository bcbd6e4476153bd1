"""Nim-values of all-but subtraction games: any amount may be taken except those excepted.

A value is out of reach exactly when every smaller heap that has it lies an excepted amount below: counting is enough.
"""

from cgt.fast.all_but.rule import CROSSOVER
from cgt.fast.all_but.sequence import AllButSequence, nim_values_all_but, sequence_for

__all__ = ["CROSSOVER", "AllButSequence", "nim_values_all_but", "sequence_for"]
