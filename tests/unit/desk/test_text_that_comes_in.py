"""The desk reads every command and query in plain form, and finds an entrant by the number with any zeros."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.desk.answers import Answer
from services.desk.history.case_file import CaseFileParams
from services.desk.history.changes import HistoryParams
from services.desk.history.curves import CurvesParams
from services.desk.params import EntrantParams, ExplainParams, Params, TimelineParams
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import AmendDetails, ChooseLanguage, MergeEntrants
from services.tournament.people.consents import SetConsent
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.numbers import known_number, known_recipient
from services.tournament.people.registration import RegisterEntrant
from services.tournament.seating.presence import CheckIn
from tests.decorating import decorated
from tests.profiles import examples
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, Counter, principal
from tests.unit.tournament.specs import CHILD, S1, registration

FORMS = ("001", "1", "01", "0001", "００１", " \u200b１", "00000000000000000001")


@pytest.fixture
def three(counter: Counter) -> Counter:
    counter.submit(*(registration(number, email=f"e{number}@example.org") for number in ("001", "A01", "7")))
    return counter


def said(answer: Answer) -> Any:
    return msgspec.json.decode(answer.events[0].data)


def details(counter: Counter, number: str) -> Any:
    state = counter.desk.state(ID)
    return counter.desk.directory.details(ID, [state.entrants[number]])[number]


@pytest.mark.parametrize("number", FORMS)
def test_every_command_finds_an_entrant_by_the_number_with_any_zeros(three: Counter, number: str) -> None:
    commands: list[Command] = [
        AmendDetails(entrant=number, phone="9123 4567"),
        ChooseLanguage(entrant=number, language="en"),
        SetConsent(entrant=number, shown=True),
    ]
    for command in commands:
        assert said(three.submit(command))["entrant"] == "001"
    three.at("2026-03-28 12:15")
    assert said(three.submit(CheckIn(entrant=number)))["entrant"] == "001"
    with refusing("merge-needs-two"):
        three.submit(MergeEntrants(keep=number, drop="001"))


@pytest.mark.parametrize("number", FORMS)
def test_every_query_finds_an_entrant_by_the_number_with_any_zeros(three: Counter, number: str) -> None:
    asked: dict[str, Callable[[str], Params]] = {
        "entrant": lambda text: EntrantParams(entrant=text),
        "explain": lambda text: ExplainParams(entrant=text),
        "timeline": lambda text: TimelineParams(entrant=text),
        "case-file": lambda text: CaseFileParams(entrant=text),
        "curves": lambda text: CurvesParams(entrants=f"A01,{text}"),
        "history": lambda text: HistoryParams(of="entrant", id=text),
    }
    for query, made in asked.items():
        answers = [three.desk.ask(ID, query, made(text), principal()) for text in (number, "001")]
        assert answers[0] == answers[1], query


@pytest.mark.parametrize("number", ["0001", "1", "０１"])
def test_a_participant_may_write_their_number_with_any_zeros_and_no_other(
    three: Counter, number: str
) -> None:
    command = ChooseLanguage(entrant=number, language="en")
    three.submit(command, role="participant", subject="001")
    with refusing("forbidden"):
        three.submit(command, role="participant", subject="7")


def test_a_family_unit_is_named_by_both_numbers_with_any_zeros(counter: Counter) -> None:
    counter.submit(registration("001", born=CHILD), registration("002"))
    assert said(counter.submit(DeclareFamilyUnit(child="1", parent="２")))["unit"] == "001+002"
    assert said(counter.submit(DissolveFamilyUnit(unit="1+0002", reason="x")))["unit"] == "001+002"


def test_who_is_forgotten_by_the_number_without_zeros_is_forgotten(three: Counter) -> None:
    three.submit(ForgetPerson(person="1"))
    assert details(three, "001") == {}
    assert details(three, "7") != {}


def test_an_entrant_is_found_by_however_many_zeros_and_whatever_case() -> None:
    entrants = {"001": None, "0005": None}
    found = [known_number(entrants, number) for number in ("1", "001", "01", "5", "6")]
    assert found == ["001", "001", "001", "0005", None]
    found = [known_number({"0": None, "A01": None}, number) for number in ("00", "A1", "²")]
    assert found == ["0", None, None]
    found = [known_number({"A01": None, "ab": None}, number) for number in ("a01", "ab", "Ab")]
    assert found == ["A01", "ab", "ab"]
    recipients = [known_recipient({"007": None}, key) for key in ("7", "entrant:7", "referee:7", "8")]
    assert recipients == ["entrant:007", "entrant:007", "referee:7", "8"]


PLAIN = RegisterEntrant(
    session=S1,
    entrant_no="009",
    name_en="Renée Chan",
    name_zh="陳 小明",
    birth_date=registration("x").birth_date,
    family="House of Ng",
    team="塔 3",
    email="chan@example.org",
    phone="+852 9123 4567",
    language="en",
)
WIDE = ("entrant_no", "email", "phone", "language", "session")


@given(data=st.data())
@settings(
    max_examples=examples(15, in_all=100),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_decorated_registration_is_the_plain_one(counter: Counter, data: st.DataObject) -> None:
    written = {
        name: data.draw(decorated(text, wide=name in WIDE))
        for name in PLAIN.__struct_fields__
        if isinstance(text := getattr(PLAIN, name), str) and text
    }
    _, plain = counter.desk.foresee(ID, PLAIN, principal())
    for command in (replace(PLAIN, **written), ImportEntrants(entrants=(replace(PLAIN, **written),))):
        _, decision = counter.desk.foresee(ID, command, principal())
        assert [*map(_without_chance, decision.entries)] == [*map(_without_chance, plain.entries)]


def _without_chance(entry: Any) -> Any:
    return [{**personal} for personal in entry.personal.values()], type(entry.event)


def test_the_same_command_in_another_writing_is_the_same_command(three: Counter) -> None:
    first = three.submit(AmendDetails(entrant="001", name_en="Renée Chan"), id="x")
    again = three.submit(AmendDetails(entrant="００１", name_en="Rene\u0301e\u3000Chan "), id="x")
    assert (again.repeated, again.events) == (True, first.events)
