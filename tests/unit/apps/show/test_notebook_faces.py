import pickle
import xml.etree.ElementTree as ET

import attrs
import pytest

import cgt
from cgt.apps.claims import judge, select
from cgt.apps.sweep.run import sweep
from cgt.core.code import HeapCode
from cgt.core.compounds import Selective, Summable
from cgt.core.sketch import drawing_of
from cgt.solving.subjects import parse_position
from cgt.store.pair_table import PairTable
from cgt.store.quota_table import QuotaTable
from cgt.store.sequence_table import SequenceTable
from cgt.theory.period import period_of_code


def parsed(markup):
    return ET.fromstring(markup)


@pytest.mark.parametrize(
    ("position", "heads"),
    [
        (cgt.games.Nim().position(3, 4, 5), 12),
        (cgt.games.TakeAway("2n").parse("10:4,3"), 13),
        (cgt.games.GlobalTakeAway("2n").parse("7,5:4"), 12),
        (Selective(cgt.games.Nim().position(2), cgt.games.Nim().position(1)), 3),
    ],
)
def test_positions_show_their_matches(position, heads):
    picture = parsed(position._repr_svg_())
    assert sum(1 for element in picture.iter() if element.tag.endswith("circle")) == heads


def test_a_position_without_heaps_has_no_picture():
    @attrs.frozen
    class Token(Summable):
        def moves(self):
            return ()

        def play(self, move):
            raise ValueError(move)

    assert Token()._repr_svg_() is None


@pytest.mark.parametrize(
    "position", [cgt.games.FibonacciNim().position(50), cgt.games.Nim().position(3, 3), cgt.games.Nim().position()]
)
def test_solutions_are_cards(position):
    solution = cgt.solve(position)
    text = "".join(parsed(solution._repr_html_()).itertext())
    assert solution.explanation in text
    assert solution.reference in text
    assert solution.outcome.meaning in text
    latex = solution._repr_latex_()
    assert latex.count("{") == latex.count("}")


def test_a_solution_with_many_winning_moves_lists_some():
    solution = cgt.solve(cgt.games.Nim().position(*[1] * 41))
    assert solution._repr_html_().count("from heap") == 13  # 12 moves, and one in the explanation
    assert "29 other moves" in solution._repr_html_()


def test_a_card_of_huge_heaps_stays_short():
    page = cgt.solve(cgt.games.Nim().position(10**6000, 10**6000 + 1))._repr_html_()
    assert "take" in "".join(parsed(page).itertext())
    assert len(page) < 60_000


def test_the_card_of_a_sum_names_its_components_and_games():
    card = cgt.solve(cgt.parse_position("kayles 7 + nim 3,5")).card()
    assert card.title == "kayles 7 + nim 3,5, normal play"
    told = [text for term, text in card.rows if term == "component"]
    assert told == [
        "kayles 7 is worth 2 (certificate)",
        "nim 3 is worth 3 (closed form)",
        "nim 5 is worth 5 (closed form)",
    ]


def test_what_is_no_proof_is_told_so():
    sure = cgt.solve(cgt.games.Nim().position(3))
    assert "conjecture" not in dict(sure.card().rows)["known by"]
    doubtful = attrs.evolve(sure, answer=attrs.evolve(sure.answer, status=cgt.Status.CONJECTURE))
    assert dict(doubtful.card().rows)["known by"].endswith("(conjecture)")


def test_reports_are_cards():
    report = cgt.crosscheck(cgt.games.Nim(), 5)
    assert f"{report.checked:,}" in "".join(parsed(report._repr_html_()).itertext())


def test_tables_mark_their_p_positions():
    table = PairTable.wythoff(40, 40)
    page = parsed(table._repr_html_())
    assert [mark.text for mark in page.iter("mark")] == ["0"] * int((table.values[:32, :32] == 0).sum())
    assert "rows: 40; columns: 40" in "".join(page.itertext())
    quota = QuotaTable.build(lambda k: 2 * k, 5, name="Fibonacci nim")
    marked = sum(quota.nim_value(heap, q) == 0 for heap in range(6) for q in range(6))
    assert len(list(parsed(quota._repr_html_()).iter("mark"))) == marked
    assert table._repr_latex_().splitlines()[5] == "2 & " + " & ".join(map(str, table.values[2, :32].tolist())) + r"\\"


def test_a_wide_figure_scrolls_inside_of_its_card():
    for result in (cgt.solve("takeaway(2n) 50:2"), cgt.nim_value_table("nim", 40, 40)):
        assert parsed(result._repr_html_()).find("div").get("style") == "overflow-x:auto"


