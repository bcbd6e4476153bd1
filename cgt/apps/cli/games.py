"""`cgt games`: which games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from cgt.apps.cli.options import Json, Output, complete_ruleset
from cgt.apps.cli.screen import check_output, show
from cgt.core.language import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cgt.core.game import Game


def games(
    name: Annotated[str | None, Parameter(help="Tell more of this game.", completer=complete_ruleset)] = None,
    /,
    *,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """List the games, plugins included, or tell the rules of one.

    Example: cgt games
    Example: cgt games wythoff
    """
    from cgt.families.registry import example_ruleset, iter_rulesets

    check_output(output)
    found = dict(iter_rulesets()) if name is None else {name: example_ruleset(name)}
    records = [{"name": known, **record_of(game)} for known, game in found.items()]
    text = _list_text(found) if name is None else _details_text(found[name])
    show({"games": records}, text, as_json=as_json, output=output)


def record_of(game: Game) -> dict[str, object]:
    """What a game says of itself, as JSON-ready data."""
    return {
        "title": game.title,
        "rules": game.rules,
        "ruleset": str(game),
        "example": game.example,
        "position_form": game.position_form,
        "conventions": list(map(str, game.conventions)),
        "references": list(game.references),
    }


def _list_text(found: Mapping[str, Game]) -> Table:
    heads = (_("name"), _("game"), _("for instance"), _("position"))
    table = Table(*heads, box=None, header_style="bold", pad_edge=False)
    for name, game in found.items():
        table.add_row(*map(Text, (name, _(game.title), str(game), game.example)))  # 0.[3] is no markup
    return table


def _details_text(game: Game) -> Text:
    positions = _("Positions: {form}.").format(form=_(game.position_form))
    text = Text.assemble((_(game.title), "bold"), f"\n{game.rules_text()}\n\n{positions}\n")
    text.append(_("Try: {command}").format(command=f'cgt solve "{game}" {game.example}\n'))
    return text.append("".join(f"\n{reference}" for reference in game.references), style="dim")
