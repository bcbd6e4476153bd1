"""Tables of nim-values: built fast, asked in bulk, kept on disk."""

from __future__ import annotations

from cgt.kernels.route import Progress, Route

__all__ = ["Progress", "Route"]
