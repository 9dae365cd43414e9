"""Emitted source: run where ivy cannot be imported, read by ruff, loaded with weights and back."""

from __future__ import annotations

import ast
import functools
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import torch
from torch import nn

import ivy
from ivy.cli import main
from ivy.graph.build import Builder
from ivy.graph.emit import source_of, write_weights
from ivy.graph.emit.names import identifier
from ivy.graph.ir import Graph, Value
from ivy.graph.rules import IvyTranspileException
from ivy.graph.transpile import trace_graph
from tests.transpile.torch_checks import integers, perturbed, rand

RUFF = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
RULES = "E,F,W,I,B,UP,C4,SIM,RET,PIE,NPY,RUF"

RUNNER = """
import importlib.util, inspect, json, pathlib, sys
import numpy as np

sys.modules["ivy"] = None  # importing it is an error
folder, to = pathlib.Path(sys.argv[1]), sys.argv[2]


def convert(x):
    if to == "torch":
        import torch
        return torch.tensor(x)
    if to == "jax":
        import jax.numpy as jnp
        return jnp.asarray(x)
    if to == "tensorflow":
        import tensorflow as tf
        return tf.constant(x)
    return x


def flat(x):
    if isinstance(x, dict):
        x = list(x.values())
    if isinstance(x, (tuple, list)):
        return [leaf for item in x for leaf in flat(item)]
    return [np.asarray(x.detach() if to == "torch" else x)]


def made(path, name):
    spec = importlib.util.spec_from_file_location("model", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    model = getattr(module, name)
    if inspect.isfunction(model):
        return model
    options = {}
    if "rngs" in inspect.signature(model.__init__).parameters:
        from flax import nnx
        options = {"rngs": nnx.Rngs(0)}
    model = model(**options)
    model.load_weights(path.with_suffix(".safetensors"))
    if hasattr(model, "eval"):
        model.eval()
    return model


errors = {}
for path in sorted(folder.glob("*.py")):
    about = json.loads(path.with_suffix(".json").read_text())
    with np.load(path.with_suffix(".npz")) as arrays:
        inputs = {k[3:]: convert(arrays[k]) for k in arrays.files if k.startswith("in_")}
        wanted = [arrays[f"out_{i}"] for i in range(about["outputs"])]
    found = flat(made(path, about["name"])(**inputs))
    assert len(found) == len(wanted), path.stem
    errors[path.stem] = max(
        float(np.abs(x - y).max() / (np.abs(y).max() or 1)) if x.shape == y.shape else 1e9
        for x, y in zip(found, wanted, strict=True)
    )
print(json.dumps(errors))
"""


# ---- models -------------------------------------------------------------------------------------


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.lstm = nn.LSTM(8, 6, num_layers=2, batch_first=True, bidirectional=True)
        self.gru = nn.GRU(12, 5, batch_first=True)

    def forward(self, tokens: Any) -> Any:
        x, (h, _) = self.lstm(self.embed(tokens))
        return self.gru(x)[0], h


