"""The registry of rulesets by name: ours from `cgt/games/__init__.pyi`, others from the entry points `cgt.games`.

Both are plugins, and go through the same checks. One is loaded only when its name is asked for; one that fails to load
is reported by name and harms no other.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial

from cgt.core.concurrency import raised_by_handler
from cgt.core.game import Game
from cgt.core.language import _
from cgt.core.numbers import format_value
from cgt.core.outcome import Convention
from cgt.core.plugins import OURS, Plugin, call_plugin, plugins
from cgt.core.reading import (
    arguments_of,
    check_text,
    indentation,
    plain_letters,
    split_outside_brackets,
    typed_signs,
    without_accents,
)
from cgt.errors import CGTError, ParseError, PluginError, PluginWarning, RulesetError, UnknownNameError

GROUP = "cgt.games"
"""The entry-point group, and the package of our own; an entry is a `Game` class, or a ready-made ruleset."""


_plugins = partial(plugins, GROUP, "game", GROUP)


def ruleset_names() -> list[str]:
    """The registered names, sorted; nothing is loaded.

    >>> {"nim", "takeaway", "wythoff"} <= set(ruleset_names())
    True
    """
    return list(_plugins().by_name)


def loaded_strangers() -> list[Plugin]:
    """The games of other packages whose modules are loaded."""
    strangers = [plugin for plugin in _plugins().by_name.values() if plugin.package != OURS]
    return [plugin for plugin in strangers if plugin.module in sys.modules]


def refused_rulesets() -> list[str]:
    """The reasons why entries are left out: an invalid name, or one that another game has."""
    return list(_plugins().refused.values())


@cache
def load_ruleset(name: str) -> type[Game] | Game:
    """The game registered under a name, in capitals or not: a `Game` class, or a ready-made ruleset.

    Raises:
        UnknownNameError: nothing is; the message lists near matches.
        PluginError: something is, but it cannot be imported or is not a ruleset.
    """
    plugin = _plugins().by_name.get(name)
    if plugin is None and name.lower() in _plugins().by_name:
        return load_ruleset(name.lower())
    if plugin is None:
        raise UnknownNameError(
            _("there is no ruleset {name}: {hint}").format(name=format_value(name), hint=_names_like(name))
        )
    loaded = plugin.load()
    if isinstance(loaded, Game) or (isinstance(loaded, type) and issubclass(loaded, Game)):
        own = getattr(loaded, "name", name)  # a class without one is refused when a game is made
        namesake = _plugins().by_name.get(own) if isinstance(own, str) and own != name else None
        if namesake is not None and namesake.load() not in {loaded, type(loaded)}:  # else it is registered twice
            raise PluginError(f"{plugin} calls itself {own!r}, which is another game: name its class {name!r}")
        return loaded
    raise PluginError(f"{plugin} is not a Game: register a Game class or object")


KNOWN_AS = {
    "marienbad": "nim",
    "tic-tac-toe": "notakto",
    "bachet": "bounded-nim",
    "batonnets": "bounded-nim(3)",
    "allumettes": "bounded-nim(3)",
    "fort-boyard": "bounded-nim(3)",
    "course-a-20": "bounded-nim(2)",
    "race-to-20": "bounded-nim(2)",
    "race-to-100": "bounded-nim(10)",
    "quilles": "kayles",
    "morpion": "notakto",
    "race-to-21": "bounded-nim(3)",
    "21": "bounded-nim(3)",
    "dots-and-boxes": "nimstring",
    "northcott": "nim",
    "northcotts": "nim",
    "poker-nim": "nim",
    "dominoes": "cram",
    "tablette-de-chocolat": "chomp",
    "subtract-square": "take-a-square",
    "cn": "circular-nim(k)",  # CN(n,k) in the papers, of n heaps
    "shrinking-circular-nim": "circular-nim(k,shrinking)",
    "matchsticks": "bounded-nim(3)",
    "nim-with-a-pass": "with-pass(nim)",
    "nim-with-a-pass-of-restricted-use": "with-pass(nim)",
    "wythoff-with-terminal-set": "moves",
    "terminal-set": "moves",
}
"""Names that people know a game by, or its nearest relative here; they are advice alone."""

LONGEST_MEANT = 400
"""A longer rule is not repeated where it is told that it stands in `moves(…)`."""

PARTIZAN = {
    **dict.fromkeys(("hex", "go", "checkers", "draughts", "dames", "amazons", "clobber"), ""),
    **dict.fromkeys(("toads-and-frogs", "konane", "othello", "reversi", "connect-four", "puissance-4", "cutcake"), ""),
    "domineering": "cram",
    "col": "node-kayles",
    "snort": "node-kayles",
    "red-blue-hackenbush": "hackenbush",
    "blue-red-hackenbush": "hackenbush",
}
"""Partizan games that people look for, with the game that they are where both players may make every move."""


def _names_like(text: str) -> str:
    """The hint after a name that is not registered: the names that are like it, however it is written."""
    from difflib import get_close_matches

    if re.match(_SENTENCE, text):
        return _("`cgt decide` decides a sentence")
    names = ruleset_names()
    name = _plain_name(text.partition("(")[0]).removeprefix("misere-").removesuffix("-misere")
    several = "-" in name
    if name in PARTIZAN and name not in names:
        text = _("it is partizan, each player has moves of their own, and here both have the same")
        if relative := PARTIZAN[name]:
            text = _("it is partizan, each player has moves of their own, and here both have the same: see {relative}")
        return text.format(relative=relative)
    near = get_close_matches(name, names, n=3, cutoff=0.65) if len(name) < 100 else []
    if several or not near:
        near = _with_title(name) or near
    if name in names:
        near = [name]
    if known := get_close_matches(name, KNOWN_AS, n=1, cutoff=0.85):
        near = [KNOWN_AS[known[0]]]
    if (apart := re.fullmatch(_APART, text)) and (meant := _plain_name(apart[1])) in names:
        near = [meant]
        with suppress(CGTError):
            near = [str(parse_ruleset(f"{meant}({apart[2]})"))]
    if re.fullmatch(_TAKEN, text):
        near = [_taking(text)]
    if (rule := re.fullmatch(_RULE, typed_signs(text))) and rule[2] not in names and len(text) < LONGEST_MEANT:
        near = [f"moves({rule[1]})"]
    if up_to := re.fullmatch(_UP_TO, text):
        near = [f"bounded-nim({up_to[1]})"]
    near = near or [word for word in name[:100].split("-") if word in names]
    if not near and 4 <= len(name) < 100 and not re.search("[0-9]", name):
        speaking = dict(rulesets_with(name))
        words = set(name.split("-"))
        near = [
            known
            for known, game in speaking.items()
            if words <= {*re.split(r"\W+", without_accents(f"{known} {_(game.title)}".lower()))}
        ]
        if speaking and not near and not several:
            return _("`cgt games {word}` lists those that speak of it").format(word=name)
    if near:
        return _("did you mean {choices}?").format(choices=", ".join(near[:3]))
    if several:
        return _(
            "`cgt games` lists what there is, and a rule of your own is a sentence, such as "
            "moves(n: t mod 2 == 1 -> n - t), which takes an odd number"
        )
    return _("`cgt games` lists what there is")


def _with_title(name: str) -> list[str]:
    """The names of the games that have this title, in English or in the language that is spoken."""
    games = iter_rulesets(warn=False)
    return [known for known, game in games if name in map(_plain_name, (game.title, _(game.title)))]


def _plain_name(text: str) -> str:
    """The name that a text may stand for, as names are written: no capitals, accents, apostrophes, no "the game of"."""
    plain = re.sub("['’`]", "", without_accents(text.lower()))
    words = re.sub(r"\bthe-|\b(?:game|jeu)(?:-of|-des?|-du)?(?:-la)?\b", "", re.sub(r"[\s_-]+", "-", plain))
    return re.sub("-+", "-", words).strip("-")


def iter_rulesets(*, warn: bool = True) -> Iterator[tuple[str, Game]]:
    """A typical game of every registered family, by name; entries left out raise the warning `PluginWarning`.

    Args:
        warn: whether they do; where a word is looked for, none of them was asked for.
    """
    for problem in refused_rulesets() if warn else ():
        warnings.warn(problem, PluginWarning, stacklevel=2)
    for name in ruleset_names():
        try:
            yield name, example_ruleset(name)
        except PluginError as error:
            if warn:
                warnings.warn(str(error), PluginWarning, stacklevel=2)


def rulesets_with(words: str) -> Iterator[tuple[str, Game]]:
    """The typical games whose name, title, rules, positions or references hold these words, in capitals or not.

    Words of the active language are found, too.

    >>> [name for name, _game in rulesets_with("triangular number")]
    ['moves', 'take-a-triangle']
    >>> from cgt.core.language import language
    >>> with language("fr"):
    ...     [name for name, _game in rulesets_with("quilles voisines")]
    ['dawsons-kayles', 'double-kayles', 'kayles']
    """

    def plain(text: str) -> str:
        return plain_letters(text).replace("-", " ")

    wanted = plain(words).split()
    for name, game in iter_rulesets(warn=False) if wanted else ():
        texts = (game.title, game.rules, game.position_form)
        text = plain(" ".join((name, *texts, *map(_, texts), *game.references)))
        if all(word in text for word in wanted):
            yield name, game


@cache
def example_ruleset(name: str) -> Game:
    """A typical game of the family registered under a name, made with its `example_arguments`.

    Raises:
        UnknownNameError: as `load_ruleset`.
        PluginError: likewise; or the game cannot be made, or does not say of itself what is shown of every game.

    >>> print(example_ruleset("takeaway"))
    takeaway(2n)
    """
    loaded = load_ruleset(name)

    def made() -> Game:
        if isinstance(loaded, Game):
            return _check_texts(loaded)
        _check_several("example_arguments", loaded.example_arguments)
        return _check_texts(loaded.from_arguments(*loaded.example_arguments))

    by_name = _plugins().by_name
    plugin = by_name[name if name in by_name else name.lower()]
    game = call_plugin(f"{plugin} cannot be made with its example_arguments", made)
    assert isinstance(game, Game)  # noqa: S101 - as `made` gives it
    return game


def _check_texts(game: object) -> Game:
    """Check the texts of a game that lists and help display; raises `TypeError`."""
    if not isinstance(game, Game):
        raise TypeError(f"from_arguments gives {format_value(game)}, no Game")
    if game.name not in ruleset_names():
        raise ValueError(f"it calls itself {format_value(game.name)}, under which no game is registered: use one name")
    _check_several("references", game.references)
    lines = {name: getattr(game, name) for name in ("title", "rules", "example", "position_form")}
    lines |= {"argument_form": game.argument_form} if game.argument_form != "" else {}
    lines |= {"text": str(game)} | {f"reference {place}": text for place, text in enumerate(game.references, start=1)}
    for name, line in lines.items():
        if not isinstance(line, str) or not line or not line.replace("\N{NO-BREAK SPACE}", " ").isprintable():
            raise TypeError(f"its {name} is {format_value(line)}, no line of text")
    list(map(Convention, game.conventions))
    return game


def _check_several(name: str, texts: object) -> None:
    """Check that an attribute holds several texts; raises `TypeError`."""
    if not isinstance(texts, tuple | list) or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"its {name} are {format_value(texts)}, no tuple of texts such as ('3',)")


_TAKE = r"\s*(?:(?:\w{1,9}\s)?(?:take|remove|subtract|prend|enl[eè]v|retir|soustrai)\w{0,2}\s)?"
_UNIT = r"(?:\s(?:match(?:es)?|stones?|counters?|allumettes?|jetons?))?\s*"
_TAKEN = rf"(?i)(?=.*[a-z])(?!.*\b0\b){_TAKE}(?:[0-9,\s]|or\b|and\b|ou\b|et\b){{0,80}}[0-9]{_UNIT}"
_UP_TO = (
    rf"(?i){_TAKE}(?:1\s?[-–]\s?|(?:(?:from |de )?1 (?:up )?(?:to|à)|(?:between|entre) 1 (?:and|et)|up to|at most|"
    rf"jusqu['’]à|au plus)\s)([1-9][0-9]{{0,8}}){_UNIT}"
)
_APART = r"\s*([^(\d]*[^(\d\s])\s+(\d[^(]*)"
_SENTENCE = r"\s*(?:(?:forall|exists)\b|[∀∃])"
_RULE = r"(?s)(?!\s*(?:forall|exists)\b)\s*(?:moves\b)?\s*(([A-Za-z_]\w*)\s*(?:,\s*[A-Za-z_]\w*\s*)*:.*-.*\S)\s*"
_WITHOUT_POINT = r"(?a)\s*[1-9]\d{0,50}\s*"
_SET = r"(?a)\s*\{[\d\s,]{1,200}\}\s*"
_NUMBERS = r"(?a)\s*\d{1,50}(?:,\d{1,50}){1,50}\s*"
_WITH_COMMA = r"(?a)\s*[0-9],\d{2,50}\s*"
"""Patterns of what is no ruleset: texts, compiled where a hint is looked for, which most questions do without."""

_CODE = re.compile(r"\s*(?![1-9]\d*\s*[-–]|[1-9]\d* [^\W\dA-F])[0-9.{][^(]*$")
_FORM = re.compile(r"\s*([A-Za-z][\w-]*)\s*(?:\((.*)\)\s*)?", re.DOTALL)


def parse_ruleset(text: str) -> Game:
    """The ruleset that a text such as `nim` or `takeaway(2n)` names, or a bare code such as `0.77`.

    Raises:
        ParseError: the text does not have the form `name` or `name(arguments)`, or an argument cannot be read; the
            error points at the place in the whole text.
        UnknownNameError: no such ruleset.
        RulesetError: the arguments are not allowed, or the ruleset fails with them.
        PluginError: the ruleset cannot be loaded.

    >>> parse_ruleset("takeaway(2n)") == parse_ruleset("takeaway( 2n )")
    True
    >>> print(parse_ruleset("wythoff(2)"), parse_ruleset("0.77"))
    wythoff(2) octal(0.77)
    """
    check_text(text)
    if _CODE.match(text):
        return _parse_code(text)
    form = _FORM.fullmatch(text)
    if form is None and text.count("(") > text.count(")"):
        raise ParseError(_("a bracket is not closed"), text, text.index("("))
    if form is None:
        message = _("{text} is not a ruleset: write `name` or `name(arguments)`, such as takeaway(2n); {hint}")
        raise ParseError(message.format(text=format_value(text), hint=_names_like(text)))
    name, inside = form.groups()
    if name in _plugins().refused:
        warnings.warn(_plugins().refused[name], PluginWarning, stacklevel=2)
    pieces = list(split_outside_brackets(inside, ",", depth=1)) if inside is not None and inside.strip() else []
    arguments = [piece.strip() for _start, piece in pieces]
    loaded = load_ruleset(name)
    if isinstance(loaded, Game):
        if arguments and tuple(arguments) != arguments_of(str(loaded)):
            raise RulesetError(
                _("{name} takes no arguments, got {arguments}").format(name=name, arguments=", ".join(arguments))
            )
        return loaded
    try:
        game = loaded.from_arguments(*arguments)
    except ParseError as error:
        if error.text in arguments:
            start, piece = pieces[arguments.index(error.text)]
            raise error.within(text, form.start(2) + start + indentation(piece)) from None
        if error.index is None or inside is None or "".join(error.text.split()) != "".join(inside.split()):
            raise
        raise ParseError(error.message, text, form.start(2) + _place_in(inside, error.text, error.index)) from None
    except CGTError:
        raise
    except TypeError as error:
        message = _("{name} does not take the arguments {value}: {error}")
        raise RulesetError(message.format(name=name, value=", ".join(arguments) or "(none)", error=error)) from error
    except (Exception, SystemExit) as error:  # a plugin's class may raise anything
        if raised_by_handler(error):
            raise
        raise RulesetError(f"{_plugins().by_name[name]} cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise RulesetError(
            f"{_plugins().by_name[name]} cannot be made: from_arguments gives {format_value(game)}, no Game"
        )
    return game


def _taking(text: str) -> str:
    """The game in which one takes one of the numbers of a text."""
    return f"subtraction({','.join(re.findall('[0-9]+', text))})"


def _place_in(written: str, read: str, index: int) -> int:
    """The place in a text of a place in the same text with other blanks."""
    before = len("".join(read[:index].split()))
    signs = [place for place, sign in enumerate(written) if not sign.isspace()]
    return signs[before] if before < len(signs) else len(written)


def _parse_code(text: str) -> Game:
    """The taking-and-breaking game of a bare code such as `0.77`."""
    family = load_ruleset("taking-breaking")
    try:
        return family if isinstance(family, Game) else family.from_arguments(text)
    except ParseError:
        if re.fullmatch(_NUMBERS, text) and not re.fullmatch(_WITH_COMMA, text):
            message = _("{text} is no game, and the game comes first, as in nim {text}")
            raise ParseError(message.format(text=text.strip())) from None
        games = {
            _SET: _taking(text),
            _WITHOUT_POINT: f"0.{text.strip()}",
            _WITH_COMMA: text.strip().replace(",", "."),
            _TAKEN: _taking(text),
        }
        meant = next((game for form, game in games.items() if re.fullmatch(form, text)), None)
        if meant is None:
            raise
        message = _("{text} is not a code: did you mean {meant}?")
        raise ParseError(message.format(text=text.strip(), meant=meant)) from None
