"""What stops play today, with what to do in the hall and when the next word comes."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Literal

import msgspec

from services.notices.fields import grounds_named
from services.notices.sessions_named import several_called
from services.notices.whereabouts import danger, kept_from, lasts
from services.rules.online import is_online
from services.tournament.definition.texts import Text
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session, Suspension
from services.tournament.state import State
from services.tournament.weather.dangers import danger_of, danger_over, ended_at
from services.tournament.weather.update_promises import sessions_held
from shared.catalogue import Listed, Phrase

ToDo = Literal["rain", "cyclone", "hurricane", "other", "online", "staff"]
"""What people in the hall are to do: kept from a danger, nothing of that online, or as staff tell them."""


class Alarm(msgspec.Struct, frozen=True):
    """Sessions that are off for one reason.

    Attributes:
        day: on which they were to be played.
        stopped: whether they were in play.
        next_word: by when more is told; None where nothing was promised, or that moment is past.
        told_seq: of what was told last.
        danger: what people are kept from by now, where that is not the grounds.
        moved: they have a new date already, and people were told to stay in the hall.
        words: what the organizer wrote last, where anything was told further.
    """

    day: date
    called: Listed
    grounds: str
    to_do: ToDo
    stopped: bool
    next_word: datetime | None
    told_seq: int
    moved: bool = False
    words: Text | None = None
    danger: str = ""

    @property
    def reason(self) -> Phrase:
        """The grounds in words, and another danger."""
        return grounds_named(self.grounds, self.danger)


def alarms(state: State, now: datetime) -> tuple[Alarm, ...]:
    """What is off today; of a day to come nobody in the hall is told to stay, or to go home."""
    today = state.plan.local_day(now)
    return tuple(alarm for alarm in (*_suspended(state, now), *_held(state, now)) if alarm.day == today)


def _suspended(state: State, now: datetime) -> Iterator[Alarm]:
    grouped: dict[tuple[date, str, datetime | None, int], list[tuple[Session, Suspension]]] = {}
    for session in in_order_of_play(state):
        known = session.suspension
        if known is not None and session.day is not None:
            key = (session.day, known.grounds, known.next_word, known.told_seq)
            grouped.setdefault(key, []).append((session, known))
    for (day, grounds, next_word, told_seq), pairs in sorted(grouped.items(), key=lambda group: group[0][0]):
        yield Alarm(
            day,
            several_called([session for session, _ in pairs], state.plan),
            grounds,
            _to_do(state, *pairs[0]),
            any(known.stopped for _, known in pairs),
            next_word if next_word is not None and next_word > now else None,
            told_seq,
            danger=danger_of(state, pairs[0][1]),
        )


def _held(state: State, now: datetime) -> Iterator[Alarm]:
    """Sessions that have a new date while whoever is in the hall is still to stay there."""
    for session, known in still_held(state):
        if known.day is not None:
            next_word = known.next_word if known.next_word is not None and known.next_word > now else None
            called = several_called([session], state.plan)
            to_do = _to_do(state, session, known)
            yield Alarm(
                known.day,
                called,
                known.grounds,
                to_do,
                known.stopped,
                next_word,
                known.told_seq,
                moved=True,
                danger=danger_of(state, known),
            )


def still_held(state: State) -> Iterator[tuple[Session, Suspension]]:
    """The sessions with a new date whose people are to stay in the hall by now, each with how."""
    for session, known in sessions_held(state):
        if lasts(state, known) and not _may_leave(state, known):
            yield session, known


def _to_do(state: State, session: Session, known: Suspension) -> ToDo:
    if is_online(state.plan.ruleset_of(state.stage_plan(session.stage))):
        return "online"
    words: dict[str, ToDo] = {"rain": "rain", "cyclone": "cyclone", "hurricane": "hurricane"}
    to_do = words.get(kept_from(state, known), "other")
    if to_do == "hurricane" or to_do != words.get(danger(state, known.danger), "other"):
        return to_do  # it came since, and is in force
    # To go home when it is safe holds until the signal is lowered, whatever more is told. Whoever was told to
    # stay until they hear more has heard it with a further word, and reads it beside this.
    holds = to_do == "cyclone" and ended_at(state, known.grounds, known.at) is None
    return to_do if holds or lasts(state, known) else "staff"


def _may_leave(state: State, known: Suspension) -> bool:
    """Whether the signal to go home for is lowered; in black rain people wait for our word."""
    over = danger_over(state, known.grounds, known.at) is not None
    return over and danger(state, known.danger) == "cyclone"
