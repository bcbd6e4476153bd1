"""64-bit words as sets, in compiled loops: sets of nim-values, and boards on bit sets.

A word is an unsigned 64-bit integer, and so is every constant beside it: numba makes of a signed and an unsigned number
a signed one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, TypeAlias, TypeVar, cast

from numpy import uint64

from cgt.core.concurrency import lazy_property
from cgt.fast.jit import compiled_available, njit

F = TypeVar("F", bound="Callable[..., Any]")

Word: TypeAlias = Any
"""A numpy integer of 64 bits without a sign, or numba's; in compiled loops that of 128 bits of `cgt.fast.wide`, too."""

ZERO, ONE, ALL = uint64(0), uint64(1), uint64(0xFFFF_FFFF_FFFF_FFFF)


def count_trailing_zeros(word: Word) -> Word:
    """The number of zeros below the lowest one, 64 for the word 0; a Python integer will do as well.

    >>> int(count_trailing_zeros(0b101000))
    3
    """
    word = int(word)
    return uint64((word & -word).bit_length() - 1 if word else 64)  # of numpy, for shifts


class _Instruction:
    """A function of plain Python, in place of which compiled loops have machine instructions."""

    def __init__(self, plain: Callable[..., Any], typed: Callable[..., Any]) -> None:
        update_wrapper(self, plain)
        self._plain = plain
        self._typed = typed

    def __call__(self, *arguments: Word) -> Any:  # noqa: ANN401 - what the function returns
        return self._plain(*arguments)

    @lazy_property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - numba's; it asks for this where a loop calls it
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        instruction = intrinsic(cast("Any", self._typed))
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(instruction)


def _instead(typed: Callable[..., Any]) -> Callable[[F], F]:
    """Machine instructions in place of a function: what types they have, and how LLVM makes them."""

    def instruction(plain: F) -> F:
        return cast("F", _Instruction(plain, typed)) if compiled_available() else plain

    return instruction


def _of_a_word(make: Callable[[Any, Any], Any], *, same_width: bool = False) -> Callable[[F], F]:
    """Machine instructions in place of a function of a word, to 64 bits or a word of the same width."""

    def typed(_context: object, word: Any) -> Any:  # noqa: ANN401 - numba's; it reads the parameter's name
        from numba import types

        kind = types.uint64 if isinstance(word, types.Integer) else word

        def generate(_context: object, builder: Any, _signature: object, arguments: Any) -> Any:  # noqa: ANN401 - LLVM's objects
            return make(builder, arguments[0])

        return (kind if same_width else types.uint64)(kind), generate

    return _instead(typed)


def _lower(builder: Any, word: Any) -> Any:  # noqa: ANN401 - LLVM's objects
    from llvmlite import ir

    return word if word.type.width == 64 else builder.trunc(word, ir.IntType(64))


def _upper(builder: Any, word: Any) -> Any:  # noqa: ANN401 - likewise
    return word.type(0) if word.type.width == 64 else _lower(builder, builder.lshr(word, word.type(64)))


def _zeros(builder: Any, word: Any) -> Any:  # noqa: ANN401 - likewise
    from llvmlite import ir

    return _lower(builder, builder.cttz(word, ir.Constant(ir.IntType(1), 0)))


def _width(_builder: object, word: Any) -> Any:  # noqa: ANN401 - likewise
    from llvmlite import ir

    return ir.IntType(64)(word.type.width)


trailing_zeros = _of_a_word(_zeros)(count_trailing_zeros)


@_of_a_word(_width)
def bits_in(word: Word) -> Word:  # noqa: ARG001 - in plain Python of 64 bits, as in those that follow
    """The number of bits of a word, a constant in compiled loops."""
    return uint64(64)


@_of_a_word(_lower)
def low(word: Word) -> Word:
    """The 64 lowest bits."""
    return word


@_of_a_word(_upper)
def high(word: Word) -> Word:  # noqa: ARG001
    """The bits above the 64 lowest."""
    return ZERO


@_of_a_word(lambda _builder, word: word.type(1), same_width=True)
def one(word: Word) -> Word:  # noqa: ARG001
    """The number 1 as a word of the same width, to be shifted."""
    return ONE


@_of_a_word(lambda builder, word: builder.bitreverse(word), same_width=True)
def from_the_end(word: Word) -> Word:
    """The word with all its bits reversed.

    >>> int(from_the_end(uint64(0b1011))) == 0b1101 << 60
    True
    """
    return uint64(int(f"{int(word):064b}"[::-1], 2))


def _fetch(_context: object, table: Any, row: object) -> Any:  # noqa: ANN401, ARG001 - numba reads the parameters' names
    from llvmlite import ir
    from numba import types

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

    return types.none(table, types.uint64), generate


@_instead(_fetch)
def early(table: Word, row: Word) -> None:
    """Have the machine fetch a row of a table before it is read; nothing in plain Python."""


def _rows(_context: object, array: Any) -> Any:  # noqa: ANN401 - numba's; it reads the parameter's name
    if array.ndim == 1:
        return array(array), lambda _context, _builder, _signature, arguments: arguments[0]
    from cgt.fast.wide import words_of_rows

    return words_of_rows(array)


@_instead(_rows)
def as_words(array: Word) -> Word:
    """The words of an array: its numbers, or, where it has two columns, its rows."""
    return array


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
