"""Bad input, spent budgets and interruptions: one line on stderr and the right exit code."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from cgt.apps.cli import app, main, runs


@pytest.fixture
def fails(capsys):
    """Run a command line that must fail; give back the exit code and the line on stderr."""

    def fails(*arguments):
        code = main(arguments)
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        assert captured.err.startswith("cgt: ")
        return code, captured.err

    return fails


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frob"], "frob"),
        (["solve", "nmi", "3"], "nim"),
        (["solve", "nim"], "say a position, too: nim 3,4,5"),
        (["solve", "nim", "3", "4"], "4"),
        (["solve", "nim", "-3,4"], "-3"),
        (["solve", "nim", "3.5"], "3.5"),
        (["solve", "nim", "3,,4"], "a number is missing"),
        (["solve", "nim", "٣"], "whole number"),
        (["solve", "nim(3)", "3"], "takes no arguments"),
        (["solve", "nim(", "3"], "a bracket is not closed"),
        (["solve", "takeaway", "3"], "takeaway(2n)"),
        (["solve", "takeaway(x)", "3"], "quota"),
        (["solve", "takeaway(__import__('os'))", "3"], "quota"),
        (["solve", "takeaway(0)", "3"], "at least 1"),
        (["solve", "takeaway(2n)", "50:0"], "quota"),
        (["solve", "takeaway(2n)", "50:"], "a number is missing"),
        (["solve", "takeaway(2n)", "50", "--max-positions", "many"], "--max-positions"),
        (["solve", "nim", "3", "--max-positions", "-1"], "--max-positions: -1 is below 0"),
        (["genus", "nim", "3", "--max-positions", "-1"], "--max-positions: -1 is below 0"),
        (["lesson", "nim", "-o", "l.html", "--seed", "-1"], "--seed: -1 is below 0"),  # it was the seed 1
        (["export", "nim", "3", "-o", "x.csv", "--sample", "2", "--seed", "-1"], "--seed: -1 is below 0"),
        (["quotient", "kayles", "--max-seconds", "-1"], "--max-seconds: '-1' is not a number of seconds, such as 60"),
        (["quotient", "kayles", "--max-seconds", "nan"], "--max-seconds: 'nan' is not a number of seconds"),
        (["decide", "0 < 1", "--max-seconds", "many"], "--max-seconds: 'many' is not a number of seconds"),
        (["values", "nim", "--stop", "-1"], "-1"),
        (["values", "nim", "--stop", "ten"], "ten"),
        (["values", "nim", "--stop", "1.5"], "'1.5' is not a whole number"),
        (["values", "nim", "--stop", "0x7"], "--stop"),
        (["values", "nim", "--stop", "1_0"], "--stop"),
        (["values", "nim", "--stop", "٣"], "--stop"),
        (["values", "nim", "--stop", ""], "--stop"),
        (["table", "nim", "1.5", "3"], "'1.5' is not a whole number"),
        (["p-positions", "nim", "--stop", "3", "--heaps", "2.0"], "--heaps"),
        (["check", "nim", "--stop", "1.5"], "--stop"),
        (["solve", "nim", "3", "--max-positions", "1.5"], "--max-positions"),
        (["compare", "nim"], "FILE"),
        (["table", "nim", "-3", "3"], "-3"),
        (["p-positions", "nim", "--stop", "4", "--heaps", "0"], "at least 1 heap"),
        (["check", "nim", "--frob"], "--frob"),
        (["check", "nim", "--stop", "-1"], "-1"),
    ],
)
def test_bad_input_is_one_line_and_2(fails, arguments, said):
    code, line = fails(*arguments)
    assert code == 2
    assert said in line


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "global-takeaway(n+1)", "90,80,70:9", "--max-positions", "1000"],
        ["values", "takeaway(2n)", "--stop", "500", "--max-positions", "499"],
        ["values", "nim", "--stop", "1000000000000"],
        ["table", "nim", "100000", "100000"],
        ["p-positions", "nim", "--stop", "100000"],
        ["check", "global-takeaway(2n)", "--max-positions", "1"],
        ["check", "takeaway(2n)", "--stop", "1000001"],
    ],
)
def test_a_spent_budget_is_3(fails, arguments):
    code, line = fails(*arguments)
    assert code == 3
    assert "limit" in line or "more than" in line


@pytest.mark.parametrize("game", ["grundy", "blocked(kayles,2)"])
def test_a_check_without_a_closed_form_to_compare_is_4(fails, game):
    """Where none covered any position, the exit code was that of one that differs."""
    code, line = fails("check", game, "--stop", "6")
    assert (code, line.startswith(f"cgt: {game} "), "closed form" in line) == (4, True, True)


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["values", "nim", "10", "--max-positions", "5"], "a higher --max-positions allows more"),
        (["compare", "nim", "b.txt"], "a higher --max-positions allows more"),
        (["plot", "sequence", "nim", "3000000", "-o", "a.svg"], ""),
    ],
    ids=str,
)
def test_the_advice_names_an_option_that_the_command_has(fails, arguments, advice, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.txt").write_text("3000000 0\n")
    code, line = fails(*arguments)
    assert code == 3
    assert line.strip().endswith(f"positions allowed{advice and ': ' + advice}")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["table", "wythoff", "9", "9", "--max-positions", "5"],
            "la liste demande plus que les 5 positions permises",
        ),
        (["genus", "kayles", "1000001"], "1000001 genres dépassent la limite de 1 000 000"),
        (["export", "kayles", "9", "-o", "k.csv", "--max-positions", "5"], "le jeu mène à plus de 5 positions"),
        (
            ["quotient", "take-a-square", "--stop", "200", "--max-seconds", "0.001"],
            "le quotient de take-a-square demande plus de 0.001 secondes pour tous les tas au-dessous de 200",
        ),
    ],
    ids=str,
)
def test_what_is_spent_and_its_advice_are_in_one_language(fails, arguments, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    option = "--max-seconds" if "--max-seconds" in arguments else "--max-positions"
    code, shown = fails(*arguments, "--lang", "fr")
    begun, advice = f"cgt: {line}", f" : une valeur plus grande de {option} permet davantage\n"
    settled = ", mais pas pour ceux au-dessous de [0-9]+" if option == "--max-seconds" else ""  # as far as it came
    assert code == 3
    assert re.fullmatch(f"{re.escape(begun)}({settled})?{re.escape(advice)}", shown)


def test_more_terms_are_compared_where_they_are_allowed(fails, tmp_path, capsys):
    file = tmp_path / "b.txt"
    file.write_text("30 30\n")
    assert fails("compare", "nim", str(file), "--max-positions", "30")[0] == 3
    assert main(["compare", "nim", str(file), "--max-positions", "31"]) == 0
    assert "equal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 3, "memory"),
        (ZeroDivisionError("a mistake\nof ours"), 70, "ZeroDivisionError: a mistake of ours"),
        (PermissionError(13, "Permission denied", "/nowhere"), 2, "/nowhere"),
    ],
)
def test_whatever_happens_ends_in_one_line(fails, monkeypatch, error, code, said):
    def broken(*_arguments, **_options):
        raise error

    monkeypatch.setattr(app, "call_command", broken)
    found, line = fails("games")
    assert found == code
    assert said in line


@pytest.mark.parametrize("stream", [1, *(pytest.param(stream, marks=pytest.mark.full) for stream in (0, 2))])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["solve", "nim", "3", "--json"], 0),
        pytest.param(["solve", "nim", "x"], 2, marks=pytest.mark.full),
        pytest.param(["games"], 0, marks=pytest.mark.full),
        pytest.param(["play", "nim"], 0, marks=pytest.mark.full),
    ],
)
def test_a_stream_that_is_closed_is_no_error(stream, arguments, code):
    """As a shell's `<&-`, `>&-` and `2>&-` do; Python then has no such stream. A lost answer is an error."""
    command = [sys.executable, "-c", f"import os, sys; os.close({stream}); os.execv(sys.executable, sys.argv[1:])"]
    command += [sys.executable, "-m", "cgt", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    code = code or 2 * (stream == 1)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) == (stream != 1 and code == 0)
    assert bool(done.stderr) == (stream != 2 and code == 2)
    if stream == 1 and arguments[-1] != "x":
        assert "standard output" in done.stderr


