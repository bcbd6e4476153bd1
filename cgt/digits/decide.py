"""Sentences decided, and formulas turned into automata."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from cgt.core.language import _
from cgt.core.numbers import shortened
from cgt.digits.arrays import least_word
from cgt.digits.automaton import Automaton
from cgt.digits.compiler import Compiler, Relation
from cgt.digits.constructions import Guess, determinise
from cgt.digits.formula import Exists, ForAll, Formula, Or, cases, formula, name_list, normal
from cgt.digits.work import Step, Work
from cgt.errors import SentenceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cgt.digits.formula import Term
    from cgt.digits.system import NumberSystem


@attrs.frozen
class Decision:
    """Whether a sentence holds: as true or false as the sentence is.

    Attributes:
        sentence: what was decided, as text.
        holds: the answer.
        counterexample: where the sentence begins with `forall` and fails, numbers it fails for: with the fewest digits,
            and of these the first in the order of the variables; of those found first, where an inclusion on the fly
            found them (the steps tell). Else None.
        steps: what was made on the way.
    """

    sentence: str
    system: str
    holds: bool
    counterexample: dict[str, int] | None
    steps: tuple[Step, ...] = attrs.field(repr=False)

    def __bool__(self) -> bool:
        return self.holds

    def explain(self) -> str:
        """The sentence, the answer and each automaton made on the way with its size."""
        if self.holds:
            answer = _("true, for all numbers")
        elif self.counterexample is None:
            answer = _("false")
        else:
            numbers = ", ".join(f"{name} = {shortened(number)}" for name, number in self.counterexample.items())
            answer = _("false: it fails for {numbers}").format(numbers=numbers)
        return "\n".join([f"{self.sentence}  [{self.system}]", *(f"  {step}" for step in self.steps), answer])


def decide(sentence: Formula, system: NumberSystem, *, work: Work | None = None) -> Decision:
    """Decide a sentence about the numbers 0, 1, 2, … by automata that read them in a number system.

    Raises:
        SentenceError: a variable is bound by no quantifier.
        NumberSystemError: an automaton in it reads another number system.
        NoAdditionError: it adds, and in this system no automaton is known to.
        BudgetError: more states or seconds are needed than `work` allows; nothing is claimed then.

    >>> from cgt.digits.formula import exists, forall, variables
    >>> from cgt.digits.system import zeckendorf
    >>> n, m = variables("n m")
    >>> bool(decide(forall("n", exists("m", (n == 2 * m) | (n == 2 * m + 1))), zeckendorf()))
    True
    >>> decide(forall("n m", n + m <= 2 * n), zeckendorf()).counterexample
    {'n': 0, 'm': 1}
    """
    sentence = formula(sentence)
    if sentence.free:
        raise SentenceError(_("{free} is bound by no quantifier: say forall or exists").format(free=sentence.free[0]))
    work = work or Work()
    compiler = Compiler(system, work)
    names: tuple[str, ...] = ()
    body: Formula = sentence
    while isinstance(body, ForAll):
        names = (*names, *(name for name in body.names if name not in names))
        body = body.body
    against = normal(body, compiler.names, wanted=False)
    found = _counterexample(compiler, against, names)
    return Decision(str(sentence), system.name, found is None, found or None, tuple(work.steps))


def define(
    body: Formula, system: NumberSystem, names: str | Iterable[str | Term] | None = None, *, work: Work | None = None
) -> Automaton:
    """The automaton of a formula's free variables: one track each, in the order of `names`.

    Without names they are in the order in which the formula speaks of them. Raises as `decide` does.

    >>> from cgt.digits.formula import exists, variables
    >>> from cgt.digits.system import kary
    >>> n, m = variables("n m")
    >>> multiples = define(exists("m", n == 3 * m), kary())
    >>> list(multiples.members(10)), multiples.states
    ([(0,), (3,), (6,), (9,)], 3)
    """
    body = formula(body)
    order = body.free if names is None else name_list(names)
    missing = [name for name in body.free if name not in order]
    if missing:
        raise SentenceError(
            _("{missing} is neither bound nor among {choices}").format(missing=missing[0], choices=", ".join(order))
        )
    compiler = Compiler(system, work or Work())
    relation = compiler.relation(normal(body, compiler.names))
    steps, ends = compiler.raw_product([relation], order, what="the answer")
    return Automaton.made(system, len(order), steps, ends)


def _counterexample(compiler: Compiler, against: Formula, names: tuple[str, ...]) -> dict[str, int] | None:
    """Numbers by which the negation of a sentence holds; an empty dict where it holds without naming any."""
    best: dict[str, int] | None = None
    for case in cases(against):
        found = _witness(compiler, case, names)
        if found is not None and (best is None or _size(compiler.system, found) < _size(compiler.system, best)):
            best = found
            if not names:
                break
    return best


def _size(system: NumberSystem, numbers: dict[str, int]) -> tuple[int, list[int]]:
    return max(map(system.length, numbers.values()), default=0), list(numbers.values())


def _witness(compiler: Compiler, case: Formula, names: tuple[str, ...]) -> dict[str, int] | None:
    """Numbers for the names, and some for what `exists` binds in front, that make a formula true."""
    outside, inside, bound = compiler.prepared((), case)
    parts = [*outside, *inside]
    if any(isinstance(part, Or) and not part.parts for part in parts):
        return None
    guarded = [part for part in parts if isinstance(part, ForAll)]
    waiting = dict.fromkeys(name for part in guarded for name in part.free)
    plain = compiler.relations(
        (part for part in parts if not isinstance(part, ForAll)), [name for name in bound if name not in waiting]
    )
    used = [*names, *waiting, *(name for part in plain for name in part.names)]
    order = tuple(dict.fromkeys(used))
    if not guarded:
        steps, ends = compiler.raw_product(plain, order, what="the search for a counterexample", first=order == names)
        compiler.work.note("the search for a counterexample", len(ends), len(ends))
    else:
        guide = compiler.join(plain, "the premise") if plain else Relation((), Automaton.everything(compiler.system, 0))
        gsteps, gends = compiler.raw_product([guide], order, what="the premise")
        for part in guarded:
            turned = normal(part, compiler.names, wanted=False)
            assert isinstance(turned, Exists)  # noqa: S101 - the negation of ForAll
            guess = _guess(compiler, turned, order)
            found = determinise(
                guess, compiler.work, (gsteps, gends), until_missing=len(guarded) == 1, what="the inclusion"
            )
            assert found.guides is not None  # noqa: S101 - a guide was given
            without = f", {found.dropped:,} supersets left out" if found.dropped else ""
            what = f"the inclusion on the fly in exists {', '.join(turned.names)}{without}"
            compiler.work.note(what, len(found.ends), len(found.ends))
            gsteps, gends = found.steps, gends[found.guides] & ~found.ends
        steps, ends = gsteps, np.asarray(gends)
    word = least_word(steps, ends, compiler.system.digit_count, len(order), len(names))
    if word is None:
        return None
    return dict(zip(names, map(compiler.system.number, word), strict=True))


def _guess(compiler: Compiler, exists: Exists, order: Sequence[str]) -> Guess:
    """The body of `exists` as one automaton, what is bound guessed."""
    if isinstance(exists.body, Or):
        relation = compiler.relation(exists)
        return compiler.guess(relation, order)
    outside, inside, bound = compiler.prepared(exists.names, exists.body)
    relation = compiler.join(compiler.relations([*inside, *outside], bound), "the conclusion")
    return compiler.guess(relation, order)
