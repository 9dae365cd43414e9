"""Gradients of complex numbers, compared with differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from tests.helpers import to_numpy

_COMPLEX_FUNCTIONS = (
    "exp expm1 exp2 log log1p log2 log10 sqrt sin cos tan sinh cosh tanh asin acos atan asinh "
    "acosh atanh square reciprocal conj abs real imag angle sign sigmoid softplus silu mish"
).split()


@pytest.mark.parametrize("name", _COMPLEX_FUNCTIONS)
def test_gradients_at_complex_numbers_that_are_real_or_0(name: str, backend: str) -> None:
    """What mends values there, by a constant or a sign, must not replace the derivative too."""
    function = getattr(ivy, name)

    def value(z: complex) -> complex:
        return complex(to_numpy(function(ivy.array(z, dtype="complex128"))))

    is_real = "complex" not in str(function(ivy.array(1j, dtype="complex128")).dtype)
    step = 1e-5
    for z in (0j, 0.5 + 0j, -0.5 + 0j, 2 + 0j, -2 + 0j, 0.5j, -2j, 0.3 + 0.4j, -1.2 + 0.7j):
        slopes = []
        with np.errstate(all="ignore"):
            for way in (1, 1j):
                ahead, at, behind = value(z + step * way), value(z), value(z - step * way)
                # No kink, pole or branch cut.
                if max(abs(ahead - 2 * at + behind) / step, abs(ahead - behind)) < 1e-3:
                    slopes.append((ahead - behind) / (2 * step))
        if len(slopes) < 2:
            continue
        for part in ("real",) if is_real else ("real", "imag"):
            of_part = function if is_real else lambda x, p=part: getattr(ivy, p)(function(x))
            found = ivy.grad(of_part)(ivy.array(z, dtype="complex128"))
            expected = complex(*(getattr(slope, part) for slope in slopes))
            np.testing.assert_allclose(to_numpy(found), expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("base", [2 + 0j, 1 + 2j, -1 + 1j])
def test_gradient_of_a_complex_power_by_an_exponent_of_0(base: complex, backend: str) -> None:
    p = ivy.array(0j, dtype="complex128")
    found = ivy.grad(lambda p: ivy.real(ivy.pow(ivy.array(base, dtype="complex128"), p)))(p)
    np.testing.assert_allclose(to_numpy(found), np.conj(np.log(base)), rtol=1e-12)


@pytest.mark.parametrize("output", ["det", "sign", "logabsdet"])
def test_gradients_of_determinants_of_complex_matrices(output: str, backend: str) -> None:
    generator = np.random.default_rng(0)
    values = generator.normal(size=(3, 3)) + 1j * generator.normal(size=(3, 3))

    def function(x: Any, xp: Any) -> Any:
        if output == "det":
            return xp.linalg.det(x)
        return getattr(xp.linalg.slogdet(x), output)

    def loss(x: Any) -> Any:
        found = function(x, ivy)
        weighted = found if output == "logabsdet" else ivy.real(found * (2 - 3j))
        return ivy.real(weighted)

    def reference(x: np.ndarray[Any, Any]) -> float:
        found = np.linalg.det(x)
        if output == "logabsdet":
            return float(np.log(abs(found)))
        return float((found * (2 - 3j) / (abs(found) if output == "sign" else 1)).real)

    expected, step = np.zeros((3, 3), complex), 1e-6
    for i in np.ndindex(3, 3):
        for way in (1, 1j):
            change = np.zeros((3, 3), complex)
            change[i] = step * way
            expected[i] += way * (reference(values + change) - reference(values - change))
    found = ivy.grad(loss)(ivy.array(values, dtype="complex128"))
    np.testing.assert_allclose(to_numpy(found), expected / (2 * step), rtol=1e-6, atol=1e-6)
