"""Philox4x32-10 (Salmon et al., 2011) on the host: the words every framework agrees on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
MASK = 0xFFFFFFFF
ROUNDS = 10
_CHUNK = 1 << 12  # blocks at a time: the working set stays in the cache
_PAGE = 1 << 10


def words(key: int, block: int, count: int) -> np.ndarray:
    """Return `count` words of the stream `key`, from a block on. The counter is (block, key)."""
    page, offset = divmod(block, _PAGE)
    if 4 * offset + count <= 4 * _PAGE:
        return _page(key, page)[4 * offset : 4 * offset + count]  # a small draw
    return _computed(key, block, count)


@lru_cache(maxsize=16)
def _page(key: int, page: int) -> np.ndarray:
    found = _computed(key, page * _PAGE, 4 * _PAGE)
    found.setflags(write=False)
    return found


def _computed(key: int, first: int, count: int) -> np.ndarray:
    return words_at(key, range(first, first - (-count // 4))).reshape(-1)[:count]


def words_at(key: int, blocks: Any) -> np.ndarray:
    """Return the words of blocks, a range or an array of their numbers, one block a row."""
    count = len(blocks)
    result = np.empty((count, 4), np.uint32)
    scratch = np.empty((8, min(count, _CHUNK)), np.uint64)
    for start in range(0, count, _CHUNK):
        part = blocks[start : start + _CHUNK]
        _fill(result[start : start + _CHUNK], key, part, scratch[:, : len(part)])
    return result


def _fill(out: np.ndarray, key: int, blocks: Any, scratch: np.ndarray) -> None:
    """Write the words of some blocks, one block a row, without allocating."""
    shift, mask = np.uint64(32), np.uint64(MASK)
    m0, m1 = map(np.uint64, MULTIPLIERS)
    c0, c1, c2, c3, p0, p1, t0, t1 = scratch
    if isinstance(blocks, range):
        blocks = np.arange(blocks.start, blocks.stop, dtype=np.uint64)
    c0[:] = blocks
    np.right_shift(c0, shift, out=c1)
    c0 &= mask
    c2[:], c3[:] = key & MASK, key >> 32
    for r in range(ROUNDS):
        k0 = np.uint64(((key & MASK) + WEYL[0] * r) & MASK)
        k1 = np.uint64(((key >> 32) + WEYL[1] * r) & MASK)
        np.multiply(c0, m0, out=p0)
        np.multiply(c2, m1, out=p1)
        np.right_shift(p1, shift, out=t0)
        t0 ^= c1
        t0 ^= k0
        np.right_shift(p0, shift, out=t1)
        t1 ^= c3
        t1 ^= k1
        p1 &= mask
        p0 &= mask
        # The products become words 1 and 3; what they replace is scratch for the next round.
        c0, t0 = t0, c0
        c2, t1 = t1, c2
        c1, p1 = p1, c1
        c3, p0 = p0, c3
    for column, word in enumerate((c0, c1, c2, c3)):
        out[:, column] = word
