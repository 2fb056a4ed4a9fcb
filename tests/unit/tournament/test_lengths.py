"""Texts that people write at length may have several lines; what things are called has one."""

from typing import Any

import pytest

from services.tournament.kernel import lengths
from shared.bound_checks import fault_in
from tests.cases import cases


@pytest.mark.parametrize("kind", [lengths.Reason, lengths.Statement, lengths.Announcement])
def test_a_reason_a_statement_and_an_announcement_may_have_several_lines(kind: Any) -> None:
    assert fault_in("first line\nsecond line", kind) is None


@cases("kind", [lengths.Id, lengths.Label, lengths.Name, lengths.Cite, lengths.Line])
def test_what_something_is_called_has_one_line(kind: Any) -> None:
    assert fault_in("one line", kind) is None
    assert fault_in("first line\nsecond line", kind) is not None
