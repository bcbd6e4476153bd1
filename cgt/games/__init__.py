"""The games, one module a family; their classes by name: `from cgt.games import Chomp`. The stub lists them."""

from cgt.core.offered import offered, registered

__getattr__, __dir__, __all__ = offered(__name__)
RULESETS = registered(__name__)
"""The class of each name, as `module:class`."""
