"""The command line in French: help, errors and reports, as a pupil reads them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import cgt
from cgt.apps.cli.app import COMMANDS
from cgt.apps.sweep.run import Sweep
from cgt.core.atomic import read_text
from cgt.core.language import language
from cgt.core.memory_limit import check_memory
from cgt.errors import MemoryBudgetError, NumberError, ParseError


@pytest.fixture(autouse=True)
def system_speaks_french(monkeypatch):
    for name in ("CGT_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")


@pytest.mark.parametrize("width", [60, 70, 80, 90])
def test_no_line_of_a_help_begins_with_a_sign(run, monkeypatch, width):
    """Lines were broken before `:`, and between a guillemet and its word."""
    monkeypatch.setenv("COLUMNS", str(width))
    code, said, err = run("--help")
    assert (code, err) == (0, "")
    assert said.count("\N{NO-BREAK SPACE};") > 2
    assert not re.findall(r"(?m)^[│ ]*[:;?!»].*|.*« *│?$", said)


@pytest.mark.parametrize(
    "command",
    [
        # By default every fourth; tests/crosscheck/test_translations.py asks for every text.
        pytest.param(target.rpartition(":")[2].replace("_", "-"), marks=pytest.mark.full if place % 4 else ())
        for place, target in enumerate(COMMANDS)
    ],
)
def test_help_is_in_french(run, command):
    code, said, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert said.startswith(f"Usage\N{NO-BREAK SPACE}: cgt {command}")
    assert "Exemple\N{NO-BREAK SPACE}:" in said
    assert not re.findall(r"\b(?:the|and|which|Write|Example|default|required)\b", said)


def test_the_list_of_commands_is_in_french(run):
    assert "Jouer contre l’ordinateur" in run("--help")[1]
    assert "Play a game against the computer" in run("--help", "--lang", "en")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "nimm", "3"], "il n’y a pas de jeu 'nimm' : vouliez-vous dire nim ?"),
        (["solve", "nim", "3,x"], "'x' n’est pas un nombre entier d’au moins 0 (on attend : des tas séparés par des "),
        (["solve"], "cgt solve demande JEU, par exemple : cgt solve"),
        (["solv"], "il n’y a pas de commande « solv ». Vouliez-vous dire « solve » ?"),
        (["misere"], "il n’y a pas de commande « misere » : cgt --help"),
        (
            ["decide", "forall x: x*x == 2"],
            "un produit de variables n’est pas linéaire, au caractère 12 de 'forall x: x*x == 2'",
        ),
        (["decide", "forall x: x <"], "le nom d’une variable était attendu, au caractère 14"),
        (["period", "0.7z"], "un chiffre 0-9 ou A-F était attendu ; plus de trois tas"),
        (["solve", "nim", "3", "--foo"], "il n’y a pas d’option --foo"),
        (["solve", "takeaway(2n)", "50:0"], "le quota d’un tas est au moins 1 : 50:0 ne permet aucun coup"),
        (["solve", "takeaway(x)", "5"], "'x' n’est pas un quota : écrivez kn+q comme 2n"),
        (["values", "nim", "--stop", "1.5"], "--stop : '1.5' n’est pas un nombre entier"),
        (["values", "nim", "1.5"], "--stop : '1.5' n’est pas un nombre entier"),
        (["values", "nim", "-1"], "--stop : -1 est au-dessous de 0"),
        (["p-positions", "nim", "-1"], "--stop : -1 est au-dessous de 0"),
        (["genus", "kayles", "--stop", "-1"], "--stop : -1 est au-dessous de 0"),
        (["discover", "kayles", "-1"], "--stop : -1 est au-dessous de 0"),
        (["table", "nim", "-1"], "LIGNES : -1 est au-dessous de 0"),
        (["decide", "forall n: n > 3; base 2; base 3"], "un seul système de numération suffit, au caractère 30"),
        (["decide", "forall n: n > 3; base 2", "--base", "base 3"], "un seul système de numération suffit : il est"),
        (["decide", "forall n: n > 3; ends n <= 1"], "n’a pas de fin de partie, au caractère 22"),
        (
            ["solve", "wythoff 1000000000,5 + kayles 7"],
            "une table de 6000000006 valeurs de Grundy dépasse la limite de 150 000 positions",
        ),
        (["solve", "chocolate(0)", "1,2,1"], "chocolate(k) demande un nombre entier k d’au moins 1, et non 0"),
        (["solve", "kayles", "x"], "'x' n’est pas un nombre entier d’au moins 0"),
        (["solve", "nim", "3", "5"], "trop d’arguments : 5 ; écrivez cgt solve nim 3,5"),
        (["solve", "subtraction(xyz)", "7"], "il n’y a pas d’ensemble de nombres 'xyz' : il y a 2^k, "),
        (
            ["solve", "moves(x: t >= 1 & t <= 3 -> y - t)", "7"],
            "y n’est pas un nombre de la position, et rien ne le borne",
        ),
        (["solve", "nim 3 + + kayles 2"], "il manque un jeu et une position, comme kayles 7, au caractère 9"),
        (["solve", "nim 3 + 5"], "'5' n’est pas un jeu et une position, comme kayles 7, au caractère 9"),
        (["solve", "hackenbush", ""], "une entrée vide n’est ni un sommet"),
        (
            ["genus", "sprouts"],
            "sprouts n’est pas un jeu de tas indépendants : `cgt solve` avec --genus, et `cgt.genus` en Python",
        ),
        (["recognise", "kayles"], "les coups de kayles ne sont pas des formules linéaires"),
        (["lesson", "nim", "-o", "x.doc"], "x.doc : l’extension du nom donne le format, l’un de .html, .pdf"),
    ],
)
def test_errors_are_in_french(run, arguments, said):
    code, out, err = run(*arguments)
    assert code
    assert out == ""
    assert said in err.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["period", "kayles"], "période 12, à partir du tas 71, démontrée (Guy et Smith)"),
        (["solve", "nim 3 + kayles 5", "--misere"], "hors de la portion P : nim : prendre 2"),
        (["table", "takeaway(2n)", "2", "2"], "tas de haut en bas, quota de gauche à droite"),
        pytest.param(["recognise", "fibonacci-nim", "--level", "7"], "niveau 7 : 2 194 états", marks=pytest.mark.full),
        (
            ["recognise", "takeaway(4n)", "--level", "1"],
            "n’est pas de Pisot : les racines de sa récurrence",
        ),
        (["games", "takeaway"], "Le premier coup dans un tas ne peut pas le prendre en entier."),
        (["discover", "kayles"], "stratégie  "),
    ],
)
def test_reports_are_in_french(run, arguments, said):
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert said in out.replace("\N{NO-BREAK SPACE}", " ")


def test_the_installation_is_described_in_english(run):
    said = run("doctor")[1]
    assert re.search(r"^memory +[0-9]+\.[0-9] GB for a table at most", said, re.MULTILINE)
    assert "from 4,000,000" in said or "yes, by numba" not in said
    assert "\N{NO-BREAK SPACE}" not in said


def test_files_of_players_and_teachers_that_cannot_be_read_or_written_are_refused_in_french(run, tmp_path, monkeypatch):
    record = tmp_path / "record.txt"
    record.write_bytes(b"\xff\xfe")
    assert run("play", "--resume", str(record))[2] == f"cgt: {record} n’est pas une partie notée\n"

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    said = run("lesson", "nim", "-o", str(tmp_path / "nim.html"))[2].replace("\N{NO-BREAK SPACE}", " ")
    assert said.endswith("nim.html ne peut pas être écrit : plus de place sur le disque\n")


def test_a_new_package_is_announced_in_english(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert re.fullmatch(r"wrote [^\n]*\nNow try:\n  cd mygame\n.*", run("new", "mygame")[1], re.DOTALL)


def test_an_english_error_has_its_sizes_in_english():
    with language("fr"), pytest.raises(MemoryBudgetError, match=r"about 2\.0 GB, and the limit is 1\.0 GB"):
        check_memory(2_000_000_000, "a table", memory_limit=1_000_000_000)
    with language("fr"):
        assert str(cgt.memory()).endswith("Mo")


def test_what_only_a_researcher_meets_is_in_english(run, tmp_path):
    (tmp_path / "b.txt").write_text("1 1\n2 2\n3 4\n", encoding="utf-8")
    assert run("compare", "kayles", str(tmp_path / "b.txt"))[:2] == (1, "first difference at 3: 3 here, 4 there\n")
    assert run("check", "nim", "--stop", "6")[1] == "nim (normal play): 16 comparisons agree\n"
    assert run("check", "wythoff", "--stop", "1")[1].endswith(": 1 comparison agrees\n")
    assert "no claim 'A9': ids run from 000.1 to 004.8" in run("claims", "A9")[2]


@pytest.mark.parametrize(
    ("command", "confirmed"),
    [
        ("period kayles", "0.77: period 12, from heap 71, holds for every heap (Guy-Smith; 167 values checked)"),
        ("quotient 0.07 --stop 4", "0.07: order 2, 1 in the P-portion, known for heaps to 3: holds"),
        (
            "recognise fibonacci-nim --level 1",
            "fibonacci-nim: P-positions of any size, by an automaton of 8 states in zeckendorf: decided again",
        ),
    ],
)
def test_a_certificate_is_confirmed_in_english(run, tmp_path, command, confirmed):
    certificate = str(tmp_path / "certificate.json")
    assert run(*command.split(), "--certificate", certificate)[0] == 0
    assert run("verify", certificate)[:2] == (0, confirmed + "\n")


def test_a_sweep_is_told_in_english(run, tmp_path):
    code, out, err = run("sweep", "0.3", "--ledger", str(tmp_path / "kept"))
    assert (code, err) == (0, "")
    assert out == "0.3: period 2 from 0, proved\nrules: 1; studied now: 1; proved: 1\n"
    assert "nothing will be kept" in run("sweep", "0.3")[2]


def test_english_sentences_have_their_numbers_in_english(tmp_path):
    long = tmp_path / "long.txt"
    long.write_text("1" * 2_000, encoding="utf-8")
    with language("fr"):
        assert Sweep((None,) * 1_234, 1_234, 1_200, 0).summary == "rules: 1,234; studied now: 1,234; proved: 1,200"
        with pytest.raises(ParseError, match="longer than 1,000 characters"):
            read_text(long, "certificate", 1_000)
        with pytest.raises(NumberError, match="less than 1,000,000,000 seconds"):
            cgt.misere_quotient("0.07", max_seconds=10**12)


def test_a_discovery_has_no_english_word(run, upto):
    for rule in upto(("kayles", "takeaway(2n)"), full=("kayles", "wythoff", "takeaway(3n)")):
        said = run("discover", rule, "--stop", "100")[1]
        assert not re.findall(r"\b(?:the|heap|worth|rule|period|proved|first|last|every)\b", said)


def test_answers_of_the_library_are_in_french():
    with language("fr"):
        solution, found = cgt.solve(cgt.parse_position("wythoff 3,5")), cgt.discover("euclid")
        said = f"{solution}\n{found}".replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith("wythoff 3,5 (jeu normal) : le joueur qui vient de jouer gagne ; 3 = 100F finit par")
    assert "\nstratégie : formule de Nivasch (" in said


def test_axes_are_named_in_french(run, tmp_path, drawn):
    assert run("plot", "heatmap", "nim", "--stop", "4", "-o", str(tmp_path / "a.svg"))[0] == 0
    assert "tas" in drawn.texts
    assert not drawn.files or "<!-- tas -->" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_routes_are_named_in_french(run):
    assert "par vol de stratégie" in run("solve", "chomp", "4,4,4")[1]


def test_french_is_spoken_from_a_zip_file(tmp_path):
    package = Path(cgt.__file__).parent
    packed = tmp_path / "cgt.zip"
    with ZipFile(packed, "w") as archive:
        for path in [*package.glob("__init__.py*"), package / "errors.py", *(package / "core").glob("[_lo]*.py")]:
            archive.write(path, path.relative_to(package.parent))
        catalogue = package / "locale" / "fr.po"
        archive.write(catalogue, catalogue.relative_to(package.parent))
    program = f"import sys; sys.path.insert(0, {str(packed)!r}); from cgt.core.language import _, language, __file__\n"
    program += "with language('fr'): print(__file__, _('winning'))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.split() == [str(packed / "cgt" / "core" / "language.py"), "position", "gagnante"]


def test_a_proof_that_is_referred_to_is_told_in_french_and_a_paper_as_it_is_called(run):
    _code, out, _err = run("solve", "ruler", "7", "--misere")
    assert "démontré ici par le code de Gray, d’après C. L. Bouton, Nim, a game" in out
    _code, out, _err = run("discover", "leaper(3,2)")
    assert "trouvé par le calcul, et démontré pour chaque sauteur" in out


def test_a_part_of_a_quotient_is_no_game(run):
    """« Partie » is a game; in the field's words the P-portion is a « portion »."""
    assert (
        "dans la portion P"
        in run("solve", "kayles", "9,12", "--misere")[1] + run("solve", "kayles", "4", "--misere")[1]
    )
    assert "partie P" not in run("solve", "notakto", "3x3", "--misere")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "node-kayles", "path 5"], "car chemin 5 vaut 3 : choisir 3"),
        (["solve", "node-kayles", "1-2,3-4,4-5"], "chemin 2 vaut 1 ; chemin 3 vaut 2 ; ensemble 3"),
        (["solve", "staircase(3)", "2"], "staircase ne prend aucun paramètre ; reçu : 3"),
        (["solve", "lim", "3,5,6"], "au tas"),
    ],
)
def test_the_words_and_signs_of_french(run, arguments, said):
    assert said in "".join(run(*arguments)[1:]).replace("\N{NO-BREAK SPACE}", " ")


def test_the_signs_of_french_in_moves():
    with language("fr"):
        game = cgt.parse_ruleset("enforced(nim,wythoff)")
        position = game.parse("3,5 by 1")
        assert game.wording.moves_text(position).startswith("au choix\N{NO-BREAK SPACE}: nim\N{NO-BREAK SPACE}: ")
        for move in position.moves():
            for text in (game.wording.write_move(position, move), game.wording.move_text(position, move)):
                assert game.wording.read_move(position, text) == move
                assert game.wording.read_move(position, text.replace("\N{NO-BREAK SPACE}:", ":")) == move
        take = cgt.parse_ruleset("subtraction(1,2)")
        assert take.wording.moves_text(take.parse("9")) == "prenez 1 ou 2"
        rows = cgt.parse_ruleset("lctr")
        assert "colonne de gauche, ligne du haut" in rows.wording.moves_text(rows.parse("3,2"))


@pytest.mark.parametrize("arguments", [("--lang", "FR", "solve", "nim", "3"), ("--lang=Fr", "solve", "nim", "3")])
def test_a_language_is_named_in_capitals_too(run, arguments):
    assert run(*arguments)[:2] == run("--lang", "fr", "solve", "nim", "3")[:2]
