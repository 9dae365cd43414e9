"""Remove noise from a signal with an FFT: python examples/denoise.py [backend]."""

import sys

import ivy


def low_pass(signal: ivy.Array, keep: int) -> ivy.Array:
    """Return the signal with all but its `keep` lowest frequencies removed."""
    spectrum = ivy.fft.rfft(signal)
    kept = ivy.arange(spectrum.shape[0]) < keep
    return ivy.fft.irfft(ivy.where(kept, spectrum, ivy.zeros_like(spectrum)))


def main(backend: str) -> list[float]:
    """Return the error before and after filtering, and the first values of the result."""
    with ivy.use_backend(backend):
        time = ivy.arange(256, dtype="float32") / 256.0
        clean = ivy.sin(time * 4.0 * ivy.pi) + 0.5 * ivy.cos(time * 10.0 * ivy.pi)
        noisy = clean + 0.3 * ivy.sin(time * 150.0 * ivy.pi)
        filtered = low_pass(noisy, keep=8)
        errors = [ivy.max(ivy.abs(signal - clean)).item() for signal in (noisy, filtered)]
        return [*errors, *filtered[:4].tolist()]


if __name__ == "__main__":
    before, after, *_ = main(*sys.argv[1:] or ["numpy"])
    print(f"largest error before {before:.3f}, after {after:.1e}")
