"""What ties ivy to versions: the private names of the frameworks it uses, and the lock files."""

from __future__ import annotations

import ast
import importlib
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ivy import backends
from tools import lock as locking
from tools import releases

ROOT = Path(__file__).parents[1]
SOURCES = {path: ast.parse(path.read_text()) for path in sorted((ROOT / "ivy").rglob("*.py"))}

# ---- private names of the frameworks ------------------------------------------------------------

LIBRARIES = {"haiku": "jax", "equinox": "jax", "optax": "jax", "einops": "numpy"}
COLUMNS = {k: v for k, v in (backends.FRAMEWORKS | LIBRARIES).items() if k != "ivy"}
"""Package -> the column its names are tested in."""
DOTTED = r"[a-z]\w*(\.\w+)+"


def is_private(name: str) -> bool:
    """Return whether a name may go without notice; all of tensorflow.python may."""
    return name.startswith("tensorflow.python") or any(map(_underscored, name.split(".")))


def _underscored(part: str) -> bool:
    return part.startswith("_") and not part.startswith("__")


def imported(tree: ast.Module) -> dict[str, str]:
    """Return what the names that a file imports stand for, its functions included."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                found[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def full_name(node: ast.expr, names: dict[str, str]) -> str | None:
    """Return `torch._C._nn.linear` for `_C._nn.linear`, if it starts with something imported."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return None
    return ".".join([names[node.id], *reversed(parts)])


def uses() -> Iterator[tuple[str, str]]:
    """Yield every dotted name of something imported, with the file that uses it."""
    for path, tree in SOURCES.items():
        names = imported(tree)
        for name in names.values():
            yield name, path.name
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and (name := full_name(node, names)):
                yield name, path.name
            elif isinstance(node, ast.Constant) and re.fullmatch(DOTTED, f"{node.value}"):
                yield f"{node.value}", path.name  # a module that is asked for by name


