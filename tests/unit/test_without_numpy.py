"""Everything that has a plain path takes it where numpy is missing, as in a browser."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import cgt

BLOCKED = "import sys; sys.modules['numpy'] = None\n"


def run(script):
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + script], env=dict(os.environ), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_rules_of_quotients_and_sets_are_played_to_the_end_in_the_page():
    """Whoever moves takes the first move there is; what the explanation says of it is not refused either."""
    answered = run(
        """
from cgt.apps.web.bridge import Bridge
rules = (
    "n: n - 1 | n >= 1 -> n // 2",
    "n: t mod 3 == 1 & t >= 1 -> n - t",
    "n: power2(t) -> n - t",
    "n: fib(t) & ~lower(n - t) -> n - t | n - 1",
    "n: S(t) | t == 2 -> n - t; S = 1(01)*",
    "n: S(t) & t >= 2 -> n - t; S = [12]0*; base 3",
    "n: shift(t, n) & t >= 1 -> t | below(t, n) & n >= 1 -> t; base zeckendorf",
    "x: t xor x >= 3 & t >= 1 -> x - t",
    "n: n - 1; ends evil(n) & n <= 5",
)
for rule in rules:
    page, turns = Bridge(), 0
    answer = page.answer({"do": "new", "game": f"moves({rule})", "position": "13"})
    assert answer["rules"], answer
    assert "error" not in page.answer({"do": "explain"}), rule
    while "error" not in (after := page.answer({"do": "reply"})):
        answer, turns = after, turns + 1
    print(turns, answer["position"])
"""
    )
    assert len(answered.splitlines()) == 9
    assert all(int(line.split()[0]) > 0 for line in answered.splitlines()), answered


REFUSED = [
    "n: P(t, n) & t >= 1 -> n - t; game wythoff",
    "n: (exists k m: t == 3k + 5m) & t >= 1 -> n - t",
    "x: t xor x == x xor 1 -> x - t",
]


def test_a_rule_that_needs_automata_is_refused_in_words_of_the_page():
    answered = run(
        f"""
from cgt.apps.web.bridge import Bridge
for rule in {REFUSED}:
    print(Bridge().answer({{"do": "new", "game": f"moves({{rule}})"}})["error"])
"""
    )
    assert len(answered.splitlines()) == len(REFUSED)
    assert all(line.endswith("by `cgt web` on a computer with numpy") for line in answered.splitlines())


def test_rules_with_sets_have_the_same_answers_without_numpy():
    rules = ["n: power2(t) -> n - t", "n: evil(t) & t >= 1 -> n - t | n - 2", "n: S(t) -> n - t; S = 1[02]*; base 3"]
    answers = [
        (cgt.nim_values(f"moves({rule})", 60), cgt.p_positions(f"moves({rule})", 40, convention))
        for rule in rules
        for convention in ("normal", "misere")
    ]
    assert run(
        f"""
import cgt
print([
    (cgt.nim_values(f"moves({{rule}})", 60), cgt.p_positions(f"moves({{rule}})", 40, convention))
    for rule in {rules}
    for convention in ("normal", "misere")
] == {answers})
"""
    ).split() == ["True"]


@pytest.mark.full  # by default tests/unit/apps/web/test_pages.py plays every eighth, without any other package
def test_every_game_is_played_without_numpy():
    """Each registered game's example, under both conventions: who wins, and a winning move where there is one."""
    answered = run(
        """
import cgt
from cgt.families.registry import example_ruleset, ruleset_names
answered = 0
for name in ruleset_names():
    ruleset = example_ruleset(name)
    for convention in ruleset.conventions:
        position = ruleset.parse(ruleset.example)
        solution = cgt.solve(position, convention)
        assert (solution.outcome is cgt.Outcome.N) == (len(solution.winning_moves) > 0)
        answered += 1
assert "numba" not in sys.modules
print(answered)
"""
    )
    assert int(answered) > 40


@pytest.mark.full
def test_sequences_and_periods_without_numpy():
    """Lasker's nim and Kayles as in Winning Ways; their periods as Guy and Smith (1956) have them."""
    run(
        """
import cgt
lasker = cgt.parse_ruleset("lasker")
expected = [heap + (heap % 4 == 3) - (heap % 4 == 0 and heap > 0) for heap in range(600)]
assert cgt.nim_values(lasker, 600) == expected
kayles = cgt.parse_ruleset("kayles")
found = kayles.period()
assert (found.periodicity.preperiod, found.periodicity.period, str(found.status)) == (71, 12, "proved")
assert cgt.nim_values(kayles, 3000)[72:84] == [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
assert str(cgt.discover(kayles)) and "numpy" not in str(cgt.discover(kayles))
halving = cgt.discover(cgt.game(lambda n: [n - 1, n // 2] if n else []))
assert halving.tried[-1].startswith("no automata: they are looked for with numpy")
assert cgt.games.Subtraction({2, 4, 7}).period().periodicity.period == 3
assert cgt.nim_values(cgt.games.AllBut(2), 12) == [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5]
assert cgt.nim_values(cgt.games.TakeASquare(), 10) == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
assert cgt.parse_ruleset("0.06").position(40) is not None
"""
    )


