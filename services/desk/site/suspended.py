"""What is suspended, as everyone may see it, and what has a new date while people are kept in the hall."""

from collections.abc import Iterator
from datetime import date, datetime

import msgspec

from services.desk.board.alarms import still_held
from services.notices.fields import grounds_named
from services.notices.sessions_named import several_called
from services.notices.whereabouts import kept_from
from services.rules.online import is_online
from services.tournament.definition.texts import Text
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.dangers import danger_of
from shared.catalogue import Listed, Phrase


class Suspended(msgspec.Struct, frozen=True):
    """Sessions of a day that are suspended for one reason.

    Attributes:
        next_word: by when more is told; None where that was not promised.
        told_seq: of what was told last.
        online: nobody comes to a hall for them.
        words: what the organizer wrote last, where anything was told further.
        danger: what people are kept from by now, where that is not the grounds.
        kept_from: what people are kept from today, as a word of what they are to do; "" on another day.
        moved: they have a new date already, and people in the hall are to stay there.
    """

    day: date
    called: Listed
    grounds: str
    next_word: datetime | None
    told_seq: int
    online: bool
    words: Text | None = None
    danger: str = ""
    kept_from: str = ""
    moved: bool = False

    @property
    def reason(self) -> Phrase:
        """The grounds in words, and another danger."""
        return grounds_named(self.grounds, self.danger)


def suspended_at(state: State, now: datetime) -> tuple[Suspended, ...]:
    """What is off, and of today what has a new date already while people are kept in the hall."""
    return (*_suspended(state, now), *_held(state, now))


def _suspended(state: State, now: datetime) -> Iterator[Suspended]:
    """The suspended sessions, by day and grounds, and what came since on the day itself."""
    grouped: dict[tuple[date, str, datetime | None, int, str], list[Session]] = {}
    for session in in_order_of_play(state):
        suspension = session.suspension
        if suspension is not None and session.day is not None:
            today = session.day == state.plan.local_day(now)
            danger = danger_of(state, suspension) if today else ""
            key = (session.day, suspension.grounds, suspension.next_word, suspension.told_seq, danger)
            grouped.setdefault(key, []).append(session)
    for (day, grounds, next_word, told_seq, danger), sessions in grouped.items():
        online = all(is_online(state.plan.ruleset_of(state.stage_plan(each.stage))) for each in sessions)
        called = several_called(sessions, state.plan)
        kept = kept_from(state, sessions[0].suspension) if danger else ""
        yield Suspended(day, called, grounds, next_word, told_seq, online, danger=danger, kept_from=kept)


def _held(state: State, now: datetime) -> Iterator[Suspended]:
    """The sessions of today that have a new date, while whoever is in the hall is still to stay there."""
    for session, known in still_held(state):
        if known.day is not None and known.day == state.plan.local_day(now):
            yield Suspended(
                known.day,
                several_called([session], state.plan),
                known.grounds,
                known.next_word,
                known.told_seq,
                is_online(state.plan.ruleset_of(state.stage_plan(session.stage))),
                danger=danger_of(state, known),
                kept_from=kept_from(state, known),
                moved=True,
            )
