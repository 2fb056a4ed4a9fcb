"""Bad weather: a day without play, and an afternoon that ends too early (HK severe weather arrangement)."""

from collections.abc import Sequence
from datetime import date, timedelta

from services.demo.agenda import Activity
from services.demo.chance import SeededBytes
from services.demo.director import Director, data_of
from services.demo.scripts import SessionScript
from services.demo.sessions import EARLIEST, hold_session
from services.tournament.publication.reminding import MakeAnnouncement
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay, SuspendRemaining
from services.tournament.weather.watching import (
    AnnounceWeatherWatch,
    AnswerWeatherProposal,
    EscalateWeatherProposal,
    ProposeWeather,
    ReportSilence,
    ReportWarnings,
    SignalSeen,
)


def typhoon(director: Director, day: date) -> Activity:
    """What the watch sees of the typhoon: silence for a while, No. 8 expected, in force, and over."""
    eve = day - timedelta(days=1)
    yield director.moment(eve, "21:10")
    report(director, SignalSeen("TC3", director.moment(eve, "15:40")))
    director.submit("service", "weather", ReportSilence(since=director.moment(eve, "20:58")))
    yield director.moment(eve, "21:22")
    expected = director.moment(eve, "21:20")
    report(director, SignalSeen("WTCPRE8", expected))
    director.submit("service", "weather", AnnounceWeatherWatch(day=day, code="WTCPRE8"))
    raised, lowered = director.moment(day, "07:40"), director.moment(day, "16:20")
    yield director.moment(day, "07:41")
    report(
        director,
        SignalSeen("WTCPRE8", expected, raised),
        SignalSeen("TC3", director.moment(eve, "15:40"), raised),
        SignalSeen("TC8NE", raised),
    )
    yield director.moment(day, "16:21")
    report(director, SignalSeen("TC8NE", raised, lowered), SignalSeen("TC3", lowered))
    yield director.moment(day, "22:11")
    report(director, SignalSeen("TC3", lowered, director.moment(day, "22:10")))


def report(director: Director, *signals: SignalSeen) -> None:
    """As the watch reports what changed; nobody kept the Observatory's words, so the digest is made up."""
    now = director.clock.now()
    body = SeededBytes(f"observatory {now.isoformat()}")(32).hex()
    director.submit("service", "weather", ReportWarnings(fetched_at=now, body=body, signals=signals))


def propose(director: Director, day: date) -> str:
    """The watch proposes what the weather means for a day; the number of the proposal."""
    command = ProposeWeather(day=day, fetched_at=director.clock.now())
    answer = director.submit("service", "weather", command)
    number: str = data_of(answer, "weather-proposed")["proposal"]
    return number


def signal_eight(director: Director, day: date, new_day: date) -> Activity:
    """Signal No. 8 is in force two hours before registration: no play that day, a new date at noon.

    The organizer first suspends the wrong day by hand, and then confirms what was proposed.
    """
    director.scene("signal-8", day=day)
    following = day + timedelta(days=1)
    proposal = propose(director, day)
    yield director.after(3)
    director.organizer(SuspendDay(day=following, grounds="signal_8_or_above"))
    yield director.after(1)
    director.organizer(LiftSuspension(day=following, reason="The wrong day was typed."))
    yield director.after(1)
    director.submit("service", "weather", EscalateWeatherProposal(proposal=proposal, step=1))
    yield director.after(1)
    reason = "三號強風信號於 07:40 改發八號，10:00 仍然生效。"
    director.organizer(AnswerWeatherProposal(proposal=proposal, answer="confirm", reason=reason))
    yield director.moment(day, "12:05")
    director.organizer(RescheduleSessions(day=day, new_day=new_day))
    yield director.after(20)
    words = {
        "en": "The shop is closed today. Nobody needs to come for a new number.",
        "zh": "今天店舖休息，毋須親臨領取新編號。",
    }
    director.organizer(MakeAnnouncement(audience="everyone", **words))


def fair_morning(director: Director, day: date) -> Activity:
    """The day after: nothing is in force at the cutoff, and the organizer says so to everyone."""
    proposal = propose(director, day)
    yield director.after(4)
    director.organizer(AnswerWeatherProposal(proposal=proposal, answer="confirm"))


def black_rain(
    director: Director, day: date, new_day: date, scripts: Sequence[tuple[str, SessionScript]]
) -> Activity:
    """A black rainstorm warning comes while a session is in play: its results are void, it starts again.

    Args:
        scripts: the sessions that are left of the day, and how they go on the new day.
    """
    director.scene("black-rain", day=day)
    issued = director.moment(day, "16:41")
    report(director, SignalSeen("WRAINB", issued))
    reason = "Black rainstorm warning issued at 16:41; the hall is kept open as a shelter."
    director.organizer(SuspendRemaining(day=day, grounds="black_rainstorm", reason=reason))
    yield director.moment(day, "19:05")
    report(director, SignalSeen("WRAINB", issued, director.moment(day, "19:00")))
    yield director.moment(day, "19:30")
    director.organizer(RescheduleSessions(day=day, new_day=new_day))
    for session, script in scripts:
        plan_session(director, session, new_day, script)


def plan_session(director: Director, session: str, day: date, script: SessionScript) -> None:
    """Put a session on the agenda of a day."""
    opens = director.state.plan.opens(day, director.session(session).plan)
    director.plan(opens - EARLIEST, hold_session(director, session, script))
