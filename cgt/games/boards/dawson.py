"""Dawson's chess on its board: two rows of pawns face each other, and who can capture must."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from cgt.core.code import GUY_SMITH
from cgt.core.game import Game, GamePosition, position_of
from cgt.core.hints import SearchHints
from cgt.core.language import _, ngettext
from cgt.core.nimber import nim_sum
from cgt.core.numbers import check_whole
from cgt.core.outcome import Convention
from cgt.core.position import Move, Position
from cgt.core.reading import indentation, unexpected
from cgt.core.route import ClosedForm
from cgt.errors import PositionError
from cgt.families.state_form import ValueForm
from cgt.games.boards.board_picture import Board
from cgt.games.drawn_game import DrawnGame
from cgt.games.graphs.kayles import dawson

if TYPE_CHECKING:
    from cgt.core.sketch import Sketch

DAWSON = "T. R. Dawson, Caissa's Wild Roses (1935), problem 80"

MOST_FILES = 100_000
"""The greatest number of files of a board."""

_NEEDS = "a board has 1 to 100,000 files"


@attrs.frozen
class DawsonsPawns(DrawnGame[str, int]):
    """White pawns on the first of three rows, black ones on the third: advance one, and all captures are forced.

    After the exchange the pawns of that file and of its neighbours are gone or blocked, so a move, by either player, in
    effect takes a file with its neighbours, as 0.137 says of a row of heaps. Dawson asked who wins in misère play, Guy
    and Smith in normal play. The state is the row of files, as text.

    >>> import cgt
    >>> cgt.nim_value(DawsonsPawns().position(9)), cgt.outcome(DawsonsPawns().position(7), "misere")
    (3, <Outcome.P: 'P'>)
    """

    name = "dawsons-pawns"
    title = "Dawson's chess on a board"
    rules = (
        "Pawns of two colours face each other across one empty row. Advance a pawn; whoever can capture must, "
        "so that its file and the files beside it are closed, whoever moves."
    )
    references = (DAWSON, GUY_SMITH)
    phrase = "the board that is drawn"
    family = "{n}"
    position_form = "the number of files such as 9, or the files as . (open) and # (closed), such as ..#...."
    example = "..#....."

    def position(self, files: int) -> GamePosition[str, int]:
        """The board with `files` open files; raises `PositionError`."""
        return GamePosition(self, "." * check_whole(files, _NEEDS, least=1, most=MOST_FILES, error=PositionError))

    def moves(self, state: str) -> list[int]:
        return [file for file, sign in enumerate(state, start=1) if sign == "."]

    def after(self, files: str, move: Move) -> str:
        if isinstance(move, bool) or not isinstance(move, int) or not 0 < move <= len(files) or files[move - 1] == "#":
            raise KeyError(move)
        first, stop = max(move - 2, 0), min(move + 1, len(files))
        return files[:first] + "#" * (stop - first) + files[stop:]

    def components(self, state: str) -> Sequence[str]:
        """The runs of open files."""
        return re.findall(r"\.+", state) or (state,)

    def canonical(self, state: str) -> str:
        """The files without closed ones at the ends, or their mirror image, whichever is less."""
        files = state.strip("#")
        return min(files, files[::-1])

    def _searched_as(self, state: str, known: Iterable[Game]) -> tuple[OpenFiles, int]:
        return OpenFiles(), int("0" + state.replace(".", "1").replace("#", "0"), 2)

    def read(self, text: str) -> str:
        """Read a number of files such as `9`, or files of `.` and `#`."""
        entry = text.strip()
        if re.fullmatch(r"\d{1,100}", entry, re.ASCII):
            return self.position(int(entry)).state
        if wrong := re.search(r"[^.#]", entry):
            raise unexpected(self.position_form, text, indentation(text) + wrong.start())
        check_whole(len(entry), _NEEDS, least=1, most=MOST_FILES, error=PositionError)
        return entry

    def _size(self, state: str) -> tuple[int, ...]:
        return (state.count("."),)

    def sample_positions(self, bound: int) -> Iterable[Position]:
        """Boards up to the bound, and the example with what it leads to."""
        yield from (self.position(files) for files in range(1, bound + 1))
        yield from super().sample_positions(max(bound // 4, 1))

    def _move_text(self, position: Position, move: int) -> str:
        return _("advance on file {file}").format(file=move)

    def _move_parts(self, position: Position, move: int) -> Iterable[str]:
        """The squares of the file that a move is made on."""
        return (f"{row}:{move}" for row in (1, 2, 3))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (RunsOfFiles(self),)

    def sketch(self, files: str) -> Sketch:
        """The drawing of the three rows: open files with black and white pawns, the others grey."""
        return Board([files.replace(".", "B"), files, files.replace(".", "W")])


@attrs.frozen
class OpenFiles(Game[int, int]):
    """Dawson's chess for the search: the open files as the bits of a number."""

    name = title = "open files"
    hints = SearchHints(components_are_atomic=True)

    def options(self, state: int) -> Iterator[int]:
        """The states without a file and its neighbours."""
        waiting = state
        while waiting:
            file = waiting & -waiting
            waiting ^= file
            yield state & ~(file | file << 1 | file >> 1)

    def components(self, state: int) -> list[int]:
        """The runs of open files, each shifted to the lowest bit."""
        results = []
        while state:
            state >>= (state & -state).bit_length() - 1
            files = (~state & (state + 1)).bit_length() - 1
            results.append((1 << files) - 1)
            state >>= files
        return results


@position_of.register(OpenFiles)
def _files(_bits: OpenFiles, state: int) -> Position:
    return position_of(DawsonsPawns(), f"{state:b}".replace("1", ".").replace("0", "#"))


@attrs.frozen
class RunsOfFiles(ValueForm[str, int]):
    """The closed form by runs: a run of n open files is worth G(n) of the octal game 0.137, whose period is 34."""

    name = "runs of files"
    statement = (
        "A run of n open files is worth G(n) of the octal game 0.137, whose period is 34 from 52 on; runs are added."
    )
    strategy = (
        "leave runs of open files that are alike two by two, and do in one what the other player does in the other; "
        "runs that are not alike may cancel out as well, which a table tells"
    )
    reference = GUY_SMITH

    def value(self, state: str) -> int:
        return nim_sum(*(dawson(len(run)) for run in re.findall(r"\.+", state)))

    def candidates(self, files: str, value: int) -> Iterator[int]:
        """The moves after which a run cancels the others."""
        wanted = self.value(files) ^ value
        for run in re.finditer(r"\.+", files):
            length = run.end() - run.start()
            for place in range(length):
                left = dawson(max(place - 1, 0)) ^ dawson(max(length - place - 2, 0))
                if left ^ dawson(length) == wanted:
                    yield run.start() + place + 1

    def reason(self, state: str, convention: Convention) -> str:
        runs = [len(run) for run in re.findall(r"\.+", state)]
        if not runs:
            return _("every file is closed")
        shown = ", ".join(
            ngettext("{files} file is worth {value}", "{files} files are worth {value}", run).format(
                files=run, value=dawson(run)
            )
            for run in runs[:8]
        )
        if len(runs) == 1:
            return shown
        return _("{runs}, together {total}").format(runs=shown + (", …" if runs[8:] else ""), total=self.value(state))
