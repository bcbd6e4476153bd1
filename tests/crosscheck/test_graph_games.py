"""The games on graphs against the definition, written out here on sets, and against published values."""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice, product
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.core.game import position_of
from cgt.core.outcome import Outcome
from cgt.core.route import Question
from cgt.errors import ParseError, PositionError
from cgt.games.graphs.graph import graph_of
from cgt.games.graphs.matching import maximum_matching

NODE, ARC = cgt.parse_ruleset("node-kayles"), cgt.parse_ruleset("arc-kayles")
LETTERS = "abcdefgh"


def mex(values):
    return next(value for value in range(len(values) + 1) if value not in values)


def graphs(order):
    """Every graph on so many named vertices."""
    pairs = list(combinations(LETTERS[:order], 2))
    for chosen in product([False, True], repeat=len(pairs)):
        yield frozenset(pair for pair, there in zip(pairs, chosen, strict=True) if there)


def text(edges, vertices=""):
    lone = [vertex for vertex in vertices if not any(vertex in edge for edge in edges)]
    return ",".join([*("-".join(edge) for edge in sorted(edges)), *lone]) or "0"


def node_options(state):
    vertices, edges = state
    for vertex in vertices:
        gone = {vertex} | {end for edge in edges if vertex in edge for end in edge}
        yield vertex, (vertices - gone, frozenset(edge for edge in edges if not gone & set(edge)))


def arc_options(state):
    vertices, edges = state
    for edge in edges:
        yield "-".join(edge), (vertices, frozenset(other for other in edges if not set(edge) & set(other)))


@cache
def worth(options, state):
    return mex({worth(options, after) for _move, after in options(state)})


@cache
def misere_wins(options, state):
    after = [option for _move, option in options(state)]
    return not after or not all(misere_wins(options, option) for option in after)


@pytest.mark.parametrize(("game", "options"), [(NODE, node_options), (ARC, arc_options)], ids=["node", "arc"])
@pytest.mark.parametrize("order", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.full)])
def test_kayles_on_every_small_graph(game, options, order, upto):
    """By default on every third."""
    for edges in islice(graphs(order), 0, None, upto(3, full=1)):
        position = game.parse(text(edges, LETTERS[:order]))
        state = frozenset(LETTERS[:order]), edges
        solution = cgt.solve(position)
        assert cgt.nim_value(position) == worth(options, state)
        assert sorted(solution.winning_moves) == sorted(m for m, after in options(state) if not worth(options, after))
        misere = cgt.solve(position, "misere")
        assert (misere.outcome is Outcome.N) == misere_wins(options, state)
        wins = [move for move, after in options(state) if not misere_wins(options, after)]
        assert sorted(misere.winning_moves) == sorted(wins)


@pytest.mark.parametrize(("game", "code"), [(NODE, "0.137"), (ARC, "0.07")], ids=str)
def test_paths_are_octal_games(game, code, upto):
    """Beyond 2 * 52 + 2 * 34, which is what Guy and Smith's theorem needs to prove the period."""
    stop = upto(180, full=500)
    values = cgt.parse_ruleset(code).table().values(stop)
    assert [cgt.nim_value(game.parse(f"path {size}")) for size in range(1, stop)] == values[1:]


@pytest.mark.parametrize(
    ("game", "form", "value"),
    [
        *((NODE, f"grid {size}", value) for size, value in [("2x2", 0), ("2x3", 1), ("2x4", 0), ("2x5", 1)]),
        *((NODE, f"grid {size}", value) for size, value in [("3x3", 1), ("3x4", 0), ("3x5", 3), ("4x4", 0)]),
        (NODE, "petersen", 1),
        (NODE, "cube 3", 0),
        (NODE, "grid 4x5", 0),
        (NODE, "grid 5x5", 3),
        pytest.param(NODE, "grid 5x7", 2, marks=pytest.mark.full),
    ],
)
def test_golden_values_of_kayles(game, form, value):
    """Computed twice, by other programs, for this project."""
    assert cgt.nim_value(game.parse(form)) == value


DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]


