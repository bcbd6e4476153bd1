"""Words of 128 bits in compiled loops: a type of numba's with the operators of a word, in two registers of the machine.

A word of 64 bits becomes one of 128 where both meet. Loading this module loads numba.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any, TypeAlias

from llvmlite import ir
from numba.core import types
from numba.core.imputils import impl_ret_borrowed
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import lower_builtin, lower_cast, models, register_model
from numba.np.arrayobj import populate_array

Ir: TypeAlias = Any
"""An object of LLVM's, or of numba's compiler, neither of which is typed."""

_HALF, _WHOLE = ir.IntType(64), ir.IntType(128)


class Wide(types.Hashable):
    """The type of a word of 128 bits."""

    def __init__(self) -> None:
        super().__init__(name="wide")

    def can_convert_from(self, _context: object, other: object) -> Ir:
        """The conversion that numba may make of another type to this one: promotion for 64-bit words, else None."""
        return Conversion.promote if other == types.uint64 else None

    def unify(self, _context: object, other: object) -> Ir:
        """The common type of this type and another: this one for 64-bit words, else None."""
        return self if other in {self, types.uint64} else None


WIDE = Wide()


@register_model(Wide)
class _WideModel(models.DataModel):
    """A number of 128 bits at work; in memory two of 64, the lower first."""

    def get_value_type(self) -> Ir:
        return _WHOLE

    def get_data_type(self) -> Ir:
        return ir.ArrayType(_HALF, 2)

    get_argument_type = get_return_type = get_value_type

    def as_data(self, builder: Ir, value: Ir) -> Ir:
        low, high = (builder.trunc(part, _HALF) for part in (value, builder.lshr(value, _WHOLE(64))))
        pair = builder.insert_value(ir.Constant(self.get_data_type(), ir.Undefined), low, 0)
        return builder.insert_value(pair, high, 1)

    def from_data(self, builder: Ir, value: Ir) -> Ir:
        low, high = (builder.zext(builder.extract_value(value, half), _WHOLE) for half in (0, 1))
        return builder.or_(low, builder.shl(high, _WHOLE(64)))

    def as_argument(self, builder: Ir, value: Ir) -> Ir:
        return value

    from_argument = as_return = from_return = as_argument


def words_of_rows(array: Ir) -> Ir:
    """The rows of an array of two columns as an array of words, in the same memory: the types, and how it is made."""
    return types.Array(WIDE, 1, "C")(array), _make_words_of_rows


def _make_words_of_rows(context: Ir, builder: Ir, kinds: Ir, arguments: Ir) -> Ir:
    rows = context.make_array(kinds.args[0])(context, builder, arguments[0])
    result = context.make_array(kinds.return_type)(context, builder)
    size = context.get_constant(types.intp, 16)
    populate_array(
        result,
        data=builder.bitcast(rows.data, context.get_data_type(WIDE).as_pointer()),
        shape=[builder.extract_value(rows.shape, 0)],
        strides=[size],
        itemsize=size,
        meminfo=rows.meminfo,
        parent=rows.parent,
    )
    return impl_ret_borrowed(context, builder, kinds.return_type, result._getvalue())  # noqa: SLF001 - numba's form


@lower_cast(types.uint64, WIDE)
def _widened(_context: Ir, builder: Ir, _from: object, _to: object, value: Ir) -> Ir:
    return builder.zext(value, _WHOLE)


def _register(function: Callable[..., object], *kinds: object, make: Callable[..., Ir]) -> None:
    """Make an operator known to numba: its result, what it takes, and how LLVM makes it."""
    cases = [signature(*kinds)]
    infer_global(function)(type(f"_{function.__name__}", (ConcreteTemplate,), {"cases": cases}))
    lower_builtin(function, *kinds[1:])(lambda _context, builder, _kinds, arguments: make(builder, *arguments))


for _name in ("and_", "or_", "xor", "add", "sub", "mul", "lshift", "rshift"):
    _function = {"lshift": "shl", "rshift": "lshr"}.get(_name, _name)
    for _operator in (getattr(operator, _name), getattr(operator, f"i{_name.rstrip('_')}")):
        _register(_operator, WIDE, WIDE, WIDE, make=getattr(ir.IRBuilder, _function))
_register(operator.invert, WIDE, WIDE, make=ir.IRBuilder.not_)
for _name, _sign in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
    _register(
        getattr(operator, _name),
        types.boolean,
        WIDE,
        WIDE,
        make=lambda builder, one, other, sign=_sign: builder.icmp_unsigned(sign, one, other),
    )


def _least(builder: Ir, *words: Ir) -> Ir:
    return reduce(lambda one, other: builder.select(builder.icmp_unsigned("<", other, one), other, one), words)


for _count in (2, 4):
    _register(min, WIDE, *[WIDE] * _count, make=_least)
