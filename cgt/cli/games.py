"""`cgt games`: which games there are."""

from __future__ import annotations

from rich.table import Table

from cgt.cli.options import Json
from cgt.cli.screen import show
from cgt.registry import iter_rulesets


def games(*, as_json: Json = False) -> None:
    """List the games, plugins included.

    Example: cgt games
    """
    found = list(iter_rulesets())
    table = Table("name", "game", "rules", "position", box=None, header_style="bold", pad_edge=False)
    for name, game in found:
        table.add_row(name, game.title, game.rules, game.example)
    records = [
        {
            "name": name,
            "title": game.title,
            "rules": game.rules,
            "conventions": list(game.conventions),
            "position_form": game.position_form,
            "example": game.example,
            "references": list(game.references),
        }
        for name, game in found
    ]
    show({"games": records}, table, as_json=as_json)
