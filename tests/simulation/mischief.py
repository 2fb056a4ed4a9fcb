"""Commands by chance: of every kind, about things there are and things there are not, at any time."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Literal, get_args, get_origin

from msgspec.structs import asdict, fields

from services.rules.adjudication.turn import TurnInput
from services.rules.ruleset import load
from services.tournament.catalogue import commands
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.founding import AppointReferee, DefineTournament
from services.tournament.docket.breaches import GiveWarning, ReportBreach
from services.tournament.docket.disputes import RaiseDispute, ReportGameNotBegun, WithdrawDispute
from services.tournament.docket.evidence import PresentEvidence
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import (
    AmendDetails,
    CancelRegistration,
    ChooseLanguage,
    MergeEntrants,
)
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.moving import MoveEntrant
from services.tournament.people.questions import AnswerQuestion, AskOrganizer
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.conflicts import SettleSheetConflict, SubmitSheet
from services.tournament.play.incidents import DetermineFirstPlayer, NoteIncident
from services.tournament.play.open_tables import OpenTable
from services.tournament.play.paper import ImportResults
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.setting_out import SetOutForTable
from services.tournament.play.signatures import CloseSignature, RecordMissingSignature, SignSheet
from services.tournament.play.timing import (
    CallTime,
    EndSession,
    ReopenSession,
    UndoSessionStart,
    UndoTimeCall,
)
from services.tournament.publication.awards import MakeAwards, RevokeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.publication.reminding import MakeAnnouncement
from services.tournament.seating.seats import AssignReferees
from services.tournament.seating.walk_ins import RegisterWalkIn
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie, UndoQualification
from services.tournament.state import State
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay, SuspendRemaining
from services.tournament.weather.update_promises import GiveFurtherWord
from services.tournament.weather.watching import AnnounceWeatherWatch, EscalateWeatherProposal, ReportWarnings
from tests.simulation.chances import SECRET
from tests.simulation.making import Making, registration
from tests.unit.tournament.specs import hk_definition


class Mischief(Making):
    """Draws commands on a state."""

    def waited_at(self, sheet: str) -> str:
        """A table where somebody waits: this one, else the first there is; this one where nobody waits."""
        disputes = self.state.disputes.values()
        cases = {case.sheet for case in disputes if case.sheet is not None and case.status == "open"}
        waiting = {*self.state.calls, *cases} & {
            other.sheet
            for other in self.in_play()
            if self.state.sessions[other.session].status in ("playing", "time_called", "ended")
        }
        return sheet if sheet in waiting else min(waiting, default=sheet)

    def any(self, state: State) -> Command:
        """A command of any kind."""
        self.state = state
        kinds = tuple(KINDS)
        if state.sheets and self.chance(0.6):
            kinds = AT_THE_TABLE
        if state.cut_into("final").status != "open" and self.chance(0.4):
            kinds = AROUND_THE_CUT
        if not state.sheets and self.chance(0.4):
            kinds = AT_REGISTRATION
        return KINDS[self.dice.choice(kinds)](self)

    def of(self, kind: type[Command], state: State) -> Command:
        """A command of that kind."""
        self.state = state
        return KINDS[kind](self)


_BY_FIELD: Mapping[str, Callable[[Mischief], object]] = {
    **dict.fromkeys(("entrant", "child", "parent", "keep", "drop", "first", "second"), Mischief.entrant),
    "reason": Mischief.sentence,
    **dict.fromkeys(("since", "fetched_at"), Mischief.moment),
    "call": Mischief.parent_call,
    "day": Mischief.day,
    "dispute": Mischief.dispute,
    "game": Mischief.game,
    "proposal": Mischief.proposal,
    "referee": Mischief.referee,
    "session": Mischief.session,
    "sheet": Mischief.sheet,
    "unit": Mischief.unit,
}
"""What a field of any command may hold by its name."""

_MADE: Mapping[type[Command], Callable[[Mischief], Command]] = {
    DefineTournament: lambda m: DefineTournament(definition=hk_definition(), ruleset=load("hk-2026")),
    AmendTournament: lambda m: AmendTournament(definition=(plan := m.plan()), ruleset=load(plan.ruleset)),
    AppointReferee: lambda m: AppointReferee(
        referee=m.pick([f"R{m.dice.randrange(9):02d}"], ""), name=m.sentence(), chief=m.chance(0.2)
    ),
    RegisterEntrant: Mischief.register_entrant,
    RegisterWalkIn: lambda m: RegisterWalkIn(**asdict(registration(m))),
    ImportEntrants: lambda m: ImportEntrants(
        entrants=tuple(registration(m) for _ in range(m.dice.randrange(3)))
    ),
    AskOrganizer: lambda m: AskOrganizer(
        entrant=m.entrant(), question=m.sentence(), session=m.session() if m.chance(0.3) else None
    ),
    AnswerQuestion: lambda m: AnswerQuestion(
        question=m.pick(sorted(m.state.questions), "Q-0099"), answer=m.sentence()
    ),
    AmendDetails: lambda m: AmendDetails(
        entrant=m.entrant(),
        name_en=m.pick([SECRET, None], ""),
        birth_date=m.birth() if m.chance(0.5) else None,
    ),
    ChooseLanguage: lambda m: ChooseLanguage(entrant=m.entrant(), language=m.dice.choice(["en", "zh"])),
    AssignReferees: Mischief.assign_referees,
    DetermineFirstPlayer: Mischief.determine_first_player,
    NoteIncident: lambda m: NoteIncident(
        sheet=(sheet := m.sheet()), game=m.game(), kind="break_permitted", entrant=m.at_table(sheet)
    ),
    RecordGameResult: lambda m: RecordGameResult(
        sheet=(sheet := m.sheet()),
        game=(game := m.game()),
        seats=(seats := m.seats(sheet, game)),
        ended_by=m.ending(seats),
    ),
    CorrectGame: lambda m: CorrectGame(
        sheet=(sheet := m.sheet()),
        game=(game := m.game()),
        seats=(seats := m.seats(sheet, game)),
        ended_by=m.ending(seats),
        reason=m.sentence(),
    ),
    SubmitSheet: Mischief.submit_sheet,
    SettleSheetConflict: lambda m: SettleSheetConflict(
        sheet=m.sheet(),
        conflict=m.pick([1, 1, 2], 7),
        take=m.dice.choice(["first", "second"]),
        reason=m.sentence(),
    ),
    ImportResults: Mischief.import_results,
    SignSheet: lambda m: SignSheet(
        sheet=(sheet := m.sheet()), entrant=m.at_table(sheet), medium=m.dice.choice(["paper", "device"])
    ),
    RecordMissingSignature: lambda m: RecordMissingSignature(
        sheet=(sheet := m.sheet()), entrant=m.at_table(sheet), kind=m.dice.choice(["refused", "absent"])
    ),
    CloseSignature: lambda m: CloseSignature(
        sheet=(sheet := m.sheet()), entrant=m.at_table(sheet), reason=m.sentence()
    ),
    RaiseDispute: lambda m: RaiseDispute(
        sheet=(sheet := m.sheet()),
        entrant=m.at_table(sheet) if m.chance(0.7) else None,
        game=m.game() if m.chance(0.7) else None,
        statement=m.sentence(),
    ),
    PresentEvidence: lambda m: PresentEvidence(
        dispute=m.dispute(),
        entrant=m.at_table(m.sheet()) if m.chance(0.7) else None,
        rack=m.rack() if (turn := m.chance(0.5)) else None,
        turn=None if turn else TurnInput(m.chance(0.5), (), m.rack().rack, (("R7", "B7", "K7"),)),
    ),
    MakeRuling: Mischief.make_ruling,
    GiveWarning: lambda m: GiveWarning(entrant=m.offender(), breach=m.sentence()),
    ReportBreach: lambda m: ReportBreach(entrant=m.offender(), description=m.sentence()),
    WithdrawEntrant: lambda m: WithdrawEntrant(
        entrant=m.at_table(m.sheet()), grounds="health", reason=m.sentence(), game_in_progress=m.chance(0.6)
    ),
    RescheduleSessions: lambda m: RescheduleSessions(
        day=m.day(), new_day=m.day() + timedelta(days=m.dice.choice([0, 1, 2]))
    ),
    ReportWarnings: Mischief.report_warnings,
    EscalateWeatherProposal: lambda m: EscalateWeatherProposal(
        proposal=m.proposal(), step=m.dice.choice([1, 2])
    ),
    AnnounceWeatherWatch: lambda m: AnnounceWeatherWatch(day=m.day(), code="WTCPRE8"),
    MakeAnnouncement: lambda m: MakeAnnouncement(audience="everyone", en=m.sentence(), zh=m.sentence()),
    PublishResults: lambda m: PublishResults(stage=m.dice.choice(["preliminary", "final"])),
    DecideCutTie: Mischief.decide_cut_tie,
    WithdrawQualifier: lambda m: WithdrawQualifier(
        entrant=m.pick(m.state.cut_into("final").qualified, m.entrant()), reason=m.sentence()
    ),
    ForgetPerson: lambda m: ForgetPerson(person=m.pick(sorted(m.state.persons), "person-0")),
    GiveFurtherWord: lambda m: GiveFurtherWord(day=m.day(), en=m.sentence(), zh=m.sentence()),
    OpenTable: lambda m: OpenTable(
        session=m.session(), entrants=tuple(m.entrant() for _ in range(m.dice.choice([1, 2, 3, 4])))
    ),
    SetOutForTable: lambda m: SetOutForTable(sheet=m.waited_at(m.sheet())),
}
"""Commands that take more than their fields one by one."""


def _any_of(choices: Sequence[object], mischief: Mischief) -> object:
    return mischief.dice.choice(choices)


def _by_its_fields(kind: type[Command]) -> Callable[[Mischief], Command] | None:
    """How a command is made of what its fields may hold; None where that of one is not known.

    Of a few values it is any. What may be left out is, but for a reason.
    """
    makers: dict[str, Callable[[Mischief], object]] = {}
    for field in fields(kind):
        choices = (True, False) if field.type is bool else get_args(field.type)
        if field.name in _BY_FIELD and (field.required or field.name == "reason"):
            makers[field.name] = _BY_FIELD[field.name]
        elif field.required and (field.type is bool or get_origin(field.type) is Literal):
            makers[field.name] = partial(_any_of, choices)
        elif field.required:
            return None
    return lambda m: kind(**{name: make(m) for name, make in makers.items()})


KINDS: Mapping[type[Command], Callable[[Mischief], Command]] = {
    kind: maker
    for _, kind in sorted(commands().items())
    if (maker := _MADE.get(kind) or _by_its_fields(kind))
}
"""How every command is made."""
AT_REGISTRATION: tuple[type[Command], ...] = (
    AmendTournament,
    AmendTournament,
    RegisterEntrant,
    RegisterEntrant,
    CancelRegistration,
    CancelRegistration,
    MoveEntrant,
    MergeEntrants,
    DeclareFamilyUnit,
    DissolveFamilyUnit,
    AmendDetails,
    SuspendDay,
    LiftSuspension,
)
AROUND_THE_CUT: tuple[type[Command], ...] = (
    AmendTournament,
    ConcludeQualification,
    DecideCutTie,
    DecideCutTie,
    WithdrawQualifier,
    WithdrawQualifier,
    WithdrawQualifier,
    UndoQualification,
    PlaceFinalists,
    DisqualifyEntrant,
    ReinstateEntrant,
    CorrectGame,
    RaiseDispute,
    MakeRuling,
    PublishResults,
    MoveEntrant,
    MakeAwards,
    RevokeAwards,
)
AT_THE_TABLE: tuple[type[Command], ...] = (
    RecordGameResult,
    CorrectGame,
    SubmitSheet,
    SettleSheetConflict,
    SignSheet,
    RecordMissingSignature,
    CloseSignature,
    RaiseDispute,
    RaiseDispute,
    WithdrawDispute,
    ReportGameNotBegun,
    CallTime,
    MakeRuling,
    MakeRuling,
    MakeRuling,
    WithdrawEntrant,
    WithdrawEntrant,
    DisqualifyEntrant,
    ReinstateEntrant,
    GiveWarning,
    ReportBreach,
    ImportResults,
    UndoSessionStart,
    UndoTimeCall,
    EndSession,
    ReopenSession,
    SuspendRemaining,
)
