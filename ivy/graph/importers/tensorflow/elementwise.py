"""Rules for elementwise operations of TensorFlow."""

from __future__ import annotations

import numpy as np

from ivy.graph.importers.tensorflow.values import rule, table
from ivy.graph.rules import Unsupported, called

_UNARY = (
    "Abs Acos Acosh Asin Asinh Atan Atanh Ceil Conj Cos Cosh Digamma Elu Erf Erfc Erfinv Exp "
    "Expm1 Floor IsFinite IsInf IsNan Lgamma Log Log1p Reciprocal Relu Relu6 Round Selu "
    "Sigmoid Sign Sin Sinh Softmax Softplus Softsign Sqrt Square Tan Tanh Xlogy Igamma Zeta"
).split()
_BINARY = ("Add Atan2 Greater Less Maximum Minimum NextAfter Pow").split()
table(called, {name: name.lower() for name in _UNARY})
table(called, {
    "Inv": "reciprocal", "Invert": "bitwise_invert", "LogicalNot": "logical_not",
    "LogSoftmax": "log_softmax", "Neg": "negative", "Rint": "round",
    "StopGradient": "stop_gradient", "PreventGradient": "stop_gradient", "BesselI0": "i0",
    "OnesLike": "ones_like", "Where": "argwhere", "ZerosLike": "zeros_like",
})  # fmt: skip
table(called, {name: name.lower() for name in _BINARY}, numbers=True)
table(called, {
    "AddV2": "add", "BitwiseAnd": "bitwise_and", "BitwiseOr": "bitwise_or",
    "BitwiseXor": "bitwise_xor", "Div": "divide", "FloorDiv": "floor_divide",
    "FloorMod": "remainder", "GreaterEqual": "greater_equal", "LeftShift": "bitwise_left_shift",
    "LessEqual": "less_equal", "LogicalAnd": "logical_and", "LogicalOr": "logical_or",
    "Mul": "multiply", "RealDiv": "divide", "RightShift": "bitwise_right_shift",
    "Sub": "subtract", "TruncateDiv": "trunc_divide", "TruncateMod": "fmod", "Mod": "fmod",
}, numbers=True)  # fmt: skip


def _comparison(build, x, y, incompatible_shape_error=True, *, op):
    shapes = [getattr(z, "shape", ()) for z in (x, y)]
    if not incompatible_shape_error and None not in shapes:  # as of `x == y`
        try:
            np.broadcast_shapes(*([1 if n is None else n for n in shape] for shape in shapes))
        except ValueError as error:
            raise Unsupported(f"tensors of the shapes {shapes}, which are not equal") from error
    return getattr(build, op)(x, y)


table(_comparison, {"Equal": "equal", "NotEqual": "not_equal"}, numbers=True)


@rule("ApproximateEqual")
def _approximately_equal(build, x, y, tolerance=1e-5):
    return build.less(build.abs(build.subtract(x, y)), tolerance)


@rule("Rsqrt")
def _rsqrt(build, x):
    return build.reciprocal(build.sqrt(x))


@rule("AddN")
def _add_n(build, *xs):
    total = xs[0]
    for x in xs[1:]:
        total = build.add(total, x)
    return build.identity(total) if len(xs) == 1 else total


@rule("BiasAdd", "BiasAddV1")
def _bias_add(build, x, bias, data_format="NHWC"):
    if data_format == "NCHW" and x.shape is not None and len(x.shape) > 2:
        bias = build.reshape(bias, (-1, *(1,) * (len(x.shape) - 2)))
    return build.add(x, bias)


@rule("LeakyRelu")
def _leaky_relu(build, x, alpha=0.2):
    return build.leaky_relu(x, alpha=alpha)


@rule("Bucketize")
def _bucketize(build, x, boundaries):
    edges = build.constant(np.asarray(boundaries, "float32"))
    x = x if x.dtype == "float32" else build.astype(x, "float32")
    return build.astype(build.searchsorted(edges, x, side="right"), "int32")


@rule("Cast")
def _cast(build, x, DstT, Truncate=False):
    if Truncate:
        raise Unsupported("Truncate=True")
    return x if x.dtype == DstT else build.astype(x, DstT)


@rule("Bitcast")
def _bitcast(build, x, type):
    if np.dtype(x.dtype).itemsize != np.dtype(type).itemsize:
        raise Unsupported(f"the bits of {x.dtype} read as {type}")
    return x if x.dtype == type else build.bitcast(x, type)


@rule("SelectV2")
def _select(build, condition, x, y):
    return build.where(condition, x, y)


def _of_complex(build, *xs, Tout, op):
    return getattr(build, op)(*xs)


table(_of_complex, {name: name.lower() for name in ("Complex", "Real", "Imag", "Angle")})
table(_of_complex, {"ComplexAbs": "abs"})


@rule("CheckNumerics")
def _check_numerics(build, x, message=""):
    return x


@rule("SparseSoftmaxCrossEntropyWithLogits")
def _sparse_cross_entropy(build, logits, labels):
    logs = build.log_softmax(logits, axis=-1)
    places = build.expand_dims(labels, axis=-1)
    picked = build.squeeze(build.take_along_axis(logs, places, axis=-1), axis=-1)
    classes = build.length(logits, -1)
    hot = build.one_hot(labels, classes, dtype=logits.dtype)
    return build.negative(picked), build.subtract(build.softmax(logits, axis=-1), hot)
