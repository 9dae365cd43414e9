"""Run the official Array API suite (github.com/data-apis/array-api-tests) on ivy's backends.

    python -m tests.conformance --suite <checkout> [--backend torch,jax] [--examples 50]

Each backend runs in a process of its own, because the suite copies the functions of the module
under test when it is imported. `<backend>-xfails.txt` beside this file lists tests that are known
to fail, each with its reason; it is strict, so a line that is no longer true fails the run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BACKENDS = ("numpy", "torch", "jax", "tensorflow")
OUTCOMES = ("passed", "failed", "xfailed", "skipped")
VERSION = "2025.12"


def run(suite: Path, backend: str, examples: int, arguments: list[str]) -> list[dict[str, Any]]:
    """Return one record per test of the suite on a backend."""
    module = f"exec('import ivy; ivy.set_backend(\"{backend}\"); xp = ivy')"
    environment = {
        "ARRAY_API_TESTS_MODULE": module,
        "ARRAY_API_TESTS_VERSION": VERSION,
        "PYTHONPATH": str(ROOT),
        "ONEDNN_MAX_CPU_ISA": "AVX512_CORE_FP16",  # AMX kernels crash on some virtual machines
        "TF_CPP_MIN_LOG_LEVEL": "3",
    }
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [
            *(sys.executable, "-m", "pytest", "array_api_tests", "--quiet", "--tb=short"),
            *("-p", "no:cacheprovider", "-o", "xfail_strict=true", f"--junitxml={report}"),
            *("--max-examples", str(examples), "--derandomize", "--disable-deadline"),
            *("--xfails-file", str(HERE / f"{backend}-xfails.txt"), *arguments),
        ]
        done = subprocess.run(command, check=False, cwd=suite, env={**os.environ, **environment})
        if not report.exists():
            raise SystemExit(f"{backend}: the suite did not run (exit status {done.returncode})")
        return records(report, backend)


def records(report: Path, backend: str) -> list[dict[str, Any]]:
    """Return one record per test of a JUnit report, in the form of `pytest --dashboard`."""
    found = []
    for case in ElementTree.parse(report).iter("testcase"):
        area = case.get("classname", "").rpartition(".")[2].removeprefix("test_")
        outcome, reason = "passed", ""
        for child in case:
            if child.tag in ("failure", "error", "skipped"):
                expected = child.get("type") == "pytest.xfail"
                outcome = "xfailed" if expected else child.tag.replace("failure", "failed")
                reason = (child.get("message") or "").partition("\n")[0][:300]
        found.append(
            {
                "row": f"conformance/{area}:{case.get('name')}",
                "backend": backend,
                "outcome": {"error": "failed"}.get(outcome, outcome),
                "reason": reason,
                "ms": round(float(case.get("time", 0)) * 1000, 3),
            }
        )
    return found


def main() -> int:
    """Run the suite and return 1 if a test failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--suite", type=Path, required=True, help="checkout of array-api-tests")
    parser.add_argument("--backend", default=",".join(BACKENDS), help="e.g. torch,jax")
    parser.add_argument("--examples", type=int, default=50, help="hypothesis examples per test")
    parser.add_argument("--dashboard", type=Path, help="write one JSON line per test to this file")
    options, arguments = parser.parse_known_args()
    if not (options.suite / "array_api_tests").is_dir():
        parser.error(f"--suite: expected a checkout of array-api-tests, got {options.suite}")
    found = []
    for backend in options.backend.split(","):
        found += run(options.suite.resolve(), backend, options.examples, arguments)
    if options.dashboard:
        options.dashboard.write_text("".join(json.dumps(record) + "\n" for record in found))
    print(f"\n{'backend':<12}" + "".join(f"{outcome:>9}" for outcome in OUTCOMES))
    for backend in options.backend.split(","):
        counts = Counter(record["outcome"] for record in found if record["backend"] == backend)
        print(f"{backend:<12}" + "".join(f"{counts[outcome]:>9}" for outcome in OUTCOMES))
    return int(any(record["outcome"] == "failed" for record in found))


if __name__ == "__main__":
    raise SystemExit(main())
