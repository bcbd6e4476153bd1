"""Sprouts against the drawing written out with all its spots, and against published outcomes and nim-values."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random
from string import ascii_letters

import attrs
import pytest

import cgt
from cgt.core.game import position_of
from cgt.core.hints import SearchHints
from cgt.core.outcome import Outcome
from cgt.engine.nodes import Nodes
from cgt.errors import CGTError, IllegalMoveError
from cgt.games import Sprouts

SPROUTS = cgt.parse_ruleset("sprouts")


# A drawing: regions of boundaries, each the spots that one meets going round, used up or not; and their degrees.


def start(spots):
    return (tuple((spot,) for spot in range(spots)),), (0,) * spots


def drawn(drawing):
    """Every drawing that one more line leads to."""
    return (after for _ends, after in lines(drawing))


def lines(drawing):
    """Every line more: the places that it joins, each region, boundary and place there, and the drawing it leads to."""
    regions, degrees = drawing
    new = len(degrees)
    for at, region in enumerate(regions):
        rest = regions[:at] + regions[at + 1 :]
        corners = [(b, place) for b, boundary in enumerate(region) for place in range(len(boundary))]
        for (b, i), (c, j) in product(corners, repeat=2):
            x, y = region[b][i], region[c][j]
            if (b, i) > (c, j) or degrees[x] + (x == y) > 2 or degrees[y] + (x == y) > 2:
                continue
            if x == y and (b, i) != (c, j):
                continue
            after = [*list(degrees), 2]
            after[x] += 1
            after[y] += 1
            if b != c:
                others = tuple(boundary for number, boundary in enumerate(region) if number not in {b, c})
                joined = (*round_from(region[b], i, degrees[x]), new, *round_from(region[c], j, degrees[y]), new)
                yield ((at, b, i), (at, c, j)), ((*rest, (*others, joined)), tuple(after))
                continue
            others = [boundary for number, boundary in enumerate(region) if number != b]
            if i != j:
                one = (*region[b][i : j + 1], new)
                two = region[b][j:] + region[b][: i + 1] + (new,)
            else:
                one = (x, new)
                two = (x, new) if not degrees[x] else (*round_from(region[b], i, degrees[x]), new)
            for chosen in product([False, True], repeat=len(others)):
                inside = tuple(o for o, there in zip(others, chosen, strict=True) if there)
                outside = tuple(o for o, there in zip(others, chosen, strict=True) if not there)
                yield ((at, b, i), (at, c, j)), ((*rest, (*inside, one), (*outside, two)), tuple(after))


def round_from(boundary, place, degree):
    around = boundary[place:] + boundary[:place]
    return around if degree == 0 else (*around, around[0])


@cache
def worth(drawing):
    reached = {worth(option) for option in set(drawn(drawing))}
    return next(value for value in range(len(reached) + 1) if value not in reached)


@cache
def misere_wins(drawing):
    after = set(drawn(drawing))
    return not after or not all(map(misere_wins, after))


def text(drawing):
    """As the game writes it: spots that are used up left out."""
    regions, degrees = drawing
    met = Counter(spot for region in regions for boundary in region for spot in boundary)
    signs = {}
    for spot, degree in enumerate(degrees):
        if degree < 2:
            signs[spot] = str(degree)
        elif degree == 2:
            signs[spot] = ascii_letters[len(signs)] if met[spot] == 2 else "2"
    lines = [[("".join(signs.get(spot, "") for spot in boundary)) for boundary in region] for region in regions]
    shown = [",".join(filter(None, region)) for region in lines]
    return "|".join(filter(None, shown)) or "end"


def test_drawings_of_two_spots(upto):
    """Every drawing that comes of one or two spots."""
    known = set()
    waiting = [start(1), start(2)]
    while waiting:
        drawing = waiting.pop()
        for option in drawn(drawing):
            if option not in known and len(known) < upto(200, full=100_000):
                known.add(option)
                waiting.append(option)
    for drawing in known:
        position = SPROUTS.parse(text(drawing) + "|" * text(drawing).isdigit())
        assert cgt.Evaluator().nim_value(position) == worth(drawing), drawing


def numbered(drawing):
    """The places that can still be used, as one reads the drawing."""
    regions, degrees = drawing
    places = ((r, b, i) for r, region in enumerate(regions) for b, one in enumerate(region) for i in range(len(one)))
    return [(r, b, i) for r, b, i in places if degrees[regions[r][b][i]] < 3]


def test_each_line_is_a_move_by_the_places_that_it_joins(upto):
    """Of the places joined and the nim-value of what is left, where a text shows the drawing as it is."""
    random, compared = Random(11), 0
    for _ in range(upto(40, full=600)):
        spots = random.choice([2, 3])
        drawing = start(spots)
        for _line in range(random.randrange(1, 3) + 3 * (spots - 2)):
            drawing = random.choice(sorted(set(drawn(drawing))) or [drawing])
        position = SPROUTS.parse(text(drawing) + "|" * text(drawing).isdigit())
        if position.state != text(drawing):
            continue
        numbers = {place: number for number, place in enumerate(numbered(drawing), start=1)}
        expected = {(*sorted(map(numbers.get, ends)), worth(after)) for ends, after in lines(drawing)}
        found = {(*move[:2], cgt.Evaluator().nim_value(position.play(move))) for move in position.moves()}
        assert found == expected, drawing
        compared += 1
    assert compared > 10


def test_equal_drawings_beside_another_one_are_joined():
    """Two spots that may each end one line more, joined, leave one new spot that may."""
    position = SPROUTS.parse("0,2,2")
    assert "0,2" in {str(position.play(move)) for move in position.moves()}


def test_random_drawings_of_three_and_four_spots(upto):
    random, kinds = Random(3), set()
    for _ in range(upto(8, full=400)):
        spots = random.choice([3, 3, 4])
        drawing = start(spots)
        for _line in range(3 * spots - 1 - random.randrange(2, 5)):
            options = sorted(set(drawn(drawing)))
            if not options:
                break
            drawing = random.choice(options)
        position = SPROUTS.parse(text(drawing) + "|" * text(drawing).isdigit())
        kinds.add(worth(drawing))
        assert cgt.Evaluator().nim_value(position) == worth(drawing), drawing
        assert (cgt.outcome(position, "misere") is Outcome.N) == misere_wins(drawing), drawing
        winning = cgt.winning_moves(position)
        assert bool(winning) == bool(worth(drawing))
    assert len(kinds) > 1


def test_published_outcomes(upto):
    """Applegate, Jacobson and Sleator (1991): to 11 spots, N for 3, 4 and 5 modulo 6, else P."""
    found = "".join(str(cgt.Evaluator().outcome(SPROUTS.position(spots))) for spots in range(1, upto(4, full=8) + 1))
    assert found == "PPNNNPPP"[: len(found)]


def test_published_nim_values(upto):
    """Of the beginnings: 0 0 1 1 (Lemoine and Viennot, 2012)."""
    most = upto(3, full=4)
    assert [cgt.nim_value(SPROUTS.position(spots)) for spots in range(1, most + 1)] == [0, 0, 1, 1][:most]


@attrs.frozen
class AsDrawn(Sprouts):
    """Searched as it is written, without the lands."""

    hints = SearchHints()


@pytest.mark.full
def test_the_lands_are_worth_what_the_drawings_are(upto):
    """Whole positions of two to four spots, with their regions as they are, and the same by lands."""
    random, plain, both = Random(7), {"normal": cgt.Evaluator(), "misere": cgt.Evaluator("misere")}, Counter()
    for _ in range(upto(25, full=600)):
        spots = random.choice((2, 3, 3, 4))
        state = SPROUTS.position(spots).state
        for _line in range(random.randrange({2: 0, 3: 2, 4: 5}[spots], 3 * spots - 2)):
            state = random.choice([option for _, option in SPROUTS.steps(state)] or [state])
        for convention, evaluator in plain.items():
            worth = evaluator.nim_value(position_of(AsDrawn(), state))
            assert cgt.nim_value(position_of(SPROUTS, state), convention) == worth, state
            both[convention, worth] += 1
    assert len(both) > 4


def test_published_misere_outcomes(upto):
    """OEIS A164950: won with 1 spot, lost with 2, 3 and 4."""
    found = "".join(
        str(cgt.Evaluator("misere").outcome(SPROUTS.position(spots))) for spots in range(1, upto(3, full=4) + 1)
    )
    assert found == "NPPP"[: len(found)]


def test_texts():
    for spelled, shown in (
        ("3", "3"),
        ("0,0,0", "3"),
        ("end", "end"),
        ("yx|0,xy", "yx|0,xy"),
        ("1|", "1|"),
        ("22|", "22|"),
        ("2a2a", "2a2a"),
    ):
        position = SPROUTS.parse(spelled)
        assert str(position) == shown
        assert SPROUTS.parse(str(position)) == position
    position = SPROUTS.parse("2")
    assert [SPROUTS.wording.move_text(position, move) for move in position.moves()] == [
        "join 1 with itself, leaving 0,ab|ab",
        "join 1 and 2, leaving 1a1a",
        "join 2 with itself, leaving 0,ab|ab",
    ]
    with pytest.raises(IllegalMoveError):
        position.play("0")


@pytest.mark.parametrize(
    ("spelled", "message"),
    [
        ("9", "1 to 8 spots"),
        ("1000000000000000000000000000000", "1 to 8 spots"),
        *((str(count), f"1 to 8 spots, not {count}$") for count in (10, 11, 12, 20, 21, 22, 222)),
        ("1" * 5000, "1 to 8 spots"),
        ("0", "1 to 8 spots"),
        ("0,a!", "character 12"),
        ("", "character"),
        ("ab|a", "a letter stands twice"),
        ("ab,ab", "a letter stands twice"),
        ("a0a|0", "a drawing of its own"),
        (",".join("0" * 30), "8 spots at most"),
    ],
)
def test_bad_positions(spelled, message):
    with pytest.raises(CGTError, match=message):
        cgt.parse_position(f"sprouts {spelled}")


@pytest.mark.parametrize(("spots", "before"), [(3, 90), pytest.param(4, 577, marks=pytest.mark.full)])
def test_few_sums_are_opened_in_misere_play(spots, before):
    """Fewer than before the lands; of 4 spots with their options in any order, 974 (this program's own counts)."""
    nodes = Nodes()
    assert cgt.Evaluator("misere", nodes=nodes).winning_moves(SPROUTS.position(spots)) == []
    assert len(nodes) < before
