"""The pruned search as a compiled loop over words: a stack, and three steps, beside the table of `fast.word_table`.

It is `cgt.engine.pruned` without an object for anything. A board brings options, components and representatives as
compiled functions, which are handed to the loop as arguments, so that it is compiled once for all boards of a width. A
word has 64 bits, or 128, which arrays hold in rows of two numbers. The word 0 is a state that has ended; it is no key
of the table.

Several threads may search with one table, each with a stack of its own: a thread that reads an entry while another
writes it finds nothing there, and what it finds is true whoever has written it.
"""

from __future__ import annotations

from typing import Final

from numpy import dtype, int64, uint64

from cgt.fast.bits import as_words, bits_in, count, high, low, lowest, prefetch, trailing_zeros
from cgt.fast.jit import njit_inside
from cgt.fast.word_table import (
    BUSY,
    EXCLUDED_AT,
    WORK_AT,
    WORK_BITS,
    Value,
    _place,
    enter_state,
    known_of_state,
    value_of,
    work_of,
)

ANSWERED, PAUSED, ROOM, BEYOND = range(4)
"""Why the loop came back: done; as many components opened as allowed, or nothing left to do; no room on the stack; a
nim-value above what the sets of values hold."""

OPENING, NEXT, ANSWER = range(3)
"""The next step: open a component, go on to the next option of the last one, or hand it an answer."""

MOST_VALUE: Final = 62
"""The greatest nim-value in the sets of what is wanted."""

LARGEST_NIM_VALUE_SEARCHED: Final = 126
"""The greatest nim-value of a component of which all are wanted: a second word holds those above the first."""

MOST_PARTS: Final = 64
"""The greatest number of components of a state, for each 64 bits of it."""

MOST_OPTIONS: Final = 4096
"""The greatest number of options of a state, likewise."""

EVERYTHING: Final = (1 << 64) - 1
"""The set wanted by who asks for the nim-value, whatever it is."""

FRAME: Final = dtype(
    [
        ("wanted", "u8"),  # the nim-values that a component is asked for,
        ("seen", "u8"),  # those that its options are known to have,
        ("above", "u8"),  # from 64 on,
        ("asked", "u8"),  # and what its option is asked for
        ("began", "i8"),  # how many components were opened when it was
        ("first", "i8"),  # the options that are not known: from here,
        ("at", "i8"),  # here,
        ("stop", "i8"),  # to here
        ("pool", "i8"),  # where the parts of its options begin
        ("exact", "i8"),  # whether each option was asked for all that it could be
        ("total", "i8"),  # of the option looked at: the nim-sum of what is known,
        ("part", "i8"),  # the part that is asked for,
        ("last", "i8"),  # the last one,
        ("tried", "i8"),  # and the nim-value that the part is asked for
    ],
    align=True,
)

OPTION: Final = dtype(
    [
        ("parts", "i8"),  # where its unknown parts begin in the pool
        ("unknown", "i8"),  # how many there are
        ("total", "i8"),  # the nim-sum of the others
        ("work", "i8"),  # by which the options are put in order
    ],
    align=True,
)

RUN: Final = dtype(
    [
        ("wanted", "u8"),  # the nim-values that what is to be opened is asked for
        ("answer", "i8"),  # what came of it: a nim-value, or -1 for none of them
        ("step", "i8"),
        ("depth", "i8"),  # how many frames, options and parts are on the stack
        ("options", "i8"),
        ("parts", "i8"),
        ("opened", "i8"),  # components so far,
        ("allowed", "i8"),  # and at most
        ("looked", "i8"),  # options looked at
        ("entered", "i8"),  # new entries of the table
        ("shared", "i8"),  # whether other threads search as well
    ],
    align=True,
)


def word_kind(words: int) -> Value:
    """The type of a state of so many times 64 bits, 1 or 2."""
    from numba import types

    if words == 1:
        return types.uint64
    from cgt.fast.wide import WIDE

    return WIDE


def rule_kind(words: int) -> Value:
    """The type of the rules for options and components."""
    from numba import types

    word = word_kind(words)
    array = types.Array(word, 1, "C")
    return types.int64(word, array, array)


def symmetry_kind(words: int) -> Value:
    """The type of the rule for representatives."""
    from numba import types

    word = word_kind(words)
    return word(word, types.Array(word, 1, "C"))


def search_kind(words: int) -> Value:
    """The type of the loop."""
    from numba import from_dtype, types

    rules = [types.FunctionType(kind(words)) for kind in (rule_kind, rule_kind, symmetry_kind)]
    states, rows = types.Array(types.uint64, words, "C"), types.Array(types.uint64, 2, "C")
    run, frames, options = (types.Array(from_dtype(kind), 1, "C") for kind in (RUN, FRAME, OPTION))
    stack = frames, options, states, states, states, states
    return types.int64(*rules, states, run, rows, *stack, types.Array(types.uint64, 1, "C"))


