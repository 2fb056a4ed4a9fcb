"""The new date of suspended sessions (HK severe weather arrangement)."""

from collections.abc import Sequence
from datetime import date

from msgspec import structs

from services.rules.online import is_online
from services.tournament.definition.places_called import session_called
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import Ids
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.kernel.years import YEARS, out_of_range
from services.tournament.seating.sessions import Session, Suspension
from services.tournament.state import State
from services.tournament.weather.dangers import keeps_from_danger
from services.tournament.weather.going_ahead import with_play_on
from services.tournament.weather.hall_times import check_hall, date_clashes
from services.tournament.weather.suspension import NOTHING_SUSPENDED, of_day, resumed
from shared.catalogue import Phrase, Word
from shared.problems import ProblemType, not_found

NOT_SUSPENDED = ProblemType("not-suspended", 409)


@event("sessions-rescheduled")
class SessionsRescheduled(Event, frozen=True):
    """Suspended sessions have a new date; their ids and times of day stay."""

    sessions: tuple[str, ...]
    day: date


class RescheduleSessions(Command, frozen=True, kw_only=True):
    """Give suspended sessions a new date. Without a list: all suspended sessions of the day.

    Rounds that come after one of them move with it, where else they would come before it.
    """

    day: date
    new_day: date
    sessions: Ids = ()


@decides(RescheduleSessions)
def reschedule_sessions(draft: Draft, command: RescheduleSessions) -> None:
    state = draft.state
    wanted = command.sessions or tuple(
        s.plan.id for s in of_day(state, command.day) if s.status == "suspended"
    )
    if not wanted:
        raise NOTHING_SUSPENDED(day=command.day, wanted="move")
    today = state.plan.local_day(draft.context.occurred_at)
    if command.new_day.year not in YEARS:
        raise date_clashes(command.new_day, out_of_range(command.new_day.year))
    if command.new_day < today:
        raise date_clashes(command.new_day, Phrase("part-suspension-past"))
    for session_id in wanted:
        session = state.sessions.get(session_id)
        if session is None or session.day != command.day:
            raise not_found("session", Phrase("part-session-of-day", {"id": session_id, "day": command.day}))
        if session.status != "suspended":
            raise NOT_SUSPENDED(session=session_id, status=Word("session", session.status))
    moved = (*wanted, *_moving_along(state, wanted, command.new_day))
    for session_id in moved:
        _check_new_day(state, state.sessions[session_id], command.new_day, moved)
    draft.record(SessionsRescheduled(tuple(sorted(moved)), command.new_day))


def _moving_along(state: State, wanted: Sequence[str], new_day: date) -> list[str]:
    """The later rounds that move with a session everyone attends, since they cannot be played before it."""
    found: list[str] = []
    for session_id in wanted:
        session = state.sessions[session_id]
        if state.stage_plan(session.stage).attend != "all":
            continue
        sessions = state.sessions_of(session.stage)
        for other in sessions[sessions.index(session) + 1 :]:
            if other.plan.id not in (*wanted, *found) and _before(other, new_day):
                found.append(other.plan.id)
    return found


def _before(session: Session, day: date) -> bool:
    """Whether a session still to be played to its end lies before a day."""
    return session.day is not None and session.day < day and session.status != "ended"


def _check_new_day(state: State, session: Session, new_day: date, wanted: Sequence[str]) -> None:
    if new_day < session.known_day:
        raise date_clashes(new_day, Phrase("part-suspension-lies-before-suspended-day"))
    soon = [
        other for other in state.sessions.values() if _begins_too_soon(state, session, other, new_day, wanted)
    ]
    if soon:
        # Of a day that it shares with a later stage no other day does, until that one has moved.
        stuck = [other for other in soon if other.day is not None and other.day <= session.known_day]
        first = session_called(stuck[0].plan.id, state.plan, lambda _: stuck[0].day) if stuck else None
        of_stage = soon[0].stage != session.stage
        why = "part-suspension-stage-must-over-before-next" if of_stage else "part-suspension-rounds-in-order"
        raise date_clashes(new_day, Phrase(why), first)
    check_hall(state, session, new_day, wanted)


def _begins_too_soon(
    state: State, session: Session, other: Session, new_day: date, together: Sequence[str]
) -> bool:
    """Whether a session that follows would begin before this one is over on its new day.

    On one day it goes by the hours, as far as they are known, as for the file of a tournament.
    """
    if other.day is None or not _follows(state, session, other):
        return False
    day = new_day if other.plan.id in together else other.day
    begins, ends = other.plan.start, session.plan.end or session.plan.start
    if day != new_day or begins is None or ends is None:
        return day < new_day
    return state.plan.moment(day, begins) < state.plan.moment(new_day, ends)


def _follows(state: State, session: Session, other: Session) -> bool:
    """Whether another session comes after this one: of a stage that follows, or a later round."""
    if other.stage != session.stage:
        return other.stage in state.plan.stages_after(session.stage)
    rounds = state.sessions_of(session.stage)
    is_round = state.stage_plan(session.stage).attend == "all" and other.status != "ended"
    return is_round and rounds.index(other) > rounds.index(session)


def _held(state: State, session: Session, today: date) -> Suspension | None:
    """How a session was suspended, while what people were told to do today outlasts its new date.

    Those in the hall alone wait there for a word that the warning is over: it stays promised to them.
    """
    suspension = session.suspension
    if suspension is None or suspension.day is None or today > suspension.day:
        return None
    if is_online(state.plan.ruleset_of(state.stage_plan(session.stage))):
        return None
    waits = bool(suspension.inside) and keeps_from_danger(state, suspension)
    return suspension if waits else structs.replace(suspension, next_word=None)


@evolves(SessionsRescheduled)
def _rescheduled(state: State, event: SessionsRescheduled, stamp: Stamp) -> State:
    for session_id in event.sessions:
        session = state.sessions[session_id]
        session = structs.replace(
            session,
            status=resumed(session),
            day=event.day,
            suspended_seq=None,
            suspension=None,
            held=_held(state, session, state.plan.local_day(stamp.occurred_at)),
            voided=False,
            moves=(*session.moves, (stamp.seq, event.day)),
        )
        state = state.with_session(session)
    # Of a later day it is decided by what is in force then.
    is_today = event.day == state.plan.local_day(stamp.occurred_at)
    return with_play_on(state, [event.day], stamp) if is_today else state
