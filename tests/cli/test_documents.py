"""The generated pages of docs/ say what the code does."""

from pathlib import Path

import pytest

from services.cli.documents import WITH_LIMITS, pages, with_limits

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", list(pages()))
def test_the_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name](), "run `tileledger document`"


def test_the_limits_in_the_page_on_security_are_those_of_the_code() -> None:
    text = (DOCS / WITH_LIMITS).read_text(encoding="utf-8")
    assert text == with_limits(text), "run `tileledger document`"
