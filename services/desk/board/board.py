"""A board at a moment: all that its views show, but for the places, which are asked for as by anyone."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from services.desk.announcing import Announced, announced
from services.desk.board.alarms import Alarm, alarms
from services.desk.board.session_tables import ComingIn, SeatPlan, coming_in, seat_plan
from services.desk.board.showing import Freshness, Situation
from services.desk.site.news import NewsItem, further_words, news
from services.desk.site.programme import CHECKING_IN, Programme, SessionShown, programme
from services.tournament.definition.stages import Stage
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.standings.places_seen import unseen_in, unseen_stages
from services.tournament.state import State
from services.tournament.weather.undecided import Undecided

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
                f"{alarm.day} {alarm.grounds} {alarm.danger} {alarm.told_seq}" for alarm in self.alarms
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
    told = further_words(desk, tournament_id, {alarm.told_seq for alarm in found})
    return tuple(structs.replace(alarm, words=told.get(alarm.told_seq)) for alarm in found)


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
