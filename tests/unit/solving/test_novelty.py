"""What is new here: a rule beside published tables, censuses and the OEIS, and its statement in LaTeX."""

from __future__ import annotations

import json
from functools import cache

import pytest

import cgt
from cgt.apps.cli import main
from cgt.errors import ParseError
from cgt.solving.novelty import PUBLISHED, novelty, statement
from cgt.store.oeis import CrossReference

discover = cache(cgt.discover)


@pytest.fixture(scope="module")
def census(tmp_path_factory):
    """A census that a sweep wrote, plain and packed."""
    folder = tmp_path_factory.mktemp("census")
    for name in ("codes.csv", "codes.csv.gz"):
        assert main(["sweep", "0.{06,13}", "60", "-o", str(folder / name), "--workers", "1"]) == 0
    return folder


@pytest.mark.parametrize(
    ("rule", "verdict"),
    [("kayles", "known"), ("0.77", "known"), ("4.4", "known otherwise"), ("0.2004", "in none of these")],
)
def test_the_published_tables_are_looked_up(rule, verdict):
    assert novelty(cgt.discover(rule, 100)).verdict == verdict


@pytest.mark.full("0.6-0.6-known", "4.344-None-in none of these", "grundy-grundy-known", "officers-0.6-known")
@pytest.mark.parametrize(
    ("rule", "listed", "verdict"),
    [
        ("0.6", "0.6", "known"),
        ("grundy", "grundy", "known"),
        ("officers", "0.6", "known"),
        ("treblecross", "0.04", "known otherwise"),  # a move takes three and leaves at most two rows: 0.007
        ("4.344", None, "in none of these"),  # it is on the list, and proved in docs/census.md
    ],
)
def test_the_famous_open_games_are_said_to_be_open(rule, listed, verdict):
    known = novelty(cgt.discover(rule, 100))
    assert (known.verdict, listed is None) == (verdict, not known.places)
    assert listed is None or known.places == (f"published tables: {listed}, unsolved (T. Czajka 2021)",)


def test_that_there_is_no_period_is_a_theorem():
    """The draft of a proof was that nothing was found that could be stated."""
    text = statement(discover("take-a-triangle"))
    assert r"\texttt{take-a-triangle} is not ultimately periodic" in text
    assert text.startswith("\\begin{theorem}")
    assert text.endswith("\\end{proof}")
    assert "nothing was found" in statement(discover("take-a-prime"))


@pytest.mark.full("codes.csv")
@pytest.mark.parametrize("name", ["codes.csv", "codes.csv.gz"])
def test_a_census_is_looked_up(census, name):
    path = census / name
    known = novelty(discover("0.06", 60), censuses=[path])
    assert (known.verdict, known.searched) == ("known", ("published tables", name))
    assert known.places[1].startswith(f"{name}: 0.06, ")
    shifted = novelty(discover("0.03", 100), censuses=[path])  # 0.13 is the same with heaps renumbered
    assert shifted.verdict == "known otherwise"
    assert "in none of these: published tables" in str(novelty(discover("0.2004", 60), censuses=[path]))


def test_the_oeis_makes_it_known_otherwise():
    reference = CrossReference("A000001", "", 0, 0, 20)
    found = discover("0.2004", 60)
    assert novelty(found, references=[reference]).places == ("OEIS A000001",)
    assert novelty(found, references=[]).searched == ("published tables", "OEIS")
    assert novelty(found, references=[]).verdict == "in none of these"


def test_what_is_no_census_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    (tmp_path / "b.csv.gz").write_bytes(b"\x1f\x8bno archive at all")
    for path, said in (
        ("a.csv", "is no census"),
        ("b.csv.gz", "cannot be read: Unknown compression method"),
        ("absent.csv", "cannot be read: No such file or directory"),
        ("", "cannot be read: Is a directory"),
    ):
        with pytest.raises(ParseError, match=said):
            novelty(discover("0.06", 60), censuses=[tmp_path / path])


def test_the_statement_is_that_of_the_certificate(upto):
    rule, says = upto(
        ("0.77", r"$G(n + 12) = G(n)$ for all $n \ge 71$"), full=("0.137", r"$G(n + 34) = G(n)$ for all $n \ge 52$")
    )
    found = cgt.discover(rule, 400)
    text = statement(found)
    assert says in text
    assert text.count(r"\begin{") == text.count(r"\end{") == 2
    assert found.certificate.sha256 in text
    assert "Guy" in text


def test_what_is_not_proved_is_a_conjecture():
    rule = cgt.TakingRule(lambda n: [take for take in (1, 2) if take <= n], name="one-or-two")
    text = statement(cgt.discover(rule, 100))
    assert r"\begin{conjecture}" in text
    assert r"\begin{proof}" not in text
    assert statement(discover("0.06", 60)).startswith("% of octal(0.06)")


@pytest.mark.full
def test_the_command_says_it_and_writes_it(census, tmp_path, capsys):
    assert main(["discover", "0.06", "60", "--census", str(census / "codes.csv")]) == 0
    assert "unsolved (T. Czajka 2021); codes.csv: 0.06" in " ".join(capsys.readouterr().out.split())
    assert main(["discover", "0.137", "200", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["novelty"]["verdict"] == "known"
    target = tmp_path / "statement.tex"
    assert main(["discover", "0.137", "400", "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8").startswith(r"\begin{theorem}")
    assert main(["discover", "0.137", "100", "--census", str(tmp_path / "absent.csv")]) == 2


def test_the_published_periods_are_printed_once():
    assert len({code for code, *_rest in PUBLISHED}) == len(PUBLISHED)
