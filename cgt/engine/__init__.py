"""The generic search: outcome, nim-value, remoteness and winning moves of any position."""
