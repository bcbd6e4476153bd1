"""Finite commutative monoids: actions of generators, products, and presentations as in the literature.

Elements are numbered from 0, the identity, in the order of their words: the exponents of the generators, compared at
the last generator first. The word of an element is the least one that makes it, so a part of a word is a word too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, cast

import attrs

from cgt.core.language import _

Word = tuple[int, ...]
"""The exponents of the generators."""

Mask = int
"""A set of elements as a number: its byte x, the lowest first, is 1 where x is in the set and 0 where it is not."""

Table = tuple[tuple[int, ...], ...]
"""The products of all pairs of elements, a row for each element."""

Row = bytes | tuple[int, ...] | Sequence[int]
"""The product of one element with each, in order: bytes up to 256 elements, else an array."""

BYTE = 256

LARGE = 8_000
"""Tables of at least so many entries are worth loading numpy for."""

KEPT = 1 << 25
"""The greatest number of products that a monoid keeps, a quarter of a gigabyte."""


@attrs.frozen(eq=False, repr=False)
class Monoid:
    """A finite commutative monoid.

    Attributes:
        actions: for each generator, the product with it of every element.
        words: the word of every element; the identity, element 0, has the word of zeros.

    >>> cycle = Monoid.spanned([[1, 2, 1]])[0]  # a, with a³ = a
    >>> cycle.order, cycle.product(2, 2), cycle.words
    (3, 2, ((0,), (1,), (2,)))
    """

    actions: tuple[tuple[int, ...], ...]
    words: tuple[Word, ...]

    @classmethod
    def spanned(cls, actions: Sequence[Sequence[int]], start: int = 0) -> tuple[Monoid, list[int]]:
        """The monoid that commuting maps of a set of states generate, and the image of `start` under each element.

        Every generator is kept, also one that others make; see `without_made`.
        """
        states, steps = walk(actions, start)
        number = dict(zip(states, range(len(states)), strict=True))
        words: list[Word] = [(0,) * len(actions)]
        for generator, before in steps[1:]:
            words.append(_with_exchange(words[before], generator, 1))
        acting = tuple(tuple(number[action[state]] for state in states) for action in actions)
        return cls(acting, tuple(words)), states

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.words)

    def product(self, first: int, second: int) -> int:
        """The product of two elements."""
        return int(self.row(first)[second])

    def of_word(self, word: Iterable[int]) -> int:
        """The element with these exponents of the generators."""
        element = 0
        for action, exponent in zip(self.actions, word, strict=True):
            for _step in range(exponent):
                element = action[element]
        return element

    def row(self, element: int) -> Row:
        """The products of an element with every element; computed on demand, O(order) for each."""
        rows = self._rows
        missing = []
        while (row := rows.get(element)) is None:
            missing.append(element)
            element = self._before(element)[1]
        if (len(rows) + len(missing)) * self.order > KEPT:
            for known in list(rows)[1:]:  # all but the first, that of the identity, from which each can be had again
                rows.pop(known, None)
        for later in reversed(missing):
            row = _composition(row, self._acting[self._before(later)[0]])
            rows[later] = row
        return row

    def _before(self, element: int) -> tuple[int, int]:
        """A generator in an element's word, and the element of the word without it."""
        word = self.words[element]
        generator = next(index for index, exponent in enumerate(word) if exponent)
        return generator, self._number[_with_exchange(word, generator, -1)]

    @cached_property
    def _rows(self) -> dict[int, Row]:
        return {0: _as_row(range(self.order), self.order)}

    @cached_property
    def _acting(self) -> list[Row]:
        return [_as_row(action, self.order) for action in self.actions]

    @cached_property
    def _number(self) -> dict[Word, int]:
        return dict(zip(self.words, range(self.order), strict=True))

    def mask(self, elements: Iterable[int]) -> Mask:
        """The mask of these elements: the number whose byte x, the lowest first, is 1 for each element x of them."""
        mask_bytes = bytearray(self.order)
        for element in elements:
            mask_bytes[element] = 1
        return int.from_bytes(mask_bytes, "little")

    def elements(self, mask: Mask) -> list[int]:
        """The elements of a mask, ascending."""
        return [element for element, there in enumerate(mask.to_bytes(self.order, "little")) if there]

    def pull(self, element: int, mask: Mask) -> Mask:
        """The mask of all elements whose product with this one lies in the set of the given mask."""
        row = self.row(element)
        if isinstance(row, bytes):
            return int.from_bytes(row.translate(mask.to_bytes(BYTE, "little")), "little")
        return int.from_bytes(_taken(row, mask.to_bytes(self.order, "little")), "little")

    def isomorphism_class(self, portion: Iterable[int]) -> Table:
        """A table that two monoids with a portion share exactly when they are isomorphic.

        Row x holds the products of x with every element, and a 1 at its end where x is in the portion. The elements
        are told apart by what they do to each other; where that leaves several alike, each is tried in turn, and the
        least table is kept. Two that lead to one table are alike by an automorphism, so that one of them is enough.
        O(order² log order) for each table tried.

        >>> cycle, other = Monoid.spanned([[1, 2, 0]])[0], Monoid.spanned([[2, 0, 1]])[0]
        >>> cycle.isomorphism_class([1]) == other.isomorphism_class([2]) != cycle.isomorphism_class([0])
        True
        """
        rows = [[int(made) for made in self.row(element)] for element in range(self.order)]
        inside = set(portion)
        colours = [int(element in inside) + 2 * int(element == 0) for element in range(self.order)]
        return self._least_table(rows, inside, colours)

    def _least_table(
        self, rows: list[list[int]], inside: set[int], colours: list[int], *, first: bool = False
    ) -> Table:
        """The least table by an order of the elements that refines the colours; `first` takes the first choices."""
        colours = _refinement(rows, colours)
        several = [colour for colour, count in Counter(colours).items() if count > 1]
        if not several:
            order = sorted(range(self.order), key=colours.__getitem__)
            return tuple((*(colours[rows[one][other]] for other in order), int(one in inside)) for one in order)
        alike = [element for element, colour in enumerate(colours) if colour == min(several)]
        finer = ([2 * colour + (at != chosen) for at, colour in enumerate(colours)] for chosen in alike)
        if first:
            return self._least_table(rows, inside, next(finer), first=True)
        different = {self._least_table(rows, inside, choice, first=True): choice for choice in finer}
        return min(self._least_table(rows, inside, choice) for choice in different.values())


