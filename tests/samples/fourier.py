import numpy as np

from tests.samples import COMPLEXES, DTYPE, FLOATS, HALVES, INTS, Sample, case, draw, values

REAL = FLOATS + HALVES + ("int32",)
TOLERANCE = 4  # sums of up to 24 products


def complex_of(dtype):
    return "complex128" if dtype in ("float64", "complex128") else "complex64"


def real_of(dtype):
    return "float64" if dtype in ("float64", "complex128") else "float32"


ALONG_DIM = [
    case(draw(3, 4), 0),
    case(draw(3, 4)),
    case(draw(3, 4), -1, n=3),
    case(draw(3, 4), 1, "ortho", 6),
    case(draw(2, 3, 4), 1, norm="forward"),
]
ALONG_AXIS = [
    case(draw(3, 4)),
    case(draw(3, 4), axis=0),
    case(draw(3, 4), n=3),
    case(draw(2, 3, 4), 6, 1, "ortho"),
    case(draw(2, 3, 4), axis=1, norm="forward"),
]
ALONG_AXES = [
    case(draw(3, 4)),
    case(draw(2, 3, 4), axes=(0, 2)),
    case(draw(2, 3, 4), s=(3, 2), axes=(1, 2), norm="ortho"),
    case(draw(2, 3, 4), s=(4, 6), axes=(-1, 0), norm="forward"),
]


def along_dim(function):
    return lambda x, dim=-1, norm="backward", n=None: function(x, n, dim, norm)


def shifted(function):
    return lambda x, axes=None: function(x, axes)


SAMPLES = [
    Sample(
        "fft", along_dim(np.fft.fft), ALONG_DIM, dtypes=REAL + COMPLEXES, result=complex_of,
        tolerance=TOLERANCE,
    ),
    Sample(
        "ifft", along_dim(np.fft.ifft), ALONG_DIM, dtypes=REAL + COMPLEXES, result=complex_of,
        tolerance=TOLERANCE,
    ),
    Sample(
        "fft2",
        lambda x, s=None, dim=(-2, -1), norm="backward": np.fft.fft2(x, s, dim, norm),
        [case(draw(3, 4)), case(draw(2, 3, 4), (4, 2), (0, 1), "ortho")],
        dtypes=FLOATS + COMPLEXES, result=complex_of, tolerance=TOLERANCE,
    ),
    Sample(
        "fftn", np.fft.fftn, ALONG_AXES, dtypes=REAL + COMPLEXES, result=complex_of,
        tolerance=TOLERANCE,
    ),
    Sample(
        "ifftn", np.fft.ifftn, ALONG_AXES, dtypes=REAL + COMPLEXES, result=complex_of,
        tolerance=TOLERANCE,
    ),
    Sample(
        "rfft", np.fft.rfft, ALONG_AXIS, dtypes=REAL, result=complex_of, tolerance=TOLERANCE
    ),
    Sample(
        "irfft", np.fft.irfft, ALONG_AXIS, dtypes=COMPLEXES, result=real_of, tolerance=TOLERANCE,
        differentiable=False,  # with respect to a complex operand
    ),
    Sample(
        "rfftn", np.fft.rfftn, ALONG_AXES, dtypes=REAL, result=complex_of, tolerance=TOLERANCE
    ),
    Sample(
        "irfftn", np.fft.irfftn, ALONG_AXES, dtypes=COMPLEXES, result=real_of,
        tolerance=TOLERANCE, differentiable=False,
    ),
    Sample(
        "hfft", np.fft.hfft, ALONG_AXIS, dtypes=COMPLEXES, result=real_of, tolerance=TOLERANCE,
        differentiable=False,
    ),
    Sample(
        "ihfft", np.fft.ihfft, ALONG_AXIS, dtypes=REAL, result=complex_of, tolerance=TOLERANCE
    ),
    Sample(
        "fftfreq",
        lambda n, d=1.0, dtype=None: np.fft.fftfreq(n, d),
        [case(4, dtype=DTYPE), case(5, 0.3, dtype=DTYPE), case(1, dtype=DTYPE)],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "rfftfreq",
        lambda n, d=1.0, dtype=None: np.fft.rfftfreq(n, d),
        [case(4, dtype=DTYPE), case(5, 0.3, dtype=DTYPE), case(1, dtype=DTYPE)],
        dtypes=FLOATS + HALVES,
    ),
    Sample(
        "fftshift",
        np.fft.fftshift,
        [case(draw(3, 4)), case(draw(4)), case(draw(2, 3, 4), axes=(0, -1)),
         case(draw(3, 4), axes=1), case(values([1, 2, 3]))],
        dtypes=FLOATS + HALVES + INTS + COMPLEXES + ("uint16",),
    ),
    Sample(
        "ifftshift",
        np.fft.ifftshift,
        [case(draw(3, 4)), case(draw(4)), case(draw(2, 3, 4), axes=(0, -1)),
         case(draw(3, 4), axes=1), case(values([1, 2, 3]))],
        dtypes=FLOATS + HALVES + INTS + COMPLEXES + ("uint16",),
    ),
]  # fmt: skip
