"""The page on a phone: 360 by 740 pixels, by touch alone; the ladder to its stars, and each game to its end."""

import json
import threading
from pathlib import Path
from urllib.parse import quote

import pytest

from cgt.apps.web.bridge import Bridge
from cgt.apps.web.ladder import LADDER
from cgt.apps.web.server import PageServer
from cgt.families.registry import example_ruleset, ruleset_names

SECRETS = json.loads((Path(__file__).parents[1] / "secrets.json").read_text())
"""Right secrets, in words that one child or another would write, in each language; and wrong ones."""

WAYS = 5
"""The number of right secrets that are typed on a level."""

LONGEST = 60
"""Turns after which a game that goes on for ever is left."""


class Phone:
    """A browser that is touched."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def open(self, link=""):
        self.browser.get("about:blank")
        self.browser.get(self.address + link)
        self.until("document.body.dataset.ready === 'yes' && !busy")

    def says(self, script, *arguments):
        return self.browser.execute_script(f"return {script}", *arguments)

    def until(self, condition, seconds=60):
        from selenium.webdriver.support.wait import WebDriverWait

        wait = WebDriverWait(self.browser, seconds, poll_frequency=0.02)
        return wait.until(lambda browser: browser.execute_script(f"return {condition}"))

    def touch(self, node):
        """Touch what an expression finds, where a finger would."""
        middle = """node => { node.scrollIntoView({ block: "nearest", inline: "nearest" });
            const { x, y, width, height } = node.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }"""
        x, y = self.says(f"({middle})({node})")
        at = [{"x": x, "y": y}]
        seen = self.says("window.touches = window.touches ?? (addEventListener('click', () => touches++, true), 0)")
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.until(f"touches > {seen}", 5)

    def press(self, name):
        self.touch(f"$('{name}')")
        self.until("!busy")


@pytest.fixture(scope="module")
def untouched(browsers):
    """No browser of other tests: one that has shown many pages of another size may answer no touch any more."""
    browsers.quit()
    browsers.running = None


@pytest.fixture
def phone(untouched, browser):
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    quick = [{"name": "prefers-reduced-motion", "value": "reduce"}, {"name": "prefers-color-scheme", "value": "light"}]
    with PageServer(0) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": quick})
        browser.get_log("browser")
        yield Phone(browser, server.address)
        assert [one["message"] for one in browser.get_log("browser") if one["level"] == "SEVERE"] == []
        browser.get("about:blank")
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        server.shutdown()


PIECES = """(wanted => {
    const move = state.moves.find((one) => one.text === wanted), { board } = state, at = (heap, place) =>
        pieces.findIndex(({ node: { dataset } }) => Number(dataset.heap) === heap && Number(dataset.place) === place);
    const named = (part) => pieces.findIndex(({ node }) => node.querySelector(".shape").dataset.part === part);
    if (board.kind === "svg") return move.parts.map(named);
    const made = ({ takes, leaves, places }) => (places && board.pieces in REACH)
        ? places.map((place) => at(takes[0][0], place - 1)) : (takes ?? []).map(([heap, amount]) => {
            const size = Number(board.heaps[heap].size), divided = leaves?.length > 1 && Number(amount) < size;
            const behind = divided ? Number(leaves[1]) : 0;
            return at(heap, size - behind - Number(amount));
        });
    return (move.joined ?? [move]).flatMap(made);
})(arguments[0])"""
"""The pieces that a move is made on, by their numbers."""


def play(phone, text):
    """Play a move by touch, the last piece twice if once only showed it; whether it took a button of words."""
    place = "JSON.stringify([state.turns.length, state.forbids])"
    over = f"{place} !== {json.dumps(phone.says(place))} && !busy"
    touched = [piece for piece in phone.says(PIECES, text) if piece >= 0]
    for piece in [*touched, *touched[-1:]]:
        if phone.says(over):
            return False
        phone.touch(f"pieces[{piece}].node")
        phone.until("!busy")
    if phone.says(over):
        return False
    button = f"[...$('choices').querySelectorAll('button')].find((one) => one.dataset.move === {text!r})"
    phone.touch(button)
    phone.until(over)
    return True


def win(phone):
    """Win the game at hand against the computer, by the library's advice."""
    ours = Bridge()
    while not phone.says("state.over"):
        ours.answer({"do": "resume", "record": phone.says("state.record")})
        play(phone, ours.answer({"do": "hint", "lang": phone.says("lang")})["move"])
    assert phone.says("[state.computers[state.winner], $('status').className]") == [False, "status won"]