def test_golden_values_of_paths():
    """Guy and Smith (1956), of 0.137 and 0.07; cycles and stars by what one move leaves."""
    for size, value in enumerate(DAWSON[1:], start=1):
        assert cgt.nim_value(NODE.parse(f"path {size}")) == cgt.nim_value(ARC.parse(f"path {size + 1}")) == value
    assert [cgt.nim_value(NODE.parse(f"cycle {size}")) for size in range(3, 9)] == [1, 0, 0, 0, 1, 0]
    assert [cgt.nim_value(NODE.parse(f"star {leaves}")) for leaves in range(1, 7)] == [1, 2, 1, 2, 1, 2]


@given(st.lists(st.tuples(st.sampled_from(["path", "cycle", "star"]), st.integers(3, 9)), min_size=1, max_size=3))
def test_sums_of_paths_cycles_and_stars(shapes):
    for game, options in ((NODE, node_options), (ARC, arc_options)):
        total = game.parse(" + ".join(f"{kind} {size}" for kind, size in shapes))
        alone = [game.parse(f"{kind} {size}").state for kind, size in shapes]
        true = 0
        for vertices, edges in alone:
            true ^= worth(options, (frozenset(vertices), frozenset(edges)))
        assert cgt.nim_value(total) == true
        united = [(f"v{place}{a}", f"v{place}{b}") for place, (_, edges) in enumerate(alone) for a, b in edges]
        position = game.position(united)
        form = game.closed_forms()[0]
        assert cgt.solve(position, closed_form=form).nim_value == true
        for value in (0, 2):
            moves = [
                move for move in position.moves() if cgt.solve(position.play(move), closed_form=form).nim_value == value
            ]
            assert list(form.answer(Question(position)).moves_to(value)) == moves


def test_a_long_path_is_solved_at_once(upto):
    solution = cgt.solve(NODE.parse(f"path {upto(1_000, full=5_000)}"))
    assert solution.route == "closed form"
    with pytest.raises(cgt.errors.CGTError, match="too many to search"):
        cgt.outcome(NODE.parse("path 400"), "misere")


@pytest.mark.parametrize(
    ("game", "wrong", "message"),
    [
        ("node-kayles", "a-b,b-a", "the edge a-b stands there twice, at character 5"),
        ("node-kayles", "a-b,c-c", "two different vertices, not c to itself, at character 5"),
        ("node-kayles", "a-b,,c", "an empty entry is neither a vertex nor a pair of them .*, at character 5"),
        ("node-kayles", "a-b-c", "'a-b-c' is neither"),
        ("node-kayles", "a b", "'a b' is neither"),
        ("node-kayles", "1-2,2-0", "'0' names no vertex: .* and numbers begin with 1, at character 5"),
        ("node-kayles", "é-b", "'é' names no vertex: a name has up to 40 letters a to z"),
        ("node-kayles", f"a-{'b' * 41}", "names no vertex: a name has up to 40 letters"),
        ("walk", "0: 0>1", "'0' names no vertex"),
        ("poset", "0<1", "'0' names no vertex"),
        ("nimstring", "ground-0,0-1", "'0' names no vertex"),
        ("node-kayles", "path 3x4", "a path is written such as path 5"),
        ("node-kayles", "path -1", "a path is written such as path 5, not path -1"),
        ("nimstring", "grid -3x4", "a grid is written such as grid 3x4, not grid -3x4"),
        ("node-kayles", "path 10^3", "a path is written such as path 5, not path 10"),
        ("node-kayles", f"path {10**30}", "at most 20,000 vertices"),
        ("nimstring", f"grid {10**30}x{10**30}", "at most 20,000 vertices"),
        ("node-kayles", f"path {'9' * 5000}", "at most 20,000 vertices.* is larger"),
        ("node-kayles", f"path{10**20}", "at most 20,000 vertices"),
        ("node-kayles", "grid 3", "a grid is written such as grid 3x4"),
        ("node-kayles", "grid 3x30", "at most 26 columns"),
        ("node-kayles", "cycle 2", "at least 3 vertices"),
        ("node-kayles", "path 30000", "at most 20,000 vertices"),
        ("arc-kayles", "complete 99999", "at most 20,000 vertices"),
        ("geography", "a-b,b-c", "does not say where the token lies"),
        ("geography", "x: a-b,b-c", "'x' is no vertex of the graph, at character 1"),
        ("geography", "a: a-b,b-b", "not b to itself, at character 8"),
        ("edge-geography", "a: a-b,b-a", "the edge a-b stands there twice, at character 8"),
        ("hackenbush", "ground-a,b", "'b' is no edge"),
        ("hackenbush", "ground-a,a-", "'a-' is neither a vertex nor a pair of them .*, at character 10"),
        ("arc-kayles", "cube 99", "at most 20,000 vertices"),
    ],
)
def test_bad_graphs_are_refused_in_one_line(game, wrong, message):
    with pytest.raises(cgt.errors.CGTError, match=message):
        cgt.parse_ruleset(game).parse(wrong)


