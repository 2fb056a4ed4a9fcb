"""The state of one tournament: frozen structs over persistent maps, so that a past state is a reference.

Entities change only through the `with_…` methods, which also note what was touched, for the read models.
Scores are whole sixths (a pot is shared by at most three), so ranking compares integers. The structs form
no cycles, so the garbage collector is told to leave them alone.
"""

from datetime import date, datetime, time
from typing import Literal

import msgspec
from immutables import Map

from services.rules.ruleset import Ruleset
from services.tournament.completion import Length
from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Stage, StagePlan
from services.tournament.judgement import Judged
from services.tournament.outcomes import NO_CUT_YET, Awards, Publication, Qualification, Rating
from services.tournament.weather import Proposal, Warning

Presence = Literal["expected", "checked_in", "forfeited", "absent", "drawn"]
EntrantStatus = Literal["registered", "waiting", "cancelled", "merged"]
Out = Literal["withdrawn", "disqualified"]
SessionStatus = Literal["scheduled", "drawn", "playing", "time_called", "ended", "suspended"]
GameStatus = Literal["recorded", "voided", "awaiting_ruling"]
Source = Literal["counts", "self_recorded", "paper", "ruling", "clerical"]
DisputeKind = Literal["dispute", "game_interrupted", "game_not_begun", "breach"]
SheetSource = Literal["desk", "submitted", "paper"]


class Warned(msgspec.Struct, frozen=True, gc=False):
    """One verbal warning, and the ruling that gave it, if one did."""

    seq: int
    ruling: str | None = None


class Attendance(msgspec.Struct, frozen=True, gc=False):
    """An entrant in a session: presence, table and seat.

    Who was drawn without having to check in is "drawn"; "forfeited" has no way back in, "absent" missed this
    session.
    Where tables are open, `before` names those where the entrant sat earlier in the session.
    """

    session: str
    presence: Presence = "expected"
    table: str | None = None
    seat: str | None = None
    before: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        """Every table sat at in the session, in that order."""
        return self.before if self.table is None else (*self.before, self.table)


class Participation(msgspec.Struct, frozen=True, gc=False):
    """An entrant in a stage: the sessions attended, in order, and why the entrant is out of it, if so."""

    stage: Stage
    attendances: tuple[Attendance, ...]
    out: Out | None = None

    @property
    def latest(self) -> Attendance:
        """The last session arrived at, or missed; before all of them the first."""
        begun = (known for known in reversed(self.attendances) if known.presence != "expected")
        return next(begun, self.attendances[0])

    def in_session(self, session: str) -> Attendance | None:
        return next((known for known in self.attendances if known.session == session), None)


