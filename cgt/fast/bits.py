"""64-bit words as sets, in compiled loops: sets of nim-values, and boards on bit sets.

A word is an unsigned 64-bit integer, and so is every constant beside it: numba makes of a signed and an unsigned number
a signed one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from numpy import uint64

from cgt.core.concurrency import lazy_property
from cgt.fast.jit import compiled_available, njit

Word: TypeAlias = Any
"""A numpy integer of 64 bits without a sign, or numba's."""

ZERO, ONE, ALL = uint64(0), uint64(1), uint64(0xFFFF_FFFF_FFFF_FFFF)


def count_trailing_zeros(word: Word) -> Word:
    """The number of zeros below the lowest one, 64 for the word 0; a Python integer will do as well.

    >>> int(count_trailing_zeros(0b101000))
    3
    """
    word = int(word)
    return uint64((word & -word).bit_length() - 1 if word else 64)  # of numpy, for shifts


class _TrailingZeros:
    """The machine instruction for `count_trailing_zeros`, in compiled loops."""

    __call__ = staticmethod(count_trailing_zeros)

    @lazy_property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba's; it asks for this where a loop calls it
        from llvmlite import ir
        from numba import types
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        def generate(_context: object, builder: Any, _signature: object, arguments: Any) -> Any:  # noqa: ANN401 - LLVM's objects
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        def typed(_context: object, word: object) -> Any:  # noqa: ANN401, ARG001 - numba reads the parameter's name
            return types.uint64(types.uint64), generate

        counting = intrinsic(cast("Any", typed))
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(counting)


trailing_zeros: Callable[[Word], Word] = _TrailingZeros() if compiled_available() else count_trailing_zeros


def fetch_early(table: Word, row: Word) -> None:
    """Have the machine fetch a row of a table before it is read; nothing in plain Python."""


class _FetchEarly:
    """The machine instruction for `fetch_early`, in compiled loops."""

    __call__ = staticmethod(fetch_early)

    @lazy_property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba's; it asks for this where a loop calls it
        from llvmlite import ir
        from numba import types
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401 - LLVM's objects
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            step, number = builder.extract_value(array.strides, 0), ir.IntType(32)
            kind = ir.IntType(8).as_pointer()
            address = builder.gep(builder.bitcast(array.data, kind), [builder.mul(arguments[1], step)])
            fetch = builder.module.declare_intrinsic(
                "llvm.prefetch", [kind], ir.FunctionType(ir.VoidType(), [kind, number, number, number])
            )
            builder.call(fetch, [address, number(0), number(3), number(1)])
            return context.get_dummy_value()

        def typed(_context: object, table: Any, row: object) -> Any:  # noqa: ANN401, ARG001 - numba reads the parameters' names
            return types.none(table, types.uint64), generate

        fetching = intrinsic(cast("Any", typed))
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(fetching)


early: Callable[[Word, Word], None] = _FetchEarly() if compiled_available() else fetch_early
"""Fetch a row of a table early, in compiled loops."""


@njit
def lowest(word: Word) -> Word:
    """The lowest set bit alone; 0 for the word 0."""
    return word & (~word + ONE)


@njit
def count(word: Word) -> Word:
    """The number of set bits."""
    word = word - ((word >> ONE) & uint64(0x5555555555555555))
    word = (word & uint64(0x3333333333333333)) + ((word >> uint64(2)) & uint64(0x3333333333333333))
    word = (word + (word >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)
    return (word * uint64(0x0101010101010101)) >> uint64(56)


@njit
def place(bit: Word) -> Word:
    """The index of a single bit, from 0."""
    return trailing_zeros(bit)
