"""Fit a polynomial by least squares: python examples/polynomial_fit.py [backend]."""

import sys

import ivy


def fit(x: ivy.Array, y: ivy.Array, degree: int) -> ivy.Array:
    """Return the coefficients, lowest power first, by a QR decomposition."""
    powers = ivy.stack([x**k for k in range(degree + 1)], axis=1)
    q, r = ivy.qr(powers)
    return ivy.solve(r, q.T @ y)


def evaluate(coefficients: ivy.Array, x: ivy.Array) -> ivy.Array:
    """Return the values of the polynomial, by Horner's rule."""
    result = ivy.zeros_like(x)
    for coefficient in reversed(list(coefficients)):
        result = result * x + coefficient
    return result


def main(backend: str) -> list[float]:
    """Return the coefficients of a fit to a noisy cubic, and the remaining error."""
    with ivy.use_backend(backend):
        x = ivy.linspace(-1.0, 1.0, 50)
        y = 1.0 - 2.0 * x + 3.0 * x**3 + 0.05 * ivy.sin(100.0 * x)
        coefficients = fit(x, y, degree=3)
        error = ivy.sqrt(ivy.mean(ivy.square(evaluate(coefficients, x) - y)))
        return [*coefficients.tolist(), error.item()]


if __name__ == "__main__":
    *coefficients, error = main(*sys.argv[1:] or ["numpy"])
    print("coefficients", *(f"{value:.3f}" for value in coefficients))
    print(f"root mean square error {error:.4f}")