HACKENBUSH = cgt.parse_ruleset("hackenbush")


def standing(edges):
    """The edges, a sorted tuple, that hang together with the ground."""
    reached = {"ground"}
    while new := {end for edge in edges if reached & set(edge) for end in edge} - reached:
        reached |= new
    return tuple(sorted(edge for edge in edges if edge[0] in reached))


def cuts(edges):
    for place in range(len(edges)):
        yield None, standing(edges[:place] + edges[place + 1 :])


ENDS = st.sampled_from(["ground", "a", "b", "c", "d"])
MULTIGRAPHS = st.lists(st.tuples(ENDS, ENDS), max_size=7)


@given(MULTIGRAPHS)
def test_fusion_and_the_colon_principle_on_random_multigraphs(edges):
    """With parallel edges and loops; Winning Ways, chapter 7."""
    state = standing(tuple(sorted(tuple(sorted(edge, key="dcba,ground".find)) for edge in edges)))
    position = HACKENBUSH.position(state)
    form = HACKENBUSH.closed_forms()[0]
    assert cgt.solve(position, closed_form=form).nim_value == worth(cuts, state)
    assert cgt.Evaluator().nim_value(position) == worth(cuts, state)
    assert (cgt.outcome(position, "misere") is Outcome.N) == misere_wins(cuts, state)
    for value in range(3):
        moves = {
            move for move in position.moves() if cgt.solve(position.play(move), closed_form=form).nim_value == value
        }
        assert set(form.answer(Question(position)).moves_to(value)) == moves
    assert HACKENBUSH.parse(str(position)) == position


@pytest.mark.parametrize(
    ("edges", "value"),
    [
        ("0", 0),
        ("ground-a", 1),
        ("ground-a,a-b,b-c", 3),
        ("ground-a,a-b,a-c", 1),
        ("ground-a,ground-b,a-b", 1),
        ("ground-a,a-b,b-c,c-a", 2),
        ("ground-a,a-a,a-a", 1),
        ("ground-ground", 1),
    ],
)
def test_golden_values_of_hackenbush(edges, value):
    """Stalks, trees, odd and even cycles (Winning Ways, chapter 7)."""
    assert cgt.nim_value(HACKENBUSH.parse(edges)) == value


@pytest.mark.parametrize(
    ("edges", "loose"), [("x-y,ground-a", "x-y"), ("a-b", "a-b"), ("ground-a,c-d,d-b,a-e", "b-d|c-d|d-b")]
)
def test_an_edge_that_hangs_on_nothing_is_refused(edges, loose):
    with pytest.raises(PositionError, match=f"'({loose})' is not joined to the ground"):
        HACKENBUSH.parse(edges)
    with pytest.raises(PositionError, match="is not joined to the ground"):
        HACKENBUSH.position([tuple(edge.split("-")) for edge in edges.split(",")])


def test_a_large_graph_is_valued_at_once(upto):
    size = upto(5_000, full=20_000)
    ring = [(f"v{i}", f"v{(i + 1) % size}") for i in range(size)]
    stalks = [(f"v{i}", f"w{i}") for i in range(size)]
    solution = cgt.solve(HACKENBUSH.position([("ground", "v0"), *ring, *stalks]))
    assert solution.nim_value == 1  # the ring is fused: an even number of loops, and of stalks
    assert next(iter(solution.winning_moves)) == "ground-v0"


VERTEX, EDGE = cgt.parse_ruleset("geography"), cgt.parse_ruleset("edge-geography")


def vertex_walks(state):
    start, edges = state
    for edge in edges:
        if start in edge:
            (target,) = set(edge) - {start}
            yield target, (target, frozenset(other for other in edges if start not in other))


