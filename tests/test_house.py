"""The house keeps its own rules: a true map, a job for each file, screens not scrolls, no room without a name."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("standoff", "native", "web", "benchmarks", "examples", "recipes", "tests")
PYTHON = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")) if path.stat().st_size > 0]
NATIVE = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.[ch]pp"))]
SCRIPTS = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.mjs"))]
FORBIDDEN = re.compile(r"(^|_)(util|utils|common|helper|helpers|misc|manager)(_|$)")
LONGEST_FUNCTION = 60
LONGEST_FILE = 600


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", PYTHON + NATIVE + SCRIPTS, ids=_name)
def test_a_file_says_its_job_in_its_first_line(path: Path) -> None:
    first = path.read_text().splitlines()[0]
    assert first.startswith('"""' if path in PYTHON else "// "), f"{_name(path)} begins with {first!r}"
    assert len(first) > 20


@pytest.mark.parametrize("path", PYTHON, ids=_name)
def test_a_function_fits_a_screen(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{_name(path)}: {node.name} has {length} lines"


@pytest.mark.parametrize("path", PYTHON + NATIVE + SCRIPTS, ids=_name)
def test_no_file_is_a_scroll_or_a_junk_room(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_FILE
    assert not FORBIDDEN.search(path.stem)


def test_the_map_of_the_house_is_true() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    map_lines = dict(re.findall(r"^- `(standoff/[\w/.]+|native/[\w.]+)`: (.+)$", page, flags=re.MULTILINE))
    files = [path for path in PYTHON + NATIVE if _name(path).startswith(("standoff/", "native/"))]
    expected = {
        _name(path): _job(path)
        for path in files
        if path.name not in ("__init__.py", "__main__.py") and "games/" not in _name(path)
    }
    assert map_lines == expected


def test_the_core_knows_neither_exceptions_nor_threads() -> None:
    for path in NATIVE:
        if path.name in ("python.cpp", "crew.cpp"):
            continue
        code = re.sub(r"//.*", "", path.read_text())
        for word in ("throw", "try", "catch", "<thread>", "<mutex>", "<atomic>"):
            assert not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", code), f"{_name(path)} has {word}"


def test_rows_labels_bots_and_deals_see_no_state() -> None:
    for path in (ROOT / "standoff" / "games").rglob("*.cpp"):
        if path.stem in ("rows", "bots"):
            code = re.sub(r"//.*", "", path.read_text())
            assert not re.search(r"\bState\b", code), f"{_name(path)} reaches for a State; take a View"


def test_no_registry_is_named() -> None:
    hosts = re.compile("|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.", "debian" + r"\.org"]))
    for path in ROOT.iterdir():
        if path.is_file() and path.stat().st_size < 1_000_000:
            assert not hosts.search(path.read_text(errors="ignore")), f"{path.name} names a registry's host"


def _job(path: Path) -> str:
    first = path.read_text().splitlines()[0]
    return first.removeprefix("// ").strip('"').rstrip(".")
