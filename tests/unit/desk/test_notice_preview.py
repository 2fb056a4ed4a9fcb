"""What a decision about a day would tell people: each kind once, with the sessions it is said of."""

from datetime import date

import pytest

from services.access.principal import Principal
from services.desk.notice_preview import Foretelling, foretell
from services.tournament.kernel.facts import Command
from services.tournament.seating.presence import CheckIn
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from services.tournament.weather.watching import AnnouncePlay
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import registration

DAY = date(2026, 3, 28)
SESSIONS = [f"2026-03-28/{number}" for number in (1, 2, 3, 4)]
SUSPEND = SuspendDay(day=DAY, grounds="signal_8_or_above")


@pytest.fixture
def four(counter: Counter) -> Counter:
    """Two in each of the four sessions of a day."""
    numbers = (f"{number:04}" for number in range(1, 99))
    for session in SESSIONS:
        counter.submit(*(registration(next(numbers), session) for _ in range(2)))
    return counter.at("2026-03-28 08:00")


def foretold(counter: Counter, command: Command) -> Foretelling:
    return foretell(counter.desk, ID, command, Principal("t-1", "organizer", "test", ID))


@pytest.mark.parametrize(
    ("command", "hours"),
    [
        (SUSPEND, None),
        (LiftSuspension(day=DAY, reason="A mistake"), "2:15 pm"),
        (RescheduleSessions(day=DAY, new_day=date(2026, 4, 4)), "2:15 pm"),
        (AnnouncePlay(day=DAY), "2:15 pm"),
    ],
)
def test_messages_that_differ_in_session_and_hours_alone_are_one_kind(
    four: Counter, command: Command, hours: str | None
) -> None:
    if not isinstance(command, SuspendDay | AnnouncePlay):
        four.submit(SUSPEND)
    found = foretold(four, command)
    assert found.sessions == tuple(SESSIONS)
    players = [text for text in found.texts if not text.officials]
    assert [(text.count, len(text.alike)) for text in players] == [(8, 3)]
    called = {other.session.in_language("zh") for text in players for other in text.alike}
    assert called == {f"第 {number} 場" for number in (2, 3, 4)}
    named = {hour for text in players for other in text.alike for hour in other.hours["en"]}
    assert (hours in named) if hours is not None else not named
    for text in players:
        assert text.texts["en"] not in [other.texts["en"] for other in found.texts if other is not text]


def test_what_says_something_else_stays_a_text_of_its_own(four: Counter) -> None:
    """The words that name a day, and what one is to do there, are no mere hours."""
    four.at("2026-03-28 13:50")
    found = [text for text in foretold(four, SUSPEND).texts if not text.officials]
    assert len(found) > 1, "those who are on their way are told something else than those at home"
    assert sum(text.count for text in found) == 8


def test_a_session_is_named_once_however_many_ways_there_are_to_be_told_of_it(four: Counter) -> None:
    """Its people are told by where they are, in words that may be the same for all of them."""
    four.at("2026-03-28 13:50").submit(*(CheckIn(entrant=f"{2 * place + 1:04}") for place in (2, 3)), SUSPEND)
    four.submit(RescheduleSessions(day=DAY, new_day=DAY))
    found = foretold(four, AnnouncePlay(day=DAY))
    for text in found.texts:
        named = [other.session.in_language("en") for other in text.alike]
        assert len(set(named)) == len(named)
    assert max(len(text.alike) for text in found.texts) == 3