def edge_walks(state):
    start, edges = state
    for edge in edges:
        if start in edge:
            (target,) = set(edge) - {start}
            yield target, (target, edges - {edge})


@pytest.mark.parametrize(("game", "options"), [(VERTEX, vertex_walks), (EDGE, edge_walks)], ids=["vertex", "edge"])
@pytest.mark.parametrize("order", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.full)])
def test_geography_on_every_small_graph(game, options, order, upto):
    """By default on every third."""
    for edges in islice(graphs(order), 0, None, upto(3, full=1)):
        position = game.parse(f"a: {text(edges, LETTERS[:order])}")
        state = "a", edges
        solution, misere = cgt.solve(position), cgt.solve(position, "misere")
        assert (solution.outcome is Outcome.N) == (worth(options, state) != 0)
        assert sorted(solution.winning_moves) == sorted(m for m, after in options(state) if not worth(options, after))
        wins = [move for move, after in options(state) if not misere_wins(options, after)]
        assert (misere.outcome is Outcome.N) == misere_wins(options, state)
        assert sorted(misere.winning_moves) == sorted(wins)
        assert cgt.nim_value(position) == worth(options, state)


@pytest.mark.parametrize(("game", "options"), [(VERTEX, vertex_walks), (EDGE, edge_walks)], ids=["vertex", "edge"])
def test_geography_on_larger_graphs_and_what_play_leaves_of_them(game, options, upto):
    """The search by bits, on which what is left of a graph stands on the graph searched before."""
    rng = Random(12)
    for _ in range(upto(40, full=1_500)):
        names = LETTERS[: rng.randrange(2, 13)]
        edges = frozenset(edge for edge in combinations(names, 2) if rng.random() < 2.4 / len(names)) | {("a", "b")}
        normal, misere = cgt.Evaluator(), cgt.Evaluator("misere")
        position, state = game.position("a", edges), ("a", edges)
        while True:
            assert normal.nim_value(position) == worth(options, state)
            assert sorted(normal.winning_moves(position)) == sorted(
                m for m, o in options(state) if not worth(options, o)
            )
            assert (misere.outcome(position) is Outcome.N) == misere_wins(options, state)
            assert len(normal._nodes._states) == 1
            if not (after := list(options(state))):
                break
            move, state = rng.choice(after)
            position = position.play(move)


PAIRS = list(combinations("abcdefgh", 2))


@given(st.frozensets(st.sampled_from(PAIRS), max_size=11), st.booleans())
def test_matchings_and_even_kernels_on_random_graphs(edges, bipartite):
    if bipartite:
        edges = frozenset(edge for edge in edges if (ord(edge[0]) + ord(edge[1])) % 2)
    for game, options in ((VERTEX, vertex_walks), (EDGE, edge_walks)):
        form = game.closed_forms()[0]
        for start in sorted({end for edge in edges for end in edge}):
            position = game.position(start, edges)
            assert form.answer(Question(position)) is not None or (game is EDGE and not bipartite)
            if form.answer(Question(position)) is not None:
                assert (cgt.solve(position, closed_form=form).outcome is Outcome.N) == (
                    worth(options, (start, edges)) != 0
                )
                wins = {move for move, after in options((start, edges)) if not worth(options, after)}
                assert set(cgt.solve(position, closed_form=form).winning_moves) == wins


def test_golden_outcomes_of_geography():
    """By the theorem of Fraenkel, Scheinerman and Ullman (1993), computed by other programs for this project."""
    outcomes = [str(cgt.outcome(VERTEX.parse(f"{cell}: grid 3x3"))) for cell in ("a1", "b1", "b2")]
    assert outcomes == ["P", "N", "P"]
    assert cgt.outcome(VERTEX.parse("1: petersen")) is Outcome.N


def test_geography_on_thousands_of_vertices(upto):
    random, size = Random(1), upto(1_000, full=10_000)
    edges = {(f"v{i}", f"v{random.randrange(i)}") for i in range(1, size)}
    edges |= {tuple(f"v{i}" for i in random.sample(range(size), 2)) for _ in range(size)}
    distinct = {tuple(sorted(edge)) for edge in edges}
    position = position_of(VERTEX, ("v0", graph_of((), distinct)))
    solution = cgt.solve(position)
    after = [
        cgt.solve(position.play(move), closed_form=VERTEX.closed_forms()[0]).outcome
        for move in solution.winning_moves[:2]
    ]
    assert (solution.outcome is Outcome.N) == bool(after)
    assert set(after) <= {Outcome.P}
    with pytest.raises(cgt.errors.CGTError, match="too many to search"):
        cgt.outcome(position, "misere")


