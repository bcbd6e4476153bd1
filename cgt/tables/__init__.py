"""Tables of nim-values: built fast, asked in bulk, kept on disk."""

from __future__ import annotations

from cgt.kernels.route import Progress, Route
from cgt.kernels.stopping import Stopped

__all__ = ["Progress", "Route", "Stopped"]
