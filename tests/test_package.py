"""The package as a whole: imports, layers, completeness, generated files, public names, sizes."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ivy
from ivy import backends, dispatch
from tests import public_api, samples
from tools import generate

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "ivy"
SOURCES = sorted(PACKAGE.rglob("*.py"))
FRAMEWORKS = ("torch", "jax", "jaxlib", "tensorflow", "keras", "flax", "haiku", "equinox", "optax")


def relative(path: Path) -> str:
    """Return a path below the root, for messages."""
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text())


# ---- imports ----------------------------------------------------------------------------------


def imported_modules(code: str) -> set[str]:
    """Return the modules a fresh process has after running `code`."""
    program = f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_ivy_imports_no_framework_but_numpy() -> None:
    code = "import numpy, time; start = time.perf_counter(); import ivy; end = time.perf_counter()"
    code += "; import sys; print(f'{end - start:.3f} s beyond numpy', file=sys.stderr)"
    modules = imported_modules(code)
    tops = {name.partition(".")[0] for name in modules}
    assert not tops & {*FRAMEWORKS, "scipy", "rich", "hypothesis", "pytest"}
    # What makes an import slow is how much it imports: everything beyond NumPy is ivy's own,
    # ml_dtypes and a few modules of the standard library.
    beyond = modules - imported_modules("import numpy, ml_dtypes, json, dataclasses, inspect")
    assert len([name for name in beyond if not name.startswith("ivy")]) < 60


def test_import_paths_of_the_first_ivy() -> None:
    code = "import ivy.functional.ivy as f; from ivy.utils.exceptions import IvyException"
    imported_modules(f"{code}; import ivy; assert f.add is ivy.functional.add is ivy.add")


def test_using_one_framework_imports_no_other() -> None:
    for name in ("torch", "jax"):
        if backends.installed(name):
            modules = imported_modules(f"import ivy; ivy.set_backend('{name}'); ivy.ones((2,)) + 1")
            others = {"torch", "jax", "tensorflow"} - {name}
            assert not {module.partition(".")[0] for module in modules} & others


# Each module may import the ones before it at its top level; imports inside functions are lazy.
LAYERS = (
    ("ivy._version",),
    ("ivy.errors", "ivy.locks"),
    ("ivy.dashboard",),
    ("ivy.types", "ivy.constants"),
    ("ivy.config",),
    ("ivy.nest", "ivy.rng", "ivy.state"),
    ("ivy.backends",),
    ("ivy.dispatch",),
    ("ivy.differentiation", "ivy.files"),
    ("ivy.array_methods",),
    ("ivy.array",),
    ("ivy.pytrees",),
    ("ivy.ops",),
    ("ivy.linalg", "ivy.fft"),
    ("ivy.settings", "ivy.namespace_info", "ivy.compatibility"),
    ("ivy.container",),
    ("ivy.stateful",),
    ("ivy.graph",),
    ("ivy",),
    ("ivy.timing", "ivy.demo", "ivy.cli", "ivy.__main__"),
)
BELOW_BACKENDS = tuple(
    f"ivy.{m}"
    for m in ["errors", "locks", "types", "constants", "config", "nest", "rng", "backends"]
)


def module_name(path: Path) -> str:
    """Return the dotted name of a source file."""
    name = relative(path).removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__")


@cache
def known_modules() -> set[str]:
    """Return the dotted names of all source files."""
    return {module_name(source) for source in SOURCES}


def imports(path: Path, everywhere: bool = False) -> set[str]:
    """Return the modules a file imports: at its top level, or in its functions too."""
    tree = parsed(path)
    nodes = ast.walk(tree) if everywhere else _executed_on_import(tree)
    known = known_modules()
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            for alias in node.names:
                full = f"{base}.{alias.name}"
                found.add(full if full in known else base)
    return found


def _executed_on_import(tree: ast.Module) -> list[ast.stmt]:
    return [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]


def layer_of(module: str) -> int:
    """Return the position of a module in LAYERS, by its longest prefix there."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        prefix = ".".join(parts[:length])
        for number, layer in enumerate(LAYERS):
            if prefix in layer and (prefix != "ivy" or module == "ivy"):
                return number
    raise AssertionError(f"{module}: give it a place in LAYERS of tests/test_package.py")


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_imports_point_one_way(path: Path) -> None:
    own = layer_of(module_name(path))
    ours = {name for name in imports(path) if name.partition(".")[0] == "ivy"}
    wrong = {name for name in ours if layer_of(name) > own}
    assert not wrong, f"{relative(path)} imports from a layer above it: {wrong}"