def brute_matching(neighbours, gone=frozenset()):
    """The number of edges of a maximum matching."""
    free = [vertex for vertex in range(len(neighbours)) if vertex not in gone]
    if not free:
        return 0
    first, *_ = free
    with_it = [1 + brute_matching(neighbours, gone | {first, o}) for o in neighbours[first] if o not in gone]
    return max([brute_matching(neighbours, gone | {first}), *with_it])


@given(st.integers(1, 9), st.data())
def test_maximum_matchings_against_the_definition(count, data):
    pairs = list(combinations(range(count), 2))
    edges = data.draw(st.sets(st.sampled_from(pairs), max_size=14)) if pairs else set()
    neighbours = [[b if a == v else a for a, b in sorted(edges) if v in (a, b)] for v in range(count)]
    partner, left_out = maximum_matching(neighbours)
    most = brute_matching(neighbours)
    assert all(other < 0 or (partner[other] == v and other in neighbours[v]) for v, other in enumerate(partner))
    assert sum(other >= 0 for other in partner) == 2 * most
    assert left_out == {v for v in range(count) if brute_matching(neighbours, frozenset({v})) == most}


POSET, SPROUTS = cgt.parse_ruleset("poset"), cgt.parse_ruleset("brussels-sprouts")


def poset_options(state):
    """On all pairs of the order, not only on those of neighbours."""
    elements, below = state
    for element in elements:
        left = elements - {element} - {upper for lower, upper in below if lower == element}
        yield element, (left, frozenset(pair for pair in below if set(pair) <= left))


def closure(pairs):
    pairs = set(pairs)
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return frozenset(pairs)


@given(st.sets(st.sampled_from(list(combinations("abcdef", 2))), max_size=9))
def test_posets_against_the_definition(relations):
    position = POSET.position(relations)
    state = frozenset(end for pair in relations for end in pair), closure(relations)
    solution, misere = cgt.solve(position), cgt.solve(position, "misere")
    assert cgt.nim_value(position) == worth(poset_options, state)
    assert set(solution.winning_moves) == {m for m, after in poset_options(state) if not worth(poset_options, after)}
    assert (misere.outcome is Outcome.N) == misere_wins(poset_options, state)
    assert {m for m, after in poset_options(state) if not misere_wins(poset_options, after)} == set(
        misere.winning_moves
    )
    assert POSET.parse(str(position)) == position
    form = POSET.closed_forms()[0]
    if form.answer(Question(position)) is not None:
        assert cgt.solve(position, closed_form=form).nim_value == worth(poset_options, state)


def test_golden_values_of_posets(upto):
    """Subset take-away is lost for the first player (Gale and Neyman, 1982, for few elements).

    Chomp without its poisoned square: computed twice for this project. Chains are heaps of nim.
    """
    for size in range(1, upto(5, full=6)):
        assert cgt.outcome(POSET.parse(f"subsets {size}")) is Outcome.P
    values = {"2x2": 2, "2x3": 4, "3x3": 5} | upto({}, full={"3x4": 9, "4x4": 6})
    assert {size: cgt.nim_value(POSET.parse(f"chomp {size}")) for size in values} == values
    assert cgt.nim_value(POSET.parse("chain 7 + chain 4")) == 3
    long = upto(150, full=1000)
    assert cgt.solve(POSET.parse(f"chain {long}"), closed_form=POSET.closed_forms()[0]).nim_value == long


