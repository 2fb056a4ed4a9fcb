"""Stories of people: they register, move, are invited, form families, wait, and leave."""

from datetime import date, time
from typing import Any

from msgspec.structs import replace

from services.tournament.definition.founding import AppointReferee, DismissReferee
from services.tournament.definition.plan import Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.texts import Text
from services.tournament.people.amendments import (
    AmendDetails,
    CancelRegistration,
    ChooseLanguage,
    MergeEntrants,
)
from services.tournament.people.consents import SetConsent
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.family_proposals import DeclineFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.inviting import InvitePeople, RemindInvited
from services.tournament.people.moving import MoveEntrant
from services.tournament.people.parent_calls import AnswerParentCall, CallParent, EscalateParentCall
from services.tournament.people.questions import AnswerQuestion, AskOrganizer
from services.tournament.publication.reminding import MakeAnnouncement
from tests.unit.tournament.given_files import PLAIN_ZH, with_guide
from tests.unit.tournament.given_plans import adding, amending, with_session
from tests.unit.tournament.specs import (
    ADULT,
    CHILD,
    F1,
    F2,
    S1,
    S2,
    T1,
    Tournament,
    check_in,
    draw,
    finished,
    in_play,
    registered,
    registration,
    start,
)
from tests.unit.tournament.test_entries import in_both


def before_play() -> Tournament:
    tournament = registered(4, capacity=4, tables=1)
    tournament.given(
        registration("0005", family="F-017", family_role="parent", team="Tower 3", consent=True),
        registration("0006", S2, CHILD, family="F-017", family_role="child", language="zh"),
        CancelRegistration(entrant="0004", reason="exams"),
        DissolveFamilyUnit(unit="0006+0005", reason="the other parent plays"),
        registration("0007", S2),
        DeclareFamilyUnit(child="0006", parent="0007"),
        registration("0008", S2),
        MergeEntrants(keep="0001", drop="0008", reason="registered twice"),
        AmendDetails(entrant="0002", email="wong@example.org", birth_date=ADULT),
        ChooseLanguage(entrant="0002", language="en"),
        SetConsent(entrant="0002", shown=True),
        registration("0009", S2),
        MoveEntrant(entrant="0009", session=T1, reason="school"),
        AppointReferee(referee="R77", name="Cheung Ka Yee", chief=True),
        DismissReferee(referee="R77", reason="ill"),
        ForgetPerson(person=tournament.entrant("0003").person),
    )
    tournament.given(DeclareFamilyUnit(child="0006", parent="0002"), by="participant:0002")
    tournament.given(DeclineFamilyUnit(child="0006", parent="0002"), by="participant:0006")
    tournament.given(AskOrganizer(entrant="0006", question="May we watch?"), by="participant:0006")
    tournament.given(AskOrganizer(entrant="0006", question="Help!", urgent=True), by="participant:0006")
    tournament.given(AskOrganizer(entrant="0005", session=T1), by="participant:0005")
    return tournament.given(
        AnswerQuestion(question="Q-0001", answer="Yes, from the gallery."),
        SetConsent(entrant="0006", shown=True, scope="board", guardian="Lau Mei Ling"),
        AskOrganizer(entrant="0001", question="Is there a lift?"),
    )


def replanned() -> Tournament:
    """Another venue, hours and days, and a session more: someone waits no longer."""
    changes: dict[str, Any] = {
        "quota": 12,
        "cut": 6,
        "final_capacity": 6,
        "final_tables": 2,
        "only": (S1, S2, T1, F1, F2),
    }
    tournament = registered(4, capacity=4, tables=1, **changes)
    tournament.given(
        registration("0005"),
        registration("0006", T1, date(2007, 4, 13)),
        AppointReferee(referee="R01", name="Lam Oi Lin"),
    )
    plan = tournament.state.plan
    plan = with_session(plan, S1, start=time(13), seating=time(12, 45), tables=2, capacity=5)
    plan = with_session(plan, T1, day=date(2026, 4, 4))
    plan = with_session(with_session(plan, F1, day=date(2026, 4, 13)), F2, day=date(2026, 4, 13))
    plan = adding(
        plan, "preliminary", SessionPlan("2026-04-05/1", date(2026, 4, 5), start=time(13), tables=1)
    )
    plan = replace(plan, venue=Venue(Text("Town hall", "大會堂"), Text("1 High Street", "大街 1 號")))
    return tournament.given(amending(plan), amending(with_guide(plan, PLAIN_ZH)))


def in_two_stages() -> Tournament:
    """Someone enters a further stage, and gives the first place back."""
    return in_both().given(CancelRegistration(entrant="0001", stage="open", reason="Away on that day"))


def invited() -> Tournament:
    """People are invited to link a chat, and once more those who did not."""
    tournament = registered(4, capacity=4, tables=1)
    tournament.given(AppointReferee(referee="R01", name="Cheung Ka Yee"), InvitePeople())
    return tournament.at("2026-03-20 10:00").given(RemindInvited())


def waited_in_vain() -> Tournament:
    """A session is played to its end, and whoever waited for it has got no place."""
    tournament = registered(4, capacity=4, tables=1).given(registration("0005"))
    return finished(start(draw(check_in(tournament, S1))))


def with_a_child_in_need() -> Tournament:
    """Parents are called for two children: one of them plays, and nobody answers for the other."""
    tournament = in_play(4)
    tournament.given(
        registration("0005", S2, born=CHILD),
        registration("0006", S2, born=CHILD),
        DeclareFamilyUnit(child="0005", parent=tournament.sheet().seats[0]),
        AppointReferee(referee="C1", name="Ho Lai Ming", chief=True),
    )
    tournament.given(CallParent(entrant="0005", grounds="unwell"), by="referee:R01")
    tournament.given(AnswerParentCall(call="P-0001"), by="participant:0005")
    tournament.given(
        CallParent(entrant="0006", grounds="distressed"),
        EscalateParentCall(call="P-0002"),
        MakeAnnouncement(audience="everyone", en="Lunch is at noon.", zh="正午開飯。"),
    )
    parent = tournament.sheet().seats[0]
    tournament.given(AnswerParentCall(call="P-0001"), by=f"participant:{parent}")
    asked = AskOrganizer(entrant="0005", question="Who is with her?", urgent=True, beside=(parent,))
    tournament.given(asked, by="participant:0005")
    return tournament.given(AnswerParentCall(call="P-0002"), by="chief_referee:C1")
