"""Certificates as theorems for Rocq (Coq 8.16), proved by computation with the library in `formal/`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.resources import files
from string import Template
from textwrap import fill
from typing import TYPE_CHECKING

import attrs

from cgt.core.code import NAMED, HeapCode
from cgt.core.outcome import Convention
from cgt.digits.formula import And, Compare, Not, Term, forall, iff, renamed, variables
from cgt.digits.moves import LinearMoves, LinearOption, takeaway_moves, wythoff_moves
from cgt.digits.work import Work
from cgt.errors import BudgetError, NoAdditionError, NotApplicableError
from cgt.families.game_sets import linear_moves
from cgt.families.registry import parse_ruleset
from cgt.solving.rocq.stated_moves import list_text, reach_of, stated_options, whole
from cgt.theory.base_recurrence import Recurrence
from cgt.theory.period_certificate import PeriodCertificate
from cgt.theory.quotient_certificate import QuotientCertificate

if TYPE_CHECKING:
    from cgt.digits.system import NumberSystem
    from cgt.theory.certificate import Certificate
    from cgt.theory.levels import LevelCertificate

MOST_VALUE = 62
"""The library keeps the values of the options as bits of one primitive integer."""

WIDTH = 112

BLOCKED = "blocked_wythoff"
"""The theorem on Wythoff's game where some options are forbidden."""

STATED = "stated"
"""The theorems on a game whose kinds of moves are stated in the file."""


def rocq_text(certificate: Certificate) -> str:
    """The text of a file with the certificate's claim as theorems about the game, for `formal/check`.

    Periods of finite octal codes, and of all-but subtraction games with their saltus, state the period and the values
    before it comes round; misère quotients of one such
    code state which sums of heaps are P-positions; recurrences of a base also state who wins the take-away game. Levels
    in a base or in Zeckendorf's system state which positions are P-positions, or have which values, for every size: of
    any rule by comparisons of sums and sets of one number, in normal and in misère play; and who wins Wythoff's game
    where some options are forbidden for one turn.

    The certificate is not verified here: Rocq refuses the file where the claim does not hold.

    Raises:
        NotApplicableError: the library of theorems does not cover this kind of certificate, or this code.

    >>> import cgt
    >>> print(rocq_text(cgt.period("subtraction(1,2)").certificate))
    (** 0.33: period 3 from heap 0, and the nim-values of the heaps before 3. *)
    <BLANKLINE>
    From Cgt Require Import Certificates.
    <BLANKLINE>
    Definition game : code := subtraction [1; 2].
    <BLANKLINE>
    Theorem period : forall n, 0 <= n -> nim game (n + 3) = nim game n.
    Proof. by_computation period_by_computation. Qed.
    <BLANKLINE>
    Definition first := [
      0; 1; 2
    ].
    <BLANKLINE>
    Theorem first_values : forall n, n < length first -> nim game n = nth n first 0.
    Proof. by_computation values_by_computation. Qed.
    <BLANKLINE>
    Print Assumptions period.
    Print Assumptions first_values.
    <BLANKLINE>
    """
    if isinstance(certificate, PeriodCertificate):
        return _period_text(certificate)
    if isinstance(certificate, QuotientCertificate):
        return _quotient_text(certificate)
    if isinstance(certificate, Recurrence):
        return _base_text(certificate)
    if certificate.kind == "level":
        from cgt.theory.levels import LevelCertificate  # works on arrays

        if isinstance(certificate, LevelCertificate):
            return _levels_text(certificate)
    raise NotApplicableError(f"certificates of the kind {certificate.kind!r} cannot be exported to Rocq")


def _filled(template: str, /, **parts: object) -> str:
    """The text of a file by its template."""
    return Template((files(__name__) / f"{template}.v.in").read_text(encoding="utf-8")).substitute(parts)


def _period_text(certificate: PeriodCertificate) -> str:
    code, result, stop = certificate.code, certificate.periodicity, len(certificate.values)
    if result.saltus:
        game, of_rule, by = _all_but(code), "all_but_", f"(all_but_period_by_computation {certificate.window})"
        comes_again, higher = f"period {result.period} with saltus {result.saltus}", f" + {result.saltus}"
    elif max(certificate.values) > MOST_VALUE:
        raise NotApplicableError(f"nim-values above {MOST_VALUE} cannot be exported to Rocq")
    else:
        game, of_rule, by = _code(code), "", "period_by_computation"
        comes_again, higher = f"period {result.period}", ""
    return _filled(
        "period",
        name=_name(code),
        comes_again=comes_again,
        preperiod=result.preperiod,
        stop=stop,
        game=game,
        period=result.period,
        higher=higher,
        by=by,
        first=_in_lines(certificate.values),
        of_rule=of_rule,
    )


