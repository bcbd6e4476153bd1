"""First-order formulas about numbers, built in Python with operators, and their normal form.

`n, q = variables("n q")` are terms, so are `2 * n + 1` and `n - q`; `n - q <= 3` and `n == 2 * q` are formulas, so are
`f & g`, `f | g`, `~f`, `implies(f, g)`, `iff(f, g)`, `exists("n q", f)`, `forall("n", f)`. A set that an automaton
recognises becomes a predicate by a name: `Predicate("P", automaton)(n, q - n)`. A predicate of a term below 0 is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count, product
from math import prod
from typing import TYPE_CHECKING, NoReturn

import attrs

from cgt.core.numbers import exact_repr, format_value, is_whole
from cgt.errors import SentenceError

if TYPE_CHECKING:
    from cgt.digits.automaton import Automaton
    from cgt.digits.digit_table import DigitTable


@attrs.frozen(eq=False, repr=False)
class Term:
    """A sum of variables with whole coefficients, and a constant.

    >>> n, q = variables("n q")
    >>> print(2 * (n - q) + 3 - n)
    n - 2q + 3
    """

    coefficients: Mapping[str, int]
    constant: int = 0

    def __str__(self) -> str:
        parts = [(c, "" if abs(c) == 1 else exact_repr(abs(c)), name) for name, c in self.coefficients.items()]
        text = "".join(f" {'-' if c < 0 else '+'} {size}{name}" for c, size, name in parts)
        if self.constant or not parts:
            text += f" {'-' if self.constant < 0 else '+'} {exact_repr(abs(self.constant))}"
        return text[3:] if text.startswith(" +") else f"-{text[3:]}"

    __repr__ = __str__

    def __add__(self, other: Term | int) -> Term:
        other = term(other)
        names = dict.fromkeys([*self.coefficients, *other.coefficients])
        total = {name: self.coefficients.get(name, 0) + other.coefficients.get(name, 0) for name in names}
        return Term({name: c for name, c in total.items() if c}, self.constant + other.constant)

    __radd__ = __add__

    def __neg__(self) -> Term:
        return self * -1

    def __sub__(self, other: Term | int) -> Term:
        return self + -term(other)

    def __rsub__(self, other: int) -> Term:
        return term(other) - self

    def __mul__(self, factor: int) -> Term:
        if not is_whole(factor):
            raise SentenceError(
                f"a term is multiplied by whole numbers alone, not by {format_value(factor)}: it would not be linear"
            )
        return Term({name: c * factor for name, c in self.coefficients.items() if factor}, self.constant * factor)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> Formula:  # type: ignore[override] # equality of terms is a formula, not an answer
        return Compare(self - term(other), at_most=False)

    def __ne__(self, other: object) -> Formula:  # type: ignore[override] # likewise
        return ~(self == other)

    __hash__ = None  # type: ignore[assignment] # what has no plain equality has no hash

    def __le__(self, other: Term | int) -> Formula:
        return Compare(self - term(other), at_most=True)

    def __lt__(self, other: Term | int) -> Formula:
        return self + 1 <= other

    def __ge__(self, other: Term | int) -> Formula:
        return term(other) <= self

    def __gt__(self, other: Term | int) -> Formula:
        return term(other) + 1 <= self

    @property
    def key(self) -> tuple[object, ...]:
        """A key that is equal for equal terms."""
        return (frozenset(self.coefficients.items()), self.constant)

    @property
    def variable(self) -> str | None:
        """The name of the variable, if the term is one variable and nothing else."""
        plain = not self.constant and list(self.coefficients.values()) == [1]
        return next(iter(self.coefficients)) if plain else None

    def replaced(self, name: str, by: Term) -> Term:
        """The term with another term in place of a variable."""
        factor = self.coefficients.get(name, 0)
        rest = Term({other: c for other, c in self.coefficients.items() if other != name}, self.constant)
        return rest + by * factor if factor else self

    def renamed(self, names: Mapping[str, str]) -> Term:
        """The term with other names for its variables; two may get one name."""
        return sum((Term({names.get(name, name): c}) for name, c in self.coefficients.items()), Term({}, self.constant))


def term(value: object) -> Term:
    """A whole number as a term, or the term itself; raises `SentenceError`."""
    if isinstance(value, Term):
        return value
    if not is_whole(value):
        raise SentenceError(f"a term is made of variables and whole numbers, not of {format_value(value)}")
    return Term({}, value)


def variables(names: str) -> tuple[Term, ...]:
    """The terms that are one variable each, by their names.

    >>> variables("n q")
    (n, q)
    """
    return tuple(Term({name: 1}) for name in name_list(names))


def name_list(names: str | Iterable[str | Term]) -> tuple[str, ...]:
    """The names in one text with blanks between, or those of names and variables given one by one."""
    given = names.replace(",", " ").split() if isinstance(names, str) else names
    results = tuple(name.variable if isinstance(name, Term) else name for name in given)
    if (
        not results
        or not all(isinstance(name, str) and name.isidentifier() for name in results)
        or len(set(results)) < len(results)
    ):
        raise SentenceError(f"variables are different names such as n and q, not {format_value(names)}")
    return tuple(name for name in results if name is not None)


@attrs.frozen(eq=False)
class Formula:
    """The base of all formulas, with the operators that join them."""

    def __and__(self, other: Formula) -> Formula:
        return And((self, formula(other)))

    def __or__(self, other: Formula) -> Formula:
        return Or((self, formula(other)))

    def __invert__(self) -> Formula:
        return Not(self)

    def __bool__(self) -> NoReturn:
        raise SentenceError("a formula is neither true nor false: ask decide(…), and join formulas with &, | and ~")

    @property
    def free(self) -> tuple[str, ...]:
        """The free variables, in the order in which they first stand."""
        raise NotImplementedError


@attrs.frozen(eq=False)
class Compare(Formula):
    """The comparison of a term with 0: equal to it, or at most 0."""

    term: Term
    at_most: bool

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(self.term.coefficients)

    @property
    def at_most_0(self) -> tuple[Term, ...]:
        """The terms that are at most 0 just where it holds."""
        return (self.term,) if self.at_most else (self.term, -self.term)

    def __str__(self) -> str:
        right = {name: -c for name, c in self.term.coefficients.items() if c < 0}
        left = {name: c for name, c in self.term.coefficients.items() if c > 0}
        constant = self.term.constant
        sides = Term(left, max(constant, 0)), Term(right, max(-constant, 0))
        return f"{sides[0]} {'<=' if self.at_most else '=='} {sides[1]}"


@attrs.frozen(eq=False)
class Member(Formula):
    """The formula that some terms together are a member of a predicate's set."""

    predicate: Predicate
    terms: tuple[Term, ...]

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for each in self.terms for name in each.coefficients))

    def __str__(self) -> str:
        return f"{self.predicate.name}({', '.join(map(str, self.terms))})"


