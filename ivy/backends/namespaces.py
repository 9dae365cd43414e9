"""The extensions `linalg` and `fft` of the Array API, for each backend: `xp.linalg.svd`."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any

LINALG = (
    "cholesky cross det diagonal eig eigh eigvals eigvalsh inv matmul matrix_norm matrix_power "
    "matrix_rank matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot trace vecdot "
    "vector_norm"
).split()
FFT = ("fftfreq fftn fftshift hfft ifftn ifftshift ihfft irfft irfftn rfft rfftfreq rfftn").split()


class Fourier(SimpleNamespace):
    """The functions of `xp.fft`; called itself it transforms along one axis, as `ivy.fft`."""

    def __call__(self, x: Any, dim: int = -1, norm: str = "backward", n: int | None = None) -> Any:
        return self.along_one_axis(x, dim, norm, n)


def attach(space: ModuleType) -> None:
    """Give a backend its namespaces `linalg` and `fft`."""
    transform, inverse = space.fft, space.ifft

    def fft(x: Any, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Any:
        return transform(x, axis, norm, n)

    def ifft(x: Any, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Any:
        return inverse(x, axis, norm, n)

    others = {name: getattr(space, name) for name in FFT}
    fourier = Fourier(along_one_axis=transform, fft=fft, ifft=ifft, **others)
    linalg = SimpleNamespace(**{name: getattr(space, name) for name in LINALG})
    vars(space).update(fft=fourier, linalg=linalg)
