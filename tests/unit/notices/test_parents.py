"""A call for a parent reaches the child's chat, the parent in the hall by her referee, then the organizer."""

from services.notices.audiences import Recipient, recipients
from services.notices.fields import filled
from services.notices.kinds import KINDS
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import notices_due
from services.tournament.kernel.facts import Command
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.people.parent_calls import AnswerParentCall, CallParent, EscalateParentCall
from services.tournament.people.questions import URGENT_FOR, AskOrganizer
from shared.i18n import LANGUAGES, Language
from tests.unit.tournament.specs import CHILD, S2, Tournament, in_play, registered, registration
from tests.wording import fixed

KID, PARENT = "0005", "0001"
CALL = CallParent(entrant=KID, grounds="unwell")


def family(tournament: Tournament) -> Tournament:
    """With a child in the next session who stands with the first entrant as a family unit."""
    return tournament.given(registration(KID, S2, born=CHILD), DeclareFamilyUnit(child=KID, parent=PARENT))


def due(tournament: Tournament, command: Command, by: str = "referee:R01") -> list[Notice]:
    events = tournament.when(command, by=by).events
    return notices_due(tournament.state, list(enumerate(events, tournament.state.seq - len(events) + 1)))


def text(tournament: Tournament, notice: Notice, language: Language = "en") -> str:
    (recipient,) = recipients(tournament.state, notice.audience)
    return filled(Look(tournament.state, notice, recipient, language))


def test_the_childs_chat_and_her_parents_are_told_at_once() -> None:
    tournament = family(registered(4, capacity=8))
    notices = due(tournament, CALL)
    (notice,) = notices
    assert [recipient.number for recipient in recipients(tournament.state, notice.audience)] == [PARENT, KID]
    for recipient in recipients(tournament.state, notice.audience):
        english, chinese = (
            filled(Look(tournament.state, notice, recipient, language)) for language in LANGUAGES
        )
        assert english.startswith("Please come to the hall at once: entrant 0005 feels unwell.")
        assert chinese.startswith("請即到場：參賽者 0005 感到不適。")


def test_a_call_is_overtaken_once_it_is_answered() -> None:
    tournament = family(registered(4, capacity=8))
    (notice,) = due(tournament, CALL)
    tournament.given(AnswerParentCall(call="P-0001"), by=f"participant:{KID}")
    assert not overtaken(tournament.state, notice)
    tournament.given(AnswerParentCall(call="P-0001"), by=f"participant:{PARENT}")
    assert overtaken(tournament.state, notice)


def test_a_parent_who_sits_at_a_table_is_told_by_the_referee_there() -> None:
    tournament = family(in_play(4, capacity=8))
    notices = due(tournament, CALL)
    assert [notice.audience for notice in notices] == [f"called:{KID}", "referee:R01"]
    assert "Please tell entrant 0001 at table 1 now: child 0005 feels unwell" in text(tournament, notices[1])


def test_who_called_is_told_who_comes() -> None:
    tournament = family(registered(4, capacity=8))
    tournament.given(CALL, by="referee:R01")
    (notice,) = due(tournament, AnswerParentCall(call="P-0001"), by=f"participant:{PARENT}")
    assert (notice.kind, notice.audience) == ("parent-answered", "referee:R01")
    tournament = family(registered(4, capacity=8))
    tournament.given(CALL, by="referee:R01")
    assert due(tournament, AnswerParentCall(call="P-0001"), by="organizer") == [], "she saw to it herself"