@attrs.frozen
class Predicate:
    """A named set of tuples of numbers: called with terms it gives a formula.

    Attributes:
        name: as it stands in a formula.
        relation: the set, an automaton or a table of digits that becomes one when it is asked for.

    >>> from cgt.digits.automaton import Automaton
    >>> from cgt.digits.system import kary
    >>> n, = variables("n")
    >>> print(Predicate("Any", Automaton.everything(kary(), 1))(n + 1))
    Any(n + 1)
    """

    name: str
    relation: Automaton | DigitTable = attrs.field(alias="automaton")

    @property
    def automaton(self) -> Automaton:
        """The automaton of the set; raises `MissingExtraError` for a table without numpy."""
        from cgt.digits.digit_table import DigitTable

        return self.relation.automaton if isinstance(self.relation, DigitTable) else self.relation

    def __call__(self, *terms: Term | int) -> Formula:
        """The formula that the terms are a member; raises `SentenceError` unless they are as many as the tracks."""
        tracks = self.relation.tracks
        if len(terms) != tracks:
            numbers = "number" if tracks == 1 else "numbers"
            raise SentenceError(f"{self.name} is about {tracks} {numbers}, not {len(terms)}")
        return Member(self, tuple(map(term, terms)))


@attrs.frozen(eq=False)
class Not(Formula):
    """The negation of a formula."""

    body: Formula

    @property
    def free(self) -> tuple[str, ...]:
        return self.body.free

    def __str__(self) -> str:
        return f"~{self.body}" if isinstance(self.body, Member | Not) else f"~({self.body})"


@attrs.frozen(eq=False)
class _Joined(Formula):
    parts: tuple[Formula, ...]

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for part in self.parts for name in part.free))


@attrs.frozen(eq=False)
class And(_Joined):
    """The conjunction of formulas."""

    def __str__(self) -> str:
        return " & ".join(map(_within, self.parts)) or "0 == 0"


@attrs.frozen(eq=False)
class Or(_Joined):
    """The disjunction of formulas."""

    def __str__(self) -> str:
        return " | ".join(map(_within, self.parts)) or "0 == 1"


@attrs.frozen(eq=False)
class Iff(_Joined):
    """The equivalence of two formulas."""

    def __str__(self) -> str:
        return " <=> ".join(map(_within, self.parts))