def test_a_sequence_shows_its_name_and_its_values():
    sequence = SequenceTable([0, 1, 0], ruleset="a < b")
    assert "a < b" in "".join(parsed(sequence._repr_html_()).itertext())
    assert sequence._repr_latex_() == r"$0,\, 1,\, 0$"


def test_periods_and_certificates_bracket_their_period():
    report = period_of_code(HeapCode.parse("0.07"))
    certificate = report.certificate
    for face in (report, certificate):
        text = "".join(parsed(f"<div>{face._repr_html_()}</div>").itertext())
        assert str(report.periodicity.period) in text
        assert face._repr_latex_().count("$") == 2
    kayles = period_of_code(HeapCode.parse("0.77")).certificate
    assert certificate.sha256 in certificate._repr_html_()
    assert "0, 1, 2, 3, 1, 4" in "".join(parsed(kayles._repr_html_()).itertext())


RESULTS = {
    "solution": lambda: cgt.solve(cgt.games.Nim().position(3, 4, 5)),
    "solution of a sum": lambda: cgt.solve(cgt.games.Nim().position(3, 4) + cgt.games.Wythoff().position(1, 2)),
    "audit": lambda: cgt.crosscheck(cgt.games.Nim(), 5),
    "discovery": lambda: cgt.discover("kayles", 200),
    "discovery of a quota": lambda: cgt.discover("takeaway(3n)", 200),
    "misère quotient": lambda: cgt.misere_quotient("0.75"),
    "certificate of a quotient": lambda: cgt.misere_quotient("0.75").certificate,
    "certificate of a base": lambda: cgt.discover("takeaway(3n)", 200).base,
    "claim": lambda: judge(select("000.5b"))[0],
    "proved claim": lambda: judge(select("001.6"))[0],
}


@pytest.mark.full("certificate of a base", "discovery of a quota")
@pytest.mark.parametrize("found", RESULTS.values(), ids=RESULTS)
def test_every_result_is_a_card_in_html_and_latex(found):
    result = found()
    page = "".join(parsed(result._repr_html_()).itertext())
    card = result.card()
    assert card.title in page
    for term, text in card.rows:
        assert term in page
        assert text in page
    latex = result._repr_latex_()
    assert latex.count("{") - latex.count(r"\{") == latex.count("}") - latex.count(r"\}")
    assert latex.count(r"\\") >= len(card.rows)


def test_what_a_claims_card_says():
    lines = dict(RESULTS["claim"]().card().rows)
    assert lines["but"] == "a = 21: it says take 21; true is take 2"
    assert lines["verdict"] == "refuted"
    assert "by" not in lines
    assert "exhaustive" in dict(RESULTS["proved claim"]().card().rows)["by"]


def test_a_nimber_is_mathematics():
    assert cgt.Nimber(5)._repr_latex_() == r"$\ast 5$"


@pytest.mark.parametrize("text", ["rook 3,5 + rook 1,2", "king 2,2 + king 1,0", "walk a: a>b + walk c: c>d"])
def test_a_sum_of_boards_is_not_drawn_as_the_empty_board(text):
    position = parse_position(text)
    assert position._repr_svg_() is None
    assert drawing_of(position) == ""


def test_lists_of_results_are_lists_with_a_card():
    table = cgt.nim_value_table(cgt.games.Wythoff(), 40, 3)
    assert table == [row[:3] for row in cgt.nim_value_table(cgt.games.Wythoff(), 40, 40)]
    assert isinstance(table, list)
    assert "rows: 40; columns: 3; the first ones are shown" in table._repr_html_()
    assert pickle.loads(pickle.dumps(table)).card() == table.card()  # noqa: S301 - its own
    misere = cgt.nim_value_table(cgt.games.Nim(), 2, 2, "misere")
    assert misere.card().title == "nim, misère play: nim-values"
    genera = cgt.genera("nim", 40)
    assert genera.card().rows[5] == ("5", "5^57")
    assert genera.card().rows[-1] == ("…", "8 more")


def test_a_sweep_has_a_card():
    card = sweep("0.0?", 60).card()
    assert card.title.startswith("rules: 8; studied now: 7")
    assert dict(card.rows)["0.03"].startswith("period 4 from 0, proved")
    assert len(card.rows) == 8


def test_no_bar_is_drawn_outside_of_a_notebook(capsys):
    assert cgt.crosscheck(cgt.games.Nim(), 4).agrees
    assert capsys.readouterr() == ("", "")
