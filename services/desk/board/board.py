"""A board at a moment: which views it shows in turn, with the tables of a session, and all that they show.

What stops play comes first, then news, then what is to be done next. Places are asked for as by anyone.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import structs

from services.access.board_links import VIEWS, View
from services.desk.announcing import Announced, announced
from services.desk.board.alarms import Alarm, alarms
from services.desk.site.news import NewsItem, further_words, news
from services.desk.site.programme import CHECKING_IN, Programme, SessionShown, Warned, programme
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.standings.places_seen import Unseen, told_by_tables, unseen_in, unseen_stages
from services.tournament.state import State
from services.tournament.weather.undecided import Undecided
from shared.clock import from_micros

Freshness = Literal["alone", "among", ""]


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What a board goes by.

    Attributes:
        alarm: something stops play.
        news: an announcement was just made ("alone"), or lately ("among" the others), or neither.
        seated: people are to take their seats now.
        playing: something is in play.
        checking_in: people check in now.
        begun: something was played already.
        seen: places are seen of what is in play, or was played last.
    """

    alarm: bool = False
    news: Freshness = ""
    seated: bool = False
    playing: bool = False
    checking_in: bool = False
    begun: bool = False
    seen: bool = False


def views_now(situation: Situation, wanted: Collection[View] = ()) -> tuple[View, ...]:
    """The views to be shown in turn.

    Args:
        wanted: of these alone, all of them where none has its time now. What stops play is shown in any case.
    """
    if situation.alarm:
        return ("alarm",)
    news: tuple[View, ...] = ("news",) if situation.news and (not wanted or "news" in wanted) else ()
    if news and situation.news == "alone":
        return news
    timely = tuple(dict.fromkeys(_timely(situation)))
    chosen = tuple(view for view in timely if not wanted or view in wanted)
    rest = chosen or tuple(view for view in VIEWS if view in wanted and view not in ("alarm", "news"))
    return (*news, *rest) or tuple(view for view in VIEWS if view in wanted)


def _timely(situation: Situation) -> Iterator[View]:
    if situation.seated:
        yield "seats"
    if situation.playing:
        yield from ("now", "results")
        if situation.seen:
            yield "standings"
    if situation.seated or situation.playing:
        return
    if situation.checking_in:
        yield "now"
    elif situation.begun:
        yield "standings"
    yield "day"


if TYPE_CHECKING:
    from services.desk.desk import Desk


class Seat(msgspec.Struct, frozen=True):
    """Where somebody sits; `table` None for who sits out, with a bye or without."""

    number: str
    table: int | None
    seat: str
    out: Literal["", "bye", "unpaired"] = ""


class SeatPlan(msgspec.Struct, frozen=True):
    """Everyone of a session by number; `hidden` says why that is not shown yet, and then nobody is in it."""

    session: str
    seats: tuple[Seat, ...]
    hidden: Unseen | None = None


def seat_plan(state: State, session: Session) -> SeatPlan:
    """The seat plan as the public may see it."""
    unseen = unseen_stages(state)
    for stage in told_by_tables(state, session.stage):
        hidden = unseen_in(unseen, stage)
        if hidden is not None:
            return SeatPlan(session.plan.id, (), hidden)
    seats = sorted(_seats(session), key=lambda seat: (len(seat.number), seat.number))
    return SeatPlan(session.plan.id, tuple(seats))


def _seats(session: Session) -> Iterator[Seat]:
    for table, numbers in session.tables.items():
        for letter, number in zip(SEATS, numbers, strict=False):
            yield Seat(number, table, letter)
    for number in session.byes:
        yield Seat(number, None, "", "bye")
    for number in session.unpaired:
        yield Seat(number, None, "", "unpaired")


_LAST = 8
"""So many that came last are shown."""


class TableIn(msgspec.Struct, frozen=True):
    """A table whose results are in, and when the last of them came."""

    table: int
    at: datetime | None


class ComingIn(msgspec.Struct, frozen=True):
    """The tables of a session.

    Attributes:
        missing: the tables that have not played all they play, or wait for a ruling on it.
        last: those that came in last, the newest first.
    """

    session: str
    tables: int
    missing: tuple[int, ...]
    last: tuple[TableIn, ...]

    @property
    def arrived(self) -> int:
        """How many are in."""
        return self.tables - len(self.missing)


def coming_in(desk: "Desk", tournament_id: str, state: State, session: Session) -> ComingIn:
    """The tables of a session that has begun, with the moments of those that came in last."""
    sheets = {
        number: state.sheets.get(str(TableId(session.plan.id, number))) for number in sorted(session.tables)
    }
    missing = tuple(number for number, sheet in sheets.items() if sheet is None or not complete(sheet))
    arrived = [
        (_came(sheet), number)
        for number, sheet in sheets.items()
        if sheet is not None and number not in missing
    ]
    last = sorted(arrived, reverse=True)[:_LAST]
    moments = {
        known.seq: from_micros(known.recorded_at)
        for known in desk.stored(tournament_id, sorted({seq for seq, _ in last if seq}))
    }
    shown = tuple(TableIn(number, moments.get(seq)) for seq, number in last)
    return ComingIn(session.plan.id, len(sheets), missing, shown)


def _came(sheet: Sheet) -> int:
    """The seq at which the last of a table's results came."""
    return max((game.seq for game in sheet.games if game is not None), default=0)


