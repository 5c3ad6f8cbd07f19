"""Generated pages are as the games' sheets and catalogues say."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES: dict[Path, str] = runpy.run_path(str(ROOT / "recipes" / "pages.py"))["pages"]()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_generated_page_is_true(path: Path) -> None:
    assert path.read_text() == PAGES[path], f"{path.relative_to(ROOT)} is old; run `make pages`"
