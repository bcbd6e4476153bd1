"""Positions and moves as data for the page: heaps and pins to click, or a picture whose parts are touched.

Heaps are rows of matches, or of the `pieces` that its wording names; a position without heaps is
drawn by its own `_repr_svg_`, or written. Whatever can be touched in a picture has its name as `data-part`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from html import unescape
from itertools import chain, repeat

from cgt.apps.show.drawings import aligned_picture, stacked
from cgt.core.compounds import Sum
from cgt.core.game import Game, GamePosition, ruleset_of
from cgt.core.language import _
from cgt.core.numbers import exact_repr, is_whole
from cgt.core.position import Move, Position
from cgt.core.sketch import picture_of
from cgt.families.capabilities import ChangesGame, DrawnPosition, plain_position
from cgt.families.heap_wording import taken_by
from cgt.families.matches import heaps_of, quotas_of
from cgt.families.matchsticks import Matches
from cgt.solving.subjects import PositionText, SeveralGames

_PART = re.compile(r'data-part="([^"]*)"')
_SQUARE = re.compile(r"(\d+):(\d+)", re.ASCII)
_NAMED_SQUARES = re.compile(r"\d+,\d+|[^\s,;]+")
"""A name of a part in the words for a move: a square such as 3,5, a word, or a half of one such as a-b."""


def board_of(
    ruleset: Game, position: Position, start: Position | None = None, drawn: DrawnPosition | None = None
) -> dict[str, object]:
    """The data of a drawn position: `kind` and its fields; `pieces` are what heaps consist of, or moves place.

    What a picture shows stands where it stood at the start of the game; where moves are drawn, it is what was `drawn`.

    >>> import cgt
    >>> board_of(cgt.games.Nim(), cgt.games.Nim().position(3))
    {'kind': 'heaps', 'heaps': [{'size': '3', 'quota': None}], 'pieces': 'matches'}
    """
    if drawn is not None:
        return {"kind": "svg", "svg": drawn.svg(), "pieces": "lines"}
    if isinstance(ruleset, ChangesGame) and (plain := plain_position(position)) is not None:
        return board_of(ruleset.game, plain)
    shown, pieces = heaps_shown(position), ruleset.wording.pieces
    if shown or not hasattr(position, "_repr_svg_"):
        rows = [
            {"size": exact_repr(size), "quota": None if quota is None else exact_repr(quota), **label}
            for (size, quota), label in zip(shown, _labels(position) or repeat({}), strict=False)
        ]
        return {"kind": "heaps" if rows else "text", "heaps": rows, "pieces": pieces}
    picture = aligned_picture(ruleset, position, start) or position._repr_svg_()
    if isinstance(picture, str):
        return {"kind": "svg", "svg": picture, "pieces": pieces}
    picture = _picture_of_components(position)
    if picture is None:
        return {"kind": "text", "heaps": []}
    return {"kind": "svg", "svg": picture, "pieces": "components"}


def _picture_of_components(position: Position) -> str | None:
    """The pictures of the components of a sum, each below its game; None where it is no sum, or one is not drawn."""
    parts = [part for part, _place in PositionText(position).words.places(position)]
    drawn = [(_title_of(part), picture) for part in parts if (picture := picture_of(part)) is not None]
    return stacked(drawn) if 1 < len(parts) == len(drawn) else None


def _title_of(position: Position) -> str:
    """The title of a position's game; of no game with a name its text."""
    game = ruleset_of(position)
    return str(position) if game is None else _(game.title)


def heaps_shown(position: Position) -> list[tuple[int, int | None]]:
    """The heaps of a position or of its sketch, each with its quota; those of a sum one after another.

    The list is empty where a component of the sum has none: they would be drawn without it.
    """
    if isinstance(position, Sum):
        parts = list(map(heaps_shown, position.parts))
        return list(chain.from_iterable(parts)) if all(parts) else []
    if heaps := heaps_of(position):
        return list(zip(heaps, quotas_of(position), strict=True))
    if (plain := plain_position(position)) is not None:
        return heaps_shown(plain)
    sketch = position.game.sketch(position.state) if isinstance(position, GamePosition) else None
    return [(size, None) for size in sketch.heaps] if isinstance(sketch, Matches) else []


def _labels(position: Position) -> list[dict[str, object]]:
    """The game of each heap in a sum of several games, and its number where that has several; else nothing."""
    summands = [part for part, _place in SeveralGames().wording.places(position)]
    labels: list[dict[str, object]] = []
    for part in summands if len(summands) > 1 else ():
        count = len(heaps_shown(part))
        labels += [{"game": _title_of(part), "number": number if count > 1 else None} for number in range(1, count + 1)]
    return labels


