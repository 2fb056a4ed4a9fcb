"""Registration, moves, and what the organizer has to say."""

from collections.abc import Iterable

from services.notices.about_parents import officials_of
from services.notices.about_play import day_over
from services.notices.audiences import recipients
from services.notices.notice import Notice
from services.notices.phones_off import read_out_by, seated
from services.notices.registry import note, policy
from services.tournament.people.amendments import RegistrationCancelled
from services.tournament.people.consents import ConsentChanged
from services.tournament.people.entries import StageLeft
from services.tournament.people.families import FamilyUnitDissolved
from services.tournament.people.family_proposals import FamilyUnitProposed
from services.tournament.people.inviting import PeopleInvited, PeopleInvitedAgain
from services.tournament.people.moving import EntrantMoved
from services.tournament.people.parent_calls import calls_about
from services.tournament.people.questions import QuestionAnswered, QuestionAsked
from services.tournament.people.registration import PlaceConfirmed, WaitingListJoined
from services.tournament.people.retention import RetentionDue
from services.tournament.play.results import of_player
from services.tournament.publication.reminding import AnnouncementMade
from services.tournament.state import State


@policy(PlaceConfirmed)
def _place_confirmed(state: State, event: PlaceConfirmed, seq: int) -> Iterable[Notice]:
    template = "place-from-waiting-list" if event.from_waiting_list else "registration-received"
    yield _about_registration(event.entrant, event.session, template, seq)


@policy(WaitingListJoined)
def _waiting(state: State, event: WaitingListJoined, seq: int) -> Iterable[Notice]:
    yield _about_registration(event.entrant, event.session, "registration-on-waiting-list", seq)


def _about_registration(entrant: str, session: str, template: str, seq: int) -> Notice:
    audience = f"entrant:{entrant}"
    return note(seq, "registration-received", audience, template, entrant=entrant, session=session)


@policy(EntrantMoved)
def _moved(state: State, event: EntrantMoved, seq: int) -> Iterable[Notice]:
    if state.sessions[event.to_session].entrants.get(event.entrant, seq) > seq:
        return  # who waited has the place by the confirmation that follows, which tells of it
    yield note(
        seq,
        "seat-changed",
        f"entrant:{event.entrant}",
        "session-changed",
        session=event.to_session,
        left=event.from_session,
        not_after=day_over(state, event.to_session),
    )


@policy(RegistrationCancelled)
def _cancelled(state: State, event: RegistrationCancelled, seq: int) -> Iterable[Notice]:
    session = state.entrants[event.entrant].first.session
    yield note(seq, "registration-cancelled", f"entrant:{event.entrant}", session=session)


@policy(StageLeft)
def _left(state: State, event: StageLeft, seq: int) -> Iterable[Notice]:
    yield note(seq, "registration-cancelled", f"entrant:{event.entrant}", "stage-left", stage=event.stage)


@policy(PeopleInvited)
def _invited(state: State, event: PeopleInvited, seq: int) -> Iterable[Notice]:
    yield note(seq, "invitation", "everyone", number=1)
    yield note(seq, "invitation", "referees", number=2)


@policy(PeopleInvitedAgain)
def _invited_again(state: State, event: PeopleInvitedAgain, seq: int) -> Iterable[Notice]:
    yield note(seq, "invitation-reminder", "everyone", number=1)
    yield note(seq, "invitation-reminder", "referees", number=2)


@policy(QuestionAsked)
def _asked(state: State, event: QuestionAsked, seq: int) -> Iterable[Notice]:
    written = {
        "question": event.question,
        "entrant": event.entrant,
        "case": event.case,
        "session": event.session or "",
    }
    if not of_player(state.questions[event.question].by):
        audience, asked = f"entrant:{event.entrant}", {"question": event.question, "case": event.case}
        yield note(seq, "case-raised", audience, "question-raised", asked)
    if event.session is not None:
        yield note(seq, "session-wished", "role:organizer", given=written)
        return
    if not event.urgent:
        yield note(seq, "question", "role:organizer", given=written)
        return
    written["beside"] = " ".join(event.beside)
    calls = calls_about(state, (event.entrant, *event.beside), state.questions[event.question].at)
    template = "urgent-after-call" if calls else None
    after = {"call": calls[0].call, "child": calls[0].entrant} if calls else {}
    yield note(seq, "urgent-question", "role:organizer", template, given={**written, **after}, number=1)
    number = 1
    for call in calls:
        for audience in officials_of(call):
            number += 1
            of_call = {**written, "call": call.call, "child": call.entrant}
            yield note(seq, "parent-wrote", audience, given=of_call, number=number)


@policy(QuestionAnswered)
def _answered(state: State, event: QuestionAnswered, seq: int) -> Iterable[Notice]:
    yield note(seq, "answer", f"entrant:{event.entrant}", question=event.question, case=event.case)


@policy(ConsentChanged)
def _consent_recorded(state: State, event: ConsentChanged, seq: int) -> Iterable[Notice]:
    if event.given and event.by == "guardian":
        audience, scopes = f"entrant:{event.entrant}", ", ".join(event.scopes)
        yield note(seq, "consent-recorded", audience, consented=event.entrant, scopes=scopes)


@policy(FamilyUnitProposed)
def _family_asked(state: State, event: FamilyUnitProposed, seq: int) -> Iterable[Notice]:
    asked = event.parent if event.by == event.child else event.child
    audience, by = f"entrant:{asked}", event.by
    yield note(seq, "family-asked", audience, child=event.child, parent=event.parent, by=by)


@policy(FamilyUnitDissolved)
def _family_dissolved(state: State, event: FamilyUnitDissolved, seq: int) -> Iterable[Notice]:
    child, _, parent = event.unit.partition("+")
    # Of those of the unit it reaches who still takes part; whoever left is told so by itself.
    yield note(seq, "family-dissolved", f"unit:{event.unit}", child=child, parent=parent)


@policy(AnnouncementMade)
def _announced(state: State, event: AnnouncementMade, seq: int) -> Iterable[Notice]:
    case, number = event.case, event.announcement
    yield note(seq, "announcement", event.audience, case=case, announcement=number)
    sitting = seated(state, recipients(state, event.audience))
    if sitting:
        # Whoever sits at a table hears it there, and reads it after the session.
        audience, template = read_out_by(sitting.values()), "announcement-read-out"
        yield note(seq, "read-out", audience, template, case=case, announcement=number)


@policy(RetentionDue)
def _retention(state: State, event: RetentionDue, seq: int) -> Iterable[Notice]:
    day = event.day.isoformat()
    yield note(seq, "retention-due", "role:organizer", day=day, tournament=state.plan.id)
