"""How the rows of a quota table are laid out: the one number that those who write and those who read them share."""

from __future__ import annotations

WHOLE = 16
"""Every so many rows one is written in full, so that the steps of a row lie close together."""
