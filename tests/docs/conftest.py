"""The built site, if it has been built: `python -m docs.generate` puts it into `site/`."""

import shutil
import tarfile
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "site"


@pytest.fixture(scope="session")
def site():
    if not (SITE / "index.html").exists():
        pytest.skip("the site is not built: run `python -m docs.generate`")
    return SITE


# No name but this machine's is found, and a foreign one that points here: a page that asks for another server fails.
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP evil.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def pytest_collection_modifyitems(items):
    """Chromium itself crashes once in some thousand pages: such a test, and no other, is tried again in a new one."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["tab crashed"]))


class Browsers:
    """One Chromium after the other: the running one, as long as its tab lives."""

    def __init__(self, webdriver, options, service):
        self.webdriver, self.options, self.service = webdriver, options, service
        self.running = None

    def living(self):
        from selenium.common.exceptions import WebDriverException

        try:
            assert self.running is not None
            assert self.running.current_url
        except (AssertionError, WebDriverException):
            self.quit()
            self.running = self.webdriver.Chrome(options=self.options, service=self.service())
            self.running.set_page_load_timeout(30)
            self.running.set_script_timeout(120)
        return self.running

    def quit(self):
        if self.running is not None:
            self.running.quit()


@pytest.fixture(scope="session")
def browsers():
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed: see the group `docs`")
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not program or not driver:
        pytest.skip("no chromium with chromedriver here")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for switch in SWITCHES:
        options.add_argument(switch)
    browsers = Browsers(webdriver, options, partial(webdriver.ChromeService, executable_path=driver))
    yield browsers
    browsers.quit()


@pytest.fixture
def browser(browsers):
    return browsers.living()


@pytest.fixture(scope="session")
def axe():
    """The accessibility checker, from its archive."""
    found = sorted(ROOT.glob("axe-core-*.tgz"))
    if not found:
        pytest.skip("the accessibility checker is not here: run `npm pack axe-core`")
    with tarfile.open(found[-1]) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()
