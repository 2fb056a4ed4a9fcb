"""The tournaments there are, by how far they have come and when: from listings, so few states are folded.

The listing of each is kept with the head it follows from, so that a list costs one look at all heads and at
the listings of those tournaments whose log went on.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Literal, Protocol
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from services.desk.moments import AsOf
from services.desk.site.programme import Course, course_of, undecided_at
from services.desk.site.suspended import suspended_at
from services.desk.view_failures import VIEW_FAILED, answering
from services.projections.listing import CheckIn, Listing, ListingStore, listing_of
from services.projections.titles import Titles
from services.tournament.definition.texts import Text
from services.tournament.state import State
from shared.clock import Clock
from shared.database.failures import DATABASE_DAMAGED, explained
from shared.eventlog import EventLog, Head
from shared.eventlog.transfer import LOG_DAMAGED
from shared.eventlog.upcasting import EVENT_UNKNOWN, EVENT_UNREADABLE
from shared.problems import Problem, not_found, quoted

_ORDER: tuple[Course, ...] = ("under_way", "coming", "over")
_NEAR = timedelta(days=2)
"""How far off a day of play may be of which the list says what the weather means for it."""
_OF_ONE = (DATABASE_DAMAGED, EVENT_UNKNOWN, EVENT_UNREADABLE, LOG_DAMAGED, VIEW_FAILED)
"""Why one tournament cannot be read while others can; what else there is passes, or is of all of them."""


Doubt = Literal["suspended", "undecided"]


class ListingDesk(Protocol):
    """What is used of the desk to list tournaments."""

    @property
    def log(self) -> EventLog: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def tournaments(self) -> "TournamentsKept": ...
    @property
    def titles(self) -> Titles: ...
    @property
    def listings(self) -> ListingStore: ...
    def state(self, tournament_id: str, as_of: AsOf | None = ...) -> State: ...


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
    """The listing of a tournament, and the head as of which it was read."""

    head: Head
    listing: Listing


class TournamentsKept:
    """What is known of every tournament, as of the heads last seen. Safe for threads."""

    def __init__(self) -> None:
        self._seen: tuple[Mapping[str, Head] | None, Mapping[str, _Known]] = (None, {})
        """The heads that were looked at, unless one could not be read, and what is known as of them."""
        self._over: Mapping[str, tuple[Listing, TournamentShown]] = {}
        """Lines that no passing of time alters, in their order."""

    def of(self, desk: ListingDesk, damaged: set[str]) -> Mapping[str, Listing]:
        """Every tournament there is, as of its head now; what cannot be read is added to `damaged`."""
        heads = desk.log.heads()
        seen, known = self._seen
        if heads is not seen:
            known = {id: each for id, each in known.items() if heads.get(id) == each.head}
            found = _looks(desk, {id: heads[id].seq for id in heads.keys() - known.keys()}, damaged)
            known |= {id: _Known(heads[id], listing) for id, listing in found.items()}
            self._seen = (heads if len(known) == len(heads) else None, known)
        return {id: each.listing for id, each in known.items()}

    def lines(self, known: Mapping[str, Listing], now: datetime) -> list[TournamentShown]:
        """The tournaments in their order."""
        over = {id: kept for id, kept in self._over.items() if known.get(id) is kept[0]}
        lines = [_shown(id, listing, now) for id, listing in known.items() if id not in over]
        ended = [line for line in lines if line.course == "over" and line.following is None]
        if ended:
            over |= {line.id: (known[line.id], line) for line in ended}
            over = dict(sorted(over.items(), key=lambda kept: _place(kept[1][1])))
        self._over = over
        lines = sorted((line for line in lines if line.id not in over), key=_place)
        lines += [line for _, line in over.values()]
        return lines


def complete_listings(desk: ListingDesk) -> None:
    """Write the listings that are missing or behind, as those of logs that came from elsewhere.

    One that cannot be made is left out: the list says so.
    """
    ends = {id: head.seq for id, head in desk.log.heads().items()}
    for id in ends.keys() - _stored(desk, ends).keys():
        with _noted(id, set()):
            write = desk.listings.put(id, *_made(desk, id))
            with desk.log.database.writing() as driver:
                desk.log.database.run(driver, write.statement, write.rows)


def tournament_list(desk: ListingDesk, after: str, limit: int) -> TournamentList:
    """A page of the tournaments.

    Args:
        after: the id of the one that the page before ended with; "" for the first page.

    Raises:
        Problem: not-found, if there is no such tournament.
    """
    now = desk.clock.now()
    damaged: set[str] = set()
    known = desk.tournaments.of(desk, damaged)
    shown = desk.tournaments.lines(known, now)
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


def _called(desk: ListingDesk, tournament_id: str) -> Text | str:
    title = None
    with _noted(tournament_id, set()):
        title = desk.titles.of(tournament_id)
    return title or tournament_id


def _looks(desk: ListingDesk, ends: Mapping[str, int], damaged: set[str]) -> dict[str, Listing]:
    """The listings as they are stored; where one is missing or behind, that of the state."""
    found = _stored(desk, ends)
    for id in ends.keys() - found.keys():
        with _noted(id, damaged):
            found[id] = _made(desk, id)[1]
    return found


def _stored(desk: ListingDesk, ends: Mapping[str, int]) -> dict[str, Listing]:
    """Those that are stored and hold up to these seqs, in one look unless a part cannot be read."""
    found: dict[str, Listing] = {}
    try:
        found = desk.listings.read(ends)
    except Exception:
        for id, seq in ends.items():
            with _noted(id, set()):
                found |= desk.listings.read({id: seq})
    return found


def _made(desk: ListingDesk, tournament_id: str) -> tuple[int, Listing]:
    """The listing that follows from the log, and the seq up to which."""
    state = desk.state(tournament_id)
    with answering(tournament_id, "tournaments", state.seq):
        return state.seq, listing_of(state)


def _shown(id: str, listing: Listing, now: datetime) -> TournamentShown:
    today, days = now.astimezone(ZoneInfo(listing.zone)).date(), listing.days
    following, check_in = next((begin for begin in listing.begins if begin[0] > now), (None, None))
    return TournamentShown(
        id,
        listing.title,
        listing.venue,
        listing.zone,
        course_of(listing.statuses, days, today),
        days[0] if days else None,
        days[-1] if days else None,
        not {"playing", "time_called"}.isdisjoint(listing.statuses),
        following,
        check_in,
        listing.published,
    )


def _doubt(desk: ListingDesk, line: TournamentShown, known: Listing, now: datetime) -> Doubt | None:
    """What stands against a day of play that is near."""
    today = now.astimezone(ZoneInfo(line.zone)).date()
    if any(today <= day <= today + _NEAR for day in known.suspended):
        return "suspended"
    near = any(today <= day <= today + _NEAR for day in known.days)
    if not (near and known.warned):
        return None
    # No listing says what is being decided, so a state is folded, but only where warnings have been in force.
    state = desk.state(line.id)
    if suspended_at(state, now):
        return "suspended"
    return "undecided" if undecided_at(state, now) else None


def _place(line: TournamentShown) -> tuple[int, bool, int, str]:
    """Where a tournament stands: those over by their last day, the latest first; the others the earliest."""
    day = line.last if line.course == "over" else line.first
    number = 0 if day is None else day.toordinal()
    return _ORDER.index(line.course), day is None, -number if line.course == "over" else number, line.id
