"""The page's questions and the library's answers, as dictionaries of JSON values.

Every request is answered, with `{"error": text}` if nothing else; numbers of matches travel as text, since a page's
numbers lose digits. The page names the language with each request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from more_itertools import first, take

from cgt.apps.play.opponent import Level
from cgt.apps.play.record import read_record, write_record
from cgt.apps.play.session import GameSession, Player, sentence
from cgt.apps.show.drawings import drawing_after
from cgt.apps.web.board_data import board_of, heaps_shown, move_of, squares_in_words, touchable_parts
from cgt.apps.web.ladder import LADDER, Rung, question
from cgt.apps.web.links import qr_code
from cgt.core.atomic import parse_json
from cgt.core.changed_rules import BlockedMoves, Blocking
from cgt.core.game import Game, state_of, strategy_text
from cgt.core.language import _, available_languages, language
from cgt.core.numbers import exact_repr, is_whole
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.sketch import picture_of
from cgt.errors import BudgetError, CGTError, MissingExtraError, ParseError
from cgt.families.capabilities import ChangesGame
from cgt.families.registry import iter_rulesets
from cgt.solving.subjects import PositionText, has_position, parse_beginning

if TYPE_CHECKING:
    from cgt.solving.solve import Solution

Answer = dict[str, object]

FIRST_GAMES = {
    "bounded-nim": "15",
    "nim": "3,4,5",
    "kayles": "9",
    "fibonacci-nim": "20",
    "queen": "5,8",
    "treblecross": "11",
    "chomp": "5,5,5,5",
    "notakto": "3x3",
    "cram": "3x4",
    "hackenbush": "ground-a,a-b,a-c,ground-d,d-e,e-f,d-f,ground-g,g-h",
}
"""The games that a page offers first, easy ones, and where each begins: who begins can win."""

FOR_EXPERTS = (
    *("octal", "hexadecimal", "taking-breaking", "tartan", "blocked", "with-pass", "push-the-button"),
    *("moves", "vectors"),
)
"""Families that need to be known before they can be played: a page offers them last."""

GROUPS = ("easy", "heaps", "coins", "graphs", "boards", "other", "experts")
"""The kinds of games, in the order in which a page offers them."""

TRIED = {
    "search": "I tried all games from here",
    "table": "I worked out all smaller positions",
    "components": "I worked out each component by itself",
    "certificate": "This is proved for every size",
    "misère quotient": "I worked out all such positions",
    "canonical forms": "I tried all games from here",
    "tame sum": "I worked out each component by itself",
}
"""The routes that no person can follow, each with what was done."""

SHOWN_MOVES = 3_200
"""The most moves that a page is given: all dominoes of the largest board that is drawn; others are typed."""

SHOWN_WINNING = 3
"""The most winning moves that a page marks on the board."""

SHOWN_CHARACTERS = 100_000
"""The most characters of all moves that a page is given; of long ones, which name huge heaps, it is given fewer. Of
moves in several components, which are many but not long, ten times as many."""

LONGEST_REQUEST = 200_000
"""Characters of a request: a record of a very long game."""

LONGEST_POSITION = 2_000
"""Characters of a position: what is said of each of its moves is as long as itself."""


class Bridge:
    """One page with its game.

    >>> page = Bridge()
    >>> state = page.answer({"do": "new", "game": "fibonacci-nim", "position": "10"})
    >>> [move["text"] for move in state["moves"]][:3], state["over"]
    (['1', '2', '3'], False)
    >>> page.answer({"do": "play", "move": "2"})["position"]
    '8:4'
    >>> page.answer({"do": "reply"})["position"]
    '7:2'
    >>> page.answer({"do": "dance"})
    {'error': "the page asked for 'dance', which is none of ask, explain, games, hint, history, ladder, \
link, look, new, pictures, play, predict, redo, reply, resume, secret, state, undo, why"}
    """

    def __init__(self) -> None:
        self._session: GameSession | None = None
        self._does: dict[str, Callable[[Mapping[str, object]], Answer]] = {
            "ask": _ask,
            "explain": self._explain,
            "games": self._games,
            "hint": lambda _request: hint_of(self._game),
            "history": self._history,
            "ladder": _ladder,
            "link": _link,
            "look": self._look,
            "new": self._new,
            "pictures": _pictures,
            "play": self._play,
            "predict": _predict,
            "redo": lambda _request: self._moved(self._game.redo()),
            "reply": self._reply,
            "resume": lambda request: self._begin(read_record(_text(request, "record"))),
            "secret": _secret,
            "state": lambda _request: self._state(),
            "undo": lambda _request: self._moved(self._game.undo()),
            "why": self._why,
        }

    @property
    def record(self) -> str:
        """The game as text for `resume`; empty before one has begun."""
        return "" if self._session is None else write_record(self._session)

    def answer_text(self, request: str) -> str:
        """The answer to a request, both as JSON texts."""
        try:
            read = parse_json(request) if len(request) <= LONGEST_REQUEST else None
        except ParseError:
            read = None
        answer = self.answer(read) if isinstance(read, dict) else {"error": "the request is no JSON object"}
        return json.dumps(answer, ensure_ascii=False)

    def answer(self, request: Mapping[str, object]) -> Answer:
        """The answer to one request; `do` names the question, `lang` the language."""
        code = request.get("lang")
        with language(code if isinstance(code, str) and code in available_languages() else "en"):
            try:
                return self._action(request.get("do"))(request)
            except CGTError as error:
                return {"error": _error_text(error)}
            except MemoryError:
                return {"error": _("the memory is full")}
            except Exception as error:  # noqa: BLE001 - a plugin's mistake must not leave the page waiting for ever
                return {"error": f"{type(error).__name__}: {error}"}

    def _action(self, wanted: object) -> Callable[[Mapping[str, object]], Answer]:
        action = self._does.get(wanted) if isinstance(wanted, str) else None
        if action is None:
            raise ParseError(f"the page asked for {repr(wanted)[:40]}, which is none of {', '.join(self._does)}")
        return action

    @property
    def _game(self) -> GameSession:
        if self._session is None:
            raise ParseError(_("no game has begun"))
        return self._session

    def _games(self, _request: Mapping[str, object]) -> Answer:
        games = [(name, game, _group(name, game)) for name, game in playable_rulesets()]
        easy = list(FIRST_GAMES)
        games.sort(key=lambda one: (GROUPS.index(one[2]), easy.index(one[0]) if one[0] in easy else 0))
        return {
            "games": [
                {
                    "name": name,
                    "text": str(game),
                    "title": _(game.title),
                    "rules": _(game.rules),
                    "arguments": _(game.argument_form) if game.argument_form else "",
                    "example": FIRST_GAMES.get(name, game.example),
                    "conventions": [str(convention) for convention in game.conventions],
                    "group": group,
                }
                for name, game, group in games
            ],
        }

    def _new(self, request: Mapping[str, object]) -> Answer:
        rule = _text(request, "game")
        written = "" if has_position(rule) else _text(request, "position", "")  # the page's field keeps an earlier one
        game, start = parse_beginning(rule, written or None)
        convention = Convention.of(_text(request, "convention", "normal"))
        computer = Player(Level.of(_text(request, "level", "perfect")))
        who = _text(request, "who", "first")
        players = {"first": (Player(), computer), "second": (computer, Player()), "two": (Player(), Player())}
        if who not in players:
            raise ParseError(_("who plays is 'first', 'second' or 'two', not {value}").format(value=repr(who[:40])))
        seed = request.get("seed", 0)
        chosen = seed if isinstance(seed, int) else 0
        return self._begin(GameSession(game, start, convention, players=players[who], seed=chosen))

    def _begin(self, session: GameSession) -> Answer:
        length = len(session.ruleset.wording.position_text(session.position))
        if length > LONGEST_POSITION:
            text = _("a page shows positions of {longest_position} characters at most, not of {length}")
            raise ParseError(text.format(longest_position=LONGEST_POSITION, length=length))
        self._session = session
        return self._state()

    def _play(self, request: Mapping[str, object]) -> Answer:
        """Play a move; in a blocked game with the moves it forbids, `forbid`, or those alone."""
        session, forbid = self._game, request.get("forbid")
        behind = blocked_of(session)
        if behind is None or not isinstance(forbid, list):
            session.play_text(_text(request, "move"))
            return self._state()
        state, game = behind
        position, made = state.position, None
        if isinstance(state, BlockedMoves):
            made = game.wording.read_move(position, _text(request, "move"))
            position = position.play(made)
        forbidden = frozenset(game.wording.read_move(position, str(text)) for text in forbid)
        session.play(forbidden if made is None else (made, forbidden))
        return self._state()

    def _look(self, request: Mapping[str, object]) -> Answer:
        """The board after a move that is not played; in a blocked game with the moves there."""
        session, behind = self._game, blocked_of(self._game)
        here = session.position_text if behind is None else PositionText(behind[0].position, behind[1])
        game = session.ruleset if behind is None else behind[1]
        move = here.words.read_move(here.position, _text(request, "move"))
        after = here.position.play(move)
        drawn = None if behind else drawing_after(game, session.start, [*(turn.move for turn in session.turns), move])
        board = board_of(game, after, session.start, drawn)
        listed = {} if behind is None else listed_moves(PositionText(after, game), after.moves(), board)
        return {"board": board, **listed}

    def _reply(self, request: Mapping[str, object]) -> Answer:
        """The computer's move, at another level where the request names one."""
        self._game.play_computer(Level.of(_text(request, "level")) if "level" in request else None)
        return self._state()

    def _explain(self, _request: Mapping[str, object]) -> Answer:
        """The winner from here, the moves, and the reason in words and in full."""
        session = self._game
        solution = session.analyst.solution(session.position)
        if solution is None:
            raise BudgetError(_("this position is too large to be sure of a winning move"))
        winning = take(SHOWN_WINNING, session.winning_moves(solution))
        text = session.position_text
        parts = touchable_parts(board_of(session.ruleset, session.position, session.start, text.drawn))
        return {
            "outcome": str(solution.outcome),
            "winning": [move_of(text, move, parts) for move in winning],
            "reason": reason_of(session, session.position, solution),
            "exactly": sentence(session.exact_reason(solution)),
            "source": f"{_(str(solution.route))}{_(': ')}{_(solution.reference)}",
        }

    def _why(self, _request: Mapping[str, object]) -> Answer:
        """The mistake that lost the game: its turn, the board, and a move that would have won or drawn, and why."""
        session, winner = self._game, self._game.winner
        mistake = None if winner is None else session.mistake(1 - winner)
        text: Answer = {"text": _first_sentence(session.why_lost())}
        if mistake is None:
            return text
        turn, move = mistake.turn, session.better_move(mistake)
        board = board_of(session.ruleset, turn.position, session.start, turn.position_text.drawn)
        return {
            **text,
            "turn": turn.number,
            "outcome": str(mistake.solution.outcome),
            "winning": move_of(turn.position_text, move, touchable_parts(board)),
            "reason": reason_of(session, turn.position, mistake.solution),
            "board": None if blocked_of(session) else board,
            **listed_moves(turn.position_text, turn.position.moves(), board),
        }

    def _history(self, _request: Mapping[str, object]) -> Answer:
        """The winner at each position of the game, and the number of moves it could still last."""
        session = self._game
        positions = [turn.position for turn in session.turns] + [session.position]
        results: list[Answer] = []
        is_known = True
        for turn, position in reversed([*enumerate(positions)]):
            outcome, mover = session.analyst.outcome(position), turn % 2
            winner = {Outcome.N: mover, Outcome.P: 1 - mover}.get(outcome) if outcome else None
            # A position leads to all those after it: where one is too large, so are those before.
            lasts = session.analyst.lasts(position) if is_known and outcome else None
            is_known = lasts is not None
            results.insert(0, {"winner": winner, "draw": outcome is Outcome.D, "lasts": lasts})
        return {"history": results}

    def _moved(self, count: int) -> Answer:
        return {**self._state(), "moved": count}

    def _state(self) -> Answer:
        session, ruleset = self._game, self._game.ruleset
        parts = touchable_parts(board_of(ruleset, session.start))
        return {
            **facts_of_game(session),
            **facts_of_position(session, session.start),
            "mover": session.mover,
            "redo": session.can_redo,
            "computer": session.player.is_computer,
            "computers": [player.is_computer for player in session.players],
            "began": beginning_of(session),
            "record": self.record,
            "winner": session.winner,
            "turns": [
                {
                    "number": turn.number,
                    "mover": turn.mover,
                    "from": turn.position_text.description,
                    "heaps": [exact_repr(size) for size, _quota in heaps_shown(turn.position)],
                    **move_of(turn.position_text, turn.move, parts),
                }
                for turn in session.turns
            ],
        }


