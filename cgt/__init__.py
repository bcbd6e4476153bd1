"""Impartial combinatorial games: solved, audited, proved and explained.

The names of `__init__.pyi` are loaded when they are first used, so `import cgt` is light; every game is in `cgt.games`.

>>> import cgt
>>> solution = cgt.solve("fibonacci-nim 10")
>>> solution.outcome, solution.winning_moves, solution.explanation
(<Outcome.N: 'N'>, (2,), '10 = 8 + 2: take 2')
"""

from cgt.core.lazy_exports import lazy_exports

__version__ = "1.0.0rc1"

__getattr__, __dir__, __all__ = lazy_exports(__name__)