@njit_inside
def _all_up_to(wanted: Value) -> Value:
    """The set of all numbers up to the greatest of a set."""
    for shift in (1, 2, 4, 8, 16, 32):
        wanted |= wanted >> uint64(shift)
    return wanted


@njit_inside
def _translated(values: Value, total: Value) -> Value:
    """The nim-sums of all values of a set with `total`."""
    if total == 0 or values == uint64(EVERYTHING):
        return values
    sums = uint64(0)
    while values != uint64(0):
        bit = lowest(values)
        values ^= bit
        sums |= uint64(1) << (trailing_zeros(bit) ^ uint64(total))
    return sums


@njit_inside
def _write_parts(
    components: Value,
    canonical: Value,
    data: Value,
    table: Value,
    option: Value,
    pieces: Value,
    pool: Value,
    start: Value,
) -> Value:
    """Write the components of an option into the pool, as representatives, equal ones cancelled; return how many."""
    stop, many = start, components(option, data, pieces)
    for at in range(many):
        part = canonical(pieces[at], data)
        if part == uint64(0):
            continue
        twin = start
        while twin < stop and pool[twin] != part:
            twin += 1
        if twin == stop:
            pool[stop] = part
            stop += 1
            prefetch(table, _place(table, low(part), high(part), bits_in(part) > 64))
        else:
            stop -= 1
            pool[twin] = pool[stop]
    return stop - start


@njit_inside
def _look_up(table: Value, pool: Value, start: Value, parts: Value) -> Value:
    """Look up the parts of an option, and sort the pool: unknown parts first, the largest of them last.

    Returns how many are unknown, the nim-sum of the others, the size of the largest, and the knowledge of it.
    """
    total, unknown, largest, size, of_largest = int64(0), 0, start, int64(-1), uint64(0)
    for part in range(start, start + parts):
        state = pool[part]
        knowledge = known_of_state(table, state)
        value = value_of(knowledge)
        if value >= 0:
            total ^= value
            continue
        here = start + unknown
        pool[here] = state
        squares = int64(count(low(state)) + count(high(state)))
        if squares > size:
            size, largest, of_largest = squares, here, knowledge
        unknown += 1
    if unknown:
        end = start + unknown - 1
        pool[largest], pool[end] = pool[end], pool[largest]
    return unknown, total, size, of_largest


@njit_inside
def _promise(knowledge: Value, wanted: Value) -> Value:
    """The promise of a part to have a wanted nim-value: the more others it has not, the likelier it has one."""
    excluded = knowledge >> uint64(EXCLUDED_AT)
    return int64(count(excluded)) + int64(excluded & wanted == uint64(0))


@njit_inside
def _same(pool: Value, one: Value, other: Value, many: Value) -> Value:
    """Whether two options have the same unknown parts, the last of which are equal."""
    for at in range(many - 1):
        same = False
        for beside in range(many - 1):
            same = same or pool[one + at] == pool[other + beside]
        if not same:
            return False
    return True


@njit_inside
def _has_twin(options: Value, pool: Value, first: Value, stop: Value, option: Value) -> Value:
    """Whether a waiting option has the same parts as this one, and so the same value."""
    start, unknown, total = option
    end = pool[start + unknown - 1]
    for at in range(first, stop):
        other = options[at]
        if (
            other.unknown == unknown
            and other.total == total
            and pool[other.parts + unknown - 1] == end
            and _same(pool, start, other.parts, unknown)
        ):
            return True
    return False


@njit_inside
def _put_in_order(options: Value, first: Value, stop: Value, option: Value, work: Value) -> None:
    """Insert an option among those waiting, in order of work, the least first."""
    hole = stop
    while hole > first and options[hole - 1].work > work:
        behind, before = options[hole], options[hole - 1]
        behind.parts, behind.unknown, behind.total, behind.work = (
            before.parts,
            before.unknown,
            before.total,
            before.work,
        )
        hole -= 1
    new = options[hole]
    new.parts, new.unknown, new.total = option
    new.work = work


@njit_inside
def _refuse(run: Value, table: Value, state: Value, wanted: Value, work: Value) -> None:
    """Answer that a component has none of the wanted nim-values, and store that with the work it took."""
    knowledge = known_of_state(table, state) & ~uint64(BUSY)
    if work > work_of(knowledge):
        knowledge = (knowledge & ~uint64(WORK_BITS << WORK_AT)) | (work << uint64(WORK_AT))
    run.entered += enter_state(table, state, knowledge | (wanted << uint64(EXCLUDED_AT)))
    run.answer = -1
    run.step = ANSWER