def is_won(rung, position):
    ours = Bridge()
    ours.answer({"do": "new", "game": rung.game, "position": position, "convention": str(rung.convention)})
    return ours.answer({"do": "explain"})["outcome"] == "N"


def climb(phone, level, lang):
    """All three stars of a level, from the first screen on."""
    rung = LADDER[level]
    phone.touch(f"$('rungs').children[{level}].firstChild")
    phone.until("!busy && level !== null")
    assert phone.says("$('stars').textContent") == "☆☆☆"
    if not is_won(rung, rung.position(rung.start)):
        phone.press("other")
    win(phone)
    assert phone.says("$('stars').textContent") == "★☆☆"
    phone.press("predict")
    for _row in range(3):
        assert phone.says("[$('hint').disabled, $('secret').hidden]") == [True, True]
        phone.press("yes" if is_won(rung, phone.says("predicted.position")) else "no")
        phone.press("another" if phone.says("predicted.row < 3") else "back")
    assert phone.says("$('stars').textContent") == "★★☆"
    secrets = SECRETS[rung.title]
    for secret, wrong in zip(secrets[lang][:WAYS], secrets["wrong"], strict=False):
        begun = phone.says("state.position")
        for written, is_right in ((wrong, False), (secret, True)):
            phone.press("secret")
            phone.browser.find_element("id", "numbers").send_keys(written)
            phone.touch("$('test').querySelector('[type=submit]')")
            phone.until("!busy && $('guessed').textContent")
            assert phone.says("$('stars').textContent.endsWith('★')") >= is_right, secret
            assert phone.says("state.position") == begun
            if is_right:
                assert phone.says("$('there').hidden")
            phone.touch("$('guess').querySelector('.close')")
    assert phone.says("$('stars').textContent") == "★★★"
    phone.press("to-home")
    assert phone.says(f"$('rungs').children[{level}].textContent").endswith("★★★")


@pytest.mark.parametrize(("level", "lang"), [(0, "en"), (3, "en"), (0, "fr"), (13, "fr")])
@pytest.mark.full("3-en", "0-fr")
def test_a_level_is_climbed_to_its_three_stars(phone, level, lang):
    phone.open(f"?lang={lang}")
    phone.browser.execute_script("localStorage.clear()")
    phone.open(f"?lang={lang}")
    climb(phone, level, lang)


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_whole_ladder_is_climbed(phone, lang):
    phone.open(f"?lang={lang}")
    phone.browser.execute_script("localStorage.clear()")
    phone.open(f"?lang={lang}")
    for level in range(len(LADDER)):
        climb(phone, level, lang)
    assert phone.says("$('rungs').textContent.match(/★/g).length") == 3 * len(LADDER)


def test_the_ladder_is_the_first_screen_and_a_touch_from_it_every_game(phone):
    phone.open("?lang=en")
    assert phone.says("[$('home').hidden, $('table').hidden, $('rungs').childElementCount]") == [False, True, 20]
    assert phone.says("[...$('games').querySelectorAll('.game')].length") == len(ruleset_names())
    for name in ("cram", "kayles"):
        phone.touch(f"document.querySelector('[data-game={name}]')")
        phone.until("!busy && !$('table').hidden")
        assert phone.says("state.game") == name
        phone.press("to-home")
    phone.press("resume")
    assert phone.says("[$('home').hidden, state.game]") == [True, "kayles"]


