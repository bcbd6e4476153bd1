"""A census of misère quotients: one row for each code, each with a certificate that the independent checker took."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import attrs

from cgt.codes.code import HeapCode
from cgt.misere.growth import EFFORT, quotient_of_codes

if TYPE_CHECKING:
    from collections.abc import Iterator


@attrs.frozen
class CensusRow:
    """What is known of one code's misère quotient.

    Attributes:
        code: the code.
        order: the order of the quotient of the heaps settled.
        p_order: the order of its P-portion.
        tame: whether it is a quotient of nim.
        heaps: the greatest heap that was settled one by one.
        preperiod, period: of the elements, where the period theorem proved them for all heaps, else None.
        sha256: the hash of the certificate, which the checker took.
    """

    code: str
    order: int
    p_order: int
    tame: bool
    heaps: int
    preperiod: int | None
    period: int | None
    sha256: str

    @property
    def is_proved(self) -> bool:
        """Whether all heaps are settled."""
        return self.period is not None


def census_row(code: HeapCode, effort: int | None = EFFORT, heap: int | None = None) -> CensusRow:
    """Find the quotient of one code with so much work, to a heap at most, check its certificate, and say what it is.

    Raises:
        CertificateError: the checker refused it, which would be a fault of this library.

    >>> print(census_row(HeapCode.parse("0.75")).order)
    8
    """
    found = quotient_of_codes([code], heap, effort=effort)
    found.verify()
    return CensusRow(
        str(code),
        found.order,
        found.p_order,
        found.tame,
        found.heaps,
        found.preperiod,
        found.period,
        found.certificate.sha256,
    )


def census_codes() -> Iterator[HeapCode]:
    """The codes of the census: octal to three digits, 4.d, and quaternary to four digits; each once, 0.0 left out.

    >>> sum(1 for _ in census_codes())
    711
    """
    texts = ["0." + "".join(digits) for digits in product("01234567", repeat=3)]
    texts += [f"4.{digit}" for digit in range(8)]
    texts += ["0." + "".join(digits) for digits in product("0123", repeat=4)]
    codes = dict.fromkeys(map(HeapCode.parse, texts))
    return (code for code in codes if code.digits)