@njit_inside
def _open_component(
    options: Value,
    components: Value,
    canonical: Value,
    data: Value,
    run: Value,
    table: Value,
    frames: Value,
    waiting: Value,
    path: Value,
    pool: Value,
    raw: Value,
    pieces: Value,
) -> Value:
    """Open the requested component, unless the table answers; return the reason to stop, or -1."""
    state, wanted = path[run.depth], run.wanted
    knowledge = known_of_state(table, state)
    value = value_of(knowledge)
    if value >= 0 or (wanted >> uint64(64 - EXCLUDED_AT) == uint64(0) and _is_excluded(knowledge, wanted)):
        run.answer = value
        run.step = ANSWER
        return -1
    if run.opened >= run.allowed:
        return PAUSED
    top, first, most_parts = run.parts, run.options, int64(bits_in(state))
    many = options(state, data, raw)
    if top + (many + 1) * most_parts > len(pool) or first + many > len(waiting) or run.depth == len(frames):
        return ROOM
    run.opened += 1
    seen, above, stop = uint64(0), uint64(0), first
    ahead = top
    after = _write_parts(components, canonical, data, table, raw[0], pieces, pool, top) if many else 0
    for at in range(many):
        run.looked += 1
        parts = after
        for part in range(parts):
            pool[top + part] = pool[ahead + part]
        # While the table's rows of this option come from the memory, the next one is made.
        ahead = top + most_parts
        if at + 1 < many:
            after = _write_parts(components, canonical, data, table, raw[at + 1], pieces, pool, ahead)
        unknown, total, size, of_largest = _look_up(table, pool, top, parts)
        if unknown == 0:
            if total < 64:
                seen |= uint64(1) << uint64(total)
            else:
                above |= uint64(1) << uint64(total - 64)
            if wanted & ~seen == uint64(0) and wanted != uint64(EVERYTHING):
                _refuse(run, table, state, wanted, uint64(1))
                return -1
            continue
        if total > MOST_VALUE:
            return BEYOND
        option = top, unknown, total
        if not _has_twin(waiting, pool, first, stop, option):
            work = (size - _promise(of_largest, _translated(wanted, total))) * most_parts + unknown
            _put_in_order(waiting, first, stop, option, work)
            stop += 1
            top += unknown
    if run.shared:
        run.entered += enter_state(table, state, knowledge | uint64(BUSY))
    frame = frames[run.depth]
    frame.wanted, frame.seen, frame.above = wanted, seen, above
    frame.began, frame.first, frame.at, frame.stop = run.opened, first, first, stop
    frame.exact, frame.pool = 1, run.parts
    run.depth += 1
    run.parts = top
    run.options = stop
    run.step = NEXT
    return -1


@njit_inside
def _is_excluded(knowledge: Value, wanted: Value) -> Value:
    """Whether a component is known to have none of the wanted nim-values, all of which can be stored."""
    return wanted & ~(knowledge >> uint64(EXCLUDED_AT)) == uint64(0)


@njit_inside
def _candidates(seen: Value, needed: Value) -> Value:
    """The bit set of the `needed` least numbers not in a set, and that of the greatest alone, 0 if too few."""
    candidates, most, free = uint64(0), uint64(0), ~seen
    while needed > 0 and free != uint64(0):
        most = lowest(free)
        candidates |= most
        free ^= most
        needed -= 1
    return candidates, most if needed == 0 else uint64(0)


@njit_inside
def _request(run: Value, frame: Value, path: Value, pool: Value) -> None:
    """Request the next part of an option: the last part decides, the others for their nim-values."""
    path[run.depth] = pool[frame.part]
    if frame.part == frame.last:
        run.wanted = _translated(frame.asked, frame.total)
    else:
        run.wanted = uint64(1) << uint64(frame.tried)
    run.step = OPENING


@njit_inside
def _prefer_idle(table: Value, frame: Value, options: Value, pool: Value) -> None:
    """Move an option to the front whose part no other thread is searching, if there is one."""
    for at in range(frame.at, frame.stop):
        if known_of_state(table, pool[options[at].parts]) & uint64(BUSY) == uint64(0):
            one, other = options[frame.at], options[at]
            one.parts, other.parts = other.parts, one.parts
            one.unknown, other.unknown = other.unknown, one.unknown
            one.total, other.total = other.total, one.total
            return


