"""Which model goes from which framework to which: docs/status/models.md, from recorded runs.

pytest tests/transpile --every-model --dashboard status/models.jsonl
python -m tests.transpile.status docs/status status/models.jsonl
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ivy.backends import NAMES
from ivy.dashboard.markdown import table, write_badges
from ivy.dashboard.records import BAD, LABELS, Cell, Record, read

TRAINED = ("test_model", "test_training")
MODELS = {
    "PyTorch, transformers": (
        "test_torch_models",
        ("test_transformers", "test_training"),
        "bert gpt2 llama t5 vit resnet convnext clip whisper",
    ),
    "PyTorch, torch.nn": (
        "test_torch_modules",
        ("test_module", "test_training"),
        "lstm gru rnn transformer encoder attention convolutions transposed one_dimension volume",
    ),
    "TensorFlow, keras.applications": (
        "test_tensorflow",
        ("test_application", "test_application_training"),
        "ResNet50 MobileNetV2 DenseNet121 InceptionV3",
    ),
    "TensorFlow, more of keras.applications": (
        "test_tensorflow",
        ("test_application",),
        "EfficientNetB0 MobileNetV3Small Xception NASNetMobile ConvNeXtTiny",
    ),
    "TensorFlow, Keras": (
        "test_tensorflow",
        TRAINED,
        "decoder lstm gru masked residual separable dense_block groups volumes",
    ),
    "JAX, Flax": (
        "test_jax",
        TRAINED,
        "nnx_mlp nnx_cnn nnx_transformer linen_mlp linen_cnn linen_transformer linen_rnn",
    ),
    "JAX, Haiku of full size": (
        "test_jax",
        ("test_large_model", "test_large_training"),
        "haiku_resnet18 haiku_mobilenet_v1",
    ),
    "JAX, Haiku and Equinox": (
        "test_jax",
        TRAINED,
        "haiku_mlp haiku_resnet haiku_mobilenet equinox_mlp equinox_attention",
    ),
}
"""Section of the page -> the file of tests, the tests, the models in the order to show them."""

CONTROL = {
    "lax.scan": ("scan", "scan reversed", "map"),
    "lax.cond, lax.while_loop": ("while_loop and cond", "fori_loop", "switch"),
}
"""Row -> functions of JAX that have one of their own."""

FUNCTIONS = {
    "functions of PyTorch": ("test_torch_functions", "test_function"),
    "functions of TensorFlow": ("test_tensorflow", "test_function"),
    "functions of JAX": ("test_jax", "test_function"),
    "functions of NumPy": ("test_trace", "test_numpy_code"),
}
"""Row -> the test, whose cases are the functions."""

INTRODUCTION = """# Models from one framework on another

`make models` writes this page. Rows are models, in the framework their section names; columns are
the frameworks they are translated to. Models are built from configurations with random weights,
then every parameter and buffer is moved from its first value. A cell passes if

- the results agree with the source's, for two sizes of the batch, to 1e-5 of their scale;
- the gradients of all parameters agree, to 1e-4 of the largest;
- in training mode results and statistics of batch norm agree, where that mode differs;
- five steps of training by the target's own optimizer follow those of the source: losses to 1e-4,
  weights and statistics to 2 % of their change.

