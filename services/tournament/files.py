"""Tournament files: TOML, one timetable for all days of a stage, every reading with its citation.

A file with a `format` has a meeting in place of stages, cut and family award.
"""

import re
from datetime import date, time
from typing import Annotated

import msgspec

from services.tournament.definition import (
    DEFINITION_INVALID,
    Cut,
    Definition,
    FamilyAward,
    Reading,
    SessionPlan,
    Stage,
    Text,
    Venue,
    checked,
)
from services.tournament.formats import Format
from services.tournament.lengths import MOST_PLACES, MOST_READINGS, MOST_SESSIONS, Id, Languages, Line, Places
from shared.bounds import entries, many
from shared.limits import BEYOND_LIMIT
from shared.problems import Problem
from shared.strict_json import NotRead
from shared.strict_toml import read_toml_as

TOURNAMENT_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")


class _Slot(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    registration: time
    seating: time
    start: time
    end: time


class _Stage(msgspec.Struct, forbid_unknown_fields=True):
    days: Annotated[tuple[date, ...], many(MOST_SESSIONS)]
    tables: int
    capacity: int
    timetable: Annotated[tuple[_Slot, ...], many(MOST_SESSIONS)]
    games: int = 3
    minutes: int = 60


class _Meeting(msgspec.Struct, forbid_unknown_fields=True):
    """When and where a tournament in rounds takes place; `capacity` is the quota unless given."""

    day: date
    registration: time
    seating: time
    start: time
    end: time
    tables: int
    capacity: int | None = None


class _Seats(msgspec.Struct, forbid_unknown_fields=True):
    most: int = 4
    fewest: int = 3


class TournamentFile(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament file as written: a timetable for all days of a stage, or a meeting; places, readings."""

    id: Id
    title: Text
    organizer: Line
    ruleset: Id
    zone: Id
    languages: Languages
    quota: int
    minimum_age: int
    venue: Venue
    results_published_on: date
    results_published_at: Places
    places_awarded: Annotated[tuple[Text, ...], many(MOST_PLACES)]
    seats: _Seats
    verbal_warnings: int
    tables_per_referee: int
    families_apart: bool
    readings: Annotated[dict[Id, Reading], entries(MOST_READINGS)]
    preliminary: _Stage | None = None
    final: _Stage | None = None
    cut: Cut | None = None
    family_award: FamilyAward | None = None
    meeting: _Meeting | None = None
    format: Format | msgspec.UnsetType = msgspec.UNSET


def parse_definition(text: str | bytes, *, id: str | None = None) -> Definition:
    """The definition in a tournament file; `id`, if given, replaces the file's own.

    Raises:
        Problem: definition-invalid, naming the line or field; beyond-limit.
    """
    try:
        file = read_toml_as(text, TournamentFile)
    except NotRead as error:
        if error.why == "beyond":
            raise BEYOND_LIMIT(detail=error.detail, detail_zh=error.detail_zh).at(**error.where) from None
        raise _invalid(error.placed).at(**error.where) from None
    return definition_of(file, id=id)


def definition_of(file: TournamentFile, *, id: str | None = None) -> Definition:
    """The definition in a tournament file that was read already, from TOML or from JSON of the same form.

    Raises:
        Problem: definition-invalid.
    """
    chosen = id or file.id
    if not TOURNAMENT_ID.fullmatch(chosen):
        raise _invalid(f"the id {chosen!r} must be lower-case letters, digits, dots, dashes; at most 63")
    return checked(
        Definition(
            chosen,
            file.title,
            file.organizer,
            file.ruleset,
            file.zone,
            file.languages,
            file.venue,
            _sessions(file),
            file.quota,
            file.minimum_age,
            file.cut,
            file.results_published_on,
            file.results_published_at,
            file.places_awarded,
            file.family_award,
            file.seats.most,
            file.seats.fewest,
            file.verbal_warnings,
            file.tables_per_referee,
            file.families_apart,
            file.readings,
            file.format,
        )
    )


def _sessions(file: TournamentFile) -> tuple[SessionPlan, ...]:
    """The sessions of both stages; of a file with a format, its meeting."""
    if file.format is msgspec.UNSET:
        if file.preliminary is None or file.final is None or file.cut is None or file.family_award is None:
            raise _invalid("without a format it needs preliminary, final, cut and family_award")
        if file.meeting is not None:
            raise _invalid("a meeting belongs to a format; give the format, or leave the meeting out")
        return (*_plans("preliminary", file.preliminary), *_plans("final", file.final))
    if file.meeting is None:
        raise _invalid("with a format it needs a meeting")
    if (file.preliminary, file.final, file.cut, file.family_award) != (None, None, None, None):
        raise _invalid("with a format it has no preliminary, final, cut or family_award")
    own = file.meeting
    slot = _Slot(1, own.registration, own.seating, own.start, own.end)
    capacity = file.quota if own.capacity is None else own.capacity
    return tuple(_plans("preliminary", _Stage((own.day,), own.tables, capacity, (slot,))))


def _plans(stage: Stage, own: _Stage) -> list[SessionPlan]:
    return [
        SessionPlan(
            f"{day.isoformat()}/{slot.number}",
            stage,
            day,
            slot.number,
            slot.registration,
            slot.seating,
            slot.start,
            slot.end,
            own.tables,
            own.capacity,
            own.games,
            own.minutes,
        )
        for day in own.days
        for slot in own.timetable
    ]


def _invalid(detail: str) -> Problem:
    return DEFINITION_INVALID(detail=detail)
