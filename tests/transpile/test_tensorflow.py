"""Keras models and layers, `tf.Module`s and functions of TensorFlow on every framework."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tensorflow")
pytest.importorskip("keras")

import keras
import tensorflow as tf
from keras import layers

import ivy
from ivy.graph.rules import IvyTranspileException
from ivy.graph.transpile import trace_graph, transpile
from tests.helpers import to_numpy
from tests.transpile.checks import Run, sizes_may_be_fixed
from tests.transpile.tensorflow_checks import (
    check_five_steps,
    check_function,
    check_in_training,
    check_model,
    integers,
    perturb,
    positive,
    rand,
)

# ---- models -------------------------------------------------------------------------------------


def images(*shape: int) -> Any:
    return lambda batch: (rand(batch, *shape, seed=batch),)


def tokens(length: int, high: int) -> Any:
    return lambda batch: (integers(high, batch, length, seed=batch),)


def decoder(blocks: int = 2) -> Any:
    given = keras.Input((6,), dtype="int32")
    h = layers.Embedding(11, 8)(given)
    for _ in range(blocks):
        normal = layers.LayerNormalization()(h)
        h = h + layers.MultiHeadAttention(2, 4)(normal, normal, use_causal_mask=True)
        wide = layers.Dense(16, activation="gelu")(layers.LayerNormalization()(h))
        h = h + layers.Dropout(0.0)(layers.Dense(8)(wide))
    return keras.Model(given, layers.Dense(11)(layers.RMSNormalization()(h)))


def residual() -> Any:
    given = keras.Input((8, 8, 3))
    h = layers.Conv2D(8, 3, strides=2, padding="same", use_bias=False)(given)
    h = layers.Activation("relu")(layers.BatchNormalization()(h))
    other = layers.BatchNormalization(scale=False)(layers.Conv2D(8, 1)(h))
    h = layers.add([h, layers.ReLU(6.0)(other)])
    h = layers.MaxPooling2D(2, padding="same")(layers.ZeroPadding2D(1)(h))
    return keras.Model(given, layers.Dense(5)(layers.GlobalAveragePooling2D()(h)))


def separable() -> Any:
    given = keras.Input((8, 8, 4))
    h = layers.DepthwiseConv2D(3, padding="same", dilation_rate=2)(given)
    h = layers.BatchNormalization()(layers.SeparableConv2D(6, 3)(h))
    squeezed = layers.GlobalAveragePooling2D(keepdims=True)(h)
    gate = layers.Conv2D(6, 1, activation="hard_sigmoid")(squeezed)
    h = layers.multiply([layers.Activation("silu")(h), gate])
    h = layers.Conv2D(6, 3, groups=2, padding="same")(h)
    return keras.Model(given, layers.Flatten()(layers.AveragePooling2D(3, padding="same")(h)))


def dense_block() -> Any:
    given = keras.Input((8, 8, 3))
    h = layers.Conv2D(4, 3, padding="same")(given)
    for _ in range(2):
        new = layers.Conv2D(4, 3, padding="same")(layers.ReLU()(layers.BatchNormalization()(h)))
        h = layers.Concatenate()([h, new])
    h = layers.Conv2DTranspose(3, 3, strides=2, padding="same")(layers.AveragePooling2D(2)(h))
    return keras.Model(given, layers.UpSampling2D(interpolation="bilinear")(h))


def groups() -> Any:
    given = keras.Input((6, 6, 4))
    h = layers.GroupNormalization(2)(layers.Conv2D(4, 3)(given))
    h = layers.LayerNormalization(axis=(1, 2, 3))(h)
    h = layers.Permute((3, 1, 2))(layers.Activation("gelu")(h))
    h = layers.UnitNormalization()(layers.Reshape((4, 16))(h))
    return keras.Model(given, layers.Conv1D(3, 2, padding="causal")(h))


def recurrent(first: Any, last: Any) -> Any:
    return keras.Sequential([layers.Input((5, 3)), first, last, layers.Dense(2)])


def lstm() -> Any:
    return recurrent(layers.LSTM(4, return_sequences=True), layers.LSTM(3))


def gru() -> Any:
    return recurrent(layers.GRU(4, return_sequences=True), layers.GRU(3))


def masked() -> Any:
    given = keras.Input((3,), dtype="int32")
    h = layers.Embedding(9, 4, mask_zero=True)(given)
    h = layers.Bidirectional(layers.LSTM(3, return_sequences=True))(h)
    return keras.Model(given, layers.GRU(3, go_backwards=True, reset_after=False)(h))


def volumes() -> Any:
    stack = [
        layers.Conv3D(3, 2, padding="same"),
        layers.MaxPooling3D(2),
        layers.Conv3DTranspose(2, 2, strides=2),
        layers.GlobalMaxPooling3D(),
    ]
    return keras.Sequential([layers.Input((4, 4, 4, 2)), *stack])


MODELS: dict[str, tuple[Any, Any]] = {
    "decoder": (lambda: decoder(1), tokens(6, 11)),
    "residual": (residual, images(8, 8, 3)),
    "separable": (separable, images(8, 8, 4)),
    "dense_block": (dense_block, images(8, 8, 3)),
    "groups": (groups, images(6, 6, 4)),
    "lstm": (lstm, images(5, 3)),
    "gru": (gru, images(5, 3)),
    "masked": (masked, tokens(3, 9)),
    "volumes": (volumes, images(4, 4, 4, 2)),
}


@pytest.mark.one_column
@pytest.mark.parametrize("name", MODELS)
def test_model(name: str, backend: str) -> None:
    keras.utils.set_random_seed(0)
    make, inputs = MODELS[name]
    check_model(make(), inputs, backend, gradients=backend != "numpy" or name == "residual")


@pytest.mark.large
@pytest.mark.parametrize("name", MODELS)
def test_training(name: str, backend: str) -> None:
    keras.utils.set_random_seed(0)
    make, inputs = MODELS[name]
    check_five_steps(make(), inputs, backend)


APPLICATIONS = {
    "MobileNetV2": {"alpha": 0.35, "input_shape": (32, 32, 3)},
    "ResNet50": {"input_shape": (32, 32, 3)},
    "DenseNet121": {"input_shape": (32, 32, 3)},
    "InceptionV3": {"input_shape": (75, 75, 3)},
    "EfficientNetB0": {"input_shape": (32, 32, 3)},
    "MobileNetV3Small": {"input_shape": (32, 32, 3)},
    "Xception": {"input_shape": (71, 71, 3)},
    "NASNetMobile": {"input_shape": (32, 32, 3)},
    "ConvNeXtTiny": {"input_shape": (32, 32, 3)},
}
WITHOUT_DROPOUT = ("MobileNetV2", "ResNet50", "DenseNet121", "InceptionV3")


def application(name: str) -> Any:
    make = getattr(keras.applications, name)
    return make(weights=None, classes=7, classifier_activation=None, **APPLICATIONS[name])


@contextmanager
def double_precision() -> Iterator[None]:
    keras.config.set_dtype_policy("float64")
    try:
        yield
    finally:
        keras.config.set_dtype_policy("float32")


@pytest.mark.large
@pytest.mark.parametrize("name", APPLICATIONS)
def test_application(name: str, backend: str) -> None:
    inputs = images(*APPLICATIONS[name]["input_shape"])
    check_model(application(name), inputs, backend, (2, 3), training=False)


@pytest.mark.large
@pytest.mark.parametrize("name", WITHOUT_DROPOUT)
def test_application_training(name: str, backend: str) -> None:
    keras.utils.set_random_seed(0)
    shape = APPLICATIONS[name]["input_shape"]
    with double_precision():
        model = application(name)
        check_in_training(model, lambda n: (rand(n, *shape, dtype="float64"),), backend)


@pytest.mark.one_column
def test_double_precision(backend: str) -> None:
    with double_precision():
        model = residual()
        check_model(model, lambda n: (rand(n, 8, 8, 3, dtype="float64"),), backend, double=True)


# ---- names, modes and state ---------------------------------------------------------------------


def test_operations_are_raised_to_one() -> None:
    graph = trace_graph(decoder(1), args=tokens(6, 11)(2))
    ops = [node.op for node in graph.nodes]
    # Keras 3.10 normalizes by `x * a + b` and attends in another way: these stay as they are.
    is_recent = hasattr(keras.ops, "layer_normalization")
    for op, count in {
        "embedding": 1,
        "layer_norm": 2 * is_recent,
        "rms_norm": 1,
        "scaled_dot_product_attention": 1 * is_recent,
        "gelu": 1,
    }.items():
        assert ops.count(op) == count, (op, graph)
    assert ("mean" in ops) != is_recent
    node = next(node for node in graph.nodes if node.op == "gelu")
    assert node.scope[-1][1] == "Dense"


def test_one_graph_serves_both_modes(backend: str) -> None:
    keras.utils.set_random_seed(0)
    given = keras.Input((20,))
    h = layers.Dropout(0.5)(layers.BatchNormalization()(given))
    model = perturb(keras.Model(given, h))
    x = rand(40, 20)
    graph = trace_graph(model, args=(x,))
    assert graph.train is None
    run = Run(graph, backend)
    (still,), _ = run((x,))
    with ivy.rng(0):
        (trained,), mutations = run((x,), training=True)
    assert 0.4 < np.mean(trained == 0) < 0.6
    assert not (still == 0).any()
    assert set(mutations) == {f"{layer}.{name}" for layer, name in _statistics(model)}


def _statistics(model: Any) -> list[tuple[str, str]]:
    paths = [v.path.split("/") for v in model.non_trainable_variables]
    return [(path[0], path[1]) for path in paths if path[1].startswith("moving")]


def test_modes_that_differ_are_two_graphs(backend: str) -> None:
    class Doubling(layers.Layer):
        def call(self, x: Any, training: bool = False) -> Any:
            return tf.exp(x) if training else x * 2

    model = keras.Sequential([layers.Input((3,)), Doubling(), layers.Dense(2)])
    graph = trace_graph(model, args=(rand(2, 3),))
    assert graph.train is not None
    x = rand(4, 3)
    for training, each in ((False, graph), (True, graph.train)):
        (found,), _ = Run(each, backend)((x,), training=training)
        np.testing.assert_allclose(found, model(x, training=training), rtol=1e-5, atol=1e-6)


def test_frozen_layers() -> None:
    given = keras.Input((4,))
    h = layers.Dense(3, name="fixed", trainable=False)(given)
    h = layers.BatchNormalization(name="norm", trainable=False)(h)
    graph = trace_graph(keras.Model(given, h), args=(rand(2, 4),))
    assert graph.frozen == {"fixed.kernel", "fixed.bias", "norm.gamma", "norm.beta"}
    assert set(graph.buffers) == {"norm.moving_mean", "norm.moving_variance"}
    assert not graph.mutations


def test_module_with_a_counter(backend: str) -> None:
    class Counting(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weights = [tf.Variable(rand(4, 3)), tf.Variable(rand(3, seed=1))]
            self.calls = tf.Variable(0, trainable=False)

        def __call__(self, x: Any) -> Any:
            self.calls.assign_add(1)
            return x @ self.weights[0] + self.weights[1] * tf.cast(self.calls, tf.float32)

    module = Counting()
    x = rand(2, 4)
    graph = trace_graph(module, args=(x,))
    assert set(graph.parameters) == {"weights.0", "weights.1"}
    (found,), mutations = Run(graph, backend)((x,))
    np.testing.assert_allclose(found, module(x), rtol=1e-5, atol=1e-6)
    assert mutations["calls"] == 1


def test_transpiled_layer_builds_and_trains(backend: str) -> None:
    layer = layers.Dense(3, activation="tanh")
    x = rand(2, 4)
    translated = transpile(layer, to=backend, args=(x,))
    found = translated(ivy.to_backend(x, backend))
    np.testing.assert_allclose(to_numpy(found), layer(x), rtol=1e-5, atol=1e-6)


def test_dynamic_batch_inside_tf_function() -> None:
    model = perturb(decoder(1))
    translated = transpile(model, to="tensorflow", args=tokens(6, 11)(2))
    compiled = tf.function(translated, input_signature=[tf.TensorSpec((None, 6), tf.int32)])
    for batch in (2, 5):
        (x,) = tokens(6, 11)(batch)
        np.testing.assert_allclose(compiled(x), model(x), rtol=1e-4, atol=1e-5)


def test_fixed_sizes_are_said(backend: str) -> None:
    def function(x: Any) -> Any:
        return tf.add_n([row * i for i, row in enumerate(tf.unstack(x))])

    x = rand(3, 4)
    with pytest.warns(UserWarning, match="for arrays of the sizes given"):
        graph = trace_graph(function, source="tensorflow", args=(x,))
    assert graph.inputs()[0].shape == (3, 4)
    np.testing.assert_allclose(Run(graph, backend)((x,))[0][0], function(x), rtol=1e-5)
    trace_graph(function, source="tensorflow", args=(x,), dynamic_batch=False)


def test_nested_arguments_and_results(backend: str) -> None:
    def function(pair: Any, scale: float = 2.0) -> Any:
        return {"added": pair["a"] + pair["b"][0], "scaled": (pair["a"] * scale,)}

    given = ({"a": rand(2, 3), "b": [rand(2, 3, seed=1)]},)
    graph = trace_graph(function, source="tensorflow", args=given, kwargs={"scale": 3.0})
    assert set(graph.outputs) == {"added", "scaled"}
    results, _ = Run(graph, backend)(given, {"scale": 3.0})
    np.testing.assert_allclose(results[0], given[0]["a"] + given[0]["b"][0], rtol=1e-6)


# ---- errors -------------------------------------------------------------------------------------


def test_all_missing_operations_are_listed() -> None:
    def function(x: Any) -> Any:
        special = tf.math.special
        return special.bessel_j0(x) + special.bessel_y1(x) + special.bessel_j0(x + 1)

    with pytest.raises(IvyTranspileException) as caught:
        trace_graph(function, source="tensorflow", args=(positive(3),))
    assert "2 x BesselJ0" in str(caught.value)
    assert "1 x BesselY1" in str(caught.value)
    assert "test_tensorflow.py:" in str(caught.value)


@pytest.mark.one_column
def test_a_training_step_of_a_keras_model(backend: str) -> None:
    model = keras.Sequential([
        keras.Input((8, 8, 3)), layers.Conv2D(4, 3), layers.BatchNormalization(), layers.ReLU(),
        layers.MaxPooling2D(), layers.Flatten(), layers.Dense(2),
    ])  # fmt: skip
    perturb(model)
    weights = model.get_weights()

    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x, training=True) ** 2)
        return loss, tape.gradient(loss, model.trainable_variables)

    graph = trace_graph(step, source="tensorflow", args=(rand(6, 8, 8, 3),))
    x = rand(5, 8, 8, 3, seed=1)
    loss, gradients = step(x)
    model.set_weights(weights)  # the step moved the statistics
    found, _ = Run(graph, backend)((x,))
    scale = max(np.abs(g).max() for g in gradients)
    for result, expected in zip(found, [loss, *gradients], strict=True):
        np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * scale)


@pytest.mark.columns("numpy")
def test_gradients_pass_what_was_dropped(backend: str) -> None:
    dropout = layers.Dropout(0.5)

    def function(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = dropout(x, training=True)
        return y, tape.gradient(y, x)

    graph = trace_graph(function, source="tensorflow", args=(tf.ones((4, 6)),))
    (y, gradient), _ = Run(graph, backend)((tf.ones((9, 6)),))
    assert 0 < np.count_nonzero(y) < y.size
    np.testing.assert_array_equal(gradient, y)


def test_gradients_through_a_layer_without_a_tape_are_refused() -> None:
    normal = layers.BatchNormalization()

    def function(x: Any) -> Any:
        return tf.gradients(normal(x, training=True), x)[0]

    with pytest.raises(IvyTranspileException, match=r"expected a tf\.GradientTape around the call"):
        trace_graph(function, source="tensorflow", args=(rand(2, 3),))


def test_gradients_of_loops_of_unknown_length_are_refused() -> None:
    def function(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            while tf.reduce_max(y) > 0.5:
                y = tf.tanh(y)
        return tape.gradient(y, x)

    with pytest.raises(
        IvyTranspileException, match=r"x TensorListPopBack: .*gradients of a loop.*, at .*test_tens"
    ):
        trace_graph(function, source="tensorflow", args=(rand(2, 3),), dynamic_batch=False)


def test_a_function_whose_gradient_was_taken_before(backend: str) -> None:
    @tf.function
    def function(x: Any) -> Any:
        y = x
        for i in tf.range(tf.shape(x)[0]):
            y = tf.cond(tf.reduce_sum(y[i]) > 0, lambda y=y: tf.sin(y), lambda y=y: y * x)
        return y

    trace_graph(function, args=(rand(3, 4),))
    for size in (3, 5):  # by which the loop gets lists that grow, and its function more results
        with tf.GradientTape() as tape:
            tape.watch(x := rand(size, 4))
            y = function(x)
        tape.gradient(y, x)
    check_function(function, (rand(3, 4),), backend)


def test_shapes_that_depend_on_data_are_refused() -> None:
    with pytest.raises(IvyTranspileException, match="Reshape: a shape that depends on data"):
        trace_graph(
            lambda x: tf.reshape(x, tf.cast(x, "int32")), source="tensorflow", args=(rand(3),)
        )


def test_results_that_are_no_tensors_are_refused() -> None:
    with pytest.raises(IvyTranspileException, match="got a RaggedTensor; return"):
        trace_graph(tf.RaggedTensor.from_tensor, source="tensorflow", args=(rand(3, 2),))


@pytest.mark.parametrize("order", ["J1", "I1"])  # refused without a rule, and written out
def test_users_add_rules(order: str) -> None:
    from ivy.graph.rules import RULES, transpile_rule

    @transpile_rule("tensorflow", f"Bessel{order}")
    def bessel(build: Any, x: Any) -> Any:
        return build.multiply(x, 0.5)

    function = getattr(tf.math.special, f"bessel_{order.lower()}")
    try:
        check = trace_graph(function, source="tensorflow", args=(rand(3),))
        assert [node.op for node in check.nodes] == ["multiply"]
    finally:
        del RULES["tensorflow"][f"Bessel{order}"]


# ---- functions ----------------------------------------------------------------------------------


def spd(*shape: int) -> Any:
    x = rand(*shape)
    return tf.matmul(x, x, transpose_b=True) + 4 * tf.eye(shape[-1])


def updates(x: Any, rows: Any) -> Any:
    return [
        tf.scatter_nd([[1], [3], [1]], rows, [4, 2]),
        tf.tensor_scatter_nd_update(x, [[0, 1], [2, 3]], rows[0]),
        tf.tensor_scatter_nd_max(x, [[1, 1]], [5.0]),
        tf.tensor_scatter_nd_sub(x, [[1, 1], [1, 1]], [5.0, 3.0]),
    ]


def unknown_sizes(x: Any) -> Any:
    batch = tf.shape(x)[0]
    return [
        tf.reshape(x, [batch * 4, -1]),
        tf.ones([batch, 2]),
        tf.range(batch),
        tf.cast(batch, tf.float32) * x,
        tf.broadcast_to(x[:1], tf.shape(x)),
        tf.eye(2, batch_shape=[batch]),
        x / tf.cast(tf.size(x), tf.float32),
        tf.shape(x),
    ]


def branches(x: Any) -> Any:
    if tf.reduce_sum(x) > 0:
        y = x * 2
    else:
        y = x - 1
    return y


def recurrence_in_a_list(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, size=5, clear_after_read=False, element_shape=(None,))
    rows = rows.write(0, x[:, 0])
    for i in tf.range(1, 5):
        rows = rows.write(i, tf.tanh(rows.read(i - 1) + x[:, 1]) * rows.read(0))
    return tf.transpose(rows.stack())


def scanned(x: Any) -> Any:
    def step(total: Any, row: Any) -> Any:
        return tf.tanh(row + total), total

    forward = keras.ops.scan(step, tf.ones_like(x[:, 0]), tf.transpose(x))
    return forward, keras.ops.scan(step, tf.ones_like(x[:, 0]), tf.transpose(x), reverse=True)


def projected(x: Any) -> Any:
    matrices = [
        [0.9, 0.3, -1.0, -0.2, 1.1, 0.7, 0.01, -0.02],
        [1.3, -0.4, 2, 0.5, 0.8, -3, 0, 0.05],
    ]
    return [
        tf.raw_ops.ImageProjectiveTransformV3(
            images=x,
            transforms=tf.constant(matrices)[:count],
            output_shape=[5, 8],
            fill_value=2.0,
            interpolation=interpolation,
            fill_mode=mode,
        )
        for count, interpolation in ((1, "NEAREST"), (2, "BILINEAR"))
        for mode in ("CONSTANT", "REFLECT", "WRAP", "NEAREST")
    ]


def growing_array(x: Any) -> Any:
    rows = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=(4,))
    for i in tf.range(3):
        rows = rows.write(i, x[0] * tf.cast(i, tf.float32))
    return rows.stack(), rows.size()


def loop_of_unknown_length(x: Any) -> Any:
    while tf.reduce_sum(x * x) < 100.0:
        x = x * 1.5
    return x


def gradients_inside(x: Any) -> Any:
    layers = tf.nn.relu, tf.nn.relu6, tf.nn.elu, tf.nn.selu, tf.nn.softplus, tf.nn.softsign
    others = tf.sigmoid, tf.nn.leaky_relu, tf.math.rsqrt, tf.math.reciprocal, tf.sqrt
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            parts = [f(3 * x) for f in layers] + [f(tf.abs(x) + 0.5) for f in others]
            total = tf.add_n(parts) * tf.tanh(tf.nn.bias_add(x, x[0])) + x[:, ::-1] * x[:, :1]
        first = tape.gradient(total, x)
        square = tf.reduce_sum(tf.tanh(x @ tf.ones((4, 2))) ** 2)
    return first, outer.gradient(square, x)


def chosen_branch(i: Any, x: Any) -> Any:
    return tf.switch_case(i, [lambda: x + 1, lambda: tf.sin(x) * 2, lambda: x * 3])


def counted_loop(x: Any) -> Any:
    for i in tf.range(5):
        x = x * 1.5 + tf.cast(i, tf.float32)
    return x


def cropped(images: Any) -> Any:
    """Crop parts of each image, one beyond its edges and one upside down, in two ways."""
    count = tf.shape(images)[0]
    boxes = tf.constant([[0.1, 0.2, 0.7, 0.9], [-0.2, 0.0, 0.5, 1.3], [0.9, 0.8, 0.1, 0.2]])
    owners = tf.repeat(tf.range(count), 3)
    boxes = tf.tile(boxes, [count, 1])
    crop = tf.image.crop_and_resize
    return (
        crop(images, boxes, owners, [5, 3], extrapolation_value=-1.0),
        crop(images, boxes, owners, [1, 4], method="nearest"),
    )


FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "crop_and_resize": (cropped, rand(2, 6, 7, 3)),
    "tridiagonal_solve": (  # two corners are not looked at
        lambda d, y: tf.linalg.tridiagonal_solve(
            tf.add(d, [[0.0, 0.0, 0.0, np.nan], [5.0] * 4, [np.nan, 0.0, 0.0, 0.0]]), y
        ),
        rand(3, 3, 4),
        rand(3, 4, 2),
    ),
    "histogram": (lambda x: tf.histogram_fixed_width(x, [-1.0, 1.0], nbins=5), rand(4, 6)),
    "arithmetic": (lambda x, y: (x + y) * x - y / (abs(x) + 1) + x**2, rand(3, 4), rand(3, 4)),
    "unary": (
        lambda x: [
            f(x)
            for f in (tf.exp, tf.sin, tf.tanh, tf.sigmoid, tf.math.erf, tf.math.softplus, tf.round)
        ],
        rand(3, 4),
    ),
    "activations": (
        lambda x: [
            f(x)
            for f in (tf.nn.relu6, tf.nn.elu, tf.nn.selu, tf.nn.leaky_relu, tf.nn.gelu, tf.nn.silu)
        ],
        rand(3, 4),
    ),
    "positive": (
        lambda x: [tf.math.log(x), tf.math.rsqrt(x), tf.math.lgamma(x), tf.math.digamma(x)],
        positive(3, 4),
    ),
    "binary": (
        lambda x, y: [
            tf.maximum(x, y),
            tf.math.floormod(x, y),
            tf.math.floordiv(x, y),
            tf.math.squared_difference(x, y),
            tf.math.atan2(x, y),
            tf.math.divide_no_nan(x, tf.nn.relu(y - 1)),
            tf.truncatemod(x, y),
        ],
        rand(3, 4),
        positive(3, 4),
    ),
    "integers": (
        lambda x, y: [x // y, x % y, tf.bitwise.bitwise_and(x, y), x / y, tf.truncatediv(-x, y)],
        integers(20, 3, 4),
        integers(3, 3, 4) + 1,
    ),
    "comparisons": (
        lambda x, y: [
            x < y,
            tf.equal(x, y),
            x == y,
            x != y[:, :1],
            tf.where(x > y, x, y),
            tf.logical_and(x > 0, y > 0),
        ],
        rand(3, 4),
        rand(3, 4, seed=1),
    ),
    "reductions": (
        lambda x: [
            tf.reduce_sum(x, 1),
            tf.reduce_mean(x, [0, 2], keepdims=True),
            tf.reduce_prod(x, -1),
            tf.reduce_logsumexp(x, -1),
            tf.math.reduce_variance(x, 1),
            tf.reduce_any(x > 0, 1),
            tf.norm(x, axis=-1),
            tf.reduce_sum(x, []),
        ],
        rand(3, 4, 5),
    ),
    "order": (
        lambda x: [
            tf.argmax(x, 1),
            tf.argmin(x, -1, output_type=tf.int32),
            *tf.math.top_k(x, 3),
            tf.sort(x, axis=1),
            tf.argsort(x, axis=-1, direction="DESCENDING"),
        ],
        rand(3, 4, 5),
    ),
    "cumulative": (
        lambda x: [
            tf.cumsum(x, 1),
            tf.cumsum(x, -1, exclusive=True, reverse=True),
            tf.math.cumprod(x, 0, exclusive=True),
        ],
        rand(3, 4),
    ),
    "slices": (
        lambda x: [x[1:], x[:, ::2], x[..., -1], x[:, None, 1:3], x[0, 1:, ::-1], x[:-1, 2]],
        rand(5, 4, 6),
    ),
    "negative_steps": (lambda x: [x[::-1], x[:, ::-2], x[:, -3:-1, 4:0:-2]], rand(5, 4, 6)),
    "parts": (
        lambda x: [
            tf.slice(x, [0, 1, 2], [-1, 2, 3]),
            tf.split(x, [2, -1], axis=1),
            tf.split(x, 2, axis=2),
            tf.unstack(x, axis=1),
        ],
        rand(3, 4, 6),
    ),
    "gather": (
        lambda x, i: [
            tf.gather(x, i, axis=1),
            tf.gather_nd(x, tf.stack([i, i], -1)),
            tf.gather(x[:, 0], i, axis=1),
        ],
        rand(3, 4, 5),
        integers(2, 2, 2),
    ),
    "gather_batch": (
        lambda x, i: tf.gather(x, i, axis=2, batch_dims=1),
        rand(3, 4, 5),
        integers(5, 3, 2),
    ),
    "index_from_data": (lambda x, i: [x[:, i[0]], x[i[1], 1]], rand(3, 4), integers(2, 2)),
    "scatter": (updates, rand(3, 4), rand(3, 2)),
    "rearranged": (
        lambda x: [
            tf.reshape(x, [-1, 4]),
            tf.transpose(x, [2, 0, 1]),
            tf.concat([x, x], -1),
            tf.stack([x, x], 1),
            tf.tile(x, [1, 2, 1]),
            tf.roll(x, [1, 2], [1, 2]),
            tf.repeat(x, 2, axis=1),
            tf.reverse_sequence(x, tf.ones_like(x[:, 0, 0], tf.int32) * 3, 1, 0),
        ],
        rand(3, 4, 4),
    ),
    "padded": (
        lambda x: [
            tf.pad(x, [[0, 0], [1, 2]]),
            tf.pad(x, [[0, 0], [1, 2]], "REFLECT"),
            tf.pad(x, [[0, 0], [1, 2]], "SYMMETRIC"),
            tf.pad(x, [[0, 0], [1, 2]], constant_values=3.0),
        ],
        rand(3, 4),
    ),
    "unknown_sizes": (unknown_sizes, rand(3, 4, 5)),
    "one_hot": (
        lambda i: [
            tf.one_hot(i, 5),
            tf.one_hot(i, 5, on_value=2.0, off_value=-1.0, axis=0),
            tf.math.bincount(i[:, 0], minlength=5, maxlength=5),
            tf.raw_ops.Bincount(arr=i, size=5, weights=tf.ones_like(i, "float32")),
            tf.math.bincount(i, minlength=5, maxlength=5, axis=-1, binary_output=True),
        ],
        integers(5, 3, 4),
    ),
    "segments": (
        lambda x: [
            tf.math.unsorted_segment_sum(x, [0, 1, 0], 4),
            tf.math.segment_mean(x, [0, 0, 1]),
            tf.math.unsorted_segment_max(x, [0, 1, 0], 2),
            tf.math.unsorted_segment_max(tf.cast(x, tf.int32), [0, 3, 0], 4),
            tf.math.unsorted_segment_min(x, tf.constant([[0, 1, 2, 0]] * 3), 4),
            tf.math.segment_max(x, [0, 0, 2]),
            tf.math.segment_min(x - 9, [0, 2, 2]),
        ],
        rand(3, 4),
    ),
    "products": (
        lambda x, y: [
            tf.matmul(x, y, transpose_b=True),
            tf.einsum("bij,bkj->bik", x, y),
            tf.tensordot(x, y[0], [[2], [1]]),
            tf.linalg.matvec(x, y[:, 0]),
        ],
        rand(3, 4, 5),
        rand(3, 4, 5, seed=1),
    ),
    "convolutions": (
        lambda x, w: [
            tf.nn.conv2d(x, w, 2, "SAME"),
            tf.nn.conv2d(x, w, 1, "VALID", dilations=2),
            tf.nn.conv2d(x, w, [1, 2], [[0, 0], [1, 2], [0, 1], [0, 0]]),
            tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "SAME"),
        ],
        rand(2, 8, 8, 3),
        rand(3, 3, 3, 4),
    ),
    "transposed_convolution": (
        lambda x, w: tf.nn.conv2d_transpose(x, w, [tf.shape(x)[0], 8, 8, 4], 2, "SAME"),
        rand(2, 4, 4, 3),
        rand(3, 3, 4, 3),
    ),
    "pools": (
        lambda x: [
            tf.nn.max_pool2d(x, 3, 2, "SAME"),
            tf.nn.avg_pool2d(x, 3, 2, "SAME"),
            tf.nn.max_pool3d(x[:, None], [1, 2, 2], [1, 2, 2], "VALID"),
        ],
        rand(3, 7, 7, 2),
    ),
    "resized": (
        lambda x: [
            tf.image.resize(x, [11, 9]),
            tf.image.resize(x, [3, 4], method="nearest"),
            tf.image.resize(tf.cast(x, tf.float64), [3, 7]),
            tf.raw_ops.ResizeBilinear(images=x, size=[9, 9], align_corners=True),
            tf.raw_ops.ResizeBilinear(images=x, size=[9, 9]),
            tf.raw_ops.ResizeNearestNeighbor(images=x, size=[9, 4], align_corners=True),
        ],
        rand(2, 6, 7, 3),
    ),
    "blocks": (
        lambda x: [
            tf.nn.depth_to_space(x, 2),
            tf.nn.space_to_depth(x, 2),
            tf.space_to_batch(x, [2, 2], [[1, 1], [0, 0]]),
            tf.image.extract_patches(x, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"),
        ],
        rand(2, 6, 4, 4),
    ),
    "linear_algebra": (
        lambda x: [
            tf.linalg.cholesky(x),
            tf.linalg.inv(x),
            tf.linalg.det(x),
            tf.linalg.solve(x, x[..., :2]),
            tf.linalg.diag_part(x),
            tf.linalg.diag(x[..., 0]),
            tf.linalg.band_part(x, 1, 0),
            tf.linalg.eigh(x)[0],
            tf.linalg.svd(x, compute_uv=False),
            tf.linalg.trace(x),
        ],
        spd(3, 4, 4),
    ),
    "fourier": (
        lambda x: [
            tf.signal.rfft(x),
            tf.signal.irfft(tf.signal.rfft(x)),
            tf.abs(tf.signal.fft2d(tf.complex(x, x))),
            tf.signal.rfft2d(x),
        ],
        rand(3, 4, 8),
    ),
    "losses": (
        lambda x, y: [
            tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(y), x),
            tf.nn.sparse_softmax_cross_entropy_with_logits(tf.argmax(y, -1), x),
            tf.nn.sigmoid_cross_entropy_with_logits(tf.nn.sigmoid(y), x),
            tf.nn.l2_loss(x),
        ],
        rand(3, 4),
        rand(3, 4, seed=1),
    ),
    "casts": (
        lambda x: [tf.cast(x, tf.int32), tf.cast(x > 0, tf.float32), tf.saturate_cast(x, tf.uint8)],
        rand(3, 4),
    ),
    "bicubic_area_antialias": (
        lambda x: [
            tf.image.resize(x, (5, 13), "bicubic"),
            tf.image.resize(x, (4, 5), "area"),
            tf.image.resize(x, (5, 12), "lanczos3", antialias=True),
            tf.compat.v1.image.resize_bicubic(x, (9, 4), align_corners=True),
        ],
        rand(2, 8, 10, 3),
    ),
    "colours": (
        lambda x: [
            tf.image.rgb_to_hsv(x),
            tf.image.hsv_to_rgb(x),
            tf.image.adjust_saturation(x, 1.5),
            tf.image.adjust_hue(x, 0.2),
        ],
        positive(2, 4, 5, 3) - 0.5,
    ),
    "growing_array": (growing_array, rand(3, 4)),
    "recurrence_in_a_list": (recurrence_in_a_list, rand(3, 4)),
    "scanned": (scanned, rand(3, 4)),
    "projected": (projected, rand(2, 6, 7, 3)),
    "more_math": (
        lambda x: [
            tf.math.cumulative_logsumexp(60 * x, 1),
            tf.math.cumulative_logsumexp(x, 0, reverse=True),
            tf.math.igammac(tf.abs(x) + 1, tf.abs(x)),
            tf.math.polygamma(tf.round(tf.abs(x)), tf.abs(x) + 1),
            tf.math.log(tf.math.igammac(tf.abs(x) + 1, tf.abs(40 * x) + 1)),
            tf.raw_ops.Bucketize(input=x, boundaries=[-1.0, 0.0, 0.5]),
        ],
        rand(3, 4),
    ),
    "lu": (lambda x: [*tf.linalg.lu(x)], rand(2, 3, 3)),
    "bits": (
        lambda x: tf.bitcast(tf.bitwise.invert(tf.bitcast(x, tf.int32)), tf.float32),
        rand(3, 4),
    ),
    "branches": (branches, rand(3, 4)),
    "loop_of_unknown_length": (loop_of_unknown_length, rand(3, 4)),
    "gradients_inside": (gradients_inside, rand(3, 4)),
    "chosen_branch": (chosen_branch, tf.constant(1), rand(3, 4)),
    "chosen_branch_outside": (chosen_branch, tf.constant(7), rand(3, 4)),
    "slice_update": (
        lambda x, i: keras.ops.slice_update(x, tf.stack([i, 1]), tf.zeros((2, 2))),
        rand(3, 4),
        tf.constant(2),
    ),
    "searchsorted": (
        lambda x, v: (tf.searchsorted(x, v, side="right"), tf.searchsorted(x, v)),
        tf.constant([0.0, 1.0, 1.0, 3.0]),
        tf.constant([1.0, -1.0, 4.0]),
    ),
    "sparse": (
        lambda x: tf.sparse.sparse_dense_matmul(
            tf.sparse.from_dense(tf.linalg.diag([2.0, 3.0, 0.0])), tf.transpose(x)
        ),
        rand(2, 3),
    ),
    "counted_loop": (counted_loop, rand(3, 4)),
    "map": (lambda x: tf.map_fn(lambda v: tf.reduce_sum(v) * v, x), rand(3, 4)),
    "scan": (lambda x: tf.scan(lambda a, b: a * 0.5 + b, tf.transpose(x)), rand(3, 4)),
    "inner_function": (lambda x: tf.function(lambda v: tf.nn.relu(v) * 3)(x), rand(3, 4)),
    "custom_gradient": (
        lambda x: tf.custom_gradient(lambda v: (v * 2, lambda g: g))(x),
        rand(3, 4),
    ),
    "keras_ops": (
        lambda x: [
            keras.ops.hard_silu(x),
            keras.ops.take(x, [0, 2], axis=1),
            keras.ops.tril(x),
            keras.ops.argmax(x, -1),
            keras.ops.take_along_axis(x, keras.ops.argsort(x, -1), -1),
        ],
        rand(3, 4),
    ),
}


def gradient(function: Any) -> Any:
    """Return a function with the gradients of the sum of the squares of another."""

    def gradients(*xs: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(xs)
            total = tf.reduce_sum(tf.square(function(*xs)))
        return tape.gradient(total, xs)

    return gradients


def _looped(x: Any) -> Any:
    y = x
    for i in tf.range(3):
        for _ in tf.range(2):
            y = tf.sin(y) * x + tf.cast(i, "float32")
    return y


def _recurrent(x: Any) -> Any:
    rows = tf.TensorArray("float32", size=4)
    state = tf.zeros_like(x[:, 0])
    for i in tf.range(4):
        state = tf.tanh(state + x[:, i])
        rows = rows.write(i, state * state)
    scanned = tf.scan(lambda total, row: tf.tanh(total + row), tf.transpose(x))
    return tf.transpose(rows.stack() + scanned)


ROUND = tf.round(rand(4, 7, 6, 2))
FUNCTIONS |= {
    "gradient of max_pool": (gradient(lambda x: tf.nn.max_pool2d(x, 3, 2, "SAME")), ROUND),
    "gradient of max_pool, padded": (
        gradient(lambda x: tf.nn.max_pool2d(x, 3, 2, [[0, 0], [1, 2], [0, 1], [0, 0]])),
        rand(4, 7, 6, 2),
    ),
    "gradient of max_pool3d": (
        gradient(lambda x: tf.nn.max_pool3d(x, 2, 2, "VALID")),
        rand(2, 4, 4, 4, 2),
    ),
    "gradient of avg_pool": (
        gradient(lambda x: tf.nn.avg_pool2d(x, 3, 2, "SAME")),
        rand(4, 7, 6, 2),
    ),
    "gradient of conv2d": (
        gradient(lambda x, w: tf.nn.conv2d(x, w, 2, "SAME")),
        rand(4, 7, 6, 2),
        rand(3, 3, 2, 3),
    ),
    "gradient of a dilated conv2d": (
        gradient(lambda x, w: tf.nn.conv2d(x, w, 1, "VALID", dilations=2)),
        rand(4, 7, 6, 2),
        rand(3, 2, 2, 3),
    ),
    "gradient of loops": (gradient(lambda x: _looped(x) + _recurrent(x)), rand(3, 4)),
    "gradient of branches": (
        gradient(
            lambda x: tf.cond(
                tf.reduce_sum(x) > 9,
                lambda: x**3,
                lambda: tf.cond(x[0, 0] > 0, lambda: tf.exp(x), lambda: tf.sin(x)),
            )
        ),
        rand(3, 4),
    ),
    "gradient of depthwise_conv2d": (
        gradient(lambda x, w: tf.nn.depthwise_conv2d(x, w, [1, 2, 2, 1], "SAME")),
        rand(4, 7, 6, 2),
        rand(3, 3, 2, 3),
    ),
    "gradient of fused_batch_norm": (
        gradient(lambda x, a, b: tf.compat.v1.nn.fused_batch_norm(x, a, b)[0] + x),
        rand(4, 7, 6, 2),
        rand(2),
        rand(2),
    ),
    "gradient of concat": (gradient(lambda x: tf.concat([x, tf.sin(x)], 0)), rand(3, 4)),
    "frames": (lambda x: tf.abs(tf.signal.stft(x, 8, 4)), rand(3, 32)),
    "padded sizes": (
        lambda x: tf.reshape(x, tf.pad(tf.shape(x), [[0, 1]], constant_values=1)),
        rand(3, 4),
    ),
    "scaled bessel functions": (
        lambda x: (
            tf.math.bessel_i0e(9 * x),
            tf.math.bessel_i1e(9 * x),
            tf.math.bessel_i1(3 * x),
        ),
        rand(3, 4),
    ),
    "ndtri": (tf.math.ndtri, tf.constant([0.0, 1e-30, 1e-9, 0.01, 0.5, 0.7, 0.9999, 1.0])),
    "banded_triangular_solve": (
        lambda a, b: tf.linalg.banded_triangular_solve(a + 3, b),
        rand(2, 3, 5),
        rand(2, 5, 3),
    ),
    "upper banded_triangular_solve": (
        lambda a, b: tf.linalg.banded_triangular_solve(a + 3, b, lower=False),
        rand(2, 3, 5),
        rand(2, 5, 3),
    ),
    "tridiagonal_matmul": (
        lambda a, b: tf.linalg.tridiagonal_matmul(a, b, diagonals_format="compact"),
        rand(2, 3, 5),
        rand(2, 5, 3),
    ),
}

# tensorflow 2.21: a kernel of oneDNN only, which is not used on every processor.
COMPILED = {"gradient of a dilated conv2d"}
WHOLE_BATCH = ("scatter", "segments", "projected")
"""Functions that name rows of a batch."""


def _picked(x: Any) -> Any:
    distinct = tf.unique_with_counts(tf.round(x[:, 0]))
    return *distinct, *tf.unique(tf.round(x[0])), *_selected(x)


def _selected(x: Any) -> Any:
    return tf.where(x > 0), tf.boolean_mask(x, x[:, 0] > 0), tf.gather_nd(x, tf.where(x > 0))


def test_selections_of_a_size_that_depends_on_values(backend: str) -> None:
    graph = trace_graph(_picked, source="tensorflow", args=(rand(4, 6),))
    for size in (4, 7):
        found, _ = Run(graph, backend)((rand(size, 6),), compiled=False)
        for one, other in zip(found, _picked(rand(size, 6)), strict=True):
            np.testing.assert_array_equal(one, other)


REFUSED = {
    "Python code": lambda x: tf.numpy_function(np.sin, [x], tf.float32),
    "a ragged tensor; use a padded one": lambda x: tf.RaggedTensor.from_tensor(x).to_tensor(),
}


@sizes_may_be_fixed()
@pytest.mark.parametrize("why", REFUSED)
def test_what_a_graph_does_not_show_is_refused(why: str) -> None:
    with pytest.raises(IvyTranspileException, match=rf"{why}.*, at .*\.py:\d+"):
        trace_graph(REFUSED[why], source="tensorflow", args=(rand(4, 6),))


def test_tables_are_refused_by_their_layer() -> None:
    model = keras.Sequential(
        [layers.Input((3,), dtype="int64"), layers.IntegerLookup(vocabulary=[5])]
    )
    with pytest.raises(
        IvyTranspileException, match=r"a table for .*integer_lookup.*; call a layer"
    ):
        trace_graph(model, args=(tf.zeros((2, 3), "int64"),))


def test_prints_are_left_out_with_a_warning(backend: str) -> None:
    def function(x: Any) -> Any:
        tf.print("x", x)
        return x * 2

    with pytest.warns(UserWarning, match=r"tf.print: the translation prints nothing .*\.py:\d+"):
        graph = trace_graph(function, source="tensorflow", args=(rand(3),))
    np.testing.assert_allclose(Run(graph, backend)((rand(3),))[0][0], rand(3) * 2)


def test_a_traced_function_is_read_for_its_sizes(backend: str) -> None:
    @tf.function
    def function(x: Any) -> Any:
        return tf.reshape(x, tf.bitwise.bitwise_or(tf.shape(x), 0)) * 2

    with pytest.warns(UserWarning, match="for arrays of the sizes given"):
        graph = trace_graph(function, source="tensorflow", args=(rand(3, 4),))
    np.testing.assert_allclose(Run(graph, backend)((rand(3, 4),))[0][0], rand(3, 4) * 2)


@pytest.mark.one_column
@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(name: str, backend: str) -> None:
    function, *args = FUNCTIONS[name]
    dynamic, compiled = name not in WHOLE_BATCH, name in COMPILED
    check_function(function, tuple(args), backend, dynamic, compiled)


def test_random_numbers(backend: str) -> None:
    def function(x: Any) -> Any:
        uniform = tf.random.stateless_uniform(tf.shape(x), [1, 2])
        return uniform, tf.random.normal(tf.shape(x)), tf.random.uniform([500], 2, 5, tf.int32)

    x = rand(50, 20)
    graph = trace_graph(function, source="tensorflow", args=(x,))
    run = Run(graph, backend)
    with ivy.rng(0):
        (uniform, normal, whole), _ = run((x,))
    assert uniform.shape == normal.shape == (50, 20)
    assert 0.45 < uniform.mean() < 0.55
    assert abs(normal.mean()) < 0.15
    assert set(whole) == {2, 3, 4}
    with ivy.rng(1):
        (again, *_), _ = run((x,))
    np.testing.assert_array_equal(uniform, again)
