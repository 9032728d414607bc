"""Small operations on bits, states and random numbers: each a Python twin and its compiled form.

The Python function runs uncompiled; `@compiles_as` gives Numba the machine instruction.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import overload

from naadam.core.compiling.compiled import compiles_as

Rng = npt.NDArray[np.int64]  # one number: the state of the generator

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15  # SplitMix64 (Steele, Lea and Flood 2014)
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB


def ctz(bits: int) -> int:
    """The index of the lowest set bit; `bits` is not 0."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def popcount(bits: int) -> int:
    """How many bits are set."""
    return (int(bits) & WORD).bit_count()


def copy_state(target: Any, source: Any) -> None:
    """Copy all fields of a record into another of the same type."""
    for name in source.dtype.names:
        target[name] = source[name]


def signed(word: int) -> int:
    """A 64-bit word as the signed integer of the same bits."""
    word &= WORD
    return word - (1 << 64) if word >> 63 else word


def mix(word: int) -> int:
    """A 64-bit word well stirred, as a signed integer: equal words give equal results."""
    word = int(word) & WORD
    word = ((word ^ (word >> 30)) * MIX_1) & WORD
    word = ((word ^ (word >> 27)) * MIX_2) & WORD
    return signed(word ^ (word >> 31))


def draw(rng: Rng, bound: int) -> int:
    """A random integer from 0 to bound - 1; `rng` is an array of one int64 and moves on."""
    rng[0] = signed(int(rng[0]) + GOLDEN)
    return (((mix(rng[0]) & WORD) >> 32) * int(bound)) >> 32


def uniform(rng: Rng) -> float:
    """A random number from 0 up to, not including, 1."""
    rng[0] = signed(int(rng[0]) + GOLDEN)
    return ((mix(rng[0]) & WORD) >> 11) * (1.0 / (1 << 53))


@compiles_as(ctz)
def _compiled_ctz(context, bits):
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@compiles_as(popcount)
def _compiled_popcount(context, bits):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@compiles_as(copy_state)
def _compiled_copy_state(context, target, source):
    if target != source or not isinstance(target, types.Record):
        return None

    def generate(context, builder, signature, arguments):
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], context.get_constant(types.intp, target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@overload(mix)
def _compiled_mix(word):
    def compiled(word):
        z = np.uint64(word)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(MIX_1)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(MIX_2)
        return np.int64(z ^ (z >> np.uint64(31)))

    return compiled


@overload(draw)
def _compiled_draw(rng, bound):
    def compiled(rng, bound):
        rng[0] = np.int64(np.uint64(rng[0]) + np.uint64(GOLDEN))
        return np.int64(((np.uint64(mix(rng[0])) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))

    return compiled


@overload(uniform)
def _compiled_uniform(rng):
    def compiled(rng):
        rng[0] = np.int64(np.uint64(rng[0]) + np.uint64(GOLDEN))
        return np.float64(np.uint64(mix(rng[0])) >> np.uint64(11)) * (1.0 / 9007199254740992.0)

    return compiled
