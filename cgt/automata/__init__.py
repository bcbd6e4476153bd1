"""Finite automata that read numbers digit by digit, and the sentences they decide."""