def _quotient_text(certificate: QuotientCertificate) -> str:
    game, *others = certificate.games
    if others or game.code is None:
        raise NotApplicableError("only the misère quotient of one code can be exported to Rocq")
    if not certificate.actions:
        raise NotApplicableError(f"the misère quotient of {game.code} has one element: Rocq takes one with a generator")
    if game.preperiod is None or game.period is None:
        kept, heaps, theorem = game.elements, f"heaps up to {game.last}", "partial_quotient_by_computation"
        given = f"forall hs, Forall (fun h => h <= {game.last}) hs ->\n  "
    else:
        kept, heaps = game.elements[: game.preperiod + game.period], "all heaps"
        theorem, given = "quotient_by_computation", "forall hs, "
    actions = ";\n".join(f"[\n{_in_lines(action)}\n]" for action in certificate.actions)
    family = ";\n".join(f"({element}, [\n{_in_lines(among)}\n])" for element, among in certificate.family)
    return _filled(
        "quotient",
        name=_name(game.code),
        heaps=heaps,
        order=certificate.order,
        p_order=len(certificate.portion),
        game=_code(game.code),
        actions=actions,
        portion=_in_lines(certificate.portion),
        family=family,
        elements=_in_lines(kept),
        period=game.period or 0,
        given=given,
        theorem=theorem,
    )


def _base_text(base: Recurrence) -> str:
    quota = f"{base.k} {whole(base.q)} {base.d}"
    return _filled("base", rule=base.quota, quota=quota, start=base.start, gap=base.gap, first=base.window[0])


COMPARED_STATES = 2_000
"""The most states on the way when a rule is compared with one that Coq knows, which takes dozens."""


def _levels_text(certificate: LevelCertificate) -> str:
    from cgt.digits.automaton import side_by_side

    system = _system(certificate.automata[0].system)
    moves = linear_moves(parse_ruleset(certificate.ruleset))
    play = certificate.convention
    names, below, game, position, numbers, kind = _statement_parts(certificate.ruleset, moves, play)
    automata = certificate.automata if play is Convention.NORMAL else [~certificate.automata[0]]  # of those won
    rows, counts = side_by_side(automata)
    steps = ";\n".join(list_text(state if state >= 0 else len(rows) for state in row) for row in rows.tolist())
    most = len(certificate.automata)
    if most == 1:
        what, name, given = "the P-positions", "outcome", f"forall {names},{below}"
        if play is Convention.MISERE:
            what, name = f"{what} of misère play", "misere_outcome"
        lost = game if kind == BLOCKED else f"P_position {play.value} (G := {game})"
        claim = f"{lost} {position} <-> tells {system} automaton {numbers} 0"
    else:
        what, name, given = f"the nim-values below {most}", "values", f"forall {names} v,{below} v < {most} ->"
        claim = f"nim_value (G := {game}) {position} = v <-> tells {system} automaton {numbers} v"
    if below or most > 1:
        claim = f"({claim})"
    return _filled(
        "levels",
        ruleset=certificate.ruleset.replace("*", "∗"),  # which ends no comment
        what=what,
        states="1 state" if len(rows) == 1 else f"{len(rows)} states",
        steps=steps,
        outputs=_in_lines(counts.tolist()),
        name=name,
        given=given,
        claim=claim,
        kind=kind,
        stated=_stated_text(moves, certificate.automata[0].system) if kind == STATED else "",
        printed="Print Assumptions moves.\n" if kind == STATED else "",
    )


def _system(system: NumberSystem) -> str:
    """The number system as Coq states it; raises `NotApplicableError` for others."""
    many = system.digit_count
    stated = {
        "zeckendorf": "zeckendorf",
        f"base {many}": f"(base {many})",
        f"ostrowski({many - 1})": f"(ostrowski {many - 1})",
    }
    if system.name in stated:
        return stated[system.name]
    raise NotApplicableError(
        f"digits in {system} cannot be exported to Rocq: only in base 2, 3, …, zeckendorf or ostrowski(a)"
    )


def _statement_parts(ruleset: str, moves: LinearMoves, play: Convention) -> tuple[str, str, str, str, str, str]:
    """The variables, a condition, the game, the position, its numbers, and the theorems that apply to the game."""
    stated = "p", f" length p = {len(moves.names)} ->", "stated game", "p", "p", STATED
    if play is Convention.MISERE and moves.needed == 1:
        return stated
    vectors = [[-term.constant for term in option.result] for option in moves.options]
    if _same(moves, _vector_moves(moves, vectors)) and all(sum(vector) > 0 for vector in vectors):
        listed = list_text(list_text(map(whole, vector)) for vector in vectors)
        return "p", f" length p = {len(moves.names)} ->", f"vectors {listed}%Z", "p", "p", "vector"
    quota, chosen = moves.options[0].result[-1], moves.options[0].chosen
    k, q = quota.coefficients.get(chosen[0], 0) if chosen else 0, quota.constant
    if k >= 1 and q >= 0 and _same(moves, takeaway_moves(k, q)):
        return "n x", "", f"takeaway (quota {k} {q} 1)", "(n, x)", "[n; x]", "quota"
    end = _end_of_wythoff(attrs.evolve(moves, needed=1))
    if end is not None and moves.needed == 1:
        return "x y", "", f"wythoff_until {end}", "(x, y)", "[x; y]", "wythoff"
    if end is not None:
        lost = f"lost_with_blocking (wythoff_until {end}) pair_eq_dec {moves.needed - 1}"
        return "x y", "", lost, "(x, y)", "[x; y]", BLOCKED
    if moves.needed > 1:
        raise NotApplicableError(
            f"levels of {ruleset} cannot be exported to Rocq: where moves are forbidden, only those of Wythoff's game, "
            "also where it ends at x + y <= a"
        )
    return stated


