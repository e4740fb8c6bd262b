"""All random steps of play. A position holds its own streams: one for chance, one for each seat's policy.

A stream is Marsaglia's xorshift64 (Journal of Statistical Software 8, 2003). It has shifts only: no product overflows,
and interpreted and compiled code have the same numbers. Seeds are spread by Wellons' low-bias 32-bit hash.
"""

from __future__ import annotations

import hashlib

import numpy as np

from cardgen.play.compiled import compiled
from cardgen.play.marks import SEED_BITS, WIDE

CHANCE = 0  # the stream of shuffles and dice; the policy of seat p has the stream 1 + p

_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)
_LOW = 0xFFFFFFFF


@compiled
def _after(x):
    """The state of a stream after one more draw."""
    x ^= x << _13
    x ^= x >> _7
    x ^= x << _17
    return x


@compiled
def next_bits(streams, stream):
    """The next 32 bits of a stream, as a whole number."""
    x = _after(streams[stream])
    streams[stream] = x
    return np.int64(x >> _32)


@compiled
def below(streams, stream, n):
    """A whole number from 0 to n - 1; n is less than 2**31."""
    return (next_bits(streams, stream) * n) >> 32


@compiled
def shuffle(streams, stream, items, start, stop):
    """Shuffles items[start:stop] in place (Fisher and Yates). It draws as `below` does."""
    x = streams[stream]
    for last in range(stop - 1, start, -1):
        x = _after(x)
        other = start + ((np.int64(x >> _32) * (last - start + 1)) >> 32)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept
    streams[stream] = x


@compiled
def redraw(streams, stream, items, stop):
    """Shuffles items[:stop] from their order as numbers: the result does not depend on their order before."""
    for place in range(1, stop):
        item, before = items[place], place - 1
        while before >= 0 and items[before] > item:
            items[before + 1] = items[before]
            before -= 1
        items[before + 1] = item
    shuffle(streams, stream, items, 0, stop)


@compiled
def _mixed(x):
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & _LOW
    x = ((x ^ (x >> 15)) * 0x735A2D97) & _LOW
    return x ^ (x >> 15)


@compiled
def seed_streams(streams, seed):
    """Seeds all streams: equal seeds give equal streams, and no two streams of a position are alike."""
    low = _mixed(seed & _LOW)
    high = _mixed(((seed >> 32) & _LOW) ^ 0x5BF03635)
    for stream in range(len(streams)):
        first = _mixed((low + 0x9E3779B9 * (stream + 1)) & _LOW)
        second = _mixed((first ^ high) & _LOW)
        third = _mixed((second + 0x85EBCA6B) & _LOW)
        streams[stream] = (np.uint64(second) << _32) | np.uint64(third | 1)


def seed_widely(streams: np.ndarray, seed: int) -> None:
    """Seeds the streams from any seed below 2**SEED_BITS. From WIDE on, nobody can find a seed by trying seeds until a
    hand matches."""
    if seed < WIDE:
        seed_streams(streams, seed)
        return
    for stream in range(len(streams)):
        digest = hashlib.blake2b(seed.to_bytes(SEED_BITS // 8), digest_size=8, salt=stream.to_bytes(2)).digest()
        streams[stream] = np.uint64(int.from_bytes(digest) | 1)  # a stream that is 0 would stay 0


@compiled
def branch(streams, stream, others):
    """Forks a stream: seeds a copied position's streams from one draw of it. They do not reveal its next draws."""
    seed = next_bits(streams, stream)
    seed_streams(others, (seed << 31) ^ next_bits(streams, stream))
