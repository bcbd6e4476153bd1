"""The pruned search as a compiled loop over 64-bit words: its steps, its table and its sets of values.

It is `cgt.engine.pruned` without an object for anything. A board brings options, components and representatives as
compiled functions, which are handed to the loop as arguments, so that it is compiled once for all boards. The word 0 is
a state that has ended; it is no key of the table.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from numpy import int64, uint64

from cgt.fast.bits import count, lowest, place
from cgt.fast.jit import njit, njit_as

Value: TypeAlias = Any
"""A number, an array or a function, of numpy or as numba sees it."""

ANSWERED, PAUSED, ROOM, FULL, LOOPS, BEYOND = range(6)
"""Why the loop came back: done; as many components opened as allowed; no room for options; none for values; a state is
its own follower; a nim-value above what the sets of values hold."""

UNKNOWN, OPEN = -1, -2
"""In the table beside the nim-values: nothing but what it is not; being searched."""

OPENING, NEXT, ANSWER = range(3)
"""What the loop does: opens a component, goes on to the next option of the last one, or hands it an answer."""

# What the loop counts.
ENTRIES, OPENED, LOOKED, MOST, DEPTH, PHASE, ANSWERS, POOL, WAITING, COUNTERS = range(10)

# The components that are being searched, one below the other: words, and numbers.
STATE, WANTED, SEEN, ABOVE, ASK, WORDS = range(6)
BEGAN, FIRST, AT, STOP, EXACT, TOTAL, PART, LAST, TRIED, START, NUMBERS = range(11)

# Options that are not looked at yet: where their unknown parts begin in the pool, how many, the nim-sum of the others.
PARTS, UNKNOWNS, KNOWN, WORK, FIELDS = range(5)

MOST_VALUE: Final = 62
"""The greatest nim-value in the sets of what is wanted."""

MOST_FOUND: Final = 126
"""The greatest nim-value of a component of which all are wanted: a second word holds those above the first."""

MOST_PARTS: Final = 64
"""How many components a state has at most."""

MOST_OPTIONS: Final = 4096
"""How many options a state has at most."""

RULE: Final = "int64(uint64, uint64[::1], uint64[::1])"
SYMMETRY: Final = "uint64(uint64, uint64[::1])"
_SEARCH: Final = (
    f"int64(FunctionType({RULE}), FunctionType({RULE}), FunctionType({SYMMETRY}), "
    "uint64[::1], uint64[::1], int8[::1], uint64[::1], int8[::1], int64[::1], uint64[::1], uint64[:, ::1], "
    "int64[:, ::1], uint64[::1], int64[:, ::1], uint64[::1], uint64[::1])"
)


@njit
def slot_of(keys: Value, state: Value) -> Value:
    """Where a state is in the table, or would be."""
    last = uint64(len(keys) - 1)
    mixed = state * uint64(0x9E3779B97F4A7C15)
    at = (mixed ^ (mixed >> uint64(29))) & last
    while keys[at] != uint64(0) and keys[at] != state:
        at = (at + uint64(1)) & last
    return at


@njit
def _below(wanted: Value) -> Value:
    """All numbers up to the highest of a set, as a set."""
    for shift in (1, 2, 4, 8, 16, 32):
        wanted |= wanted >> uint64(shift)
    return wanted


@njit
def _translated(values: Value, total: Value) -> Value:
    """The nim-sums of all values of a set with `total`."""
    if total == 0 or values == ~uint64(0):
        return values
    found = uint64(0)
    while values != uint64(0):
        bit = lowest(values)
        values ^= bit
        found |= uint64(1) << (place(bit) ^ uint64(total))
    return found


@njit
def _parts_of(
    option: Value, components: Value, canonical: Value, data: Value, found: Value, pool: Value, start: Value
) -> Value:
    """Write the components of an option into the pool, each as its representative, equal ones cancelled; how many."""
    stop = start
    for at in range(components(option, data, found)):
        part = canonical(found[at], data)
        if part == uint64(0):
            continue
        twin = start
        while twin < stop and pool[twin] != part:
            twin += 1
        if twin == stop:
            pool[stop] = part
            stop += 1
        else:
            stop -= 1
            pool[twin] = pool[stop]
    return stop - start


@njit
def _same(pool: Value, one: Value, other: Value, many: Value) -> Value:
    """Whether two options have the same unknown parts, the last of which are equal."""
    for at in range(many - 1):
        found = False
        for place_of in range(many - 1):
            found = found or pool[one + at] == pool[other + place_of]
        if not found:
            return False
    return True


@njit_as(_SEARCH)
def search(
    options: Value,
    components: Value,
    canonical: Value,
    data: Value,
    keys: Value,
    values: Value,
    excluded: Value,
    works: Value,
    counts: Value,
    request: Value,
    words: Value,
    numbers: Value,
    pool: Value,
    waiting: Value,
    raw: Value,
    found: Value,
) -> Value:
    """Go on with the component requested, as `PrunedSearch` does, until there is something to say.

    Nothing is lost when it comes back: called again, it goes on where it was.
    """
    while True:
        if counts[PHASE] == OPENING:
            state, wanted = request[0], request[1]
            at = slot_of(keys, state)
            if keys[at] == state:
                if values[at] == OPEN:
                    return LOOPS
                if values[at] >= 0 or wanted & ~excluded[at] == uint64(0):
                    counts[ANSWERS] = values[at]
                    counts[PHASE] = ANSWER
                    continue
            if counts[OPENED] >= counts[MOST]:
                return PAUSED
            if 2 * counts[ENTRIES] >= len(keys):
                return FULL
            depth = counts[DEPTH]
            many = options(state, data, raw)
            top, first = counts[POOL], counts[WAITING]
            if top + (many + 1) * MOST_PARTS > len(pool) or first + many > len(waiting) or depth == len(words):
                return ROOM
            counts[OPENED] += 1
            if keys[at] != state:
                keys[at] = state
                excluded[at] = uint64(0)
                works[at] = 0
                counts[ENTRIES] += 1
            values[at] = UNKNOWN
            seen, above = uint64(0), uint64(0)
            stop = first
            decided = False
            for option in range(many):
                counts[LOOKED] += 1
                parts = _parts_of(raw[option], components, canonical, data, found, pool, top)
                total = int64(0)
                unknown = 0
                largest_size = int64(-1)
                largest = top
                for part in range(top, top + parts):
                    known = slot_of(keys, pool[part])
                    if keys[known] == pool[part] and values[known] >= 0:
                        total ^= int64(values[known])
                    else:
                        here = top + unknown
                        pool[here] = pool[part]
                        size = int64(count(pool[here]))
                        if size > largest_size:
                            largest_size = size
                            largest = here
                        unknown += 1
                if unknown == 0:
                    if total < 64:
                        seen |= uint64(1) << uint64(total)
                    else:
                        above |= uint64(1) << uint64(total - 64)
                    if wanted & ~seen == uint64(0) and wanted != ~uint64(0):
                        decided = True
                        break
                    continue
                if total > MOST_VALUE:
                    return BEYOND
                end = top + unknown - 1
                part_of = pool[largest]
                pool[largest] = pool[end]
                pool[end] = part_of
                twin = first
                while twin < stop and not (
                    waiting[twin, UNKNOWNS] == unknown
                    and waiting[twin, KNOWN] == total
                    and pool[waiting[twin, PARTS] + unknown - 1] == part_of
                    and _same(pool, top, waiting[twin, PARTS], unknown)
                ):
                    twin += 1
                if twin < stop:
                    continue
                # In order of work, the least first.
                work = largest_size * MOST_PARTS + unknown
                hole = stop
                while hole > first and waiting[hole - 1, WORK] > work:
                    for field in range(FIELDS):
                        waiting[hole, field] = waiting[hole - 1, field]
                    hole -= 1
                waiting[hole, PARTS] = top
                waiting[hole, UNKNOWNS] = unknown
                waiting[hole, KNOWN] = total
                waiting[hole, WORK] = work
                stop += 1
                top += unknown
            if decided:
                excluded[at] |= wanted
                counts[ANSWERS] = -1
                counts[PHASE] = ANSWER
                continue
            values[at] = OPEN
            words[depth, STATE] = state
            words[depth, WANTED] = wanted
            words[depth, SEEN] = seen
            words[depth, ABOVE] = above
            numbers[depth, BEGAN] = counts[OPENED]
            numbers[depth, FIRST] = first
            numbers[depth, AT] = first
            numbers[depth, STOP] = stop
            numbers[depth, EXACT] = 1
            numbers[depth, START] = counts[POOL]
            counts[DEPTH] = depth + 1
            counts[POOL] = top
            counts[WAITING] = stop
            counts[PHASE] = NEXT
        elif counts[PHASE] == NEXT:
            top = counts[DEPTH] - 1
            wanted, seen = words[top, WANTED], words[top, SEEN]
            at, stop = numbers[top, AT], numbers[top, STOP]
            # The nim-value is one of the least numbers not seen, of which there is one more than options left.
            candidates, most, free = uint64(0), uint64(0), ~seen
            needed = stop - at + 1
            while needed > 0 and free != uint64(0):
                most = lowest(free)
                candidates |= most
                free ^= most
                needed -= 1
            if needed > 0:
                most = uint64(0)
            below = _below(wanted)
            all_wanted = wanted == ~uint64(0)
            refused = candidates & wanted == uint64(0) and not all_wanted
            if not refused and at < stop:
                ask = candidates & below & ~most
                if all_wanted:
                    ask = wanted  # whatever the option is worth
                elif needed > 0 or ask != candidates ^ most:
                    numbers[top, EXACT] = 0
                if ask == uint64(0):
                    numbers[top, AT] = at + 1
                    continue
                words[top, ASK] = ask
                numbers[top, TOTAL] = waiting[at, KNOWN]
                numbers[top, PART] = waiting[at, PARTS]
                numbers[top, LAST] = waiting[at, PARTS] + waiting[at, UNKNOWNS] - 1
                numbers[top, TRIED] = 0
                request[0] = pool[numbers[top, PART]]
                last = numbers[top, PART] == numbers[top, LAST]
                request[1] = _translated(ask, numbers[top, TOTAL]) if last else uint64(1)
                counts[PHASE] = OPENING
                continue
            slot = slot_of(keys, words[top, STATE])
            value = lowest(~seen)
            if refused or (numbers[top, EXACT] == 0 and value & below == uint64(0)):
                excluded[slot] |= wanted
                values[slot] = UNKNOWN
                counts[ANSWERS] = -1
            else:
                nim_value = int64(
                    place(value) if value != uint64(0) else uint64(64) + place(lowest(~words[top, ABOVE]))
                )
                if nim_value > (MOST_FOUND if all_wanted else MOST_VALUE):
                    return BEYOND
                counts[ANSWERS] = nim_value
                values[slot] = nim_value
            work = counts[OPENED] - numbers[top, BEGAN]
            while work > 0 and works[slot] < 62 and work >> works[slot] > 0:
                works[slot] += 1
            counts[DEPTH] = top
            counts[POOL] = numbers[top, START]
            counts[WAITING] = numbers[top, FIRST]
            counts[PHASE] = ANSWER
        else:
            if counts[DEPTH] == 0:
                return ANSWERED
            top = counts[DEPTH] - 1
            answer = counts[ANSWERS]
            if numbers[top, PART] < numbers[top, LAST]:
                # A smaller part is worked out wholly: is it 0, is it 1, and so on.
                if answer < 0:
                    numbers[top, TRIED] += 1
                    if numbers[top, TRIED] > MOST_VALUE:
                        return BEYOND
                else:
                    numbers[top, TOTAL] ^= answer
                    numbers[top, PART] += 1
                    numbers[top, TRIED] = 0
                    if numbers[top, TOTAL] > MOST_VALUE:
                        return BEYOND
                request[0] = pool[numbers[top, PART]]
                last = numbers[top, PART] == numbers[top, LAST]
                if last:
                    request[1] = _translated(words[top, ASK], numbers[top, TOTAL])
                else:
                    request[1] = uint64(1) << uint64(numbers[top, TRIED])
                counts[PHASE] = OPENING
            else:
                if answer >= 0:
                    total = answer ^ numbers[top, TOTAL]
                    if total < 64:
                        words[top, SEEN] |= uint64(1) << uint64(total)
                    else:
                        words[top, ABOVE] |= uint64(1) << uint64(total - 64)
                numbers[top, AT] += 1
                counts[PHASE] = NEXT


@njit
def enter(table: Value, least: Value, into: Value) -> Value:
    """Enter into another table what took at least so much work, and what is being searched; how many entries."""
    keys, values, excluded, works = table
    new_keys, new_values, new_excluded, new_works = into
    entered = 0
    for at in range(len(keys)):
        if keys[at] != uint64(0) and (works[at] >= least or values[at] == OPEN):
            slot = slot_of(new_keys, keys[at])
            new_keys[slot], new_values[slot] = keys[at], values[at]
            new_excluded[slot], new_works[slot] = excluded[at], works[at]
            entered += 1
    return entered


@njit_as(RULE)
def alone(word: Value, data: Value, out: Value) -> Value:  # noqa: ARG001 - each rule is given the data
    """The components of a state that does not fall apart."""
    out[0] = word
    return 1


@njit_as(SYMMETRY)
def itself(word: Value, data: Value) -> Value:  # noqa: ARG001 - likewise
    """The representative of a state that stands for itself."""
    return word