def _refinement(rows: list[list[int]], colours: list[int]) -> list[int]:
    """The coarsest refinement of the colours, numbered from 0, under which equal colours act alike on every colour."""
    count = 0
    while True:
        seen = [
            (colours[one], sorted((colours[other], colours[made]) for other, made in enumerate(row)))
            for one, row in enumerate(rows)
        ]
        kinds = sorted({(colour, tuple(pairs)) for colour, pairs in seen})
        if len(kinds) == count:
            return colours
        count = len(kinds)
        number = {kind: at for at, kind in enumerate(kinds)}
        colours = [number[colour, tuple(pairs)] for colour, pairs in seen]


def _as_row(numbers: Iterable[int], order: int) -> Row:
    """Numbers in the form that is quickest to index: bytes if they fit, else an array if there is numpy."""
    if order <= BYTE:
        return bytes(numbers)
    try:
        import numpy as np
    except ImportError:
        return tuple(numbers)
    return cast("Row", np.fromiter(numbers, np.intp, order))


def _composition(row: Row, action: Row) -> Row:
    """The image of each number of a row under an action."""
    if isinstance(row, bytes):
        return row.translate(cast("bytes", action).ljust(BYTE, b"\0"))
    if isinstance(row, tuple):
        return tuple(map(action.__getitem__, row))
    return cast("Row", action[cast("int", row)])  # an array takes an array of indices


def _taken(row: Row, there: bytes) -> bytes:
    if isinstance(row, tuple):
        return bytes(map(there.__getitem__, row))
    import numpy as np

    return np.frombuffer(there, np.uint8).take(row).tobytes()


def repeated(action: Sequence[int], size: int) -> Sequence[int]:
    """The map of `size` numbers that acts on each block of them as `action` does on the first; a list or array.

    >>> repeated([1, 0], 6)
    [1, 0, 3, 2, 5, 4]
    """
    starts = range(0, size, len(action))
    if size > BYTE:
        with suppress(ImportError):
            import numpy as np

            return cast("Sequence[int]", np.add.outer(np.array(starts), np.array(action)).ravel())
    return [start + after for start in starts for after in action]


def composed(action: Sequence[int], states: Sequence[int]) -> list[int]:
    """The images of these states under a map.

    >>> composed([1, 2, 0], [2, 2])
    [0, 0]
    """
    if isinstance(action, list):
        return [action[state] for state in states]
    return cast("Any", action)[states].tolist()  # type: ignore[no-any-return]  # an array takes a list of places


def walk(actions: Sequence[Sequence[int]], start: int) -> tuple[list[int], list[tuple[int, int]]]:
    """All states that commuting maps reach, ordered by their least words, each with its predecessor and map.

    A step is (the last generator of the word, the place of the state before it); the first step is (-1, -1).
    """
    seen = {start}
    states, steps = [start], [(-1, -1)]
    for generator, action in enumerate(actions):
        edge: Sequence[int] = range(len(states))
        while edge:
            begin = len(states)
            for place in edge:
                state = action[states[place]]
                if state not in seen:
                    seen.add(state)
                    states.append(state)
                    steps.append((generator, place))
            edge = range(begin, len(states))
    return states, steps


def merged(labels: Sequence[int], actions: Sequence[Sequence[int]]) -> list[int]:
    """The class number of each state: states share it when no product separates them by label (Moore).

    O(states · generators) for each round, and at most as many rounds as classes.
    """
    rounds = _rounds_by_arrays if len(actions) * len(labels) > LARGE else _rounds
    try:
        return rounds(labels, actions)
    except ImportError:  # numpy is not there
        return _rounds(labels, actions)


