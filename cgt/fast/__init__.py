"""Nim-sequences and tables in tight loops, plain and compiled: subtraction, codes, quotas, Wythoff's game."""
