"""A finite commutative monoid by generators and relations, the way the literature prints misère quotients."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.language import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cgt.misere.monoid import Monoid, Word

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
            (product_text(word), product_text(monoid.words[monoid.of_word(word)])) for word in least_others(monoid)
        )
        inside = tuple(product_text(monoid.words[element]) for element in portion)
        return cls(tuple(zip(letters, positions, strict=True)), relations, inside)

    def __str__(self) -> str:
        letters = ", ".join(letter for letter, _ in self.generators)
        heaps = ", ".join(heap for _, heap in self.generators)
        relations = ", ".join(f"{left} = {right}" for left, right in self.relations)
        named = _("{letters} = heaps {heaps}").format(letters=letters, heaps=heaps)
        return f"{named}; {relations}; P = {{{', '.join(self.portion)}}}"

    def _repr_latex_(self) -> str:
        relations = r",\ ".join(f"{_latex(left)} = {_latex(right)}" for left, right in self.relations)
        letters = ",".join(letter for letter, _ in self.generators)
        portion = r",\ ".join(map(_latex, self.portion))
        return rf"$\mathcal{{Q}} = \langle {letters} \mid {relations} \rangle,\quad \mathcal{{P}} = \{{ {portion} \}}$"


def letter(generator: int, generators: int) -> str:
    """The name of a generator: a, b, c, … or, of more than 26, g1, g2, ….

    >>> letter(2, 7), letter(2, 30)
    ('c', 'g3')
    """
    return chr(ord("a") + generator) if generators <= LETTERS else f"g{generator + 1}"


def product_text(word: Word) -> str:
    """A product of generators, given by their exponents; the identity is 1.

    >>> product_text((1, 0, 2))
    'a c^2'
    """
    powers = [
        letter(generator, len(word)) + (f"^{exponent}" if exponent > 1 else "")
        for generator, exponent in enumerate(word)
        if exponent
    ]
    return " ".join(powers) or "1"


def least_others(monoid: Monoid) -> list[Word]:
    """The words that are the least of no element though every proper part of them is; in lexicographic order.

    >>> from cgt.misere.monoid import Monoid
    >>> least_others(Monoid.spanned([[1, 2, 1]])[0])
    [(3,)]
    """
    least = set(monoid.words)
    found = set()
    for word in monoid.words:
        for generator in range(len(monoid.actions)):
            longer = _changed(word, generator, 1)
            parts = (_changed(longer, other, -1) for other, exponent in enumerate(longer) if exponent)
            if longer not in least and all(part in least for part in parts):
                found.add(longer)
    return sorted(found, key=lambda word: word[::-1])


def _changed(word: Word, generator: int, by: int) -> Word:
    return (*word[:generator], word[generator] + by, *word[generator + 1 :])


def _latex(text: str) -> str:
    return text.replace(" ", "")
