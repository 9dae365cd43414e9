"""The dashboard: what is recorded, how runs merge and compare, the pages, and its own rows."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from ivy import cli
from ivy.dashboard import assertions, compare, markdown, page, records
from ivy.errors import IvyValueError

ROOT = Path(__file__).parents[1]
ROWS = Path(__file__).with_name("dashboard_rows.json")
PAGES = {
    "modules": 16,
    "gradients_and_random": 18,
    "converters": 4,
    "layers": 14,
    "custom_gradients": 1,
}
"""The promised pages and how many rows each has."""


# ---- the rows of ivy --------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(PAGES))
def test_every_promised_row_is_a_test_on_every_backend(name: str) -> None:
    tests = records.Pages.read(ROWS).pages[name]
    assert len(set(tests)) == PAGES[name]
    for test in tests:
        path, _, function = test.partition("::")
        assert (ROOT / path).exists(), f"{test}: no such file"
        functions = {
            node.name: node
            for node in ast.parse((ROOT / path).read_text()).body
            if isinstance(node, ast.FunctionDef)
        }
        assert function in functions, f"{test}: no such test"
        found = functions[function]
        parameters = {argument.arg for argument in [*found.args.args, *found.args.kwonlyargs]}
        assert "backend" in parameters, f"{test}: not run on every backend"
        marks = " ".join(ast.unparse(mark) for mark in found.decorator_list)
        assert not re.search(r"\b(columns|skip|skipif|xfail|unsupported)\b", marks), test


@pytest.mark.parametrize("name", list(PAGES))
def test_committed_pages_have_exactly_these_rows(name: str) -> None:
    text = (ROOT / "docs" / "status" / f"{name}.md").read_text()
    lines = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("|")]
    pages = records.Pages.read(ROWS)
    assert [column.strip() for column in lines[0]] == ["", *pages.columns]
    assert [line[0].strip() for line in lines[2:]] == [
        test.rpartition("::")[2] for test in pages.pages[name]
    ]
    for link in re.findall(r"\]\(([^)#]+)", text):
        assert (ROOT / "docs" / "status" / link).exists(), link


def test_pages_are_these() -> None:
    assert list(records.Pages.read(ROWS).pages) == list(PAGES)


# ---- recording: a small project of somebody else ---------------------------------------------

PROJECT = {
    "pyproject.toml": """
        [tool.pytest.ini_options]
        addopts = "-p ivy.dashboard.plugin"
        dashboard_fixture = "engine"
    """,
    "tests/rows.json": """
        {"columns": ["rich", "numpy"],
         "pages": {"sums": ["tests/test_sums.py::test_cases", "tests/test_sums.py::test_removed"]}}
    """,
    "tests/test_broken.py": "import no_such_module",
    "tests/test_sums.py": """
        import os, unittest
        import pytest

        @pytest.fixture(params=["numpy", "rich", "kuzu"])
        def engine(request):
            if request.param == "kuzu":
                pytest.skip("kuzu is not installed")
            return request.param

        @pytest.fixture
        def checked():
            assert 1 + 1 == 2
            yield

        def assert_nothing(x): pass
        def assert_two(x): assert x == 2

        def test_assert(engine): assert len(engine) > 3
        def test_raises(engine):
            with pytest.raises(ZeroDivisionError):
                1 / 0
        def test_library(engine): unittest.TestCase().assertEqual(1, 1)
        def test_bound(engine):
            case = unittest.TestCase()
            case.assertEqual(1, 1)
        def test_helper(engine): assert_two(2)
        @pytest.mark.parametrize("number", [1, 2])
        def test_cases(number, engine): assert number
        def test_alone(): assert PROJECT
        @pytest.mark.aspect("speed")
        @pytest.mark.parametrize("x", [1, 2], ids=["numbers/one", "1 / 2"])
        def test_named(x, engine): assert x

        def test_nothing(engine): pass
        def test_constant(engine): assert True
        def test_no_turn(engine):
            for x in []:
                assert x
        def test_empty_helper(engine): assert_nothing(2)
        def test_fixture_only(engine, checked): pass

        def test_fails(engine):
            print("said before")
            assert len(engine) == 0
        @pytest.mark.unsupported("rich", reason="prints only")
        def test_unsupported(engine): assert engine != "rich"
        @pytest.mark.xfail(reason="a known bug")
        def test_xfail(engine): assert not engine
        @pytest.mark.skip(reason="too slow")
        def test_skip(engine): assert engine
        def test_dies(engine):
            if "PYTEST_XDIST_WORKER" in os.environ and engine == "rich":
                os._exit(3)
            assert engine

        PROJECT = True
    """,
}
EXPECTED = {
    "test_assert": "pass",
    "test_raises": "pass",
    "test_bound": "pass",
    "test_helper": "pass",
    "test_cases": "pass",
    "test_nothing": "empty",
    "test_constant": "empty",
    "test_no_turn": "empty",
    "test_empty_helper": "empty",
    "test_fixture_only": "empty",
    "test_fails": "fail",
    "test_xfail": "xfail",
    "test_skip": "skip",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    for name, text in PROJECT.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(textwrap.dedent(text))
    return folder


def record(project: Path, *arguments: str) -> dict[tuple[str, str], records.Record]:
    """Run pytest in a project and return its records by row and column."""
    path = project / "run.jsonl"
    command = [sys.executable, "-m", "pytest", "-q", "--continue-on-collection-errors"]
    # This test may run in a worker of xdist itself.
    outside = {key: x for key, x in os.environ.items() if not key.startswith("PYTEST_XDIST")}
    subprocess.run(
        [*command, "--dashboard", str(path), *arguments],
        cwd=project,
        env={**outside, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    return {(r.row, r.backend): r for r in records.read([path])}


@pytest.fixture(scope="module")
def recorded(project: Path) -> dict[tuple[str, str], records.Record]:
    return record(project)


def test_statuses(recorded: dict[tuple[str, str], records.Record]) -> None:
    for name, status in EXPECTED.items():
        row = f"sums/{name}[1]" if name == "test_cases" else f"sums/{name}"
        assert recorded[row, "numpy"].status == status, recorded[row, "numpy"]
    assert recorded["sums/test_unsupported", "numpy"].status == "pass"
    unsupported = recorded["sums/test_unsupported", "rich"]
    assert (unsupported.status, unsupported.reason) == ("unsupported", "prints only")
    assert recorded["sums/test_xfail", "rich"].reason == "a known bug"
    absent = recorded["sums/test_assert", "kuzu"]
    assert (absent.status, absent.reason) == ("absent", "kuzu is not installed")


def test_what_is_recorded(project: Path, recorded: dict[tuple[str, str], records.Record]) -> None:
    failed = recorded["sums/test_fails", "rich"]
    assert failed.nodeid == "tests/test_sums.py::test_fails[rich]"
    assert failed.version == version("rich")
    assert failed.reason.startswith("AssertionError: assert 4 == 0")
    assert "> " in failed.log and "said before" in failed.log
    assert str(project) not in failed.log
    assert failed.time > 0 and failed.python and failed.system
    case = recorded["sums/test_cases[2]", "numpy"]
    assert (case.name, case.case, case.checks, case.log) == ("sums/test_cases", "2", 1, "")
    assert recorded["sums/test_alone", ""].status == "pass"
    assert recorded["numbers/one:speed", "rich"].nodeid.endswith("test_named[rich-numbers/one]")
    assert ("sums/test_named[1 / 2]", "rich") in recorded


def test_a_file_that_cannot_be_imported_is_red(
    recorded: dict[tuple[str, str], records.Record],
) -> None:
    broken = recorded["broken/import", ""]
    assert broken.status == "fail"
    assert "no_such_module" in broken.reason and "no_such_module" in broken.log


def test_workers_record_the_same_and_a_crash_is_red(
    project: Path, recorded: dict[tuple[str, str], records.Record]
) -> None:
    pytest.importorskip("xdist")
    parallel = record(project, "-n", "1")
    crashed = parallel.pop(("sums/test_dies", "rich"))
    assert crashed.status == "fail"
    assert "crashed" in crashed.log + crashed.reason
    assert {key: r.status for key, r in parallel.items()} == {
        key: r.status for key, r in recorded.items() if key != ("sums/test_dies", "rich")
    }


def test_the_plugin_imports_no_framework() -> None:
    code = (
        "import ivy.dashboard.plugin, sys; print({'torch', 'jax', 'tensorflow'} & {*sys.modules})"
    )
    printed = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=ROOT)
    assert printed == "set()\n"


def test_status_of_the_project(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert cli.main(["status", "--seed", "--rows", "tests/rows.json", "--", "-x"]) == 1
    printed = capsys.readouterr().out
    assert "3 not run" in printed
    assert "2 of 6 dashboard cells, 2 of 3 all cells" in printed
    names = {path.name for path in (project / "status").iterdir()}
    assert {"README.md", "index.html", "status.json", "sums.md", "badges", "logs"} <= names
    table = (project / "status" / "sums.md").read_text()
    assert table.index(" rich ") < table.index(" numpy ")
    assert "[![pass](badges/pass.svg)](logs/sums.md#test_cases-numpy)" in table
    assert "[![not run](badges/missing.svg)](logs/sums.md#test_removed-rich)" in table
    log = (project / "status" / "logs" / "sums.md").read_text()
    assert (
        "## test_cases numpy" in log and "pytest 'tests/test_sums.py::test_cases[numpy-1]'" in log
    )
    machine = json.loads((project / "status" / "status.json").read_text())
    assert machine["dashboard"]["statuses"]["pass"] == 2


# ---- counting checks --------------------------------------------------------------------------


def checks_in(source: str) -> int:
    """Return how many checks running a module counts."""
    tree = ast.parse(textwrap.dedent(source))
    assertions.mark_checks(tree)
    before = assertions.executed()
    exec(compile(tree, "module", "exec"), {"__name__": "module"})
    return assertions.executed() - before


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("'''Text.'''\nfrom __future__ import annotations\nassert 1 < 2", 1),
        ("for i in range(3):\n  assert i < 3", 3),
        ("if False:\n  assert 0", 0),
        ("assert True", 0),
        ("try:\n  assert [] == []\nfinally:\n  assert {} == {}", 2),
        ("import pytest\nwith pytest.raises(KeyError):\n  {}[0]", 1),
        ("import pytest\npytest.raises(KeyError, lambda: {}[0])", 1),
        ("from numpy.testing import assert_equal\nassert_equal(1, 1)", 1),
        ("def assert_equal(a, b): assert a == b\nassert_equal(1, 1)", 1),
        ("def assert_equal(a, b): pass\nassert_equal(1, 1)", 0),
        ("match 1:\n  case 1:\n    assert 1 in [1]", 1),
    ],
)
def test_checks_are_counted(source: str, number: int) -> None:
    assert checks_in(source) == number


@pytest.mark.columns("torch")
def test_counting_does_not_make_torch_compile_again(backend: str, jit: Any) -> None:
    import torch

    tree = ast.parse("def successor(x):\n  assert x.ndim == 1\n  return x + 1")
    assertions.mark_checks(tree)
    module: dict[str, Any] = {}
    exec(compile(tree, "module", "exec"), module)
    compiled = jit(module["successor"])
    for _ in range(12):  # more often than torch is willing to compile one function
        assert compiled(torch.zeros(2)).tolist() == [1.0, 1.0]


def test_pytest_still_has_what_the_counting_replaces() -> None:
    from _pytest.assertion import rewrite

    before = rewrite.rewrite_asserts, rewrite.PYC_TAIL
    undo = assertions.enable()
    try:
        assert rewrite.rewrite_asserts is not before[0]
        assert rewrite.PYC_TAIL.startswith(".dashboard")
    finally:
        undo()
    assert (rewrite.rewrite_asserts, rewrite.PYC_TAIL) == before


# ---- merging and comparing --------------------------------------------------------------------


def line(name: str, backend: str = "torch", **facts: Any) -> dict[str, Any]:
    """Return a record of the test `name` as the plugin writes it."""
    row, bracket, case = name.partition("[")
    nodeid = f"tests/test_a.py::{row}[{case[:-1] + '-' if bracket else ''}{backend}]"
    defaults = {"row": f"a/{name}", "backend": backend, "version": "1.0", "nodeid": nodeid}
    return defaults | {"status": "pass", "checks": 1, "time": 1} | facts


def write_run(path: Path, *lines: dict[str, Any]) -> Path:
    """Write a run of a machine with Python 3.12."""
    head = {"dashboard": 1, "python": "3.12.0", "system": "Linux"}
    path.write_text("".join(json.dumps(text) + "\n" for text in [head, *lines]))
    return path


def test_the_newest_record_of_a_version_wins(tmp_path: Path) -> None:
    runs = [
        write_run(tmp_path / "1", line("t", time=5), line("t", version="2.0", status="fail")),
        write_run(tmp_path / "2", line("t", time=3, status="fail")),
        write_run(tmp_path / "3", line("t", version="", status="absent", time=9)),
    ]
    board = records.board(records.read(runs))
    assert [board.label(column) for column in board.columns] == ["torch 1.0", "torch 2.0"]
    (row,) = board.groups["a"]
    assert [row.cells[column].status for column in board.columns] == ["pass", "fail"]


def test_versions_sort_by_number(tmp_path: Path) -> None:
    run = write_run(tmp_path / "1", line("t", version="2.10.0"), line("t", version="2.9.1"))
    board = records.board(records.read([run]))
    assert [column.version for column in board.columns] == ["2.9.1", "2.10.0"]


def test_a_cell_is_as_good_as_its_worst_case(tmp_path: Path) -> None:
    run = write_run(tmp_path / "1", line("t[a]"), line("t[b]", status="xfail"), line("t[c]"))
    board = records.board(records.read([run]))
    (cell,) = board.groups["a"][0].cells.values()
    assert (cell.status, len(cell.cases), board.total) == ("xfail", 3, 1)


def test_promised_rows_have_their_own_columns(tmp_path: Path) -> None:
    other = line("other", "", version="", nodeid="tests/test_a.py::other")
    recorded = records.read([write_run(tmp_path / "1", line("t"), other)])
    pages = records.Pages(
        ("torch", "numpy"), {"p": ("tests/test_a.py::t", "tests/test_a.py::gone")}
    )
    promised = records.dashboard(recorded, pages)
    assert [column.backend for column in promised.columns] == ["torch", "numpy"]
    assert (promised.total, promised.counts["pass"], promised.counts["missing"]) == (4, 1, 3)
    everything = records.board(recorded, pages)
    assert records.summary(everything, promised) == "1 of 4 dashboard cells, 2 of 2 all cells"
    alone = records.dashboard([], records.Pages(pages={"p": ("tests/test_a.py::gone",)}))
    assert alone.counts["missing"] == 1


def test_changes(tmp_path: Path) -> None:
    old = [line("same"), line("worse"), line("better", status="fail"), line("gone")]
    new = [line("same", version="9"), line("worse", status="fail", reason="5 != 6"), line("better")]
    runs = [write_run(tmp_path / "1", *old), write_run(tmp_path / "2", *new, line("new"))]
    found = compare.changes(*(records.read([run]) for run in runs))
    assert [(str(change), change.is_regression) for change in found] == [
        ("a/gone (torch): pass -> no record", True),
        ("a/worse (torch): pass -> fail: 5 != 6", True),
        ("a/better (torch): fail -> pass", False),
        ("a/new (torch): no record -> pass", False),
    ]


def test_against(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = write_run(tmp_path / "old", line("t"))
    new = write_run(tmp_path / "new", line("t", status="fail", reason="broke"))
    assert cli.main(["status", "--against", str(old), str(new)]) == 1
    assert "a/t (torch): pass -> fail: broke" in capsys.readouterr().out
    assert cli.main(["status", "--against", str(new), str(old)]) == 0
    assert cli.main(["status", "--against", str(old), str(old)]) == 0
    assert "nothing changed" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["not json", '{"row": "a/b"}', '["list"]'])
def test_other_files_are_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.jsonl").write_text(text + "\n")
    with pytest.raises(
        IvyValueError, match=r"expected a file of `pytest --dashboard`, got .*x\.jso"
    ):
        records.read([tmp_path / "x.jsonl"])
    assert cli.main(["status", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err


def test_bad_rows_are_refused(tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text('{"pages": ["a"]}')
    with pytest.raises(IvyValueError, match="expected a file with the rows of each page"):
        records.Pages.read(tmp_path / "rows.json")


# ---- Markdown and HTML ------------------------------------------------------------------------


def test_badges_are_small_and_local() -> None:
    for status, label in records.LABELS.items():
        svg = markdown.badge(status)
        assert label in svg and len(svg) < 600
        assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]


class Addresses(HTMLParser):
    """Collects what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for key, value in attrs if key in ("src", "href")]


