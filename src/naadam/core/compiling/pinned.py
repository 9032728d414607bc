"""Named tuples that compiled code gets by their address.

Numba passes a tuple as all its fields, and an array as seven or more arguments: the tables of a big game are two
hundred arguments of every call. A pinned tuple is a single one. Rules read its fields as those of the tuple itself.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from naadam.core.compiling.numba_private import AttributeTemplate, make_view

WORD = ir.IntType(64)


class Pinned:
    """The numbers of a named tuple, and where its arrays are, in one block of words that stays where it is."""

    def __init__(self, fields: Any) -> None:
        self.fields = fields  # keeps the arrays alive
        self.words = np.array([word for field in fields for word in words_of(field)], np.int64)
        self.address = self.words.ctypes.data


def words_of(field: Any) -> tuple[int, ...]:
    """A number as its own bits; an array as its address, shape and strides."""
    if isinstance(field, np.ndarray):
        return (field.ctypes.data, *field.shape, *field.strides)
    if isinstance(field, float):
        return (int(np.float64(field).view(np.int64)),)
    return (int(field),)


class PinnedType(types.Type):
    def __init__(self, kind: Any) -> None:
        self.instance_class = kind.instance_class
        self.places: dict[str, tuple[int, types.Type]] = {}
        place = 0
        for name, field in zip(kind.fields, kind.types, strict=True):
            self.places[name] = (place, field)
            place += 1 + 2 * field.ndim if isinstance(field, types.Array) else 1
        super().__init__(name=f"Pinned({kind.instance_class.__module__}.{kind})")


@typeof_impl.register(Pinned)
def _type_of_pinned(pinned: Pinned, _context: object) -> PinnedType:
    return PinnedType(numba.typeof(pinned.fields))


@register_model(PinnedType)
class PinnedModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: PinnedType) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@unbox(PinnedType)
def _unbox_pinned(_kind: object, pinned: Any, context: Any) -> NativeValue:
    address = context.pyapi.object_getattr_string(pinned, "address")
    value = context.pyapi.long_as_longlong(address)
    context.pyapi.decref(address)
    return NativeValue(context.builder.inttoptr(value, WORD.as_pointer()))


@infer_getattr
class PinnedFields(AttributeTemplate):
    key = PinnedType

    def generic_resolve(self, kind: PinnedType, name: str) -> types.Type | None:
        return kind.places[name][1] if name in kind.places else None


@lower_getattr_generic(PinnedType)
def _read_field(context: Any, builder: Any, kind: PinnedType, value: Any, name: str) -> Any:
    place, field = kind.places[name]

    def read(offset: int) -> Any:
        word = builder.load(builder.gep(value, [WORD(place + offset)], inbounds=True))
        word.set_metadata("invariant.load", builder.module.add_metadata([]))  # a block never changes
        return word

    if not isinstance(field, types.Array):
        return builder.bitcast(read(0), context.get_value_type(field))
    shape = [read(1 + axis) for axis in range(field.ndim)]
    strides = [read(1 + field.ndim + axis) for axis in range(field.ndim)]
    return make_view(context, builder, field, read(0), shape, strides)
