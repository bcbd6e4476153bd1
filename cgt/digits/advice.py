"""Advice on signs and words that people write and no sentence has: what to write in their place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple


class Advice(NamedTuple):
    """The text to write, and an example of what it is written for."""

    meant: str
    given: str


_KEYWORDS = {"forall", "exists", "mod", "xor"}
_OPERATORS = {
    "and": "&",
    "et": "&",
    "or": "|",
    "ou": "|",
    "not": "~",
    "non": "~",
    "implies": "=>",
    "iff": "<=>",
    "div": "//",
}
_QUANTIFIERS = {
    **dict.fromkeys(("for all", "for every", "for each", "for any", "pour tout"), "forall x:"),
    **dict.fromkeys(("there exists", "there is", "il existe"), "exists x:"),
}
_PARITIES = {"odd": 1, "impair": 1, "even": 0, "pair": 0}

FOREIGN = {
    **{word: Advice(f"t mod 2 == {remainder}", f"{word}(t)") for word, remainder in _PARITIES.items()},
    "/": Advice("2t <= n", "t <= n/2"),
    "=/": Advice("!=", "=/="),
    "=!": Advice("!=", "=!"),
    "%": Advice("n mod 3", "n % 3"),
    "2^": Advice("power2(n)", "n == 2^k"),
    "2**": Advice("power2(n)", "n == 2**k"),
    "{": Advice("t == 1 | t == 3", "t in {1, 3}"),
    **{f"{word}[": Advice("t == 1 | t == 3", f"t {word} [1, 3]") for word in ("in", "dans")},
    "∈": Advice("t == 1 | t == 3", "t ∈ {1, 3}"),
    "min": Advice("t <= x & t <= y", "t <= min(x, y)"),
    "max": Advice("x <= t & y <= t", "max(x, y) <= t"),
    "abs": Advice("s < t + 2 & t < s + 2", "abs(s - t) < 2"),
    "-> min": Advice("x <= y -> x | x > y -> y", "min(x, y)"),
    "-> max": Advice("x >= y -> x | x < y -> y", "max(x, y)"),
    "-> abs": Advice("x >= y -> x - y | x < y -> y - x", "abs(x - y)"),
    "-> /": Advice("n // 2", "n/2"),
    "floor": Advice("n // 2", "floor(n/2)"),
    "ceil": Advice("(n + 1) // 2", "ceil(n/2)"),
    "⌊": Advice("n // 2", "⌊n/2⌋"),
    "⌈": Advice("(n + 1) // 2", "⌈n/2⌉"),
    "-> {": Advice("n - 1 | n - 2", "{n - 1, n - 2}"),
    "mod": Advice("n mod 3", "mod(n, 3)"),
    "≡": Advice("n mod 3 == 1", "n ≡ 1 (mod 3)"),
    "!": Advice("~", "!"),
    "÷": Advice("//", "÷"),
    "..": Advice("1 <= t & t <= 3", "t = 1..3"),
    "…": Advice("1 <= t & t <= 3", "t = 1…3"),
}
"""Advice by a sign, perhaps with the number or word before it, or by the name of a function."""

RUN_TOGETHER = {"&&": "&", "||": "|", "=<": "<=", "<>": "!=", "!==": "!=", "===": "==", "-->": "->"}
"""Two signs of a sentence without a gap that are none, and what is meant by them."""

_SPOKEN = {
    **{word: Advice(f"t mod 2 == {remainder}", f"t {word}") for word, remainder in _PARITIES.items()},
    **{words: Advice("t mod 3 == 0", f"t {words} 3") for words in ("multiple of", "multiple de")},
    **{words: Advice("t mod 3 == 0", f"t {words} 3") for words in ("divisible by", "divisible par")},
    **{words: Advice("power2(t)", f"t {words}") for words in ("power of 2", "puissance de 2")},
    "between": Advice("1 <= t & t <= 3", "t between 1 and 3"),
    "entre": Advice("1 <= t & t <= 3", "t entre 1 et 3"),
    "from": Advice("1 <= t & t <= 3", "t from 1 to 3"),
}
"""Advice by words behind a term that are no comparison."""

_FILLERS = {"is", "est", "a", "un", "une", "compris"}
"""Words that may stand before those."""

CONDITIONALS = {"if", "when", "where", "with", "for", "si", "quand", "avec", "pour"}

ABSOLUTE = re.compile(r"\|[^|-]*-[^|]*\|\s*(?:[<>=]|!=)")
"""Bars around a difference that is compared; no comparison begins behind a bar otherwise."""


def begins_term(text: str) -> bool:
    """Whether a term, or something in brackets, begins with this text: the word in front of it is then no variable."""
    return text in {"(", "~"} or (text[:1].isalnum() and text not in {"mod", "xor"})


def on_word(word: str, following: str, third: str) -> Advice | None:
    """Advice on a word or sign by the two that follow it; None where it may be part of a sentence.

    >>> on_word("for", "all", "n"), on_word("odd", "(", "t").meant, on_word("or", "==", "3")
    (Advice(meant='forall x:', given='for all x'), 't mod 2 == 1', None)
    """
    given, word = word, word.lower()
    quantifier = f"{word} {following}"
    if quantifier in _QUANTIFIERS:
        return Advice(_QUANTIFIERS[quantifier], f"{quantifier} x")
    if word in {"for", "pour"} and third in {":", ","}:
        return Advice("forall x:", f"{word} x:")
    if word == "(" and following == "mod" and third.isdecimal():
        return Advice("n mod 3 == 1", "n == 1 (mod 3)")
    if word in FOREIGN and following == "(":
        return FOREIGN[word]
    if word == "," and following == "ends" and begins_term(third):
        return Advice(";", word)
    if not begins_term(following):
        return None
    if word in _KEYWORDS and given != word:
        return Advice(word, given)
    if word in {"between", "entre"} and third in {"and", "et"}:
        return _SPOKEN[word]
    if word == "ends":
        return Advice("; ends", word)
    return Advice(_OPERATORS[word], given) if word in _OPERATORS else None


def on_condition(word: str, then: str, *, of_moves: bool) -> Advice:
    """Advice on a condition behind a word such as `if`, or a comma; `then` is the word behind it, empty for none.

    >>> on_condition("if", "", of_moves=True)
    Advice(meant='t >= 1 -> n - t', given='n - t if t >= 1')
    """
    if of_moves:
        behind = f"n - t{word}" if word == "," else f"n - t {word}"
        return Advice("t >= 1 -> n - t", f"{word} t >= 1 {then} n - t" if then else f"{behind} t >= 1")
    if then:
        return Advice("n > 3 => n > 2", f"{word} n > 3 {then} n > 2")
    return Advice("n <= 3", f"{word} n <= 3")


def behind_term(words: Sequence[str]) -> Advice | None:
    """Advice on words behind a term that is compared with nothing.

    >>> behind_term(["is", "a", "multiple", "of", "3"])
    Advice(meant='t mod 3 == 0', given='t multiple of 3')
    """
    first = [word for word in words if word not in _FILLERS]
    return next(filter(None, (_SPOKEN.get(" ".join(first[:length])) for length in (3, 2, 1))), None)