CONVERTED = {
    "linen": {"flax", "jax"},
    "flax": {"flax", "jax"},
    "haiku": {"haiku", "jax"},
    "equinox": {"equinox", "jax"},
    "hooks": {"torch"},
    "keras_calls": {"keras"},
    "keras_weights": {"keras"},
}
"""Converters whose library stands on another one; the rest import the one they are named after."""

LIBRARIES = {
    "torch": (),
    "jax": ("jaxlib", "flax", "haiku", "equinox", "keras"),
    "tensorflow": ("keras",),
}
"""Frameworks whose programs are read or written in ivy.graph, and the libraries on them."""


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_frameworks_are_imported_by_their_own_backend_only(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    tops = {name.partition(".")[0] for name in imports(path, everywhere=True)} & set(FRAMEWORKS)
    if parts[0] == "demo.py":  # compares with native calls
        return
    if parts[:2] == ("stateful", "converters"):
        library = path.stem
        assert tops <= CONVERTED.get(library, {library})
        return
    if parts[0] == "graph" and (library := [*parts, ""][2].removesuffix(".py")) in LIBRARIES:
        assert tops <= {library, *LIBRARIES[library]}
        return
    if parts[0] == "backends" and len(parts) == 3:
        allowed = {parts[1], *(k for k, v in backends.FRAMEWORKS.items() if v == parts[1])}
        assert tops <= allowed
        ours = {name for name in imports(path, everywhere=True) if name.startswith("ivy")}
        assert all(name.startswith(BELOW_BACKENDS) for name in ours), ours
    else:
        assert not tops


# ---- completeness -----------------------------------------------------------------------------

INTERNAL = {
    # native.py: dtypes and 64-bit mode of JAX
    *("as_native_dtype", "enable_x64", "follow_defaults"),
    # creation and indexing, for Array and dispatch
    *("from_numpy", "get_item", "set_item", "write_into", "register_pytree"),
    # device
    *("initial_device", "native_devices", "profile", "accelerator_load", "accelerator_memory"),
    # gradients
    *("custom_vjp", "flat_vjp", "is_traced", "map_axis", "map_basis", "zeros_for_non_finite"),
    "keys_of",
    # random: words of the counter-based generator, and the framework's own generator
    *("argsort_words", "index_dtype", "is_tracing", "native_normal", "native_uniform"),
    *("key_words", "native_words", "random_words", "scaled_words", "unit_float32", "unit_float64"),
    # control flow: what is known while tracing, and the frameworks' own branches and loops
    *("is_symbolic", "run_branch", "run_for", "run_scan", "run_while", "truth"),
    # optimizers and training: whole programs
    *("compiled", "fused_while_traced", "held_program", "optimizer_step"),
    # sparse arrays
    *("is_sparse", "make_sparse", "sparse_parts", "sparse_to_dense"),
    # primitives of shared bodies
    *("as_complex", "pivoted_lu", "running_maximum", "running_minimum", "scatter_rows"),
    *("complex_sign", "det_of_singular", "halvings", "pseudo_inverse", "sizes"),
    *("transform_axis", "enable_einops", "greedily_kept", "host_constant", "segment_rows"),
    *("convolution", "transposed_convolution", "pool_maximum", "pool_average"),
    *("adaptive_average", "adaptive_maximum", "window_elements"),
    *("attend", "root", "rows_at", "scan_time"),
}
"""Functions of a backend that dispatch, Array and settings call, besides the operations."""


@cache
def declared() -> dict[str, generate.Operation]:
    """Return the operations that backends implement, from the sources of `ivy/ops`."""
    areas = [path for path in generate.OPS.glob("*.py") if path.name != "__init__.py"]
    return {o.name: o for path in areas for o in generate.operations(path.read_text())}


def unsupported(space: Any) -> dict[str, str]:
    """Return the operations a backend declares it cannot do, with reasons."""
    return getattr(space, "UNSUPPORTED", {})


def is_implemented(space: Any, name: str) -> bool:
    """Return whether a backend has its own body; what it lacks, dispatch fills with ivy's own."""
    body = getattr(space, name, None)
    return body is not None and getattr(body, "__wrapped__", None) is not getattr(ivy, name)


def test_every_operation_is_implemented(backend: str) -> None:
    space = backends.load(backend)
    missing = [name for name in declared() if not is_implemented(space, name)]
    missing = sorted(set(missing) - set(unsupported(space)))
    assert not missing, f"not in ivy/backends/{backend}, backends/any or UNSUPPORTED: {missing}"


def test_unsupported_operations_exist_and_have_a_reason(backend: str) -> None:
    space = backends.load(backend)
    for name, reason in unsupported(space).items():
        assert name in declared()
        assert reason
        assert not is_implemented(space, name)


def defined_names(path: Path) -> set[str]:
    """Return the public lower-case names a file defines, without those it imports."""
    names: set[str] = set()
    for node in parsed(path).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {
                t.id for target in node.targets for t in ast.walk(target) if isinstance(t, ast.Name)
            }
    return {name for name in names if name.islower() and not name.startswith("_")}


PLUMBING = {"native", "promotion", "pytrees", "unsigned", "special_values"}
"""Files of a backend that hold helpers of the others."""


@pytest.mark.parametrize("package", [*backends.NAMES, "any"])
def test_backends_define_operations_only(package: str) -> None:
    orphans = {}
    for path in sorted((PACKAGE / "backends" / package).glob("*.py")):
        if path.stem in PLUMBING or path.stem.startswith("_"):
            continue
        if names := defined_names(path) - set(dispatch.OPERATIONS) - INTERNAL:
            orphans[relative(path)] = sorted(names)
    assert not orphans, f"neither an operation nor INTERNAL (a typo?): {orphans}"


NAMELESS = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)


