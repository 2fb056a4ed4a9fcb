"""A session as the state holds it: who is there, at which table, and how far it has come."""

from datetime import date, datetime
from typing import Literal

import msgspec
from immutables import Map

from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Stage

SessionStatus = Literal["scheduled", "drawn", "playing", "time_called", "ended", "suspended"]


class Session(msgspec.Struct, frozen=True, gc=False):
    """A session of a stage as it stands. `day` moves when it is rescheduled; the id stays.

    `number` says which session of its day it was planned to be.

    `attempt` counts how often it has begun; `voided` says that its suspension voided what had begun.

    `entrants` and `waiting` map entrant numbers to the seq that brought them there (first come first served).
    `tables` maps table numbers to the entrants in seat order A to D.
    """

    plan: SessionPlan
    stage: Stage
    number: int
    day: date
    status: SessionStatus = "scheduled"
    entrants: Map[str, int] = Map()
    waiting: Map[str, int] = Map()
    checked_in: int = 0
    tables: Map[int, tuple[str, ...]] = Map()
    referees: Map[int, str] = Map()
    seed: str | None = None
    on_paper: bool = False
    attempt: int = 1
    started_at: datetime | None = None
    ended_at: datetime | None = None
    suspended_seq: int | None = None
    voided: bool = False
    byes: tuple[str, ...] = ()
    closed_tables: frozenset[int] = frozenset()


SEATS = "ABCDEFGH"
