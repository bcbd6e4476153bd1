"""The page to play on, in a real browser, with Python inside: whole games, move for move as the library plays them."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cgt.cli import main
from cgt.web.bridge import Bridge

ROOT = Path(__file__).resolve().parents[2]
GAMES = ["nim", "takeaway(2n)", "wythoff", "kayles", "treblecross", "moore-nim(2)", "welter", "ruler", "grundy"]
DESKTOP, PHONE = (1280, 900), (390, 844)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def runtime():
    found = sorted(ROOT.glob("pyodide-*.tgz"))
    if not found:
        pytest.skip("Python for the browser is not here: run `npm pack pyodide`")
    return found[-1]


@pytest.fixture(scope="session")
def single(runtime, tmp_path_factory):
    path = tmp_path_factory.mktemp("stick") / "play.html"
    assert main(["web", "-o", str(path), "--runtime", str(runtime)]) == 0
    return path


def size(browser, width, height, scheme="light"):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def wait(browser, condition, seconds=90):
    from selenium.webdriver.support.wait import WebDriverWait

    return WebDriverWait(browser, seconds, poll_frequency=0.1).until(lambda b: b.execute_script(f"return {condition}"))


def opened(browser, address):
    browser.get_log("browser")
    browser.get(address)
    wait(
        browser,
        "document.body.dataset.ready === 'yes' || document.getElementById('status').textContent.includes('not start')",
    )
    assert browser.execute_script("return document.body.dataset.ready") == "yes"
    return browser


def severe(browser):
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


def asked(browser, what):
    """The position after a request of the page, drawn."""
    script = """
        const [what, done] = arguments;
        const failed = (error) => done(error.message);
        request(what.do, what).then((one) => { state = one; draw(); done(one.position); }, failed);
    """
    return browser.execute_async_script(script, what)


def test_a_file_plays_whole_games_as_the_library_does(browser, single):
    opened(browser, f"{single.as_uri()}?game=nim")
    browser.set_script_timeout(120)
    for game in GAMES:
        ours = Bridge()
        request = {"do": "new", "game": game, "level": "perfect", "who": "first", "seed": 7}
        here = ours.answer(request)
        there = asked(browser, request)
        assert there == here["position"]
        while not here["over"]:
            if here["computer"]:
                here, there = ours.answer({"do": "reply"}), asked(browser, {"do": "reply"})
            else:
                request = {"do": "play", "move": here["moves"][len(here["moves"]) // 2]["text"]}
                here, there = ours.answer(request), asked(browser, request)
            assert there == here["position"], game
        assert browser.execute_script("return state.over && state.winner") == here["winner"]
    assert severe(browser) == []


def test_a_person_clicks_a_match_and_the_computer_answers(browser, single):
    from selenium.webdriver.common.by import By

    opened(browser, f"{single.as_uri()}?game=takeaway(2n)&start=10&level=perfect")
    browser.find_elements(By.CSS_SELECTOR, ".pin")[8].click()
    browser.find_element(By.CSS_SELECTOR, "#choices button").click()
    wait(browser, "state.turns.length === 2 && !busy")
    assert browser.execute_script("return state.position")[:2] in {"7:", "6:"}
    browser.find_element(By.ID, "undo").click()
    wait(browser, "state.turns.length === 0 && !busy")
    browser.find_element(By.ID, "explain").click()
    wait(browser, "document.getElementById('said').textContent.includes('10 = 8 + 2')")


def test_a_picture_is_clicked(browser, single):
    click = "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    for game, shape, part, moves in (
        ("node-kayles", "circle", 1, ["choose b"]),
        ("chomp", "rect", 2, ["bite 1:3"]),
        ("cram", "rect", 0, ["cover 1:1 and 1:2", "cover 1:1 and 2:1"]),
    ):
        opened(browser, f"{single.as_uri()}?game={game}&lang=en")
        browser.execute_script(click, browser.execute_script(f"return $('board').querySelectorAll('{shape}')[{part}]"))
        offered = browser.execute_script("return [...$('choices').querySelectorAll('button')].map(b => b.textContent)")
        assert sorted(offered) == moves, game


def test_pins_are_taken_by_number(browser, single):
    opened(browser, f"{single.as_uri()}?game=kayles&start=7&lang=en")
    assert browser.execute_script(
        "return [...document.querySelectorAll('.pin')].map(p => p.dataset.number).join()"
    ) == ("1,2,3,4,5,6,7")
    browser.execute_script("$('move').value = '4'; $('typed').requestSubmit()")
    wait(browser, "state.turns.length >= 1 && !busy")
    assert browser.execute_script("return state.turns[0].words") == "knock down pin 4"


def test_it_speaks_french(browser, single):
    opened(browser, f"{single.as_uri()}?game=nim&lang=fr")
    assert browser.execute_script("return document.documentElement.lang") == "fr"
    assert browser.execute_script("return $('hint').textContent") == "Indice"
    browser.execute_script("$('hint').click()")
    assert "gagne" in wait(browser, "!busy && document.getElementById('said').textContent")


@pytest.mark.parametrize(("shape", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_nothing_is_wider_than_the_window(browser, single, shape, scheme):
    size(browser, *shape, scheme)
    opened(browser, f"{single.as_uri()}?game=wythoff&start=7,12")
    assert browser.execute_script("return document.documentElement.scrollWidth - window.innerWidth") <= 0
    size(browser, *DESKTOP)


def test_the_keyboard_walks_along_the_matches(browser, single):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    opened(browser, f"{single.as_uri()}?game=nim&start=3,5")
    first = browser.find_elements(By.CSS_SELECTOR, ".pin")[0]
    first.send_keys(Keys.ARROW_RIGHT)
    assert browser.execute_script("return document.activeElement.dataset.place") == "1"


def test_the_sites_page_plays(browser, site, runtime):
    if not (site / "play" / "assets").is_dir():
        pytest.skip("the site was built without Pyodide")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        opened(browser, f"http://127.0.0.1:{server.server_port}/play/index.html?embed=1&game=wythoff")
        assert browser.execute_script("return state.game") == "wythoff"
        assert severe(browser) == []
        server.shutdown()


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser")
def test_the_served_page_plays(browser):
    from cgt.web.server import PageServer

    with PageServer(0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        opened(browser, f"{server.address}?game=kayles")
        assert browser.execute_script("return state.game") == "kayles"
        server.shutdown()
