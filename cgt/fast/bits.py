"""64-bit words as sets, in compiled loops: what boards on bit sets are made of.

A word is an unsigned 64-bit integer, and so is every constant beside it: numba makes of a signed and an unsigned number
a signed one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from numpy import uint64

from cgt.fast.jit import njit

Word: TypeAlias = Any
"""A numpy integer of 64 bits without a sign, or numba's."""


@njit
def lowest(word: Word) -> Word:
    """The lowest bit alone, 0 of 0."""
    return word & (~word + uint64(1))


@njit
def count(word: Word) -> Word:
    """How many bits are set."""
    word = word - ((word >> uint64(1)) & uint64(0x5555555555555555))
    word = (word & uint64(0x3333333333333333)) + ((word >> uint64(2)) & uint64(0x3333333333333333))
    word = (word + (word >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)
    return (word * uint64(0x0101010101010101)) >> uint64(56)


@njit
def place(bit: Word) -> Word:
    """The number of a single bit, from 0."""
    return count(bit - uint64(1))