class Entrant(msgspec.Struct, frozen=True, gc=False):
    """A participant. Names, birth date, contacts, language, family name and role there are in the vault.

    Attributes:
        participations: one for each stage entered, in that order.
        details: the seqs whose personal data hold these, as registered and amended.
        language_seq: the seq of the last choice of language since.
        group: shared by those registered under the same family name; seats apart go by it.
        categories: those of the tournament that the age falls into.
        may_be: the sides of a family unit that the age allows on the day of the final, as last worked out.
    """

    entrant_no: str
    person: str
    consent: bool
    status: EntrantStatus
    participations: tuple[Participation, ...]
    details: tuple[int, ...]
    registered_seq: int
    group: str | None = None
    unit: str | None = None
    team: str | None = None
    merged_into: str | None = None
    warnings: tuple[Warned, ...] = ()
    categories: tuple[str, ...] = ()
    may_be: tuple[str, ...] = ()
    language_seq: int | None = None

    @property
    def held(self) -> tuple[int, ...]:
        """The seqs whose personal data hold what is known now, oldest first."""
        return self.details if self.language_seq is None else (*self.details, self.language_seq)

    @property
    def stage(self) -> Stage:
        """The stage the entrant is in now: the last one entered."""
        return self.participations[-1].stage

    @property
    def first(self) -> Attendance:
        """Where the entrant is to play, or played last, in the stage registered for."""
        return self.participations[0].latest

    def participation(self, stage: Stage | None) -> Participation | None:
        return next((part for part in self.participations if part.stage == stage), None)

    def at(self, stage: Stage | None) -> Attendance | None:
        """Where the entrant is to play, or played last, in the stage; None for who is not in it."""
        part = self.participation(stage)
        return part.latest if part is not None else None

    def in_session(self, stage: Stage, session: str) -> Attendance | None:
        """The entrant's place in one session of a stage; None for who is not to play there."""
        part = self.participation(stage)
        return part.in_session(session) if part is not None else None

    def in_stage(self, stage: Stage) -> Attendance:
        """Where the entrant is to play, or played last, in a stage that is known to be entered."""
        attendance = self.at(stage)
        assert attendance is not None, f"entrant {self.entrant_no} never entered the stage {stage}"
        return attendance

    def out_of(self, stage: Stage | None) -> Out | None:
        """Why the entrant is out of the stage; None for who is in it, and for who never entered it."""
        part = self.participation(stage)
        return part.out if part is not None else None

    def plays_in(self, stage: Stage | None) -> bool:
        """Whether the entrant entered the stage and is not out of it."""
        part = self.participation(stage)
        return part is not None and part.out is None

    def not_in(self, stage: Stage, session: str) -> "Entrant":
        """The entrant as if a session of a stage entered had never been one of its."""
        part = self.participation(stage)
        if part is None:
            return self
        kept = tuple(known for known in part.attendances if known.session != session)
        return self._with(msgspec.structs.replace(part, attendances=kept))

    def placed(self, stage: Stage, attendance: Attendance) -> "Entrant":
        """The entrant with this attendance in place of that of the same session, or after all others."""
        part = self.participation(stage)
        if part is None:
            return self._with(Participation(stage, (attendance,)))
        kept = [known for known in part.attendances if known.session != attendance.session]
        position = next(
            (at for at, known in enumerate(part.attendances) if known.session == attendance.session),
            len(kept),
        )
        kept.insert(position, attendance)
        return self._with(msgspec.structs.replace(part, attendances=tuple(kept)))

    def moved(self, stage: Stage, *sessions: str) -> "Entrant":
        """The entrant expected in these sessions of the stage, and in no other."""
        return self.attending(stage, tuple(Attendance(session) for session in sessions))

    def attending(self, stage: Stage, attendances: tuple[Attendance, ...]) -> "Entrant":
        """The entrant of a stage with just these attendances."""
        part = self.participation(stage) or Participation(stage, ())
        return self._with(msgspec.structs.replace(part, attendances=attendances))

    def without(self, stage: Stage) -> "Entrant":
        """The entrant as if the stage had never been entered."""
        parts = tuple(part for part in self.participations if part.stage != stage)
        return msgspec.structs.replace(self, participations=parts)

    def turned(self, stage: Stage, out: Out | None) -> "Entrant":
        """The entrant out of a stage entered, or in again."""
        part = self.participation(stage)
        return self if part is None else self._with(msgspec.structs.replace(part, out=out))

    def _with(self, part: Participation) -> "Entrant":
        parts = [part if known.stage == part.stage else known for known in self.participations]
        if part not in parts:
            parts.append(part)
        return msgspec.structs.replace(self, participations=tuple(parts))


class FamilyUnit(msgspec.Struct, frozen=True, gc=False):
    """A child and a parent for the Super Family Award; the unit is called after both numbers."""

    unit: str
    child: str
    parent: str
    seq: int


class UnitProposal(msgspec.Struct, frozen=True, gc=False):
    """A family unit that one of its members, `by`, proposed to the other, whose number may be nobody's."""

    child: str
    parent: str
    by: str
    seq: int


class Referee(msgspec.Struct, frozen=True, gc=False):
    """A referee or Chief Referee; `person` is the vault subject of the name."""

    referee: str
    chief: bool
    person: str
    seq: int
    active: bool = True


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


class Figure(msgspec.Struct, frozen=True, gc=False):
    """What one game was worth for one entrant.

    `count` is what was scored, so a charge where one took its place, and `own_count` is then what the rack
    itself counted; None if not known.
    """

    entrant: str
    game_won: int
    sixths: int
    tiles: int
    count: int | None = None
    charge: str | None = None
    more_charges: tuple[str, ...] = ()
    own_count: int | None = None


class Game(msgspec.Struct, frozen=True, gc=False):
    """One game on a sheet; `first_seq` is that of the event that first recorded it, and orders ratings."""

    number: int
    status: GameStatus
    ended_by: str
    figures: tuple[Figure, ...]
    source: Source
    seq: int
    ruling: str | None = None
    first_seq: int = 0


class Signature(msgspec.Struct, frozen=True, gc=False):
    """A signature, or its absence: `medium` paper or device; refused or absent until closed with a reason."""

    entrant: str
    medium: Literal["paper", "device", "refused", "absent"]
    digest: str
    seq: int
    closed: bool = True


class SheetConflict(msgspec.Struct, frozen=True, gc=False):
    """A second, different sheet for a table, kept beside the first until it is settled."""

    number: int
    games: tuple[Game, ...]
    seq: int
    source: SheetSource = "submitted"
    settled: Literal["open", "kept_first", "took_second"] = "open"