@attrs.frozen(eq=False)
class _Quantified(Formula):
    names: tuple[str, ...]
    body: Formula

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(name for name in self.body.free if name not in self.names)


@attrs.frozen(eq=False)
class Exists(_Quantified):
    """The formula that some numbers make its body true."""

    def __str__(self) -> str:
        return f"exists {' '.join(self.names)}: {self.body}"


@attrs.frozen(eq=False)
class ForAll(_Quantified):
    """The formula that all numbers make its body true."""

    def __str__(self) -> str:
        return f"forall {' '.join(self.names)}: {self.body}"


def formula(value: object) -> Formula:
    """The value as a formula, a truth value included; raises `SentenceError` for anything else."""
    if isinstance(value, bool):
        return And(()) if value else Or(())
    if not isinstance(value, Formula):
        raise SentenceError(f"a formula was expected, such as n <= 2 * q, not {format_value(value)}")
    return value


def implies(premise: Formula, conclusion: Formula) -> Formula:
    """The formula that the premise implies the conclusion.

    >>> n, = variables("n")
    >>> print(implies(n >= 2, n >= 1))
    ~(2 <= n) | 1 <= n
    """
    return Or((Not(formula(premise)), formula(conclusion)))


def iff(one: Formula, other: Formula) -> Formula:
    """The formula that both are true, or both are false."""
    return Iff((formula(one), formula(other)))


def exists(names: str | Iterable[str | Term], body: Formula) -> Formula:
    """The formula that some numbers of at least 0 make the body true.

    >>> n, t = variables("n t")
    >>> print(exists("t", n == 2 * t))
    exists t: n == 2t
    """
    return Exists(name_list(names), formula(body))


def forall(names: str | Iterable[str | Term], body: Formula) -> Formula:
    """The formula that all numbers of at least 0 make the body true."""
    return ForAll(name_list(names), formula(body))


