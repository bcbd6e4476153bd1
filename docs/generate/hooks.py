"""Lets the pages import the generators beside them, however the build was started."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[2])


def on_startup(**_kwargs: object) -> None:
    """Put the repository's root on the path: pages then say `from docs.generate import …`."""
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)
