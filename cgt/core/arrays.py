"""numpy for the modules that work on arrays; where it is missing, one error that names the extra `fast`."""

from cgt.errors import MissingExtraError

try:
    import numpy as np
except ImportError as error:
    raise MissingExtraError("this works on arrays, by numpy: pip install 'cgt-impartial[fast]'") from error

__all__ = ["np"]
