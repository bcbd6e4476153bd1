"""Number systems, automata that read their digits, and sentences decided by them; it knows no game."""
