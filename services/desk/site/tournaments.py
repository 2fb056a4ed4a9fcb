"""The tournaments there are, by how far they have come and when: from rows, so that few states are folded.

What is known of each is kept with the head it follows from, so that a list costs one look at all heads and
the rows of those tournaments whose log went on.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from operator import itemgetter
from typing import TYPE_CHECKING, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from services.desk.site.programme import Course, course_of, undecided_at
from services.projections.generations import generation_of
from services.projections.models import model
from services.projections.rows import SessionRow
from services.tournament.definition.texts import Text
from services.tournament.definition.titles import Heading
from shared.database.failures import DATABASE_DAMAGED, explained
from shared.eventlog import EVENT_RETIRED, Head
from shared.eventlog.transfer import LOG_DAMAGED
from shared.eventlog.upcasting import EVENT_UNKNOWN, EVENT_UNREADABLE
from shared.problems import Problem, not_found, quoted
from shared.zones import moment_in

if TYPE_CHECKING:
    from services.desk.desk import Desk

_ORDER: tuple[Course, ...] = ("under_way", "coming", "over")
_WARNED = ("warnings-reported", "weather-proposed")
"""Events without which nothing of the weather is being decided."""
_PUBLISHED = ("results-published",)
_NEAR = timedelta(days=2)
"""How far off a day of play may be of which the list says what the weather means for it."""
_OF_ONE = (DATABASE_DAMAGED, EVENT_RETIRED, EVENT_UNKNOWN, EVENT_UNREADABLE, LOG_DAMAGED)
"""Why one tournament cannot be read while others can; what else there is passes, or is of all of them."""


CheckIn = tuple[datetime, datetime]
Doubt = Literal["suspended", "undecided"]


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament in the list.

    Attributes:
        first, last: the days it is played on, as they are now; None where no day is set.
        playing: whether a session of it is played at this moment.
        following: when the next session begins, where that is known.
        check_in: from when to when people check in for it; None where that is not planned.
        published: whether any results are.
        doubt: what stands against a day of play that is near: it is off, or that is being decided; else None.
    """

    id: str
    title: Text
    venue: Text | None
    zone: str
    course: Course
    first: date | None
    last: date | None
    playing: bool
    following: datetime | None
    check_in: CheckIn | None
    published: bool
    doubt: Doubt | None = None


class TournamentList(msgspec.Struct, frozen=True):
    """A page of the tournaments: under way, coming and over, each by date; and the id to go on after.

    Attributes:
        damaged: those of which what is kept cannot be read, by their titles, or ids where none can be read.
    """

    rows: tuple[TournamentShown, ...]
    following: str | None
    damaged: tuple[Text | str, ...] = ()


class _Known(msgspec.Struct, frozen=True):
    """What is kept of a tournament, and the head it follows from.

    Attributes:
        days: on which it is played, in order.
        begins: when the sessions begin that have not begun, in order, each with its check-in.
        suspended: the days on which sessions are suspended.
        warned: whether the log tells of any weather warning.
        published: whether it tells of any results that were published.
    """

    head: Head
    heading: Heading | None
    statuses: frozenset[str]
    days: tuple[date, ...]
    begins: tuple[tuple[datetime, CheckIn | None], ...]
    suspended: frozenset[date]
    warned: bool
    published: bool


