"""What is suspended, as everyone may see it, and what has a new date while people are kept from a danger."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime

import msgspec

from services.notices.fields import grounds_named
from services.notices.sessions_named import several_called
from services.notices.whereabouts import danger, keeps_away, kept_from, lasts
from services.rules.online import is_online
from services.tournament.definition.texts import Text
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session, Suspension
from services.tournament.state import State
from services.tournament.weather.dangers import danger_of, danger_over, dangers_of
from services.tournament.weather.update_promises import held_of, sessions_held
from services.tournament.weather.warning_lines import played_on, still_in_force
from shared.catalogue import Listed, Phrase

Off = tuple[date, Session, Suspension]
"""A session that is off on a day, and how."""


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Sessions of a day that are off for one reason.

    Attributes:
        next_word: by when more is told; None where that was not promised.
        told_seq: of what was told last.
        words: what the organizer wrote last, where anything was told further.
        danger: what people are kept from by now, where that is not the grounds.
        moved: they have a new date already, and people are still kept in the hall, or from coming to it.
        in_force: the dangers in force, of what has a new date; None for none, or where that is not known.
    """

    day: date
    called: Listed
    grounds: str
    next_word: datetime | None
    told_seq: int
    words: Text | None = None
    dangers: Sequence[str] = ()
    moved: bool = False
    in_force: Phrase | None = None

    @property
    def reason(self) -> Phrase:
        """The grounds in words, and other dangers."""
        return grounds_named(self.grounds, self.dangers)


class Suspended(Stop, frozen=True, kw_only=True):
    """Sessions that are off, as everyone may see it.

    Attributes:
        online: nobody comes to a hall for them.
        kept_from: what people are kept from today, as a word of what they are to do; "" on another day.
    """

    online: bool
    kept_from: str = ""


def suspended_at(state: State, now: datetime) -> tuple[Suspended, ...]:
    """What is off, and of today what has a new date already while people are kept from a danger."""
    today = state.plan.local_day(now)

    def danger_today(day: date, known: Suspension) -> str:
        return danger_of(state, known) if day == today else ""

    def shown(day: date, pairs: list[tuple[Session, Suspension]], *, moved: bool = False) -> Suspended:
        sessions, known = [session for session, _ in pairs], pairs[0][1]
        danger = danger_today(day, known)
        return Suspended(
            day=day,
            called=several_called(sessions, state.plan),
            grounds=known.grounds,
            next_word=known.next_word,
            told_seq=known.told_seq,
            online=all(is_online(state.plan.ruleset_of(state.stage_plan(each.stage))) for each in sessions),
            dangers=dangers_of(state, known) if danger else (),
            kept_from=kept_from(state, known) if danger or moved else "",
            moved=moved,
            in_force=in_force_said(state, sessions) if moved else None,
        )

    suspended = (shown(day, pairs) for day, pairs in together(off(state), danger_today))
    held = (shown(day, pairs, moved=True) for day, pairs in together(held_on(state, today), danger_today))
    return (*suspended, *held)


def in_force_said(state: State, sessions: Sequence[Session]) -> Phrase | None:
    """The dangers in force, of sessions with a new date; of one today also that they are played."""
    dangers = still_in_force(state)
    known = None if dangers is None else Phrase("page-off-in-force", {"dangers": dangers})
    return played_on(state, sessions) or known


def off(state: State) -> Iterator[Off]:
    """The suspended sessions that have a day, in the order of play."""
    for session in in_order_of_play(state):
        if session.suspension is not None and session.day is not None:
            yield session.day, session, session.suspension


def held_on(state: State, day: date) -> Iterator[Off]:
    """The sessions with a new date in place of a day whose people a danger still keeps in the hall."""
    return ((day, session, known) for session, known in still_held(state) if known.day == day)


def together(
    found: Iterable[Off], apart: Callable[[date, Suspension], str] = lambda day, known: ""
) -> Iterator[tuple[date, list[tuple[Session, Suspension]]]]:
    """Sessions that are off, each with how: those of a day with the same grounds of which the same was told.

    Args:
        apart: a word by which they are told apart beside.
    """
    grouped: dict[tuple[date, str, datetime | None, int, str], list[tuple[Session, Suspension]]] = {}
    for day, session, known in found:
        key = (day, known.grounds, known.next_word, known.told_seq, apart(day, known))
        grouped.setdefault(key, []).append((session, known))
    return ((key[0], pairs) for key, pairs in grouped.items())


def still_held(state: State) -> Iterator[tuple[Session, Suspension]]:
    """The sessions with a new date whose people a danger still keeps in the hall, each with how.

    Of a new date on that very day also those to which nobody is to come yet.
    """
    in_hall = {session.plan.id for session, known in sessions_held(state) if known.inside}
    for session in in_order_of_play(state):
        known = held_of(state, session)
        if known is None:
            continue
        stay = session.plan.id in in_hall and lasts(state, known) and not _may_leave(state, known)
        if stay or (session.day == known.day and keeps_away(state, known)):
            yield session, known


def _may_leave(state: State, known: Suspension) -> bool:
    """Whether the signal to go home for is lowered; in black rain people wait for our word."""
    over = danger_over(state, known.grounds, known.at) is not None
    return over and danger(state, known.danger) == "cyclone"
