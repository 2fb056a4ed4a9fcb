"""Where a name may be shown, who says so, and under which statement; under 18 not by oneself."""

from datetime import date

import pytest
from msgspec.structs import replace

from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.texts import Text
from services.tournament.kernel.facts import Entry
from services.tournament.people.amendments import AmendDetails
from services.tournament.people.consents import ConsentChanged, SetConsent, is_minor
from services.tournament.people.entrants import CONSENT_SCOPES
from services.tournament.people.forgetting import ForgetPerson, cases_about
from services.tournament.play.remarks import remarks
from tests.cases import cases
from tests.unit.tournament.given_plans import amending
from tests.unit.tournament.specs import (
    CHILD,
    Outcome,
    Tournament,
    founded,
    hong_kong,
    registered,
    registration,
)

EIGHTEEN_TODAY = date(2008, 3, 1)
"""Of age on the day on which the tests begin, in Hong Kong."""


def with_child() -> Tournament:
    return registered(1).given(registration("0002", born=CHILD))


def shown(tournament: Tournament, number: str) -> set[str]:
    return {scope for scope in CONSENT_SCOPES if tournament.entrant(number).shown_in(scope)}


def consent_entry(outcome: Outcome) -> tuple[ConsentChanged, dict[str, dict[str, str]]]:
    (entry,) = outcome.entries
    assert isinstance(entry, Entry)
    assert isinstance(entry.event, ConsentChanged)
    return entry.event, {subject: dict(fields) for subject, fields in entry.personal.items()}


def test_consent_with_a_registration_is_to_every_place_and_says_not_by_whom() -> None:
    tournament = founded().given(registration("0001", consent=True), registration("0002"))
    assert shown(tournament, "0001") == set(CONSENT_SCOPES)
    assert {consent.by for consent in tournament.entrant("0001").consents} == {"unsaid"}
    assert shown(tournament, "0002") == set()


@cases("scope", CONSENT_SCOPES)
def test_each_place_is_consented_to_by_itself(scope: str) -> None:
    tournament = registered(1).given(SetConsent(entrant="0001", shown=True, scope=scope))  # type: ignore[arg-type]
    assert shown(tournament, "0001") == {scope}
    tournament.given(SetConsent(entrant="0001", shown=True))
    tournament.given(SetConsent(entrant="0001", shown=False, scope=scope))  # type: ignore[arg-type]
    assert shown(tournament, "0001") == set(CONSENT_SCOPES) - {scope}


def test_without_a_place_only_those_are_recorded_that_change() -> None:
    tournament = registered(1).given(SetConsent(entrant="0001", shown=True, scope="board"))
    event, _ = consent_entry(tournament.when(SetConsent(entrant="0001", shown=True)))
    assert event.scopes == ("pages", "posts", "family_award")
    tournament.when(SetConsent(entrant="0001", shown=True)).nothing()


def test_a_participant_says_it_themselves_and_an_official_holds_a_form() -> None:
    tournament = registered(2)
    event, _ = consent_entry(tournament.when(SetConsent(entrant="0001", shown=True), by="participant:0001"))
    assert (event.by, event.unchecked, event.case) == ("self", False, None)
    event, _ = consent_entry(tournament.when(SetConsent(entrant="0002", shown=True)))
    assert event.by == "form"


@pytest.mark.parametrize(
    ("by", "who"), [("form", "participant:0001"), ("self", "service"), ("self", "service:registration")]
)
def test_nobody_records_what_is_not_theirs_to_say(by: str, who: str) -> None:
    for number in ("0001", "0002"):
        command = SetConsent(entrant=number, shown=True, by=by)  # type: ignore[arg-type]
        with_child().when(command, by=who).refused("consent-by-whom")


def test_under_18_consent_is_not_given_by_oneself_but_may_be_withdrawn() -> None:
    tournament = with_child()
    for by in ("participant:0002", "organizer"):
        tournament.when(SetConsent(entrant="0002", shown=True, by="self"), by=by).refused(
            "consent-by-guardian", "18", "form"
        )
    tournament.given(SetConsent(entrant="0002", shown=True))
    event, _ = consent_entry(tournament.when(SetConsent(entrant="0002", shown=False), by="participant:0002"))
    assert (event.by, event.given) == ("self", False)


def test_who_is_of_age_is_measured_on_the_day_it_is_given_where_the_tournament_is() -> None:
    tournament = founded().given(registration("0001", born=EIGHTEEN_TODAY))
    command = SetConsent(entrant="0001", shown=True)
    assert tournament.when(command, by="participant:0001", at="2026-02-28 23:59").problem is not None
    tournament.when(command, by="participant:0001", at="2026-03-01 00:01")
    assert shown(tournament, "0001") == set(CONSENT_SCOPES)


def test_a_guardian_is_named_in_the_vault_and_nowhere_in_the_event() -> None:
    tournament = with_child()
    command = SetConsent(entrant="0002", shown=True, scope="pages", guardian="Lau Mei Ling")
    event, personal = consent_entry(tournament.when(command, by="participant:0002"))
    assert (event.by, event.scopes, event.unchecked) == ("guardian", ("pages",), False)
    assert event.case is not None
    assert personal == {event.case: {"guardian": "Lau Mei Ling"}}
    about = cases_about(tournament.state, tournament.history, [tournament.entrant("0002").person])
    assert event.case in about
    tournament.when(replace(command, by="guardian"), by="participant:0002").nothing()


