"""The games, one module a family; their classes by name: `from cgt.games import Chomp`. The stub lists them."""

from cgt.core.lazy_exports import lazy_exports, registered

__getattr__, __dir__, __all__ = lazy_exports(__name__)
RULESETS = registered(__name__)
"""The class of each name, as `module:class`."""