def test_a_lost_game_shows_why_on_its_board_beside_the_next_level(phone):
    phone.open("?lang=en")
    phone.press("climb")
    play(phone, "2")  # to 5: whoever is there takes 2
    while not phone.says("state.over"):
        play(phone, "1")
    phone.until("past !== null && !busy")
    assert phone.says("$('status').textContent") == "The computer wins."
    assert "This would have won" in phone.says("$('message').textContent")
    assert "multiple" not in phone.says("$('message').textContent")  # the secret
    assert phone.says("document.querySelectorAll('#board .lost').length") > 0
    assert phone.says("document.querySelectorAll('#board .advised').length") > 0
    assert phone.says("[$('next').hidden, $('again').hidden, $('retry').hidden]") == [False, False, False]
    phone.touch("pieces[0].node")
    assert "Try from here" in phone.says("$('message').textContent")
    turn = phone.says("past.turn")
    phone.press("retry")
    assert phone.says("[state.turns.length, state.over]") == [turn - 1, False]
    win(phone)
    assert phone.says("$('stars').textContent") == "★☆☆"
    phone.press("next")
    assert phone.says("level") == 1


def test_the_reason_of_a_lost_game_hides_no_button(phone):
    """The board was as large as before the reason stood below it."""
    phone.open("?lang=en#chomp/5,5,5,5&level=perfect")
    phone.says("play(state.moves[0].text)")
    phone.until("past !== null && !busy")
    top = "document.querySelector('nav').getBoundingClientRect().top"
    assert phone.says(f"$('again').getBoundingClientRect().bottom <= {top}")


@pytest.mark.parametrize("link", ["queen/5,8", "kayles/1,2,3"])
def test_why_exactly_is_above_the_buttons(phone, link):
    """The board was as large as before the reason stood below it: the one could not be touched, the other not read."""
    phone.open(f"?lang=en#{link}")
    phone.press("more")
    phone.press("explain")
    above = "<= document.querySelector('nav').getBoundingClientRect().top"
    assert phone.says(f"document.querySelector('#message summary').getBoundingClientRect().bottom {above}")
    if link.startswith("kayles"):  # a board of squares has no room to give
        phone.touch("document.querySelector('#message summary')")
        phone.until(f"$('message').getBoundingClientRect().bottom {above}", 5)
        assert phone.says("document.querySelector('#message details').open")


def test_a_hint_on_a_level_keeps_its_secret(phone):
    phone.open("?lang=en")
    phone.press("climb")
    phone.press("hint")
    assert phone.says("$('message').textContent") == "Take 1."


def test_what_may_be_touched_looks_so_and_anything_answers(phone):
    phone.open("?lang=en#bounded-nim(3)/15&who=two")
    lit = "pieces.filter(({ node }) => !node.classList.contains('pale')).map((piece) => piece.name)"
    assert phone.says(lit) == ["match 13 of 15", "match 14 of 15", "match 15 of 15"]
    assert phone.says("$('board').querySelector('.count').textContent") == "15"
    places = "[...document.querySelectorAll('.pin')].map((one) => [one.offsetLeft, one.offsetTop])"
    before = phone.says(places)
    assert [sum(top == line for _left, top in before) for line in sorted({top for _left, top in before})] == [10, 5]
    phone.touch("pieces[1].node")
    assert phone.says("$('message').textContent") == "That is not a move here. Take 1 to 3."
    phone.touch("pieces[12].node")
    assert phone.says("$('message').textContent") == "Touch again to play: take 3."
    assert phone.says("$('choices').childElementCount") == 0
    assert all(
        abs(a - b) < 3
        for now, then in zip(phone.says(places), before, strict=True)
        for a, b in zip(now, then, strict=True)
    )
    phone.touch("pieces[12].node")
    phone.until("state.turns.length === 1 && !busy")
    assert phone.says("$('board').querySelector('.count').textContent") == "12"
    assert all(
        abs(a - b) < 3
        for now, then in zip(phone.says(places), before, strict=True)
        for a, b in zip(now, then, strict=True)
    )
    phone.touch("document.querySelector('.pin.gone')")  # what is taken answers, too
    assert "not a move" in phone.says("$('message').textContent")


def test_a_bite_shows_what_goes_and_leaves_the_rest_as_it_is(phone):
    phone.open("?lang=en#chomp/3,3&who=two")
    phone.touch("pieces.find((piece) => piece.name === 'square, row 1, column 3').node")
    phone.until("document.querySelectorAll('#board .going').length === 2")
    solid = "pieces.filter(({ node }) => getComputedStyle(node).opacity === '1').map((piece) => piece.name)"
    assert phone.says(solid) == [
        f"square, row {row}, column {column}" for row, column in ((1, 2), (1, 3), (2, 1), (2, 2))
    ]