def private_names() -> dict[str, set[str]]:
    """Return the private names of frameworks that ivy uses, with the files."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, file in uses():
        if name.partition(".")[0] in COLUMNS and is_private(name):
            found[name].add(file)
    return dict(sorted(found.items()))


PRIVATE = private_names()


def look_up(name: str) -> Any:
    """Return what a dotted name is now; an error names the part that is missing."""
    top, *parts = name.split(".")
    found, path = importlib.import_module(top), top
    for part in parts:
        path += f".{part}"
        try:
            found = importlib.import_module(path)  # a module may hide behind a function of its name
        except ImportError:
            if not hasattr(found, part):
                version = importlib.import_module(top).__version__
                raise AssertionError(f"{top} {version} has no {path}") from None
            found = getattr(found, part)
    return found


def in_its_column(name: str) -> Any:
    return pytest.param(name, marks=pytest.mark.columns(COLUMNS[name.partition(".")[0]]))


@pytest.mark.parametrize("name", [in_its_column(name) for name in PRIVATE])
def test_private_name_exists(name: str, backend: str) -> None:
    try:
        look_up(name)
    except AssertionError as missing:
        pytest.fail(f"{missing}, which {sorted(PRIVATE[name])} need")


def test_private_names_are_found() -> None:
    assert {
        "torch._C._nn.linear",  # by `from torch import _C`
        "torch._foreach_add",  # by an attribute of the package
        "tensorflow.python.ops.gen_math_ops.add_v2",  # by an alias
        "jax._src.interpreters.partial_eval.dce_jaxpr",  # itself imported
    } <= set(PRIVATE)
    with pytest.raises(AssertionError, match=r"numpy [\d.]+ has no numpy\.linalg\._gone$"):
        look_up("numpy.linalg._gone.further")


# Private attributes of objects: which object has one, no source tells. Every one ivy reads is here.


def _symbolic_size() -> Any:
    from jax import export

    return export.symbolic_shape("n")[0]


def _concrete_function() -> Any:
    import tensorflow as tf

    return tf.function(lambda: tf.ones(())).get_concrete_function()


def _defined_function() -> Any:
    import tensorflow as tf
    from tensorflow.python.framework.function import Defun

    return Defun(tf.float32)(lambda x: x)


def _keras_layer() -> Any:
    import keras

    return keras.layers.Dense(2)


OWNERS: dict[str, tuple[str, Callable[[], Any]]] = {
    "_obj": ("jax", lambda: look_up("jax.make_user_context")(None)),
    "_get_vars": ("jax", _symbolic_size),
    "_evaluate": ("jax", _symbolic_size),
    **dict.fromkeys(
        (
            *("_modules", "_parameters", "_buffers", "_forward_hooks", "_forward_pre_hooks"),
            *("_backward_hooks", "_backward_pre_hooks"),
        ),
        ("torch", lambda: look_up("torch.nn.Linear")(1, 1)),
    ),
    "_schema": ("torch", lambda: look_up("torch.ops.aten.add.Tensor")),
    "_overloadname": ("torch", lambda: look_up("torch.ops.aten.add.Tensor")),
    "_fake_quantize_per_tensor_affine_cachemask_tensor_qparams": (
        "torch",
        lambda: look_up("torch.ops.aten"),
    ),
    "_register_stack_trace_anchor": ("torch", lambda: look_up("torch.fx.proxy")),
    "_implementation": ("numpy", lambda: look_up("numpy.cov")),
    "_get_function": ("tensorflow", lambda: look_up("tensorflow.Graph")()),
    "_call_flat": ("tensorflow", _concrete_function),
    "_func": ("tensorflow", _defined_function),
    "_flatten": ("tensorflow", lambda: look_up("tensorflow.Module")()),
    "_flatten_layers": ("tensorflow", _keras_layer),
    "_open_name_scope": ("tensorflow", _keras_layer),
    "_trainable_variables": ("tensorflow", _keras_layer),
    "_non_trainable_variables": ("tensorflow", _keras_layer),
    "_call_has_training_arg": ("tensorflow", _keras_layer),
    "_get_noise_shape": ("tensorflow", lambda: look_up("keras.layers.SpatialDropout1D")(0.5)),
}
NOT_OF_A_FRAMEWORK = {
    *("_asdict", "_fields", "_replace"),  # documented: of named tuples
    *("_at_fork_reinit", "_getframe"),  # of locks and of sys
    *("_above", "_own_buffers", "_prototype"),  # ivy's own, set by name
}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.columns(c)) for n, (c, _) in OWNERS.items()]
)
def test_private_attribute_exists(name: str, backend: str) -> None:
    owner = OWNERS[name][1]()
    assert hasattr(owner, name), f"{type(owner)} has no {name}"


def test_every_private_attribute_has_an_owner() -> None:
    read, defined = set(), set()
    for tree in SOURCES.values():
        names = imported(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                defined |= set(_members(node))
            elif isinstance(node, ast.Attribute):
                if isinstance(node.ctx, ast.Store):
                    defined.add(node.attr)
                elif not full_name(node, names):
                    read.add(node.attr)
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "hasattr"):
                read |= {a.value for a in node.args if isinstance(a, ast.Constant)}
    private = {name for name in read if isinstance(name, str) and _underscored(name)}
    unknown = private - defined - set(OWNERS) - NOT_OF_A_FRAMEWORK
    assert not unknown, f"whose are they? Add them to OWNERS: {unknown}"


def _members(node: ast.ClassDef) -> Iterator[str]:
    """Yield what a class defines: methods, fields and slots."""
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            for part in ast.walk(statement):
                if isinstance(part, ast.Name):
                    yield part.id
                elif isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


# ---- lock files ---------------------------------------------------------------------------------

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pins(text: str) -> dict[str, str]:
    """Return the versions that lines of requirements pin, without local labels such as +cpu."""
    found = re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==([\w.]+)", text, re.MULTILINE)
    return {name.lower().replace("_", "-"): version for name, version in found}


def lock(name: str) -> dict[str, str]:
    return pins((ROOT / "requirements" / f"{name}.txt").read_text())


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_locks_name_a_version_and_a_hash_of_everything_and_no_place(path: Path) -> None:
    header, *lines = path.read_text().splitlines()
    assert header.startswith("# python tools/lock.py")
    assert len(lines) > 50
    form = r"[\w.-]+(\[[\w,-]+\])?==[\w.+]+ --hash=sha256:[0-9a-f]{64}"
    assert not [x for x in lines if not re.fullmatch(form, x)]


def test_locks_name_the_extras_that_packages_ask_for() -> None:
    items = [
        {"metadata": {"name": "a", "requires_dist": ["b[x,y]>=1", "c[z]; extra == 'more'", "d"]}},
        {"metadata": {"name": "B_b"}},
    ]
    asked = locking.extras(items)
    assert {name: found for name, found in asked.items() if found} == {"b": {"x", "y"}}
    digest = {"archive_info": {"hashes": {"sha256": "0"}}}
    item = {"metadata": {"name": "b", "version": "1"}, "download_info": digest}
    assert locking.line(item, asked) == "b[x,y]==1 --hash=sha256:0"
    for path in LOCKS:  # orbax asks for etils[epath,epy]
        assert "\netils[epath,epy]==" in path.read_text(), path


def test_newest_lock_has_the_versions_of_the_extras() -> None:
    asked = [x for extra in PROJECT["optional-dependencies"].values() for x in extra]
    wanted = pins("\n".join(asked))
    wanted.pop("tensorflow")  # of other machines; here it is tensorflow-cpu
    locked = lock("newest")
    assert wanted == {name: locked.get(name) for name in wanted}


def test_oldest_lock_has_the_versions_of_its_source() -> None:
    wanted = pins((ROOT / "requirements" / "oldest.in").read_text())
    locked = lock("oldest")
    assert wanted == {name: locked.get(name) for name in wanted}


def test_dependencies_go_down_to_the_oldest_lock() -> None:
    for requirement in PROJECT["dependencies"]:
        name, _, floor = requirement.partition(">=")
        oldest = lock("oldest")[name.lower().replace("_", "-")].split(".")
        assert floor.split(".") == oldest[: len(floor.split("."))], name


# ---- new releases -------------------------------------------------------------------------------


def test_releases_reads_what_became_of_each_test_even_of_a_run_that_was_ended() -> None:
    report = """
