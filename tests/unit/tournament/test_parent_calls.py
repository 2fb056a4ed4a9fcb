"""Calling a parent to the hall: for whom, once at a time, and when nobody answers."""

from datetime import timedelta

import pytest

from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.people.parent_calls import (
    AnswerParentCall,
    CallParent,
    EscalateParentCall,
    ParentCallAnswered,
    ParentCalled,
    ParentCallEscalated,
    ParentCallHeard,
    unanswered,
)
from tests.unit.tournament.specs import CHILD, Tournament, registered, registration

KID, PARENT = "0005", "0001"


def with_child() -> Tournament:
    return registered(4, capacity=8).given(registration(KID, born=CHILD))


def called() -> Tournament:
    return with_child().given(CallParent(entrant=KID, grounds="unwell"), by="referee")


def test_a_call_is_on_record_with_who_made_it_and_is_answered_once() -> None:
    tournament = called()
    (call,) = tournament.state.parent_calls.values()
    assert (call.call, call.entrant, call.grounds, call.answered) == ("P-0001", KID, "unwell", False)
    assert call.by.startswith("referee:")
    tournament.given(AnswerParentCall(call="P-0001"), by="organizer")
    assert tournament.state.parent_calls["P-0001"].answered
    tournament.when(AnswerParentCall(call="P-0001")).refused("parent-call-answered")
    tournament.when(EscalateParentCall(call="P-0001")).refused("parent-call-answered")
    tournament.when(AnswerParentCall(call="P-0002")).refused("not-found")
    tournament.when(EscalateParentCall(call="P-0002")).refused("not-found")


def test_nobody_unknown_is_called_for() -> None:
    with_child().when(CallParent(entrant="0099", grounds="unwell")).refused("not-found")


def test_a_child_is_out_of_play_in_a_call_only_who_is_on_record_so() -> None:
    tournament = with_child()
    for grounds in ("withdrawn", "disqualified"):
        tournament.when(CallParent(entrant=KID, grounds=grounds)).refused("parent-call-grounds-untrue")
    tournament.given(DisqualifyEntrant(entrant=KID, reason="a phone"), by="chief_referee")
    tournament.when(CallParent(entrant=KID, grounds="withdrawn")).refused("parent-call-grounds-untrue")
    called = tournament.when(CallParent(entrant=KID, grounds="disqualified")).only(ParentCalled)
    assert called == ParentCalled("P-0001", KID, "disqualified")


def test_what_happens_is_three_facts() -> None:
    tournament = with_child()
    call = CallParent(entrant=KID, grounds="unwell")
    assert tournament.when(call, by="referee").only(ParentCalled) == ParentCalled("P-0001", KID, "unwell")
    escalated = tournament.when(EscalateParentCall(call="P-0001")).only(ParentCallEscalated)
    assert escalated == ParentCallEscalated("P-0001")
    answered = tournament.when(AnswerParentCall(call="P-0001"), by=f"participant:{PARENT}")
    assert answered.only(ParentCallAnswered) == ParentCallAnswered("P-0001", PARENT)


def test_from_the_childs_chat_it_is_passed_on_once_and_the_call_goes_on() -> None:
    tournament = called()
    tap = AnswerParentCall(call="P-0001")
    heard = tournament.when(tap, by=f"participant:{KID}").only(ParentCallHeard)
    assert heard == ParentCallHeard("P-0001")
    tournament.given(tap, by=f"participant:{KID}")
    before = tournament.state.seq
    tournament.given(tap, by=f"participant:{KID}")
    assert tournament.state.seq == before
    late = tournament.state.parent_calls["P-0001"].at + timedelta(minutes=3)
    assert [call.call for call in unanswered(tournament.state, late)] == ["P-0001"]
    tournament.given(EscalateParentCall(call="P-0001"))
    tournament.given(tap, by="referee")
    assert tournament.state.parent_calls["P-0001"].answered
    tournament.when(tap, by=f"participant:{KID}").refused("parent-call-answered")


def test_a_call_that_nobody_answered_is_not_made_again_but_a_new_one_after_it_is() -> None:
    tournament = called()
    tournament.when(CallParent(entrant=KID, grounds="distressed")).refused("parent-called-already")
    tournament.given(AnswerParentCall(call="P-0001"), CallParent(entrant=KID, grounds="distressed"))
    assert list(tournament.state.parent_calls) != ["P-0001"]


@pytest.mark.parametrize(("after", "waits"), [(179, []), (180, ["P-0001"])])
def test_after_three_minutes_it_is_time_to_ask_the_organizer_once(after: int, waits: list[str]) -> None:
    tournament = called()
    at = tournament.state.parent_calls["P-0001"].at + timedelta(seconds=after)
    assert [call.call for call in unanswered(tournament.state, at)] == waits
    tournament.given(EscalateParentCall(call="P-0001"))
    assert list(unanswered(tournament.state, at)) == []
    before = tournament.state.seq
    tournament.given(EscalateParentCall(call="P-0001"))
    assert tournament.state.seq == before, "a second worker changes nothing"


def test_a_parent_who_takes_part_may_answer_for_her_child_and_nobody_elses() -> None:
    tournament = with_child().given(DeclareFamilyUnit(child=KID, parent=PARENT))
    tournament.given(CallParent(entrant=KID, grounds="other"))
    tournament.given(AnswerParentCall(call="P-0001"), by=f"participant:{PARENT}")
    assert tournament.state.parent_calls["P-0001"].answered