def _rounds(labels: Sequence[int], actions: Sequence[Sequence[int]]) -> list[int]:
    classes = _numbering(labels)
    while True:
        finer = _numbering(zip(classes, *(map(classes.__getitem__, action) for action in actions), strict=True))
        if max(finer) == max(classes):
            return finer
        classes = finer


def _rounds_by_arrays(labels: Sequence[int], actions: Sequence[Sequence[int]]) -> list[int]:
    """The same classes by hashes of all products; a wrong merge, though unlikely, would make a proof fail."""
    import numpy as np

    table = np.array(actions, np.intp)
    weights = np.random.default_rng(1).integers(1 << 63, size=(len(actions) + 1, 1), dtype=np.uint64)
    classes = np.array(labels, np.uint64)
    count = 0
    while True:
        mixed = classes * weights[0] + (classes[table] * weights[1:]).sum(axis=0, dtype=np.uint64)
        mixed ^= mixed >> np.uint64(29)
        kinds, finer = np.unique(mixed, return_inverse=True)
        if len(kinds) == count:
            return _numbering(finer.tolist())
        count, classes = len(kinds), finer.astype(np.uint64)


def _numbering(labels: Iterable[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels]


LETTERS = 26


@attrs.frozen
class Presentation:
    """A misère quotient by generators and relations, with its P-portion.

    Attributes:
        generators: the letter of each generator, and the position that it is.
        relations: pairs of products that are equal, each text such as `b c^2`; they are a Gröbner basis, so that
            replacing left sides by right sides brings every product to its least word.
        portion: the P-portion, each element by its least word.

    >>> import cgt
    >>> print(cgt.misere_quotient("0.75").presentation)
    a, b, c = heaps 1, 2, 5; a^2 = 1, b^3 = b, b c = a b, c^2 = b^2; P = {a, b^2}
    """

    generators: tuple[tuple[str, str], ...]
    relations: tuple[tuple[str, str], ...]
    portion: tuple[str, ...]

    @classmethod
    def of(cls, monoid: Monoid, positions: Sequence[str], portion: Iterable[int]) -> Presentation:
        """The presentation of a monoid whose generators are these positions, with these elements in its P-portion."""
        letters = tuple(letter(number, len(positions)) for number in range(len(positions)))
        relations = tuple(
            (product_text(word), product_text(monoid.words[monoid.of_word(word)])) for word in left_sides(monoid)
        )
        inside = tuple(product_text(monoid.words[element]) for element in portion)
        return cls(tuple(zip(letters, positions, strict=True)), relations, inside)

    def __str__(self) -> str:
        letters = ", ".join(letter for letter, _ in self.generators)
        heaps = ", ".join(heap for _, heap in self.generators)
        relations = ", ".join(f"{left} = {right}" for left, right in self.relations)
        named = [_("{letters} = heaps {heaps}").format(letters=letters, heaps=heaps), relations] if heaps else []
        return "; ".join([*named, f"P = {{{', '.join(self.portion)}}}"])

    def _repr_latex_(self) -> str:
        relations = r",\ ".join(f"{_latex(left)} = {_latex(right)}" for left, right in self.relations)
        letters = ",".join(letter for letter, _ in self.generators)
        portion = r",\ ".join(map(_latex, self.portion))
        return rf"$\mathcal{{Q}} = \langle {letters} \mid {relations} \rangle,\quad \mathcal{{P}} = \{{ {portion} \}}$"


def letter(generator: int, generators: int) -> str:
    """The name of a generator: a, b, c, …; where there are more than 26: g1, g2, ….

    >>> letter(2, 7), letter(2, 30)
    ('c', 'g3')
    """
    return chr(ord("a") + generator) if generators <= LETTERS else f"g{generator + 1}"


def product_text(word: Word) -> str:
    """A product of generators as text, from its exponents; the identity is 1.

    >>> product_text((1, 0, 2))
    'a c^2'
    """
    powers = [
        letter(generator, len(word)) + (f"^{exponent}" if exponent > 1 else "")
        for generator, exponent in enumerate(word)
        if exponent
    ]
    return " ".join(powers) or "1"


def left_sides(monoid: Monoid) -> list[Word]:
    """The left sides of the relations: the minimal words that are no element's least word, in the order of words.

    >>> from cgt.theory.monoid import Monoid
    >>> left_sides(Monoid.spanned([[1, 2, 1]])[0])
    [(3,)]
    """
    least = set(monoid.words)
    mask_bytes = set()
    for word in monoid.words:
        for generator in range(len(monoid.actions)):
            longer = _with_exchange(word, generator, 1)
            parts = (_with_exchange(longer, other, -1) for other, exponent in enumerate(longer) if exponent)
            if longer not in least and all(part in least for part in parts):
                mask_bytes.add(longer)
    return sorted(mask_bytes, key=lambda word: word[::-1])


def _with_exchange(word: Word, generator: int, by: int) -> Word:
    return (*word[:generator], word[generator] + by, *word[generator + 1 :])


def _latex(text: str) -> str:
    return text.replace(" ", "")