tests/test_a.py::test_one PASSED                                         [ 25%]
tests/test_a.py::test_two[a b: PASSED-jax] FAILED                        [ 50%]
tests/test_a.py::test_three SKIPPED (not installed)                      [ 75%]
tests/test_a.py::test_four"""
    assert releases.outcomes(report) == {
        "tests/test_a.py::test_one": "PASSED",
        "tests/test_a.py::test_two[a b: PASSED-jax]": "FAILED",
        "tests/test_a.py::test_three": "SKIPPED",
    }


def test_releases_notices_a_run_that_does_not_end() -> None:
    found, trouble = releases.run(sys.executable, "numpy", ["tests/test_versions.py"], minutes=0)
    assert not found
    assert trouble.startswith("not finished in 0 minutes")


def test_releases_are_of_the_build_that_is_locked() -> None:
    assert releases.same_build(["2.15.0", "2.14.0+cpu", "2.14.0"], "2.13.0+cpu") == "2.14.0+cpu"
    assert releases.same_build(["2.15.0", "2.14.0"], "2.13.0+cpu") == ""
    assert releases.same_build(["0.12.0.1", "0.12.0"], "0.10.2") == "0.12.0.1"


def test_releases_are_looked_for_of_every_locked_framework() -> None:
    assert set(releases.FRAMEWORKS) <= set(lock("newest"))
    assert set(releases.FRAMEWORKS.values()) == set(backends.NAMES)
