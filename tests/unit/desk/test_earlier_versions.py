"""Logs from before ages and family names went to the vault: their bytes stay, and nobody is shown them."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from services.desk.decoding import CATALOGUE, fold
from services.desk.explaining import explain
from services.desk.forgetting import forget
from services.desk.params import DiffParams, EntrantParams, NoParams, PageParams, TimelineParams
from services.desk.subject import subject_data
from services.desk.what_if import Question, what_if
from services.projections.models import MODELS
from services.tournament.catalogue import INITIAL
from services.tournament.definition.founding import AppointReferee
from services.tournament.people.amendments import ChooseLanguage
from services.tournament.people.consents import ConsentChanged
from services.tournament.people.entrants import CONSENT_SCOPES
from services.tournament.people.families import FamilyUnitDeclared
from services.tournament.people.registration import EntrantRegistered
from services.tournament.state import at_rest
from tests.earlier_log import AGES, LABEL, write_version_1
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.tournament.specs import CHILD, registration

_COUNTS = {
    "hash",
    "seq",
    "first_seq",
    "last_seq",
    "events",
    "registered_seq",
    "since",
    "before",
    "after",
    "because",
}


@pytest.fixture
def old(counter: Counter) -> Counter:
    """A tournament with a stretch of version 1 in its log."""
    write_version_1(counter.desk.log, counter.desk.vault, ID)
    return counter


def texts_in(value: Any, field: str = "") -> Iterator[str]:
    """What an answer says: texts, and whole numbers that do not count events."""
    if isinstance(value, dict):
        for name, content in value.items():
            yield from texts_in(name)
            yield from texts_in(content, name)
    elif isinstance(value, list | tuple | set | frozenset):
        for content in value:
            yield from texts_in(content, field)
    elif isinstance(value, int) or field in _COUNTS:
        yield "" if field in _COUNTS else str(value)
    elif value is not None:
        yield str(value)


def tells(answer: Any) -> list[str]:
    """What an answer tells that the vault is to keep."""
    ages = rf"(?<![\d:./-])({'|'.join(map(str, AGES))})(?![\d:./-])"
    secret = re.compile(rf"{LABEL}|{ages}|^(age|child_age|parent_age|family|family_role|language)$")
    return [
        text for text in texts_in(msgspec.json.decode(msgspec.json.encode(answer))) if secret.search(text)
    ]


def test_every_read_hides_what_early_events_said_in_clear(old: Counter) -> None:
    ask = old.desk.ask
    old.submit(AppointReferee(referee="test", name="The Chief Referee", chief=True))
    answers = [
        ask(ID, "entrants", PageParams(), principal("chief_referee")),
        ask(ID, "families", NoParams(), principal()),
        ask(ID, "sessions", NoParams(), principal()),
        ask(ID, "timeline", TimelineParams(limit=1000), principal()),
        ask(ID, "timeline", TimelineParams(limit=1000), principal(), language="zh"),
        ask(ID, "events", PageParams(after="1", limit=1000), principal("chief_referee")),
        ask(ID, "notices", PageParams(), principal()),
        ask(ID, "diff", DiffParams(before="1", after=str(old.desk.head(ID).seq)), principal()),
        ask(ID, "entrant", EntrantParams(entrant="0001"), principal("chief_referee")),
        explain(old.desk.state(ID), "0001", "preliminary", "en"),
    ]
    assert [tells(answer) for answer in answers] == [[]] * len(answers)


def test_the_state_and_its_rows_hide_it_too(old: Counter) -> None:
    state = old.desk.state(ID)
    assert not re.search(
        rf"{LABEL}|\b({'|'.join(map(str, AGES))})\b", repr(state.entrants) + repr(state.units)
    )
    for model in MODELS:
        assert tells(list(model.view(state).values())) == []


def test_what_followed_is_there(old: Counter) -> None:
    state = old.desk.state(ID)
    groups = {number: entrant.group for number, entrant in state.entrants.items()}
    assert groups["0001"] == groups["0002"] == groups["0004"] is not None
    assert groups["0003"] is None
    assert list(state.units) == ["0001+0004"]
    assert state.entrants["0001"].may_be == ("child", "parent"), "17 then, and perhaps 18 at the final"
    assert state.entrants["0003"].may_be == ("parent",)
    assert at_rest(fold(INITIAL, old.desk.recorded(ID, 0, state.seq))) == state


def test_the_timeline_names_the_unit_that_was_meant(old: Counter) -> None:
    timeline = old.desk.ask(ID, "timeline", TimelineParams(limit=1000), principal())
    (dissolved,) = [row.text for row in timeline.rows if row.type == "family-unit-dissolved"]
    assert "0001+0002" in dissolved


def test_an_early_family_goes_on_today(old: Counter) -> None:
    answer = old.submit(registration("0005", born=CHILD, family=LABEL))
    assert old.desk.state(ID).entrants["0005"].group == old.desk.state(ID).entrants["0001"].group
    assert LABEL.encode() not in b"".join(bytes(event.data) for event in answer.events)


def test_a_person_finds_it_in_her_own_data(old: Counter) -> None:
    hers = subject_data(old.desk, (), ID, "0001").details
    assert (hers["family"], hers["family_role"], hers["language"]) == (LABEL, "child", "en")
    old.submit(ChooseLanguage(entrant="0001", language="zh"), role="participant", subject="0001")
    assert subject_data(old.desk, (), ID, "0001").details["language"] == "zh"


def test_whoever_was_forgotten_has_neither_family_nor_language(old: Counter) -> None:
    before = old.desk.state(ID)
    forget(old.desk, f"{ID}:0001", principal())
    assert old.desk.directory.details(ID, before.entrants.values())["0001"] == {}
    assert old.desk.directory.details(ID, old.desk.state(ID).entrants.values())["0001"] == {}
    assert subject_data(old.desk, (), ID, "0001").details == {}


def test_told_again_nothing_differs(old: Counter) -> None:
    old.submit(registration("0005", born=CHILD, family="Another", family_role="child"))
    unchanged = what_if(old.desk, ID, Question(), principal())
    assert (unchanged.commands_differing, unchanged.misfits) == (0, ())
    answer = what_if(old.desk, ID, Question(without=(2,)), principal())
    assert tells([misfit.text for misfit in answer.misfits]) == []


def test_what_was_in_clear_can_be_neither_written_nor_read_today(old: Counter) -> None:
    early = [
        CATALOGUE.decode(recorded)
        for recorded in old.desk.recorded(ID, 0, old.desk.head(ID).seq)
        if (recorded.type, recorded.version) == ("entrant-registered", 1)
    ]
    with pytest.raises(TypeError):
        msgspec.json.encode(early[0])
    today = EntrantRegistered("0009", "person-9", "2026-03-28/1", False, (), (), None, None)
    forged = msgspec.json.encode({**msgspec.to_builtins(today), "earlier": {"age": 9}})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(forged, type=EntrantRegistered)
    assert not hasattr(FamilyUnitDeclared("a+b", "a", "b"), "child_age")


@pytest.mark.parametrize("given", [True, False])
def test_the_one_consent_of_early_logs_was_to_every_place_and_says_not_by_whom(given: bool) -> None:
    stored = b'{"entrant":"0002","shown":true}' if given else b'{"entrant":"0002","shown":false}'
    event = CATALOGUE.decode_fields(7, "consent-changed", 1, stored)
    assert event == ConsentChanged("0002", CONSENT_SCOPES, given, "unsaid", "", False, None)
