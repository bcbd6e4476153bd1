"""Wythoff's game and its generalisation: tables of nim-values, and the P-positions by exact integer arithmetic.

A move takes any number from one heap, or k >= 1 and l >= 1 from both with |k - l| < a; a = 1 is Wythoff's game.

The nim-value of (i, j) is the first zero of the OR of three bitsets: the values left of it in its row, above it in its
column, and those that a move in both heaps reaches. The last set of (i, j) is that of (i - 1, j - 1) and 2a - 1 values
more: those at (i - 1, j - l) and (i - k, j - 1), k and l up to a. The table is symmetric, so half of it is found.
"""

from cgt.fast.wythoff.rule import CROSSOVER

__all__ = ["CROSSOVER"]
