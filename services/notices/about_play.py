"""Reminders, disputes, calls and the results of a session."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from services.notices.audiences import recipients
from services.notices.notice import Notice
from services.notices.officials_concerned import chiefs, of_case, official, referee_of, several
from services.notices.registry import note, policy
from services.tournament.docket.cases import Dispute, described
from services.tournament.docket.disputes import DisputeRaised, DisputeWithdrawn
from services.tournament.kernel.ids import TableId
from services.tournament.play.incidents import ChiefRefereeCalled
from services.tournament.play.results import of_player
from services.tournament.play.setting_out import ChiefRefereeSetOut
from services.tournament.play.signatures import SheetClosed
from services.tournament.play.timing import SessionEnded
from services.tournament.publication.reminding import ReminderDue
from services.tournament.state import State

_REMINDERS = {
    "day_before": "reminder-day-before",
    "morning": "reminder-morning",
    "registration_opens": "reminder-opening",
    "timer_guide": "timer-guide",
}

_CALL_HOLDS = timedelta(minutes=30)
"""After this a call that could not be delivered is not sent any more: someone came, or the radio was used."""


@policy(ReminderDue)
def _due(state: State, event: ReminderDue, seq: int) -> Iterable[Notice]:
    session = state.sessions[event.session]
    audience = f"session:{event.session}"
    if event.kind == "timer_guide":
        # A guide is read once, also where a session has a new date or another stage follows.
        audience = f"guide:{event.session} {seq}"
        if not recipients(state, audience):
            return
    yield note(
        seq,
        _REMINDERS[event.kind],
        audience,
        session=event.session,
        topic=topic_of(event.session),
        not_after=state.starts_at(session) or day_over(state, event.session),
    )


@policy(DisputeRaised)
def _raised(state: State, event: DisputeRaised, seq: int) -> Iterable[Notice]:
    kind = described(event.kind, event.raised_by)
    beside = [each for each in referee_of(state, event.sheet) if each not in chiefs(state)]
    for audience in ("role:chief_referee", *beside):
        yield note(
            seq, "dispute-raised", audience, dispute=event.dispute, sheet=event.sheet or "", dispute_kind=kind
        )
    dispute = state.disputes[event.dispute]
    if event.raised_by is not None:
        yield _of_entrant(dispute, seq, "case-raised", event.case, dispute.by)


@policy(DisputeWithdrawn)
def _withdrawn(state: State, event: DisputeWithdrawn, seq: int) -> Iterable[Notice]:
    dispute = state.disputes[event.dispute]
    yield from called_off(state, dispute, seq, "dispute-withdrawn")
    if dispute.raised_by is not None:
        yield _of_entrant(dispute, seq, "case-withdrawn", event.case, dispute.ended_by)


def _of_entrant(dispute: Dispute, seq: int, template: str, case: str | None, by: str) -> Notice:
    """What was done in the name of an entrant, who has not read it on the way there.

    Where they did it themselves others may stand for them in another chat, as parents do.
    """
    template = f"{template}-by-self" if of_player(by) else template
    named = {"dispute": dispute.dispute, "sheet": dispute.sheet or "", "case": case or ""}
    return note(seq, "case-raised", f"entrant:{dispute.raised_by}", template, named)


def called_off(
    state: State, dispute: Dispute, seq: int, template: str, number: int | None = None
) -> Iterable[Notice]:
    """Those who were asked to see to it need not any more."""
    audience = several((*chiefs(state), *of_case(state, dispute)))
    if audience is not None:
        kind = described(dispute.kind, dispute.raised_by)
        named = {"dispute": dispute.dispute, "sheet": dispute.sheet or "", "dispute_kind": kind}
        yield note(seq, "dispute-raised", audience, template, named, number=number)


@policy(ChiefRefereeCalled)
def _called(state: State, event: ChiefRefereeCalled, seq: int) -> Iterable[Notice]:
    table = TableId.of(event.sheet)
    yield note(
        seq,
        "chief-called",
        "role:chief_referee",
        session=table.session,
        table=str(table.number),
        referee=state.sessions[table.session].referees.get(table.number, "-"),
        not_after=state.calls[event.sheet] + _CALL_HOLDS,
    )


@policy(ChiefRefereeSetOut)
def _set_out(state: State, event: ChiefRefereeSetOut, seq: int) -> Iterable[Notice]:
    table, coming = TableId.of(event.sheet), state.on_the_way[event.sheet]
    template = "organizer-coming" if coming.by.startswith("organizer:") else None
    given = {"session": table.session, "table": str(table.number)}
    for audience in referee_of(state, event.sheet):
        if audience != official(coming.by):  # else it is their own table
            yield note(seq, "chief-coming", audience, template, given, not_after=coming.at + _CALL_HOLDS)


@policy(SheetClosed)
def _closed(state: State, event: SheetClosed, seq: int) -> Iterable[Notice]:
    audience = f"ranked:{event.sheet} {seq}"
    if recipients(state, audience):
        yield note(seq, "session-results", audience, sheet=event.sheet)


@policy(SessionEnded)
def _ended(state: State, event: SessionEnded, seq: int) -> Iterable[Notice]:
    if state.stage_plan(state.sessions[event.session].stage).draw == "open":
        audience, template = f"played:{event.session} {seq}", "session-results-open"
        if recipients(state, audience):
            yield note(seq, "session-results", audience, template, session=event.session)
    session = state.sessions[event.session]
    # Once alone: a session that was ended too soon is ended again.
    if session.waiting and session.waited_until == seq:
        yield note(seq, "waiting-over", f"waiting:{event.session}", session=event.session)


def day_over(state: State, session: str) -> datetime | None:
    """When the day of a session ends: from then on it is of no use to be told where or when it is.

    None for a session without a day.

    Not its planned end, as sessions run late.
    """
    day = state.sessions[session].day
    return None if day is None else state.plan.moment(day + timedelta(days=1), time(0))


def topic_of(session: str) -> str:
    """What notices about a session's time and place are about."""
    return f"session:{session}"
