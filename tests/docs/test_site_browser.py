"""The built site in a real browser: no error in the console, nothing from elsewhere, nothing wider than a phone.

One page of each section is looked at, every second one loaded as on a phone. `CGT_WALK=all`, as in `.ci/run --full`,
looks at these in both sizes and at every other page in one; `CGT_WALK=twice` at every page in both. Each page's width
on a phone is measured.
"""

import os
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

DESKTOP, PHONE = (1280, 900), (360, 740)
PAPER = (688, 1017)
"""A page of A4 between its margins, in pixels."""
# Ways to be wrong that a reader would see, asked of each page once it has loaded.
QUESTIONS = """
const wide = document.documentElement.scrollWidth - window.innerWidth;
const tall = document.documentElement.scrollHeight;
const foreign = performance.getEntriesByType("resource").map(e => e.name).filter(n => !n.startsWith(location.origin));
return {title: document.title, heading: document.querySelectorAll("article h1").length, wide, tall, foreign};
"""
TALLEST_REFERENCE = 15_000
"""So many pixels is no page of the reference longer, on a phone either."""

# What a reader types, and the page that answers.
SEARCHES = {
    "install": "start",
    "solve": "start",
    "own game": "guide/own-game",
    "cgt.game": "guide/own-game",
    "plugin": "guide/own-game",
    "play": "guide/play-in-a-page",
    "teacher": "guide/teacher",
    "lesson": "guide/teacher",
    "kayles": "games/kayles",
    "wythoff": "games/wythoff",
    "fibonacci nim": "games/fibonacci-nim",
    "chomp": "games/chomp",
    "nim-value": "concepts/nim-value",
    "mex": "concepts/nim-value",
    "misère": "concepts/misere",
    "quotient": "concepts/misere-quotients",
    "genus": "concepts/genus",
    "period": "concepts/periods",
    "automata": "concepts/decided",
    "contribute": "contributing",
    "sweep": "guide/sweep",
    "download": "start",
    "get started": "start",
    "who wins": "start",
    "winning strategy": "guide/pupil",
    "worksheet": "guide/teacher",
    "nim": "games/nim",
    "bounded nim": "games/bounded-nim",
    "misere": "concepts/misere",
    "sprague-grundy": "concepts/nim-value",
    "sprouts": "games/sprouts",
    "hackenbush": "games/hackenbush",
    "cite": "results",
}
AMONG_THREE = {
    "Dawson’s": "games/dawsons-kayles",
    "Dawson’s Kayles": "games/dawsons-kayles",
    "Dawson’s chess": "games/dawsons-chess",
    "Sprague–Grundy": "concepts/nim-value",
    "marienbad": "games/nim",
    "grundy number": "concepts/nim-value",
    "grundy value": "concepts/nim-value",
    "xor": "games/nim",
    "nim sum": "games/nim",
    "LaTeX": "guide/researcher",
    "csv export": "guide/researcher",
    "oeis": "guide/researcher",
    "21 game": "games/bounded-nim",
    "who wins 21 matches": "games/bounded-nim",
    "race to 21": "games/bounded-nim",
    "misère nim": "games/nim",
    "nim-sum": "games/nim",
    "proof": "formal",
    "octal": "games/octal",
    "remoteness": "concepts/remoteness",
    "cram": "games/cram",
    "queen": "games/queen",
    "loopy": "concepts/loopy",
    "closed form": "concepts/closed-forms",
    "nimber": "concepts/nim-value",
    "QR code": "guide/play-in-a-page",
    "P-position": "concepts/nim-value",
    "periodicity theorem": "concepts/periods",
    "octal game": "games/octal",
    "golden ratio": "games/wythoff",
    "matchsticks": "games/takeaway",
    "dots and boxes": "games/nimstring",
    "tic tac toe": "games/notakto",
    "chocolate bar": "games/chocolate",
    "jupyter notebook": "guide/researcher",
    "pip install": "start",
    "winning move": "guide/pupil",
    "coq proof": "formal",
    "print a worksheet": "guide/teacher",
    "misere quotient": "concepts/misere-quotients",
}
"""Words as people type them, and the page that is to be among the first three."""

