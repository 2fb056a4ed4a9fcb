"""The shapes in which early logs hold a plan: two fixed stages with a cut.

They are read for good, and never written again; `earlier` says what they mean today.
"""

from datetime import date, time
from typing import Annotated

import msgspec

from services.tournament.kernel.lengths import (
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

Stage = Id


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
