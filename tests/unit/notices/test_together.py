"""Who plays in several rounds of a day is told once of all of them; else each session is told by itself."""

from collections import Counter

import pytest

from services.notices.audiences import Recipient, recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.notices.registry import note
from services.notices.together import together
from services.tournament.kernel.facts import Command
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from shared.i18n import LANGUAGES
from tests.unit.tournament.given_formats import ONLINE, SWISS, arrive, draw_round, entered, start_round
from tests.unit.tournament.specs import S1, Tournament, numbers, registered

HK = None
"""The plan that the specs have by themselves."""


def due(tournament: Tournament, command: Command) -> list[Notice]:
    events = tournament.when(command).events
    seq = tournament.state.seq - len(events) + 1
    return notices_due(tournament.state, list(enumerate(events, seq)))


def times_told(tournament: Tournament, notices: list[Notice]) -> Counter[str]:
    return Counter(
        recipient.number
        for notice in notices
        for recipient in recipients(tournament.state, notice.audience)
        if recipient.kind == "entrant"
    )


def text(tournament: Tournament, notice: Notice) -> str:
    recipient = next(iter(recipients(tournament.state, notice.audience)))
    return filled(Look(tournament.state, notice, recipient, "en"))


def test_all_rounds_of_a_suspended_day_are_one_message_and_so_is_their_new_date() -> None:
    tournament = arrive(entered(SWISS, 4), "0001")
    day = tournament.state.plan.sessions[0].day
    assert day is not None
    suspended = due(tournament, SuspendDay(day=day, grounds="black_rainstorm"))
    assert set(times_told(tournament, suspended).values()) == {1}
    first = next(notice for notice in suspended if notice.kind == "suspended")
    assert "Round 1, Round 2" in text(tournament, first)
    moved = due(tournament, RescheduleSessions(day=day, new_day=day.replace(day=day.day + 1)))
    assert set(times_told(tournament, moved).values()) == {1}
    new = next(notice for notice in moved if notice.kind == "rescheduled")
    assert "you now play" in text(tournament, new)


@pytest.mark.parametrize(
    ("plan", "en", "zh"),
    [
        (HK, "the right to play is forfeited", "即喪失參賽權"),
        (SWISS, "misses this session", "該場不獲編桌"),
        (ONLINE, None, None),
    ],
)
def test_a_reminder_says_of_whoever_is_late_what_the_format_does(
    plan: str | None, en: str | None, zh: str | None
) -> None:
    tournament = registered(4) if plan is None else entered(plan, 4)
    session = tournament.state.plan.sessions[0].id
    notice = note(1, "reminder-day-before", f"session:{session}", session=session)
    texts = [
        filled(Look(tournament.state, notice, Recipient("entrant", "0001"), language))
        for language in LANGUAGES
    ]
    for text_, phrase, all_ in zip(texts, (en, zh), (("forfeited", "misses"), ("喪失", "編桌")), strict=True):
        if phrase is None:
            assert not any(word in text_ for word in all_)
        else:
            assert phrase in text_
            assert sum(word in text_ for word in all_) == 1


def test_the_rounds_after_one_that_is_stopped_are_told_of_with_it() -> None:
    tournament = arrive(entered(SWISS, 4), *numbers(4)).at("2027-03-06 13:56")
    start_round(draw_round(tournament))
    session = tournament.state.plan.sessions[0]
    assert session.day is not None
    suspended = due(tournament, SuspendDay(day=session.day, grounds="black_rainstorm"))
    assert set(times_told(tournament, suspended).values()) == {1}
    stopped = text(tournament, next(notice for notice in suspended if notice.kind == "suspended"))
    assert stopped.startswith("STOPPED (black rain): Stay in the hall")
    assert "Not played either: " in stopped


def test_what_is_lifted_again_is_one_message() -> None:
    tournament = entered(SWISS, 4)
    day = tournament.state.plan.sessions[0].day
    assert day is not None
    tournament.given(SuspendDay(day=day, grounds="other", reason="The hall is flooded."))
    lifted = due(tournament, LiftSuspension(day=day, reason="It is dry."))
    assert set(times_told(tournament, lifted).values()) == {1}


def test_where_each_plays_in_one_session_every_session_is_told_by_itself() -> None:
    state = registered(4).state
    day = state.sessions[S1].day
    sessions = [session.plan.id for session in state.sessions.values() if session.day == day]
    assert together(state, sessions) == [(session,) for session in sorted(sessions)]
