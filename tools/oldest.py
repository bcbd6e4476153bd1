# ruff: noqa: INP001, S603, T201 - a script: it makes an environment, runs the tests in it, and reports
"""The suite on the oldest versions that `pyproject.toml` allows, in an environment of its own.

    python3 tools/oldest.py                     # the whole suite
    python3 tools/oldest.py tests/unit/apps/show/plot     # what is said to pytest

Every `name>=version` of the package, of its extras and of the test tools becomes `name==version`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_FLOOR = re.compile(r"([A-Za-z0-9_.-]+)>=([0-9][0-9.]*)")


def floors() -> list[str]:
    """The oldest versions that are allowed, for pip."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed = [*project["project"]["dependencies"], *project["dependency-groups"]["test"]]
    for extra in project["project"]["optional-dependencies"].values():
        listed += extra
    found = (_FLOOR.match(requirement) for requirement in listed)
    return sorted({f"{floor[1]}=={floor[2]}" for floor in found if floor})


def main() -> int:
    """Make the environment, and run pytest in it with the arguments given; gives its exit code."""
    wanted = floors()
    print("\n".join(wanted), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "Scripts" if sys.platform == "win32" else "bin", "python"))
        install = [python, "-m", "pip", "install", "-q"]
        subprocess.run([*install, *wanted], check=True)
        subprocess.run([*install, "--no-deps", str(ROOT)], check=True)
        # An old version uses what a newer one of another package deprecates.
        options = ["-q", "-p", "no:cacheprovider", "-W", "ignore::DeprecationWarning", *(sys.argv[1:] or ["tests"])]
        return subprocess.run([python, "-m", "pytest", *options], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