def many_records(tmp_path: Path) -> list[records.Record]:
    """Return a run of 40,000 cells with every status in it."""
    lines = []
    for number in range(10_000):
        area = f"area_{number % 40:02}"
        for backend in ("jax", "numpy", "tensorflow", "torch"):
            name = f"test_{number}"
            nodeid = f"tests/test_{area}.py::{name}[{backend}]"
            facts = {"row": f"{area}/{name}", "nodeid": nodeid, "ms": 3.0}
            if (number, backend) == (77, "jax"):
                log = "> assert 1 == 2 </script><b>\nE AssertionError"
                facts |= {"status": "fail", "reason": "1 is not 2", "log": log}
            elif number < 7 and backend == "torch":
                status = [status for status in records.LABELS if status != "missing"][number]
                facts |= {"status": status, "reason": f"because of {status}"}
            lines.append(line(name, backend, **facts))
    return records.read([write_run(tmp_path / "many", *lines)])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    board = records.board(many_records(folder))
    (folder / "index.html").write_text(page.html(board, "39,992 of 40,000 all cells"))
    return (folder / "index.html").as_uri()


def test_the_page_loads_nothing(tmp_path: Path) -> None:
    board = records.board(records.read([write_run(tmp_path / "1", line("t", log="</script>"))]))
    text = page.html(board, "1 of 1 all cells")
    parser = Addresses()
    parser.feed(text)
    assert parser.found == ["data:,"]
    assert not re.search(r"url\(|@import|fetch\(|https?://", text)
    assert text.count("</script>") == 2