@njit_inside
def _take_next(run: Value, table: Value, frames: Value, waiting: Value, path: Value, pool: Value) -> Value:
    """Request the next option of the last component, or close it; return the reason to stop, or -1.

    The nim-value is one of the least numbers not seen, of which there is one more than options left.
    """
    frame = frames[run.depth - 1]
    wanted, left = frame.wanted, frame.stop - frame.at
    candidates, most = _candidates(frame.seen, left + 1)
    all_wanted = wanted == uint64(EVERYTHING)
    refused = candidates & wanted == uint64(0) and not all_wanted
    if refused or left == 0:
        return _close(run, table, frame, path[run.depth - 1], refused)
    asked = candidates & _all_up_to(wanted) & ~most
    if all_wanted:
        asked = wanted  # whatever the option is worth
    elif most == uint64(0) or asked != candidates ^ most:
        frame.exact = 0
    if asked == uint64(0):
        frame.at += 1
        return -1
    if run.shared and left > 1:
        _prefer_idle(table, frame, waiting, pool)
    option = waiting[frame.at]
    frame.asked, frame.total, frame.tried = asked, option.total, 0
    frame.part, frame.last = option.parts, option.parts + option.unknown - 1
    _request(run, frame, path, pool)
    return -1


@njit_inside
def _close(run: Value, table: Value, frame: Value, state: Value, refused: Value) -> Value:
    """Answer for a component with no more options to examine; return the reason to stop, or -1."""
    wanted = frame.wanted
    value = lowest(~frame.seen)
    work, opened = uint64(0), run.opened - frame.began + 1
    while opened > 0:
        work += uint64(1)
        opened >>= 1
    if refused or (frame.exact == 0 and value & _all_up_to(wanted) == uint64(0)):
        _refuse(run, table, state, wanted, work)
    else:
        least = trailing_zeros(value) if value != uint64(0) else uint64(64) + trailing_zeros(lowest(~frame.above))
        nim_value = int64(least)
        if nim_value > (LARGEST_NIM_VALUE_SEARCHED if wanted == uint64(EVERYTHING) else MOST_VALUE):
            return BEYOND
        run.entered += enter_state(table, state, uint64(nim_value + 1) | (work << uint64(WORK_AT)))
        run.answer = nim_value
        run.step = ANSWER
    run.depth -= 1
    run.parts = frame.pool
    run.options = frame.first
    return -1


@njit_inside
def _hand_over(run: Value, frames: Value, path: Value, pool: Value) -> Value:
    """Pass the answer to the component that asked; return the reason to stop, or -1."""
    if run.depth == 0:
        return ANSWERED
    frame, answer = frames[run.depth - 1], run.answer
    if frame.part == frame.last:
        if answer >= 0:
            total = answer ^ frame.total
            if total < 64:
                frame.seen |= uint64(1) << uint64(total)
            else:
                frame.above |= uint64(1) << uint64(total - 64)
        frame.at += 1
        run.step = NEXT
        return -1
    # A smaller part is worked out wholly: is it 0, is it 1, and so on.
    if answer < 0:
        frame.tried += 1
    else:
        frame.total ^= answer
        frame.part += 1
        frame.tried = 0
    if frame.tried > MOST_VALUE or frame.total > MOST_VALUE:
        return BEYOND
    _request(run, frame, path, pool)
    return -1


def search(
    options: Value,
    components: Value,
    canonical: Value,
    data: Value,
    runs: Value,
    table: Value,
    frames: Value,
    waiting: Value,
    path: Value,
    pool: Value,
    raw: Value,
    pieces: Value,
    stop: Value,
) -> Value:
    """Continue the search of the requested component, as `PrunedSearch` does, up to an answer or a reason to stop.

    Nothing is lost when it comes back: called again, it goes on where it was. It pauses when `stop` is set.
    """
    run = runs[0]
    numbers, states, parts = as_words(data), as_words(path), as_words(pool)
    made, apart = as_words(raw), as_words(pieces)
    while True:
        if run.step == NEXT:
            reason = _take_next(run, table, frames, waiting, states, parts)
        elif run.step == ANSWER:
            reason = _hand_over(run, frames, states, parts)
        elif stop[0] != uint64(0):
            return PAUSED
        else:
            reason = _open_component(
                options, components, canonical, numbers, run, table, frames, waiting, states, parts, made, apart
            )
        if reason >= 0:
            return reason


def alone(word: Value, data: Value, out: Value) -> Value:  # noqa: ARG001 - each rule is given the data
    """Write the state into `out` as its own only component; return the number of components, 1."""
    out[0] = word
    return 1


def itself(word: Value, data: Value) -> Value:  # noqa: ARG001 - likewise
    """The state as its own representative."""
    return word
