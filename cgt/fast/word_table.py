"""The table of a search over words, compiled: rows of a key and what is known of it, which threads share.

A word has 64 bits, or 128, of which a row holds two numbers. What is inlined into other loops stands in this
folder, so that compiled code is compiled anew when it changes.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from numpy import int64, uint64

from cgt.fast.bits import bits_in, high, low
from cgt.fast.jit import njit_inside

Value: TypeAlias = Any
"""A number, an array, a record or a function, of numpy or as numba sees it."""

# An entry of the table is two words: a key, which is the state with the knowledge laid over it (exclusive or), and the
# knowledge. What two threads wrote half and half is no key of any state that is asked for. (R. Hyatt, T. Mann, "A
# lockless transposition-table implementation for parallel search", ICGA Journal 25, 2002.) Of a state of 128 bits the
# upper half is a third word, with the knowledge laid over it in another way.
#
# Knowledge, from its lowest bit: the nim-value and one (7 bits, 0 for unknown), the work that it took (6 bits, a power
# of 2), whether a thread is at it (1), and the nim-values that it has not (50).
WINDOW: Final = 16
"""A state stands in one of so many entries in a row: where all are taken, what took least work makes room."""
WORK_AT, BUSY_AT, EXCLUDED_AT = 7, 13, 14
VALUE_BITS, WORK_BITS = (1 << WORK_AT) - 1, (1 << BUSY_AT - WORK_AT) - 1
BUSY: Final = 1 << BUSY_AT


@njit_inside
def _scattered(word: Value) -> Value:
    """The word times the golden ratio, which carries each bit to all above it."""
    return word * uint64(0x9E3779B97F4A7C15)


@njit_inside
def _place(table: Value, lower: Value, upper: Value, is_wide: Value) -> Value:
    """The first of the entries in which a state may be stored."""
    mixed = _scattered(lower)
    if is_wide:
        mixed = _scattered(mixed ^ (mixed >> uint64(32)) ^ upper)
    return (mixed ^ (mixed >> uint64(29))) & uint64(len(table) - WINDOW)


@njit_inside
def _stands_at(table: Value, at: Value, knowledge: Value, lower: Value, upper: Value, is_wide: Value) -> Value:
    """Whether an entry with this knowledge is of this state."""
    if table[at, 0] ^ knowledge != lower:
        return False
    return not is_wide or table[at, 2] ^ _scattered(knowledge) == upper


@njit_inside
def known_of(table: Value, lower: Value, upper: Value, is_wide: Value) -> Value:
    """The knowledge of a state: its value, or the values it does not have, with the work; 0 for none."""
    at = _place(table, lower, upper, is_wide)
    end = at + uint64(WINDOW)
    knowledge = table[at, 1]
    while knowledge != uint64(0):
        if _stands_at(table, at, knowledge, lower, upper, is_wide):
            return knowledge
        at += uint64(1)
        if at == end:
            break
        knowledge = table[at, 1]
    return uint64(0)


@njit_inside
def known_of_state(table: Value, state: Value) -> Value:
    """The knowledge of a state in one piece, as `known_of`."""
    return known_of(table, low(state), high(state), bits_in(state) > 64)


@njit_inside
def value_of(knowledge: Value) -> Value:
    """The nim-value in a piece of knowledge, -1 where it is unknown."""
    return int64(knowledge & uint64(VALUE_BITS)) - 1


@njit_inside
def work_of(knowledge: Value) -> Value:
    """The work in a piece of knowledge, as an exponent of 2."""
    return (knowledge >> uint64(WORK_AT)) & uint64(WORK_BITS)


@njit_inside
def enter(table: Value, lower: Value, upper: Value, is_wide: Value, knowledge: Value) -> Value:
    """Store the knowledge of a state, in place of what took least work if need be; return whether it is new."""
    first = _place(table, lower, upper, is_wide)
    into, least = first, uint64(WORK_BITS + 1)
    for at in range(first, first + uint64(WINDOW)):
        old = table[at, 1]
        if old == uint64(0) or _stands_at(table, at, old, lower, upper, is_wide):
            into = at
            break
        if work_of(old) < least:
            into, least = at, work_of(old)
    is_new = table[into, 1] == uint64(0)
    table[into, 0] = lower ^ knowledge
    table[into, 1] = knowledge
    if is_wide:
        table[into, 2] = upper ^ _scattered(knowledge)
    return is_new


@njit_inside
def enter_state(table: Value, state: Value, knowledge: Value) -> Value:
    """Store the knowledge of a state in one piece, as `enter`."""
    return enter(table, low(state), high(state), bits_in(state) > 64, knowledge)


@njit_inside
def move_entries(table: Value, larger: Value) -> Value:
    """Move all entries of a table into another; return the number of entries there."""
    entered, is_wide = 0, table.shape[1] > 2
    for at in range(len(table)):
        knowledge = table[at, 1]
        if knowledge & ~uint64(BUSY) == uint64(0):
            continue
        upper = table[at, 2] ^ _scattered(knowledge) if is_wide else uint64(0)
        if enter(larger, table[at, 0] ^ knowledge, upper, is_wide, knowledge & ~uint64(BUSY)):
            entered += 1
    return entered
