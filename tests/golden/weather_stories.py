"""Stories of days that are stopped by the weather or otherwise, and of what is told then."""

from datetime import date

from services.tournament.definition.founding import AppointReferee
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.people.moving import MoveEntrant
from services.tournament.publication.publishing import PublishResults
from services.tournament.publication.reminding import MakeAnnouncement, RemindOfSession
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from services.tournament.weather.update_promises import GiveFurtherWord, RemindOfNextWord
from services.tournament.weather.watching import (
    AnnouncePlay,
    AnnounceWeatherWatch,
    AnswerWeatherProposal,
    EscalateWeatherProposal,
    ProposeWeather,
    ReportSilence,
    ReportWarnings,
    SignalSeen,
)
from tests.unit.tournament.specs import (
    CHILD,
    S1,
    S2,
    T1,
    Tournament,
    arrived,
    check_in,
    hong_kong,
    in_play,
    numbers,
    registered,
    registration,
)
from tests.unit.tournament.stages import qualified

T1_DAY = date(2026, 4, 6)
DAY = date(2026, 3, 28)


def in_bad_weather() -> Tournament:
    tournament = arrived(4).at("2026-03-27 21:40")
    begun, body = hong_kong("2026-03-27 23:10"), "9f" * 32
    tournament.given(
        RemindOfSession(session=S1, kind="day_before"),
        AnnounceWeatherWatch(day=DAY, code="WTCPRE8"),
        ReportSilence(since=hong_kong("2026-03-27 21:20")),
        ReportWarnings(
            fetched_at=hong_kong("2026-03-27 23:12"), body=body, signals=(SignalSeen("TC8NE", begun),)
        ),
    )
    tournament.at("2026-03-28 10:00").given(
        ProposeWeather(day=DAY, fetched_at=hong_kong("2026-03-28 09:59")),
        EscalateWeatherProposal(proposal="W-0001", step=1),
        AnswerWeatherProposal(proposal="W-0001", answer="confirm", reason="The mall closes, too."),
        MakeAnnouncement(audience="everyone", en="The shop is open.", zh="店舖照常營業。"),
        AnnouncePlay(day=T1_DAY),
    )
    return tournament


def weather_otherwise() -> Tournament:
    """Nothing known at the cutoff, then black rain in the afternoon; on another day all is well."""
    tournament = check_in(registered(8, capacity=4), S1).at("2026-03-28 10:00")
    tournament.given(ProposeWeather(day=DAY), EscalateWeatherProposal(proposal="W-0001", step=1))
    rain = SignalSeen("WRAINB", hong_kong("2026-03-28 13:15"))
    tournament.at("2026-03-28 13:20").given(
        ReportWarnings(fetched_at=tournament.now, body="7c" * 32, signals=(rain,)),
        ProposeWeather(day=DAY, fetched_at=hong_kong("2026-03-28 13:20")),
    )
    for kind in ("morning", "registration_opens", "timer_guide"):
        tournament.given(RemindOfSession(session=S1, kind=kind))
    tournament.given(registration("0009", S2), MoveEntrant(entrant="0009", session=T1))
    over = SignalSeen("WRAINB", hong_kong("2026-03-28 13:15"), hong_kong("2026-03-28 15:00"))
    tournament.at("2026-04-06 10:00").given(
        ReportWarnings(fetched_at=tournament.now, body="8d" * 32, signals=(over,)),
        ProposeWeather(day=T1_DAY, fetched_at=hong_kong("2026-04-06 10:00")),
        AnnouncePlay(day=DAY),
    )
    return tournament


def suspended_in_play() -> Tournament:
    tournament = in_play(4).at("2026-03-28 13:10")
    tournament.given(
        SuspendDay(day=DAY, grounds="black_rainstorm", reason="WRAINB since 13:05"),
        RescheduleSessions(day=DAY, new_day=date(2026, 4, 8), sessions=(S1,)),
        LiftSuspension(day=DAY, reason="cancelled at once"),
    )
    return tournament


def suspended_as_somebody_has_left() -> Tournament:
    """Whoever left minutes before is still in the hall, and is told what to do there."""
    tournament = in_play(4).at("2026-03-28 13:10")
    return tournament.given(
        WithdrawEntrant(entrant=numbers(1)[0], grounds="health"),
        SuspendDay(day=DAY, grounds="black_rainstorm"),
        GiveFurtherWord(day=DAY, en="The hall is open.", zh="場地開放。"),
    )


def suspended_before_anyone_sits() -> Tournament:
    """A day for which someone waits is suspended, lifted, suspended and moved."""
    tournament = registered(4, capacity=4, tables=1).given(registration("0005"))
    tournament.given(AppointReferee(referee="R01", name="Lam Oi Lin"))
    tournament.given(SuspendDay(day=DAY, grounds="other"), LiftSuspension(day=DAY, reason="it cleared up"))
    return tournament.given(
        SuspendDay(day=DAY, grounds="black_rainstorm"),
        GiveFurtherWord(day=DAY, en="The hall is open.", zh="場地開放。"),
        RescheduleSessions(day=DAY, new_day=date(2026, 4, 8)),
    )


def final_suspended() -> Tournament:
    """The day of the final is suspended, lifted and moved while nobody has a session of it yet."""
    tournament = qualified(16, cut=8).given(PublishResults(stage="preliminary"))
    final = date(2026, 4, 12)
    return tournament.given(
        SuspendDay(day=final, grounds="other"),
        LiftSuspension(day=final, reason="a mistake"),
        SuspendDay(day=final, grounds="signal_8_or_above"),
        RescheduleSessions(day=final, new_day=date(2026, 4, 19)),
    )


def word_promised() -> Tournament:
    """A day is stopped with a child in the hall and the parent at home; more is told as it was promised."""
    tournament = registered(4, capacity=4, tables=1)
    tournament.given(
        AppointReferee(referee="R01", name="Cheung Ka Yee", chief=True),
        registration("0005", S2, CHILD, family="F-017", family_role="child"),
        registration("0006", "2026-04-06/1", family="F-017", family_role="parent"),
        registration("0007", S2),
        registration("0008"),
    )
    check_in(tournament, S2, "0006")
    tournament.given(
        SuspendDay(day=DAY, grounds="black_rainstorm", since=hong_kong("2026-03-28 13:30")),
    )
    tournament.at("2026-03-28 15:30").given(
        RemindOfNextWord(day=DAY),
        GiveFurtherWord(day=DAY, en="The hall is open until 8 pm.", zh="場地開放至晚上八時。"),
    )
    signal = SignalSeen("TC8NE", hong_kong("2026-03-28 16:10"))
    tournament.at("2026-03-28 16:12").given(
        ReportWarnings(fetched_at=tournament.now, body="6b" * 32, signals=(signal,))
    )
    over = SignalSeen("TC8NE", signal.begin, hong_kong("2026-03-28 17:20"))
    tournament.at("2026-03-28 17:22").given(
        ReportWarnings(fetched_at=tournament.now, body="5a" * 32, signals=(over,))
    )
    return tournament


def word_promised_of_the_final() -> Tournament:
    """What is told further reaches whoever has no session yet."""
    tournament = qualified(16, cut=8).given(PublishResults(stage="preliminary"))
    final = date(2026, 4, 12)
    return tournament.given(
        SuspendDay(day=final, grounds="other"),
        GiveFurtherWord(day=final, en="The hall is flooded.", zh="場地水浸。"),
    )
