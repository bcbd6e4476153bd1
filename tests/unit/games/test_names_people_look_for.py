"""Names and definitions from the literature: each leads to a game, or to one line that answers."""

from __future__ import annotations

import re
from itertools import combinations, product
from shlex import split

import pytest

import cgt
from cgt.errors import CGTError
from cgt.families.capabilities import HasHeaps
from cgt.families.registry import iter_rulesets, parse_ruleset, rulesets_with
from cgt.games.graphs.graph import standard_graph

LED_TO = {
    "take-a-triangle": "take-a-triangle",
    "A019509": "take-a-triangle",
    "take-a-factorial": "take-a-factorial",
    "A014587": "take-a-factorial",
    "A014588": "take-a-fibonacci",
    "take-a-cube": "take-a-cube",
    "take-a-power": "take-a-power",
    "couples are forever": "couples-are-forever",
    "A046695": "couples-are-forever",
    "mark": "mark",
    "totative": "totative",
    "totient": "saliquant",
    "nontotient": "saliquant",
    "saliquant": "saliquant",
    "2309.01231": "saliquant",
    "nontotative": "nontotative",
    "sink": "sink-subtraction",
    "chomp": "chomp",
    "end nim": "end-nim",
    "staircase": "staircase",
    "pass": "with-pass",
    "blocking": "blocked",
    "euclid": "euclid",
    "turning corners": "turning-corners",
    "A051775": "turning-corners",
    "cram": "cram",
    "node kayles": "node-kayles",
    "A316632": "node-kayles",
    "hypercube": "node-kayles",
    "wheel": "node-kayles",
    "nimstring": "nimstring",
    "peg duotaire": "peg-duotaire",
    "circular nim": "circular-nim",
    "1211.0091": "circular-nim",
    "2411.07497": "circular-nim",
    "shrinking circular nim": "circular-nim",
    "hypergraph nim": "hypergraph-nim",
    "nim on graphs": "hypergraph-nim",
    "LCTR": "lctr",
    "2207.05599": "lctr",
    "A373457": "lctr",
    "A317367": "node-kayles",
    "Downright": "downright",
    "vector subtraction": "vectors",
    "terminal positions": "moves",
    "enforce": "enforced",
    "2311.01006": "enforced",
    "selective": "selective",
    "yama nim": "moves",
    "triangular nim": "moves",
    "triangle game": "moves",
    "push the button": "push-the-button",
    "1707.07966": "push-the-button",
    "forbidden positions": "forbidden",
}


OEIS = {
    "A014587": [0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3, 0, 1],
    "A014588": [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3],
    "A014589": [0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 0, 4, 1, 5, 2, 6, 3, 4, 7],
    "A019509": [0, 1, 0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 0, 1, 2],
}


@pytest.mark.parametrize("number", OEIS)
def test_a_game_names_the_entry_of_the_oeis_that_has_its_values(number):
    (name,) = (name for name, game in iter_rulesets() if f"OEIS {number}" in game.references)
    assert cgt.nim_values(name, len(OEIS[number])) == OEIS[number]


def test_couples_have_one_counter_more_than_in_the_oeis():
    a046695 = [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0, 2, 1, 4, 5, 1, 4, 5, 1, 2, 0, 1, 2, 3]
    assert cgt.nim_values("couples-are-forever", len(a046695) + 1)[1:] == a046695


@pytest.mark.parametrize("words", LED_TO)
def test_a_name_leads_to_its_game(words, capsys):
    from cgt.apps.cli import main

    assert main(["games", words, "--json"]) == 0
    assert f'"name": "{LED_TO[words]}"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "meant"),
    [("CN(4,2)", "circular-nim(k)"), ("shrinking circular nim(2)", "circular-nim(k,shrinking)")],
)
def test_a_name_of_the_papers_leads_to_the_rule_with_its_argument(name, meant):
    with pytest.raises(CGTError, match=re.escape(f"did you mean {meant}?")):
        parse_ruleset(name)
    assert parse_ruleset(meant.replace("(k", "(2")).name == "circular-nim"


