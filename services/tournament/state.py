"""The state of one tournament: frozen structs over persistent maps, so that a past state is a reference.

Entities change only through the `with_…` methods, which also note what was touched, for histories.
Scores are whole sixths (a pot is shared by at most three), so ranking compares integers. The structs form
no cycles, so the garbage collector is told to leave them alone.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

import msgspec
from immutables import Map

from services.rules.rating import Rated
from services.rules.ruleset import Ruleset
from services.tournament.definition.as_played import with_clock
from services.tournament.definition.attachments import KeptAttachment
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage, StagePlan
from services.tournament.docket.cases import Dispute, Ruling
from services.tournament.people.entrants import (
    Attendance,
    Entrant,
    FamilyUnit,
    ParentCall,
    Presence,
    Question,
    Referee,
    UnitProposal,
)
from services.tournament.play.on_the_way import OnTheWay
from services.tournament.play.scores import Sheet
from services.tournament.seating.sessions import Session
from services.tournament.standings.outcomes import (
    NO_CUT_YET,
    Awards,
    Publication,
    Qualification,
)
from services.tournament.weather.policy import Proposal, Warning


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything a decision may depend on.

    `forgotten` maps vault subjects to the seq that forgot them, `calls` tables to when the Chief Referee was
    last called there, `on_the_way` tables to who set out for them last. `awards_revoked` are the last ones
    revoked, as far as participants had seen them. `attachments` are by their SHA-256.
    """

    seq: int = 0
    touched: tuple[tuple[str, str], ...] = ()
    definition: Competition | None = None
    ruleset: Ruleset | None = None
    ruleset_hash: str = ""
    stage_rules: Map[str, Ruleset] = Map()
    attachments: Map[str, KeptAttachment] = Map()
    sessions: Map[str, Session] = Map()
    entrants: Map[str, Entrant] = Map()
    persons: Map[str, str] = Map()
    forgotten: Map[str, int] = Map()
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
    awards_revoked: Awards | None = None
    closed: bool = False
    signals: Map[str, Warning] = Map()
    silent_since: datetime | None = None
    signals_at: datetime | None = None
    proposals: Map[str, Proposal] = Map()
    announced: Map[str, int] = Map()
    reminders: Map[str, int] = Map()
    announcements: int = 0
    calls: Map[str, datetime] = Map()
    callers: Map[str, tuple[str, ...]] = Map()
    on_the_way: Map[str, OnTheWay] = Map()
    parent_calls: Map[str, ParentCall] = Map()
    ratings: Map[str, Rated] = Map()
    questions: Map[str, Question] = Map()

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
        assert self.definition is not None, "the tournament was never defined"
        return self.definition.by_id[stage]

    def cut_into(self, stage: Stage | None) -> Qualification:
        """Where the cut stands that says who enters a stage from an earlier one."""
        return self.cuts.get(stage, NO_CUT_YET) if stage is not None else NO_CUT_YET

    def with_cut(self, stage: Stage, cut: Qualification) -> "State":
        return msgspec.structs.replace(self, cuts=self.cuts.set(stage, cut))

    def sessions_of(self, stage: Stage) -> tuple[Session, ...]:
        """The sessions of a stage, in the order in which they are planned."""
        planned = (self.sessions.get(plan.id) for plan in self.stage_plan(stage).sessions)
        return tuple(session for session in planned if session is not None)

    def moved_to(self, session: str, before: int | None = None) -> date | None:
        """The day that a session has been moved to; None for one on its planned day, or none that is known.

        Args:
            before: the seq of an event before which it is; now by default.
        """
        known = self.sessions.get(session)
        if known is None:
            return None
        day = known.day if before is None else known.day_before(before)
        return None if day == known.plan.day else day

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
        """The rules a stage is played by: its own, else the tournament's; with the stage's clock, if any."""
        plan = self.stage_plan(stage)
        rules = self.rules if plan.ruleset is None else self.stage_rules.get(plan.ruleset, self.rules)
        return rules if plan.clock is None else with_clock(rules, plan.clock)

    def opens_at(self, session: Session) -> datetime | None:
        """When check-in opens; None for a session without a clock."""
        return self._moment(session, session.plan.opens_at)

    def seated_at(self, session: Session) -> datetime | None:
        """When people are seated, the last moment to check in; None for a session without a clock."""
        return self._moment(session, session.plan.seated_at)

    def starts_at(self, session: Session) -> datetime | None:
        """When play begins as planned; None for a session that is begun by command."""
        return self._moment(session, session.plan.start)

    def is_due_at(self, session: Session) -> datetime | None:
        """When time is due by its length in a session that is being played; None where nothing says."""
        if session.status != "playing" or session.started_at is None:
            return None
        return self._ends_after(session, session.started_at)

    def played_from(self, session: Session) -> datetime | None:
        """When play began, early or late; None before, and where that was written down on another day."""
        begun = session.started_at
        return begun if begun is not None and self.plan.local_day(begun) == session.day else None

    def played_until(self, session: Session) -> datetime | None:
        """The end of play that follows from when it began; None before, and where nothing says."""
        begun = self.played_from(session)
        return None if begun is None else self._ends_after(session, begun)

    def _ends_after(self, session: Session, begun: datetime) -> datetime | None:
        lasts = None if session.day is None else self.plan.lasts(session.day, session.plan)
        return None if lasts is None else begun + lasts

    def room_in(self, session: Session) -> int | None:
        """How many people there is room for in a session; None where nothing bounds it."""
        return self.stage_plan(session.stage).room_in(session.plan)

    def _moment(self, session: Session, at: time | None) -> datetime | None:
        return None if at is None or session.day is None else self.plan.moment(session.day, at)

    @property
    def rules(self) -> Ruleset:
        assert self.ruleset is not None, "the tournament was never defined"
        return self.ruleset

    def living(self, number: str) -> str:
        """The number under which someone lives on who was registered twice."""
        while (merged := self.entrants[number].merged_into) is not None:
            number = merged
        return number

    def with_session(self, session: Session) -> "State":
        id = session.plan.id
        return self.touching("session", id, sessions=self.sessions.set(id, session))

    def with_entrant(self, entrant: Entrant) -> "State":
        number = entrant.entrant_no
        return self.touching("entrant", number, entrants=self.entrants.set(number, entrant))

    def with_presence(self, number: str, session: Session, presence: Presence) -> "State":
        """With an entrant of a session there, or not, or without having to say so."""
        entrant = self.entrants[number]
        attendance = entrant.in_session(session.stage, session.plan.id)
        assert attendance is not None
        changed: Attendance = msgspec.structs.replace(attendance, presence=presence)
        return self.with_entrant(entrant.placed(session.stage, changed))

    def with_entrants(self, entrants: Sequence[Entrant]) -> "State":
        """As `with_entrant`, for many at once."""
        return msgspec.structs.replace(
            self,
            entrants=self.entrants.update({entrant.entrant_no: entrant for entrant in entrants}),
            touched=(*self.touched, *[("entrant", entrant.entrant_no) for entrant in entrants]),
        )

    def with_sheet(self, sheet: Sheet) -> "State":
        return self.touching("sheet", sheet.sheet, sheets=self.sheets.set(sheet.sheet, sheet))

    def without_sheet(self, sheet: str) -> "State":
        return self.touching("sheet", sheet, sheets=self.sheets.delete(sheet))

    def with_dispute(self, dispute: Dispute) -> "State":
        number = dispute.dispute
        return self.touching("dispute", number, disputes=self.disputes.set(number, dispute))

    def with_ruling(self, ruling: Ruling) -> "State":
        return self.touching("dispute", ruling.dispute, rulings=self.rulings.set(ruling.ruling, ruling))

    def with_unit(self, unit: FamilyUnit) -> "State":
        return self.touching("unit", unit.unit, units=self.units.set(unit.unit, unit))

    def without_unit(self, unit: str) -> "State":
        return self.touching("unit", unit, units=self.units.delete(unit))

    def touching(self, kind: str, key: str, **changes: Any) -> "State":
        """With these changes, and the note that something of this kind is another now, entity or not."""
        return msgspec.structs.replace(self, touched=(*self.touched, (kind, key)), **changes)


def at_rest(state: State) -> State:
    """The state without the trace of what its last event touched."""
    return msgspec.structs.replace(state, touched=()) if state.touched else state
