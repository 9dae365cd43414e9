import torch

from ivy.backends import philox


def is_tracing():
    return torch.compiler.is_compiling()


def native_uniform(shape, dtype):
    return torch.rand(shape, dtype=dtype)


def native_normal(shape, dtype):
    return torch.randn(shape, dtype=dtype)


# Words are bit patterns in int32: torch has no arithmetic on uint32.


def native_words(count):
    return torch.randint(-(2**31), 2**31, (count,), dtype=torch.int32)


def random_words(key, block, count):
    if isinstance(key, int) and not is_tracing():
        # The host is three times faster than int64 arithmetic here.
        return torch.from_numpy(philox.words(key, block, count).view("int32").copy())
    return _philox(key, block, count).to(torch.int32)


def _unsigned(words):
    return words.to(torch.int64) & philox.MASK


def _philox(key, block, count):
    if isinstance(key, int):
        key0, key1 = key & philox.MASK, key >> 32
    else:
        key0, key1 = key.to(torch.int64) & philox.MASK
    counter = torch.arange(block, block - (-count // 4), dtype=torch.int64)
    m0, m1 = philox.MULTIPLIERS
    c0, c1 = counter & philox.MASK, counter >> 32
    c2, c3 = torch.zeros_like(counter) + key0, torch.zeros_like(counter) + key1
    for _ in range(philox.ROUNDS):
        # Products wrap modulo 2**64; after masking, both halves are right.
        p0, p1 = c0 * m0, c2 * m1
        c0, c1 = ((p1 >> 32) & philox.MASK) ^ c1 ^ key0, p1 & philox.MASK
        c2, c3 = ((p0 >> 32) & philox.MASK) ^ c3 ^ key1, p0 & philox.MASK
        key0, key1 = (key0 + philox.WEYL[0]) & philox.MASK, (key1 + philox.WEYL[1]) & philox.MASK
    return torch.stack([c0, c1, c2, c3], 1).reshape(-1)[:count]


def unit_float32(words, precision):
    bits = (words >> (32 - precision)) & (2**precision - 1)
    return bits.to(torch.float32) * 2.0**-precision


def unit_float64(words):
    pairs = _unsigned(words).reshape(-1, 2)
    high, low = pairs[:, 0] >> 5, pairs[:, 1] >> 6
    return (high.to(torch.float64) * 2.0**26 + low) * 2.0**-53


def scaled_words(words, span):
    return ((_unsigned(words) * span) >> 32) & philox.MASK


def argsort_words(words):
    words = _unsigned(words)
    signed = ((words[..., 0] - 2**31) << 32) + words[..., 1]
    return torch.argsort(signed, dim=-1, stable=True)