ONE_LINE = {
    'values "subtraction(2^k)" 9': "0: 0 1 2 0 1 2 0 1 2",
    'values "mark(3)" 9': "0: 0 1 2 0 3 2 0 1 3",
    'values "grundy(3)" 9': "0: 0 0 0 0 0 0 1 1 1",
    'values "sink-subtraction(1,3)" 6': "0: 0 1 2 1 0 1",
    'values node-kayles 8 --start 1 --along "grid 3x{n}"': "1: 2 1 1 0 3 3 2",  # A316632
    'values node-kayles 4 --start 1 --along "queen {n}x{n}"': "1: 1 1 2",
    'values arc-kayles 7 --start 4 --along "wheel {n}"': "4: 0 0 1",
    'values node-kayles 4 --start 1 --along "hypercube {n}"': "1: 1 0 0",
    'values cram 8 --start 1 --along "2x{n}"': "1: 1 0 1 0 1 0 1",
    'p-positions "with-pass(nim)" 3': "0,0,0\n0,1,2\n1,1,1\n2,2,2",
    'p-positions "blocked(wythoff,2)" 4': "0,0\n0,1\n1,3\n2,2",
}


@pytest.mark.parametrize("line", ONE_LINE)
def test_a_definition_in_one_line(line, capsys):
    from cgt.apps.cli import main

    assert main(split(line)) == 0
    assert capsys.readouterr().out.strip() == ONE_LINE[line]


def partitions(n, most):
    yield from ((first, *rest) for first in range(1, min(n, most) + 1) for rest in partitions(n - first, first))
    if n == 0:
        yield ()


def test_sequences_that_are_named_are_those_of_the_games():
    lctr, node_kayles = parse_ruleset("lctr"), parse_ruleset("node-kayles")
    lost = [sum(cgt.outcome(lctr.position(*each)) is cgt.Outcome.P for each in partitions(n, n)) for n in range(1, 10)]
    assert lost == [0, 0, 1, 3, 3, 4, 7, 11, 12]  # A373457
    scalloped = [
        cgt.nim_value(node_kayles.position([(i, i + d) for d in (1, 3) for i in range(n - d)])) for n in range(4, 12)
    ]
    assert scalloped == [0, 2, 1, 3, 0, 1, 1, 3]  # A317367, from 4 on


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("cram", "cgt values cram 6 --along '3x{n}' --start 1"),
        ("queen", "cgt values queen 6 --along '3,{n}'"),
        ("node-kayles", "cgt values node-kayles 6 --along 'path {n}'"),
        ("antonim", "cgt values antonim 9 --along '1,3,{n}' --start 4"),
        ("lctr", "cgt values lctr 7 --along '{n},2,2,1' --start 2"),
        ("with-pass(geography)", "cgt values 'with-pass(geography)' 6 --along 'a1: grid 3x{n}' --start 1"),
    ],
)
def test_what_is_not_given_by_sizes_is_listed_along_a_family(name, command, capsys):
    """The advice can be pasted."""
    from cgt.apps.cli import main

    assert main(["values", name, "6"]) == 4
    assert f"`{command}`" in capsys.readouterr().err
    assert main(split(command)[1:]) == 0


NO_FAMILY = {"hackenbush", "peg-duotaire", "walk"}
"""The games no number of whose texts is a size."""


def test_every_game_whose_positions_are_not_given_by_sizes_names_a_family(capsys):
    """Twenty-two named none: those whose example has no number, or none that may vary from 0 or 1 on."""
    from cgt.apps.cli import main

    silent = set()
    for name, game in iter_rulesets():
        if not isinstance(game, HasHeaps) and main(["values", str(game), "3"]) == 4:
            commands = re.findall(r"`(cgt .*?)`", capsys.readouterr().err)
            if not commands:
                silent.add(name)
            for command in commands:
                assert main(split(command)[1:]) == 0, command
                assert capsys.readouterr().out
    assert silent == NO_FAMILY


