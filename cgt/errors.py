"""The errors under their public name, for `from cgt.errors import CGTError`; they are those of `cgt.core.errors`."""

import sys

from cgt.core import errors
from cgt.core.errors import *  # noqa: F403 - what type checkers read; at run time the name is of that very module

sys.modules[__name__] = errors
