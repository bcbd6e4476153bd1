"""Sentences and rules in words, as players say them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from cgt.core.language import _
from cgt.digits.expressions import NAMED, OF_DIGITS
from cgt.digits.formula import Term

if TYPE_CHECKING:
    from cgt.digits.rules import Rules
    from cgt.digits.system import NumberSystem

PLACES_SHOWN = 6
"""The number of places by which a number system is named for players."""

_WITHOUT_WORDS = re.compile(r"~|=>|//|\b(?:forall|exists)\b|\b(?!(?:mod|xor)\b)[A-Za-z_]\w*\s*\(")
"""The signs and names without words, once those of sets and quotients are in their places."""

_MEMBER = re.compile(rf"\b({'|'.join((*NAMED, *OF_DIGITS))})\(((?:[^()]|\([^()]*\))+)\)")
_TIMES_A_POWER = re.compile(
    r"(?:^|(?<=\()|(?<=[&|] ))(\w+) mod (\d+) == (\d+) & power(\d)\((?:\1|\(\1 \+ (\d+)\)) // \2\)"
)
"""A sentence that a number near the one with that remainder is a multiple of a power."""

_QUOTIENT = re.compile(r"(?:^|(?<=\()|(?<=[=<>&|+,] )|(?<=[\w)] - )|(?<=xor ))(\([^()]*\)|\w+) // (\d+)")
"""A quotient of all that stands before the sign in its product."""

_SPACED = re.compile(r"\s*(<=>|=>|==|!=|<=|>=|//|[<>=&|+])\s*|(?<=[\w)])\s*(-)\s*")
"""The signs that have blanks around them."""

_BESIDE_SIGNS = re.compile(r" (?=(?:[=≠<>≤≥+−⊕]|mod) )|(?<= [=≠<>≤≥+−⊕]) |(?<= mod) ")
"""The blanks beside signs, at which no line is to be broken."""


def has_words(text: str) -> bool:
    """Whether `sentence_words` has words for all of a sentence or a term: no set has them for what is not in it.

    >>> has_words("n mod 3 == 0 | power2(n + 1)"), has_words("~power2(n)"), has_words("t <= 2(n + 1) // 3")
    (True, False, False)
    """
    return not _WITHOUT_WORDS.search(_MEMBER.sub(r"\2", _QUOTIENT.sub("n", _spaced(text))))


def _spaced(text: str) -> str:
    """A sentence or a term with one blank around its signs, and without its number system."""
    text = _SPACED.sub(lambda sign: f" {sign[1] or sign[2]} ", text.partition("; base ")[0])
    return re.sub(r"\s+\)", ")", text).strip()


def sentence_words(sentence: str, system: NumberSystem) -> str:
    """A sentence of comparisons, remainders, nim-sums and sets that have a name, or a term, as one says it.

    No line is to be broken beside its signs.

    >>> from cgt.digits.system import kary
    >>> print(*sentence_words("n mod 3 == 2 & power2((n + 1) // 3) | t<=n//2", kary()).split())
    n + 1 is 3 times a power of 2, or t ≤ ⌊n/2⌋
    """
    members = {
        "power2": _("{number} is a power of 2"),
        "power3": _("{number} is a power of 3"),
        "evil": _("{number} has an even count of ones in binary"),
        "odious": _("{number} has an odd count of ones in binary"),
        "fib": _("{number} is a Fibonacci number"),
        "lower": _("{number} is a lower Wythoff number"),
        "upper": _("{number} is an upper Wythoff number"),
        "vile": _("{number} ends in an even number of zeros"),
        "dopey": _("{number} ends in an odd number of zeros"),
        "shift": _("{other} is {number} with a zero appended"),
        "below": _("{number} is less than each part of {other}"),
    }
    met = set[str]()

    def in_words(part: re.Match[str]) -> str:
        met.add(part[1])
        number, _comma, other = part[2].partition(",")
        return members[part[1]].format(number=number.strip(), other=other.strip())

    def times_a_power(part: re.Match[str]) -> str:
        factor, remainder, base, more = map(int, part.groups("0")[1:])
        if remainder >= factor:
            return part[0]
        text = _("{number} is {factor} times a power of {base}")
        number = Term({part[1]: 1}, more - (remainder + more) % factor)
        return text.format(number=number, factor=factor, base=base)

    sentence = _TIMES_A_POWER.sub(times_a_power, _spaced(sentence))
    sentence = _MEMBER.sub(in_words, _QUOTIENT.sub(r"⌊\1/\2⌋", sentence))
    if not met.isdisjoint(OF_DIGITS):
        first = ", ".join(str(system.number((1, *(0,) * zeros))) for zeros in range(PLACES_SHOWN))
        text = _("{sentence}, written with the place values {places}")
        sentence = text.format(sentence=sentence, places=f"{first}, …")
    signs = {" & ": _(" and "), " | ": _(", or "), "==": "=", "!=": "≠", "<=": "≤", ">=": "≥", " xor ": " ⊕ "}
    signs[" - "] = " − "  # behind a hyphen a line may be broken
    words = reduce(lambda text, sign: text.replace(sign, signs[sign]), signs, sentence)
    return _BESIDE_SIGNS.sub("\N{NO-BREAK SPACE}", words)


def rule_words(rules: Rules, system: NumberSystem) -> str | None:
    """The moves of a rule in words; None where a part of it has no words.

    >>> from cgt.digits.rules import parse_rules
    >>> from cgt.digits.system import kary
    >>> rule = parse_rules("x, y: x - 1, y | t>=1 & 2t<=y -> x + t, y//2; ends x + y <= 3")
    >>> print(*rule_words(rule, kary()).split())
    From x, y: replace x by x − 1; or choose t such that t ≥ 1 and 2t ≤ y, and replace x by x + t and y by ⌊y/2⌋. Nothing falls below 0. The play is over where x + y ≤ 3.
    """  # noqa: E501 - it is one line for players, too
    texts = [text for condition, left in rules.texts for text in (condition, *left)]
    if rules.game is not None or rules.defined or not all(map(has_words, (*texts, *rules.ends))):
        return None
    kinds = _("; or ").join(
        _kind_words(rules.names, rules.chosen(place), condition, left, system)
        for place, (condition, left) in enumerate(rules.texts)
    )
    sentences = [_("From {names}: {moves}.").format(names=", ".join(rules.names), moves=kinds)]
    sentences.append(_("Nothing falls below 0."))
    over = _("The play is over where {sentence}.")
    sentences += [over.format(sentence=sentence_words(end, system)) for end in rules.ends]
    return " ".join(sentences)


def _kind_words(
    names: Sequence[str], chosen: Sequence[str], condition: str, left: Sequence[str], system: NumberSystem
) -> str:
    """One kind of move in words."""
    by = _("{number} by {term}")
    changed = [(name, sentence_words(term, system)) for name, term in zip(names, left, strict=True)]
    changes = [by.format(number=name, term=term) for name, term in changed if term != name]
    move = _("replace {changes}").format(changes=_(" and ").join(changes)) if changes else _("leave all as it is")
    text = {
        (True, True): _("choose {numbers} such that {sentence}, and {move}"),
        (True, False): _("choose {numbers}, and {move}"),
        (False, True): _("if {sentence}, {move}"),
        (False, False): "{move}",
    }[bool(chosen), bool(condition)]
    return text.format(numbers=", ".join(chosen), sentence=sentence_words(condition, system), move=move)
