"""Every public name of the first Ivy is here, functions with their parameters.

`api/functions.json` lists them: those of the newest version ("2024"), and those that only the
version of March 2023 or the wheel 1.0.0.5 had. Constants and classes have no signature there.

A call that was right is right: parameters that were given by position are at their places, those
that were given by name have their names, and defaults are the same. Parameters that start with an
underscore were private.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ivy
from ivy import dispatch
from tests import reach, samples, test_constants, test_gradients_by_hand, test_sample_gradients
from tests.test_settings import DEFAULT_DTYPES, MODES

LISTED: list[dict[str, str | None]] = json.loads(
    (Path(__file__).parent / "api" / "functions.json").read_text()
)

NOT_PROVIDED = {
    "IfElse": "a placeholder of the tracer of 2023; if_else is what it stood for",
    "NativeSparseArray": "never instantiated; is_native_sparse_array tells",
    "NestedSequence": "only an annotation",
    "WhileLoop": "a placeholder of the tracer of 2023; while_loop is what it stood for",
    "asarray_handle_nestable": "decorated asarray in 2023; asarray takes Containers itself",
    "asarray_infer_device": "decorated asarray in 2023; asarray knows the default device itself",
    "asarray_to_native_arrays_and_back": "decorated asarray in 2023",
    "deserialize": "an activation by its name; getattr(ivy, name) is one",
    "get": "an activation by its name; getattr(ivy, name) is one",
}
"""Name -> why ivy does not have it."""

DIFFERENT_PARAMETERS = {
    "clip": "by the Array API min and max; x_min and x_max are accepted by name",
    "copy_array": "to_ivy_array=None: a native array is copied to a native one",
    "execute_with_gradients": "None, all arrays, by default, as in 2023; not only the first",
    "igamma": "x is required, as it was on every backend",
    "pad": "no **kwargs: they were for a function as mode, which only NumPy could run",
    "rfftn": "norm='backward' by default, which None stood for",
    "searchsorted": "ret_dtype=None by default: int64, or int32 where JAX has no 64 bits",
    "shape_array_mode": "a value, as all modes are",
    "tensorsolve": "axes=None by default, as on the backends",
    "to_dlpack": "no out: a capsule cannot be written into",
    "trace": "by the Array API over the last two axes by default",
}
"""Function -> why its parameters are not those of the first Ivy."""

OF_NO_FRAMEWORK = {
    *("arg_info", "arg_names", "default", "match_kwargs", "try_else_none", "FN_CACHE", "INF"),
    *("can_cast", "dtype_bits", "promote_types", "get_referrers_recursive"),
    "prune_empty",
}
"""Names about Python objects and names of dtypes, which one test for all backends calls."""

WITHOUT_GRADIENT = {
    # truth values, integers, indices, shapes and what is known of an array
    *("all", "all_equal", "allclose", "any", "array_equal", "equal", "greater", "greater_equal"),
    *("has_nans", "isclose", "isfinite", "isin", "isinf", "isnan", "isreal", "less", "less_equal"),
    *("logical_and", "logical_not", "logical_or", "logical_xor", "not_equal", "signbit"),
    *("value_is_nan", "requires_gradient", "check_scalar", "binarizer", "matrix_rank", "nms"),
    *(
        "bitcast",
        "bitwise_and",
        "bitwise_invert",
        "bitwise_left_shift",
        "bitwise_or",
        "bitwise_right_shift",
    ),
    *("bitwise_xor", "gcd", "lcm", "argmax", "argmin", "argsort", "argwhere", "count_nonzero"),
    *("histogram", "invert_permutation", "lexsort", "nonzero", "searchsorted", "tril_indices"),
    *("triu_indices", "unravel_index", "broadcast_shapes", "get_num_dims", "itemsize", "shape"),
    *("size", "strides", "to_list", "to_scalar", "one_hot", "nextafter"),
    # which elements there are is decided by their values
    *("unique_all", "unique_consecutive", "unique_counts", "unique_inverse", "unique_values"),
    # new arrays that only take a shape and a dtype
    *("empty_like", "eye_like"),
    # drawn numbers
    *("bernoulli", "beta", "dirichlet", "gamma", "multinomial", "poisson", "randint", "random_cp"),
    *("random_normal", "random_parafac2", "random_tr", "random_tt", "random_tucker"),
    *("random_uniform",),
    # iterations from a start that is drawn, or decompositions that are not unique
    *("initialize_tucker", "partial_tucker"),
}
"""Functions with a sample that have no gradient."""

WITHOUT_OPERANDS = {
    *("arange", "empty", "eye", "frombuffer", "full", "indices", "ones", "zeros", "asarray"),
    *("fftfreq", "rfftfreq", "blackman_window", "hamming_window", "hann_window", "kaiser_window"),
    *("kaiser_bessel_derived_window", "mel_weight_matrix", "vorbis_window"),
}
"""Functions that make arrays from numbers: there is nothing to differentiate by."""

DIFFERENTIABLE_WITHOUT_SAMPLE = {
    *("if_else", "while_loop", "for_loop", "vmap", "rnn", "reduce", "inplace_update"),
    *("bind_custom_gradient_function", "execute_with_gradients", "value_and_grad", "grad", "jac"),
    *("vjp", "jvp"),
}
"""Functions of functions, whose gradients tests of their own take."""

ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class Listed:
    """The parameters of a listed function, private ones left out."""

    def __init__(self, signature: str) -> None:
        [function] = ast.parse(f"def f{signature}: ...").body
        assert isinstance(function, ast.FunctionDef)
        spec = function.args
        plain = [*spec.posonlyargs, *spec.args]
        required = [None] * (len(plain) - len(spec.defaults))
        defaults = {
            **dict(zip([arg.arg for arg in plain], [*required, *spec.defaults], strict=True)),
            **dict(zip([arg.arg for arg in spec.kwonlyargs], spec.kw_defaults, strict=True)),
        }
        self.by_position = [arg.arg for arg in plain if not arg.arg.startswith("_")]
        nameless = [arg.arg for arg in spec.posonlyargs]
        self.by_name = [n for n in defaults if n not in nameless and not n.startswith("_")]
        self.defaults = {name: ast.unparse(d) for name, d in defaults.items() if d is not None}
        self.any_number = [arg.arg for arg in (spec.vararg, spec.kwarg) if arg is not None]


def text_of(default: Any) -> str:
    """Return a default as it is written."""
    return getattr(default, "__name__", None) or repr(default)


def same_default(listed: str, default: Any) -> bool:
    """Return whether two defaults are equal: 1 and 1.0 are, True and 1 are not."""
    if listed == "float('-inf')":
        return bool(default == -float("inf"))
    try:
        value = ast.literal_eval(listed)
    except ValueError:  # the name of a function or dtype
        return text_of(default) == listed.rpartition(".")[2]
    if isinstance(value, (list, tuple)):
        return isinstance(default, (list, tuple)) and list(value) == list(default)
    return bool(value == default) and isinstance(value, bool) == isinstance(default, bool)


def differences(listed: Listed, function: Any) -> Iterator[str]:
    """Yield what is different about the parameters of ivy's function."""
    ours = inspect.signature(function).parameters
    plain = [p for p in ours.values() if p.kind not in ANY_NUMBER]
    by_position = [p.name for p in plain if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    by_name = [p.name for p in plain if p.kind is not inspect.Parameter.POSITIONAL_ONLY]
    # Of what was given by position only, the name is nobody's business.
    places = dict(zip(listed.by_position, by_position, strict=False))
    wrong = [n for n in listed.by_position if n not in places]
    wrong += [n for n, own in places.items() if n in listed.by_name and n != own]
    if wrong:
        yield f"not at their positions: {', '.join(wrong)}"
    if missing := [name for name in listed.by_name if name not in by_name]:
        yield f"not accepted by name: {', '.join(missing)}"
    if missing := [n for n in listed.any_number if n not in ours or ours[n] in plain]:
        yield f"not any number of: {', '.join(missing)}"
    known = {own: name for name, own in places.items()} | {n: n for n in listed.by_name}
    for parameter in plain:
        required = parameter.default is inspect.Parameter.empty
        default = listed.defaults.get(known.get(parameter.name, ""))
        if required and (default is not None or parameter.name not in known):
            yield f"required: {parameter.name}"
        elif default is not None and not same_default(default, parameter.default):
            yield f"default of {parameter.name}: {text_of(parameter.default)}, not {default}"


@pytest.mark.parametrize("row", LISTED, ids=lambda row: f"{row['category']}/{row['name']}")
def test_name_is_provided(row: dict[str, str | None]) -> None:
    name, signature = str(row["name"]), row["signature"]
    if name in NOT_PROVIDED:
        assert not hasattr(ivy, name), "it exists: take it out of NOT_PROVIDED"
        return
    assert hasattr(ivy, name), f"ivy.{name}{signature or ''} is missing"
    if signature is None:
        return
    function = getattr(ivy, name)
    found = [*differences(Listed(signature), function)] if callable(function) else ["a value"]
    if name in DIFFERENT_PARAMETERS:
        assert found, "it has the listed parameters: take it out of DIFFERENT_PARAMETERS"
    else:
        assert not found, f"ivy.{name}{signature}: {'; '.join(found)}"


def setting_names() -> set[str]:
    """Return the functions of the settings that `test_settings.py` tests by their tables."""
    tested = [*MODES, *DEFAULT_DTYPES]
    camel = {"".join(word.capitalize() for word in name.split("_")) for name in tested}
    read = {f"get_{name}" for name in test_constants.READ}
    return {f"{verb}{name}" for name in tested for verb in ("set_", "unset_", "")} | camel | read


def test_every_provided_name_is_tested() -> None:
    """Functions of arrays on every backend; constants and settings once for all."""
    provided = {str(row["name"]) for row in LISTED} - {*NOT_PROVIDED} | {*dispatch.OPERATIONS}
    on_backends = {sample.name for sample in samples.load()} | reach.reached_by_tests()
    constants = {*test_constants.PREFIXES, "e", "pi", "nan", "inf", "newaxis"}
    once = setting_names() | constants | (OF_NO_FRAMEWORK & reach.reached_without_backend())
    missing = sorted(provided - on_backends - once)
    assert not missing, f"no test with the fixture `backend` calls: {missing}"
    assert not sorted(OF_NO_FRAMEWORK & on_backends), "tested on every backend: take them out"
    listed = {str(row["name"]) for row in LISTED}
    assert len(on_backends & provided & listed) >= 600


def test_every_differentiable_function_has_a_test_of_its_gradient() -> None:
    """By a sample, by a case of `test_gradients_by_hand.py`, or by a test of its own."""
    by_sample = {row.values[0].name for row in test_sample_gradients.rows()}
    by_hand = {*test_gradients_by_hand.CASES, *test_gradients_by_hand.CONSTANT_BETWEEN_JUMPS}
    sampled = {sample.name for sample in samples.load()}
    missing = sampled - by_sample - by_hand - WITHOUT_GRADIENT - WITHOUT_OPERANDS
    missing |= DIFFERENTIABLE_WITHOUT_SAMPLE - reach.reached_by_gradient_tests()
    assert not sorted(missing), "no test of their gradients"
    assert not sorted((by_sample | by_hand) & (WITHOUT_GRADIENT | WITHOUT_OPERANDS))


def test_exceptions_are_of_listed_names() -> None:
    names = {row["name"] for row in LISTED}
    assert len(names) == len(LISTED)
    assert {*NOT_PROVIDED, *DIFFERENT_PARAMETERS} <= names
    assert not {*NOT_PROVIDED} & {*DIFFERENT_PARAMETERS}


@pytest.mark.parametrize(
    ("signature", "function", "difference"),
    [
        ("(x, /, y)", lambda y, x: 0, "not at their positions: y"),
        ("(x, /, y)", lambda x: 0, "not accepted by name: y"),
        ("(x, y)", lambda x, /, y: 0, "not accepted by name: x"),
        ("(x, *, y=1)", lambda x, y: 0, "required: y"),
        ("(x, y=1)", lambda x, y=1, *, z: 0, "required: z"),
        ("(x, *, y=True)", lambda x, y=1: 0, "default of y: 1, not True"),
        ("(*xs)", lambda xs: 0, "not any number of: xs"),
    ],
)
def test_differences_are_found(signature: str, function: Any, difference: str) -> None:
    assert difference in [*differences(Listed(signature), function)]


def test_what_is_no_difference() -> None:
    def ours(a: Any, y: Any = 1.0, z: Any = None, more: Any = 0) -> Any: ...

    assert not [*differences(Listed("(x, /, y=1, *, z=None, _private=3)"), ours)]
