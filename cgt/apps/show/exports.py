"""The graph of a game with its values, and samples of its positions, for other programs.

>>> import cgt
>>> graph = game_graph(cgt.parse_position("nim 1,1"))
>>> graph.positions["position"], graph.positions["nim_value"]
(['1,1', '0,1', '0,0'], [0, 1, 0])
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Callable, Iterator
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from cgt.apps.show.documents import COLUMN_SUFFIXES, columns_file
from cgt.core.atomic import check_writable, replacing, suffix_of
from cgt.core.compounds import Sum
from cgt.core.game import check_convention, ruleset_of
from cgt.core.language import _
from cgt.core.numbers import check_whole, format_int
from cgt.core.outcome import Convention, ConventionLike
from cgt.core.plugins import installed
from cgt.core.position import Position
from cgt.engine.evaluator import Evaluator
from cgt.engine.loopy import LoopyEvaluator
from cgt.errors import BudgetError, LoopError, MissingExtraError, NumberError
from cgt.solving.routes.by_search import refuse_hopeless
from cgt.solving.subjects import PositionText

Columns: TypeAlias = dict[str, list[int | str | None]]
"""Columns of one length, by name."""

MOST_POSITIONS = 100_000
"""The greatest number of positions in a graph, unless the caller gives another."""

MOVES_A_POSITION = 20
"""The number of moves for each position allowed that a graph may have, at most: heaps of nim have thousands each."""

PLAYS_A_POSITION = 20
"""The number of random plays for each position of a sample, at most: some meet what was met before."""

LONGEST_PLAY = 1_000
"""The number of positions after which a random play is broken off: it may go round."""

MOST_MOVES = 100_000
"""The greatest number of moves among which a random play chooses."""

GRAPH_SUFFIXES = (".graphml", *COLUMN_SUFFIXES)


@attrs.frozen
class GameGraph:
    """The graph of all positions that play can lead to.

    Attributes:
        positions: the columns `position`, `outcome`, and in normal play `nim_value`; the position asked about is first.
        moves: the columns `start` and `end`, places among the positions from 0, and `move`.
    """

    positions: Columns
    moves: Columns

    def to_networkx(self) -> Any:  # noqa: ANN401 - networkx has no types
        """A `MultiDiGraph` of networkx: nodes are the numbers of the positions, with the columns as attributes.

        Raises:
            MissingExtraError: networkx is not installed.
        """
        if not installed("networkx"):
            raise MissingExtraError("graphs need networkx: pip install 'cgt-impartial[graphs]'")
        import networkx as nx

        graph: Any = nx.MultiDiGraph()
        for place, cells in enumerate(zip(*self.positions.values(), strict=True)):
            known = zip(self.positions, cells, strict=True)
            graph.add_node(place, **{name: cell for name, cell in known if cell is not None})
        for start, end, move in zip(*self.moves.values(), strict=True):
            graph.add_edge(start, end, move=move)
        return graph

    def save(self, path: str | Path) -> tuple[Path, ...]:
        """Save the graph as GraphML, or as two CSV files, NAME.csv of positions and NAME-moves.csv.

        Raises:
            OutputError: the suffix names no format, or a file cannot be written.
            MissingExtraError: the format needs networkx, or pyarrow.
        """
        suffix = suffix_of(path, GRAPH_SUFFIXES)
        path = Path(path)
        if suffix == ".graphml":
            graph = self.to_networkx()
            import networkx as nx

            with replacing(path) as file:
                nx.write_graphml_xml(graph, file)
            return (path,)
        moves = path.with_name(f"{path.name[: -len(suffix)]}-moves{suffix}")
        check_writable(moves)  # both files, or none
        save_columns(self.positions, path)
        save_columns(self.moves, moves)
        return path, moves


def game_graph(
    position: Position, convention: ConventionLike = Convention.NORMAL, *, max_positions: int = MOST_POSITIONS
) -> GameGraph:
    """The graph of all positions that play can lead to, with outcomes and nim-values.

    Where the play can go round for ever, a nim-value that is infinite is None, and the outcome of a draw is D.

    Args:
        position: the one where the play begins.
        convention: who wins; in misère play there are no nim-values.
        max_positions: of how many positions.

    Raises:
        BudgetError: there are more positions, or too many moves between them.
        NotApplicableError: a game of it is not played under the convention.
    """
    convention = Convention.of(convention)
    check_convention(position, convention)
    check_whole(max_positions, "a graph has at least one position", least=1)
    try:
        refuse_hopeless(position, max_positions)
    except BudgetError as error:
        raise _too_many(max_positions, error.limit) from None
    places = {position: 0}
    moves: Columns = {"start": [], "end": [], "move": []}
    for one, onwards in groupby(_walk(places, max_positions), itemgetter(0)):
        write = _writer(one)
        for _one, move, after in onwards:
            moves["start"].append(places[one])
            moves["end"].append(places[after])
            moves["move"].append(write(move))
    return GameGraph(_values(list(places), convention, Evaluator(convention)), moves)


def position_sample(
    position: Position,
    count: int,
    convention: ConventionLike = Convention.NORMAL,
    *,
    seed: int = 0,
    max_positions: int = MOST_POSITIONS,
) -> Columns:
    """A sample of the positions that play can lead to, each at most once, for machine learning.

    Where a graph of them would not be refused, each is as likely as any other. Of a larger game they are met in random
    plays: each move of a position is as likely as any other, and then each position of the play.

    The columns are those of a graph's positions, and `winning_moves`: all of them as people type them, a
    list in JSON.

    Args:
        position: the one where the play begins.
        count: of how many positions; there may be fewer.
        convention: who wins.
        seed: the same seed gives the same sample.
        max_positions: of how many positions a list is made, from which the sample is drawn.

    Raises:
        BudgetError: a position has too many moves to list, or is too large for the search.
        NotApplicableError: a game of it is not played under the convention.

    >>> import cgt
    >>> sample = position_sample(cgt.parse_position("nim 3,5"), 3, seed=1)
    >>> len(sample["position"]), len(set(sample["position"]))
    (3, 3)
    """
    check_whole(count, "a sample has at least one position", least=1)
    if not isinstance(seed, int):
        raise NumberError(f"a seed is a whole number, not {seed!r}")
    convention = Convention.of(convention)
    check_convention(position, convention)
    chance, places = random.Random(seed), {position: 0}  # noqa: S311 - nothing secret
    try:
        deque(_walk(places, max_positions), maxlen=0)  # for its positions: to word each move would take as long again
        chosen = chance.sample(list(places), min(count, len(places)))
    except BudgetError:
        chosen = _met_in_plays(position, count, chance)
    evaluator = Evaluator(convention)
    columns = _values(chosen, convention, evaluator)
    winning = (map(_writer(one), _winning_moves(one, convention, evaluator)) for one in chosen)
    columns["winning_moves"] = [json.dumps(list(moves), ensure_ascii=False) for moves in winning]
    return columns


def _walk(places: dict[Position, int], most: int) -> Iterator[tuple[Position, Any, Position]]:
    """Every move between the positions that play can lead to, which are numbered in `places` as they are met."""
    most_moves, walked = MOVES_A_POSITION * max(most, MOST_POSITIONS), 0
    for one in (waiting := list(places)):
        for move in one.moves():
            if (walked := walked + 1) > most_moves:
                text = _("play has more than {most} moves between positions")
                raise BudgetError(text.format(most=format_int(most_moves, group=True)), "max_positions")
            after = one.play(move)
            if after not in places:
                if len(places) >= most:
                    raise _too_many(most, "max_positions")
                places[after] = len(places)
                waiting.append(after)
            yield one, move, after


def _too_many(most: int, limit: str | None) -> BudgetError:
    text = _("play leads to more than {most} positions")
    return BudgetError(text.format(most=format_int(most, group=True)), limit)


def _met_in_plays(position: Position, count: int, chance: random.Random) -> list[Position]:
    """Positions that random plays meet, each once; fewer than `count` where they meet no others."""
    chosen: dict[Position, None] = {}
    for _play in range(PLAYS_A_POSITION * count):
        play = [position]
        while len(play) < LONGEST_PLAY:
            moves = list(islice(play[-1].moves(), MOST_MOVES + 1))
            if len(moves) > MOST_MOVES:
                raise BudgetError(f"{play[-1]} has more than {format_int(MOST_MOVES, group=True)} moves to choose from")
            if not moves:
                break
            play.append(play[-1].play(chance.choice(moves)))
        chosen.setdefault(chance.choice(play))
        if len(chosen) == count:
            break
    return list(chosen)


def save_columns(columns: Columns, path: str | Path) -> None:
    """Save columns in the format of the suffix.

    Raises:
        OutputError: it names none, or the file cannot be written.
        MissingExtraError: it is Parquet, and pyarrow is not installed.
    """
    content = columns_file(columns, suffix_of(path, COLUMN_SUFFIXES))
    with replacing(path) as file:
        file.write(content)


def _values(positions: list[Position], convention: Convention, evaluator: Evaluator) -> Columns:
    loopy = LoopyEvaluator(convention)
    columns: Columns = {"position": list(map(str, positions)), "outcome": []}
    if convention is Convention.NORMAL:
        columns["nim_value"] = []
    for one in positions:
        try:
            outcome = evaluator.outcome(one)
            value = evaluator.nim_value(one) if convention is Convention.NORMAL else None
        except LoopError:
            outcome = loopy.outcome(one)
            value = loopy.value(one).nim_value if convention is Convention.NORMAL else None
        columns["outcome"].append(outcome.value)
        if convention is Convention.NORMAL:
            columns["nim_value"].append(value)
    return columns


def _winning_moves(position: Position, convention: Convention, evaluator: Evaluator) -> list[Any]:
    try:
        return evaluator.winning_moves(position)
    except LoopError:
        return list(LoopyEvaluator(convention).winning_moves(position))


def _writer(position: Position) -> Callable[[Any], str]:
    """The function that writes the moves of a position as they are typed; a sum is taken apart once for all."""
    has_words = isinstance(position, Sum) or ruleset_of(position) is not None
    return PositionText(position).write if has_words else str
