"""`python -m cgt` is the same as `cgt`."""

from __future__ import annotations

import sys

from cgt.apps.cli import main

sys.exit(main())
