"""The rows of every read model. Ids and figures only: names are resolved when something is read.

Scores are whole sixths; places are not stored but computed when read, so that one result changes few rows.
"""

import msgspec

from services.tournament.play.scores import SeatClock


class Row(msgspec.Struct, frozen=True, gc=False):
    """One row of a read model."""


class StandingRow(Row, frozen=True):
    """A ranked entrant in a stage."""

    stage: str
    entrant_no: str
    games_won: int
    sixths: int
    tiles: int
    games: int
    sheet: str
    qualified: bool | None


class FamilyRow(Row, frozen=True):
    """A family unit; the sums stand once both members are ranked in the final."""

    unit: str
    child: str
    parent: str
    ranked: bool
    games_won: int
    sixths: int
    tiles: int


class SessionRow(Row, frozen=True):
    """A session: when, in which phase, and how many are registered, waiting, present and seated.

    What is begun by command may have no day, what has no clock has no hours, and what nothing bounds has no
    capacity.
    """

    session: str
    stage: str
    day: str | None
    number: int
    registration: str | None
    seating: str | None
    start: str | None
    end: str | None
    status: str
    capacity: int | None
    registered: int
    waiting: int
    checked_in: int
    tables: int
    on_paper: bool
    attempt: int
    seed: str | None


class TableRow(Row, frozen=True):
    """A table of a session, its entrants in seat order, its referee."""

    table: str
    session: str
    number: int
    referee: str | None
    entrants: tuple[str, ...]


class EntryCell(msgspec.Struct, frozen=True, gc=False):
    """A stage that a participant entered beside the one of the registration and what follows from it."""

    stage: str
    session: str
    presence: str
    table: str | None
    seat: str | None
    out: str | None
    waits: bool


class EntrantRow(Row, frozen=True):
    """A participant with presence and seat in each stage.

    `session` and what follows it are those of the stage registered for, the `final_…` fields of the last
    stage entered from it; `entries` are all other stages.
    """

    entrant_no: str
    person: str
    status: str
    consent: bool
    unit: str | None
    team: str | None
    warnings: int
    session: str
    presence: str
    table: str | None
    seat: str | None
    out: str | None
    final_session: str | None
    final_presence: str | None
    final_table: str | None
    final_seat: str | None
    final_out: str | None
    qualified: bool | None
    merged_into: str | None
    entries: tuple[EntryCell, ...] = ()


class FigureCell(msgspec.Struct, frozen=True, gc=False):
    """One entrant's figures in one game of a sheet; the score is exact text."""

    entrant_no: str
    game_won: int
    score: str
    tiles: int
    count: int | None
    charge: str | None
    clock: SeatClock | msgspec.UnsetType = msgspec.UNSET


class GameCell(msgspec.Struct, frozen=True, gc=False):
    """One game of a sheet; `ruling` names the ruling it stands by."""

    game: int
    status: str
    ended_by: str
    source: str
    ruling: str | None
    seq: int
    figures: tuple[FigureCell, ...]


class TotalCell(msgspec.Struct, frozen=True, gc=False):
    entrant_no: str
    games: int
    games_won: int
    score: str
    tiles: int


class SignatureCell(msgspec.Struct, frozen=True, gc=False):
    entrant_no: str
    medium: str
    closed: bool
    digest: str


class FirstPlayerCell(msgspec.Struct, frozen=True, gc=False):
    """Who begins a game of a sheet."""

    game: int
    entrant_no: str


class ConflictCell(msgspec.Struct, frozen=True, gc=False):
    """A second, different sheet kept beside the first."""

    conflict: int
    settled: str
    games: tuple[GameCell, ...]


class SheetRow(Row, frozen=True):
    """A score sheet with games, totals, signatures, differing sheets and what keeps it open.

    `turn_seconds` is the limit that was chosen where people opened the table themselves.
    """

    sheet: str
    session: str
    stage: str
    source: str
    closed: bool
    seats: tuple[str, ...]
    games: tuple[GameCell | None, ...]
    totals: tuple[TotalCell, ...]
    signatures: tuple[SignatureCell, ...]
    conflicts: tuple[ConflictCell, ...]
    open_points: tuple[str, ...]
    first_players: tuple[FirstPlayerCell, ...] = ()
    turn_seconds: int | None = None


class DocketRow(Row, frozen=True):
    """A case on the docket and the rulings on it, oldest first."""

    dispute: str
    kind: str
    status: str
    sheet: str | None
    game: int | None
    entrants: tuple[str, ...]
    raised_by: str | None
    case: str | None
    seq: int
    rulings: tuple["RulingCell", ...]


class RulingCell(msgspec.Struct, frozen=True, gc=False):
    ruling: str
    cites: str
    effects: tuple[str, ...]
    case: str
    seq: int
    supersedes: str | None
    superseded_by: str | None


class PublicationRow(Row, frozen=True):
    """A published version: its table as it went out, under its digest."""

    publication: str
    stage: str
    version: int
    digest: str
    seq: int
    rows: tuple["PublishedCell", ...]


class PublishedCell(msgspec.Struct, frozen=True, gc=False):
    place: int
    entrant_no: str
    games_won: int
    score: str
    tiles: int
    qualified: bool | None


class AwardRow(Row, frozen=True):
    """An award and who has it; several share it when equal on every key."""

    award: str
    place: int
    holders: tuple[str, ...]
