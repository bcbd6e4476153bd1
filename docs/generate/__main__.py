"""Build the site: `python -m docs.generate` writes `site/`.

Three steps, which may be run one by one: `docs.generate.before` writes the pages, mkdocs builds each language, and
`docs.generate.after` puts the parts together.
"""

from __future__ import annotations

import subprocess
import sys

from docs.generate import after, before


def main() -> int:
    """Build it all; the exit code is 1 where a page has a mistake or a warning."""
    before.write()
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file"]
    builds = [
        subprocess.Popen([*command, str(before.TARGET / f"{code}.yml")], cwd=before.ROOT) for code in before.CODES
    ]
    failed = [build.wait() for build in builds]
    if any(failed):
        return 1
    after.finish()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
