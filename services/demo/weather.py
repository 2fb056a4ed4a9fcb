"""Bad weather: a day without play, and an afternoon that ends too early (HK severe weather arrangement)."""

from collections.abc import Sequence
from datetime import date, timedelta

from services.demo.agenda import Activity
from services.demo.director import Director
from services.demo.scripts import SessionScript
from services.demo.sessions import EARLIEST, hold_session
from services.tournament.suspension import LiftSuspension, RescheduleSessions, SuspendDay, SuspendRemaining


def signal_eight(director: Director, day: date, new_day: date) -> Activity:
    """Signal No. 8 is in force two hours before registration: no play that day, a new date at noon."""
    director.scene(f"{day}: signal No. 8")
    following = day + timedelta(days=1)
    director.organizer(SuspendDay(day=following, grounds="signal_8_or_above"))
    yield director.after(1)
    director.organizer(LiftSuspension(day=following, reason="The wrong day was typed."))
    reason = "三號強風信號於 07:40 改發八號，10:00 仍然生效。"
    director.organizer(SuspendDay(day=day, grounds="signal_8_or_above", reason=reason))
    yield director.moment(day, "12:05")
    director.organizer(RescheduleSessions(day=day, new_day=new_day))


def black_rain(
    director: Director, day: date, new_day: date, scripts: Sequence[tuple[str, SessionScript]]
) -> Activity:
    """A black rainstorm warning comes while a session is in play: its results are void, it starts again.

    Args:
        scripts: the sessions that are left of the day, and how they go on the new day.
    """
    director.scene(f"{day}: black rainstorm warning")
    reason = "Black rainstorm warning issued at 16:41; the hall is kept open as a shelter."
    director.organizer(SuspendRemaining(day=day, grounds="black_rainstorm", reason=reason))
    yield director.moment(day, "19:30")
    director.organizer(RescheduleSessions(day=day, new_day=new_day))
    for session, script in scripts:
        plan_session(director, session, new_day, script)


def plan_session(director: Director, session: str, day: date, script: SessionScript) -> None:
    """Put a session on the agenda of a day."""
    opens = director.definition.moment(day, director.session(session).plan.registration)
    director.plan(opens - EARLIEST, hold_session(director, session, script))