FRENCH = {
    "installer": "fr/start",
    "résoudre": "fr/start",
    "leçon": "fr/guide/teacher",
    "genre": "fr/concepts/genus",
    "kayles": "fr/games/kayles",
    "télécharger": "fr/start",
    "quilles": "fr/games/kayles",
    "allumettes": "fr/games/takeaway",
    "nim": "fr/games/nim",
    "nim de fibonacci": "fr/games/fibonacci-nim",
    "misere": "fr/concepts/misere",
    "stratégie gagnante": "fr/guide/pupil",
    "exercices": "fr/guide/teacher",
    "mon propre jeu": "fr/guide/index",
    "chocolat": "fr/games/chocolate",
    "dame": "fr/games/queen",
}
ANSWERS = """
return [...document.querySelectorAll(".md-search-result__item > a")].map((link) => link.pathname);
"""


def answers(browser, words):
    """The pages that answer what is typed into the search of a page that is open, where nothing else stands by now."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.wait import WebDriverWait

    line = browser.find_element(By.CSS_SELECTOR, "input[data-md-component=search-query]")
    line.send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE)
    WebDriverWait(browser, 60).until_not(lambda b: b.execute_script(ANSWERS))
    browser.execute_script("arguments[0].value = arguments[1]", line, words[:-1])  # what is half typed is not asked for
    line.send_keys(words[-1])
    return WebDriverWait(browser, 60).until(lambda b: b.execute_script(ANSWERS))


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


class WithoutIndex(Quiet):
    """The site with nothing to be searched: every page would read the index of all anew, which takes most of a walk."""

    def do_GET(self):
        if self.path.endswith("/search_index.json"):
            config = b'{"lang": ["en"], "separator": " ", "pipeline": [], "fields": {}}'
            text = b'{"config": ' + config + b', "docs": []}'
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
        else:
            super().do_GET()


@contextmanager
def served(handler, site):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=site)) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def address(site):
    with served(Quiet, site) as address:
        yield address


def show(browser, size, scheme):
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def complaints(browser, address, page, size, scheme):
    browser.get(f"{address}/{page}")
    seen = browser.execute_script(QUESTIONS)
    wrong = [f"console: {entry['message']}" for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    wrong += [f"fetched from elsewhere: {name}" for name in seen["foreign"]]
    if seen["wide"] > 0:
        wrong.append(f"wider than the window by {seen['wide']} pixels")
    if page.startswith("reference/") and seen["tall"] > TALLEST_REFERENCE:
        wrong.append(f"{seen['tall']} pixels long")
    if size != PHONE:
        show(browser, PHONE, scheme)
        if (wide := browser.execute_script(QUESTIONS)["wide"]) > 0:
            wrong.append(f"wider than a phone by {wide} pixels")
        show(browser, size, scheme)
    if not seen["title"] or seen["heading"] != 1:
        wrong.append(f"title {seen['title']!r}, {seen['heading']} main headings")
    return [f"{page}: {one}" for one in wrong]


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_pages_are_sound(site, browser, size, scheme):
    show(browser, size, scheme)
    walk = os.environ.get("CGT_WALK")
    every = sorted(
        path.relative_to(site).as_posix()
        for path in site.rglob("*.html")
        if path.name != "404.html" and path.parent.name != "play"
    )
    first, half = [page for page in every if page.endswith("index.html")], slice(size == PHONE, None, 2)
    pages = every if walk == "twice" else sorted({*first, *every[half]}) if walk == "all" else first[half]
    with served(WithoutIndex, site) as address:
        wrong = [complaint for page in pages for complaint in complaints(browser, address, page, size, scheme)]
    assert len(pages) > 5
    assert wrong == []


SIDEWAYS = """
return [...document.querySelectorAll("article :is(.language-console, .language-text) pre > code")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .map((one) => one.innerText.split("\\n", 1)[0]);
"""


@pytest.mark.parametrize("page", ["guide/pupil", "fr/concepts/your-rule", "articles/003"])
def test_what_a_terminal_shows_is_read_on_a_phone_without_a_move_of_the_finger(address, browser, page):
    show(browser, PHONE, "light")
    browser.get(f"{address}/{page}.html")
    assert browser.execute_script("return document.querySelectorAll('.language-console, .language-text').length") > 2
    assert browser.execute_script(SIDEWAYS) == []


BROKEN = """
return [...document.querySelectorAll("article :is(p, li) > code")]
  .filter((one) => one.offsetHeight > 2.5 * parseFloat(getComputedStyle(one).fontSize) && one.textContent.length < 30)
  .map((one) => one.textContent);
"""


@pytest.mark.parametrize("page", ["fr/guide/teacher", "fr/start", "guide/researcher"])
def test_a_command_in_a_sentence_is_not_broken_on_a_phone(address, browser, page):
    """`cgt-impartial` was, after its hyphen, and `--seed 2`."""
    show(browser, PHONE, "light")
    browser.get(f"{address}/{page}.html")
    assert browser.execute_script("return document.querySelectorAll('article :is(p, li) > code').length") > 3
    assert browser.execute_script(BROKEN) == []
    assert browser.execute_script(QUESTIONS)["wide"] <= 0


ROOM = """
return Math.min(...[...document.querySelectorAll("article table:not([class])")]
  .filter((one) => one.checkVisibility() && one.querySelector("th:nth-child(4)"))
  .flatMap((one) => [...one.querySelectorAll("td")])
  .filter((one) => one.innerText.length > 60)
  .map((one) => one.clientWidth));
"""


def test_the_words_of_a_wide_table_have_room_on_a_phone(address, browser):
    """A table that scrolls sideways anyway is no tower of single words."""
    show(browser, PHONE, "light")
    browser.get(f"{address}/articles/000.html")
    assert PHONE[0] / 2 < browser.execute_script(ROOM) < PHONE[0]


def test_the_scheme_follows_the_reader(address, browser):
    for scheme, name in (("light", "default"), ("dark", "slate")):
        show(browser, DESKTOP, scheme)
        browser.get(f"{address}/index.html")
        assert browser.execute_script("return document.body.dataset.mdColorScheme") == name


def test_each_language_has_a_search_index_for_a_server_and_for_a_file(site):
    assert {path.name for path in site.rglob("search_index*")} == {"search_index.js", "search_index.json"}
    assert "fr/guide/" not in (site / "search" / "search_index.js").read_text(encoding="utf-8")


def test_the_first_page_is_a_game_that_can_be_won(address, browser):
    from selenium.webdriver.common.by import By

    import cgt

    show(browser, PHONE, "light")
    browser.get(f"{address}/index.html")
    game, left, quota = cgt.parse_ruleset("takeaway(2n)"), 20, 2
    while left > 0:
        matches = browser.find_elements(By.CSS_SELECTOR, ".matches button")
        enabled = [match for match in matches if match.is_enabled()]
        assert (len(matches), len(enabled)) == (left, min(quota, left))
        mine = min(cgt.winning_moves(game.position((left, quota)), "misere"))
        matches[left - mine].click()
        after = len(browser.find_elements(By.CSS_SELECTOR, ".matches button:not(.md-button)"))
        quota, left = 2 * (left - mine - after), after
    assert "you win" in browser.find_element(By.CSS_SELECTOR, ".matches p").text


LEFT = """
return [...document.querySelectorAll(".card")].filter((card) => card.checkVisibility())
  .map((card) => [card.dataset.kind, card.dataset.state]);
"""


@pytest.mark.parametrize(
    ("home", "none"), [("games", "No game is both."), ("fr/games", "Aucun jeu ne répond aux deux choix")]
)
@pytest.mark.full("games-No game is both.")
def test_each_filter_of_the_atlas_leaves_its_cards(address, browser, home, none):
    from selenium.webdriver.common.by import By

    show(browser, PHONE, "light")
    browser.get(f"{address}/{home}/index.html")
    every = browser.execute_script(LEFT)
    chosen = {
        group: {
            label.find_element(By.TAG_NAME, "input").get_attribute("value"): label
            for label in browser.find_elements(By.XPATH, f"//fieldset[.//input[@name='{group}']]/label")
        }
        for group in ("kind", "state")
    }
    for kind, first in chosen["kind"].items():
        first.click()
        for state, second in chosen["state"].items():
            second.click()
            left = [[one, known] for one, known in every if kind in {"", one} and state in {"", known}]
            assert browser.execute_script(LEFT) == left, (kind, state)
            said = browser.find_element(By.CSS_SELECTOR, ".atlas .nothing")
            assert said.is_displayed() == (not left), (kind, state)
            assert left or none in said.text
    assert {known for _kind, known in every} == {*chosen["state"]} - {""}  # no word without a game


def strokes(browser, *keys):
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(browser).send_keys(*keys).perform()


def tab_to(browser, selector):
    from selenium.webdriver.common.keys import Keys

    for _stroke in range(60):
        strokes(browser, Keys.TAB)
        if browser.execute_script("return document.activeElement.matches(arguments[0])", selector):
            return
    raise AssertionError(f"no stop of the keyboard is {selector}")


def test_the_keyboard_alone_plays_the_first_page_to_its_end_and_again(address, browser):
    """Tab to the matches, Tab along them, Enter takes; the focus stays there, and the rematch is one stroke."""
    from selenium.webdriver.common.keys import Keys

    import cgt

    show(browser, DESKTOP, "light")
    browser.get(f"{address}/fr/index.html")
    tab_to(browser, ".matches button")
    game = cgt.parse_ruleset("takeaway(2n)")
    for _game in range(2):
        left, quota = 20, 2
        while left > 0:
            row = browser.execute_script(
                "return document.activeElement.parentElement.querySelectorAll('button').length"
            )
            assert row == left
            mine = min(cgt.winning_moves(game.position((left, quota)), "misere"))
            strokes(browser, *[Keys.TAB] * (min(quota, left) - mine), Keys.ENTER)
            after = browser.execute_script("return document.querySelectorAll('.matches button:not(.md-button)').length")
            quota, left = 2 * (left - mine - after), after
        assert "vous gagnez" in browser.execute_script("return document.querySelector('.matches p').textContent")
        strokes(browser, Keys.ENTER)
    assert browser.execute_script("return document.querySelectorAll('.matches button').length") == 20


def test_the_keyboard_alone_goes_through_the_first_door_and_plays_a_game_to_its_end(site, address, browser):
    """From the first page to the last move and to a rematch, in a game that is in French."""
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.wait import WebDriverWait

    def when(what):
        WebDriverWait(browser, 60).until(lambda b: b.execute_script(f"return {what}"))

    if not (site / "play").is_dir():
        pytest.skip("the site has no page to play on: run `npm pack pyodide` and build it again")
    show(browser, DESKTOP, "light")
    browser.get(f"{address}/fr/index.html")
    tab_to(browser, ".md-button--primary")
    strokes(browser, Keys.ENTER)
    when("document.body.dataset.playable")
    tab_to(browser, "#climb")  # the ladder comes first: its next level
    strokes(browser, Keys.ENTER)
    when("state && !busy")
    assert browser.execute_script("return document.getElementById('status').textContent") == "À vous de jouer."
    tab_to(browser, "#board [tabindex='0']")
    for turn in range(8):
        strokes(browser, *[Keys.ARROW_RIGHT] * 14, Keys.ENTER, Keys.ENTER)  # the last match of the row
        when(f"state.turns.length > {2 * turn} && !busy")
        if browser.execute_script("return state.over"):
            break
        assert browser.execute_script("return document.activeElement.closest('#board') !== null")
    assert browser.execute_script("return [state.over, document.activeElement.id]") == [True, "again"]
    strokes(browser, Keys.ENTER)
    when("state.turns.length === 0 && !state.over && !busy")


PRINTED = "return [...document.querySelectorAll('button.live')].map((one) => one.nextElementSibling.innerText.trim());"
REPLACED = """
const [code, place] = arguments;
document.querySelectorAll("code[contenteditable]")[place].innerText = code;
"""


def run(browser, place, word):
    """Run an example of the page, and what it printed."""
    from selenium.webdriver.support.wait import WebDriverWait

    browser.execute_script("document.querySelectorAll('button.live')[arguments[0]].click()", place)
    text = "return document.querySelectorAll('button.live')[arguments[0]].textContent"
    WebDriverWait(browser, 90).until(lambda b: b.execute_script(text, place) == word)
    return browser.execute_script(PRINTED)[place]


@pytest.mark.parametrize(
    ("page", "word"),
    [
        ("fr/concepts/decided", "Exécuter"),
        *(
            pytest.param(page, word, marks=pytest.mark.full)
            for page, word in [
                ("start", "Run"),  # the next test runs its first one
                ("guide/own-game", "Run"),
                ("guide/pupil", "Run"),
                ("concepts/nim-value", "Run"),
                ("concepts/periods", "Run"),
                ("concepts/decided", "Run"),
                ("fr/start", "Exécuter"),
                ("fr/guide/pupil", "Exécuter"),
                ("fr/concepts/nim-value", "Exécuter"),
                ("fr/concepts/periods", "Exécuter"),
            ]
        ),
    ],
)
def test_the_examples_run_in_the_page(site, address, browser, page, word):
    """As they were printed when the site was built."""
    if not (site / "play").is_dir():
        pytest.skip("the site has no page to play on: run `npm pack pyodide` and build it again")
    browser.get(f"{address}/{page}.html")
    printed = browser.execute_script(PRINTED)
    some = "concepts/decided" in page  # the others need numpy
    results = "article .runs .result" if some else "article .result"
    assert len(printed) == browser.execute_script("return document.querySelectorAll(arguments[0]).length", results)
    assert len(printed) == 2 if some else len(printed) > 2
    assert [run(browser, place, word) for place in range(len(printed))] == printed


def test_an_example_can_be_changed_fail_and_be_stopped(site, address, browser):
    if not (site / "play").is_dir():
        pytest.skip("the site has no page to play on: run `npm pack pyodide` and build it again")
    browser.get(f"{address}/start.html")
    browser.execute_script(REPLACED, 'import cgt\nprint(cgt.outcome("nim 1,2,3"))', 0)
    assert run(browser, 0, "Run") == "P"
    browser.execute_script(REPLACED, 'print(1)\n\ncgt.outcome("nimm 3")', 0)
    assert run(browser, 0, "Run") == (
        "1\ncgt.errors.UnknownNameError: there is no ruleset 'nimm': did you mean nim? (line 3)"
    )
    before = browser.execute_script(PRINTED)[0]
    browser.execute_script(REPLACED, "while True: pass", 0)
    browser.execute_script("document.querySelector('button.live').click()")
    assert browser.execute_script("return document.querySelectorAll('button.live:disabled').length") == 4
    assert run(browser, 0, "Run") == before
    browser.execute_script(REPLACED, "print(2)", 0)
    assert run(browser, 0, "Run") == "2"


# What scrolls is focusable once fonts are there and observers were called, late on a busy machine; a new one is last.
OBSERVED = """
const done = arguments[0], last = new ResizeObserver(() => { last.disconnect(); setTimeout(done, 0); });
document.fonts.ready.then(() => last.observe(document.body));
"""
VIOLATIONS = """
const done = arguments[0];
axe.run(document, { iframes: false, resultTypes: ["violations"] }).then(
  (found) => done(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120))}`)));
"""
READ = [
    "index",
    "games/index",
    "games/kayles",
    "games/wythoff",
    "games/fibonacci-nim",
    "games/chomp",
    "games/hackenbush",
    "gallery",
    "start",
    "guide/teacher",
]
READ += [*("fr/" + page for page in READ), "results", "cookbook", "concepts/decided", "reference/core/game"]


SOME = ["index", "games/kayles", "gallery", "fr/guide/teacher", "reference/core/game"]


@pytest.mark.parametrize(
    ("size", "scheme", "pages"),
    [(DESKTOP, "light", READ), (PHONE, "dark", READ), (DESKTOP, "dark", SOME), (PHONE, "light", SOME)],
    ids=["desktop", "phone", "desktop-dark", "phone-light"],
)
@pytest.mark.full
def test_every_body_can_read_it(site, browser, axe, size, scheme, pages):
    """No rule of the accessibility checker is broken, once what is drawn with a delay has its colours."""
    show(browser, size, scheme)
    motion = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": motion})
    found = {}
    with served(WithoutIndex, site) as address:
        for page in pages:
            browser.get(f"{address}/{page}.html")
            browser.execute_script(axe)
            browser.execute_async_script("setTimeout(arguments[0], 500)")
            browser.execute_async_script(OBSERVED)
            found[page] = browser.execute_async_script(VIOLATIONS)
    assert {page: wrong for page, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.full("fr")
def test_every_body_can_read_a_lesson(browser, axe, tmp_path, code):
    import cgt
    from cgt.apps.lessons import lesson
    from cgt.apps.lessons.written import lesson_html
    from cgt.core.language import language

    show(browser, DESKTOP, "light")
    with language(code):
        (tmp_path / "lesson.html").write_text(lesson_html(lesson(cgt.parse_ruleset("kayles"), level=2), code), "utf-8")
    browser.get((tmp_path / "lesson.html").as_uri())
    browser.execute_script(axe)
    assert browser.execute_async_script(VIOLATIONS) == []


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.full("fr")
def test_every_column_of_a_lesson_is_printed(browser, tmp_path, code):
    """On paper nothing scrolls: a table that is wider than its place in the key loses its last columns."""
    import cgt
    from cgt.apps.lessons import lesson
    from cgt.apps.lessons.written import lesson_html
    from cgt.core.language import language

    with language(code):
        (tmp_path / "lesson.html").write_text(lesson_html(lesson(cgt.parse_ruleset("kayles"), level=2), code), "utf-8")
    show(browser, PAPER, "light")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    browser.get((tmp_path / "lesson.html").as_uri())
    tables = """return [...document.querySelectorAll(".scroll")].map((one) =>
        [one.querySelectorAll("tr:first-child > *").length, one.firstChild.offsetWidth <= one.clientWidth])"""
    found = browser.execute_script(tables)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert max(columns for columns, _fits in found) == 14
    assert [columns for columns, fits in found if not fits] == []


def test_a_search_shows_no_letters_of_pictures(site):
    for part in (site, site / "fr"):
        index = (part / "search" / "search_index.js").read_text(encoding="utf-8")
        assert not any(words in index for words in ("Play it here", "Jouer ici", "No game is both", "Aucun jeu n’est"))


def test_the_search_finds(address, browser):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.wait import WebDriverWait

    show(browser, DESKTOP, "light")
    browser.get(f"{address}/index.html")
    browser.find_element(By.CSS_SELECTOR, "input[data-md-component=search-query]").send_keys("remoteness")
    links = WebDriverWait(browser, 10).until(
        lambda b: b.find_elements(By.CSS_SELECTOR, ".md-search-result__link[href*='remoteness']")
    )
    assert links


@pytest.mark.parametrize(("home", "searches"), [("index.html", SEARCHES), ("fr/index.html", FRENCH)], ids=["en", "fr"])
@pytest.mark.full
def test_a_search_shows_the_right_page_first(address, browser, home, searches):
    show(browser, DESKTOP, "light")
    browser.get(f"{address}/{home}")
    found = {words: answers(browser, words) for words in searches}
    assert {words: links[0] for words, links in found.items()} == {
        words: f"/{page}.html" for words, page in searches.items()
    }
    assert {link.startswith("/fr/") for links in found.values() for link in links} == {home.startswith("fr/")}


@pytest.mark.full
def test_a_search_as_people_type_shows_the_right_page_among_three(address, browser):
    show(browser, DESKTOP, "light")
    missed = {}
    browser.get(f"{address}/index.html")
    for words, page in AMONG_THREE.items():
        first = answers(browser, words)[:3]
        if f"/{page}.html" not in first:
            missed[words] = first
    assert missed == {}


def test_the_search_finds_in_a_file_without_a_server(site, browser):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.wait import WebDriverWait

    show(browser, DESKTOP, "light")
    browser.get((site / "fr" / "start.html").as_uri())
    browser.find_element(By.CSS_SELECTOR, "input[data-md-component=search-query]").send_keys("éloignement")
    links = WebDriverWait(browser, 30).until(
        lambda b: b.find_elements(By.CSS_SELECTOR, ".md-search-result__link[href*='fr/concepts/remoteness']")
    )
    assert links


def test_a_page_leads_to_itself_in_the_other_language(address, browser):
    for page, code in (("games/wythoff.html", "fr"), ("fr/games/wythoff.html", "en"), ("guide/pupil.html", "fr")):
        browser.get(f"{address}/{page}")
        there = browser.execute_script("return document.querySelector('p.language a').href")
        assert there == f"{address}/{'fr/' if code == 'fr' else ''}{page.removeprefix('fr/')}"
        browser.get(there)
        assert browser.execute_script("return document.documentElement.lang") == code