def _pictures(_request: Mapping[str, object]) -> Answer:
    """The initial position of each game, as SVG."""
    starts = {name: game.parse(FIRST_GAMES.get(name, game.example)) for name, game in playable_rulesets()}
    return {"pictures": {name: picture_of(start) or "" for name, start in starts.items()}}


def _ladder(_request: Mapping[str, object]) -> Answer:
    """The levels of the ladder, as data for the page."""
    return {
        "ladder": [
            {
                "title": _(rung.title),
                "news": _(rung.news),
                "game": rung.game,
                "form": rung.form.format(n="n"),
                "start": rung.position(rung.start),
                "convention": str(rung.convention),
            }
            for rung in LADDER
        ]
    }


def _link(request: Mapping[str, object]) -> Answer:
    """The QR code of a link; None for one that is too long, or without what draws it."""
    return {"code": qr_code(_text(request, "link"))}


def _rung(request: Mapping[str, object]) -> Rung:
    level = request.get("level")
    if not is_whole(level) or not 0 <= level < len(LADDER):
        raise ParseError(_("a level is a whole number from 0 to {last}").format(last=len(LADDER) - 1))
    return LADDER[level]


def _ask(request: Mapping[str, object]) -> Answer:
    """A position of a level whose winner is to be predicted."""
    rung, seed = _rung(request), request.get("seed", 0)
    number = question(rung, Random(f"ask {seed}"[:40]))  # noqa: S311 - questions, no secrets
    return {"number": number, "position": rung.position(number)}


