"""Figures, drawn with matplotlib: each function draws on the Axes it is given, or on new ones, and returns them.

>>> from cgt.apps.show import plot
>>> axes = plot.sequence([0, 1, 2, 0, 1, 2], title="Taking 1 or 2")
>>> axes.get_xlabel(), axes.get_ylabel()
('heap', 'nim-value')

`save(axes, path)` writes SVG, PNG or PDF. The articles' figures are those of `cgt.apps.claims.FIGURES`.
"""

from __future__ import annotations

from cgt.apps.show.plot.axes import for_any_ground, save
from cgt.apps.show.plot.figures import cayley, cost, genera, heatmap, numeration, p_positions, sequence

__all__ = ["cayley", "cost", "for_any_ground", "genera", "heatmap", "numeration", "p_positions", "save", "sequence"]