class TournamentsKept:
    """What is known of every tournament, as of the heads last seen. Safe for threads."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._guard = threading.Lock()

    def of(self, desk: "Desk", damaged: set[str]) -> Mapping[str, _Known]:
        """Every tournament there is, as of its head now; what cannot be read is added to `damaged`."""
        heads = desk.log.heads()
        with self._guard:
            known = {id: one for id, one in self._known.items() if heads.get(id) == one.head}
        for id in heads.keys() - known.keys():
            with _noted(id, damaged):
                known[id] = _look(desk, id, heads[id])
        with self._guard:
            self._known = known
        return known


def tournament_list(desk: "Desk", after: str, limit: int) -> TournamentList:
    """A page of the tournaments.

    Args:
        after: the id of the one that the page before ended with; "" for the first page.

    Raises:
        Problem: not-found, if there is no such tournament.
    """
    now = desk.clock.now()
    damaged: set[str] = set()
    known = desk.tournaments.of(desk, damaged)
    shown = [_shown(id, one.heading, one, now) for id, one in known.items() if one.heading is not None]
    damaged |= {id for id, one in known.items() if one.heading is None}
    shown.sort(key=_place)
    begin = 0
    if after:
        places = {line.id: place for place, line in enumerate(shown)}
        if after not in places:
            raise not_found("tournament", quoted(after))
        begin = places[after] + 1
        damaged.clear()  # they stand on the first page
    page = []
    for line in shown[begin : begin + limit]:
        with _noted(line.id, damaged):
            page.append(structs.replace(line, doubt=_doubt(desk, line, known[line.id], now)))
    following = shown[begin + limit - 1].id if begin + limit < len(shown) else None
    return TournamentList(tuple(page), following, tuple(_called(desk, id) for id in sorted(damaged)))


@contextmanager
def _noted(tournament_id: str, damaged: set[str]) -> Iterator[None]:
    """Leave a tournament out that cannot be read, and say so: it takes no other with it."""
    try:
        yield
    except Exception as error:
        problem = error if isinstance(error, Problem) else explained(error)
        if not isinstance(error, msgspec.MsgspecError) and (problem is None or problem.kind not in _OF_ONE):
            raise
        damaged.add(tournament_id)


def _called(desk: "Desk", tournament_id: str) -> Text | str:
    title = None
    with _noted(tournament_id, set()):
        title = desk.titles.of(tournament_id)
    return title or tournament_id


def _look(desk: "Desk", tournament_id: str, head: Head) -> _Known:
    heading = desk.titles.heading(tournament_id)
    generation = generation_of(head.generations, "session")
    rows = desk.projections.read(tournament_id, model("session"), generation)
    sessions = [row for row in rows.values() if isinstance(row, SessionRow)]
    zone = ZoneInfo("UTC" if heading is None else heading.zone)
    begins = (_begin(row, zone) for row in sessions)
    return _Known(
        head,
        heading,
        frozenset(row.status for row in sessions),
        tuple(sorted(date.fromisoformat(row.day) for row in sessions if row.day is not None)),
        tuple(sorted((begin for begin in begins if begin is not None), key=itemgetter(0))),
        frozenset(
            date.fromisoformat(row.day)
            for row in sessions
            if row.day is not None and row.status == "suspended"
        ),
        bool(desk.log.read_types(tournament_id, _WARNED)),
        bool(desk.log.read_types(tournament_id, _PUBLISHED)),
    )


def _shown(id: str, heading: Heading, known: _Known, now: datetime) -> TournamentShown:
    today, days = now.astimezone(ZoneInfo(heading.zone)).date(), known.days
    following, check_in = next((begin for begin in known.begins if begin[0] > now), (None, None))
    return TournamentShown(
        id,
        heading.title,
        None if heading.venue is None else heading.venue.name,
        heading.zone,
        course_of(known.statuses, days, today),
        days[0] if days else None,
        days[-1] if days else None,
        not {"playing", "time_called"}.isdisjoint(known.statuses),
        following,
        check_in,
        known.published,
    )


def _doubt(desk: "Desk", line: TournamentShown, known: _Known, now: datetime) -> Doubt | None:
    """What stands against a day of play that is near."""
    today = now.astimezone(ZoneInfo(line.zone)).date()
    if any(today <= day <= today + _NEAR for day in known.suspended):
        return "suspended"
    near = any(today <= day <= today + _NEAR for day in known.days)
    # No row says what is being decided, so a state is folded, but only where warnings have been in force.
    return "undecided" if near and known.warned and undecided_at(desk.state(line.id), now) else None


def _begin(row: SessionRow, zone: ZoneInfo) -> tuple[datetime, CheckIn | None] | None:
    """When a session that has not begun does, where that is planned, and its check-in."""
    if row.status not in ("scheduled", "drawn") or row.day is None or row.start is None:
        return None

    def at(hour: str) -> datetime:
        return moment_in(zone, date.fromisoformat(str(row.day)), time.fromisoformat(hour))

    opens, seated = row.registration, row.seating
    planned = opens is not None and seated is not None and opens < seated
    return at(row.start), (at(str(opens)), at(str(seated))) if planned else None


def _place(line: TournamentShown) -> tuple[int, bool, int, str]:
    """Where a tournament stands: those over by their last day, the latest first; the others the earliest."""
    day = line.last if line.course == "over" else line.first
    number = 0 if day is None else day.toordinal()
    return _ORDER.index(line.course), day is None, -number if line.course == "over" else number, line.id