@pytest.mark.parametrize("game", ["sprouts/3", "brussels-sprouts/4 | 4"])
def test_a_board_stays_where_it_is_while_choices_in_pictures_come(phone, game):
    phone.open(f"?lang=en#{game}&who=two")
    place = "(({ x, y }) => [x, y])(pieces[0].node.getBoundingClientRect())"
    before = phone.says(place)
    for _touch in range(2):
        phone.touch("pieces[0].node")
        phone.until("!busy")
    phone.until("[...$('choices').querySelectorAll('img')].some((one) => one.naturalWidth)")
    assert all(abs(a - b) < 3 for a, b in zip(phone.says(place), before, strict=True))
    assert phone.says("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_a_game_goes_on_when_the_server_comes_back(phone):
    def serve(port):
        server = PageServer(port)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return server

    first = serve(0)
    phone.address = first.address
    phone.open("?lang=en#nim/3,4,5&who=two")
    phone.says("play('3 from 1')")
    phone.until("!busy")
    first.shutdown()
    first.server_close()
    phone.says("play('4 from 2')")
    phone.until("!busy")
    assert f"Start cgt web --port {first.server_address[1]} again" in phone.says("$('message').textContent")
    assert "ERR_CONNECTION_REFUSED" in phone.browser.get_log("browser")[0]["message"]
    with serve(first.server_address[1]) as again:
        phone.says("play('4 from 2')")
        phone.until("!busy")
        assert phone.says("[state.position, state.turns.length, $('message').textContent]") == ["0,0,5", 2, ""]
        again.shutdown()


def test_what_a_heap_was_divided_into_is_read_whole(phone):
    phone.open("?lang=fr#grundy/20&who=two")
    for _turn in range(5):
        phone.says("play(state.moves[0].text)")
        phone.until("!busy")
    assert phone.says("$('board').querySelector('.count').textContent") == "1 + 1 + 1 + 1 + 1 + 15"
    assert phone.says("$('board').scrollWidth - $('board').clientWidth") <= 0


def test_the_buttons_below_the_board_are_as_large_as_a_finger_in_one_line(phone):
    phone.open("?lang=fr#nim")
    sizes = "[...document.querySelectorAll('nav button:not([hidden])')].map((one) => [one.offsetWidth, one.offsetTop])"
    widths, tops = zip(*phone.says(sizes), strict=True)
    assert min(widths) >= 44
    assert len(set(tops)) == 1


def test_moves_that_take_alike_are_told_apart_by_buttons(phone):
    phone.open("?lang=en#enforced(nim,wythoff)/2,1 by 1&who=two")
    phone.touch("pieces.find((piece) => piece.name === 'match 2 of 2, heap 1').node")
    words = phone.says("[...$('choices').querySelectorAll('button')].map((one) => one.textContent)")
    assert words == [f"nim: take 1 from heap 1, and enforce {game}" for game in ("nim", "wythoff")]


@pytest.mark.parametrize(
    ("link", "touched", "adding"),
    [
        ("nim/3,4,5", 1, []),
        ("kayles/7", 3, ["pin 3 of 7", "pin 5 of 7"]),
        ("exact-nim(2)/2,2", 1, ["match 1 of 2, heap 2", "match 2 of 2, heap 2"]),
    ],
)
def test_what_goes_with_what_was_touched_is_marked(phone, link, touched, adding):
    phone.open(f"?lang=en#{link}&who=two")
    phone.touch(f"pieces[{touched}].node")
    assert phone.says("[...document.querySelectorAll('#board .open')].map((one) => one.ariaLabel)") == adding


@pytest.mark.parametrize(
    ("link", "names"),
    [("mock-turtles/THHTH", ["coin 1", "coin 4", "coin 5"]), ("queen/5,8", ["square (4, 7)", "square (5, 3)"])],
)
def test_of_moves_with_several_pieces_one_is_marked(phone, link, names):
    phone.open(f"?lang=en#{link}&who=two")
    phone.press("more")
    phone.press("explain")
    words = "A move that wins is green." if "turtles" in link else "Moves that win are green."
    assert words in phone.says("$('message').textContent")
    marked = phone.says("pieces.filter(({ node }) => node.classList.contains('advised')).map((piece) => piece.name)")
    assert marked == names


@pytest.mark.parametrize(
    ("game", "start", "moves", "counts"),
    [
        ("nim", "3,4,5", ("2 from 2", "5 from 3", "3 from 1"), ["0", "2", "0"]),
        ("grundy", "9", ("4, 5", "1, 3"), None),
        ("lasker", "5,7", ("2 from 2 leaving 5", "0 from 1 leaving 2, 3"), ["2 + 3", "5"]),
    ],
)
def test_heaps_keep_their_places(phone, game, start, moves, counts):
    phone.open(f"?lang=en#{game}/{start}&who=two")
    before = phone.says("document.querySelectorAll('#board .pin').length")
    for turn, move in enumerate(moves, 1):
        wanted = phone.says("state.moves.find((one) => one.text === arguments[0]) ?? state.moves[0]", move)["text"]
        phone.browser.execute_script("play(arguments[0])", wanted)
        phone.until(f"state.turns.length === {turn} && !busy")
    assert phone.says("document.querySelectorAll('#board .pin').length") == before
    if counts:
        assert phone.says("[...document.querySelectorAll('.count')].map((one) => one.textContent)") == counts


BY_WORDS = {
    "blocked",
    "pass",
    "lasker",
    "lctr",
    "taking-breaking",
    "octal",
    "hexadecimal",
    "delete-nim",
    "sprouts",
    "brussels-sprouts",
    "push-the-button",
    "enforced",
    "peg-duotaire",
}
"""Games with moves that no touch tells apart: to pass, to enforce a ruleset, to divide or take, a last square."""

ENDLESS = {"walk"}
"""Games that may go round for ever."""


def played_out(phone, name):
    """Play a game to its end by touch, both sides; how many moves took a button of words."""
    phone.open(f"?lang=en#{quote(str(example_ruleset(name)))}/{'2,4' if name == 'blocked' else ''}&who=two")
    words = 0
    for turn in range(LONGEST):
        if phone.says("state.over"):
            break
        moves = phone.says("state.moves.filter((move) => move.takes || move.parts.length).map((move) => move.text)")
        moves = moves or phone.says("state.moves.map((move) => move.text)")
        words += play(phone, moves[(7 * turn + 3) % len(moves)])
    assert phone.says("state.over") or name in ENDLESS
    return words


@pytest.mark.full
@pytest.mark.parametrize("name", ruleset_names())
def test_each_game_is_played_to_its_end_by_touch(phone, name):
    words = played_out(phone, name)
    assert words == 0 or name in BY_WORDS, words
    assert phone.says("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize(
    ("game", "start", "takes_words"),
    [
        ("compound(kayles,selective)", "4,3", False),
        ("compound(kayles,continued)", "4,3", False),
        ("compound(kayles,conjunctive)", "5,4", False),
        ("compound(dawsons-kayles,shortened)", "5,4", False),
        ("compound(treblecross,selective)", "5,4", False),
        ("compound(grundy,selective)", "6,5", False),
        ("compound(nim,selective)", "2,3,1", False),
        ("compound(wythoff,continued)", "3,5", False),
        ("compound(lasker,continued)", "3,4", True),
        ("selective(kayles,dawsons-kayles)", "5,2", False),
        ("forbidden(kayles,[1,1])", "5,2", False),
        ("enforced(kayles,dawsons-kayles)", "5,2 by 1", True),
    ],
)
@pytest.mark.full(
    "compound(kayles,continued)-4,3-False",
    "compound(kayles,conjunctive)-5,4-False",
    "compound(dawsons-kayles,shortened)-5,4-False",
    "compound(grundy,selective)-6,5-False",
    "compound(nim,selective)-2,3,1-False",
    "compound(wythoff,continued)-3,5-False",
    "selective(kayles,dawsons-kayles)-5,2-False",
)
def test_a_move_in_several_rows_is_touched_played_named_and_listed(phone, game, start, takes_words):
    """Each move of a game, as it is wanted; buttons of words only where moves are made on the same pieces."""
    phone.open(f"?lang=en#{quote(game)}/{quote(start)}&who=two")
    joined = 0
    for turn in range(LONGEST):
        if phone.says("state.over"):
            break
        moves = phone.says("state.moves")
        wanted = max(moves, key=lambda move: (len(move.get("joined") or move["takes"] or ()), move["text"]))
        words = phone.says("wordsOf(state.moves.find((move) => move.text === arguments[0]))", wanted["text"])
        joined += len(wanted.get("joined", ())) > 1
        assert play(phone, wanted["text"]) <= takes_words, (wanted, turn)
        assert phone.says("[state.turns.length, state.turns.at(-1).text]") == [turn + 1, wanted["text"]]
        assert words in phone.says("$('turns').lastChild.textContent")
    assert phone.says("state.over")
    assert joined or not game.startswith(("compound(kayles", "compound(grundy", "compound(lasker"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pins_in_two_rows_are_one_move(phone, lang):
    """The first touch is a move already; what goes with it is marked, and is added by a touch there."""
    phone.open(f"?lang={lang}#compound(kayles,selective)/3,2&who=two")
    pin = "pieces.find(({{ node: {{ dataset }} }}) => dataset.heap === '{}' && dataset.place === '{}').node"
    marked = "['.chosen', '.open'].map((one) => document.querySelectorAll('#board ' + one).length)"
    for heap, place, seen in ((0, 1, [1, 4]), (1, 0, [2, 3]), (1, 1, [3, 2])):
        phone.touch(pin.format(heap, place))
        assert phone.says(marked) == seen, (heap, place)
    words = {
        "en": "knock down pin 2, row 1; knock down pins 1 and 2, row 2",
        "fr": "abattre la quille 2, rangée 1\N{NO-BREAK SPACE}; abattre les quilles 1 et 2, rangée 2",
    }[lang]
    assert words in phone.says("$('message').textContent")
    phone.touch(pin.format(1, 0))
    phone.until("state.turns.length === 1 && !busy")
    assert phone.says("[state.turns[0].text, state.position]") == ["1: 2; 2: 1,2", "1,1,0"]


@pytest.mark.parametrize("name", ["cram", "queen", "kayles"])
def test_a_board_is_played_to_its_end_by_touch(phone, name):
    assert played_out(phone, name) == 0


def test_two_squares_make_a_domino_and_the_neighbours_light_up(phone):
    phone.open("?lang=en#cram/3x4&who=two")
    square = "pieces.find((piece) => piece.name === 'square, row {}, column {}').node"
    phone.touch(square.format(2, 2))
    lit = "[...document.querySelectorAll('.piece.open')].map((one) => one.ariaLabel).sort()"
    around = [f"square, row {row}, column {column}" for row, column in ((1, 2), (2, 1), (2, 3), (3, 2))]
    assert phone.says(lit) == around
    assert phone.says("[$('message').textContent, $('choices').childElementCount]") == ["Touch what is lit.", 0]
    phone.touch(square.format(2, 3))
    phone.until("state.turns.length === 1 && !busy")
    assert phone.says("state.turns[0].text") == "cover 2:2 and 2:3"


def test_each_position_and_each_level_has_a_link(phone):
    """The address of the page is the link, at any time; what is typed there is followed."""
    phone.open("?lang=en#wythoff/4,7")
    assert phone.says("[state.game, state.position, location.hash]") == ["wythoff", "4,7", "#wythoff/4,7"]
    play(phone, "2 from 2")
    assert phone.says("location.hash === hashHere() && location.hash.startsWith('#wythoff/')")
    for link, game, position in (
        ("#cram/..%23/...", "cram", "..#/..."),
        ("#takeaway(2n)/20", "takeaway(2n)", "20:19"),
        ("#ladder/4", "bounded-nim(3)", "15"),
        ("#kayles", "kayles", "9"),
        ("#moves(n: n - 1 | n >= 1 -> n // 2)/9", "moves(n: n - 1 | n >= 1 -> n // 2)", "9"),
        ("#moves(n: power2(t) & t <= n -> n - t)/9&who=two", "moves(n: power2(t) & t <= n -> n - t)", "9"),
    ):
        phone.browser.execute_script("location.hash = arguments[0]", link)
        phone.until(f"state.game === '{game}' && !busy")
        assert phone.says("[state.position, location.hash]") == [position, phone.says("hashHere()")], link
        found = phone.says("[linkHere(), state.position]")
        phone.open("?lang=en#nim/1,2")
        phone.browser.get(found[0])
        phone.until(f"state?.game === '{game}' && !busy")
        assert phone.says("state.position") == found[1]
    phone.press("to-home")
    assert phone.says("location.hash") == ""
    phone.open("?lang=en#no-such-game/3")
    assert "no-such-game" in phone.says("$('missed').textContent")
    phone.press("climb")
    assert phone.says("[level, location.hash]") == [0, "#ladder/1"]
    phone.open("?lang=en#nim/%E0%A4%A")
    assert phone.says("$('missed').textContent")


def test_a_link_says_normal_play_where_misere_is_usual(phone):
    """Notakto is offered in misère play: a link without a word of it is normal play, as of any other game."""
    phone.open("?lang=en#notakto/3x3")
    assert phone.says("[state.convention, location.hash]") == ["normal", "#notakto/3x3"]
    phone.open("?lang=en#notakto/3x3&convention=misere")
    assert phone.says("[state.convention, location.hash]") == ["misere", "#notakto/3x3&convention=misere"]
    phone.open("?lang=en#notakto")
    assert phone.says("state.convention") == "misere"


def test_a_link_with_a_level_between_is_played_at_it_and_one_that_says_nonsense_is_refused(phone):
    phone.open("?lang=en#nim/3,4&level=0.3")
    assert phone.says("state.began.level") == "0.3"
    phone.press("fresh")
    assert phone.says("$('level').value") == "0.3"
    for link, said in (
        ("nim/3,4&level=grand", "'grand' is no level"),
        ("nim/3,4&who=nobody", "'nobody'"),
        ("nim/3,4&convention=odd", "unknown convention 'odd'"),
    ):
        phone.open(f"?lang=en#{link}")
        assert said in phone.says("$('missed').textContent"), link


def test_a_strange_link_begins_no_strange_level(phone):
    for link in ("2.5", "99", "0", "abc"):
        phone.open(f"?lang=en#ladder/{link}")
        assert phone.says("[$('missed').textContent, level, state]") == ["There are levels 1 to 20.", None, None], link
    phone.open("?lang=en#nim/3&rung=5")
    assert phone.says("[level, state.game]") == [None, "nim"]


def test_a_strange_level_is_refused_on_the_first_screen_where_a_game_was_left(phone):
    """It was refused beside the board, which nobody saw."""
    phone.open("?lang=en#nim/3,5")
    phone.press("to-home")
    phone.browser.execute_script("location.hash = '#ladder/99'")
    phone.until("!location.hash && !busy")
    assert phone.says("[$('missed').textContent, $('home').hidden]") == ["There are levels 1 to 20.", False]
    phone.press("resume")
    assert phone.says("[$('message').textContent, location.hash]") == ["", "#nim/3,5"]


def test_a_link_that_cannot_be_followed_from_the_first_screen_stays_there(phone):
    """The page said for ever that Python loads."""
    phone.open("?lang=en")
    phone.browser.execute_script("location.hash = '#no-such-game/3'")
    phone.until("$('missed').textContent && !busy")
    assert phone.says("[$('home').hidden, $('table').hidden, location.hash]") == [False, True, ""]


def test_a_saved_game_is_opened_beside_the_ladder(phone, tmp_path):
    """Opened on a level, it was told as that level, and won it."""
    record = Bridge().answer({"do": "new", "game": "nim", "position": "7"})["record"]
    (tmp_path / "game.txt").write_text(record)
    phone.open("?lang=en#ladder/1")
    phone.press("more")
    phone.browser.find_element("id", "open").send_keys(str(tmp_path / "game.txt"))
    phone.until("state.game === 'nim' && !busy")
    assert phone.says("[level, $('title').textContent, location.hash]") == [None, "Nim", "#nim/7"]


def test_more_buttons_than_are_shown_are_told(phone):
    phone.open("?lang=en#nim/500")
    assert phone.says("$('choices').querySelectorAll('button').length") == 200
    assert "more moves" in phone.says("$('choices').textContent")


def test_colours_are_told_of_what_is_drawn_alone(phone):
    """Passing is no piece of the board: it is neither red nor green there."""
    phone.open("?lang=en#nim/500&who=two")
    phone.press("more")
    phone.press("explain")
    assert phone.says("$('message').textContent").startswith("Whoever’s turn it is can win. What wins: take 500.")
    phone.open("?lang=en#with-pass(nim)/1,1&who=two")
    for move in ("take 1 from heap 1", "take 1 from heap 2"):
        phone.browser.execute_script("play(arguments[0])", move)
        phone.until("!busy")
    phone.press("why")
    said = phone.says("$('message').textContent")
    assert said.startswith("Move 1 lost the game: take 1 from heap 1, in red. This would have won: pass.")


def test_a_draw_is_told_in_the_history_and_after_the_game(phone):
    phone.open("?lang=en#walk/a%3A%20a%3Eb%2Cb%3Ea%2Ca%3Ec%2Cc%3Ed&who=two")
    for move in ("go to c", "go to d"):
        phone.browser.execute_script("play(arguments[0])", move)
        phone.until("!busy")
    phone.press("more")
    phone.press("history")
    assert phone.says("$('curve').firstChild.getAttribute('aria-label').split('; ')") == [
        "moves made: 0, a draw",
        "moves made: 1, a win for player 2, moves left: 1",
        "moves made: 2, a win for player 2, moves left: 0",
    ]
    phone.press("why")
    said = phone.says("$('message').textContent")
    assert said.startswith("Move 1 lost the game: go to c, in red. This would have kept the draw, in green: go to b.")


def test_a_link_is_copied_and_has_a_code(phone):
    pytest.importorskip("segno")
    phone.open("?lang=en#wythoff/4,7")
    phone.press("more")
    phone.press("link")
    phone.until("$('code').querySelector('img')?.naturalWidth > 100")
    assert phone.says("$('address').value") == f"{phone.address}#wythoff/4,7"
    phone.press("copy")
    phone.until("$('copied').textContent")
    assert phone.says("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_sprouts_are_drawn_by_touch_and_what_is_drawn_stays(phone):
    """Two spots, or one twice and a picture; each line stays, a spot with three lines is grey and keeps its name."""
    phone.open("?lang=en#sprouts/3&who=two")
    spot = "pieces.find((piece) => piece.name === 'spot {}').node"
    lines = "[...$('board').querySelectorAll('path')].map((one) => one.getAttribute('d'))"
    drawn = []
    for turn, (first, second) in enumerate([(3, 3), (1, 2), (1, 5), (3, 4)], 1):
        phone.touch(spot.format(first))
        phone.touch(spot.format(second))
        phone.until(f"state.turns.length === {turn} && !busy || $('choices').querySelector('img')?.naturalWidth")
        if phone.says(f"state.turns.length < {turn}"):  # a line may have others on either side
            phone.touch("$('choices').firstChild")
        phone.until(f"state.turns.length === {turn} && !busy")
        words = f"join {first} and {second}" if first != second else f"join {first} with itself"
        assert phone.says("state.turns.at(-1).words").startswith(words)
        assert [line for line in phone.says(lines) if line in drawn] == drawn
        drawn = phone.says(lines)
        assert len(drawn) == turn
    assert phone.says("pieces.map((piece) => piece.name)") == ["spot 1", "spot 2", "spot 6", "spot 7"]
    grey = "[...$('board').querySelectorAll('circle[data-part]')].filter((one) => !one.closest('.piece'))"
    assert phone.says(f"{grey}.map((one) => one.dataset.part)") == ["3", "4", "5"]
    assert phone.says("document.documentElement.scrollWidth - window.innerWidth") <= 0
