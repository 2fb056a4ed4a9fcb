"""The programme as an iCalendar: of everyone, of one session, or of one entrant with their table and seat.

An entry keeps its UID when its session is moved; its SEQUENCE is the seq of the last event that changed what
it says, and its DTSTAMP that event's time, so that the same moment always has the same bytes. No names.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec

from services.desk.decoding import CATALOGUE
from services.desk.moments import AsOf
from services.desk.params import CalendarParams
from services.tournament.catalogue import INITIAL
from services.tournament.definition.plan import Competition, Venue
from services.tournament.definition.stages import Stage, StagePlan
from services.tournament.kernel.deciding import evolve
from services.tournament.kernel.facts import Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import session_in
from services.tournament.people.numbers import as_known
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.warning_lines import played_on
from shared.catalogue import Phrase, say
from shared.clock import from_micros
from shared.i18n import time_shown
from shared.problems import not_found
from shared.text_forms import plain

if TYPE_CHECKING:
    from icalendar import Event, Timezone

    from services.desk.desk import Desk

_YEAR = timedelta(days=366)
Wanted = tuple[str, Stage | None, str | None]
"""UID's first part, and either a stage of an entrant or a session."""


class _Shown(msgspec.Struct, frozen=True):
    """What an entry says; when any of it changes, the entry has changed.

    `began` and `ends` are when play began, early or late, and the end that follows; `warned` are the
    dangers in force under which it is played.
    """

    session: str
    number: int
    day: str
    hours: tuple[time | None, ...]
    venue: Venue | None
    status: str
    began: datetime | None
    ends: datetime | None
    warned: Phrase | None
    entrant: str | None = None
    place: str | None = None
    seat: str | None = None


def calendar(
    desk: "Desk",
    tournament_id: str,
    *,
    entrant: str | None = None,
    session: str | None = None,
    as_of: AsOf | None = None,
    language: str = "en",
) -> bytes:
    """The calendar of an entrant, of a session, or of the whole programme. Who may have it is asked before.

    Raises:
        Problem: tournament-unknown, not-found, session-needed, or a moment that cannot be understood.
    """
    # Loaded with the first calendar: it takes a twentieth of the time in which a web process starts.
    from icalendar import Calendar

    from services.desk.calendar_texts import CalendarText

    state = desk.state(tournament_id, as_of)
    asked = as_known(desk.state(tournament_id), plain(CalendarParams(entrant=entrant, session=session)))
    wanted = _wanted(state, asked)
    changed = _changes(desk, tournament_id, state.seq, asked.entrant, wanted)
    plan = state.plan
    made = Calendar()
    made.add("prodid", "-//Tileledger//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", CalendarText(plan.title.in_language(language)))
    made.add("x-wr-timezone", plan.zone)
    in_order = sorted(changed.items(), key=lambda entry: _when(entry[1][2]))
    if in_order:
        days = [date.fromisoformat(shown.day) for _, (_, _, shown) in in_order]
        # A year around them: a zone must name what holds (RFC 5545, 3.6.5), and of one day nothing is named.
        made.add_component(_zone(plan.zone, min(days) - _YEAR, max(days) + _YEAR))
    for uid, (seq, stamp, shown) in in_order:
        made.add_component(_entry(plan, f"{uid}@{tournament_id}.tileledger", seq, stamp, shown, language))
    return bytes(made.to_ical())


def _when(shown: _Shown) -> tuple[str, time]:
    """The day and the first hour that are known."""
    return shown.day, next((hour for hour in shown.hours if hour is not None), time.min)


@lru_cache(maxsize=64)
def _zone(name: str, first: date, last: date) -> "Timezone":
    """What holds in a zone between two days; finding that out, hour by hour, takes most of a calendar."""
    from icalendar import Timezone

    return Timezone.from_tzinfo(ZoneInfo(name), name, first, last)


def _wanted(state: State, asked: CalendarParams) -> list[Wanted]:
    if asked.entrant is not None:
        if asked.entrant not in state.entrants:
            raise not_found("entrant", asked.entrant)
        return [wanted for stage in state.plan.stages for wanted in _of_entrant(stage, asked.entrant)]
    sessions = sorted(state.sessions) if asked.session is None else [session_in(state, asked.session).plan.id]
    return [(f"session-{other}", None, other) for other in sessions]


def _of_entrant(stage: StagePlan, entrant: str) -> list[Wanted]:
    """One entry for who plays once in a stage, else one for each session that has its hours."""
    if stage.attend == "one":
        return [(f"entrant-{entrant}-{stage.id}", stage.id, None)]
    timed = [session.id for session in stage.sessions if session.start is not None]
    return [(f"entrant-{entrant}-{session}", stage.id, session) for session in timed]


def _changes(
    desk: "Desk", tournament_id: str, until: int, entrant: str | None, wanted: Sequence[Wanted]
) -> dict[str, tuple[int, datetime, _Shown]]:
    """By UID what the entry says now, and the event that made it say so."""
    found: dict[str, tuple[int, datetime, _Shown]] = {}
    state = INITIAL
    for recorded in desk.recorded(tournament_id, 0, until):
        stamp = Stamp(recorded.seq, from_micros(recorded.occurred_at), recorded.actor)
        before_it, state = state, evolve(state, CATALOGUE.decode(recorded), stamp)
        changed = any(kind in ("session", "entrant", "seating") for kind, _ in state.touched)
        if recorded.seq > 1 and not changed and _weather(before_it) == _weather(state):
            continue
        for uid, stage, session in wanted:
            shown = _shown(state, entrant, stage, session)
            before = found.get(uid)
            if shown is None and before is not None:
                shown = msgspec.structs.replace(before[2], status="cancelled", place=None, seat=None)
            if shown is not None and (before is None or before[2] != shown):
                found[uid] = (recorded.seq, from_micros(recorded.recorded_at), shown)
    return found