def test_who_was_asked_meanwhile_to_ring_up_or_see_to_the_child_is_told_as_well() -> None:
    """A parent on the way, or somebody with the child, ends what the escalation asked for."""
    told = ["referee:R01", "role:chief_referee", "role:organizer"]
    for by, template in ((f"participant:{PARENT}", "parent-answered"), ("chief_referee:C1", "child-seen-to")):
        tournament = family(registered(4, capacity=8)).given(CALL, by="referee:R01")
        tournament.given(EscalateParentCall(call="P-0001"), by="service:parent-calls")
        notices = due(tournament, AnswerParentCall(call="P-0001"), by=by)
        assert [(notice.audience, notice.template) for notice in notices] == [
            (audience, template) for audience in told
        ]
        assert len({notice.dedupe_key for notice in notices}) == len(told)
    tournament = family(registered(4, capacity=8)).given(CALL)
    tournament.given(EscalateParentCall(call="P-0001"), by="service:parent-calls")
    answered = due(tournament, AnswerParentCall(call="P-0001"), by=f"participant:{PARENT}")
    assert [notice.audience for notice in answered] == ["role:chief_referee", "role:organizer"]


def test_what_a_family_writes_after_a_call_goes_to_who_called_until_some_minutes_after_it() -> None:
    tournament = family(registered(4, capacity=8)).given(CALL, by="referee:R01")
    wrote = AskOrganizer(entrant=PARENT, question="Who is with her?", urgent=True, beside=("0002",))
    for answered, audiences in (
        (False, ["role:organizer", "referee:R01"]),
        (True, ["role:organizer", "referee:R01"]),
    ):
        if answered:
            tournament.given(AnswerParentCall(call="P-0001"), by=f"participant:{PARENT}")
        notices = due(tournament, wrote, by=f"participant:{PARENT}")
        assert [notice.audience for notice in notices] == audiences
        assert [notice.kind for notice in notices] == ["urgent-question", "parent-wrote"]
        assert {KINDS[notice.kind].safety for notice in notices} == {True}, "at any hour, and again in doubt"
    tournament.now += URGENT_FOR * 2
    assert [notice.audience for notice in due(tournament, wrote, by=f"participant:{PARENT}")] == [
        "role:organizer"
    ]


def test_an_answer_from_the_childs_own_phone_is_not_taken_for_a_parents() -> None:
    tournament = family(registered(4, capacity=8)).given(CALL, by="referee:R01")
    (notice,) = due(tournament, AnswerParentCall(call="P-0001"), by=f"participant:{KID}")
    texts = [
        filled(Look(tournament.state, notice, Recipient("referee", "R01"), language))
        for language in LANGUAGES
    ]
    assert (notice.kind, notice.audience) == ("parent-heard", "referee:R01")
    assert "may be the player's own phone, so the call goes on (P-0001)" in texts[0]
    assert "可能是參賽者本人的電話，呼叫仍然有效（P-0001）" in texts[1]
    assert not any(f"{KID} is coming" in text or f"{KID} 正前來" in text for text in texts)


def test_who_is_called_reads_whose_child_it_is_where_to_come_and_what_to_do_without_buttons() -> None:
    tournament = family(registered(4, capacity=8))
    notice = due(tournament, CALL)[0]
    looks = [
        filled(Look(tournament.state, notice, Recipient("entrant", KID), language, "Chan Siu Ming"))
        for language in LANGUAGES
    ]
    assert looks[0].startswith("Please come to the hall at once: entrant 0005 (Chan Siu Ming) feels unwell.")
    assert "Pak Tin Par Street" in looks[0]
    assert fixed("notice-parent-called") in looks[0]
    assert "0005（Chan Siu Ming）" in looks[1]
    assert "如以電郵收到，請致電或直接前來" in looks[1]


def test_a_call_that_nobody_answers_is_put_to_the_organizer_and_the_chief_referee() -> None:
    tournament = family(registered(4, capacity=8))
    tournament.given(CALL, by="referee:R01")
    notices = due(tournament, EscalateParentCall(call="P-0001"), by="service:parent-calls")
    assert [(notice.kind, notice.audience) for notice in notices] == [
        ("parent-not-reached", "role:organizer"),
        ("parent-called", "role:chief_referee"),
    ]
    assert "Please ring up" in text(tournament, notices[0])
