"""What one question enters stays as little as it came to be; `docs/design.md` has the table."""

from __future__ import annotations

import re

import pytest

import cgt
from docs.generate import marks


def test_a_question_of_the_command_line_takes_few_calls_and_its_position_does_not_go_back_up():
    flow = marks.command_line()
    assert flow.modules <= 22
    assert flow.calls <= 156
    assert flow.changes <= 98
    assert flow.upwards <= 5 < flow.handed


def test_the_first_question_of_a_process_loads_little():
    command, value = marks.cold_command(), marks.cold_value()
    assert command.modules <= 34
    assert command.functions <= 255
    assert command.calls <= 350  # a few hang on how many places Python looks in
    assert value.modules <= 50
    assert value.functions <= 425
    assert value.calls <= 875  # likewise


def test_a_class_of_ones_own_enters_few_functions():
    flow = marks.nim_value_of_ones_own()
    assert flow.functions <= 72


def test_a_class_of_ones_own_loads_few_modules():
    assert marks.loaded_for_ones_own() <= 26


def test_a_game_and_a_heap_game_have_few_members():
    assert marks.names_of(cgt.Game) <= 24
    assert marks.methods_of(cgt.HeapRuleset) <= 12


@pytest.mark.full
def test_the_table_is_made():
    assert marks.table().count("|\n|") == 9


def test_a_game_on_a_board_and_a_closed_form_are_written_after_few_lines():
    imports = re.findall(r"from (cgt\.games\.boards\.\S+) import", (marks.PACKAGE / "games/boards/cram.py").read_text())
    assert imports == ["cgt.games.boards.squares"]
    assert marks.lines_of("games/boards/cram", "games/boards/squares") <= 350
    assert marks.lines_of("families/state_form") <= 120