def touchable_parts(board: Mapping[str, object]) -> frozenset[str]:
    """The names of the parts that can be touched in the picture of a board."""
    return frozenset(map(unescape, _PART.findall(str(board.get("svg", "")))))


def move_of(text: PositionText, move: Move, parts: AbstractSet[str] = frozenset()) -> dict[str, object]:
    """A move for the page: `text` to send back, `words`, and where they apply, `takes`, `leaves` and `places`.

    `takes` are pairs (heap, amount), heaps counted from 0; `leaves` are the heaps that a divided heap leaves; `places`
    are the pieces of a row that the move names, counted from 1; `parts` are those of the picture that one touches.
    A move in several components has `joined` instead, these three of each.

    >>> import cgt
    >>> from cgt.solving.subjects import PositionText
    >>> result = move_of(PositionText(cgt.games.Nim().position(3, 5)), (1, 2))
    >>> result["text"], result["words"], result["takes"]
    ('2 from 2', 'take 2 from heap 2', [[1, '2']])
    >>> bite = move_of(PositionText(cgt.games.Chomp().position(3, 2)), (2, 1), {"2:1", "2:2"})
    >>> bite["words"], bite["parts"]
    ('bite row 2, column 1', ['2:1'])
    """
    record = text.record(move)
    words, drawn = text.move(move), text.drawn
    touched = list(drawn.move_parts(move)) if drawn else sorted(parts and parts & _touched(text, move, words))
    return {
        "text": text.write(move),
        "words": _words_by_squares(text, move, words),
        **_made_on_heaps(text.position, record),
        "parts": touched,
    }


def _made_on_heaps(position: Position, record: Mapping[str, object]) -> dict[str, object]:
    """The heaps and places of a move by its record; of several components `joined`, unless it only takes."""
    moves = record.get("moves")
    if not isinstance(moves, list):
        return _made_on_heap(position, record)
    joined = [_made_on_heap(position, {"summand": record.get("summand", 0), **one}) for one in moves]
    takes = [one["takes"] for one in joined]
    if len(joined) == 1 or None in takes:
        return joined[0] if len(joined) == 1 else _NOTHING
    if all(one["leaves"] is one["places"] is None for one in joined):
        return _NOTHING | {"takes": [pair for pairs in takes if isinstance(pairs, list) for pair in pairs]}
    return _NOTHING | {"joined": joined}


_NOTHING: dict[str, object] = {"takes": None, "leaves": None, "places": None}


def _made_on_heap(position: Position, record: Mapping[str, object]) -> dict[str, object]:
    taken, leaves = taken_by(record), record.get("leaves")
    first = _heaps_before(position, record.get("summand", 0), record.get("component", 0)) if taken else 0
    return {
        "takes": None if taken is None else [[first + heap, exact_repr(amount)] for heap, amount in taken.items()],
        "leaves": list(map(exact_repr, leaves)) if isinstance(leaves, list) else None,
        "places": record.get("places"),
    }


def squares_in_words(words: str) -> str:
    """The words with one or two squares such as 2:1 named by row and column; where there are more, unchanged."""
    if len(_SQUARE.findall(words)) > 2:
        return words
    return _SQUARE.sub(lambda result: _("row {row}, column {column}").format(row=result[1], column=result[2]), words)


def _words_by_squares(text: PositionText, move: Move, words: str) -> str:
    """A move's words with its squares named so; in a sum not what stands before them, such as takeaway(2n) 9:8."""
    component, made, place = text.words.locate(text.position, move)
    own = words if place.component is None else PositionText(component).move(made)
    own = own if words.endswith(_(": ") + own) else words
    return words.removesuffix(own) + squares_in_words(own)


def _touched(text: PositionText, move: Move, words: str) -> set[str]:
    """The parts of the picture that a move touches: by its game, or those that its words name."""
    component, made, place = text.words.locate(text.position, move)
    if place.component is not None:
        inner = PositionText(component)
        touched = _touched(inner, made, inner.move(made))
        return touched | {f"{place.component + 1}/{part}" for part in touched}
    if text.words.move_parts is not None:
        return set(text.words.move_parts(text.position, move))
    named = _NAMED_SQUARES.findall(words)
    return {part for name in named for part in (name, *name.split("-"))}


def _heaps_before(position: Position, summand: object, component: object) -> int:
    """The number of heaps before those of a record, which counts anew in each game of a sum, and component."""
    if not (is_whole(summand) and is_whole(component) and (summand or component)):
        return 0
    parts = [part for part, _place in SeveralGames().wording.places(position)]
    here = parts[summand]
    if (plain := plain_position(here)) is not None:
        here = plain
    inner = here.parts[:component] if isinstance(here, Sum) else ()
    return sum(len(heaps_shown(part)) for part in (*parts[:summand], *inner))
