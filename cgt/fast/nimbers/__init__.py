"""The field of the nimbers below 2^64, a million at a time: see `cgt.core.nimber` for one by one, and any size."""

from cgt.fast.nimbers.rule import CROSSOVER

__all__ = ["CROSSOVER"]
