"""The one decoder of events."""

from typing import Any

import msgspec
import pytest

from shared.catalogue import say
from shared.eventlog import Catalogue, Recorded
from tests.refusing import refusing


class Moved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: str
    session: str
    reason: str


def stored(version: int, data: bytes, type_: str = "moved") -> Recorded:
    return Recorded("t", 7, type_, version, data, None, "a", "c", None, 0, 0, bytes(32))


@pytest.fixture
def catalogue() -> Catalogue[Any]:
    catalogue: Catalogue[Any] = Catalogue()
    catalogue.register("moved", 3, Moved)

    def named(old: dict[str, Any]) -> dict[str, Any]:
        return {"person": old["who"], "session": old["to"]}

    def with_reason(old: dict[str, Any]) -> dict[str, Any]:
        return {**old, "reason": "not recorded"}

    catalogue.upcast("moved", 1, named)
    catalogue.upcast("moved", 2, with_reason)
    return catalogue


def test_an_event_of_any_version_becomes_the_present_class(catalogue: Catalogue[Any]) -> None:
    assert catalogue.decode(stored(1, b'{"who":"p1","to":"s2"}')) == Moved(
        "p1", "s2", say("word-consent-by-unsaid", "en")
    )
    assert catalogue.decode(stored(2, b'{"person":"p1","session":"s2"}')) == Moved(
        "p1", "s2", say("word-consent-by-unsaid", "en")
    )
    assert catalogue.decode(stored(3, b'{"person":"p1","session":"s2","reason":"r"}')) == Moved(
        "p1", "s2", "r"
    )


@pytest.mark.parametrize(("type_", "version"), [("moved", 4), ("moved", 0), ("gone", 1)])
def test_an_event_of_a_newer_release_is_refused_by_name_and_seq(
    catalogue: Catalogue[Any], type_: str, version: int
) -> None:
    with refusing("event-unknown", f"{type_} version {version} at seq 7"):
        catalogue.decode(stored(version, b"{}", type_))


@pytest.mark.parametrize("data", [b"{}", b"not json", b'{"person":"p","session":"s","reason":1}'])
def test_an_event_that_does_not_fit_its_schema_is_refused_with_its_seq(
    catalogue: Catalogue[Any], data: bytes
) -> None:
    with refusing("event-unreadable", "at seq 7"):
        catalogue.decode(stored(3, data))


def test_a_version_without_a_step_is_unknown() -> None:
    catalogue: Catalogue[Any] = Catalogue()
    catalogue.register("moved", 2, Moved)
    with refusing("event-unknown", "version 1 at seq 7"):
        catalogue.decode(stored(1, b"{}"))


def test_nothing_is_registered_twice(catalogue: Catalogue[Any]) -> None:
    with pytest.raises(ValueError, match="twice"):
        catalogue.register("moved", 4, Moved)
    with pytest.raises(ValueError, match="two steps"):
        catalogue.upcast("moved", 1, dict)