def _predict(request: Mapping[str, object]) -> Answer:
    """Whether a prediction that the player to move wins (`wins`) or not is right."""
    rung, number = _rung(request), request.get("number")
    if not is_whole(number) or not rung.least <= number <= rung.most:
        raise ParseError(_("a number of this level is from {least} to {most}").format(least=rung.least, most=rung.most))
    wins = number not in rung.losing
    right = wins is (request.get("wins") is True)
    won, lost = _("whoever begins can win, whatever the other does"), _("whoever begins loses, if the other plays well")
    truth = won if wins else lost
    text = _("Right: {truth}.") if right else _("No: {truth}.")
    return {"right": right, "wins": wins, "text": text.format(truth=truth)}


def _secret(request: Mapping[str, object]) -> Answer:
    """The verdict on a written secret of a level; where it is wrong, a position that shows it."""
    from cgt.apps.web.written_rule import verdict_on

    rung = _rung(request)
    test = verdict_on(_text(request, "secret", ""), rung.losing, rung.least, rung.most, rung.beside)
    if test.holds:
        return {"found": True, "text": _("You found it! I tried every number up to {most}.").format(most=rung.most)}
    if test.wrong is None:
        return {"found": False, "text": _("Right so far. Which numbers come next?")}
    loses = test.wrong in rung.losing
    text = (
        _("Not yet: at {number}, whoever begins loses.") if loses else _("Not yet: at {number}, whoever begins wins.")
    )
    there = {"number": test.wrong, "wins": not loses, "position": rung.position(test.wrong)}
    return {"found": False, "text": text.format(number=test.wrong), **there}


