import threading

import numpy as np

from ivy.backends.philox import words as random_words  # noqa: F401
from ivy.locks import at_fork as _at_fork

_threads = threading.local()  # NumPy's generators must not be shared between threads
_at_fork(after_in_child=lambda: _threads.__dict__.clear())  # nor drawn from by many processes


def _generator():
    if not hasattr(_threads, "generator"):
        _threads.generator = np.random.default_rng()
    return _threads.generator


def is_tracing():
    return False


def native_uniform(shape, dtype):
    wide = dtype if dtype in (np.float32, np.float64) else np.float32
    return np.asarray(_generator().random(shape, wide)).astype(dtype, copy=False)


def native_normal(shape, dtype):
    wide = dtype if dtype in (np.float32, np.float64) else np.float32
    return np.asarray(_generator().standard_normal(shape, wide)).astype(dtype, copy=False)


def native_words(count):
    return _generator().integers(0, 2**32, count, np.uint32)


def unit_float32(words, precision):
    units = (words >> np.uint32(32 - precision)).astype(np.float32)
    units *= np.float32(2.0**-precision)
    return units


def unit_float64(words):
    pairs = words.reshape(-1, 2)
    high, low = pairs[:, 0] >> np.uint32(5), pairs[:, 1] >> np.uint32(6)
    return (high.astype(np.float64) * 2.0**26 + low) * 2.0**-53


def scaled_words(words, span):
    span = np.asarray(span).astype(np.uint64)
    return ((words.astype(np.uint64) * span) >> np.uint64(32)).astype(np.int64)


def argsort_words(words):
    wide = words.astype(np.uint64)
    return np.argsort((wide[..., 0] << np.uint64(32)) | wide[..., 1], axis=-1, kind="stable")
