"""Sweeps: studies of every rule of a family by one pure task, on any executor, with a ledger that survives kills.

>>> from cgt.apps.sweep import sweep
>>> for record in sweep(["0.07", "0.137"], limit=500).records:
...     print(record.rule, record.status, record.period, record.same_as)
0.07 proved 34 0.137
0.137 proved 34 None
"""

from __future__ import annotations

from cgt.apps.sweep.families import rules_of
from cgt.apps.sweep.run import Sweep, sweep
from cgt.apps.sweep.studies import Record, study

__all__ = ["Record", "Sweep", "rules_of", "study", "sweep"]
