"""Which reminders are due: computed from the state and the clock, and from nothing else.

Each kind has a time at which it falls due and one from which it would come too late: a wake-up in between
catches up, a later one lets it be. What was decided once is in the state and never due again.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from services.notices.quiet import quiet_until
from services.rules.ruleset import UNSPECIFIED
from services.tournament.definition.plan import Competition
from services.tournament.people.inviting import to_remind_of
from services.tournament.publication.reminding import ReminderKind, reminder_key
from services.tournament.seating.sessions import Session
from services.tournament.state import State

EVENING, MORNING = time(18), time(8)
OPENING_BEFORE = timedelta(hours=1)
GUIDE_DAYS, GUIDE_AT = 5, time(10)
_INVITED_AFTER, _INVITED_BEFORE, _INVITED_AT = timedelta(days=5), timedelta(days=1), time(10)
"""So many days after the invitation; where play begins sooner, the day before; at this hour."""


class Due(msgspec.Struct, frozen=True, order=True):
    """A reminder whose time has come."""

    session: str
    kind: ReminderKind


Window = Callable[[Competition, Session], tuple[datetime, datetime]]


def due(state: State, now: datetime) -> tuple[Due, ...]:
    """The reminders to give now, in order of session; each is due once for the day a session is played on.

    A session without day or hours has none; of those that the same people play in on one day the first has.
    """
    if state.definition is None or state.closed:
        return ()
    return tuple(
        Due(session.plan.id, kind)
        for _, session in sorted(state.sessions.items())
        if session.status in ("scheduled", "drawn") and session.entrants and _reminded(state, session)
        for kind, (begin, end) in windows(state, session)
        if begin <= now < end
        and reminder_key(session.plan.id, kind, session.known_day) not in state.reminders
    )


def windows(state: State, session: Session) -> Iterable[tuple[ReminderKind, tuple[datetime, datetime]]]:
    """Of each kind, when it falls due for a session and when it would come too late."""
    kinds = {
        kind: window
        for kind, window in _WINDOWS.items()
        if kind != "timer_guide" or _has_timer(state, session)
        if kind != "registration_opens" or _heard_before_opening(state, session)
    }
    return [(kind, window(state.plan, session)) for kind, window in kinds.items()]


def _heard_before_opening(state: State, session: Session) -> bool:
    """Whether anybody hears before the opening that it is near: of one by night the evening before tells."""
    begin, opens = _opening(state.plan, session)
    over = quiet_until(begin, ZoneInfo(state.plan.zone))
    return over is None or over < opens


def _has_timer(state: State, session: Session) -> bool:
    """Whether people play with a timer at the table whose guide they should have read.

    That is a limit for each turn, the same for all (HK rules 2.3); of several an app keeps the time. A
    tournament file that names a guide has one whatever the rules say. In rounds another clock, or none, is
    used.
    """
    if state.stage_plan(session.stage).attend != "one":
        return False
    clock = state.rules_in(session.stage).clock
    limits = clock.turn_seconds.value
    per_turn = clock.kind.value == "per_turn" and limits != UNSPECIFIED and len(limits) == 1
    return per_turn or state.plan.timer_guide is not None or state.plan.timer_guide_file is not None


def _reminded(state: State, session: Session) -> bool:
    if session.plan.start is None or session.day is None:
        return False
    if state.stage_plan(session.stage).attend == "one":
        return True
    same_day = [other for other in state.sessions_of(session.stage) if other.day == session.day]
    return same_day[0].plan.id == session.plan.id


def _timer_guide(definition: Competition, session: Session) -> tuple[datetime, datetime]:
    begin = definition.moment(session.known_day - timedelta(days=GUIDE_DAYS), GUIDE_AT)
    return begin, definition.opens(session.known_day, session.plan)


def _day_before(definition: Competition, session: Session) -> tuple[datetime, datetime]:
    # It says "tomorrow", so it is over at midnight.
    begin = definition.moment(session.known_day - timedelta(days=1), EVENING)
    return begin, definition.moment(session.known_day, time(0))


def _morning(definition: Competition, session: Session) -> tuple[datetime, datetime]:
    # From when registration is about to open, the reminder of that says it all.
    return definition.moment(session.known_day, MORNING), _opening(definition, session)[0]


def _opening(definition: Competition, session: Session) -> tuple[datetime, datetime]:
    opens = definition.opens(session.known_day, session.plan)
    return opens - OPENING_BEFORE, opens


_WINDOWS: Mapping[ReminderKind, Window] = {
    "timer_guide": _timer_guide,
    "day_before": _day_before,
    "morning": _morning,
    "registration_opens": _opening,
}


def invitation_due(state: State, now: datetime) -> bool:
    """Whether to remind now of the last invitation to link a chat: never from the first day of play on."""
    invited = to_remind_of(state)
    if invited is None:
        return False
    plan = state.plan
    days = [session.day for session in state.sessions.values() if session.day is not None]
    first = min(days, default=None)
    if first is not None and plan.local_day(now) >= first:
        return False
    due = invited + _INVITED_AFTER
    if first is not None:
        due = min(due, first - _INVITED_BEFORE)
    # Invited on the very eve, they are not reminded the same day.
    return due > invited and now >= plan.moment(due, _INVITED_AT)
