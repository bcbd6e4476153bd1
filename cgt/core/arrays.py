"""numpy, which comes with the extra `fast`: what works on arrays takes it from here, and so says what is missing."""

from cgt.core.errors import MissingExtraError

try:
    import numpy as np
except ImportError as error:
    raise MissingExtraError("this works on arrays, by numpy: pip install 'cgt-impartial[fast]'") from error

__all__ = ["np"]