def _weather(state: State) -> tuple[object, ...]:
    """What is known of warnings, and of what was decided of days under them."""
    return state.signals, state.silent_since, state.announced, state.proposals


def _shown(state: State, number: str | None, stage: Stage | None, session: str | None) -> _Shown | None:
    if session is not None and stage is None:
        planned = state.sessions.get(session)
        return None if planned is None or planned.day is None else _of_session(state, planned, "")
    entrant = state.entrants.get(number or "")
    part = entrant.participation(stage) if entrant is not None else None
    attendance = None
    if part is not None:
        attendance = part.latest if session is None else part.in_session(session)
    if entrant is None or part is None or attendance is None:
        return None
    meant = state.sessions.get(attendance.session)
    if meant is None or meant.day is None:
        return None
    status = ""
    if stage in state.plan.registered_stages and entrant.status in ("cancelled", "merged"):
        status = "cancelled"
    elif part.waits:
        status = "waiting"
    table = str(TableId.of(attendance.table).number) if attendance.table is not None else None
    shown = _of_session(state, meant, status)
    return msgspec.structs.replace(shown, entrant=number, place=table, seat=attendance.seat)


def _of_session(state: State, session: Session, status: str) -> _Shown:
    """What an entry says of a session; of one who is not in it, that counts for more than a suspension."""
    plan = session.plan
    hours = (plan.opens_at, plan.seated_at, plan.start, plan.end)
    status = status or ("suspended" if session.status == "suspended" else "")
    played = (state.played_from(session), state.played_until(session))
    day, venue = session.known_day.isoformat(), state.plan.venue
    warned = None if status else played_on(state, [session])
    return _Shown(plan.id, session.number, day, hours, venue, status, *played, warned)


def _entry(plan: Competition, uid: str, seq: int, stamp: datetime, shown: _Shown, language: str) -> "Event":
    from icalendar import Event

    from services.desk.calendar_texts import CalendarText

    session = plan.session(shown.session)
    assert session is not None, "the session is one of the plan"
    day = date.fromisoformat(shown.day)
    title, stage = plan.title.in_language(language), plan.stage_of(session.id)
    assert stage is not None, "every session is one of a stage"
    numbered = say("calendar-session", language, number=shown.number)
    if session.name is not None:
        numbered = session.name.in_language(language)
    called = plan.stage_name(stage.id).in_language(language)
    made = Event()
    made.add("uid", uid)
    made.add("dtstamp", stamp)
    made.add("last-modified", stamp)
    made.add("sequence", seq)
    # Without hours it is of the whole day, without an end it takes no time (RFC 5545, 3.6.1).
    zone = ZoneInfo(plan.zone)
    begins = None if session.opens_at is None else plan.opens(day, session)
    if begins is not None and shown.began is not None:
        begins = min(begins, shown.began)
    made.add("dtstart", day if begins is None else begins.astimezone(zone))
    if session.end is not None:
        made.add("dtend", (shown.ends or plan.ends(day, session)).astimezone(zone))
    between = say("list-of-places", language)
    # Of a single session there is nothing to tell it from.
    alone = len(plan.sessions) == 1
    after = say("list-after-title", language)
    summary = title if alone else f"{title}{after}{called[:1].upper()}{called[1:]}{between}{numbered}"
    made.add("summary", CalendarText(summary))
    if plan.venue is not None:
        where = [text for text in (plan.venue.name, plan.venue.address) if text is not None]
        made.add("location", CalendarText(between.join(text.in_language(language) for text in where)))
    made.add("description", CalendarText("\n".join(_lines(plan, shown, language))))
    status = {"waiting": "TENTATIVE", "suspended": "CANCELLED", "cancelled": "CANCELLED"}
    made.add("status", status.get(shown.status, "CONFIRMED"))
    return made


def _lines(plan: Competition, shown: _Shown, language: str) -> Iterator[str]:
    session = plan.session(shown.session)
    assert session is not None, "the session is one of the plan"
    if shown.status:
        yield say(f"calendar-{shown.status}", language)
    if shown.warned is not None:
        yield shown.warned.in_language(language)
    day, zone = date.fromisoformat(shown.day), ZoneInfo(plan.zone)
    if shown.began is not None and shown.ends is not None:
        began, ends = (time_shown(at, zone, language) for at in (shown.began, shown.ends))
        yield say("calendar-times-played", language, start=began, end=ends)
    elif session.opens_at and session.seated_at and session.start and session.end:
        planned = {"seating": session.seated_at, "start": session.start, "end": session.end}
        times = {name: time_shown(plan.moment(day, at), zone, language) for name, at in planned.items()}
        stage = plan.stage_of(session.id)
        checks_in = stage is None or stage.checks_in(session)
        if session.seated_at == session.start and (not checks_in or session.opens_at == session.start):
            # Where play begins at once, that says all.
            yield say("calendar-times-played", language, start=times["start"], end=times["end"])
        elif checks_in:
            opens = time_shown(plan.moment(day, session.opens_at), zone, language)
            yield say("calendar-times", language, registration=opens, **times)
        else:
            yield say("calendar-times-seated", language, **times)
    if shown.entrant is not None:
        yield say("calendar-entrant", language, entrant=shown.entrant)
    if shown.place is not None:
        yield say("calendar-seat", language, table=shown.place, seat=shown.seat)
    if plan.venue is not None and plan.venue.travel is not None:
        yield plan.venue.travel.in_language(language)
    if plan.venue is not None and plan.venue.map is not None:
        yield plan.venue.map.in_language(language)
    if plan.contact is not None:
        yield plan.contact.in_language(language)
