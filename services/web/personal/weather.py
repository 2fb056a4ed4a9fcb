"""What the weather, or another danger, means for the days on which those of a page are to play."""

from collections.abc import Collection, Iterable
from datetime import date

import msgspec

from services.desk.site.programme import Programme, programme
from services.desk.views import SessionsAnswer
from services.personal.after_the_cut import goes_on_to
from services.personal.person import Person
from services.personal.schedule import appearances
from services.personal.stopped import suspended
from services.web.personal.personal_session import Opened


def weather_of(page: Opened) -> Programme:
    """The programme with what is decided, or being decided, of the days that concern anyone of a page.

    That a session of somebody's is suspended, or keeps them in the hall although it has a new date, is said
    with what they are to do, so it does not stand here too.
    """
    shown = programme(page.desk, page.tournament)
    persons = [person for person in page.persons if not person.principal.left]
    days = {day for person in persons for day in _days(page, person)}
    stopped = {day for person in persons for day in _stopped(page, person)}
    return msgspec.structs.replace(
        shown,
        suspended=tuple(off for off in shown.suspended if off.day in days - stopped and not off.moved),
        undecided=tuple(waiting for waiting in shown.undecided if waiting.day in days),
        watched=tuple(watched for watched in shown.watched if watched.day in days),
        ahead=tuple(day for day in shown.ahead if day in days),
    )


def in_doubt(shown: Programme) -> Collection[date]:
    """The days of which nobody knows yet whether they are played."""
    return {waiting.day for waiting in shown.undecided} | {watched.day for watched in shown.watched}


def _days(page: Opened, person: Person) -> Iterable[date]:
    """The days on which somebody is to play, waits to play, or may play in the stage they go on to."""
    rows = [each.row for each in appearances(page, person, page.plan) if not each.is_over]
    following = goes_on_to(page, person)
    if following is not None:
        answer: SessionsAnswer = page.ask(person, "sessions")
        rows += [view.session for view in answer.rows if view.session.stage == following]
    return [date.fromisoformat(row.day) for row in rows if row.day is not None]


def _stopped(page: Opened, person: Person) -> Iterable[date]:
    """The days of the suspended sessions in which somebody plays or waits to play."""
    for each, _ in suspended(page, person, page.plan):
        if each.row.day is not None:
            yield date.fromisoformat(each.row.day)
