"""Tables of nim-values: built fast, asked in bulk, kept on disk."""

from __future__ import annotations

from cgt.kernels.route import KernelRoute, Progress
from cgt.kernels.stopping import Stopped

__all__ = ["KernelRoute", "Progress", "Stopped"]
