"""The parser of a game's rules as text: its moves as formulas, and further clauses after semicolons.

rules  = moves { ";" more }
more   = "ends" sentence | "base" system | Name "=" expression

`moves` and `sentence` are read by `cgt.digits.grammar`, a set of numbers that is given a name by
`cgt.digits.expressions`: `n: S(t) -> n - t; S = 10*1; base 2`.
"""

from __future__ import annotations

import re

import attrs

from cgt.core.errors import ParseError
from cgt.core.reading import check_text, indentation
from cgt.digits.expressions import NAMED, named_sets, recognised_by
from cgt.digits.formula import And, Exists, Not, Predicate
from cgt.digits.grammar import Kind, parse_moves, parse_sentence
from cgt.digits.moves import LinearOption
from cgt.digits.system import NumberSystem, number_system

MOST_NUMBERS = 6
"""So many numbers a position may have: as many as a certificate keeps."""

MOST_KINDS = 60

_SET = re.compile(r"\s*([A-Za-z][A-Za-z_0-9]*)\s*=(?!=)(.*)", re.DOTALL)
_WORD = re.compile(r"\s*(ends|base)\b(.*)", re.DOTALL)
_WORDS = re.compile(r"[A-Za-z_][A-Za-z_0-9']*")


@attrs.frozen
class Rules:
    """The rules of a game, read from a text.

    Attributes:
        names: of the numbers that a position is made of.
        options: the kinds of moves.
        system: the number system that is named, or that the sets in the formulas need; None where any will do.
    """

    names: tuple[str, ...]
    options: tuple[LinearOption, ...]
    system: NumberSystem | None


def parse_rules(text: str) -> Rules:
    """The rules that a text states.

    Raises:
        ParseError: with the place that cannot be read.

    >>> rules = parse_rules("x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t; ends x + y <= 3; base zeckendorf")
    >>> print(rules.options[1].condition, "–", rules.system)
    1 <= t & ~(x + y <= 3) – zeckendorf
    """
    check_text(text)
    pieces, starts = text.split(";"), [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece) + 1)
    bases, ends = list[tuple[str, int]](), list[tuple[str, int]]()
    sets = dict[str, tuple[str, int]]()
    for piece, start in zip(pieces[1:], starts[1:], strict=False):
        word, given = _WORD.fullmatch(piece), _SET.fullmatch(piece)
        if word is not None:
            (bases if word[1] == "base" else ends).append((word[2], start + word.start(2)))
        elif given is not None and given[1] not in sets:
            sets[given[1]] = given[2], start + given.start(2)
        else:
            what = "after a semicolon stands `ends` and a sentence, `base` and a number system, or `S = 10*`"
            raise ParseError(what, text, start + indentation(piece))
    if len(bases) > 1:
        raise ParseError("one number system is enough", text, bases[1][1])
    system = _named_system(bases[0][0].strip()) if bases else _system_of(text, has_sets=bool(sets))
    predicates = _predicates(text, system, sets)
    try:
        names, kinds = parse_moves(pieces[0], predicates)
    except ParseError as error:
        raise error.within(text, 0) from None
    over = []
    for sentence, start in ends:
        try:
            over.append(parse_sentence(sentence, predicates))
        except ParseError as error:
            raise error.within(text, start) from None
    _check(text, names, kinds)
    strange = sorted({name for end in over for name in end.free} - set(names))
    if strange:
        message = "{name} is no number of the position: the play ends by what is left, not by what is chosen"
        raise ParseError(message.format(name=strange[0]))
    return Rules(names, tuple(_option(names, kind, [Not(end) for end in over]) for kind in kinds), system)


def _option(names: tuple[str, ...], kind: Kind, more: list[Not]) -> LinearOption:
    """The formula of an option: variables that are not the position's are chosen by the mover."""
    allowed, result = kind
    condition = And((allowed, *more)) if more else allowed
    spoken = dict.fromkeys([*condition.free, *(name for term in result for name in term.coefficients)])
    return LinearOption(tuple(name for name in spoken if name not in names), condition, result)


def _check(text: str, names: tuple[str, ...], kinds: list[Kind]) -> None:
    if len(names) > MOST_NUMBERS or len(kinds) > MOST_KINDS:
        message = "a position has at most {numbers} numbers, and a game {kinds} kinds of moves"
        raise ParseError(message.format(numbers=MOST_NUMBERS, kinds=MOST_KINDS))
    for allowed, result in kinds:
        if isinstance(allowed, Exists) and set(allowed.names) & {n for term in result for n in term.coefficients}:
            message = "what the mover chooses is not bound by `exists`: leave the quantifier out"
            raise ParseError(message, text, text.find("exists"))


def _named_system(name: str) -> NumberSystem:
    """The number system of that name; for a number alone the base."""
    return number_system(f"base {name}" if name.isdecimal() else name)


def _system_of(text: str, *, has_sets: bool) -> NumberSystem | None:
    """The number system that the named sets in a text are read in."""
    bases = {NAMED[word][0] for word in _WORDS.findall(text) if word in NAMED}
    if len(bases) > 1:
        one, other, *_rest = sorted(bases)
        message = "sets in {one} and in {other} are not read side by side: use those of one number system"
        raise ParseError(message.format(one=one, other=other))
    if bases:
        return number_system(bases.pop())
    return number_system("base 2") if has_sets else None


def _predicates(text: str, system: NumberSystem | None, sets: dict[str, tuple[str, int]]) -> dict[str, Predicate]:
    used = {word for word in _WORDS.findall(text) if word in NAMED}
    result = named_sets(system) if used and system is not None else {}
    for name, (expression, start) in sets.items():
        if system is None:
            raise AssertionError  # a set brings its number system
        try:
            result[name] = Predicate(name, recognised_by(expression, system))
        except ParseError as error:
            raise error.within(text, start) from None
    return result
