"""Texts that people write at length may have several lines; what things are called has one."""

from typing import Any

import pytest
from msgspec import inspect

from services.tournament.catalogue import commands
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


FORMS = {"session": "session", "unit": "unit", **dict.fromkeys(("entrant", "child", "parent"), "entrant")}
"""How what people call a thing by is read, by the name of the field: "session 1", "12" for entrant 0012."""


def form_of(kind: inspect.Type) -> str | None:
    """In which form a field's text is put; None where it has none."""
    if isinstance(kind, inspect.Metadata):
        return (kind.extra or {}).get("form") or form_of(kind.type)
    if isinstance(kind, inspect.UnionType):
        return next(filter(None, map(form_of, kind.types)), None)
    return None


def test_what_people_call_a_session_an_entrant_or_a_family_unit_is_read_by_every_command() -> None:
    ids = [
        (name, field.name, form_of(field.type))
        for name, cls in commands().items()
        for field in inspect.type_info(cls).fields  # type: ignore[attr-defined]
        if field.name in FORMS
    ]
    assert len(ids) > 30
    assert [each for each in ids if each[2] != FORMS[each[1]]] == [], "SessionId, EntrantNo, UnitId"