def test_bodies_take_the_declared_parameters(backend: str) -> None:
    space = backends.load(backend)
    wrong = {}
    for name, operation in declared().items():
        public = inspect.signature(dispatch.OPERATIONS[name]).parameters
        by_name = [p.name for p in operation.passed if public[p.name].kind not in NAMELESS]
        try:
            signature = inspect.signature(getattr(space, name, None))
        except (TypeError, ValueError):  # builtins tell nothing; the samples call them
            if by_name:
                wrong[name] = f"a builtin may not take {by_name} by name"
            continue
        keywords = {p.name: None for p in operation.passed if p.keyword}
        try:
            signature.bind(*(None for p in operation.passed if not p.keyword), **keywords)
        except TypeError as error:
            wrong[name] = f"{signature}: {error}"
        anything = any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values())
        missing = [n for n in by_name if n not in signature.parameters]
        if missing and not anything:
            wrong[name] = f"{signature}: {missing} not accepted by name"
    assert not wrong, wrong


def test_every_operation_is_tested() -> None:
    """By a sample; or by hand, if it takes functions, changes settings or asks the machine."""
    sampled = {sample.name for sample in samples.load()}
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    used = set(re.findall(r"\bivy\.(\w+)", text)) | set(re.findall(r"\"(\w+)\"", text))
    by_hand = used - (set(declared()) - ABOUT_THE_MACHINE - WITHOUT_ARRAYS)
    missing = sorted(set(dispatch.OPERATIONS) - sampled - by_hand)
    assert not missing, f"add to tests/samples: {missing}"


def test_every_sample_is_of_an_operation() -> None:
    names = [sample.name for sample in samples.load()]
    unknown = sorted(set(names) - set(dispatch.OPERATIONS))
    assert not unknown, f"no such operations: {unknown}"
    twice = sorted({name for name in names if names.count(name) > 1})
    assert not twice, f"more than one sample: {twice}"