def hint_of(session: GameSession) -> Answer:
    """The hint of a position without its reason: the advised move, and what it does."""
    choice = session.hint_choice()
    text = _first_sentence(session.hint_text(choice))
    if choice is None:
        return {"text": text, "move": None, "does": None}
    does = str(choice.reason)
    if session.analyst.ends_won(session.position.play(choice.move)):
        does = "ends"
    return {"text": text, "move": session.position_text.write(choice.move), "does": does}


def reason_of(session: GameSession, position: Position, solution: Solution) -> str:
    """The reason in words: the game's strategy, or that all games were tried; else the exact reason."""
    game, convention = session.ruleset, session.convention
    if strategy := strategy_text(game, position, convention):
        return sentence(strategy)
    if solution.route not in TRIED or solution.outcome is Outcome.D:
        return sentence(solution.explanation)
    how = _(TRIED[solution.route])
    if solution.outcome is Outcome.P:
        return _("{how}: whatever is played, there is an answer that wins.").format(how=how)
    return _("{how}: after this move, whatever the other does, there is an answer.").format(how=how)


def _first_sentence(text: str) -> str:
    """The first line of a text, as a sentence; the reason in the second line is given on request."""
    return sentence(text.partition("\n")[0])


def beginning_of(session: GameSession) -> Answer:
    """The beginning of the game, as a request `new`."""
    levels = [player.level for player in session.players]
    computer = next((place for place, level in enumerate(levels) if level is not None), None)
    return {
        "game": str(session.ruleset),
        "position": session.ruleset.wording.position_text(session.start),
        "convention": str(session.convention),
        "level": str(Level() if computer is None else levels[computer]),
        "who": "two" if computer is None else ("second", "first")[computer],
    }