class Total(msgspec.Struct, frozen=True, gc=False):
    """The foot of one column of a sheet."""

    entrant: str
    games: int
    games_won: int
    sixths: int
    tiles: int


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of one table in one session; its id is the table's.

    Attributes:
        games: as many as the table plays, None for one not recorded; where no number is set, those so far.
        received: digests of whole sheets that came in for the table, so that each counts once.
        length: how long the table plays.
        over: whether time was called or the table closed, so that a table without a set number is complete.
        deserted: whether too few are left to play on, where they need not have played everything.
    """

    sheet: str
    session: str
    stage: Stage
    seats: tuple[str, ...]
    games: tuple[Game | None, ...]
    source: SheetSource
    totals: tuple[Total, ...]
    signatures: Map[str, Signature] = Map()
    conflicts: tuple[SheetConflict, ...] = ()
    open_disputes: tuple[str, ...] = ()
    closed_seq: int | None = None
    received: tuple[str, ...] = ()
    first_players: Map[int, str] = Map()
    incidents: int = 0
    length: Length = Length("games")
    over: bool = False
    deserted: bool = False

    def total(self, entrant: str) -> Total:
        return next(total for total in self.totals if total.entrant == entrant)


class Exhibit(msgspec.Struct, frozen=True, gc=False):
    """Evidence in a case as it was judged when presented, and by which engine."""

    judged: Judged
    engine: str
    seq: int


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """A case on the docket. `case` is the vault subject of its free text, if there is any.

    `leaver` left during the game in question; `attempt` is that of the session, which may start again.
    """

    dispute: str
    kind: DisputeKind
    sheet: str | None
    game: int | None
    entrants: tuple[str, ...]
    raised_by: str | None
    case: str | None
    seq: int
    leaver: str | None = None
    attempt: int = 1
    status: Literal["open", "ruled", "withdrawn", "moot"] = "open"
    ruling: str | None = None
    evidence: tuple[Exhibit, ...] = ()


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """A ruling. `before` holds the games it changed as they were, for a ruling that supersedes it.

    `disqualified` are the entrants it disqualified, with the stage; `charges` whom it charges, and with what.
    """

    ruling: str
    dispute: str
    cites: str
    effects: tuple[str, ...]
    case: str
    seq: int
    by: str
    before: Map[int, Game | None] = Map()
    disqualified: tuple[tuple[str, Stage], ...] = ()
    charges: tuple[tuple[str, str], ...] = ()
    supersedes: str | None = None
    superseded_by: str | None = None


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything a decision may depend on.

    `forgotten` maps vault subjects to the seq that forgot them, `calls` tables to when the Chief Referee was
    last called there. `earlier` maps digests of family names that early events held in clear to the
    groups and units that they meant, each with the seq from which on.
    """

    seq: int = 0
    touched: tuple[tuple[str, str], ...] = ()
    definition: Competition | None = None
    ruleset: Ruleset | None = None
    ruleset_hash: str = ""
    stage_rules: Map[str, Ruleset] = Map()
    sessions: Map[str, Session] = Map()
    entrants: Map[str, Entrant] = Map()
    persons: Map[str, str] = Map()
    forgotten: Map[str, int] = Map()
    earlier: Map[str, tuple[tuple[int, str], ...]] = Map()
    registered: int = 0
    units: Map[str, FamilyUnit] = Map()
    unit_proposals: Map[str, UnitProposal] = Map()
    referees: Map[str, Referee] = Map()
    sheets: Map[str, Sheet] = Map()
    disputes: Map[str, Dispute] = Map()
    rulings: Map[str, Ruling] = Map()
    publications: Map[str, Publication] = Map()
    versions: Map[str, int] = Map()
    cuts: Map[str, Qualification] = Map()
    awards: Awards | None = None
    closed: bool = False
    signals: Map[str, Warning] = Map()
    silent_since: datetime | None = None
    proposals: Map[str, Proposal] = Map()
    announced: Map[str, int] = Map()
    reminders: Map[str, int] = Map()
    announcements: int = 0
    calls: Map[str, datetime] = Map()
    ratings: Map[str, Rating] = Map()

    @property
    def plan(self) -> Competition:
        """The definition; a state that decides always has one."""
        assert self.definition is not None, "the tournament was never defined"
        return self.definition

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The ids of the stages in the order in which they are played; none before the founding."""
        return self.definition.stage_ids if self.definition is not None else ()

    def stage_plan(self, stage: Stage) -> StagePlan:
        """What is planned of a stage that is known to be there."""
        planned = self.plan.stage(stage)
        assert planned is not None, f"there is no stage {stage}"
        return planned

    def cut_into(self, stage: Stage | None) -> Qualification:
        """Where the cut stands that says who enters a stage from an earlier one."""
        return self.cuts.get(stage, NO_CUT_YET) if stage is not None else NO_CUT_YET

    def with_cut(self, stage: Stage, cut: Qualification) -> "State":
        return msgspec.structs.replace(self, cuts=self.cuts.set(stage, cut))

    def sessions_of(self, stage: Stage) -> tuple[Session, ...]:
        """The sessions of a stage, in the order in which they are planned."""
        planned = (self.sessions.get(plan.id) for plan in self.stage_plan(stage).sessions)
        return tuple(session for session in planned if session is not None)

    def attended(self, session: Session) -> tuple[str, ...]:
        """The sessions that someone attends who enters a stage with this one: it, and where everyone plays in
        all of them those after it that are not drawn yet."""
        if self.stage_plan(session.stage).attend == "one":
            return (session.plan.id,)
        sessions = self.sessions_of(session.stage)
        following = sessions[sessions.index(session) + 1 :]
        still = [other.plan.id for other in following if other.status in ("scheduled", "suspended")]
        return (session.plan.id, *still)

    def rules_in(self, stage: Stage) -> Ruleset:
        """The rules a stage is played by: its own, else the tournament's."""
        own = self.stage_plan(stage).ruleset
        return self.rules if own is None else self.stage_rules.get(own, self.rules)

    def opens_at(self, session: Session) -> datetime | None:
        """When check-in opens; None for a session without a clock."""
        return self._moment(session, session.plan.opens_at)

    def seated_at(self, session: Session) -> datetime | None:
        """When people are seated, the last moment to check in; None for a session without a clock."""
        return self._moment(session, session.plan.seated_at)

    def starts_at(self, session: Session) -> datetime | None:
        """When play begins as planned; None for a session that is begun by command."""
        return self._moment(session, session.plan.start)

    def ends_at(self, session: Session) -> datetime | None:
        """When time is called as planned; None where that is done by command."""
        return self._moment(session, session.plan.end)

    def room_in(self, session: Session) -> int | None:
        """How many people there is room for in a session; None where nothing bounds it."""
        return self.stage_plan(session.stage).room_in(session.plan)

    def _moment(self, session: Session, at: time | None) -> datetime | None:
        return None if at is None else self.plan.moment(session.day, at)

    @property
    def rules(self) -> Ruleset:
        assert self.ruleset is not None, "the tournament was never defined"
        return self.ruleset

    def with_session(self, session: Session) -> "State":
        return msgspec.structs.replace(
            self,
            sessions=self.sessions.set(session.plan.id, session),
            touched=(*self.touched, ("session", session.plan.id)),
        )

    def with_entrant(self, entrant: Entrant) -> "State":
        return msgspec.structs.replace(
            self,
            entrants=self.entrants.set(entrant.entrant_no, entrant),
            touched=(*self.touched, ("entrant", entrant.entrant_no)),
        )

    def with_sheet(self, sheet: Sheet) -> "State":
        return msgspec.structs.replace(
            self,
            sheets=self.sheets.set(sheet.sheet, sheet),
            touched=(*self.touched, ("sheet", sheet.sheet)),
        )

    def without_sheet(self, sheet: str) -> "State":
        return msgspec.structs.replace(
            self, sheets=self.sheets.delete(sheet), touched=(*self.touched, ("sheet", sheet))
        )

    def with_dispute(self, dispute: Dispute) -> "State":
        return msgspec.structs.replace(
            self,
            disputes=self.disputes.set(dispute.dispute, dispute),
            touched=(*self.touched, ("dispute", dispute.dispute)),
        )

    def with_ruling(self, ruling: Ruling) -> "State":
        return msgspec.structs.replace(
            self,
            rulings=self.rulings.set(ruling.ruling, ruling),
            touched=(*self.touched, ("dispute", ruling.dispute)),
        )

    def with_unit(self, unit: FamilyUnit) -> "State":
        return msgspec.structs.replace(
            self, units=self.units.set(unit.unit, unit), touched=(*self.touched, ("unit", unit.unit))
        )

    def without_unit(self, unit: str) -> "State":
        return msgspec.structs.replace(
            self, units=self.units.delete(unit), touched=(*self.touched, ("unit", unit))
        )

    def with_earlier(self, key: str, seq: int, meant: str) -> "State":
        """Note what a family name in early events means from `seq` on."""
        known = self.earlier.get(key, ())
        if known and known[-1][1] == meant:
            return self
        return msgspec.structs.replace(self, earlier=self.earlier.set(key, (*known, (seq, meant))))

    def meant(self, key: str, seq: int) -> str | None:
        """What a family name meant in an early event at `seq`."""
        return next((meant for since, meant in reversed(self.earlier.get(key, ())) if since <= seq), None)

    def touching(self, kind: str, key: str) -> "State":
        """Note that something a read model shows has changed, without an entity of its own."""
        return msgspec.structs.replace(self, touched=(*self.touched, (kind, key)))


def at_rest(state: State) -> State:
    """The state without the trace of what its last event touched."""
    return msgspec.structs.replace(state, touched=()) if state.touched else state


def table_id(session: str, table: int) -> str:
    """The id of a table, which is also its sheet's: "2026-03-28/1/7"."""
    return f"{session}/{table}"


SEATS = "ABCDEFGH"
