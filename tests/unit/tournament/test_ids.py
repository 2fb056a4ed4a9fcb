"""Ids as values: they print as they are read, and nothing else is taken for one."""

from hypothesis import given
from hypothesis import strategies as st

from services.tournament.kernel.ids import TableId
from tests.cases import cases


@given(st.text(min_size=1, max_size=20), st.integers(0, 99_999))
def test_a_table_is_read_as_it_is_printed(session: str, number: int) -> None:
    assert TableId.read(str(TableId(session, number))) == (session, number)


@cases("text", [None, "", "7", "/7", "2026-03-28/", "am/1a", "am/²", "am/-1", "am/123456"])
def test_what_names_no_table_is_none(text: str | None) -> None:
    assert TableId.read(text) is None