# ---- the page in a browser --------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    names = ("chromium", "chromium-browser", "google-chrome")
    program, driver = (
        next(filter(None, map(shutil.which, names)), None),
        shutil.which("chromedriver"),
    )
    if program is None or driver is None:
        pytest.skip("no Chromium with its driver is installed")
    options = selenium.ChromeOptions()
    options.binary_location = program
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with selenium.Chrome(options=options, service=selenium.ChromeService(driver)) as opened:
        opened.implicitly_wait(5)
        yield opened


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[Any]:
    def open_page(width: int = 1280, scheme: str = "light", **state: str) -> Any:
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        browser.get("about:blank")
        browser.get(f"{address}#{urlencode(state)}")
        return browser

    yield open_page
    assert browser.get_log("browser") == []


def one(browser: Any, selector: str) -> Any:
    """Return the first element of a CSS selector, waiting for it."""
    return browser.find_element("css selector", selector)


def texts(browser: Any, selector: str) -> list[str]:
    """Return the visible texts of all elements of a CSS selector."""
    return [found.text for found in browser.find_elements("css selector", selector)]


def keys(browser: Any, *names: str) -> None:
    """Press keys wherever the focus is, arrows and so on by their names."""
    from selenium.webdriver.common.keys import Keys

    for name in names:
        browser.switch_to.active_element.send_keys(getattr(Keys, name, name))