class Tied(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.blocks = nn.Sequential(nn.Linear(8, 8), nn.GELU(), nn.Linear(8, 8), nn.LayerNorm(8))
        self.head = nn.Linear(8, 20, bias=False)
        self.head.weight = self.embed.weight
        self.register_buffer("scale", torch.full((8,), 1.5))

    def forward(self, tokens: Any, shift: Any) -> Any:
        return {"logits": self.head(self.blocks(self.embed(tokens)) * self.scale + shift)}


def snippet(x: Any, y: Any) -> Any:
    z = torch.softmax(x @ y.mT, -1).cumsum(-1).clamp(0.1, 0.9)
    picked = z[:, 1:, ::2].amax(-1, keepdim=True) - z.mean((1, 2), keepdim=True)
    rolled = torch.roll(torch.where(x > 0, x, -0.5 * x), 1, 1).flip(2)
    return torch.cat([picked.expand(-1, -1, 3), rolled[:, 1:, :3] ** 2], -1), z.var(-1).sqrt()


def llama() -> Any:
    transformers = pytest.importorskip("transformers")
    config = transformers.LlamaConfig(
        vocab_size=40, hidden_size=16, intermediate_size=24, num_hidden_layers=2,
        num_attention_heads=2, num_key_value_heads=1, use_cache=False, max_position_embeddings=24,
    )  # fmt: skip
    inputs = {
        "input_ids": integers(40, 2, 7),
        "attention_mask": torch.ones(2, 7, dtype=torch.int64),
    }
    inputs["attention_mask"][1, 5:] = 0
    return transformers.LlamaForCausalLM(config), inputs


def bert() -> Any:
    transformers = pytest.importorskip("transformers")
    config = transformers.BertConfig(
        vocab_size=40, hidden_size=16, intermediate_size=24, num_hidden_layers=2,
        num_attention_heads=2, max_position_embeddings=24,
    )  # fmt: skip
    return transformers.BertModel(config), {"input_ids": integers(40, 2, 7)}


def resnet() -> Any:
    transformers = pytest.importorskip("transformers")
    config = transformers.ResNetConfig(
        embedding_size=4, hidden_sizes=[8, 16, 24], depths=[2, 3, 2], num_labels=5
    )
    return transformers.ResNetForImageClassification(config), {"pixel_values": rand(2, 3, 32, 32)}


def recurrent() -> Any:
    return Recurrent(), {"tokens": integers(20, 2, 5)}


def tied() -> Any:
    return Tied(), {"tokens": integers(20, 2, 5), "shift": rand(8)}


def function() -> Any:
    return snippet, {"x": rand(2, 4, 6), "y": rand(2, 4, 6, seed=1)}


MODELS = (llama, bert, resnet, recurrent, tied, function)


def of_keras(name: str) -> tuple[Graph, Any, list[Any]]:
    """Return the graph of a Keras model, an input, and the results."""
    from tests.transpile.tensorflow_checks import perturb
    from tests.transpile.test_tensorflow import MODELS as KERAS

    make, inputs = KERAS[name]
    model, (x,) = perturb(make()), inputs(2)
    return trace_graph(model, args=(x,)), np.asarray(x), [np.asarray(model(x))]


def of_jax(name: str) -> tuple[Graph, Any, list[Any]]:
    """Return the graph of a model of a library of JAX, an input, and the results."""
    from tests.transpile import jax_checks, jax_models

    obj, inputs = jax_models.MODELS[name]()
    obj = jax_checks.perturbed(jax_checks.source_of(obj), "float32")
    graph = trace_graph(obj, source="jax", args=inputs(2))
    return graph, np.asarray(inputs(3)[0]), jax_checks.native(obj, inputs(3), False)[0]


def keras_decoder() -> Any:
    return of_keras("decoder")


def keras_residual() -> Any:
    return of_keras("residual")


def nnx_cnn() -> Any:
    return of_jax("nnx_cnn")


def linen_transformer() -> Any:
    return of_jax("linen_transformer")


def numpy_network() -> Any:
    from tests.transpile.numpy_snippets import SNIPPETS

    network, (x,) = SNIPPETS["network"]
    return trace_graph(network, args=(x,)), x, [network(x)]


def ivy_module() -> Any:
    from tests.transpile.test_trace import Net

    with ivy.use_backend("numpy"):
        net, x = Net(), ivy.array(rand(4, 3).numpy())
        net.v = net.v.cont_map(lambda w, _: w + 0.1 * ivy.random_normal(shape=w.shape, seed=1))
        net.eval()
        return net.trace_graph(args=(x,)), ivy.to_numpy(x), [ivy.to_numpy(net(x))]


OTHERS = (keras_decoder, keras_residual, nnx_cnn, linen_transformer, numpy_network, ivy_module)
"""Programs of the other frameworks."""


@functools.cache
def traced(model: Any) -> tuple[Graph, dict[str, Any], list[Any], Any]:
    torch.manual_seed(0)
    module, inputs = model()
    if isinstance(module, nn.Module):
        module = perturbed(module).eval()
        result = module(**inputs)
    else:
        result = module(**inputs)
    graph = trace_graph(module, source="torch", kwargs=inputs)
    return graph, inputs, _flat(result), module


def _flat(x: Any) -> list[Any]:
    x = list(x.values()) if isinstance(x, dict) else x
    if isinstance(x, (tuple, list)):
        return [leaf for item in x for leaf in _flat(item)]
    return [x.detach().numpy()]


def stored(folder: Path, name: str, text: str, graph: Graph, inputs: Any, outputs: Any) -> None:
    """Write a source, its weights, and a call of it with its results."""
    (folder / f"{name}.py").write_text(text)
    write_weights(graph, folder / f"{name}.safetensors")
    given = {f"in_{k}": np.asarray(x) for k, x in inputs.items()}
    np.savez(folder / f"{name}.npz", **given, **{f"out_{i}": x for i, x in enumerate(outputs)})
    tree = ast.parse(text).body
    about = {"name": tree[-1].name, "outputs": len(outputs)}  # type: ignore[attr-defined]
    (folder / f"{name}.json").write_text(json.dumps(about))


def run(folder: Path, to: str) -> dict[str, float]:
    (folder / "runner").write_text(RUNNER)
    command = [sys.executable, "-I", "-W", "ignore", str(folder / "runner"), str(folder), to]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def assert_clean(folder: Path) -> None:
    """Check style with ruff, and that nothing but the target is imported."""
    for path in folder.glob("*.py"):
        names = {
            name.split(".")[0]
            for node in ast.walk(ast.parse(path.read_text()))
            for name in (
                [alias.name for alias in node.names] if isinstance(node, ast.Import)
                else [node.module] if isinstance(node, ast.ImportFrom) else []
            )
        }  # fmt: skip
        allowed = {"torch", "jax", "flax", "tensorflow", "keras", "numpy", "safetensors"}
        allowed |= {"ml_dtypes"} if path.stem == "copied" else set()
        assert names <= allowed | sys.stdlib_module_names, path
    if RUFF is None:
        pytest.skip("ruff is not installed")
    for path in folder.glob("*.py"):
        rules = "E4,E7,E9,F,I" if path.stem == "copied" else RULES
        for command in (
            ["check", "--select", rules, "--output-format=concise"],
            ["format", "--diff"],
        ):
            options = ["--isolated", "--line-length=100", path]
            done = subprocess.run(
                [RUFF, *command, *options], capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stdout


def test_without_ivy(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    models, others = MODELS, OTHERS
    if not request.config.getoption("--every-model"):
        turn = ivy.backends.NAMES.index(backend)
        models = tuple(m for i, m in enumerate(MODELS) if m in (llama, function) or i % 4 == turn)
        others = OTHERS[turn::4]
    for model in models:
        graph, inputs, outputs, _ = traced(model)
        stored(tmp_path, model.__name__, source_of(graph, backend), graph, inputs, outputs)
    for make in (hostile, copied, *others):
        graph, x, result = make()
        text = source_of(graph, backend)
        stored(tmp_path, make.__name__, text, graph, {first_argument(text): x}, result)
    errors = run(tmp_path, backend)
    assert set(errors) == {path.stem for path in tmp_path.glob("*.py")}
    assert len(errors) == len(models) + 2 + len(others) and not list(tmp_path.glob("hacked*"))
    assert max(errors.values()) <= 1e-5, errors
    assert_clean(tmp_path)


@pytest.mark.one_column
def test_texts_of_any_length(backend: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    module, inputs = llama()
    module = perturbed(module).eval()
    graph = trace_graph(module, source="torch", kwargs=inputs, dynamic_axes=(1,))
    assert {x.shape for x in graph.inputs()} == {(None, None)}
    text = source_of(graph, backend)
    assert len(text.splitlines()) < 300
    assert "of the sizes" not in text
    longer = {name: torch.cat([x, x.flip(0)[:, 2:]], 1)[[0, 1, 0]] for name, x in inputs.items()}
    stored(tmp_path, "llama", text, graph, longer, _flat(module(**longer)))
    assert run(tmp_path, backend)["llama"] <= 1e-5
    assert_clean(tmp_path)


def test_fixed_sizes_stand_above_the_source(backend: str) -> None:
    text = source_of(traced(llama)[0], backend)
    assert "For arguments of the sizes input_ids [any, 7], attention_mask [any, 7]." in text
    assert "sizes" not in ivy.to_source(nn.Tanh(), backend, [rand(2, 3)], dynamic_axes=(1,))


def test_reads_well(backend: str) -> None:
    for model, blocks in (
        (llama, "for layer in self.layers"),
        (resnet, "for stage in self.stages"),
    ):
        text = source_of(traced(model)[0], backend)
        assert len(text.splitlines()) < 300
        assert blocks in text.replace("layers_:", "layers:")
        names = [node.name for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
        assert len(names) == len(set(names)) < 20
    assert text.count(" ResNetStage(") == 3 + ("class ResNetStage(" in text)  # one class for all


def test_torch_layers() -> None:
    text = source_of(traced(resnet)[0], "torch")
    assert "nn.BatchNorm2d(" in text and "nn.Conv2d(" in text and "nn.Linear(24, 5)" in text
    text = source_of(traced(tied)[0], "torch")
    assert "self.head.weight = self.embed.weight" in text


# ---- safety -------------------------------------------------------------------------------------

HOSTILE = (
    'x"); import os; os.system("touch hacked"); ("',
    "line\nbreak",
    "class",
    "__import__('os').system('true')",
    "naïve-größe",
    "self",
    "forward",
    "{weight}",
    "0",
)


def hostile() -> tuple[Graph, Any, list[Any]]:
    """Return a graph in which every name is an attack, with an input and the result."""
    graph = Graph(name=HOSTILE[0])
    build = Builder(graph)
    x = Value("x\nimport os", (None, 3), "float32")
    graph.args, graph.argument_names = (x,), (HOSTILE[3],)
    given = np.arange(6, dtype="float32").reshape(2, 3)
    total, result = x, given
    for number, name in enumerate(HOSTILE):
        path = f"{name.replace('.', '_')}.deep {number}"
        weight = build.value(path, (3,), "float32")
        (graph.buffers if number % 2 else graph.parameters)[path] = weight
        graph.arrays[path] = np.full(3, number + 1, "float32")
        build.scope = ((path.rpartition(".")[0], f"Class\n{name}"),)
        total = build.add(build.multiply(total, weight), 0.5)
        for node in graph.nodes[-2:]:
            value = node.results()[0]
            value.shape, value.dtype = (None, 3), "float32"
        result = result * (number + 1) + 0.5
    graph.outputs = {HOSTILE[0]: total}
    return graph, given, [result]


def first_argument(text: str) -> str:
    """Return what the model or function of a source calls its first argument."""
    last = ast.parse(text).body[-1]
    if isinstance(last, ast.FunctionDef):
        return last.args.args[0].arg
    assert isinstance(last, ast.ClassDef)
    names = ("forward", "call", "__call__")
    (call,) = [f for f in last.body if isinstance(f, ast.FunctionDef) and f.name in names]
    return call.args.args[1].arg


def test_names_cannot_break_out(backend: str) -> None:
    text = source_of(hostile()[0], backend)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            assert "os" not in [alias.name for alias in node.names]
        if isinstance(node, ast.Name):
            assert node.id not in ("os", "__import__")


@pytest.mark.columns("numpy")
def test_names_in_a_file_cannot_break_out(backend: str, tmp_path: Path) -> None:
    graph = hostile()[0]
    graph.nodes[0].source = "<script>alert(1)</script>:1"
    graph.nodes[0].scope = (("<script>alert(1)</script>", "<img src=x onerror=alert(1)>"),)
    graph.save(tmp_path / "graph.safetensors")
    loaded = Graph.load(tmp_path / "graph.safetensors")
    assert list(loaded.held()) == list(graph.held())
    assert source_of(loaded, backend) == source_of(graph, backend)
    picture = loaded.show()
    assert "alert" in picture
    assert "<script>alert" not in picture and "<img" not in picture


def test_names_of_modules_cannot_break_out(backend: str) -> None:
    names = [name for name in HOSTILE if "." not in name and name not in ("self", "forward")]
    module = nn.Module()
    parts = nn.ModuleDict({name: nn.Linear(3, 3) for name in names})
    module.add_module('p"); import os #', parts)
    module.register_buffer("b'); import os #\n", torch.ones(3))
    module.register_parameter('w"""', nn.Parameter(torch.full((3,), 2.0)))

    def forward(x: Any) -> Any:
        for part in parts.values():
            x = part(x)
        return x * module.get_buffer("b'); import os #\n") + module.get_parameter('w"""')

    module.forward = forward
    x = rand(2, 3)
    graph = trace_graph(module.eval(), source="torch", args=(x,))
    text = source_of(graph, backend)
    imported = [n for n in ast.walk(ast.parse(text)) if isinstance(n, (ast.Import, ast.ImportFrom))]
    assert "os" not in {alias.name for node in imported for alias in node.names}
    found = ivy.transpile(module, "torch", backend, args=(x,))(ivy.to_backend(x, backend))
    np.testing.assert_allclose(ivy.to_numpy(found), module(x).detach(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", [*HOSTILE, "", "lambda", "数", "a" * 200, "__class__"])
def test_identifiers(name: str) -> None:
    made = identifier(name)
    assert made.isidentifier() and made.isascii() and not made.startswith("__")


# ---- operations without a line ------------------------------------------------------------------


def copied() -> tuple[Graph, Any, list[Any]]:
    """Return a graph of operations that ivy composes itself, with an input and the results."""
    graph = Graph(name="composed", argument_names=("x",))
    build = Builder(graph)
    graph.args = (x := Value("x", (4, 5), "float32"),)
    graph.outputs = (build.cumprod(x, axis=1), build.kron(x, x))
    given = np.random.default_rng(0).normal(size=(4, 5)).astype("float32")
    return graph, given, [np.cumprod(given, 1), np.kron(given, given)]


def test_what_cannot_be_written_is_said(backend: str) -> None:
    graph = Graph(name="draws", argument_names=("x",))
    build = Builder(graph)
    graph.args = (x := Value("x", (4,), "float32"),)
    graph.outputs = build.add(x, build.dirichlet(x))
    with pytest.raises(IvyTranspileException, match="dirichlet"):
        source_of(graph, backend)


def test_unknown_target() -> None:
    with pytest.raises(ivy.errors.IvyValueError, match="expected one of"):
        ivy.to_source(traced(function)[0], to="theano")


# ---- back ---------------------------------------------------------------------------------------


def test_weights_go_back(backend: str) -> None:
    _, inputs, _, module = traced(tied)
    transpiled = ivy.transpile(module, to=backend, kwargs=inputs)
    _train(transpiled, backend)
    state = ivy.to_source_state_dict(transpiled)
    assert set(state) == set(module.state_dict())
    assert torch.equal(state["head.weight"], state["embed.weight"])
    assert not torch.equal(state["embed.weight"], module.state_dict()["embed.weight"])
    other = Tied().eval()
    other.load_state_dict(state)
    given = {k: ivy.to_backend(x, backend) for k, x in inputs.items()}
    if backend == "torch":
        transpiled.eval()
    found = ivy.to_numpy(transpiled(**given)["logits"])
    np.testing.assert_allclose(found, other(**inputs)["logits"].detach(), rtol=1e-4, atol=1e-5)


def _train(module: Any, backend: str) -> None:
    """Move all trained weights, as a training step of the target would."""
    if backend == "torch":
        with torch.no_grad():
            for x in module.parameters():
                x.mul_(1.1)
    elif backend == "jax":
        from flax import nnx

        for _, variable in nnx.to_flat_state(nnx.state(module, nnx.Param)):
            variable[...] = variable[...] * 1.1
    elif backend == "tensorflow":
        for variable in module.trainable_variables:
            variable.assign(variable * 1.1)
    else:
        module.v = module.v * 1.1


def test_layout_goes_back() -> None:
    graph = Graph(name="moved", source="numpy")
    graph.parameters["w"] = Value("w", (4, 2, 3), "float32")
    graph.permutations["w"] = (2, 0, 1)
    x = np.arange(24, dtype="float32").reshape(2, 3, 4)
    graph.arrays["w"] = x.transpose(2, 0, 1)
    np.testing.assert_array_equal(ivy.to_source_state_dict(graph)["w"], x)


# ---- command line -------------------------------------------------------------------------------

NET = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.layer = nn.Linear(4, classes)

    def forward(self, x):
        return self.layer(x).relu()


net = Net(2)
words = torch.nn.Embedding(5, 3)


def make(classes):
    return Net(classes)


def example():
    return {"x": torch.ones(2, 4)}
"""


def test_command_for_texts_of_any_length(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    (tmp_path / "words_of_any_length.py").write_text(NET)
    monkeypatch.syspath_prepend(str(tmp_path))
    given = ["words_of_any_length:words", "--input", "2x4:int64", "--to", "numpy"]
    assert main(["transpile", *given]) == 0
    assert "[any, 4]" in capsys.readouterr().out
    assert main(["transpile", *given, "--dynamic-axis", "1"]) == 0
    assert "of the sizes" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["{m}:Net", "--input", "2x4"],
        ["{m}:net", "--inputs", "{m}:example"],
        ["{m}:make", "--make", "5", "--input", "x=2x4:float32"],
    ],
)
def test_command(arguments: list[str], tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    module = f"net_of_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{module}.py").write_text(NET)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    given = [argument.format(m=module) for argument in arguments]
    output = ["-o", "out.py", "--weights", "w.safetensors"]
    assert main(["transpile", *given, "--to", "numpy", *output]) == 0
    space: dict[str, Any] = {}
    exec(compile((tmp_path / "out.py").read_text(), "out.py", "exec"), space)
    net = space["Net"]()
    net.load_weights(tmp_path / "w.safetensors")
    assert net(np.ones((3, 4), "float32")).shape[0] == 3
    assert "operations" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing_here:Net", "--input", "2"], "can be imported"),
        (["math:Net", "--input", "2"], "expected a name in math"),
        (["math", "--input", "2"], "package.module:name"),
        (["ivy:relu"], "--input"),
        (["ivy:relu", "--input", "2xa"], "2x3:float32"),
    ],
)
def test_command_errors(arguments: list[str], message: str, capsys: Any) -> None:
    assert main(["transpile", *arguments, "--to", "numpy"]) == 1
    assert message in capsys.readouterr().err


def test_command_help(capsys: Any) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["transpile", "--help"])
    assert stop.value.code == 0
    assert "load_weights()" in capsys.readouterr().out


class Ambiguous(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.l, self.O = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x: Any) -> Any:
        y = self.l(x)
        z = self.O(y + 1)
        return y * z + y, z


def test_variables_have_names_that_linters_take(backend: str) -> None:
    text = ivy.to_source(Ambiguous(), to=backend, args=(torch.ones(2, 3),))
    assert "self.l = " in text  # attributes are the model's
    assert not re.search(r"^ *[lIO] = ", text, re.MULTILINE)
