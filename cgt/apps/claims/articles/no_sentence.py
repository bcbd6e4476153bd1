"""Why a claim is no sentence in a number system, which automata could decide: a short line for each that is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.apps.claims.claim import Kind

if TYPE_CHECKING:
    from cgt.apps.claims.claim import Claim

_ROWS = "it speaks of any number of rows, a sentence of a fixed number of heaps"
_PROGRAM = "it speaks of a program, not of a set of numbers"
_DECIMAL = "it speaks of decimal digits, and the lost heaps are told by binary ones: no number system tells both"
_EVERY_K = "k is any number, and each k has a number system of its own"
_NO_ADDITION = "the base of 4n is of no Pisot number: no automaton is known that adds in it"

_REASONS = {
    "000.3": "it is true of every quota function, a sentence of one alone",
    "000.6a": "it is what makes the words of the number system, and is checked by counting them",
    "000.6c": "it speaks of the places of the parts, not of numbers",
    **dict.fromkeys(("000.9a", "000.9b", "000.9c", "000.9d"), _PROGRAM),
    **dict.fromkeys(("000.16a", "000.16b", "000.16c"), _NO_ADDITION),
    **dict.fromkeys(("000.17a", "000.17b", "000.17c", "000.17d"), _EVERY_K),
    **dict.fromkeys(("000.19a", "000.19b"), _DECIMAL),
    **dict.fromkeys(("001.2", "001.3a", "001.3b", "001.5a", "001.5b", "001.5c", "001.5d"), _ROWS),
    "001.4": "m is any number: it is a sentence for each m, and the theorem has them all",
    "001.6a": "it is one position, searched whole",
    "004.7": "no automaton of the lost heaps is seen to 30,000 in Zeckendorf's digits",
}

_BY_KIND = {
    Kind.DATA: "it is a finite table, compared in every place",
    Kind.QUESTION: "it is a question, not a statement",
}


def reason(claim: Claim) -> str:
    """Why a claim is no sentence; empty where it is one."""
    return "" if claim.sentences is not None else _REASONS.get(claim.id) or _BY_KIND[claim.kind]
