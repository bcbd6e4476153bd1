"""The pages of the games, each written by the game itself: English and French, and their place in the navigation."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import combining, normalize

import attrs
import yaml

from cgt.apps.web.bridge import FIRST_GAMES
from cgt.core.game import rules_text
from cgt.core.language import _, language
from cgt.core.outcome import Convention
from cgt.core.plugins import OURS, plugins
from cgt.families.lesson_words import words_of
from cgt.families.registry import GROUP, example_ruleset
from docs.generate import rulesets
from docs.generate.french import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cgt.core.game import Game

DOCS = Path(__file__).resolve().parents[1]
FOLDERS = {"en": "games", "fr": "fr/games"}
KINDS = ("heaps", "coins", "graphs", "boards", "modified")
"""In this order; a kind that is not here comes after them."""


@attrs.frozen
class Words:
    """The words that somebody wrote about a game, before and after its own, and the rulesets to show."""

    before: str = ""
    after: str = ""
    rulesets: tuple[str, ...] = ()


@attrs.frozen
class Written:
    """The pages of a game by their paths, and its cards in the atlas by language."""

    pages: dict[str, str]
    cards: dict[str, str]


@cache
def names() -> tuple[str, ...]:
    """The registered games of the library, without those of plugins that happen to be installed."""
    registered = plugins(GROUP, "game", GROUP).by_name
    return tuple(name for name, plugin in registered.items() if plugin.package == OURS)


def paths(code: str) -> list[str]:
    """The places of the pages of one language in the site."""
    return [f"{FOLDERS[code]}/{name}.md" for name in names()]


def kind(ruleset: Game) -> str:
    """The kind of a game: the package that it stands in, or `modified` for a game made of any other.

    >>> import cgt
    >>> kind(cgt.games.Nim()), kind(cgt.parse_ruleset("with-pass(nim)"))
    ('heaps', 'modified')
    """
    _cgt, _games, *folder, _module = type(ruleset).__module__.split(".")
    return folder[0] if folder else "modified"


def by_kind() -> Iterator[tuple[str, list[str]]]:
    """The kinds, and the games of each."""
    found = defaultdict(list)
    for name in names():
        found[kind(example_ruleset(name))].append(name)
    for one in sorted(found, key=lambda one: (KINDS.index(one) if one in KINDS else len(KINDS), one)):
        yield one, found[one]


def navigation(code: str) -> list[Any]:
    """The games by their kinds, each kind in the order of its titles."""
    with language(code):
        return [
            {say(one.capitalize()): [{title(name): f"games/{name}.md"} for name in sorted(inside, key=_order)]}
            for one, inside in by_kind()
        ]


def title(name: str) -> str:
    """The game's title, in the language of the moment."""
    return _(example_ruleset(name).title)


def _order(name: str) -> str:
    """By the letters of the title, whatever their accents."""
    return "".join(sign for sign in normalize("NFD", title(name).casefold()) if not combining(sign))


@cache
def _by_title(code: str) -> list[str]:
    """The names in the order of their titles."""
    with language(code):
        return sorted(names(), key=_order)


def words(name: str, code: str) -> Words:
    """The words of `docs/games/NAME.md`, or the same below `fr`; nothing where there is no such file."""
    english, here = (DOCS / FOLDERS[one] / f"{name}.md" for one in ("en", code))
    shown = tuple(_read(english)[0].get("rulesets", ()))
    before, mark, after = _read(here)[1].partition("\n## ")
    return Words(before.strip(), (mark + after).strip(), shown)


