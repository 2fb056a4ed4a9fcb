"""Every event version ever written reads back: to an equal event, and from it to the same bytes."""

import json
import re
from collections.abc import Callable

import msgspec

from services.desk.decoding import CATALOGUE
from services.desk.history.event_index import named
from services.projections.timeline import ENTRANT_FIELDS
from services.tournament.catalogue import event_types
from shared.codec import canonical
from tests.cases import cases
from tests.golden.events_on_file import file_of, on_file
from tests.golden.stories import STORIES, believable
from tests.unit.tournament.specs import Tournament

_NUMBER = re.compile(r"\d{4}")
PRESENT = {kind.name: kind for kind in event_types().values()}


@cases("name", sorted(PRESENT))
def test_every_version_of_an_event_type_has_its_golden_payload(name: str) -> None:
    for version in range(1, PRESENT[name].version + 1):
        assert file_of(name, version).exists(), "run `python -m tests.golden`"


@cases("name, version", list(on_file()))
def test_a_golden_payload_is_canonical_whole_and_reads_as_an_event_of_today(name: str, version: int) -> None:
    """No field is left to a default, so that a changed default never changes what an old event says."""
    stored = file_of(name, version).read_bytes()
    assert canonical(json.loads(stored, parse_float=no_float)) == stored
    event = CATALOGUE.decode_fields(1, name, version, stored)
    assert type(event) is PRESENT[name].cls
    if version == PRESENT[name].version:
        assert canonical(event) == stored
        assert CATALOGUE.decode_fields(1, name, version, canonical(event)) == event
        assert set(msgspec.json.decode(stored)) == set(PRESENT[name].cls.__struct_fields__)


def no_float(written: str) -> None:
    raise AssertionError(f"{written} is a float; an exact number is an integer or a text")


def test_the_stories_tell_every_event() -> None:
    untold = sorted(PRESENT.keys() - believable().keys())
    assert untold == [], "have each happen at the end of a story in tests/golden/*_stories.py"


@cases("story", STORIES)
def test_free_text_about_people_is_under_the_case_of_its_event_in_the_fields_it_names(
    story: Callable[[], Tournament],
) -> None:
    for entry in story().entries:
        given = entry.personal.get(getattr(entry.event, "case", None) or "", {})
        assert given.keys() <= set(event_types()[type(entry.event)].text)


def test_every_field_that_holds_the_number_of_an_entrant_is_read_as_one() -> None:
    for name, event in believable().items():
        known = {id for kind, id in named(event) if kind == "entrant"}
        for field in event.__struct_fields__:
            value = getattr(event, field)
            if isinstance(value, str) and _NUMBER.fullmatch(value):
                assert {field, f"{name}.{field}"} & {*ENTRANT_FIELDS}, (
                    f"{name}.{field} belongs into services/projections/timeline.py"
                )
            for each in value if isinstance(value, tuple) else ():
                if isinstance(each, str) and _NUMBER.fullmatch(each):
                    where = "services/desk/history/event_index.py"
                    assert each in known, f"{name}.{field} belongs into {where}"
