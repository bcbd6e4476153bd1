"""Discrete logarithms of nimbers below 2^64."""

from __future__ import annotations

from math import isqrt

from cgt.core.nimber import nim_inverse, nim_power, nim_product
from cgt.core.numbers import check_whole
from cgt.errors import NumberError

PRIMES = (3, 5, 17, 257, 641, 65537, 6700417)
GROUP = (1 << 64) - 1
"""The product of the primes: how many nimbers of 64 bits there are without 0."""


def nim_log(value: int, base: int) -> int:
    """The least exponent >= 0 whose nim-power of `base` is `value`: the discrete logarithm, below 2^64.

    In the field of 2^64 nimbers the order of the multiplicative group is 3·5·17·257·641·65537·6700417, so a logarithm
    is found for each prime by itself (S. C. Pohlig and M. E. Hellman 1978), by giant and baby steps: milliseconds.

    Raises:
        NumberError: a number is negative, or one is 2^64 or more: no way is known that is quick enough.
        ValueError: no power of the base is this value.

    >>> nim_log(nim_power(1234567, 2023), 1234567), nim_log(1, 7)
    (2023, 0)
    """
    value, base = (check_whole(number, "a nimber is a whole number of at least 0") for number in (value, base))
    if max(value, base) >> 64:
        raise NumberError("a discrete logarithm is found below 2^64")
    if value == 1:
        return 0
    if not value or base < 2:
        if value == base:
            return 1
        raise ValueError(f"*{value} is no nim-power of *{base}")
    found, modulus = 0, 1
    for prime in PRIMES:
        if nim_power(base, GROUP // prime) == 1:
            continue  # the order of the base is without this prime, for the group's order is without squares
        rest = _log_of_prime_order(nim_power(value, GROUP // prime), nim_power(base, GROUP // prime), prime)
        found += modulus * ((rest - found) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    if nim_power(base, found) != value:
        raise ValueError(f"*{value} is no nim-power of *{base}")
    return found


def _log_of_prime_order(value: int, base: int, prime: int) -> int:
    """The exponent below `prime`, the order of the base; 0 if there is none."""
    step = isqrt(prime) + 1
    small, power = {}, 1
    for exponent in range(step):
        small[power] = exponent
        power = nim_product(power, base)
    giant = nim_inverse(power)
    for turn in range(step):
        if value in small:
            return turn * step + small[value]
        value = nim_product(value, giant)
    return 0