def test_a_guardian_on_file_need_not_be_named_again_and_one_has_to_be_known() -> None:
    tournament = with_child()
    command = SetConsent(entrant="0002", shown=True, by="guardian")
    tournament.when(command).refused("invalid-input")
    tournament.given(AmendDetails(entrant="0002", guardian="Lau Mei Ling", guardian_email="lau@Example.ORG"))
    _, personal = consent_entry(tournament.when(command))
    assert list(personal.values()) == [{"guardian": "Lau Mei Ling"}]
    kept = tournament.vault[tournament.entrant("0002").person]
    assert kept["guardian_email"] == "lau@example.org"


def test_a_guardian_is_named_only_where_a_guardian_says_it() -> None:
    command = SetConsent(entrant="0002", shown=True, by="form", guardian="Lau Mei Ling")
    with_child().when(command).refused("invalid-input")


def test_without_a_birth_date_nothing_is_refused_and_a_remark_says_so() -> None:
    tournament = registered(1)
    del tournament.vault[tournament.entrant("0001").person]["birth_date"]
    event, _ = consent_entry(tournament.when(SetConsent(entrant="0001", shown=True), by="participant:0001"))
    assert event.unchecked
    (note,) = remarks(tournament.state, [event], tournament.now)
    assert note.code == "consent-unchecked"
    assert "0001" in note.text("en")
    assert "0001" in note.text("zh")
    guarded, _ = consent_entry(
        tournament.when(SetConsent(entrant="0001", shown=True, guardian="Lau Mei Ling"))
    )
    assert not guarded.unchecked
    assert remarks(tournament.state, [guarded], tournament.now) == []


def test_the_statement_as_it_was_then_is_told_by_its_version() -> None:
    tournament = registered(1)
    first = replace(tournament.state.plan, privacy=Text("We keep names.", "我們保存姓名。"))
    tournament.given(SetConsent(entrant="0001", shown=True, scope="board"), amending(first))
    event, _ = consent_entry(tournament.when(SetConsent(entrant="0001", shown=True, scope="pages")))
    assert event.text == first.privacy_version
    tournament.given(amending(replace(first, privacy=Text("We keep more.", "我們保存更多。"))))
    texts = {consent.scope: consent.text for consent in tournament.entrant("0001").consents}
    assert texts == {"board": "", "pages": first.privacy_version}
    assert len(first.privacy_version) == 12
    assert tournament.state.plan.privacy_version not in ("", first.privacy_version)


def test_the_same_said_of_a_newer_statement_or_by_another_is_recorded_where_it_is_said_by_whom() -> None:
    tournament = registered(1).given(SetConsent(entrant="0001", shown=True, scope="pages"))
    again = SetConsent(entrant="0001", shown=True, scope="pages")
    tournament.when(again).nothing()
    by_self = SetConsent(entrant="0001", shown=True, scope="pages", by="self")
    event, _ = consent_entry(tournament.when(by_self, by="participant:0001"))
    assert event.by == "self"
    tournament.when(by_self, by="participant:0001").nothing()
    tournament.given(amending(replace(tournament.state.plan, privacy=Text("New.", "新。"))))
    event, _ = consent_entry(tournament.when(by_self, by="participant:0001"))
    assert event.text == tournament.state.plan.privacy_version


def test_who_is_forgotten_consents_to_nothing() -> None:
    tournament = with_child().given(SetConsent(entrant="0002", shown=True, guardian="Lau Mei Ling"))
    tournament.given(ForgetPerson(person="0002"))
    assert tournament.entrant("0002").consents == ()


def test_when_it_was_said_is_the_time_of_the_event() -> None:
    tournament = registered(1).at("2026-03-04 09:30")
    tournament.given(SetConsent(entrant="0001", shown=True, scope="posts"))
    (known,) = tournament.entrant("0001").consents
    assert (known.scope, known.at, known.seq) == (
        "posts",
        hong_kong("2026-03-04 09:30"),
        tournament.state.seq,
    )


@cases("born, minor", [("2008-03-01", False), ("2008-03-02", True), ("", False), (None, False)])
def test_who_is_known_to_be_under_18(born: str | None, minor: bool) -> None:
    assert is_minor(born, date(2026, 3, 1)) is minor


def test_a_history_told_again_keeps_what_was_said() -> None:
    tournament = with_child().given(SetConsent(entrant="0002", shown=True, scope="board", guardian="Lau"))
    story = tournament.told_again(Changes())
    assert story.state.entrants["0002"].consents == tournament.entrant("0002").consents


def test_an_address_of_a_guardian_that_is_none_is_refused_by_the_name_of_its_field() -> None:
    for command in (
        registration("0009", guardian_email="nobody"),
        AmendDetails(entrant="0002", guardian_email="nobody"),
    ):
        problem = with_child().when(command).refused("email-invalid").problem
        assert problem.where["field"] == "guardian_email"


@cases("name", ["劉美玲", "Lau", "Ольга", "محمد", "José", "😀" * 30, "12345", "·—·"])
def test_a_guardian_has_a_name_with_letters_of_any_script(name: str) -> None:
    tournament = founded().given(registration("0001", born=CHILD))
    command = SetConsent(entrant="0001", shown=True, scope="board", by="guardian", guardian=name)
    outcome = tournament.when(command)
    if name[0].isalpha():
        outcome.then(ConsentChanged)
    else:
        outcome.refused("invalid-input", "a name has letters")
