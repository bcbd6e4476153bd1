"""`cgt plot`: figures of a game, and the articles' figures, as SVG, PNG or PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from cgt.apps.cli.options import (
    COUNT,
    FAMILY_STOP,
    Along,
    FamilyStart,
    Json,
    Misere,
    complete_ruleset,
    convention_of,
    table_stop,
)
from cgt.apps.cli.screen import progress_bar, show, without_advice
from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.errors import NotApplicableError, RulesetError, UnknownNameError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cgt.core.game import Game


STOPS = {
    "sequence": 300,
    "heatmap": 60,
    "p-positions": 200,
    "numeration": 60,
    "quotient": 3_000,
    "genus": 40,
}
"""The figures of a game, each with the stop it has by default."""

PERIOD_LIMIT = 20_000
"""The number of heaps in which a period is looked for."""


def _complete_figure(_context: object) -> list[str]:
    from cgt.apps.claims import FIGURES

    return [*STOPS, *FIGURES]


def plot(
    figure: Annotated[
        str,
        Parameter(
            help="sequence, heatmap, p-positions, numeration, quotient or genus of a game; a game alone, to "
            "draw what suits it; or one of the articles: take-against-matches, wythoff-p-positions or zeckendorf-rows.",
            completer=_complete_figure,
        ),
    ],
    ruleset: Annotated[
        str | None,
        Parameter(help="The game, for its figures; the articles' figures need none.", completer=complete_ruleset),
    ] = None,
    /,
    stop: Annotated[int | None, COUNT, Parameter(name="--stop", help="The first heap, row or number left out.")] = None,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="The file: .svg, .png or .pdf.")],
    along: Along = "",
    start: FamilyStart = 0,
    columns: Annotated[int | None, COUNT, Parameter(help="A heat map's columns, if not as many as rows.")] = None,
    transparent: Annotated[
        bool, Parameter(negative="", show_default=False, help="No ground of its own: for light pages and dark ones.")
    ] = False,
    misere: Misere = False,
    as_json: Json = False,
) -> None:
    """Draw a figure to a file; the suffix tells the format.

    Example: cgt plot wythoff -o wythoff.svg
    Example: cgt plot sequence kayles 500 -o kayles.svg
    Example: cgt plot heatmap wythoff 60 -o wythoff.png
    Example: cgt plot node-kayles 40 --along "cycle {n}" --start 3 -o cycles.svg
    """
    from cgt.apps.show.plot.axes import FORMATS, for_any_ground, new_axes, save

    without_advice()
    new_axes()  # finds out now whether matplotlib is there, before anything else that numpy is needed for

    from difflib import get_close_matches

    from cgt.apps.claims import FIGURES
    from cgt.core.atomic import check_target
    from cgt.core.numbers import from_decimal
    from cgt.families.registry import parse_ruleset

    names = (*STOPS, *FIGURES)
    if figure not in names and stop is None and ruleset is not None and ruleset.isdecimal():  # a game, and how far
        stop, ruleset = from_decimal(ruleset), None
    if ruleset is None and figure not in names:
        try:
            figure, ruleset = "sequence" if along else _default_figure(parse_ruleset(figure)), figure
        except UnknownNameError:
            if not get_close_matches(figure, names, cutoff=0.5):
                raise
    if figure not in names:
        near = get_close_matches(figure, names, n=2, cutoff=0.5)
        hint = _("there are {choices}").format(choices=", ".join(names))
        if near:
            hint = _("did you mean {choices}?").format(choices=" or ".join(near))
        raise UnknownNameError(_("there is no figure {figure!r}: {hint}").format(figure=figure, hint=hint))
    of_article = FIGURES.get(figure)
    if of_article is not None and ruleset is not None:
        raise RulesetError(_("the figure {figure} is that of an article: name no ruleset").format(figure=figure))
    _check_options(figure, along, start, columns, misere=misere)
    check_target(output, FORMATS)
    if of_article is not None:
        axes = of_article.draw() if stop is None else of_article.draw(stop=stop)
    elif ruleset is None:
        raise RulesetError(
            _("name the game whose {figure} to draw, such as: cgt plot {figure} kayles -o FILE").format(figure=figure)
        )
    else:
        game, convention = parse_ruleset(ruleset), convention_of(misere=misere)
        if stop is None:
            stop = FAMILY_STOP if along else _usual_stop(figure, game)
        if figure == "sequence":
            axes = _sequence(game, stop, convention, along, start)
        else:
            axes = _of_game(figure, game, stop, columns, convention)
    save(for_any_ground(axes) if transparent else axes, output)
    show({"figure": figure, "file": str(output)}, _("wrote {file}").format(file=output), as_json=as_json)


def _check_options(figure: str, along: str, start: int, columns: int | None, *, misere: bool) -> None:
    """Refuse an option that a figure does not have; raises `RulesetError`."""
    if figure != "sequence" and (along or start):
        raise RulesetError(f"--along and --start are of the figure sequence, not of {figure}")
    if figure != "heatmap" and columns is not None:
        raise RulesetError(f"--columns is of the figure heatmap, not of {figure}")
    if misere and (figure not in STOPS or figure == "numeration"):
        raise RulesetError(f"the figure {figure} has no misère play: leave out --misere")


def _usual_stop(figure: str, game: Game) -> int:
    return table_stop(game, STOPS[figure]) if figure == "heatmap" else STOPS[figure]


def _default_figure(game: Game) -> str:
    """The figure that suits a game best."""
    from cgt.families.capabilities import HasHeaps, HasPeriod, HasTable
    from cgt.solving.lists import with_heaps

    if isinstance(game, HasPeriod):
        return "sequence"
    if isinstance(game, HasHeaps) and game.listed_heaps == 2:
        return "p-positions"
    if isinstance(game, HasTable):
        return "heatmap"
    with_heaps(game)
    return "sequence"


def _sequence(game: Game, stop: int, convention: Convention, along: str, start: int) -> Axes:
    """The figure of the nim-values of heaps, with their period, or of a family of positions by size."""
    from cgt.apps.show import plot as figures
    from cgt.solving.lists import nim_values

    with progress_bar("sequence") as progress:
        values = nim_values(game, stop, convention, along=along, start=start, progress=progress)
    title = _("Nim-values of {game}").format(game=_played(game, convention))
    if along:
        return figures.sequence(values, start=start, title=f"{title}{_(': ')}{along}", x_label="n")
    preperiod, period = _period(game, stop, convention)
    return figures.sequence(values, preperiod=preperiod, period=period, title=title)


def _of_game(figure: str, game: Game, stop: int, columns: int | None, convention: Convention) -> Axes:
    from cgt.apps.show import plot as figures
    from cgt.solving import lists as listing

    named, played = _title_of(game), _played(game, convention)
    with progress_bar(figure) as progress:
        if figure == "heatmap":
            down, across = map(_, listing.with_table(game).wording.table_axes)
            columns = stop if columns is None else columns
            rows = listing.nim_value_table(game, stop, columns, convention, progress=progress)
            return figures.heatmap(
                rows, title=_("Nim-values of {game}").format(game=played), x_label=across, y_label=down
            )
        if figure == "p-positions":
            pairs = listing.p_positions(game, stop, convention, heaps=2, progress=progress)
            return figures.p_positions(
                pairs, slope=getattr(game, "slope", None), title=_("P-positions of {game}").format(game=played)
            )
        if figure == "quotient":
            from cgt.solving.find_quotient import misere_quotient  # with the theory of quotients

            quotient = misere_quotient(game, stop=stop, progress=progress)
            return figures.cayley(
                quotient, title=_("Misère quotient of {game}, heaps to {heap}").format(game=named, heap=quotient.heaps)
            )
        if figure == "genus":
            from cgt.solving.genera import genera  # likewise

            return figures.genera(genera(game, stop, progress=progress), title=_("Genera of {game}").format(game=named))
        return figures.numeration(_parts(game), stop, title=_("Numbers in the base of {game}").format(game=named))


def _title_of(game: Game) -> str:
    """The name of a game, with its parameters if it has any."""
    title = _(game.title)
    return _("{title}: {game}").format(title=title, game=game) if "(" in str(game) else title


def _played(game: Game, convention: Convention) -> str:
    """The game's title, followed by its convention if that is misère play."""
    title = _title_of(game)
    return title if convention is Convention.NORMAL else convention.title_of(title)


def _period(game: Game, stop: int, convention: Convention) -> tuple[int, int] | tuple[None, None]:
    """The preperiod and the period, if it is proved by so few heaps and fits into the figure."""
    from cgt.families.capabilities import HasPeriod
    from cgt.theory.period import PeriodStatus

    if convention is not Convention.NORMAL or not isinstance(game, HasPeriod):
        return None, None
    report = game.period(min(stop, PERIOD_LIMIT))
    periodicity = report.periodicity
    if report.status is not PeriodStatus.PROVED or periodicity is None:
        return None, None
    if periodicity.preperiod + periodicity.period > stop:
        return None, None
    return periodicity.preperiod, periodicity.period


def _parts(game: Game) -> Callable[[int], tuple[int, ...]]:
    from cgt.families.capabilities import HasQuota

    if isinstance(game, HasQuota):
        return game.parts
    raise NotApplicableError(
        _("{game} has no numeration: name a take-away game, such as fibonacci-nim or takeaway(3n)").format(game=game)
    )
