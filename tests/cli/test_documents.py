"""The generated pages of docs/ say what the code does."""

from pathlib import Path

import pytest

from services.cli.documents import pages

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", list(pages()))
def test_the_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name](), "run `tileledger document`"
