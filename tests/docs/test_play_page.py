"""The page to play on, in a real browser, with Python inside: whole games, move for move as the library plays them."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.web.bridge import FIRST_GAMES, Bridge
from cgt.families.registry import example_ruleset, ruleset_names

ROOT = Path(__file__).resolve().parents[2]
PLAYABLE = 5_000
"""Milliseconds to the first touch on a busy machine; on a quiet one it is half a second."""

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
        "document.body.dataset.ready === 'yes' || document.getElementById('missed').textContent",
    )
    assert browser.execute_script("return document.body.dataset.ready") == "yes"
    return browser


def severe(browser):
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]


@pytest.fixture
def page(browser, single):
    """The single file, opened from the file system; Python starts once for all tests, as long as the tab shows it."""
    if not browser.current_url.startswith(single.as_uri()):
        opened(browser, f"{single.as_uri()}?lang=en#nim")
    return browser


def asked(page, what):
    """What the library in the page answers to a request, drawn."""
    script = """
        const [what, done] = arguments;
        const drawn = (one) => { state = one; draw(); done(one); };
        request(what.do, what).then(drawn, (error) => done({ error: error.message }));
    """
    return page.execute_async_script(script, what)


def begun(page, rule, **fields):
    """A new game by the form of the page; the computer, if it begins, has moved."""
    fields = {"start": "", "who": "first", "level": "perfect", "convention": "normal"} | fields
    page.execute_script("level = null; pick(arguments[0])", rule.partition("(")[0])
    for name, value in ({"rule": rule} | fields).items():
        if value:
            page.execute_script("$(arguments[0]).value = arguments[1]", name, value)
    page.execute_script("$('setup').requestSubmit()")
    wait(page, "!busy")
    assert page.execute_script("return state.game") == rule


def touch(page, name):
    """Touch the piece of the board with this name."""
    page.execute_script("pieces.find(p => p.name === arguments[0]).node.dispatchEvent(new MouseEvent('click'))", name)


def offered(page):
    """The moves that are made on what was touched, and those that are buttons."""
    words = "[...(chosen?.fits ?? []).map((move) => brief(wordsOf(move))), ...buttons.map((one) => one.textContent)]"
    return page.execute_script(
        f"const buttons = [...$('choices').querySelectorAll('button')]; return [...new Set({words})]"
    )


def played(here, move):
    """What the page asks for a move: in a blocked game it forbids nothing, or just this."""
    blocked = here["forbids"]
    forbid = {} if blocked is None else {"forbid": [] if blocked["made"] is None else [move["text"]]}
    return {"do": "play", "move": move["text"], **forbid}


STARTS = {"blocked": "2,4"}
"""Where a game begins whose own example a browser searches for most of a minute."""


IN_A_FILE = sorted(ruleset_names())


@pytest.mark.parametrize("name", IN_A_FILE)
@pytest.mark.full(*(name for number, name in enumerate(IN_A_FILE) if number % 8))
def test_a_file_plays_each_game_as_the_library_does(page, name):
    """A whole game, move for move: what may be played, how it is told, how it is drawn."""
    ours = Bridge()
    game = str(example_ruleset(name))
    what = {"do": "new", "game": game, "level": "perfect", "who": "first", "seed": 7, "lang": "en"}
    what |= {"position": STARTS[name]} if name in STARTS else {}
    for _turn in range(40):  # a walk may go on for ever
        here = ours.answer(what)
        assert asked(page, what) == here
        assert "error" not in here
        if here["over"]:
            break
        moves = here["moves"]
        what = {"do": "reply"} if here["computer"] else played(here, moves[len(moves) // 2])
        what["lang"] = "en"
    else:
        assert name == "walk"
    assert severe(page) == []


EARLY = """
const [what, done] = arguments;
answerEarly(what).then(done, (error) => done({ error: error.message }));
"""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", FIRST_GAMES)
@pytest.mark.full(*(f"{name}-{'en' if number % 2 else 'fr'}" for number, name in enumerate(FIRST_GAMES)))
def test_before_python_is_here_a_first_game_is_played_as_the_library_plays_it(page, name, lang):
    """Move for move, with the computer's errors, what is taken back and played again; then handed to the library."""
    ours, game = Bridge(), example_ruleset(name)
    what = {"do": "new", "game": str(game), "position": FIRST_GAMES[name], "convention": str(game.conventions[0])}
    what |= {"level": "0.5", "who": "first", "seed": 11, "lang": lang}
    for turn in range(40):
        told, here = page.execute_async_script(EARLY, what), ours.answer(what)
        if told is None and turn > 3:  # a table that has the first moves only
            break
        assert told == here
        record = here["record"]
        if here["over"]:
            break
        if turn == 2:
            for again in ("undo", "redo", "hint", "state"):
                asking = {"do": again, "lang": lang}
                assert page.execute_async_script(EARLY, asking) == ours.answer(asking)
        moves = here["moves"]
        what = {"do": "reply"} if here["computer"] else {"do": "play", "move": moves[len(moves) // 2]["text"]}
        what["lang"] = lang
    else:
        pytest.fail("no end")
    other = Bridge()
    states = [other.answer(asking) for asking in page.execute_script("return handOver()")]
    assert [state["record"] for state in states] == [record]


def test_the_library_takes_over_without_a_break(page, single):
    """What was played and taken back before Python came is there after."""
    page.get("about:blank")
    page.get(f"{single.as_uri()}?lang=en#bounded-nim")
    wait(page, "document.body.dataset.playable === 'yes'")
    assert page.execute_script("return performance.getEntriesByName('playable')[0].startTime") < PLAYABLE
    page.execute_script("play(state.moves[0].text)")
    wait(page, "state.turns.length === 2 && !busy")
    page.execute_script("play(state.moves[0].text)")
    wait(page, "state.turns.length === 4 && !busy")
    page.execute_script("$('undo').click()")
    wait(page, "state.turns.length === 2 && !busy")
    before = page.execute_script("return state")
    wait(page, "document.body.dataset.ready === 'yes'")
    assert asked(page, {"do": "state"}) | {"moved": 2} == before
    page.execute_script("$('redo').click()")
    wait(page, "state.turns.length === 4 && !busy")
    assert severe(page) == []


@pytest.mark.full
def test_python_is_stopped_while_it_begins_again(page):
    """What waits for it is told so, and the next question is answered by a new one: it waited a minute for nobody."""
    page.execute_script("""
        stop();
        const waits = ask({ do: 'state' });
        setTimeout(stop, 300);
        window.answers = [];
        waits.then(async (one) => { answers.push(one.stopped, (await ask({ do: 'state' })).game); });
    """)
    wait(page, "answers.length", 20)
    wait(page, "answers.length === 2", 50)
    assert page.execute_script("return answers") == [True, page.execute_script("return state.game")]


def test_the_first_game_waits_for_nothing(page, single):
    """It is played before the rest of the file, which is a thousand times as long, is read."""
    page.get("about:blank")
    page.get(f"{single.as_uri()}?lang=fr#bounded-nim")
    wait(page, "document.body.dataset.playable === 'yes'")
    read = "performance.getEntriesByType('navigation')[0].domInteractive"
    assert wait(page, f"{read} && performance.getEntriesByName('playable')[0].startTime < {read}")
    page.get("about:blank")


def test_the_file_is_small_enough_to_send(single):
    assert single.stat().st_size < 10_000_000


def test_a_person_touches_a_match_twice_and_the_computer_answers(page):
    from selenium.webdriver.common.by import By

    begun(page, "takeaway(2n)", start="10")
    pin = page.find_elements(By.CSS_SELECTOR, ".pin")[8]
    pin.click()
    assert offered(page) == ["take 2"]
    assert page.execute_script("return document.querySelectorAll('.chosen').length") == 2
    pin.click()
    wait(page, "state.turns.length === 2 && !busy")
    assert page.execute_script("return state.position")[:2] in {"7:", "6:"}
    page.find_element(By.ID, "undo").click()
    wait(page, "state.turns.length === 0 && !busy")
    page.execute_script("$('explain').click()")
    wait(page, "document.getElementById('message').textContent.includes('10 = 8 + 2')")


SWEPT = """
const [wanted] = arguments, move = state.moves.find((one) => one.text === wanted);
const pins = (move.takes ?? []).map(([heap, amount]) => document.querySelector(
  `#board .pin[data-heap="${heap}"][data-place="${Number(state.board.heaps[heap].size) - Number(amount)}"]`));
pins.forEach((pin) => pin.click());
const told = [...$("choices").querySelectorAll("button")].find((one) => one.dataset.move === wanted);
pins.length ? pins.at(-1).click() : told.click();
"""


@pytest.mark.parametrize(
    ("game", "start"),
    [
        ("antonim", "2,4,5"),
        ("end-nim", "3,1,2"),
        ("exact-nim(2)", "3,4,5"),
        ("exact-slow-nim(2)", "2,3,4"),
        ("cyclic-nimhoff(3)", "4,5"),
        ("with-pass(nim)", "3,5"),
        ("lim", "3,5,6"),
        ("staircase", "2,3,2"),
        ("euclid", "7,50"),
        ("moore-nim(2)", "3,4,5"),
    ],
)
@pytest.mark.full(
    "antonim-2,4,5",
    "end-nim-3,1,2",
    "exact-slow-nim(2)-2,3,4",
    "cyclic-nimhoff(3)-4,5",
    "with-pass(nim)-3,5",
    "lim-3,5,6",
    "euclid-7,50",
    "moore-nim(2)-3,4,5",
)
def test_what_is_swept_from_heaps_is_played(page, game, start):
    """A touch on each heap that a move takes from, one more on the last; a move that takes nothing is a button."""
    ours = Bridge()
    here = ours.answer({"do": "new", "game": game, "position": start, "who": "two", "lang": "en"})
    begun(page, game, start=start, who="two")
    while not here["over"]:
        turn = len(here["turns"])
        move = here["moves"][(5 * turn + 4) % len(here["moves"])]
        if turn == 0 and not move["takes"]:
            assert move["words"] in offered(page)
        page.execute_script(SWEPT, move["text"])
        wait(page, f"state.turns.length === {turn + 1} && !busy", 10)
        here = ours.answer({"do": "play", "move": move["text"], "lang": "en"})
        assert page.execute_script("return [state.position, state.turns]") == [here["position"], here["turns"]]


def test_two_heaps_are_swept_before_a_move_is_made(page):
    begun(page, "exact-nim(2)", start="3,4,5", who="two")
    touch(page, "match 2 of 3, heap 1")
    assert len(offered(page)) == 9  # with 1 to 4 of heap 2, or 1 to 5 of heap 3
    touch(page, "match 4 of 5, heap 3")
    assert offered(page) == ["take 2 from heap 1 and 2 from heap 3"]
    assert page.execute_script("return document.querySelectorAll('.chosen').length") == 4
    touch(page, "match 1 of 4, heap 2")  # no move takes from three
    assert len(offered(page)) == 8
    begun(page, "delete-nim", start="5,2", who="two")
    touch(page, "match 2 of 5, heap 1")  # it goes, and the other heap: what stands on its two sides is left
    assert offered(page) == ["leave 1 and 3"]
    assert page.execute_script("return document.querySelectorAll('.chosen').length") == 3
    begun(page, "dawsons-kayles", start="5", who="two")
    touch(page, "pin 2 of 5")  # one alone is no move
    assert offered(page) == ["knock down pins 1 and 2", "knock down pins 2 and 3"]
    touch(page, "pin 3 of 5")
    assert offered(page) == ["knock down pins 2 and 3"]
    begun(page, "lasker", start="3,5", who="two")
    touch(page, "match 3 of 5, heap 2")
    assert offered(page) == ["divide heap 2 into 2, 3", "take 3 from heap 2, leaving 2"]
    begun(page, "with-pass(nim)", start="3,5", who="two")
    touch(page, "match 1 of 3, heap 1")
    assert "pass" in offered(page)


def test_a_picture_is_touched(page):
    for game, start, piece, moves in (
        ("node-kayles", "a-b,b-c", "b", ["choose b"]),
        ("arc-kayles", "a-b,b-c", "b-c", ["choose b-c"]),
        ("hackenbush", "ground-a,a-b,ground-c", "a", ["cut a-b", "cut ground-a"]),
        ("hackenbush", "ground-a,a-b", "ground-a", ["cut ground-a"]),
        ("chomp", "5,3,1", "square, row 1, column 3", ["bite row 1, column 3"]),
        (
            "cram",
            "3x4",
            "square, row 1, column 1",
            ["cover row 1, column 1 and row 1, column 2", "cover row 1, column 1 and row 2, column 1"],
        ),
        ("queen", "3,5", "square (3, 0)", ["queen to 3,0"]),
        ("welter", "1,3,6", "square 2", ["coin from 3 to 2", "coin from 6 to 2"]),
        ("turning-turtles", "2,3", "coin 1", ["turn 1 and 2", "turn 1 and 3"]),
        ("rugs", "1:3,2:2", "square, row 2, column 2", ["turn row 2, column 2", "turn 1:1, 1:2, 2:1 and 2:2"]),
        ("chocolate(2)", "2,5", "square (4, 1)", ["cut to height 0", "cut to length 3"]),
        ("dawsons-pawns", "..#....", "square, row 3, column 4", ["advance on file 4"]),
        ("brussels-sprouts", "1,4 | 3 | 4,4", "C", ["join C with itself"]),
        ("brussels-sprouts", "1,4 | 3 | 4,4", "E", ["join D and E", "join E with itself"]),
    ):
        begun(page, game, start=start)
        touch(page, piece)
        assert set(moves) <= set(offered(page)), (game, offered(page))
        assert len(offered(page)) < page.execute_script("return state.moves.length"), game


def test_what_is_touched_again_is_let_go(page):
    begun(page, "cram", start="2x2", who="two")
    marked = "['.chosen', '.open', '#choices button'].map((one) => document.querySelectorAll(one).length)"
    for seen in ([1, 2, 0], [0, 0, 0], [1, 2, 0]):
        touch(page, "square, row 1, column 1")
        assert page.execute_script(f"return {marked}") == seen


def test_spots_are_joined_by_touching_them(page):
    """Two places one after the other; the same twice for a line back to it, of which one chooses what it leaves."""
    begun(page, "sprouts", start="3", who="two")
    assert offered(page) == []
    touch(page, "spot 1")
    loops = ["nothing on one side, 2, 3 on the other", "2 on one side, 3 on the other"]
    assert offered(page) == [*(f"join 1 with itself: {sides}" for sides in loops), "join 1 and 2", "join 1 and 3"]
    assert page.execute_script("return $('choices').childElementCount") == 0
    touch(page, "spot 1")
    loaded = "[...$('choices').querySelectorAll('button > img')].filter((one) => one.naturalWidth).length"
    assert wait(page, f"{loaded} === 2")
    touch(page, "spot 2")
    wait(page, "state.turns.length === 1 && !busy")
    assert page.execute_script("return [state.position, state.turns[0].words]") == ["0,1a1a", "join 1 and 2"]
    assert page.execute_script("return pieces.map((piece) => piece.name)") == ["spot 1", "spot 2", "spot 3", "spot 4"]


@pytest.mark.parametrize(
    ("game", "start"), [("chomp", "3,3,2"), ("sprouts", "3"), ("treblecross", "9"), ("queen", "3,5")]
)
def test_what_the_page_says_of_a_move_can_be_typed(page, game, start):
    begun(page, game, start=start, who="two")
    for turn, number in enumerate((1, 0), 1):
        text, words = page.execute_script(
            "const move = state.moves[arguments[0]]; return [move.text, wordsOf(move)]", number
        )
        page.execute_script("$('move').value = arguments[0].toUpperCase(); $('typed').requestSubmit()", words)
        wait(page, f"state.turns.length === {turn} && !busy", 10)
        assert page.execute_script("return state.turns.at(-1).text") == text
    if game != "sprouts":  # in numbers alone, as they stand in the picture
        script = "const move = state.moves.at(-1); return [move.text, wordsOf(move).match(/[0-9]+/g).join(',')]"
        text, numbers = page.execute_script(script)
        page.execute_script("$('move').value = arguments[0]; $('typed').requestSubmit()", numbers)
        wait(page, "state.turns.length === 3 && !busy", 10)
        assert page.execute_script("return state.turns.at(-1).text") == text
    assert "join" not in words or page.execute_script("return state.may").count("join") == page.execute_script(
        "return state.moves.length"
    )


@pytest.mark.parametrize(
    ("game", "start", "typed", "move"),
    [
        ("hackenbush", "ground-a,a-b", "B-A", "cut a-b"),
        ("cram", "2x2", "1:1 and 1:2", "cover 1:1 and 1:2"),
        ("cram", "2x2", "1:1 1:2", "cover 1:1 and 1:2"),
        ("chomp", "2x2", "row 2, column 2", "bite 2:2"),
    ],
)
def test_a_move_is_typed_by_what_it_is_made_on(page, game, start, typed, move):
    begun(page, game, start=start, who="two")
    page.execute_script("$('move').value = arguments[0]; $('typed').requestSubmit()", typed)
    wait(page, "state.turns.length === 1 && !busy", 10)
    assert page.execute_script("return state.turns.at(-1).text") == move


def test_a_blocked_game_is_played_by_touching_the_move_and_what_is_forbidden(page):
    begun(page, "blocked(kayles,3)", start="5", who="two")
    assert len(offered(page)) == 1  # one asks first
    page.execute_script("$('choices').querySelector('button').click()")
    wait(page, "state.turns.length === 1 && !busy")
    assert "Forbid the other player up to 2 moves." in page.execute_script("return $('status').textContent")
    touch(page, "pin 3 of 5")
    assert offered(page) == ["forbid: knock down pin 3", "forbid nothing"]
    touch(page, "pin 3 of 5")
    wait(page, "state.forbids.begun && !busy")
    page.execute_script("$('undo').click()")  # what was begun, and no turn
    wait(page, "!state.forbids.begun && !busy")
    for _twice in range(2):
        touch(page, "pin 3 of 5")
    wait(page, "state.forbids.begun && !busy")
    page.execute_script("[...$('choices').querySelectorAll('button')].at(-1).click()")
    wait(page, "state.turns.length === 2 && !busy")
    assert "Forbidden: knock down pin 3." in page.execute_script("return $('status').textContent")
    for _twice in range(2):
        touch(page, "pin 1 of 5")
    wait(page, "state.forbids.made && !busy")
    assert page.execute_script("return pieces.length") == 4
    for pin in (4, 4, 1, 1):
        touch(page, f"pin {pin} of 4")
        wait(page, "!busy")
    wait(page, "state.turns.length === 3 && !busy")
    words = page.execute_script("return state.turns[2].words")
    assert words == "knock down pin 1, and forbid: knock down pin 1; knock down pin 4"
    assert severe(page) == []


def test_what_a_move_takes_away_is_shown_before(page):
    begun(page, "chomp", start="5,3,1")
    touch(page, "square, row 1, column 3")
    assert wait(page, "document.querySelectorAll('.going').length") == 4  # the rest of the row, and what is below
    begun(page, "hackenbush", start="ground-a,a-b,b-c,ground-d")
    touch(page, "a-b")
    assert (
        wait(page, "[...document.querySelectorAll('.going')].map((one) => one.ariaLabel).sort().join()")
        == "a-b,b,b-c,c"
    )


def test_what_a_move_changes_is_marked_before(page):
    begun(page, "geography", start="a: a-b,b-c")
    touch(page, "b")
    assert (
        wait(page, "[...document.querySelectorAll('.going')].map((one) => one.dataset.part).sort().join()") == "a,a-b"
    )
    assert page.execute_script("return document.querySelectorAll('.piece.chosen').length") == 1


def test_pins_are_taken_by_number(page):
    begun(page, "kayles", start="7")
    numbers = "return [...document.querySelectorAll('.pin')].map(p => p.dataset.number).join()"
    assert page.execute_script(numbers) == "1,2,3,4,5,6,7"
    page.execute_script("$('move').value = '4'; $('typed').requestSubmit()")
    wait(page, "state.turns.length >= 1 && !busy")
    assert page.execute_script("return state.turns[0].words") == "knock down pin 4"


def test_what_is_touched_in_a_row_is_played_and_stays_seen(page):
    """Pins leave gaps, crosses stay, and every piece keeps its number, whatever the rows have become."""
    kind = "one.tagName === 'BUTTON' ? 'o' : one.classList.contains('played') ? 'x' : '.'"
    kinds = f"[...document.querySelectorAll('#board .row > *')].map(one => {kind}).join('')"
    begun(page, "kayles", start="9", who="two")
    for turn, (pin, row) in enumerate(((9, "oooooooox"), (4, "oooxoooox"), (7, "oooxooxox"), (8, "oooxooxxx")), 1):
        for _twice in range(2):
            touch(page, f"pin {pin} of 9")
        wait(page, f"state.turns.length === {turn} && !busy")
        assert page.execute_script(f"return {kinds}") == row
        assert page.execute_script("return $('turns').lastChild.textContent").endswith(f"knock down pin {pin}")
    begun(page, "treblecross", start="11", who="two")
    for turn, (cell, row) in enumerate(((3, "..x..oooooo"), (11, "..x..ooo..x"), (7, "..x...x...x")), 1):
        for _twice in range(2):
            touch(page, f"cell {cell} of 11")
        wait(page, f"state.turns.length === {turn} && !busy")
        assert page.execute_script(f"return {kinds}") == row
    assert page.execute_script("return state.over")


@pytest.mark.parametrize("game", ["kayles", "dawsons-kayles", "dawsons-chess", "treblecross", "double-kayles"])
@pytest.mark.full("dawsons-kayles", "dawsons-chess", "treblecross", "double-kayles")
def test_rows_are_followed_through_a_whole_game(page, game):
    begun(page, game, start="5,7", who="two")
    for turn in range(12):
        page.execute_script("play(state.moves[arguments[0] % state.moves.length].text)", 7 * turn + 3)
        wait(page, f"state.turns.length === {turn + 1} && !busy")
        assert page.execute_script("return rowsOf(state).words.length") == turn + 1
        if page.execute_script("return state.over"):
            break
    assert page.execute_script("return state.over")


def test_a_sum_of_several_games_is_played_and_sent(page):
    page.execute_script("level = null; pick('nim'); $('rule').value = 'kayles 3 + nim 1,2'; $('who').value = 'two'")
    page.execute_script("$('setup').requestSubmit()")
    wait(page, "!busy && state.game === 'sum'")
    names = "[...document.querySelectorAll('#board small')].map((one) => one.textContent)"
    assert page.execute_script(f"return {names}") == ["Kayles", "Nim, heap 1", "Nim, heap 2"]
    for name in ("match 2 of 3, Kayles", "match 1 of 2, Nim, heap 2"):
        turns = page.execute_script("return state.turns.length")
        touch(page, name)
        touch(page, name)
        wait(page, f"state.turns.length === {turns + 1} && !busy")
    assert page.execute_script("return state.position") == "kayles 1,1 + nim 1,0"
    page.execute_script(
        "const link = location.hash; history.pushState(null, '', '#kayles'); state = null; location.hash = link"
    )
    wait(page, "!busy && state")
    assert page.execute_script("return [state.position, state.game]") == ["kayles 1,1 + nim 1,0", "sum"]


def test_the_boards_of_a_sum_are_touched(page):
    page.execute_script("level = null; pick('nim'); $('rule').value = 'cram 2x2 + chomp 2,2'; $('who').value = 'two'")
    page.execute_script("$('setup').requestSubmit()")
    wait(page, "!busy && state.game === 'sum'")
    for name in ("1. square, row 1, column 1", "1. square, row 1, column 2"):
        touch(page, name)
    wait(page, "state.turns.length === 1 && !busy")
    for _twice in range(2):
        touch(page, "2. square, row 2, column 2")
    wait(page, "state.turns.length === 2 && !busy")
    assert page.execute_script("return state.position") == "cram ##/.. + chomp 2,1"


def test_the_tab_names_the_game_in_the_language_of_the_page(page):
    begun(page, "kayles", start="9")
    assert page.title == "Kayles – cgt"
    page.execute_script("lang = 'fr'; goHome(); translate()")
    assert page.title == "cgt\N{NO-BREAK SPACE}: jouer"
    page.execute_script("lang = 'en'; translate(); goHome()")
    assert page.title == "cgt: play"


def test_who_wins_is_told_of_the_pins_as_they_stand(page):
    begun(page, "kayles", start="9", who="two")
    page.execute_script("play('4')")
    wait(page, "state.turns.length === 1 && !busy")
    page.execute_script("$('explain').click()")
    told = wait(page, "!busy && $('message').textContent")
    assert told.startswith("Whoever’s turn it is can win. A move that wins is green.")
    assert "This is proved for every size" in told
    assert "What wins: knock down pin" in page.execute_script("return $('live').textContent")
    assert page.execute_script("return document.querySelectorAll('#board .advised').length") > 1


def test_a_hint_speaks_of_the_queen(page):
    begun(page, "queen", start="5,8")
    page.execute_script("$('hint').click()")
    told = wait(page, "!busy && $('message').textContent")
    assert told == "Queen to 5,3."


def test_the_end_is_told_and_a_rematch_is_one_touch(page):
    begun(page, "nim", start="1")
    touch(page, "match 1 of 1")
    touch(page, "match 1 of 1")
    wait(page, "state.over && !busy")
    assert page.execute_script("return [$('status').textContent, $('ended').hidden]") == ["You win!", False]
    page.execute_script("$('again').click()")
    wait(page, "!state.over && !busy")
    assert page.execute_script("return [state.position, $('ended').hidden]") == ["1", True]


def test_a_level_is_won_predicted_and_its_secret_said(page):
    """Seven matches: three stars, which are there when the page is opened again."""
    page.execute_script("climb(0)")
    wait(page, "state.game === 'bounded-nim(2)' && !busy")
    for _turn in range(4):  # who leaves a multiple of three wins
        turns = page.execute_script("return state.turns.length")
        page.execute_script("play(String(Number(state.position) % 3))")
        wait(page, f"state.turns.length > {turns} && !busy")
        if page.execute_script("return state.over"):
            break
    assert page.execute_script("return $('stars').textContent") == "★☆☆"
    page.execute_script("$('predict').click()")
    assert wait(page, "!busy && predicted && $('hint').disabled")  # a hint would tell
    for row in range(3):
        wait(page, "!busy && predicted?.right === null && !$('yes').hidden")
        page.execute_script("$(predicted.number % 3 ? 'yes' : 'no').click()")
        wait(page, f"!busy && predicted.row === {row + 1}")
        page.execute_script("$(predicted.row < 3 ? 'another' : 'back').click()")
    wait(page, "!busy && !predicted")
    assert page.execute_script("return $('stars').textContent") == "★★☆"
    write = "$('secret').click(); $('numbers').value = arguments[0]; $('test').requestSubmit()"
    for wrong, seen in (("3", "Which numbers come next?"), ("3, 6, 8", "at 8, whoever begins wins")):
        page.execute_script(write, wrong)
        assert seen in wait(page, "!busy && $('guessed').textContent")
        assert page.execute_script("return [state.position, $('stars').textContent]") == ["7", "★★☆"]
        page.execute_script("$('guess').close()")
    page.execute_script(write, "every third")
    assert "You found it" in wait(page, "!busy && $('guessed').textContent")
    page.execute_script("$('guess').close()")
    page.execute_script("$('secret').click()")
    assert page.execute_script("return [$('numbers').value, $('form').textContent]") == ["", ""]
    page.execute_script("$('guess').close()")
    assert page.execute_script("return $('stars').textContent") == "★★★"
    page.execute_script("goHome()")
    assert "★★★" in page.execute_script("return $('rungs').firstChild.textContent")
    assert page.execute_script("return JSON.parse(localStorage['cgt-ladder'])['Seven matches'].secret")


def test_a_level_says_once_that_the_last_move_loses(page):
    page.execute_script("climb(3)")
    wait(page, "!busy && level === 3")
    told = page.execute_script("return $('introduction').textContent")
    assert told == "New: up to three, and whoever takes the last match loses."


def test_the_history_is_a_curve_and_the_opponents_mistake_is_told(page):
    begun(page, "bounded-nim(3)", start="5", level="beginner")
    page.execute_script("play('1')")
    wait(page, "state.turns.length === 2 && !busy")
    page.execute_script("play(state.moves.at(-1).text)")
    wait(page, "state.over && !busy")
    assert page.execute_script("return $('why').textContent") == "Where did the computer go wrong?"
    page.execute_script("$('history').click()")
    dots = "[...document.querySelectorAll('#curve circle')].map(one => one.className.baseVal)"
    assert wait(page, f"!busy && {dots}.length && {dots}") == ["mine"] * 4
    page.execute_script("$('why').click()")
    assert "could not win" in wait(page, "!busy && $('message').textContent")


def test_who_never_moved_is_not_asked_for_a_mistake(page):
    begun(page, "nim", start="5")
    page.execute_script("play(state.moves.at(-1).text)")
    wait(page, "state.over && !busy")
    assert page.execute_script("return [state.turns.length, $('why').hidden]") == [1, True]


def test_two_people_play_on_one_device(page):
    begun(page, "nim", start="1,1", who="two")
    assert page.execute_script("return $('status').textContent") == "Player 1, your move."
    page.execute_script("play('1 from 1')")
    wait(page, "state.turns.length === 1 && !busy")
    assert page.execute_script("return $('status').textContent") == "Player 2, your move."


def test_the_order_of_games_begins_with_easy_ones(page):
    listed = "[...$('games').children].map(one => one.tagName === 'H3' ? one.textContent : '')"
    found = page.execute_script(f"return {listed}")
    assert [place for place, group in enumerate(found) if group][:2] == [0, 11]
    groups = [group for group in found if group]
    assert (groups[0], groups[-1]) == ("To begin with", "For experts")
    page.execute_script("goHome()")
    pictures = "[...$('games').querySelectorAll('img')]"
    assert wait(page, f"{pictures}.every(one => one.src && one.complete)")
    drawn = page.execute_script(f"return {pictures}.map(one => [one.parentElement.dataset.game, one.naturalWidth > 0])")
    assert [name for name, is_drawn in drawn if not is_drawn] == []
    assert {name for name, _is_drawn in drawn} == {*ruleset_names()}


def test_notakto_opens_in_misere_play(page):
    page.execute_script("document.querySelector('[data-game=notakto]').click()")
    wait(page, "state.game === 'notakto' && !busy")
    told = page.execute_script("return [state.convention, $('introduction').textContent]")
    assert told[0] == "misere"
    assert "loses" in told[1]
    assert "wins" not in told[1]


def test_a_move_that_is_none_is_told_and_the_game_goes_on(page):
    begun(page, "nim", start="3,4")
    page.execute_script("$('move').value = '9 from 1'; $('typed').requestSubmit()")
    wait(page, "!busy && $('message').className.includes('bad')")
    assert page.execute_script("return state.turns.length") == 0
    page.execute_script("$('move').value = '1 from 2'; $('typed').requestSubmit()")
    wait(page, "state.turns.length >= 1 && !busy")


def test_what_may_be_typed_in_a_row_is_told_by_the_numbers_that_stand_there(page):
    """The library counts the pins of each part from 1: the page advised `1 of row 2` where pin 6 stands."""
    begun(page, "kayles", start="7", who="two")
    assert page.execute_script("return $('may').textContent").endswith("pins 5 and 6; …")
    page.execute_script("$('move').value = '5'; $('typed').requestSubmit()")
    wait(page, "state.turns.length === 1 && !busy")
    told = page.execute_script("return $('may').textContent")
    assert told.startswith("The moves are: knock down pin 1; knock down pin 2;")
    assert "row" not in told
    page.execute_script("$('move').value = '20'; $('typed').requestSubmit()")
    wait(page, "!busy && $('message').className.includes('bad')")
    assert page.execute_script("return $('message').textContent") == told
    page.execute_script("$('move').value = '6,7'; $('typed').requestSubmit()")
    wait(page, "state.turns.length === 2 && !busy")


def test_why_exactly_names_the_pins_by_the_numbers_that_stand_there(page):
    begun(page, "kayles", start="9", who="two")
    page.execute_script("play('1')")
    wait(page, "!busy && state.turns.length === 1")
    page.execute_script("$('explain').click()")
    told = wait(page, "!busy && $('message').querySelector('details')?.textContent")
    assert "knock down pins 5 and 6." in told  # of the eight that stand, the fourth and the fifth


def test_a_rule_that_is_none_is_told_beside_it_and_keeps_the_game(page):
    """The sheet was closed, and with it went what was typed; on a level, the level went, too."""
    page.execute_script("climb(2)")
    wait(page, "!busy && level === 2")
    page.execute_script("$('fresh').click(); $('rule').value = 'subtraction(1,3,4'; $('start').value = '12'")
    page.execute_script("$('start').focus(); $('setup').querySelector('[type=submit]').click()")
    wait(page, "!busy && $('refused').textContent")
    open_, rule, start, level, focus = page.execute_script(
        "return [$('sheet').open, $('rule').value, $('start').value, level, document.activeElement.id]"
    )
    assert (open_, rule, start, level, focus) == (True, "subtraction(1,3,4", "12", 2, "start")
    page.execute_script("$('rule').value += ')'; $('setup').querySelector('[type=submit]').click()")
    wait(page, "!busy && state.game === 'subtraction(1,3,4)' && !$('sheet').open && level === null")
    assert page.execute_script("$('fresh').click(); return $('refused').textContent") == ""
    page.execute_script("$('sheet').close()")


def test_a_rule_of_ones_own_begins_on_the_first_screen(page):
    """It was behind a game, its sheet, and a line to unfold."""
    page.execute_script("goHome(); $('own').click()")
    shown = "return [$('sheet').open, $('typing').open, document.activeElement.id, $('sheet-title').textContent]"
    assert page.execute_script(shown) == [True, True, "rule", "A rule of your own"]
    page.execute_script("$('setup').querySelector('[type=submit]').click()")
    wait(page, "!busy && state.game === 'moves(n: 1 <= t <= n // 2 -> n - t)' && !$('sheet').open")
    page.execute_script("goHome(); $('own').click(); $('rule').value = 'moves(n: t ≥ 1 ∧ t ≤ 3 → n − t)'")
    page.execute_script("$('start').value = '7'; $('setup').querySelector('[type=submit]').click()")
    wait(page, "!busy && state.game === 'moves(n: t >= 1 & t <= 3 -> n - t)' && pieces.length === 7")
    page.execute_script("$('fresh').click()")
    assert page.execute_script(shown)[1] is False
    page.execute_script("$('sheet').close()")


@pytest.mark.parametrize("shape", [PHONE, (195, 422)], ids=["phone", "enlarged"])
def test_the_sheet_of_a_game_says_what_its_arguments_mean(page, shape):
    size(page, *shape)
    shown = "return [$('arguments').textContent, $('arguments').scrollWidth - $('arguments').clientWidth]"
    for game, start in (("wythoff", "3,5"), ("wythoff(2)", "3,5"), ("global-takeaway(2n)", "7,5"), ("nim", "3,5")):
        begun(page, game, start=start)
        page.execute_script("$('fresh').click(); $('typing').open = true")
        text, wide = page.execute_script(shown)
        page.execute_script("$('sheet').close()")
        form = cgt.parse_ruleset(game).argument_form
        assert text == (f"Arguments: {form}" if form else ""), game
        assert wide <= 0, game
    size(page, *DESKTOP)


def test_a_coin_is_said_to_be_heads_or_tails(page):
    begun(page, "turning-turtles", start="THH", who="two")
    names = "return pieces.map((piece) => piece.node.getAttribute('aria-label'))"
    assert page.execute_script(names) == ["coin 1, tails", "coin 2, heads", "coin 3, heads"]
    begun(page, "node-kayles", start="a-b,b-c", who="two")
    assert page.execute_script(names) == ["a", "b", "c"]


def test_a_square_is_said_to_be_occupied(page):
    """Who does not see the board could not know which squares the coins stand on."""
    names = "return pieces.map((piece) => piece.node.getAttribute('aria-label'))"
    for game in ("silver-dollar", "welter"):
        begun(page, game, start="1,3", who="two")
        assert page.execute_script(names) == ["square 0", "square 1, occupied", "square 2", "square 3, occupied"]
    begun(page, "kotzig(10,1,2)", start="0", who="two")
    assert page.execute_script(names) == ["square 1", "square 2"]


def test_matches_are_seen_in_the_colours_of_the_system_and_on_paper(page):
    """Where those are forced a button has no background but the system's, and none on paper: no match was seen."""
    begun(page, "nim", start="3,4,5")
    assert page.execute_script("return getComputedStyle(pieces[0].node, '::before').printColorAdjust") == "exact"
    script = "return getComputedStyle(pieces[0].node, '::before').forcedColorAdjust"
    assert page.execute_script(script) == "auto"
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
    try:
        assert page.execute_script(script) == "none"
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize(
    ("game", "piece", "seen"),
    [("treblecross", "cell 3 of 11", "backgroundColor"), ("cram", "square, row 1, column 2", "fill")],
)
def test_what_was_touched_looks_otherwise(page, game, piece, seen):
    looks = "[...pieces].map(({ node }) => getComputedStyle(node.querySelector('.hit') ?? node)[arguments[0]])"
    begun(page, game)
    assert len(set(page.execute_script(f"return {looks}", seen))) == 1
    touch(page, piece)
    assert len(set(page.execute_script(f"return {looks}", seen))) == 2


def test_what_a_move_was_made_on_is_seen_after_it(page):
    begun(page, "queen", start="5,8", who="two")
    page.execute_script("play('queen to 4,8')")
    wait(page, "state.turns.length === 1 && !busy")
    made = "return [...document.querySelectorAll('.made')].map((one) => one.dataset.part)"
    assert page.execute_script(made) == ["4,8"]


def test_every_square_of_a_large_board_can_be_touched(page):
    """A board of 760 dominoes; what is larger than what the page is told says so, and is typed."""
    begun(page, "cram", start="20x20", who="two")
    touch(page, "square, row 20, column 20")
    assert offered(page) == [
        "cover row 19, column 20 and row 20, column 20",
        "cover row 20, column 19 and row 20, column 20",
    ]
    begun(page, "nim", start="5000", who="two")
    assert "type" in page.execute_script("return $('choices').lastChild.textContent")
    page.execute_script("$('move').value = '4321'; $('typed').requestSubmit()")
    wait(page, "state.turns.length === 1 && !busy")
    assert page.execute_script("return state.position") == "679"


def test_it_speaks_french_at_once(page):
    """The switch of the language keeps the game, its turns in the new language."""
    begun(page, "nim", start="1,2")
    switch = "$('language').value = arguments[0]; $('language').onchange()"
    page.execute_script(switch, "fr")
    wait(page, "!busy")
    assert page.execute_script("return document.documentElement.lang") == "fr"
    assert "lang=fr" in page.current_url  # so that it stays as it was chosen when the page is loaded again
    assert page.execute_script("return $('hint').textContent") == "Indice"
    page.execute_script("$('hint').click()")
    assert "laissez" in wait(page, "!busy && document.getElementById('message').textContent")
    page.execute_script("$('move').value = '9 de 1'; $('typed').requestSubmit()")
    assert "pas permis" in wait(page, "!busy && $('message').className.includes('bad') && $('message').textContent")
    page.execute_script(switch, "en")
    wait(page, "!busy")
    assert page.execute_script("return [$('hint').textContent, state.position]") == ["Hint", "1,2"]


@pytest.mark.parametrize(("shape", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_nothing_is_wider_than_the_window(page, shape, scheme):
    size(page, *shape, scheme)
    for game in ("queen", "kayles", "node-kayles", "cram", "takeaway(2n)", "ruler", "welter", "sprouts"):
        begun(page, game)
        assert page.execute_script("return document.documentElement.scrollWidth - window.innerWidth") <= 0, game
    size(page, *DESKTOP)


def test_on_a_phone_that_enlarges_twice_nothing_is_cut(page):
    """The list of languages and large numbers stood out of the page, and the lists of the sheet out of the sheet."""
    begun(page, "nim", start="10^40,7")
    size(page, 195, 422)
    count = "document.querySelector('.count').getBoundingClientRect()"
    beside = page.execute_script(f"return [{count}.left, 195 - {count}.right]")
    page.execute_script("$('fresh').click()")
    inside = "const sheet = $('sheet').getBoundingClientRect(); return [...document.querySelectorAll('#sheet select')]"
    rights = page.execute_script(f"{inside}.map((one) => one.getBoundingClientRect().right - sheet.right)")
    page.execute_script("$('sheet').close(); goHome()")
    wide = page.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
    size(page, *DESKTOP)
    assert min(beside) >= 0
    assert max(rights) < 0
    assert wide <= 0


def test_a_star_of_another_tab_is_kept(page):
    script = """
        localStorage.setItem("cgt-ladder", JSON.stringify({ "One more": { won: true } }));
        level = 0; earn("predicted"); level = null;
        const kept = JSON.parse(localStorage.getItem("cgt-ladder"));
        localStorage.removeItem("cgt-ladder"); Object.keys(earned).forEach((one) => delete earned[one]);
        return [kept["One more"], kept["Seven matches"].predicted];
    """
    begun(page, "nim")
    assert page.execute_script(script) == [{"won": True}, True]


def test_each_domino_is_one_piece(page):
    begun(page, "cram", start="3x4", who="two")
    for turn, move in enumerate(("cover 1:1 and 1:2", "cover 2:2 and 3:2"), 1):
        page.execute_script("play(arguments[0])", move)
        wait(page, f"state.turns.length === {turn} && !busy")
    sides = "['width', 'height'].map((side) => Number(one.getAttribute(side)))"
    assert page.execute_script(f"return [...document.querySelectorAll('.domino')].map((one) => {sides})") == [
        [44, 20],
        [20, 44],
    ]
    page.execute_script("$('undo').click()")
    wait(page, "state.turns.length === 1 && !busy")
    assert page.execute_script("return document.querySelectorAll('.domino').length") == 1


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_many_matches_stand_in_lines_that_are_comfortable(page, width):
    size(page, width, 800)
    for start, least in (("15", 28), ("21", 28), ("48", 24)):
        begun(page, "bounded-nim(3)", start=start)
        box = page.execute_script("const box = pieces[0].node.getBoundingClientRect(); return [box.width, box.height]")
        assert least <= box[0] <= 96, (start, box)
        assert page.execute_script("return document.documentElement.scrollHeight <= window.innerHeight")
    size(page, *DESKTOP)


def test_a_heap_stands_in_one_line_where_there_is_room(page):
    """A name that is half a pixel wider than it says took the last match of the longest heap to a line of its own."""
    lines = "new Set([...row.children].map((one) => one.offsetTop)).size"
    for width in (360, 375, 390, 412, 768):
        size(page, width, 740)
        for start in ("3,4,5", "1,3,5,7", "2,6"):
            begun(page, "nim", start=start)
            rows = page.execute_script(f"return [...document.querySelectorAll('#board .row')].map((row) => {lines})")
            assert set(rows) == {1}, (width, start)
    size(page, *DESKTOP)


def focused(page):
    return page.execute_script("return document.activeElement.getAttribute('aria-label')")


def keys(page, *pressed):
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(page).send_keys(*pressed).perform()


def test_the_keyboard_alone_plays_a_whole_game(page):
    """One tab stop on the board; arrows walk, Enter shows a move and plays it; the focus stays on the board."""
    from selenium.webdriver.common.keys import Keys

    begun(page, "kayles", start="5", level="beginner")
    assert page.execute_script("return document.querySelectorAll('#board [tabindex=\"0\"]').length") == 1
    page.execute_script("$('title').tabIndex = -1; $('title').focus()")
    keys(page, Keys.TAB)
    assert focused(page) == "pin 1 of 5"
    keys(page, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert focused(page) == "pin 3 of 5"
    for _turn in range(5):
        before = page.execute_script("return state.turns.length")
        keys(page, Keys.ENTER)
        keys(page, Keys.ENTER)
        wait(page, f"state.turns.length > {before} && !busy")
        told = page.execute_script("return $('live').textContent")
        if page.execute_script("return state.over"):
            break
        assert focused(page).startswith("pin "), focused(page)
        assert "The computer plays" in told
    assert page.execute_script("return state.over")
    assert page.execute_script("return document.activeElement.id") == "again"
    assert "win" in told


def test_the_focus_goes_with_the_keyboard_from_the_list_to_the_board_and_back(page):
    """What had it was hidden: who hears the page was at its beginning again."""
    begun(page, "nim", start="3,4", who="two")
    at = "const at = document.activeElement; return at.id || at.getAttribute('aria-label')"
    page.execute_script("$('to-home').focus(); $('to-home').click()")
    assert page.execute_script(at) == "resume"
    page.execute_script("$('resume').click()")
    assert page.execute_script(at) == "match 1 of 3, heap 1"
    page.execute_script("goHome(); const one = $('rungs').querySelector('button'); one.focus(); one.click()")
    wait(page, "!busy && level === 0")
    assert page.execute_script(at) == "match 1 of 7"


def test_the_focus_goes_on_where_the_button_that_had_it_goes(page):
    """After Play again, Try from here, Take back and buttons of a level it was nowhere, and Tab passed the board."""
    at = "const at = document.activeElement; return at.id || at.getAttribute('aria-label')"

    def pressed(name):
        page.execute_script("$(arguments[0]).focus(); $(arguments[0]).click()", name)
        wait(page, "!busy")
        page.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")
        return page.execute_script(at)

    begun(page, "nim", start="1,2")
    page.execute_script("play('1 from 1')")
    wait(page, "state.over && past !== null && !busy")
    assert pressed("retry").startswith("match ")
    page.execute_script("play('1 from 1')")
    wait(page, "state.over && past !== null && !busy")
    assert pressed("again").startswith("match ")
    begun(page, "nim", start="1,2,4")
    page.execute_script("play(state.moves[0].text)")
    wait(page, "state.turns.length === 2 && !busy")
    assert pressed("undo").startswith("match ")
    page.execute_script("climb(0)")
    wait(page, "level === 0 && !busy")
    assert [pressed("predict"), pressed("yes") in {"another", "see"}, pressed("another")] == ["yes", True, "yes"]
    assert pressed("back").startswith("match ")
    assert pressed("other").startswith("match ")


def test_the_keyboard_alone_plays_sprouts_and_a_blocked_game(page):
    """Pieces by arrows and Enter, choices by Tab and Enter; the focus stays on the board, and each move is told."""
    from selenium.webdriver.common.keys import Keys

    for game, start in (("sprouts", "2"), ("blocked(kayles,2)", "3")):
        begun(page, game, start=start, who="two")
        page.execute_script("$('title').tabIndex = -1; $('title').focus()")
        for _stroke in range(80):
            if page.execute_script("return state.over"):
                break
            place = page.execute_script("return JSON.stringify([state.turns.length, state.forbids])")
            if page.execute_script("return !document.activeElement.closest('#board, #choices')"):
                page.execute_script("$('board').focus()")
                keys(page, Keys.TAB)
            keys(page, Keys.ENTER)
            wait(page, "!busy")
            if page.execute_script("return JSON.stringify([state.turns.length, state.forbids])") == place:
                if page.execute_script("return chosen?.fits.length !== 1"):  # more than one: another piece, or a choice
                    wanted = "document.querySelector('.piece.open') ?? $('choices').querySelector('button')"
                    page.execute_script(f"({wanted}).focus()")
                keys(page, Keys.ENTER)
                wait(page, "!busy")
            if not page.execute_script("return state.over"):
                here = page.execute_script("return document.activeElement.closest('#board, #choices') !== null")
                assert here, (game, page.execute_script("return document.activeElement.outerHTML"))
                assert page.execute_script("return $('live').textContent").strip(), game
        assert page.execute_script("return state.over")
        assert page.execute_script("return document.activeElement.id") == "again"


def test_arrows_walk_on_a_picture(page):
    from selenium.webdriver.common.keys import Keys

    begun(page, "cram", start="3x3")
    page.execute_script("pieces[0].node.focus()")
    keys(page, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    assert focused(page) == "square, row 2, column 2"
    keys(page, Keys.ARROW_UP)
    assert focused(page) == "square, row 1, column 2"


VIOLATIONS = """
const done = arguments[0], tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
axe.run(document, { runOnly: tags, resultTypes: ["violations"] }).then((found) => done(found.violations.map(
  (one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`)));
"""


@pytest.mark.parametrize(
    ("shape", "scheme"),
    [
        (PHONE, "dark"),
        *(
            pytest.param(*one, marks=pytest.mark.full)
            for one in ((DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "light"))
        ),
    ],
    ids=["phone", "desktop", "desktop-dark", "phone-light"],
)
def test_every_body_can_use_it(page, axe, upto, shape, scheme):
    size(page, *shape, scheme)
    page.execute_script(axe)
    found = {}
    one_of_each = ("bounded-nim(3)", "treblecross", "chomp", "hackenbush", "turning-turtles", "sprouts")
    others = ("kayles", "queen", "chocolate(2)", "dawsons-pawns", "brussels-sprouts", "delete-nim")
    for game in upto(one_of_each, full=(*one_of_each, *others)):
        begun(page, game)
        found[game] = page.execute_async_script(VIOLATIONS)
    begun(page, "blocked(kayles,3)", start="5", who="two")
    page.execute_script("play(state.moves[0].text)")
    wait(page, "state.turns.length === 1 && !busy")
    touch(page, "pin 3 of 5")
    found["forbidding"] = page.execute_async_script(VIOLATIONS)
    begun(page, "turning-turtles")
    touch(page, "coin 1")
    found["chosen"] = page.execute_async_script(VIOLATIONS)
    for dialog, opener in (("sheet", "fresh"), ("menu", "more")):
        page.execute_script("$(arguments[0]).click()", opener)
        found[dialog] = page.execute_async_script(VIOLATIONS)
        page.execute_script("$(arguments[0]).close()", dialog)
    begun(page, "compound(kayles,selective)", start="3,2", who="two")
    touch(page, "pin 2 of 3, row 1")
    touch(page, "pin 1 of 2, row 2")
    found["two rows"] = page.execute_async_script(VIOLATIONS)
    page.execute_script("goHome()")
    found["home"] = page.execute_async_script(VIOLATIONS)
    page.execute_script("climb(0)")
    wait(page, "state.game === 'bounded-nim(2)' && !busy")
    found["level"] = page.execute_async_script(VIOLATIONS)
    for dialog, opener in (("guess", "secret"), ("share", "link")):
        page.execute_script("$(arguments[0]).click()", opener)
        wait(page, "!busy && [...document.querySelectorAll('dialog')].some((one) => one.open)")
        found[dialog] = page.execute_async_script(VIOLATIONS)
        page.execute_script("$(arguments[0]).close()", dialog)
    begun(page, "bounded-nim(2)", start="2")
    page.execute_script("play('1')")
    wait(page, "past !== null && !busy")
    found["lost"] = page.execute_async_script(VIOLATIONS)
    size(page, *DESKTOP)
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_every_piece_is_as_large_as_a_finger(page):
    size(page, *PHONE)
    small = """return pieces.filter(({ node }) => {
        const box = node.getBoundingClientRect(); return Math.min(box.width, box.height) < 23.5;
    }).map((piece) => piece.name)"""
    for game in (
        "bounded-nim(3)",
        "kayles",
        "treblecross",
        "queen",
        "chomp",
        "chocolate(2)",
        "dawsons-pawns",
        "sprouts",
        "brussels-sprouts",
        "cram",
        "turning-turtles",
        "node-kayles",
    ):
        begun(page, game)
        assert page.execute_script(small) == [], game
    size(page, *DESKTOP)


def test_a_link_holds_the_whole_position(page):
    begun(page, "nim", start="3,5", convention="misere", who="two")
    page.execute_script("play('2 from 2')")
    wait(page, "state.turns.length === 1 && !busy")
    before = page.current_url
    page.execute_script("$('link').click()")
    assert wait(page, "!busy && $('code').querySelector('img')?.naturalWidth > 100")
    link = page.execute_script("return $('address').value")
    assert link == before.replace("?lang=en", "")
    assert link.endswith("#nim/3,3&convention=misere&who=two")
    page.execute_script("$('copy').click()")
    assert wait(page, "$('copied').textContent")
    page.execute_script("$('share').close()")
    page.get("about:blank")
    opened(page, link)
    found = page.execute_script("return [state.position, state.convention, state.computers, $('status').textContent]")
    assert found == ["3,3", "misere", [False, False], "Player 1, your move."]


def test_a_page_that_is_loaded_anew_goes_on_with_its_game(page):
    begun(page, "nim", start="3,5", level="perfect")
    page.execute_script("play('1 from 1')")
    wait(page, "state.turns.length === 2 && !busy")
    before = page.execute_script("return [state.position, state.turns.length, state.began.level]")
    page.refresh()
    wait(page, "document.body.dataset.ready === 'yes' && state && !busy")
    assert page.execute_script("return [state.position, state.turns.length, state.began.level]") == before


@pytest.mark.full
def test_a_game_of_two_people_goes_on_when_its_page_is_loaded_anew(page):
    begun(page, "nim", start="3,5", who="two")
    page.execute_script("play('1 from 1')")
    wait(page, "state.turns.length === 1 && !busy")
    page.refresh()
    wait(page, "document.body.dataset.ready === 'yes' && state && !busy")
    assert page.execute_script("return $('status').textContent") == "Player 2, your move."


def test_one_steps_back_from_a_game_to_the_list(page):
    page.execute_script("goHome()")
    here = page.current_url
    page.execute_script("document.querySelector('[data-game=kayles]').click()")
    wait(page, "!busy && state.game === 'kayles' && !$('table').hidden")
    page.execute_script("play('4')")
    wait(page, "state.turns.length === 2 && !busy")
    before = page.execute_script("return [state.position, location.hash]")
    page.execute_script("history.back()")
    wait(page, "!$('home').hidden && !busy")
    assert page.current_url == here
    page.execute_script("history.forward()")
    wait(page, "!$('table').hidden && !busy")
    assert page.execute_script("return [state.position, location.hash]") == before
    assert page.execute_script("return state.turns.length") == 2


def test_what_may_be_touched_is_brighter_than_what_may_not(page):
    begun(page, "geography", who="two")
    script = """return Object.fromEntries([...$('board').querySelectorAll('circle[data-part]')].map((one) =>
        [one.dataset.part, [one.classList.contains('shape'), getComputedStyle(one).opacity]]))"""
    found = page.execute_script(script)
    assert found.pop("a") == [False, "1"]  # the token
    assert found == {"b": [True, "1"], "c": [False, "0.4"], "d": [True, "1"], "e": [False, "0.4"]}
    tints = "return [...$('board').querySelectorAll('.hit')].map((one) => getComputedStyle(one).fill)"
    assert set(page.execute_script(tints)) == {"rgba(0, 0, 0, 0)"}


def test_nothing_is_taken_back_before_a_person_has_moved(page):
    begun(page, "nim", start="3,5", who="second")
    assert page.execute_script("return [state.turns.length, $('undo').disabled]") == [1, True]
    page.execute_script("play(state.moves[0].text)")
    wait(page, "state.turns.length === 3 && !busy")
    assert not page.execute_script("return $('undo').disabled")
    page.execute_script("$('language').value = 'fr'; $('language').onchange()")
    wait(page, "document.documentElement.lang === 'fr' && !busy")
    assert page.execute_script("return $('message').textContent") == ""
    page.execute_script("$('language').value = 'en'; $('language').onchange()")
    wait(page, "document.documentElement.lang === 'en' && !busy")


def test_the_sites_page_plays(browser, site, runtime):
    if not (site / "play" / "assets").is_dir():
        pytest.skip("the site was built without Pyodide")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        opened(browser, f"http://127.0.0.1:{server.server_port}/play/index.html?embed=1#wythoff")
        assert browser.execute_script("return state.game") == "wythoff"
        assert severe(browser) == []
        server.shutdown()


@pytest.mark.full
def test_a_page_on_a_site_opens_again_without_its_site(browser, runtime, tmp_path):
    assert main(["web", "-o", str(tmp_path / "play"), "--runtime", str(runtime)]) == 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path / "play"))
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    opened(browser, address)
    assert wait(
        browser, "navigator.serviceWorker.controller ?? navigator.serviceWorker.ready.then((one) => one.active.state)"
    )
    server.shutdown()
    server.server_close()
    browser.get("about:blank")
    opened(browser, f"{address}?lang=en#kayles")
    assert browser.execute_script("return state.game") == "kayles"


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser")
def test_the_served_page_plays(browser):
    from cgt.apps.web.server import PageServer

    with PageServer(0) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        opened(browser, f"{server.address}#kayles")
        assert browser.execute_script("return state.game") == "kayles"
        server.shutdown()


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser")
@pytest.mark.parametrize(
    "title", ["</script><script>hacked = 1</script>", "<!--<script>", "<img src=x onerror=hacked=1>"]
)
def test_a_title_is_only_text_in_a_browser(browser, monkeypatch, title):
    from cgt.apps.web.page_forms import _in_each_language
    from cgt.apps.web.server import PageServer

    monkeypatch.setattr(cgt.games.Nim, "title", title)
    _in_each_language.cache_clear()
    with PageServer(0) as server:
        _in_each_language.cache_clear()
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        browser.get_log("browser")
        opened(browser, f"{server.address}?lang=en#nim")
        texts = browser.execute_script("return [...document.querySelectorAll('label, button')].map(b => b.textContent)")
        assert any(title in text for text in texts)
        assert browser.execute_script("return [typeof hacked, document.scripts.length]") == ["undefined", 1]
        assert severe(browser) == []
        server.shutdown()


FOREIGN = """
const [address, done] = arguments, what = JSON.stringify({ do: "new", game: "nim", position: "3,5" });
const target = address + "answer?page=1", json = { "Content-Type": "application/json" };
const post = (more) => fetch(target, { method: "POST", body: what, ...more }).then((got) => got.text(), () => "");
const add = (tag, to) => to.appendChild(document.createElement(tag));
(async () => {
  const heard = [await post({}), await post({ mode: "no-cors" }), await post({ headers: json })];
  navigator.sendBeacon(target, what);
  const frame = add("iframe", document.body), form = add("form", document.body);
  frame.name = "inside"; frame.src = address;
  Object.assign(form, { method: "post", target: "inside", enctype: "text/plain", action: target });
  add("textarea", form).name = what; form.submit();
  await new Promise((later) => setTimeout(later, 1000));
  done(heard.join("") + (frame.contentDocument?.body.textContent ?? ""));
})();
"""


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no browser")
def test_a_foreign_page_begins_no_game(browser, tmp_path):
    from cgt.apps.web.server import PageServer

    (tmp_path / "index.html").write_text("<body>another site")
    with (
        PageServer(0) as server,
        ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as foreign,
    ):
        for each in (server, foreign):
            threading.Thread(target=each.serve_forever, args=(0.02,), daemon=True).start()
        for host in ("127.0.0.1", "evil.example"):
            browser.get(f"http://{host}:{foreign.server_port}/")
            assert browser.execute_async_script(FOREIGN, server.address) == ""
            assert "no game has begun" in server.game("1").answer('{"do": "state"}')
        browser.get(f"http://evil.example:{server.server_port}/")  # a foreign name that is pointed at this machine
        assert "only the page" in browser.execute_script("return document.body.textContent")
        browser.get_log("browser")
        opened(browser, server.address)
        assert severe(browser) == []  # its own policy lets the page play
        for each in (server, foreign):
            each.shutdown()


@pytest.mark.parametrize("link", ["#kayles%207/5", "#kayles%207%20%2B%20nim%203,5/9"])
def test_a_link_with_two_positions_is_refused(page, link):
    """The page played the first and was silent about the second."""
    begun(page, "nim", start="3,4", who="two")
    page.execute_script("location.hash = arguments[0]", link)
    wait(page, "!busy && $('message').textContent")
    assert page.execute_script("return [state.game, state.position]") == ["nim", "3,4"]
    message = page.execute_script("return $('message').textContent")
    assert message.startswith("The link gives two positions: kayles 7")
    assert f"and {link.rpartition('/')[2]} besides" in message


def test_who_follows_a_link_to_a_position_is_to_move(page):
    """After a game that the computer began, it moved at once in the game of a link, too: another position was shown."""
    begun(page, "nim", start="3,4", who="second")
    page.execute_script("location.hash = '#nim/1,2'")
    wait(page, "!busy && state.began.position === '1,2'")
    assert page.execute_script("return [state.position, state.computer, $('who').value]") == ["1,2", False, "second"]