def test_every_question_has_an_answer_without_numpy(upto):
    """What may be asked of each game is answered, or refused for what the game is: never for want of numpy.

    By default of every fourth game.
    """
    answered, refused = run(
        f"WHOLE, STEP = {upto((0, 4), full=(1, 1))}\n"
        """
import cgt
from cgt.errors import LoopError, NotApplicableError, PositionError, RulesetError
from cgt.families.registry import example_ruleset, ruleset_names
answered = refused = 0
for name in ruleset_names()[::STEP]:
    game = example_ruleset(name)
    questions = [lambda: cgt.period(game, 100)] + [lambda: cgt.discover(game, 200).sections] * WHOLE
    for convention in game.conventions:
        questions += [
            lambda: cgt.nim_values(game, 8, convention),
            lambda: cgt.nim_value_table(game, 4, 4, convention),
            lambda: cgt.p_positions(game, 4, convention),
        ] + [lambda: cgt.crosscheck(game, 4, convention)] * WHOLE
    for question in questions:
        try:
            question()
            answered += 1
        except (NotApplicableError, PositionError, RulesetError, LoopError):
            refused += 1
print(answered, refused)
"""
    ).split()
    assert int(answered) > upto(35, full=150)
    assert int(refused) < 400


@pytest.mark.full
def test_sums_have_their_tables_without_numpy():
    """The same values as with it; beyond heaps of 100,000, which take two seconds, one line names the extra."""
    sums = [
        "fibonacci-nim 700:80 + fibonacci-nim 900:899",
        "takeaway(3n/2) 150:30 + nim 3",
        "wythoff 60,50 + nim 2",
    ]
    answers = [(cgt.nim_value(text), str(list(cgt.winning_moves(text)))) for text in sums]
    assert run(
        f"""
import cgt
print([(cgt.nim_value(text), str(list(cgt.winning_moves(text)))) for text in {sums!r}] == {answers!r})
assert cgt.nim_value_table("wythoff", 20, 30)[15][25] == {cgt.nim_value_table("wythoff", 20, 30)[15][25]}
assert cgt.nim_value("fibonacci-nim 20000:9999 + nim 3") == {cgt.nim_value("fibonacci-nim 20000:9999 + nim 3")}
try:
    cgt.nim_value("fibonacci-nim 200000:99999 + nim 3")
except cgt.errors.BudgetError as error:
    assert "pip install 'cgt-impartial[fast]'" in str(error), error
"""
    ).split() == ["True"]


def test_certificates_are_checked_without_numpy(upto):
    """Those of periods and quotients, by plain sets; a wrong value is found."""
    run(
        """
import contextlib, io, os, tempfile
import cgt
from cgt.apps.cli import main
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "k.json")
    cgt.period("kayles").certificate.save(file)
    assert main(["verify", file, "--export", "rocq", "-o", os.path.join(folder, "k.v")]) == 0
    assert os.path.getsize(os.path.join(folder, "k.v"))
    with contextlib.redirect_stderr(io.StringIO()) as heard:
        assert main(["verify", file + "x"]) == 2
    assert "No such file" in heard.getvalue()
"""
    )
    run(
        f"CODES = {upto(('0.77', '4.7'), full=('0.77', '0.137', '0.07', '4.7'))}\n"
        """
import cgt
from cgt.core.code import HeapCode
from cgt.theory.verify.values import first_wrong_value
for code in CODES:
    cgt.verify(cgt.period(code).certificate)
cgt.verify(cgt.misere_quotient("kayles").certificate)
for text in ("0.77", "4!.0", "0.06", "0.8", "0.30[3]"):
    values = cgt.nim_values(text, 30)
    assert first_wrong_value(HeapCode.parse(text), values) is None, text
    assert first_wrong_value(HeapCode.parse(text), [*values[:20], values[20] + 1]) == 20, text
"""
    )


NEED_ARRAYS = ["decide 'forall x: x >= 0'", "recognise fibonacci-nim --level 2", "plot wythoff -o x.svg", "claims A000"]


def test_what_needs_arrays_names_the_extra_in_one_line(tmp_path):
    script = f"""
import os, shlex
os.chdir({str(tmp_path)!r})
from cgt.apps.cli import main
for command in {NEED_ARRAYS}:
    print(main(shlex.split(command)), flush=True)
    print("after", command, file=sys.stderr, flush=True)
"""
    done = subprocess.run([sys.executable, "-c", BLOCKED + script], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["2"] * len(NEED_ARRAYS), done.stderr
    told = done.stderr.splitlines()
    assert told[1::2] == [f"after {command}" for command in NEED_ARRAYS]
    assert all("cgt-impartial[" in line for line in told[::2]), told


def test_where_an_automaton_would_decide_numpy_is_named():
    run(
        """
import cgt
cgt.solve(cgt.parse_ruleset(f"moves(x: x - {10**20})").position(5))
try:
    cgt.solve(f"moves(x, y: t >= 1 -> x - t, y | x, y - 1) {10**30},7")
except cgt.errors.BudgetError as error:
    assert str(error).endswith("with numpy it may be decided: pip install 'cgt-impartial[fast]'"), error
else:
    raise AssertionError("it was solved")
for unread in ("chomp 30x30", f"take-a-cube {10**12}"):
    try:
        cgt.solve(unread)
    except cgt.errors.BudgetError as error:
        assert "numpy" not in str(error), error
"""
    )


def test_a_compiled_search_names_what_is_missing():
    run(
        """
import contextlib, io
from cgt.apps.cli import main
with contextlib.redirect_stderr(io.StringIO()) as heard:
    assert main(["search", "cram", "4x4"]) == 2
assert "pip install 'cgt-impartial[fast]'" in heard.getvalue()
"""
    )


def test_a_list_that_is_written_as_an_array_names_the_extra(tmp_path):
    complaints = run(
        f"""
import contextlib, sys
from cgt.apps.cli import main
with contextlib.redirect_stderr(sys.stdout):
    for suffix in ("npy", "npz"):
        assert main(["values", "kayles", "10", "-o", {str(tmp_path)!r} + "/values." + suffix]) == 2
"""
    )
    assert complaints.count("numpy: pip install 'cgt-impartial[fast]'") == 2
    assert not list(tmp_path.iterdir())
