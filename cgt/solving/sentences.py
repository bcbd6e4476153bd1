"""Sentences as text, in a number system or about the positions of a game."""

from __future__ import annotations

import re
from contextlib import nullcontext
from typing import TYPE_CHECKING

from cgt.core.language import _
from cgt.core.outcome import Convention, ConventionLike
from cgt.core.reading import indentation
from cgt.digits.decide import Decision, decide
from cgt.digits.rules import Clauses
from cgt.digits.system import NumberSystem, number_system
from cgt.errors import ParseError
from cgt.families.game_sets import game_sets, linear_moves
from cgt.families.registry import parse_ruleset, ruleset_names

if TYPE_CHECKING:
    from cgt.digits.formula import Predicate
    from cgt.digits.work import Work


def decide_sentence(
    text: str,
    base: str | None = None,
    *,
    game: str | None = None,
    convention: ConventionLike = Convention.NORMAL,
    work: Work | None = None,
) -> Decision:
    """The decision of a sentence given as text, such as `forall n: exists m: n == 2m | n == 2m + 1`.

    Args:
        text: what `cgt.digits.grammar` reads; `power2`, `evil`, `odious` (base 2), `power3` (base 3), `fib`, `lower`
            and `upper` (zeckendorf) are sets of one number. In any number system the numbers in `vile` end in an even
            number of zeros, those in `dopey` in an odd one; `shift(x, y)` holds where y is x with a zero appended, and
            `below(x, y)` where x is less than each part of y, a digit with the zeros behind it; both need a system
            of at most 64 digits.
            After semicolons may stand `game …`, `base …` and sets such as `S = 10*1`, as in the rules of a game
            (`cgt.digits.rules`).
        base: the number system, such as `zeckendorf`; by default the game's own, or that of the sets, else base 2.
        game: a ruleset with linear moves. `P(…)` in the text is then the set of its P-positions, `G0(…)`, … the
            positions of that nim-value; each is recognised and proved first.
        convention: of `P`.
        work: the budget of the decision.

    Raises:
        ParseError: the text, with the place that cannot be read; or the names of the system or game.
        SentenceError: a variable is bound by no quantifier, or a set has another number of places.
        NotApplicableError: the moves of the game are not linear, or nim-values are asked of misère play.
        BudgetError: more states or seconds are needed, or a set of the game is not proved; nothing is claimed then.

    >>> bool(decide_sentence("forall n: exists m: n == 2m | n == 2m + 1", "zeckendorf"))
    True
    >>> decide_sentence("forall n: n >= 1 => ~P(n, n - 1)", game="fibonacci-nim").counterexample
    {'n': 1}
    """
    convention = Convention.of(convention)
    clauses = Clauses.of(text)
    if clauses.ends:
        raise ParseError(_("a sentence about numbers has no end of the play"), text, clauses.ends[0][1])
    one_game = _("one game is enough: it is named in the text, and beside it")
    one_base = _("one number system is enough: it is named in the text, and beside it")
    game, base = _one(game, clauses.game, one_game), _one(base, clauses.base, one_base)
    system = None if base is None else number_system(base)
    sets: dict[str, Predicate] = {}
    if game is not None:
        with nullcontext() if work is None else work.in_hand():
            sets = game_sets(game, clauses.names_of_sets, system, convention)
        system = system or _system_of(game, sets)
    system = system or clauses.system() or number_system("base 2")
    try:
        sentence = clauses.sentence({**clauses.predicates(system), **sets})
    except ParseError:
        _check_no_game(clauses)
        raise
    return decide(sentence, system, work=work)


def _check_no_game(clauses: Clauses) -> None:
    """Check that a text does not begin with the name of a game, if not of a set of its own; raises `ParseError`."""
    name = re.split(r"[^\w-]", clauses.text.strip(), maxsplit=1)[0]
    if name in ruleset_names() and name not in clauses.sets:
        what = _("{name} is a game, and no sentence: `cgt discover` finds its rule")
        raise ParseError(what.format(name=name), clauses.text, indentation(clauses.text))


def _one(option: str | None, clause: str | None, refusal: str) -> str | None:
    """The name in the option or in the text's clause; raises `ParseError` if both give one."""
    if option is not None and clause is not None:
        raise ParseError(refusal)
    return clause if option is None else option


def _system_of(game: str, sets: dict[str, Predicate]) -> NumberSystem:
    """The number system of the game's sets in a sentence; the game's own if the sentence names no set."""
    first = next(iter(sets.values()), None)
    return linear_moves(parse_ruleset(game)).system if first is None else first.relation.system