def facts_of_game(session: GameSession) -> Answer:
    """The facts of a game that hold in every position."""
    ruleset = session.ruleset
    return {
        "game": str(ruleset),
        "title": _(ruleset.title),
        "rules": session.rules,
        "introduction": session.introduction,
        "goal": ruleset.wording.goal(session.convention),
        "convention": str(session.convention),
    }


def facts_of_position(session: GameSession, start: Position) -> Answer:
    """The facts of a position, independent of the moves that led to it.

    Of a blocked game the moves are those of the game behind it; `forbids` says that more belongs to a move: up to
    `most` moves are forbidden after it, or where `made` is no more null, now.
    """
    ruleset, position = session.ruleset, session.position
    behind, moves, text, forbids = blocked_of(session), position.moves(), session.position_text, None
    board = board_of(ruleset, position, start, text.drawn)
    if behind is not None:
        state, game = behind
        forbidden = state.forbidden if isinstance(state, BlockedMoves) else frozenset()
        text = PositionText(state.position, game)
        moves = (one for one in state.position.moves() if one not in forbidden)
        forbids = {
            "most": state.count - 1,
            "made": None if isinstance(state, BlockedMoves) else "",
            "words": squares_in_words(_("; ").join(sorted(map(text.move, forbidden)))),
        }
    return {
        "position": ruleset.wording.position_text(position),
        "board": board,
        **listed_moves(text, moves, board),
        "forbids": forbids,
        "may": sentence(session.move_summary()),
        "over": session.is_over,
    }


def listed_moves(text: PositionText, moves: Iterable[Move], board: Answer) -> Answer:
    """The moves of a position that the page lists, of those that are written alike one, and whether there are more."""
    listed: dict[object, Answer] = {}
    parts, room, walk = touchable_parts(board), SHOWN_CHARACTERS, iter(moves)
    for move in islice(walk, SHOWN_MOVES):
        one = move_of(text, move, parts)
        room -= len(str(one)) // (10 if "joined" in one else 1)
        if room < 0 and not parts:
            return {"moves": [*listed.values()], "more": True}
        listed.setdefault(one["text"], one)
    return {"moves": [*listed.values()], "more": first(walk, None) is not None}


def blocked_of(session: GameSession) -> tuple[Blocking | BlockedMoves, Game] | None:
    """The state of a game with forbidden moves, and the game behind it; None for other games."""
    ruleset: object = session.ruleset
    state: object = state_of(session.ruleset, session.position)
    if isinstance(ruleset, ChangesGame) and isinstance(state, Blocking | BlockedMoves):
        return state, ruleset.game
    return None


def playable_rulesets() -> Iterator[tuple[str, Game]]:
    """The registered games that can be played here: some need numpy, which a browser may lack."""
    for name, game in iter_rulesets():
        try:
            game.parse(game.example)
        except MissingExtraError:
            continue
        yield name, game


def _group(name: str, game: Game) -> str:
    """The group of a game: easy, for experts, or what it is played on."""
    if name in FIRST_GAMES:
        return "easy"
    kind = "experts" if name in FOR_EXPERTS else type(game).__module__.removeprefix("cgt.games.").partition(".")[0]
    return kind if kind in GROUPS else "other"


def _error_text(error: CGTError) -> str:
    """The error in words; what it advises to do at a command line is of no use on a page."""
    if isinstance(error, MissingExtraError):
        return _("the page has no automata here to read this rule: it is played by `cgt web` on a computer with numpy")
    text, advice = str(error), _("`cgt games` lists what there is")
    return text.removesuffix(advice).rstrip(":; \u00a0") if text.endswith(advice) else text


def _text(request: Mapping[str, object], key: str, default: str | None = None) -> str:
    value = request.get(key, default)
    if (value is None or value == "") and default is not None:
        return default
    if not isinstance(value, str):
        raise ParseError(f"the page must say {key}, as text")
    return value
