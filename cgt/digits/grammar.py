"""The parser of sentences, such as `forall n: exists m: n == 2m | n == 2m + 1`, and of moves.

sentence   = implied { "<=>" implied }
implied    = either [ "=>" implied ]
either     = both { "|" both }
both       = single { "&" single }
single     = "~" single | ("forall" | "exists") name … ":" sentence | "(" sentence ")" | predicate | comparison
predicate  = Name "(" side { "," side } ")"
comparison = side ("==" | "!=" | "<=" | "<" | ">=" | ">") side { … }
side       = term { "xor" term }
term       = ["-"] product { ("+" | "-") product }
product    = factor { ["*"] factor | ("//" | "mod") number }
factor     = number | name | "(" side ")"

One factor of a product at most has variables, and `*` may be left out behind a number. `n // 2` is half of n,
rounded down; a remainder behind a sign of a sum has brackets around it, and so has a sum that is divided.

A comparison that speaks of the nim-sum of a term below 0 is false, whatever it says.

The moves of a game are read here, too: `x, y: t >= 1 -> x - t, y | x - 1, y - 1`.

moves      = name { "," name } ":" kind { "|" kind }
kind       = [ sentence "->" ] side { "," side }
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import count, pairwise
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple, NoReturn

from cgt.core.language import _
from cgt.core.numbers import format_int, from_decimal
from cgt.core.reading import check_text
from cgt.digits.advice import (
    ABSOLUTE,
    CONDITIONALS,
    FOREIGN,
    RUN_TOGETHER,
    begins_term,
    behind_term,
    on_condition,
    on_word,
)
from cgt.digits.formula import And, Compare, Exists, ForAll, Formula, Not, Predicate, Term, formula, iff, implies
from cgt.digits.number_sets import number_set
from cgt.errors import ParseError, SentenceError

NIM_SUM = "⊕"
"""The name of the predicate that the nim-sum of three numbers is 0; no text can call it so."""

_OWN_NAMES = "kmjilpsw"
"""The letters for quotients and nim-sums, of which the first not in the text is taken."""

_TOKEN = re.compile(r"\s*(->|<=>|=>|==|!=|<=|>=|//|\*(?!\*)|[=<>|&~():,+-]|[0-9]+|[A-Za-z_][A-Za-z_0-9']*)")
_PART_OF_NUMBER = re.compile(r"[eE][0-9]+|_.*")
"""A name that next to a number looks like a part of it, as in 1e9 and 1_000."""
_RELATIONS = {"==": eq, "=": eq, "!=": ne, "<=": le, "<": lt, ">=": ge, ">": gt}
_BEHIND_TERM = {"+", "-", "*", "//", "mod", "xor", *_RELATIONS}
_JOINTS = {"<=>", "=>", "|", "&", "xor", *_RELATIONS}
_AMOUNTS = re.compile(r"[\[{(]?([1-9][0-9]*(?:\s*,\s*[1-9][0-9]*)*)[\]})]?")
"""The amounts of a subtraction game, meant as moves."""
_SET_OF_A_GAME = re.compile(r"P|G\d{1,3}", re.ASCII)

_OPEN_QUANTIFIER = re.compile(r"\b(?:forall|exists)\b[\w\s,']*$")
"""A quantifier and its variables, at the end of a text."""

_KIND_BEFORE, _CONDITION = re.compile(r"[|:]"), re.compile(r"->|[<>=&~]")
"""The signs behind which a kind of move begins, and those that show that it has a condition."""

_EXPONENT = re.compile(r"(?:\^|\*\*)(\d\d?)(?!\w)")
LONGEST_BASE = 2
"""The most digits of a number whose power is computed for advice."""

_WORDS = {"forall", "exists", "mod", "xor"}
_IN = {"in", "dans"}

LONGEST = 10_000
DEEPEST = 100
"""The greatest depth of nested brackets and quantifiers."""

MOST_JOINTS = 150
"""The greatest number of signs such as & and < in a sentence: each may make the formula one step deeper."""


class _Token(NamedTuple):
    text: str
    place: int


_NOTHING = _Token("", 0)


def parse_sentence(text: str, predicates: Mapping[str, Predicate] | None = None) -> Formula:
    """The formula of a text; `predicates` gives the automata that are named in it.

    A remainder is short for a formula with `exists`.

    Raises:
        ParseError: with the place that cannot be read.

    >>> print(parse_sentence("forall n: exists m: n == 2m | n == 2*m + 1"))
    forall n: exists m: n == 2m | n == 2m + 1
    >>> print(parse_sentence("(x + y) mod 3 == 1"))
    exists k: x + y == 3k + 1
    >>> parse_sentence("forall n m: n*m == m")
    Traceback (most recent call last):
    cgt.errors.ParseError: a product of variables is not linear, at character 14 of 'forall n m: n*m == m'
    """
    reader = _Reader(text, predicates or {})
    sentence = reader.sentence()
    reader.expect("")
    return sentence


class Kind(NamedTuple):
    """A kind of moves.

    Attributes:
        allowed: when it is.
        result: what it leads to, a term for each number of the position.
        condition: the text of when it is allowed, empty for always.
        left: the texts of what it leads to.
    """

    allowed: Formula
    result: tuple[Term, ...]
    condition: str
    left: tuple[str, ...]


def parse_moves(text: str, predicates: Mapping[str, Predicate] | None = None) -> tuple[tuple[str, ...], list[Kind]]:
    """The names of a position's numbers, and the kinds of moves, of a text.

    Raises:
        ParseError: with the place that cannot be read.

    >>> names, (take, both) = parse_moves("x, y: t >= 1 -> x - t, y | x - 1, y - 1")
    >>> names, str(take.allowed), take.result, take.condition, both.left
    (('x', 'y'), '1 <= t', (x - t, y), 't >= 1', ('x - 1', 'y - 1'))
    """
    check_text(text)
    if amounts := _AMOUNTS.fullmatch(text):
        advice = _("write {meant} for {sign}")
        raise ParseError(advice.format(meant=f"subtraction({amounts[1]})", sign=f"moves({text})"))
    reader = _Reader(text, predicates or {}, arrow="->")
    moves = reader.moves()
    reader.expect("")
    return moves


class _Quotient(NamedTuple):
    """A term that is never below 0, divided by a number and rounded down, for which a variable stands."""

    divided: Term
    divisor: int
    name: str

    @property
    def multiple(self) -> Term:
        """The greatest multiple of the divisor up to the term."""
        return Term({self.name: self.divisor})

    @property
    def bounds(self) -> Formula:
        """The formula that makes the variable the quotient."""
        return And((-self.divided + self.multiple <= 0, self.divided <= self.multiple + (self.divisor - 1)))

    def of(self, sentence: Formula) -> Formula:
        """The sentence as a formula without the variable."""
        if self.name not in sentence.free:
            return sentence
        if isinstance(sentence, And):  # there is one quotient, whatever is said of it
            return And(tuple(map(self.of, sentence.parts)))
        if isinstance(sentence, Not):
            return Not(self.of(sentence.body))
        if isinstance(sentence, Compare):
            factor = sentence.term.coefficients[self.name]
            sign = -1 if factor < 0 else 1
            remainder = sentence.term * sign + self.divided - self.multiple  # if it is all that is spoken of
            if not sentence.at_most and not remainder.coefficients and 0 <= remainder.constant < self.divisor:
                return Exists((self.name,), self.divided == self.multiple + remainder.constant)
            if abs(factor) == 1:
                return self._compared(sentence.term.replaced(self.name, Term({})) * -sign, sign, sentence.at_most)
        return Exists((self.name,), And((sentence, self.bounds)))

    def _compared(self, other: Term, sign: int, at_most: bool) -> Formula:
        """The formula that the quotient is at most another term, at least with the sign -1, or equal to it."""
        below = self.divided <= other * self.divisor + (self.divisor - 1)
        above = other * self.divisor <= self.divided
        return (below if sign > 0 else above) if at_most else And((above, below))


class _NimSum(NamedTuple):
    """The nim-sum of two terms, for which a variable stands, and the predicate that speaks of it."""

    predicate: Predicate
    one: Term
    other: Term
    name: str

    def of(self, sentence: Formula) -> Formula:
        """The sentence as a formula without the variable."""
        nim_sum = Term({self.name: 1})
        if isinstance(sentence, Compare) and not sentence.at_most:
            factor = sentence.term.coefficients.get(self.name, 0)
            if abs(factor) == 1:
                return self.predicate(self.one, self.other, nim_sum - sentence.term * factor)
        return Exists((self.name,), sentence & self.predicate(self.one, self.other, nim_sum))


class _Reader:
    def __init__(self, text: str, predicates: Mapping[str, Predicate], arrow: str = "=>") -> None:
        check_text(text)
        if len(text) > LONGEST:
            message = "a sentence of more than {longest} characters is not read"
            raise ParseError(message.format(longest=format_int(LONGEST, group=True)))
        self.text, self.predicates, self.depth = text, predicates, 0
        self.arrow = arrow
        self.parts: list[_Quotient | _NimSum] = []
        self.own_names: set[str] = set()
        self.tokens, index = [], 0
        while match := _TOKEN.match(text, index):
            self.tokens.append(_Token(match[1], match.start(1)))
            index = match.end()
        for place in range(len(self.tokens)):
            self._check_words(*self.tokens[place : place + 3])
        rest = text[index:].lstrip()
        if rest:
            self._refuse_sign("**" if rest.startswith("**") else rest[0], len(text) - len(rest))
        if bars := ABSOLUTE.search(text):
            self._advise(FOREIGN["abs"].meant, "|s - t| < 2", bars.start())
        if sum(token.text in _JOINTS for token in self.tokens) > MOST_JOINTS:
            raise ParseError(f"a sentence with more than {MOST_JOINTS} signs such as & and < is not read")
        self.tokens.append(_Token("", len(text)))
        self.at = 0

    def _check_words(self, token: _Token, following: _Token = _NOTHING, third: _Token = _NOTHING) -> None:
        """Refuse words and signs at a place that no sentence has; those two that follow tell what is meant."""
        signs = self.text[token.place : following.place + len(following.text)]
        if signs in RUN_TOGETHER:
            self._advise(RUN_TOGETHER[signs], signs, token.place)
        if token.text in self.predicates:
            return
        advice = on_word(token.text, following.text, third.text)
        if following.text == "(" and (left := FOREIGN.get(f"-> {token.text}")) and self._is_left(token.place):
            advice = left
        if advice is None and token.text in CONDITIONALS and begins_term(following.text):
            then = next((other.text for other in self.tokens if other.text in {"then", "alors"}), "")
            advice = on_condition(token.text, then, of_moves=self.arrow == "->")
        if advice is not None:
            self._advise(*advice, token.place)

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def takes(self, *texts: str) -> str | None:
        """The next token, which is then read, if it is one of these."""
        if self.token.text not in texts:
            return None
        self.at += 1
        return self.tokens[self.at - 1].text

    def expect(self, text: str) -> None:
        if self.token.text != text:
            if self.token.text == "->" != self.arrow:
                self._advise(self.arrow, "->", self.token.place)
            self.fail(_("{text!r} was expected").format(text=text) if text else _("the sentence should end"))
        self.at += bool(text)

    def fail(self, message: str) -> NoReturn:
        raise ParseError(message, self.text, self.token.place)

    def moves(self) -> tuple[tuple[str, ...], list[Kind]]:
        if self.token.text == "(":
            self._advise("x, y:", "(x, y):", self.token.place)
        names = [self.name()]
        while self.takes(","):
            names.append(self.name())
        if len(set(names)) < len(names):
            self.fail(_("the numbers of a position have different names"))
        if self.token.text == self.arrow:
            self._advise(":", self.arrow, self.token.place)
        if all(token.text != ":" for token in self.tokens):
            self.fail(_("the numbers of a position come first, as in n: n - 1"))
        if self._names_variable():
            self._advise("x, y", "x y", self.token.place)
        self.expect(":")
        kinds = [self.kind(len(names))]
        while self.takes("|"):
            kinds.append(self.kind(len(names)))
        return tuple(names), kinds

    def kind(self, count: int) -> Kind:
        """One kind of move: the condition in front of an arrow, if there is one, and `count` terms."""
        allowed: Formula = formula(value=True)
        condition, begin = "", self.at
        if not self._terms_follow():
            texts = [token.text for token in self.tokens[self.at :]]
            if "=>" in texts and "->" not in texts:
                self._advise("->", "=>", self.tokens[self.at + texts.index("=>")].place)
            if "->" not in texts and self._names_variable() and texts[1] in {"=", ":"}:
                self._advise("x - t", "x = x - t", self.token.place)
            allowed = self.sentence()
            if self.token.text == ",":
                self._refuse_comma()
            condition = self._text_from(begin)
            self.expect("->")
        place, self.parts, left = self.at, [], list[str]()
        result = [self._left(left, count)]
        while self.takes(","):
            result.append(self._left(left, count))
        if len(result) != count:
            if self.token.text in _RELATIONS and result[0].coefficients:
                self._advise(*on_condition(",", "", of_moves=True), self.tokens[place].place + len(left[0]))
            self.at = place
            if count == 1:
                self._advise("n - 1 | n - 2", "n - 1, n - 2", self.token.place)
            message = _("a move leads to as many numbers as the position has, {count}, not {given}")
            self.fail(message.format(count=count, given=len(result)))
        for part in self.parts:
            if isinstance(part, _NimSum):
                self._advise("m < n & m == n xor t -> m", "-> n xor t", self.tokens[place].place)
            allowed &= part.bounds
        return Kind(allowed, tuple(result), condition, tuple(left))

    def _refuse_comma(self) -> NoReturn:
        """Refuse a comma behind a comparison: between two of them, or behind an amount or a part of a number."""
        before, comma, number, behind = self.tokens[self.at - 1 : self.at + 3]
        if before.text.isdecimal() and number.text.isdecimal() and behind.text not in _RELATIONS:
            # Within the text of a ruleset every comma has a gap behind it.
            is_close = number.place == comma.place + 1 or number.text[0] == "0"
            if len(number.text) == 3 and (is_close or self.tokens[self.at - 2].text not in {"=", "=="}):
                self._advise("1000", "1,000", before.place)
            self._advise("t == 1 | t == 3", "t == 1, 3", comma.place)
        self._advise("&", ",", comma.place)

    def _text_from(self, begin: int) -> str:
        """The text from a token up to the next one to read."""
        return self.text[self.tokens[begin].place : self.token.place].strip()

    def _left(self, texts: list[str], count: int) -> Term:
        """The term that a move leaves of one of `count` numbers, whose text is added to the others."""
        begin, place = self.at, self.token.place
        term = self.side()
        texts.append(self._text_from(begin))
        if self.token.text in {"=", "==", ":"} and len(texts) <= count:
            self._advise("x - t", "x = x - t", place)
        return term

    def _terms_follow(self) -> bool:
        """Whether no condition comes first, which a sign of a sentence, or a set, would show."""
        for token, following in pairwise(self.tokens[self.at :]):
            if token.text in {",", "|"}:
                return True
            if token.text in _IN and following.text.isdecimal():
                return False
            is_set = token.text.isidentifier() and following.text == "("
            if is_set or token.text in {"->", "~", ":", "forall", "exists", *_RELATIONS}:
                return False
        return True

    def _go_deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(_("brackets and quantifiers are nested more than {deepest} deep").format(deepest=DEEPEST))

    def sentence(self) -> Formula:
        self._go_deeper()
        implied = self.implied()
        while self.takes("<=>"):
            implied = iff(implied, self.implied())
        self.depth -= 1
        return implied

    def implied(self) -> Formula:
        premise = self.either()
        return implies(premise, self.implied()) if self.takes("=>") else premise

    def either(self) -> Formula:
        both = self.both()
        while self.takes("|"):
            both |= self.both()
        return both

    def both(self) -> Formula:
        single = self.single()
        while self.takes("&"):
            single &= self.single()
        return single

    def single(self) -> Formula:
        negations = 0
        while self.takes("~"):
            negations += 1
        positive = self.positive()
        return ~positive if negations % 2 else positive

    def positive(self) -> Formula:
        if kind := self.takes("forall", "exists"):
            names = [self.name()]
            while not self.takes(":"):
                if self.token.text != "," and not self._names_variable():
                    self.fail(_("a colon was expected after {names}").format(names=f"{kind} {', '.join(names)}"))
                if self.token.text in _IN and self.tokens[self.at + 1].text.isidentifier():
                    self._advise_member(kind, names[-1])
                self.takes(",")
                names.append(self.name())
            body = self.sentence()
            return (ForAll if kind == "forall" else Exists)(tuple(dict.fromkeys(names)), body)
        if self.token.text == "(" and self._behind_bracket() not in _BEHIND_TERM:
            self.at += 1
            sentence = self.sentence()
            self.expect(")")
            return sentence
        if self.tokens[min(self.at + 1, len(self.tokens) - 1)].text == "(" and self.token.text[:1].isalpha():
            is_number = self._behind_bracket(1) in _BEHIND_TERM
            if self.token.text in self.predicates or not is_number:
                return self._without_parts(self.predicate)
        return self._without_parts(self.comparison)

    def _without_parts(self, read: Callable[[], Formula]) -> Formula:
        """The formula that is read, with the variables bound that stand for parts of its terms."""
        outer, self.parts = self.parts, []
        result = read()
        for part in reversed(self.parts):  # a later one may speak of those before it
            result = part.of(result)
        self.parts = outer
        return result

    def _advise_member(self, kind: str, name: str) -> NoReturn:
        """Refuse `forall t in S`, which would be a sentence on the numbers t, in and S."""
        given = self.tokens[self.at + 1].text
        meant = f"{kind} {name}: {given}({name}) {'=>' if kind == 'forall' else '&'} …"
        self._advise(meant, f"{kind} {name} {self.token.text} {given}", self.token.place)

    def name(self) -> str:
        if self.token.text.endswith("'"):
            self._advise(self.token.text.replace("'", "1"), self.token.text, self.token.place)
        if not self._names_variable():
            self.fail(_("the name of a variable was expected"))
        self.at += 1
        return self.tokens[self.at - 1].text

    def _names_variable(self) -> bool:
        return self.token.text.isidentifier() and self.token.text not in {"forall", "exists"}

    def predicate(self) -> Formula:
        named = self.predicates.get(self.token.text)
        if named is None:
            if _SET_OF_A_GAME.fullmatch(self.token.text):
                text = _("{name} is a set of a game's positions: name the game at the end, as in P(x, y); game wythoff")
                self.fail(text.format(name=self.token.text))
            if self.arrow == "->":
                self._advise_amounts(self.token.text)
            known = ", ".join(name for name in self.predicates if name != NIM_SUM)
            none = _("no set of this name is known: define one at the end, as in S(n); S = 10*")
            others = _("no set of this name is known: take {known}, or define one at the end, as in S(n); S = 10*")
            self.fail(others.format(known=known) if known else none)
        place = self.token.place
        self.at += 2
        terms = [self.side()]
        while self.takes(","):
            terms.append(self.side())
        self.expect(")")
        try:
            return named(*terms)
        except SentenceError as error:
            raise ParseError(str(error), self.text, place) from None

    def _advise_amounts(self, name: str) -> None:
        """Refuse a set of numbers that no automaton reads, such as the primes, where a game takes one of them."""
        try:
            numbers = number_set(name)
        except ParseError:
            return
        text = _("to take one of these numbers is subtraction({name}); a sentence has no such set")
        self.fail(text.format(name=numbers.name))

    def comparison(self) -> Formula:
        begin, left = self.at, self.side()
        result: Formula | None = None
        while relation := self.takes(*_RELATIONS):
            right = self.side()
            each: Formula = _RELATIONS[relation](left, right)
            result, left = (each if result is None else result & each), right
        if result is None:
            self._refuse_words(left, begin)
            self.fail(_("a comparison such as n <= 2q was expected"))
        return result

    def _refuse_words(self, term: Term, begin: int) -> None:
        """Refuse words behind a term that is compared with nothing, or the term, where it is known what is meant."""
        advice = behind_term([token.text for token in self.tokens[self.at :]])
        if advice is not None:
            self._advise(*advice, self.token.place)
        if self.token.text in _IN and self.tokens[self.at + 1].text.isidentifier():
            self._advise("S(t)", f"t {self.token.text} S", self.token.place)
        if self.token.text in _IN and self.tokens[self.at + 1].text.isdecimal():
            self._advise("t == 1 | t == 3", f"t {self.token.text} 1, 3", self.token.place)
        if self.token.text == "=>":
            self._advise(">=", "=>", self.token.place)
        if self.token.text == "," and self.tokens[begin - 1].text == "(":
            self.at = begin - 1
            behind, place = self._behind_bracket(), self.token.place
            if behind in _IN:
                self._advise("P(x, y)", f"(x, y) {behind} P", place)
            self._advise("x == 0 & y == 0", "(0, 0)", place)
        if not term.coefficients and self.tokens[begin - 1].text == "|":
            self._advise("t == 1 | t == 3", "t == 1 | 3", self.tokens[begin].place)
        if not term.coefficients and self.token.text == "|" and self.tokens[self.at + 1].text.isidentifier():
            self._advise("n mod 3 == 0", "3 | n", self.tokens[begin].place)

    def side(self) -> Term:
        """A side of a comparison; a nim-sum is a variable of its own."""
        total = self.term()
        while self.token.text == "xor":
            nim_sum = self.predicates.get(NIM_SUM)
            if nim_sum is None:
                self.fail(_("the nim-sum x xor y is read in base 2, 4, 8 or 16"))
            self.at += 1
            other, name = self.term(), self._own_name()
            self.parts.append(_NimSum(nim_sum, total, other, name))
            total = Term({name: 1})
        return total

    def _behind_bracket(self, further: int = 0) -> str:
        """The token after the bracket that opens here, or some tokens further, and is closed again."""
        depth = 0
        for token, following in pairwise(self.tokens[self.at + further :]):
            depth += (token.text == "(") - (token.text == ")")
            if not depth:
                return following.text
        return ""

    def _own_name(self) -> str:
        """A name that nothing in the text has."""
        taken = {token.text for token in self.tokens} | self.own_names
        names = (f"{letter}{more or ''}" for more in count() for letter in _OWN_NAMES)
        name = next(name for name in names if name not in taken)
        self.own_names.add(name)
        return name

    def term(self) -> Term:
        begin = self.at
        total = self.product(begin, is_negative=self.takes("-") is not None)
        while sign := self.takes("+", "-"):
            product = self.product(begin)
            total = total + product if sign == "+" else total - product
        return total

    def number(self) -> int:
        """The number at this place, which is passed."""
        self.at += 1
        return from_decimal(self.tokens[self.at - 1].text)

    def _refuse_sign(self, sign: str, place: int) -> NoReturn:
        """Refuse a sign that no sentence has, with what to write for it where that is known."""
        if sign == ";":
            closed = self.text.count("(") <= self.text.count(")")
            semicolon = _("what follows a semicolon stands at the end, behind all brackets")
            raise ParseError(semicolon if closed else _("{text!r} was expected").format(text=")"), self.text, place)
        if sign == "." and _OPEN_QUANTIFIER.search(self.text[:place]):
            self._advise(":", sign, place)
        if sign == "/" and self._is_left(place):
            self._advise(*FOREIGN["-> /"], place)
        before = self.tokens[-1].text if self.tokens else ""
        if sign == "{" and self._is_left(place) and before in {"->", "|", ":"}:
            self._advise(*FOREIGN["-> {"], place)
        if sign == "∈" and self.text[place + 1 :].lstrip()[:1].isalpha():
            self._advise("S(t)", "t ∈ S", place)
        power = _EXPONENT.match(self.text, place)
        if power and before.isdecimal() and len(before) <= LONGEST_BASE:
            self._advise(str(int(before) ** int(power[1])), before + power[0], place)
        for written in (before + sign, sign, self.text[place : place + 2]):
            if written in FOREIGN:
                self._advise(*FOREIGN[written], place)
        if sign in {"²", "³"} or (sign in {"^", "**"} and not before.isdecimal()):
            raise ParseError(_("a product of variables is not linear"), self.text, place)
        if sign.isalpha():  # a letter of no name, such as è
            place -= len(before) if before.isidentifier() and self.text[:place].endswith(before) else 0
            sign = re.split(r"\W", self.text[place:])[0]
        raise ParseError(_("{sign!r} means nothing in a sentence").format(sign=sign), self.text, place)

    def _is_left(self, place: int) -> bool:
        """Whether this place is in what a move leaves: behind an arrow, or in a kind of move without a condition."""
        if self.arrow != "->":
            return False
        kind = _KIND_BEFORE.split(self.text[:place])[-1]
        return "->" in kind or not _CONDITION.search(kind + self.text[place:].partition("|")[0])

    def _advise(self, meant: str, sign: str, place: int) -> NoReturn:
        """Refuse what stands at a place, and say what to write for it."""
        raise ParseError(_("write {meant} for {sign}").format(meant=meant, sign=sign), self.text, place)

    def product(self, sum_begins: int, *, is_negative: bool = False) -> Term:
        """A product, of which the first factor may be negated, in a sum that begins at this token."""
        begin = self.at
        term = -self.factor() if is_negative else self.factor()
        while True:
            if operator := self.takes("//", "mod"):
                if operator == "mod":
                    self._check_divided(sum_begins, begin - is_negative)
                term = self._divided(term, operator)
                continue
            if not self._times_follow():
                return term
            place = self.at - 1
            factor = self.factor()
            if term.coefficients and factor.coefficients:
                self.at = place
                self.fail(_("a product of variables is not linear"))
            term = factor * term.constant if factor.coefficients else term * factor.constant

    def _check_divided(self, sum_begins: int, begin: int) -> None:
        """Refuse a remainder that may be meant of a sum, or as a congruence: the sign `mod` has just been passed."""
        if begin > sum_begins:
            self.at = sum_begins
            self.fail(_("write (x + y) mod 2, or x + (y mod 2): brackets say what is divided"))
        is_constant = not any(token.text.isidentifier() for token in self.tokens[begin : self.at - 1])
        if is_constant and not self.parts and self.tokens[begin - 1].text in _RELATIONS:
            self._advise("n mod 3 == 1", "n == 1 mod 3", self.tokens[begin].place)

    def _divided(self, term: Term, operator: str) -> Term:
        """The quotient of a term by the number at this place, rounded down, or the remainder."""
        if not self.token.text.strip("0").isdecimal():
            self.fail(_("a division is by a number, 1, 2, 3, …"))
        divisor, name = self.number(), self._own_name()
        last = self.parts[-1] if self.parts else None
        if operator == "//" and isinstance(last, _Quotient) and list(term.coefficients.items()) == [(last.name, 1)]:
            self.parts.pop()  # a half of a third is a sixth, in one variable
            term, divisor = last.divided + last.divisor * term.constant, last.divisor * divisor
        remainders = {each: c % divisor for each, c in term.coefficients.items() if c % divisor}
        alike = Term(remainders, term.constant % divisor)
        part = _Quotient(alike, divisor, name)  # so that what is divided is never below 0
        self.parts.append(part)
        if operator == "mod":
            return alike - part.multiple
        whole = {each: c // divisor for each, c in term.coefficients.items() if c // divisor}
        return Term({**whole, name: 1}, term.constant // divisor)

    def _times_follow(self) -> bool:
        """Whether a factor follows; the sign `*`, which is passed, may be left out behind a number."""
        if self.takes("*"):
            return True
        number, following = self.tokens[self.at - 1], self.token
        is_factor = following.text == "(" or (following.text.isidentifier() and following.text not in _WORDS)
        if not is_factor or not number.text.isdecimal():
            return False
        if following.place > number.place + len(number.text) or _PART_OF_NUMBER.fullmatch(following.text):
            message = _("between {number} and {name} a sign is missing, such as & or *")
            self.fail(message.format(number=number.text, name=following.text))
        return True

    def factor(self) -> Term:
        """A number, a variable, or a term in brackets."""
        if self.token.text.isdecimal():
            return Term({}, self.number())
        place, behind = self.token.place, self._behind_bracket()
        if not self.takes("("):
            if not self._names_variable() and not self.token.text.endswith("'"):
                self.fail(_("a number or the name of a variable was expected"))
            name = self.name()
            if self.token.text == "(":
                self.at -= 1
                no_function = _("no function {name} is known: numbers are sums of variables with integer factors")
                self.fail(no_function.format(name=name))
            return Term({name: 1})
        self._go_deeper()
        term = self.side()
        if self.token.text == "," and behind in _RELATIONS:
            self._advise("x == 0 & y == 0", "(x, y) == (0, 0)", place)
        if self.token.text == ",":
            self._advise("x - t, y", "(x - t, y)", place)
        self.expect(")")
        self.depth -= 1
        return term