def test_a_file_that_cannot_be_read_is_told_plainly(fails, tmp_path):
    assert fails("play", "--resume", "/no/such/file") == (2, "cgt: /no/such/file: No such file or directory\n")
    assert fails("play", "--resume", str(tmp_path))[0] == 2


def test_a_record_without_end_is_refused(fails):
    code, line = fails("play", "--resume", "/dev/zero")
    assert code == 2
    assert "is no game record" in line


@pytest.mark.parametrize("option", [[], pytest.param(["--json"], marks=pytest.mark.full)])
def test_a_reader_that_leaves_is_no_error(option):
    command = [sys.executable, "-m", "cgt", "table", "nim", "20", "20", *option]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_the_help_tells_every_exit_code(capsys):
    assert main(["--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    codes = [runs.CHECK_FAILED, runs.BAD_INPUT, runs.BUDGET_SPENT, runs.NOT_APPLICABLE]
    codes += [runs.INTERNAL_ERROR, runs.INTERRUPTED, runs.BROKEN_PIPE]
    assert codes == [1, 2, 3, 4, 70, 130, 141]
    listed = said.partition("Exit codes: ")[2].partition("141")[0] + "141"
    assert [int(entry.split()[0]) for entry in listed.split(", ")] == [0, *codes]


def test_without_the_extra_the_message_says_what_to_install():
    program = "import sys; sys.modules['cyclopts'] = None; from cgt.apps.cli import main; sys.exit(main(['games']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'cgt-impartial[cli]'" in done.stderr
