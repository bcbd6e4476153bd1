"""Rulesets: what every game family offers, what it may offer besides, and the registry of them all."""