@pytest.mark.parametrize("atoms", [2, 3, 4])
def test_a_subset_lies_below_those_that_hold_it(atoms):
    """With no relation between them they would be lost for the first player, too: an even number of lone elements."""
    proper = [chosen for count in range(1, atoms) for chosen in combinations("abcd"[:atoms], count)]
    position = POSET.parse(f"subsets {atoms}")
    left = {move: set(position.play(move).state[0]) for move in position.moves()}
    assert left == {"".join(one): {"".join(other) for other in proper if not set(one) <= set(other)} for one in proper}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_brussels_sprouts_last_5n_minus_2_moves(count):
    """Whatever is played: Winning Ways, chapter 17."""
    lengths = {}

    def length(state):
        return lengths[state]

    start = SPROUTS.position(count).state
    waiting = [start]
    while waiting:
        state = waiting[-1]
        after = [option for _move, option in SPROUTS.steps(state)]
        missing = [option for option in after if option not in lengths]
        if missing:
            waiting += missing
            continue
        (lengths[state],) = {1 + length(option) for option in after} or {0}
        waiting.pop()
    assert lengths[start] == 5 * count - 2


@pytest.mark.parametrize("text", ["3", "3: 1,2"])
def test_a_token_is_written_with_the_squares_where_it_has_been(text):
    assert str(cgt.parse_ruleset("kotzig(9,1,2)").parse(text)) == text


def test_brussels_sprouts_are_odd_and_even():
    for count in (1, 2, 3, 40):
        position = SPROUTS.position(count)
        assert (cgt.outcome(position) is Outcome.N) == bool(count % 2)
        assert (cgt.outcome(position, "misere") is Outcome.N) != bool(count % 2)
        solution = cgt.solve(position)
        assert bool(solution.winning_moves) == bool(count % 2)
    assert SPROUTS.parse("crosses 2") == SPROUTS.parse("4,4") == SPROUTS.position(2)


def kotzig_wins(size, steps, token, been, misere):
    after = {(token + step) % size for step in steps} - been
    if not after:
        return misere
    return not all(kotzig_wins(size, steps, target, been | {target}, misere) for target in after)


@pytest.mark.parametrize("misere", [False, True])
def test_kotzigs_nim_against_the_definition(misere, upto):
    convention = "misere" if misere else "normal"
    for size in range(1, upto(6, full=13)):
        for count in (1, 2, 3):
            for steps in combinations(range(1, min(size, 6) + 1), count):
                game = cgt.parse_ruleset(f"kotzig({size},{','.join(map(str, steps))})")
                wins = kotzig_wins(size, steps, 0, frozenset({0}), misere)
                solution = cgt.solve(game.position(0), convention)
                assert (solution.outcome is Outcome.N) == wins
                assert bool(solution.winning_moves) == (wins and bool(game.moves(game.position(0).state)))


def test_golden_outcomes_of_kotzigs_nim(upto):
    """Computed twice for this project: with the steps 1 and 2, the second player wins on 1, 3 and 7 squares alone."""
    stop = upto(14, full=20)
    lost = [n for n in range(1, stop) if cgt.outcome(cgt.parse_ruleset(f"kotzig({n},1,2)").position(0)) is Outcome.P]
    assert lost == [1, 3, 7]


@pytest.mark.parametrize(
    ("game", "wrong", "message"),
    [
        ("poset", "a<b,b<a", "the relations go round"),
        ("poset", "a<b,c<c", "c cannot be below itself, at character 5"),
        ("poset", "a<b<c", "'a<b<c' is neither"),
        ("poset", "subsets 9", "at most 6 elements"),
        ("poset", "chain 2x3", "written such as chain 3"),
        ("poset", "chain 99999", "at most 2,000 elements here$"),
        ("poset", "chain 1000000000", "at most 2,000 elements here$"),
        ("poset", f"chain {'9' * 5000}", "at most 2,000 elements here$"),
        ("poset", f"chomp 2x{'9' * 5000}", "at most 26 rows and 2,000 squares"),
        ("poset", f"subsets {'9' * 5000}", "at most 6 elements"),
        ("rugs", f"{10**30}:3", "counted from 1, up to 1,000,000, not 1000000"),
        ("poset", "chomp 99x99", "at most 26 rows"),
        ("brussels-sprouts", "4,x", "'x' is not a whole number of at least 0 .*free arms.*, at character 3"),
        ("brussels-sprouts", "4,0", "at least 1, not 0"),
        ("brussels-sprouts", "crosses 99999999", "at most 100,000 free arms, not 399999996$"),
        ("brussels-sprouts", "crosses 10^30", "at most 100,000 free arms, not 4000000000000000000000000000000$"),
        ("brussels-sprouts", f"crosses {'9' * 5000}", "at most 100,000 free arms, not 39999999"),
        ("brussels-sprouts", "crosses x", "^'x' is not a whole number of at least 0 .*, at character 9"),
        ("brussels-sprouts", "crosses 0", "the number of crosses is a whole number of at least 1, not 0$"),
        ("kotzig(10,1,2)", "10", "from 0 to 9, not 10"),
        ("kotzig(10,1,2)", "3: 1,y", "'y' is not a whole number of at least 0 .*square.*, at character 6"),
        ("kotzig(10)", "0", "kotzig takes the number of squares, then the steps"),
        ("kotzig(99999,1)", "0", "1 to 10,000, not 99999"),
        ("kotzig(9,0)", "0", "at least 1"),
    ],
)
def test_bad_orders_and_circles_are_refused_in_one_line(game, wrong, message):
    with pytest.raises(cgt.errors.CGTError, match=message):
        cgt.parse_ruleset(game).parse(wrong)


