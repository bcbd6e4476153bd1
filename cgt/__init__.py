"""Impartial combinatorial games: solved, audited, proved and explained."""

from __future__ import annotations

__version__ = "0.1.0"