def test_browser_shows_40000_cells_with_few_elements(open_page: Any) -> None:
    browser = open_page()
    assert one(browser, "#summary").text == "39,992 of 40,000 all cells"
    assert texts(browser, ".card b") == ["jax", "numpy", "tensorflow", "torch"]
    assert texts(browser, ".card .number")[1] == "10,000 of 10,000"
    assert len(texts(browser, ".group .name")) >= 10
    browser.execute_script("state.q = 'test'; changed(); scrollTo(0, 150000)")
    assert one(browser, ".test .cell").text == "✓ pass"
    assert browser.execute_script("return lines.length") == 10_040
    assert browser.execute_script("return document.querySelectorAll('*').length") < 1_500


def test_browser_search_and_filters(open_page: Any) -> None:
    browser = open_page()
    one(browser, "#search").send_keys("area_37 test_77")
    browser.execute_script("clearTimeout(waiting); changed()")
    assert "test_77" in texts(browser, ".test .name")
    assert all("test_77" in name for name in texts(browser, ".test .name"))
    assert "q=area_37+test_77" in browser.current_url
    one(browser, ".chip.clear").click()
    one(browser, '[data-status="fail"]').click()
    assert texts(browser, ".test .name") == ["test_6", "test_77"]
    one(browser, '[data-framework="jax"]').click()
    assert texts(browser, ".test .name") == ["test_77"]
    assert texts(browser, "#head span")[1:] == ["jax"]
    one(browser, ".chip.clear").click()
    one(browser, '#area option[value="area_03"]').click()
    assert texts(browser, ".group .name") == ["area 03"]
    one(browser, "#search").send_keys("there is no such test")
    assert one(browser, "#nothing").text == "No test matches."


