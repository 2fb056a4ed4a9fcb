"""Commands by chance: of every kind, about things there are and things there are not, at any time."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from services.rules.adjudication.turn import TurnInput
from services.rules.ruleset import load
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.founding import AppointReferee, DefineTournament, DismissReferee
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
from services.tournament.people.consents import SetConsent
from services.tournament.people.entries import EnterStage
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.family_proposals import AgreeToFamilyUnit, DeclineFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.inviting import InvitePeople, RemindInvited
from services.tournament.people.moving import MoveEntrant
from services.tournament.people.parent_calls import AnswerParentCall, CallParent, EscalateParentCall
from services.tournament.people.questions import AnswerQuestion, AskOrganizer
from services.tournament.people.registration import RegisterEntrant
from services.tournament.people.retention import RemindOfRetention
from services.tournament.play.conflicts import SettleSheetConflict, SubmitSheet
from services.tournament.play.incidents import CallChiefReferee, DetermineFirstPlayer, NoteIncident
from services.tournament.play.open_tables import CloseTable, OpenTable
from services.tournament.play.paper import ImportResults
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.setting_out import SetOutForTable
from services.tournament.play.signatures import CloseSignature, RecordMissingSignature, SignSheet
from services.tournament.play.timing import (
    CallTime,
    EndSession,
    ReopenSession,
    StartSession,
    UndoSessionStart,
    UndoTimeCall,
)
from services.tournament.publication.awards import MakeAwards, RevokeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.publication.reminding import MakeAnnouncement, RemindOfSession
from services.tournament.seating.presence import CheckIn, UndoCheckIn
from services.tournament.seating.seats import AssignReferees, DrawSeats, ExchangeSeats, UndoSeatDraw
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import (
    ConcludeQualification,
    DecideCutTie,
    UndoQualification,
)
from services.tournament.state import State
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay, SuspendRemaining
from services.tournament.weather.update_promises import GiveFurtherWord, RemindOfNextWord
from services.tournament.weather.watching import (
    AnnouncePlay,
    AnnounceWeatherWatch,
    AnswerWeatherProposal,
    EscalateWeatherProposal,
    ProposeWeather,
    ReportSilence,
    ReportWarnings,
)
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


KINDS: Mapping[type[Command], Callable[[Mischief], Command]] = {
    DefineTournament: lambda m: DefineTournament(definition=hk_definition(), ruleset=load("hk-2026")),
    AmendTournament: lambda m: AmendTournament(definition=(plan := m.plan()), ruleset=load(plan.ruleset)),
    AppointReferee: lambda m: AppointReferee(
        referee=m.pick([f"R{m.dice.randrange(9):02d}"], ""), name=m.sentence(), chief=m.chance(0.2)
    ),
    DismissReferee: lambda m: DismissReferee(referee=m.referee(), reason=m.sentence()),
    RegisterEntrant: Mischief.register_entrant,
    ImportEntrants: lambda m: ImportEntrants(
        entrants=tuple(registration(m) for _ in range(m.dice.randrange(3)))
    ),
    CancelRegistration: lambda m: CancelRegistration(entrant=m.entrant(), reason=m.sentence()),
    EnterStage: lambda m: EnterStage(entrant=m.entrant(), session=m.session()),
    MoveEntrant: lambda m: MoveEntrant(entrant=m.entrant(), session=m.session(), reason=m.sentence()),
    AskOrganizer: lambda m: AskOrganizer(
        entrant=m.entrant(), question=m.sentence(), session=m.session() if m.chance(0.3) else None
    ),
    AnswerQuestion: lambda m: AnswerQuestion(
        question=m.pick(sorted(m.state.questions), "Q-0099"), answer=m.sentence()
    ),
    MergeEntrants: lambda m: MergeEntrants(keep=m.entrant(), drop=m.entrant()),
    AmendDetails: lambda m: AmendDetails(
        entrant=m.entrant(),
        name_en=m.pick([SECRET, None], ""),
        birth_date=m.birth() if m.chance(0.5) else None,
    ),
    ChooseLanguage: lambda m: ChooseLanguage(entrant=m.entrant(), language=m.dice.choice(["en", "zh"])),
    SetConsent: lambda m: SetConsent(entrant=m.entrant(), shown=m.chance(0.5)),
    DeclareFamilyUnit: lambda m: DeclareFamilyUnit(child=m.entrant(), parent=m.entrant()),
    AgreeToFamilyUnit: lambda m: AgreeToFamilyUnit(child=m.entrant(), parent=m.entrant()),
    DeclineFamilyUnit: lambda m: DeclineFamilyUnit(child=m.entrant(), parent=m.entrant()),
    DissolveFamilyUnit: lambda m: DissolveFamilyUnit(unit=m.unit(), reason=m.sentence()),
    CallParent: lambda m: CallParent(entrant=m.entrant(), grounds="unwell"),
    AnswerParentCall: lambda m: AnswerParentCall(call=m.parent_call()),
    EscalateParentCall: lambda m: EscalateParentCall(call=m.parent_call()),
    CheckIn: lambda m: CheckIn(entrant=m.entrant()),
    UndoCheckIn: lambda m: UndoCheckIn(entrant=m.entrant(), reason=m.sentence()),
    DrawSeats: lambda m: DrawSeats(session=m.session()),
    UndoSeatDraw: lambda m: UndoSeatDraw(session=m.session(), reason=m.sentence()),
    ExchangeSeats: lambda m: ExchangeSeats(session=m.session(), first=m.entrant(), second=m.entrant()),
    AssignReferees: Mischief.assign_referees,
    StartSession: lambda m: StartSession(session=m.session()),
    UndoSessionStart: lambda m: UndoSessionStart(session=m.session(), reason=m.sentence()),
    CallTime: lambda m: CallTime(session=m.session()),
    UndoTimeCall: lambda m: UndoTimeCall(session=m.session(), reason=m.sentence()),
    EndSession: lambda m: EndSession(session=m.session()),
    ReopenSession: lambda m: ReopenSession(session=m.session(), reason=m.sentence()),
    DetermineFirstPlayer: Mischief.determine_first_player,
    NoteIncident: lambda m: NoteIncident(
        sheet=(sheet := m.sheet()), game=m.game(), kind="break_permitted", entrant=m.at_table(sheet)
    ),
    CallChiefReferee: lambda m: CallChiefReferee(sheet=m.sheet()),
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
    WithdrawDispute: lambda m: WithdrawDispute(dispute=m.dispute(), reason=m.sentence()),
    ReportGameNotBegun: lambda m: ReportGameNotBegun(sheet=m.sheet(), game=m.game()),
    MakeRuling: Mischief.make_ruling,
    GiveWarning: lambda m: GiveWarning(entrant=m.offender(), breach=m.sentence()),
    ReportBreach: lambda m: ReportBreach(entrant=m.offender(), description=m.sentence()),
    WithdrawEntrant: lambda m: WithdrawEntrant(
        entrant=m.at_table(m.sheet()), grounds="health", reason=m.sentence(), game_in_progress=m.chance(0.6)
    ),
    DisqualifyEntrant: lambda m: DisqualifyEntrant(entrant=m.entrant(), reason=m.sentence()),
    ReinstateEntrant: lambda m: ReinstateEntrant(entrant=m.entrant(), reason=m.sentence()),
    SuspendDay: lambda m: SuspendDay(day=m.day(), grounds="black_rainstorm", reason=m.sentence()),
    GiveFurtherWord: lambda m: GiveFurtherWord(day=m.day(), en=m.sentence(), zh=m.sentence()),
    RemindOfNextWord: lambda m: RemindOfNextWord(day=m.day()),
    SuspendRemaining: lambda m: SuspendRemaining(day=m.day(), grounds="signal_8_or_above"),
    LiftSuspension: lambda m: LiftSuspension(day=m.day(), reason=m.sentence()),
    RescheduleSessions: lambda m: RescheduleSessions(
        day=m.day(), new_day=m.day() + timedelta(days=m.dice.choice([0, 1, 2]))
    ),
    ReportWarnings: Mischief.report_warnings,
    ReportSilence: lambda m: ReportSilence(since=m.moment()),
    ProposeWeather: lambda m: ProposeWeather(day=m.day(), fetched_at=m.moment()),
    AnswerWeatherProposal: lambda m: AnswerWeatherProposal(
        proposal=m.proposal(), answer=m.dice.choice(["confirm", "refuse"]), reason=m.sentence()
    ),
    EscalateWeatherProposal: lambda m: EscalateWeatherProposal(
        proposal=m.proposal(), step=m.dice.choice([1, 2])
    ),
    AnnounceWeatherWatch: lambda m: AnnounceWeatherWatch(day=m.day(), code="WTCPRE8"),
    AnnouncePlay: lambda m: AnnouncePlay(day=m.day()),
    RemindOfSession: lambda m: RemindOfSession(
        session=m.session(), kind=m.dice.choice(["day_before", "morning", "registration_opens"])
    ),
    RemindOfRetention: lambda m: RemindOfRetention(),
    InvitePeople: lambda m: InvitePeople(),
    RemindInvited: lambda m: RemindInvited(),
    MakeAnnouncement: lambda m: MakeAnnouncement(audience="everyone", en=m.sentence(), zh=m.sentence()),
    PublishResults: lambda m: PublishResults(stage=m.dice.choice(["preliminary", "final"])),
    ConcludeQualification: lambda m: ConcludeQualification(),
    DecideCutTie: Mischief.decide_cut_tie,
    UndoQualification: lambda m: UndoQualification(reason=m.sentence()),
    PlaceFinalists: lambda m: PlaceFinalists(),
    WithdrawQualifier: lambda m: WithdrawQualifier(
        entrant=m.pick(m.state.cut_into("final").qualified, m.entrant()), reason=m.sentence()
    ),
    ForgetPerson: lambda m: ForgetPerson(person=m.pick(sorted(m.state.persons), "person-0")),
    MakeAwards: lambda m: MakeAwards(),
    RevokeAwards: lambda m: RevokeAwards(reason=m.sentence()),
    OpenTable: lambda m: OpenTable(
        session=m.session(), entrants=tuple(m.entrant() for _ in range(m.dice.choice([1, 2, 3, 4])))
    ),
    CloseTable: lambda m: CloseTable(sheet=m.sheet()),
    SetOutForTable: lambda m: SetOutForTable(sheet=m.waited_at(m.sheet())),
}
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
