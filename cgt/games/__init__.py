"""The games, one module a family, each reached as a plugin; their classes by name: `from cgt.games import Chomp`."""

from cgt.core.offered import offered

__getattr__, __dir__, __all__ = offered(__name__)