The models of `keras.applications` and the Haiku models of full size train in float64: their last
layers have statistics of a handful of numbers, which in float32 would multiply rounding errors.
Those of "more of keras.applications" drop at random and are compared in evaluation. Functions are
compared by their results. A badge leads to what was run.
"""


def row_of(record: Record) -> tuple[str, str] | None:
    """Return the section and the row that a test belongs to, if it is one of this page."""
    file, _, test = record.test.rpartition("/")[2].partition(".py::")
    for row, place in FUNCTIONS.items():
        if (file, test) == place:
            control = [name for name, cases in CONTROL.items() if record.case in cases]
            return "Functions", control[0] if control and file == "test_jax" else row
    for section, (tests, names, models) in MODELS.items():
        if file == tests and test in names and record.case in models.split():
            return section, record.case
    return None


def cells(records: list[Record]) -> dict[str, dict[str, dict[str, Cell]]]:
    """Return section -> row -> target -> its cases; rows that were not run have none."""
    found: dict[str, dict[str, dict[str, Cell]]] = {
        section: {name: _empty() for name in models.split()}
        for section, (_, _, models) in MODELS.items()
    }
    found["Functions"] = {name: _empty() for name in (*FUNCTIONS, *CONTROL)}
    for record in records:
        if (place := row_of(record)) is not None and record.backend in NAMES:
            found[place[0]][place[1]][record.backend].cases.append(record)
    for section, rows in found.items():
        for targets in rows.values():
            whole = max(len(cell.cases) for cell in targets.values())
            whole = len(MODELS[section][1]) if section in MODELS else whole
            for cell in targets.values():
                # Part of a cell is none: what is missing might fail.
                cell.cases = cell.cases if len(cell.cases) == whole else []
    return found


def _empty() -> dict[str, Cell]:
    return {name: Cell() for name in NAMES}


def _anchor(section: str, row: str) -> str:
    return re.sub(r"[^\w-]", "", f"{section} {row}".lower().replace(" ", "-"))


def page(found: dict[str, dict[str, dict[str, Cell]]], versions: dict[str, str]) -> str:
    """Return the page: a table per section."""
    parts = [INTRODUCTION]
    for section, rows in found.items():
        lines = [
            [row, *(_badge(cell, _anchor(section, row)) for cell in targets.values())]
            for row, targets in rows.items()
        ]
        parts.append(f"## {section}\n\n{table(['', *NAMES], lines)}")
    parts.append(f"Versions: {', '.join(f'{n} {v}' for n, v in sorted(versions.items()))}.\n")
    return "\n".join(parts)


def _badge(cell: Cell, anchor: str) -> str:
    image = f"![{LABELS[cell.status]}](badges/{cell.status}.svg)"
    return f"[{image}](logs/models.md#{anchor})"


def log(found: dict[str, dict[str, dict[str, Cell]]]) -> str:
    """Return what was run: per row how often and with how many checks, and what went wrong."""
    parts = ["# Logs of models\n\n[Back to the tables](../models.md)\n"]
    for section, rows in found.items():
        for row, targets in rows.items():
            lines = [line for name, cell in targets.items() for line in _said(name, cell)]
            text = "\n".join(lines)
            parts.append(f"## {section} {row}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def _said(target: str, cell: Cell) -> list[str]:
    tests = sorted({case.test for case in cell.cases})
    checks = sum(case.checks for case in cell.cases)
    counts = f"{len(cell.cases)} cases, {checks} assertions"
    bad = [case for case in cell.cases if case.status != "pass"]
    first = f"{target:11} {LABELS[cell.status]:9} {counts}  {' '.join(tests)}"
    return [first, *(f"  {LABELS[c.status]}: pytest '{c.nodeid}'  # {c.reason}" for c in bad)]


def main(folder: Path, runs: list[Path]) -> int:
    """Write the page and its log; return 1 if a cell is bad."""
    records = read(runs)
    found = cells(records)
    (folder / "logs").mkdir(parents=True, exist_ok=True)
    write_badges(folder / "badges")
    versions = {record.backend: record.version for record in records if record.version}
    (folder / "models.md").write_text(page(found, versions), encoding="utf-8")
    (folder / "logs" / "models.md").write_text(log(found), encoding="utf-8")
    statuses = [
        cell.status for rows in found.values() for row in rows.values() for cell in row.values()
    ]
    print(f"{statuses.count('pass')} of {len(statuses)} cells of {folder / 'models.md'} pass")
    return int(any(status in BAD for status in statuses))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]))