if TYPE_CHECKING:
    from services.desk.desk import Desk

ALONE_FOR = timedelta(minutes=2)
"""So long what was announced has the screen to itself."""
FRESH_FOR = timedelta(minutes=15)
"""So long it comes back in turn with the rest."""
_MOST_NEWS = 3
_PLAYED = ("playing", "time_called")


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What a board can show now.

    Attributes:
        alarms: what stops play.
        undecided: `day`, where it is being decided whether it is played.
        warned: `day`, where it is played under dangers in force.
        news: the last of it, the newest first; `fresh` of it is new.
        on: what is played, seated or checking in now.
        coming_in: the tables of what is in play, else of what was played last.
        seats: the plans of what is drawn, else of what is in play.
        checked_in: how many have checked in, by session.
        stages: whose places are shown.
        announced: when the results of each stage are, where the file says so.
        day, sessions: what is played today, else on the next day with play, else on the last.
    """

    seq: int
    programme: Programme
    situation: Situation
    alarms: tuple[Alarm, ...]
    undecided: tuple[Undecided, ...]
    warned: tuple[Warned, ...]
    news: tuple[NewsItem, ...]
    fresh: tuple[NewsItem, ...]
    on: tuple[SessionShown, ...]
    coming_in: tuple[ComingIn, ...]
    seats: tuple[SeatPlan, ...]
    checked_in: Mapping[str, int]
    stages: tuple[Stage, ...]
    announced: Mapping[Stage, Announced]
    day: date | None
    sessions: tuple[SessionShown, ...]

    @property
    def now(self) -> datetime:
        return self.programme.now

    @property
    def urgent(self) -> str:
        """Names what is to be seen at once; another name than before means: now."""
        if self.alarms:
            return "alarm " + " ".join(
                f"{alarm.day} {alarm.grounds} {'+'.join(alarm.dangers)} {alarm.told_seq}"
                for alarm in self.alarms
            )
        return f"news {self.fresh[0].seq}" if self.fresh else ""

    def session(self, session: str) -> SessionShown:
        """A session as everyone may see it."""
        return next(shown for shown in self.programme.sessions if shown.session == session)


def board(desk: "Desk", tournament_id: str) -> Board:
    """The board now; raises Problem: tournament-unknown."""
    shown = programme(desk, tournament_id)
    state = desk.state(tournament_id, shown.seq)
    items = news(desk, tournament_id, shown.seq, _MOST_NEWS).items
    fresh = tuple(item for item in items if shown.now - item.at < FRESH_FOR)
    stops, stages = _alarms(desk, tournament_id, state, shown.now), tuple(_stages(state))
    unseen = unseen_stages(state)
    day = _day(shown)
    return Board(
        seq=shown.seq,
        programme=shown,
        situation=Situation(
            alarm=bool(stops),
            news=_freshness(fresh, shown.now),
            seated=any(session.status == "drawn" for session in state.sessions.values()),
            playing=any(session.status in _PLAYED for session in state.sessions.values()),
            checking_in=any(session.phase in CHECKING_IN for session in shown.on),
            begun=bool(stages),
            seen=any(unseen_in(unseen, stage) is None for stage in stages),
        ),
        alarms=stops,
        undecided=tuple(waiting for waiting in shown.undecided if waiting.day == day),
        warned=tuple(warned for warned in shown.warned if warned.day == day),
        news=items,
        fresh=fresh,
        on=shown.on,
        coming_in=tuple(coming_in(desk, tournament_id, state, each) for each in _played(state)),
        seats=tuple(seat_plan(state, each) for each in _seated(state)),
        checked_in={key: session.checked_in for key, session in state.sessions.items()},
        stages=stages,
        announced={stage: when for stage in state.stages if (when := announced(state, stage)) is not None},
        day=day,
        sessions=tuple(session for session in shown.sessions if session.day == day),
    )


def _alarms(desk: "Desk", tournament_id: str, state: State, now: datetime) -> tuple[Alarm, ...]:
    """What is off, with what the organizer wrote of it."""
    found = alarms(state, now)
    words = further_words(desk, tournament_id, {alarm.told_seq for alarm in found})
    return tuple(structs.replace(alarm, words=words.get(alarm.told_seq)) for alarm in found)


def _freshness(fresh: tuple[NewsItem, ...], now: datetime) -> Freshness:
    if not fresh:
        return ""
    return "alone" if now - fresh[0].at < ALONE_FOR else "among"


def _with(state: State, *statuses: str) -> list[Session]:
    return [session for session in in_order_of_play(state) if session.status in statuses]


def _played(state: State) -> list[Session]:
    """What is in play, else what was played last."""
    return _with(state, *_PLAYED) or _with(state, "ended")[-1:]


def _seated(state: State) -> list[Session]:
    """What is drawn, else what is in play."""
    return _with(state, "drawn") or _with(state, *_PLAYED)


def _stages(state: State) -> Iterator[Stage]:
    """The stages of what is in play, else that of what was played last."""
    yield from dict.fromkeys(session.stage for session in _played(state))


def _day(shown: Programme) -> date | None:
    today = shown.plan.local_day(shown.now)
    days = sorted({session.day for session in shown.sessions if session.day is not None})
    return next((day for day in days if day >= today), days[-1] if days else None)