def renamed(formula: Formula, names: Mapping[str, str]) -> Formula:
    """The formula with other names for its free variables; none of the new ones may be bound in it.

    >>> n, t, m = variables("n t m")
    >>> print(renamed((n >= t) & exists("m", t == 2 * m), {"t": "s"}))
    s <= n & (exists m: s == 2m)
    """
    if isinstance(formula, Compare):
        return Compare(formula.term.renamed(names), formula.at_most)
    if isinstance(formula, Member):
        return Member(formula.predicate, tuple(term.renamed(names) for term in formula.terms))
    if isinstance(formula, Not):
        return Not(renamed(formula.body, names))
    if isinstance(formula, _Joined):
        return type(formula)(tuple(renamed(part, names) for part in formula.parts))
    if isinstance(formula, _Quantified):
        free = {name: new for name, new in names.items() if name not in formula.names}
        return type(formula)(formula.names, renamed(formula.body, free))
    raise SentenceError(f"a formula of the kind {type(formula).__name__} has no variables to rename")


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts of a conjunction, those of conjunctions inside included."""
    if isinstance(formula, And):
        for part in formula.parts:
            yield from conjuncts(part)
    else:
        yield formula


def _statements(formula: Formula) -> Iterator[Compare | Member]:
    """The comparisons and predicates of a formula."""
    if isinstance(formula, Compare | Member):
        yield formula
    elif isinstance(formula, _Joined):
        for part in formula.parts:
            yield from _statements(part)
    elif isinstance(formula, Not | _Quantified):
        yield from _statements(formula.body)


def speaks_of_sets(formula: Formula) -> bool:
    """Whether a formula contains a predicate."""
    return any(isinstance(each, Member) for each in _statements(formula))


def terms_of(formula: Formula) -> Iterator[Term]:
    """The terms in the comparisons and predicates of a formula.

    >>> n, t = variables("n t")
    >>> list(terms_of((n <= 7) & exists("t", n == 2 * t)))
    [n - 7, n - 2t]
    """
    for each in _statements(formula):
        yield from each.terms if isinstance(each, Member) else (each.term,)


def _within(part: Formula) -> str:
    return str(part) if isinstance(part, Compare | Member | Not) else f"({part})"


TERM_PREFIX = "v'."
"""The prefix of the names of variables that stand for a term: a formula's own variable is no `v'`."""

MOST_CASES = 32
"""Above, an Or inside an And is left where it is."""


@attrs.define
class Names:
    """A source of fresh variable names, which no text of a formula contains."""

    _count: Iterator[int] = attrs.field(factory=count)

    def fresh(self, name: str) -> str:
        """A new name that contains the name it stands for."""
        return f"{name.split('.', maxsplit=1)[0]}.{next(self._count)}"


def normal(formula: Formula, names: Names, renamed: Mapping[str, str] | None = None, *, wanted: bool = True) -> Formula:
    """The formula, or with `wanted=False` its negation, of And, Or, Exists, ForAll, comparisons and predicates.

    Every bound variable has a name of its own, and predicates stand on variables alone, each its own: a predicate of
    other terms is said of new variables that equal them. Only predicates and equations are left negated.
    """
    renamed = renamed or {}
    if isinstance(formula, Not):
        return normal(formula.body, names, renamed, wanted=not wanted)
    if isinstance(formula, Iff):
        one, other = formula.parts
        there = Or((Not(one), other)) if wanted else And((one, Not(other)))
        back = Or((one, Not(other))) if wanted else And((Not(one), other))
        return normal(And((there, back)) if wanted else Or((there, back)), names, renamed)
    if isinstance(formula, And | Or):
        parts = tuple(normal(part, names, renamed, wanted=wanted) for part in formula.parts)
        return joined(isinstance(formula, And) is wanted, parts)
    if isinstance(formula, Exists | ForAll):
        own = {name: names.fresh(name) for name in formula.names}
        body = normal(formula.body, names, {**renamed, **own}, wanted=wanted)
        kind = Exists if isinstance(formula, Exists) is wanted else ForAll
        used = tuple(name for name in own.values() if name in body.free)
        if not used:
            return body
        if isinstance(body, kind):
            return kind((*used, *body.names), body.body)
        return kind(used, body)
    if isinstance(formula, Compare):
        return _comparison(attrs.evolve(formula, term=formula.term.renamed(renamed)), wanted=wanted)
    if isinstance(formula, Member):
        return _on_variables(Member(formula.predicate, tuple(t.renamed(renamed) for t in formula.terms)), names, wanted)
    raise SentenceError(f"a formula of the kind {type(formula).__name__} cannot be decided")


def cases(formula: Formula) -> list[Formula]:
    """Formulas whose disjunction is the formula: the parts of `Or`, joined with the rest of an `And` around them.

    >>> from cgt.digits.formula import variables
    >>> n, m = variables("n m")
    >>> [str(case) for case in cases(And((n <= 2, Or((m <= 3, m == n)))))]
    ['n <= 2 & m <= 3', 'n <= 2 & m == n']
    """
    if isinstance(formula, Or):
        return [case for part in formula.parts for case in cases(part)]
    if isinstance(formula, Exists):
        return [attrs.evolve(formula, body=case) for case in cases(formula.body)]
    if isinstance(formula, And):
        choices = [cases(part) if _has_cases(part) else [part] for part in formula.parts]
        if prod(map(len, choices)) <= MOST_CASES:
            return [joined(True, chosen) for chosen in product(*choices)]
    return [formula]


def _has_cases(part: Formula) -> bool:
    """Whether the parts of `Or` are worth a case each; statements of all numbers are decided once, and not in each."""
    return isinstance(part, Or) and not all(isinstance(each, ForAll) for each in part.parts)


def joined(all_of: bool, parts: tuple[Formula, ...]) -> Formula:
    """`And` or `Or` of the parts, flattened, without parts that are plainly true or false."""
    kind, other = (And, Or) if all_of else (Or, And)
    flat = [each for part in parts for each in (part.parts if isinstance(part, kind) else (part,))]
    if any(isinstance(part, other) and not part.parts for part in flat):
        return other(())
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def _comparison(compare: Compare, *, wanted: bool) -> Formula:
    if not compare.term.coefficients:
        holds = compare.term.constant <= 0 if compare.at_most else compare.term.constant == 0
        return And(()) if holds is wanted else Or(())
    if wanted:
        return compare
    return Compare(1 - compare.term, at_most=True) if compare.at_most else Not(compare)


def _on_variables(member: Member, names: Names, wanted: bool) -> Formula:
    met: set[str] = set()
    terms, equal = [], []
    for term in member.terms:
        name = term.variable
        if name is None or name in met:
            name = names.fresh(TERM_PREFIX)
            equal.append(Compare(term - Term({name: 1}), at_most=False))
        met.add(name)
        terms.append(Term({name: 1}))
    plain: Formula = Member(member.predicate, tuple(terms))
    new = tuple(name for name in (term.variable for term in terms) if name not in member.free and name is not None)
    if not new:
        return plain if wanted else Not(plain)
    # A term below 0 equals no number: then no new variable fits, and the predicate is false.
    if wanted:
        return Exists(new, And((*equal, plain)))
    return ForAll(new, Or((*(Not(each) for each in equal), Not(plain))))
