"""The built site, if it has been built: `mkdocs build --strict` puts it into `site/`."""

from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "site"


@pytest.fixture(scope="session")
def site():
    if not (SITE / "index.html").exists():
        pytest.skip("the site is not built: run `mkdocs build --strict`")
    return SITE