def _stated_text(moves: LinearMoves, system: NumberSystem) -> str:
    """The kinds of moves as a definition, and the theorem that the game has these moves and no others."""
    options = stated_options(moves)
    for member in (each for option in options for each in option.members):
        if member.predicate.automaton.system != system:
            raise NotApplicableError(
                f"{member} cannot be exported to Rocq: positions are read in {system}, and not this set"
            )
    return _filled(
        "stated",
        numbers=len(moves.names),
        options=";\n".join(option.text(moves.names, _system(system)) for option in options),
        size=list_text(moves.size.coefficients.get(name, 0) for name in moves.names),
        reach=reach_of(moves.names, options),
    )


def _end_of_wythoff(moves: LinearMoves) -> int | None:
    """The l such that this is Wythoff's game that ends where x + y <= l; None where it is another game."""
    ended = moves.options[0].condition
    last = ended.parts[-1] if isinstance(ended, And) and ended.parts else None
    if isinstance(last, Not) and isinstance(last.body, Compare):
        most = max(0, -last.body.term.constant)  # without numbers there is no move anyway
        if _same(moves, _until(most)):
            return most
    return 0 if _same(moves, wythoff_moves()) else None


def _until(most: int) -> LinearMoves:
    """Wythoff's game that ends where x + y is at most `most`, its moves in the usual order."""
    x, y, t = variables("x y t")
    results = ((x - t, y), (x, y - t), (x - t, y - t))
    condition = (t >= 1) & ~(x + y <= most)
    options = tuple(LinearOption(("t",), condition, result) for result in results)
    return attrs.evolve(wythoff_moves(), options=options)


def _vector_moves(moves: LinearMoves, vectors: list[list[int]]) -> LinearMoves:
    results = (tuple(name - entry for name, entry in zip(moves.position, vector, strict=True)) for vector in vectors)
    options = tuple(LinearOption((), And(()), result) for result in results)
    return attrs.evolve(moves, options=options, size=sum(moves.position, start=Term({})), needed=1)


def _same(moves: LinearMoves, others: LinearMoves) -> bool:
    """Whether two lists of linear moves are one rule, in any order and words; False where that is not seen soon."""
    if (len(moves.names), len(moves.options), moves.needed) != (len(others.names), len(others.options), others.needed):
        return False
    left = set(range(len(others.options)))
    for option in moves.options:
        alike = [place for place in left if _same_option(moves, option, others.options[place], others.names)]
        if not alike:
            return False
        left.remove(alike[0])
    return True


def _same_option(moves: LinearMoves, option: LinearOption, other: LinearOption, names: Sequence[str]) -> bool:
    """Whether a kind of moves is another one, on numbers of those names: the same result, allowed at the same time."""
    from cgt.digits.decide import decide  # periods are exported without numpy

    if len(option.chosen) != len(other.chosen):
        return False
    alike = dict(zip((*names, *other.chosen), (*moves.names, *option.chosen), strict=True))
    for one, term in zip(option.result, other.result, strict=True):
        difference = one - term.renamed(alike)
        if difference.coefficients or difference.constant:
            return False
    sentence = forall((*moves.names, *option.chosen), iff(option.allowed, renamed(other.allowed, alike)))
    with suppress(BudgetError, NoAdditionError):
        return bool(decide(sentence, moves.system, work=Work(COMPARED_STATES)))
    return False


def _name(code: HeapCode) -> str:
    """The code, behind the game's title where it has one."""
    return next((f"{named.title}, {code}" for named in NAMED.values() if named.code == code), str(code))


def _code(code: HeapCode) -> str:
    """The type and the definition of a game by its code: its digits as numbers, or its amounts."""
    if code.masks is None or not code.is_octal:
        raise NotApplicableError(f"the code {code} cannot be exported to Rocq: only finite octal codes can")
    if set(code.masks) <= {0, 3} and any(code.masks):
        return f"code := subtraction {list_text(amount for amount, mask in enumerate(code.masks) if mask)}"
    return f"code := {list_text(code.masks)}"


def _all_but(code: HeapCode) -> str:
    """The type and the definition of an all-but subtraction game: its excepted amounts."""
    excepted = [amount for amount, digit in enumerate(code.digits) if not digit]
    if code != HeapCode.of_all_but(excepted):
        raise NotApplicableError(f"a saltus can be exported to Rocq for all-but subtraction only, not for {code}")
    return f"rule := all_but {list_text(excepted[1:])}"


def _in_lines(numbers: Iterable[int]) -> str:
    """The numbers with semicolons between them, in lines of a readable width."""
    return fill("; ".join(map(str, numbers)), WIDTH, initial_indent="  ", subsequent_indent="  ")
