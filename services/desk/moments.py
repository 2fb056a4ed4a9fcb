"""Moments of a tournament: a seq, or a time that is resolved to a seq once.

A time means store time; one without zone is in the tournament's zone.
"""

from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

from services.tournament.state import State
from shared.catalogue import Phrase
from shared.clock import from_micros, to_micros
from shared.eventlog import EventLog
from shared.plain_text import narrow
from shared.printed_moments import moment_printed
from shared.problems import Problem, ProblemType, quoted
from shared.typed_times import moment_meant
from shared.zones import moment_in

AsOf = int | str

_LONGEST_SEQ = 18  # digits; no log has more events

MOMENT_UNCLEAR = ProblemType("moment-unclear", 400, misuse=True)
MOMENT_BEFORE_START = ProblemType("moment-before-start", 404)
MOMENT_AFTER_END = ProblemType("moment-after-end", 404)
EVENT_LATER = ProblemType("event-later", 404)
"""Of an event that is looked for in a view of the past, and was recorded after it."""


def resolve(log: EventLog, tournament_id: str, state: State, as_of: AsOf, now: datetime) -> int:
    """The seq a moment means: the last one recorded at or before it.

    Args:
        state: the present state, for the tournament's zone and last seq.
        now: by which a day or an hour is meant that names no year, or no day.

    Raises:
        Problem: moment-unclear, moment-before-start or moment-after-end.
    """
    text = narrow(str(as_of))
    meant: Phrase | datetime = quoted(text)
    text = moment_printed(text)
    if text.isascii() and text.isdigit():
        if len(text) > _LONGEST_SEQ or int(text) > state.seq:
            raise MOMENT_AFTER_END(text=meant, last=state.seq)
        found = int(text)
    else:
        meant = time_meant(text, state.plan.zone, now).astimezone(ZoneInfo(state.plan.zone))
        found = log.seq_at(tournament_id, to_micros(meant))
    if found < 1:
        raise MOMENT_BEFORE_START(text=meant, start=_start(log, tournament_id, state))
    return found


def time_meant(text: str, zone: str, now: datetime) -> datetime:
    """The time that a text means, in this zone where it names none; also as people write days and hours.

    An ISO time with its T, as programs write it, is taken as it is; an hour as people write it, or as it is
    printed, is the end of its minute, a second the end of that.

    Of an hour that the clocks of the zone show twice it is the first; the text of the other names its offset.

    Raises:
        Problem: moment-unclear.
    """
    try:
        moment = _read(narrow(text), now, ZoneInfo(zone))
        if moment.tzinfo is None:
            moment = moment_in(ZoneInfo(zone), moment.date(), moment.time())
        moment.astimezone(ZoneInfo(zone))  # refuses what lies before or after its calendar
    except (ValueError, OverflowError, Problem):
        raise MOMENT_UNCLEAR(text=quoted(text)) from None
    return moment


def _read(text: str, now: datetime, zone: ZoneInfo) -> datetime:
    exact = None
    with suppress(ValueError):
        exact = datetime.fromisoformat(text)
        if "T" in text.upper() or exact.tzinfo is not None or exact.microsecond:
            return exact
    try:
        return moment_meant(text, now, zone)
    except Problem:
        if exact is None:
            raise
        return exact


def _start(log: EventLog, tournament_id: str, state: State) -> datetime | str:
    """When the first event was recorded, where the tournament is."""
    first = log.read(tournament_id, 0, 1)
    return from_micros(first[0].recorded_at).astimezone(ZoneInfo(state.plan.zone)) if first else "–"