def test_browser_opens_a_cell_and_finds_it_again_by_its_address(open_page: Any) -> None:
    browser = open_page(status="fail")
    one(browser, '[data-cell="area_37/test_77@jax"]').click()
    assert one(browser, "#panel h2").text == "test_77"
    assert "> assert 1 == 2 </script><b>" in one(browser, "#panel .log").text
    shown = one(browser, "#panel").text
    assert "pytest 'tests/test_area_37.py::test_77[jax]'" in shown
    assert "1 is not 2" in shown and "jax 1.0" in shown and "3 ms" in shown
    browser.refresh()
    assert one(browser, "#panel h2").text == "test_77"
    keys(browser, "ESCAPE")
    assert not one(browser, "#panel").is_displayed()
    assert "cell=" not in browser.current_url
    browser = open_page(cell="area_37/test_77@jax")
    assert one(browser, "#panel h2").text == "test_77"
    assert (
        one(browser, '[aria-selected="true"]').get_attribute("data-cell") == "area_37/test_77@jax"
    )


def test_browser_by_keyboard(open_page: Any) -> None:
    browser = open_page(area="area_00")
    keys(browser, "/")
    assert browser.switch_to.active_element.get_attribute("id") == "search"
    keys(browser, "ARROW_DOWN", "ARROW_DOWN", "ARROW_RIGHT", "ARROW_RIGHT", "ARROW_DOWN")
    here = browser.switch_to.active_element.get_attribute("data-cell")
    assert here == "area_00/test_1000@numpy"
    keys(browser, "ENTER")
    assert one(browser, "#panel h2").text == "test_1000"
    keys(browser, "ESCAPE")
    assert browser.switch_to.active_element.get_attribute("data-cell") == here
    keys(browser, *["PAGE_DOWN"] * 6)
    assert browser.switch_to.active_element.is_displayed()
    assert browser.switch_to.active_element.get_attribute("data-cell").endswith("@numpy")
    keys(browser, "HOME", *["PAGE_UP"] * 8)
    assert browser.switch_to.active_element.text == "area 00"
    keys(browser, "ARROW_LEFT")
    assert browser.execute_script("return lines.length") == 1


def test_browser_themes(open_page: Any) -> None:
    def background() -> str:
        return one(browser, "body").value_of_css_property("background-color")

    browser = open_page(scheme="light")
    light = background()
    browser = open_page(scheme="dark")
    dark = background()
    assert light != dark
    for expected in (light, dark, dark):  # light, dark, auto
        one(browser, "#theme").click()
        assert background() == expected


def test_browser_on_a_phone(open_page: Any) -> None:
    browser = open_page(width=390, status="fail")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    name, cell = one(browser, ".test .name"), one(browser, ".test .cell")
    assert name.size["width"] > 300 and cell.size["width"] > 40
    assert cell.location["y"] >= name.location["y"] + name.size["height"] - 1
    cell.click()
    assert one(browser, "#panel").size["width"] == 390
    one(browser, "#close").click()
    assert not one(browser, "#panel").is_displayed()
