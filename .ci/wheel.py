"""Build the wheel, and try it alone in a fresh environment: `python .ci/wheel.py [FOLDER]`, on any system.

A wheel that is in FOLDER already is tried as it is; else it is built there. Without FOLDER, in a temporary one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TRIED = 'import cgt; print(cgt.__file__); print(cgt.solve(cgt.parse_position("takeaway(2n) 50:2"), "misere"))'


def main() -> None:
    """Build where needed, install, solve a position, and see that the command line asks for its extra."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else work).resolve()
        if not list(folder.glob("*.whl")):
            run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
        (wheel,) = folder.glob("*.whl")
        fresh = Path(work, "fresh")
        venv.create(fresh, with_pip=True)
        programs = fresh / ("Scripts" if os.name == "nt" else "bin")
        run(str(programs / "python"), "-m", "pip", "install", "-q", str(wheel))
        run(str(programs / "python"), "-c", TRIED, cwd=work)
        run(str(programs / "cgt"), "games", cwd=work, code=2)  # the command line says which extra it needs


def run(*command: str, cwd: str | None = None, code: int = 0) -> None:
    """Run a command that has to end with this exit code."""
    found = subprocess.run(command, cwd=cwd, check=False).returncode
    if found != code:
        raise SystemExit(f"{' '.join(command)} ended with {found}, not {code}")


if __name__ == "__main__":
    main()