WITHOUT_ARRAYS = {
    *("as_ivy_dev", "as_native_dev", "dev", "to_device", "split_factor", "set_split_factor"),
    *("container_types", "inplace_arrays_supported", "inplace_variables_supported"),
}
"""Operations about devices and the framework itself, which a table of values says nothing about."""

ABOUT_THE_MACHINE = {
    *("clear_cached_mem_on_dev", "dev_util", "get_all_ivy_arrays_on_dev", "gpu_is_available"),
    *("num_cpu_cores", "num_gpus", "num_ivy_arrays_on_dev", "percent_used_mem_on_dev"),
    *("print_all_ivy_arrays_on_dev", "total_mem_on_dev", "tpu_is_available", "used_mem_on_dev"),
    *("get_all_arrays_in_memory", "get_referrers_recursive", "num_arrays_in_memory"),
    *("print_all_arrays_in_memory", "multiprocessing"),
}
"""Operations whose result differs from machine to machine: an example cannot be checked."""


def test_every_operation_has_a_docstring_with_an_example() -> None:
    functions = {n: f for n, f in dispatch.OPERATIONS.items() if n not in ABOUT_THE_MACHINE}
    missing = sorted(n for n, f in functions.items() if ">>>" not in (inspect.getdoc(f) or ""))
    assert not missing, f"no example in the docstring: {missing}"


# ---- files ------------------------------------------------------------------------------------


def test_generated_files_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, "tools/generate.py", "--check"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_public_names_are_as_listed() -> None:
    expected = public_api.PATH.read_text().splitlines()
    actual = public_api.listing()
    added, removed = sorted(set(actual) - set(expected)), sorted(set(expected) - set(actual))
    assert (added, removed) == ([], []), "if this is meant: python -m tests.public_api"


GENERATED = {PACKAGE / "array_methods.py"}
OWN_FILES = [
    path
    for folder in ("ivy", "tests", "tools", "bench", "examples", "docs")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".md", ".toml", ".txt") and path not in GENERATED
]


def test_files_are_not_too_long() -> None:
    code = [path for path in OWN_FILES if path.suffix == ".py"]
    lengths = {relative(path): len(path.read_text().splitlines()) for path in code}
    assert not {path: lines for path, lines in lengths.items() if lines > 1200}


def test_converters_are_short() -> None:
    folder = PACKAGE / "stateful" / "converters"
    files = [path for path in folder.rglob("*.py") if path.name != "__init__.py"]
    lengths = {relative(path): len(path.read_text().splitlines()) for path in files}
    assert not {path: lines for path, lines in lengths.items() if lines > 120}


def test_functions_are_not_too_long() -> None:
    long = {}
    for path in SOURCES:
        if path in GENERATED:
            continue
        tree = parsed(path)
        written = generate.operations(path.read_text()) if path.parent == generate.OPS else []
        generated = {operation.name for operation in written}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
                if node.name in generated:
                    continue
                start = node.body[0].end_lineno if ast.get_docstring(node) else node.lineno
                length = node.end_lineno - (start or node.lineno)
                if length > 60:
                    long[f"{relative(path)}:{node.name}"] = length
    assert not long


def test_no_paths_of_somebody_s_machine() -> None:
    pattern = re.compile(r"/(work|home|opt|root|Users)/\w")
    files = [*OWN_FILES, ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / "README.md"]
    found = {
        relative(path): match.group()
        for path in files
        if path.exists() and path != Path(__file__)
        if (match := pattern.search(path.read_text()))
    }
    assert not found


# ---- what the frameworks make of ivy's functions -----------------------------------------------


@pytest.mark.columns("tensorflow")
def test_autograph_leaves_ivy_s_functions_alone(backend: str) -> None:
    from tensorflow.python.autograph.impl import api

    assert api.conversion.is_unsupported(ivy.add) or api.is_autograph_artifact(ivy.add)
    converted = api.autograph_artifact(lambda: None)
    assert hasattr(converted, "autograph_info__")


@pytest.mark.columns("torch")
def test_dynamo_takes_marked_functions_as_constants(backend: str) -> None:
    import torch

    def unmarked() -> None: ...

    marked = torch.compiler.assume_constant_result(unmarked)
    assert marked._dynamo_marked_constant is True