def _read(file: Path) -> tuple[dict[str, Any], str]:
    """The front matter and the text of a file; nothing where there is none."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if not text.startswith("---\n"):
        return {}, f"\n{text}"
    front, text = text.removeprefix("---\n").split("---\n", maxsplit=1)
    return yaml.safe_load(front), f"\n{text}"


def written(name: str) -> Written:
    """All that the site says of one game."""
    return Written(
        {f"{FOLDERS[code]}/{name}.md": _page(name, code) for code in FOLDERS},
        {code: _card(name, code) for code in FOLDERS},
    )


def _page(name: str, code: str) -> str:
    more = words(name, code)
    with language(code):
        shown = more.rulesets or (str(example_ruleset(name)),)
        story = more.before or words_of(example_ruleset(name), Convention.NORMAL).story
        parts = [f"# {title(name)}", story, rulesets.page(*shown, code=code), more.after]
    return "\n\n".join(filter(None, parts)) + "\n"


def _card(name: str, code: str) -> str:
    """The game in the atlas: a position, its title, a line, its kind, and how much is known."""
    game = example_ruleset(name)
    state = rulesets.state(game)
    with language(code):
        place = _by_title(code).index(name)
        line = rules_text(game).split(". ")[0].rstrip(".") + "."
        drawn = rulesets.queen_of(game) or _thumbnail(rulesets.opening_drawn(game))
        return (
            f'<a class="card" href="{name}.html" style="--place: {place}" data-kind="{kind(game)}" '
            f'data-state="{state}">'
            f"<span>{drawn}</span><b>{escape(title(name))}</b><span>{escape(line)}</span>"
            f"<small>{say(kind(game).capitalize())} · {say(rulesets.STATES[state])}</small></a>"
        )


def _thumbnail(drawn: str) -> str:
    """A picture that is cut at its end before it gets too small."""
    fitted = r'<svg preserveAspectRatio="xMinYMid slice" style="min-height: calc(0.45px * \1)"'
    return re.sub(r'<svg(?=[^>]* height="([\d.]+)")', fitted, drawn, count=1)


def atlas(cards: dict[str, str], code: str) -> str:
    """The cards of all games, easy ones first or by their titles, with filters that work without a script."""
    with language(code):
        kinds = {one: say(one.capitalize()) for one, _inside in by_kind()}
        states = {one: say(text) for one, text in rulesets.STATES.items()}
        filters = _filter("kind", say("Played on"), kinds) + _filter("state", say("What is known"), states)
        found = {tuple(re.findall(r'data-(?:kind|state)="([^"]*)"', card)) for card in cards.values()}
        filters += _nothing(say("No game is both."), (pair for pair in product(kinds, states) if pair not in found))
        filters += _choice("order", say("Order"), {"easy": say("Easy first"), "title": say("A–Z")})
        easy = list(FIRST_GAMES)
        place = {name: easy.index(name) if name in easy else len(easy) for name in cards}
        ordered = "\n".join(cards[name] for name in sorted(cards, key=lambda name: (place[name], _order(name))))
    return f'<div class="atlas" data-search-exclude>\n{filters}<div class="cards">\n{ordered}\n</div>\n</div>'


def _filter(group: str, legend: str, choices: dict[str, str]) -> str:
    """A choice of one or all: what is not chosen is hidden by a rule of the style sheet made for it."""
    hiding = "\n".join(
        f'.atlas:has([name="{group}"][value="{value}"]:checked) .card:not([data-{group}="{value}"]) {{ display: none }}'
        for value in choices
    )
    return _choice(group, legend, {"": say("All"), **choices}) + f"<style>\n{hiding}\n</style>\n"


def _nothing(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    """The sentence where a kind and a state leave no card, shown by a rule of the style sheet made for them."""
    chosen = (
        f'.atlas:has([name="kind"][value="{kind}"]:checked):has([name="state"][value="{state}"]:checked) .nothing'
        for kind, state in pairs
    )
    shown = f".nothing {{ display: none }}\n{', '.join(chosen)} {{ display: block }}"
    return f'<p class="nothing">{text}</p>\n<style>\n{shown}\n</style>\n'


def _choice(group: str, legend: str, choices: dict[str, str]) -> str:
    """Some words to choose from, the first of them chosen."""
    lines = [
        f'<label><input type="radio" name="{group}" value="{value}"{"" if place else " checked"}>{text}</label>'
        for place, (value, text) in enumerate(choices.items())
    ]
    return f"<fieldset><legend>{legend}</legend>{' '.join(lines)}</fieldset>\n"