@attrs.frozen
class Drawn:
    """What is needed of a graph of networkx."""

    nodes: list
    edges: list
    directed: bool = False

    def is_directed(self):
        return self.directed


def test_graphs_of_networkx():
    squares = [(row, column) for row in range(2) for column in range(3)]
    pairs = [(a, b) for a, b in combinations(squares, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    graph = Drawn(squares, pairs)
    assert cgt.nim_value(NODE.position(graph)) == cgt.nim_value(NODE.parse("grid 2x3"))
    geography = cgt.parse_ruleset("geography")
    assert str(geography.position((0, 2), graph)).startswith("3: ")
    assert str(geography.position("b", Drawn(["a", "b", "c"], [("b", "a")]))) == "b: a-b,c"
    assert str(ARC.position(Drawn([5, 6, 7], [(7, 6)]))) == "6-7,5"


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (3, "list of edges .*not 3"),
        (Drawn([1, 2], [(1, 2)], directed=True), "directed"),
        (Drawn([1, 2], [(2, 2)]), "to itself"),
    ],
)
def test_what_is_no_simple_graph_is_refused(graph, message):
    with pytest.raises(PositionError, match=message):
        NODE.position(graph)
    with pytest.raises(PositionError, match="no vertex"):
        cgt.parse_ruleset("geography").position(9, Drawn([1, 2], [(1, 2)]))


def test_networkx_itself(upto):
    networkx = pytest.importorskip("networkx")
    assert cgt.nim_value(NODE.position(networkx.petersen_graph())) == 1
    random = Random(2)
    for seed in range(upto(8, full=20)):
        graph = networkx.gnp_random_graph(random.randrange(4, 30), 0.2, seed=seed)
        matched = networkx.max_weight_matching(graph, maxcardinality=True)
        partners, _left_out = maximum_matching([list(graph[node]) for node in graph])
        assert 2 * len(matched) == sum(partner >= 0 for partner in partners)


@pytest.mark.parametrize(
    ("game", "glued", "meant"),
    [("node-kayles", "path7", "path 7"), ("arc-kayles", "Grid3x4", "grid 3x4"), ("poset", "chain5", "chain 5")],
)
def test_a_short_form_without_its_space_is_no_vertex(game, glued, meant):
    with pytest.raises(ParseError, match=f"^write {meant} for {glued}"):
        cgt.parse_position(f"{game} {glued}")
    assert len(cgt.parse_position(f"{game} {meant}").moves()) > 1


@pytest.mark.parametrize(
    ("text", "form"),
    [("node-kayles grid3", "grid 3x4"), ("arc-kayles petersen5", "petersen"), ("poset chomp3", "chomp 2x3")],
)
def test_a_short_form_that_is_none_is_not_advised(text, form):
    """The advice to write `grid 3` for `grid3` was refused in its turn."""
    with pytest.raises(PositionError, match=f"is written such as {form}, not"):
        cgt.parse_position(text)


@pytest.mark.parametrize("text", ["Grid 3x4", "grid 3×4", "grid 3 x 4", " GRID  3 × 4 "])
def test_a_short_form_is_read_as_boards_are(text):
    assert cgt.parse_position(f"node-kayles {text}") == cgt.parse_position("node-kayles grid 3x4")
    chomp = text.lower().replace("grid", "Chomp")
    assert cgt.parse_position(f"poset {chomp}") == cgt.parse_position("poset chomp 3x4")