def test_capitals_and_words_that_nobody_has(capsys):
    from cgt.apps.cli import main

    assert main(["games", "NIM"]) == 0
    assert main(["games", "frobnicate"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(rulesets_with(" ")) == []


def lost_by_definition(options, stop, heaps):
    """The P-positions with numbers below a stop; options may lie outside of it."""
    lost: dict[tuple[int, ...], bool] = {}

    def is_lost(position):
        if position not in lost:
            lost[position] = not any(map(is_lost, options(position)))
        return lost[position]

    return [position for position in product(range(stop), repeat=heaps) if is_lost(position)]


def yama(position):
    x, y = position
    return [(x - t, y + 1) for t in range(2, x + 1)] + [(x + 1, y - t) for t in range(2, y + 1)]


def triangular(position):
    x, y = position
    return [(x - t, y + s) for t in range(2, x + 1) for s in range(1, t)] + [
        (x + s, y - t) for t in range(2, y + 1) for s in range(1, t)
    ]


def triangle(position):
    return [
        tuple(number - t * (place == at) + s * (place == (at + 1) % 3) for place, number in enumerate(position))
        for at in range(3)
        for t in range(1, position[at] + 1)
        for s in range(t)
    ]


SENTENCES = {
    "moves(x, y: t >= 2 -> x - t, y + 1 | t >= 2 -> x + 1, y - t)": (yama, 2),
    "moves(x, y: 1 <= s & s < t -> x - t, y + s | 1 <= s & s < t -> x + s, y - t)": (triangular, 2),
    "moves(x, y, z: s < t -> x - t, y + s, z | s < t -> x, y - t, z + s | s < t -> x + s, y, z - t)": (triangle, 3),
}


@pytest.mark.parametrize("text", SENTENCES)
def test_games_of_papers_as_sentences(text, upto):
    options, heaps = SENTENCES[text]
    stop = upto(14, full=24) if heaps == 2 else upto(5, full=8)
    assert cgt.p_positions(text, stop) == lost_by_definition(options, stop, heaps)


def test_p_positions_of_rows_and_bars():
    end = parse_ruleset("end-nim")
    rows = [row for row in product(range(4), repeat=3) if cgt.outcome(end.position(*row)) is cgt.Outcome.P]
    assert cgt.p_positions("end-nim", 4) == rows
    stairs = [row for row in product(range(4), repeat=3) if row[0] == row[2]]  # nim on steps 1 and 3
    assert cgt.p_positions("staircase", 4) == stairs
    bars = cgt.p_positions("chomp", 6)
    assert (3, 1, 1) in bars
    assert (4, 2, 2) in bars
    assert all(a >= b >= c for a, b, c in bars)


def test_a_hypercube_and_the_graph_of_a_queen():
    assert standard_graph("hypercube", "3") == standard_graph("cube", "3")
    vertices, edges = standard_graph("queen", "3x4")
    squares = {vertex: (int(vertex[1:]), "abcd".index(vertex[0])) for vertex in vertices}
    joined = {
        frozenset({a, b})
        for a, b in combinations(vertices, 2)
        if (d := [abs(i - j) for i, j in zip(squares[a], squares[b], strict=True)]) and (0 in d or d[0] == d[1])
    }
    assert {frozenset(edge) for edge in edges} == joined
    assert len(edges) == 46


def test_a_complete_graph_that_is_too_large_is_refused_for_its_edges():
    """`complete 1000` was said to have more than 20,000 vertices."""
    assert len(standard_graph("complete", "199")[0]) == 199
    with pytest.raises(CGTError, match="complete has at most 20,000 edges: complete 1000 is larger"):
        cgt.parse_ruleset("node-kayles").parse("complete 1000")
