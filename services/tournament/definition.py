"""What a tournament is: days, sessions, places, dates, awards and the readings the organizer chose.

A definition comes from a TOML file and is embedded, with the ruleset, in the tournament's first event, so
that a replay never depends on a later file.
"""

from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec

from services.tournament.formats import Format, faults_in
from services.tournament.lengths import (
    MOST_PLACES,
    MOST_READINGS,
    MOST_SESSIONS,
    Cite,
    Id,
    Languages,
    Line,
    Places,
)
from shared.bounds import entries, many
from shared.problems import ProblemType

Stage = Literal["preliminary", "final"]
STAGES: tuple[Stage, ...] = ("preliminary", "final")

DEFINITION_INVALID = ProblemType(
    "definition-invalid",
    422,
    "The tournament file cannot be used: {detail}. Correct it and create the tournament again.",
    "賽事檔案無法使用：{detail}。請修正後再建立賽事。",
)


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    en: Line
    zh: Line


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point the rule document leaves open, as this tournament reads it."""

    value: Line | int | bool
    cites: Cite
    note: Text


class SessionPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One session as planned. Times are local to the tournament's zone.

    Attributes:
        id: "2026-03-28/1"; stays when the session is rescheduled.
        number: which session of its day.
        capacity: most participants; tables: most tables.
        minutes: length of play.
    """

    id: Id
    stage: Stage
    day: date
    number: int
    registration: time
    seating: time
    start: time
    end: time
    tables: int
    capacity: int
    games: int = 3
    minutes: int = 60


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many go from the preliminary to the final."""

    places: int


class Venue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Text
    address: Text
    travel: Text


class FamilyAward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may form a family unit; ages in completed years on the day of the final."""

    name: Text
    child_from: int
    child_to: int
    parent_from: int


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole tournament as planned.

    Attributes:
        ruleset: id of the ruleset.
        zone: IANA time zone of the venue.
        quota: places in all preliminary sessions together.
        minimum_age: the birthday that must lie before the day of the entrant's own session.
        seats: most and fewest participants at a table.
        verbal_warnings: how many before a further breach is investigated.
        tables_per_referee: how many tables one referee supervises.
        places_awarded: titles for places 1, 2, 3 in this order.
        format: how it is played, unless in sessions of tables with a cut and a final; such a format has one
            session, its meeting, which says when and where, and neither cut nor family award. Left out where
            there is none, so that definitions from before there were formats hash as ever.
    """

    id: Id
    title: Text
    organizer: Line
    ruleset: Id
    zone: Id
    languages: Languages
    venue: Venue
    sessions: Annotated[tuple[SessionPlan, ...], many(MOST_SESSIONS)]
    quota: int
    minimum_age: int
    cut: Cut | None
    results_published_on: date
    results_published_at: Places
    places_awarded: Annotated[tuple[Text, ...], many(MOST_PLACES)]
    family_award: FamilyAward | None
    seats_most: int = 4
    seats_fewest: int = 3
    verbal_warnings: int = 2
    tables_per_referee: int = 2
    families_apart: bool = True
    readings: Annotated[dict[Id, Reading], entries(MOST_READINGS)] = {}
    format: Format | msgspec.UnsetType = msgspec.UNSET

    @property
    def rounds_format(self) -> Format | None:
        """The format of rounds it is played in; None for sessions of tables."""
        return None if self.format is msgspec.UNSET else self.format

    @property
    def places_in_final(self) -> int:
        """How many go to the final; only sessions of tables have one."""
        assert self.cut is not None, "what asks for the cut is refused where there is none"
        return self.cut.places

    @property
    def family(self) -> FamilyAward:
        """The family award; only sessions of tables have one."""
        assert self.family_award is not None, "what asks for the family award is refused where there is none"
        return self.family_award

    def plan(self, session: str) -> SessionPlan | None:
        return next((plan for plan in self.sessions if plan.id == session), None)

    @property
    def final_day(self) -> date:
        """The first day of the final as planned; a suspension may move it. Without a final, the first day."""
        finals = [plan.day for plan in self.sessions if plan.stage == "final"]
        return min(finals or [plan.day for plan in self.sessions])

    def moment(self, day: date, at: time) -> datetime:
        """A local day and time of the tournament as an aware moment."""
        return datetime.combine(day, at, ZoneInfo(self.zone))

    def local_day(self, moment: datetime) -> date:
        return moment.astimezone(ZoneInfo(self.zone)).date()


def checked(definition: Definition) -> Definition:
    """The definition, if it makes sense.

    Raises:
        Problem: definition-invalid, naming what contradicts what.
    """
    for fault in _faults(definition):
        raise DEFINITION_INVALID(detail=fault)
    return definition


def _faults(definition: Definition) -> list[str]:
    format = definition.rounds_format
    faults = _faults_of_sessions(definition) if format is None else _faults_of_rounds(definition, format)
    for plan in definition.sessions:
        where = f"session {plan.id}"
        if not plan.registration <= plan.seating <= plan.start < plan.end:
            faults.append(f"{where}: registration, seating, start and end are not in this order")
        if plan.capacity > plan.tables * definition.seats_most:
            faults.append(f"{where}: {plan.tables} tables do not seat {plan.capacity}")
        if plan.games < 1 or plan.tables < 1 or plan.capacity < 1 or plan.number < 1:
            faults.append(f"{where}: games, tables, capacity and number start at 1")
    if min(definition.quota, definition.tables_per_referee) < 1:
        faults.append("quota and tables_per_referee start at 1")
    if min(definition.minimum_age, definition.verbal_warnings) < 0:
        faults.append("minimum_age and verbal_warnings start at 0")
    if not 2 <= definition.seats_fewest <= definition.seats_most:
        faults.append("seats_fewest and seats_most contradict each other")
    try:
        ZoneInfo(definition.zone)
    except (KeyError, ValueError):
        faults.append(f"there is no time zone {definition.zone}")
    return faults


def _faults_of_sessions(definition: Definition) -> list[str]:
    faults = []
    ids = [plan.id for plan in definition.sessions]
    if len(set(ids)) != len(ids):
        faults.append("two sessions share an id")
    finals = [plan.day for plan in definition.sessions if plan.stage == "final"]
    preliminaries = [plan.day for plan in definition.sessions if plan.stage == "preliminary"]
    if not preliminaries:
        faults.append("there is no preliminary session")
    if not finals:
        faults.append("there is no session of the final")
    if finals and preliminaries and min(finals) <= max(preliminaries):
        faults.append("the final must come after the last preliminary day")
    if definition.cut is None or definition.cut.places < 1:
        faults.append("the cut needs at least one place")
    if definition.family_award is None:
        faults.append("sessions of tables need a family award")
    return faults


def _faults_of_rounds(definition: Definition, format: Format) -> list[str]:
    faults = faults_in(format)
    if [plan.stage for plan in definition.sessions] != ["preliminary"]:
        faults.append("a format of rounds has one meeting")
    if definition.cut is not None or definition.family_award is not None:
        faults.append("a format of rounds has neither cut nor family award")
    return faults


def age_on(birth: date, day: date) -> int:
    """Completed years on `day`; a 29 February birthday counts on 1 March in other years."""
    years = day.year - birth.year
    return years if day >= birthday_in(birth, day.year) else years - 1


def birthday_in(birth: date, year: int) -> date:
    """The birthday in `year`; 29 February moves to 1 March where the year has none."""
    try:
        return birth.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def is_old_enough(birth: date, minimum_age: int, session_day: date) -> bool:
    """Whether the birthday of `minimum_age` lies before the session's day (HK eligibility)."""
    if birth >= session_day or birth.year + minimum_age > 9999:
        return False
    return birthday_in(birth, birth.year + minimum_age) <= session_day - timedelta(days=1)
