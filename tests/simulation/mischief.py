"""Commands by chance: of every kind, about things there are and things there are not, at any time."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any, TypeVar, cast

from services.rules.adjudication.turn import TurnInput
from services.rules.game import ENDINGS
from services.rules.melding.possibility import RackInput
from services.rules.ruleset import load
from services.tournament.amendments import (
    AmendDetails,
    CancelRegistration,
    ChooseLanguage,
    MergeEntrants,
    MoveEntrant,
    SetConsent,
)
from services.tournament.awards import MakeAwards, RevokeAwards
from services.tournament.conduct import (
    DisqualifyEntrant,
    GiveWarning,
    ReinstateEntrant,
    ReportBreach,
    WithdrawEntrant,
)
from services.tournament.conflicts import SettleSheetConflict, SheetGame, SubmitSheet
from services.tournament.disputes import RaiseDispute, ReportGameNotBegun, WithdrawDispute
from services.tournament.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    Effect,
    NoEffect,
    ReplayGame,
    VoidGame,
    Warn,
)
from services.tournament.evidence import PresentEvidence
from services.tournament.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.field import RoundTable
from services.tournament.figures import SeatResult
from services.tournament.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.forgetting import ForgetPerson
from services.tournament.founding import AppointReferee, DefineTournament, DismissReferee
from services.tournament.incidents import CallChiefReferee, DetermineFirstPlayer, NoteIncident
from services.tournament.kernel import Command
from services.tournament.paper import ImportResults, ResultRow
from services.tournament.play import (
    CallTime,
    EndSession,
    ReopenSession,
    StartSession,
    UndoSessionStart,
    UndoTimeCall,
)
from services.tournament.presence import CheckIn, UndoCheckIn
from services.tournament.publication import PublishResults
from services.tournament.qualification import ConcludeQualification, DecideCutTie, UndoQualification
from services.tournament.registration import ImportEntrants, RegisterEntrant
from services.tournament.reminding import MakeAnnouncement, RemindOfSession
from services.tournament.results import CorrectGame, RecordGameResult
from services.tournament.retention import RemindOfRetention
from services.tournament.round_games import CorrectRoundGame, RecordRoundGame, RuleRoundGame, players_of
from services.tournament.round_standing import tables_of
from services.tournament.rounds import DrawRound, TakeRoom, UndoRoundDraw
from services.tournament.rulings import MakeRuling
from services.tournament.seating import AssignReferees, DrawSeats, ExchangeSeats, UndoSeatDraw
from services.tournament.signatures import CloseSignature, RecordMissingSignature, SignSheet
from services.tournament.state import Sheet, State
from services.tournament.suspension import LiftSuspension, RescheduleSessions, SuspendDay, SuspendRemaining
from services.tournament.watching import (
    AnnouncePlay,
    AnnounceWeatherWatch,
    AnswerWeatherProposal,
    EscalateWeatherProposal,
    ProposeWeather,
    ReportSilence,
    ReportWarnings,
    SignalSeen,
)

T = TypeVar("T")

SECRET = "Chan Tai Man"
"""Stands in every free text and name, and must stand in no event."""


class Mischief:
    """Draws commands on a state. `odd`: how often something is named that does not exist or does not fit."""

    def __init__(self, dice: Random, odd: float = 0.1) -> None:
        self.dice = dice
        self.odd = odd
        self.state = State()

    def any(self, state: State) -> Command:
        """A command of any kind."""
        self.state = state
        kinds = tuple(KINDS)
        if state.sheets and self.chance(0.6):
            kinds = AT_THE_TABLE
        if state.qualification.status != "open" and self.chance(0.4):
            kinds = AROUND_THE_CUT
        if not state.sheets and self.chance(0.4):
            kinds = AT_REGISTRATION
        return KINDS[self.dice.choice(kinds)](self)

    def of(self, kind: type[Command], state: State) -> Command:
        """A command of that kind."""
        self.state = state
        return KINDS[kind](self)

    # What a command names

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def one(self, known: Sequence[T], other: T) -> T:
        if not known or self.chance(self.odd):
            return other
        return self.dice.choice(known)

    def entrant(self) -> str:
        return self.one(sorted(self.state.entrants), "9999")

    def offender(self) -> str:
        """Someone, more often one who was warned before."""
        warned = sorted(number for number, own in self.state.entrants.items() if own.warnings)
        return self.dice.choice(warned) if warned and self.chance(0.8) else self.at_table(self.sheet())

    def session(self) -> str:
        return self.one(sorted(self.state.sessions), "2026-03-28/9")

    def in_play(self) -> Sequence[Sheet]:
        return [self.state.sheets[key] for key in sorted(self.state.sheets)]

    def sheet(self) -> str:
        """A sheet, more often one that is still open."""
        still_open = [own.sheet for own in self.in_play() if own.closed_seq is None]
        every = [own.sheet for own in self.in_play()]
        return self.one(still_open if still_open and self.chance(0.7) else every, "2026-03-28/1/99")

    def at_table(self, sheet: str) -> str:
        found = self.state.sheets.get(sheet)
        return self.one(found.seats if found is not None else (), self.entrant())

    def game(self) -> int:
        return self.one([1, 2, 3], self.dice.choice([0, 4, -1]))

    def referee(self) -> str:
        return self.one(sorted(self.state.referees), "R99")

    def rack(self) -> RackInput:
        tiles = self.dice.choices(("R7", "B7", "K7", "R8", "R9", "O13", "J"), k=4)
        return RackInput(tuple(tiles), self.one([None, *tiles], "K1"))

    def dispute(self) -> str:
        pending = sorted(key for key, own in self.state.disputes.items() if own.status == "open")
        every = sorted(self.state.disputes)
        return self.one(pending if pending and self.chance(0.7) else every, "D-9999")

    def unit(self) -> str:
        return self.one(sorted(self.state.units), "nobody")

    def day(self) -> date:
        return self.one(sorted({own.day for own in self.state.sessions.values()}), date(2026, 7, 1))

    def moment(self) -> datetime:
        """A moment around the first registration of a day of play."""
        hour = datetime.combine(self.day(), time(2), UTC)
        return hour + timedelta(minutes=self.dice.randrange(600) - 120)

    def proposal(self) -> str:
        return self.one(sorted(self.state.proposals), "W-0099")

    def report_warnings(self) -> ReportWarnings:
        begin = self.moment()
        until = self.dice.choice([None, begin + timedelta(minutes=self.dice.randrange(300))])
        code = self.dice.choice(["TC8NE", "TC3", "WRAINB", "WRAINR"])
        seen = SignalSeen(code, begin, until)
        return ReportWarnings(fetched_at=self.moment(), body="00" * 32, signals=(seen,))

    def said(self) -> str:
        return self.one([f"{SECRET} said so"], " ")

    def birth(self) -> date:
        year = self.dice.choice([1955, 1980, 1995, 2006, 2008, 2012, 2017, 2019, 2020])
        return date(year, 1, 1) + timedelta(days=self.dice.randrange(365))

    # Figures

    def seats(self, sheet: str, game: int) -> tuple[SeatResult, ...]:
        """What was written down for a game: by counts, or as participants would, right or wrong."""
        found = self.state.sheets.get(sheet)
        seats = found.seats if found is not None else ("A", "B", "C")
        current = found.games[game - 1] if found is not None and 1 <= game <= len(found.games) else None
        if current is not None and current.figures:
            seats = tuple(figure.entrant for figure in current.figures)
        elif found is not None and not self.chance(self.odd):
            seats = tuple(own for own in seats if not self._out(own, found))
        if self.chance(0.3):
            return self.self_recorded(seats)
        return tuple(self._counted(own) for own in seats)

    def _out(self, entrant: str, sheet: Sheet) -> bool:
        attendance = self.state.entrants[entrant].at(sheet.stage)
        return attendance is None or attendance.out is not None

    def _counted(self, entrant: str) -> SeatResult:
        tiles = self.dice.choice([0, 1, 1, 2, 3, 5, 9])
        count = 0 if tiles == 0 else self.dice.choice([tiles, 5 + tiles, 8 + tiles, 13 + tiles])
        charge = self.dice.choice(["could_not_meld", "could_have_melded", "knocked_down"])
        more = ("knocked_down",) if self.chance(0.3) else ()
        if tiles and self.chance(0.1):
            return SeatResult(entrant=entrant, count=count, tiles=tiles, charge=charge, more_charges=more)
        return SeatResult(entrant=entrant, count=count, tiles=tiles)

    def self_recorded(self, seats: Sequence[str]) -> tuple[SeatResult, ...]:
        losses = [self.dice.choice([5, 8, 10, 15]) for _ in seats[1:]]
        scores = [str(sum(losses)), *(str(-loss) for loss in losses)][: len(seats)]
        if scores and self.chance(self.odd):
            scores[0] = "7"
        tiles = [0, *(self.dice.choice([1, 2, 3]) for _ in losses)][: len(seats)]
        return tuple(
            SeatResult(entrant=own, score=score, game_won=int(place == 0), tiles=left)
            for place, (own, score, left) in enumerate(zip(seats, scores, tiles, strict=True))
        )

    def effect(self, dispute: str) -> Effect:
        found = self.state.disputes.get(dispute)
        sheet = found.sheet if found is not None and found.sheet is not None else self.sheet()
        game = (
            found.game if found is not None and found.game is not None and self.chance(0.7) else self.game()
        )
        entrant = self.at_table(sheet)
        effects: list[Effect] = [
            NoEffect(),
            AmendGame(game, self.seats(sheet, game), self.ending()),
            VoidGame(game),
            ReplayGame(game),
            ChargeSeat(game, entrant, self.one(["could_not_meld", "knocked_down"], "rudeness")),
            Warn(entrant),
            Disqualify(entrant),
        ]
        return self.dice.choice(effects)

    def ending(self) -> Any:
        return self.dice.choice([*ENDINGS[:4], "time", "time"])

    # One maker a command

    def register_entrant(self) -> Command:
        return registration(self)

    def make_ruling(self) -> Command:
        dispute = self.dispute()
        rulings = sorted(self.state.rulings)
        supersedes = self.one(rulings, "R-9999") if rulings and self.chance(0.4) else None
        if supersedes in self.state.rulings and not self.chance(self.odd):
            dispute = self.state.rulings[cast(str, supersedes)].dispute
        return MakeRuling(
            dispute=dispute,
            finding=self.said(),
            cites=self.one(["HK rules 2.1"], ""),
            reason=self.said(),
            effects=tuple(self.effect(dispute) for _ in range(self.dice.choice([1, 1, 1, 2, 3]))),
            supersedes=supersedes,
        )

    def import_results(self) -> Command:
        rows: list[ResultRow] = []
        session = self.session()
        found = self.state.sessions.get(session)
        drawn = dict(found.tables) if found is not None else {}
        waiting = sorted(found.entrants) if found is not None else []
        for table in range(1, self.dice.choice([1, 1, 2]) + 1):
            seats = list(drawn.get(table, ()))
            if not seats:
                seats, waiting = waiting[:4], waiting[4:]
            for game in (1, 2, 3):
                for letter, own in zip("ABCD", self.self_recorded(seats or ["9999"]), strict=False):
                    rows.append(
                        ResultRow(
                            session,
                            table,
                            game,
                            letter,
                            own.entrant or "",
                            own.game_won or 0,
                            own.score or "0",
                            own.tiles or 0,
                            len(rows) + 2,
                        )
                    )
        if rows and self.chance(self.odd):
            rows.pop()
        return ImportResults(rows=tuple(rows))

    def round_table(self) -> RoundTable:
        """A table of a round, more often one that has not played."""
        tables = list(tables_of(self.state))
        waiting = [own for own in tables if not own.games]
        return self.one(
            waiting if waiting and self.chance(0.7) else tables, RoundTable(7, 7, ("0001", "9999"))
        )

    def round_seats(self, table: RoundTable) -> tuple[SeatResult, ...]:
        staying = [no for no in table.entrants if no in players_of(self.state, table, len(table.games) + 1)]
        winner = self.dice.choice(staying or ["9999"])
        return tuple(
            SeatResult(entrant=number, count=0, tiles=0)
            if number == winner
            else SeatResult(entrant=number, count=self.dice.randrange(5, 60), tiles=self.dice.randrange(1, 5))
            for number in (table.entrants if self.chance(self.odd) else staying)
        )

    def record_round_game(self) -> Command:
        table = self.round_table()
        return RecordRoundGame(
            round=table.round,
            table=table.number,
            game=self.one([len(table.games) + 1, max(1, len(table.games))], 9),
            ended_by=self.one(["cleared"], self.ending()),
            seats=self.round_seats(table),
        )

    def correct_round_game(self) -> Command:
        table = self.round_table()
        return CorrectRoundGame(
            round=table.round,
            table=table.number,
            game=self.one([1], 9),
            seats=self.round_seats(table),
            reason=self.said(),
        )

    def rule_round_game(self) -> Command:
        table = self.round_table()
        return RuleRoundGame(
            round=table.round,
            table=table.number,
            game=self.one([len(table.games) + 1], 1),
            winners=(self.one(table.entrants, "9999"),),
            seats=self.round_seats(table),
            cites=self.one(["house rule 4"], ""),
            reason=self.said(),
        )

    def submit_sheet(self) -> Command:
        sheet = self.sheet()
        games = [SheetGame(game, self.seats(sheet, game), self.ending()) for game in (1, 2, 3)]
        if self.chance(self.odd):
            games.pop()
        return SubmitSheet(sheet=sheet, games=tuple(games))

    def decide_cut_tie(self) -> Command:
        cut = self.state.qualification
        names = tuple(self.dice.sample(cut.tied, min(cut.free_places, len(cut.tied))))
        choice = self.dice.choice(["admit_all", "admit_none", "play_off", "lot"])
        return DecideCutTie(choice=cast(Any, choice), play_off=names, reason=self.said())

    def assign_referees(self) -> Command:
        if self.chance(0.7):
            return AssignReferees(session=self.session())
        return AssignReferees(session=self.session(), assignments={self.referee(): (1, 2)})

    def determine_first_player(self) -> Command:
        sheet = self.sheet()
        found = self.state.sheets.get(sheet)
        seats = list(found.seats) if found is not None else []
        self.dice.shuffle(seats)
        draws = {own: tile for tile, own in enumerate(seats, 1)}
        return DetermineFirstPlayer(sheet=sheet, game=self.game(), draws=draws)


def registration(own: Mischief, entrant_no: str | None = None, session: str | None = None) -> RegisterEntrant:
    family = f"F{own.dice.randrange(6)}" if own.chance(0.3) else None
    role = own.dice.choice(["child", "parent", None]) if family is not None else None
    return RegisterEntrant(
        session=session or own.session(),
        birth_date=own.birth(),
        entrant_no=entrant_no or own.one([None], own.entrant()),
        name_en=own.one([SECRET], ""),
        name_zh=own.one(["", "陳大文"], ""),
        email="taiman@example.org",
        family=family,
        family_role=cast(Any, role),
        consent=own.chance(0.5),
    )


KINDS: Mapping[type[Command], Callable[[Mischief], Command]] = {
    DefineTournament: lambda m: DefineTournament(definition=m.state.plan, ruleset=load("hk-2026")),
    AppointReferee: lambda m: AppointReferee(
        referee=m.one([f"R{m.dice.randrange(9):02d}"], ""), name=m.said(), chief=m.chance(0.2)
    ),
    DismissReferee: lambda m: DismissReferee(referee=m.referee(), reason=m.said()),
    RegisterEntrant: Mischief.register_entrant,
    ImportEntrants: lambda m: ImportEntrants(
        entrants=tuple(registration(m) for _ in range(m.dice.randrange(3)))
    ),
    CancelRegistration: lambda m: CancelRegistration(entrant=m.entrant(), reason=m.said()),
    MoveEntrant: lambda m: MoveEntrant(entrant=m.entrant(), session=m.session(), reason=m.said()),
    MergeEntrants: lambda m: MergeEntrants(keep=m.entrant(), drop=m.entrant()),
    AmendDetails: lambda m: AmendDetails(
        entrant=m.entrant(),
        name_en=m.one([SECRET, None], ""),
        birth_date=m.birth() if m.chance(0.5) else None,
    ),
    ChooseLanguage: lambda m: ChooseLanguage(entrant=m.entrant(), language=m.dice.choice(["en", "zh"])),
    SetConsent: lambda m: SetConsent(entrant=m.entrant(), shown=m.chance(0.5)),
    DeclareFamilyUnit: lambda m: DeclareFamilyUnit(child=m.entrant(), parent=m.entrant()),
    DissolveFamilyUnit: lambda m: DissolveFamilyUnit(unit=m.unit(), reason=m.said()),
    CheckIn: lambda m: CheckIn(entrant=m.entrant()),
    UndoCheckIn: lambda m: UndoCheckIn(entrant=m.entrant(), reason=m.said()),
    DrawSeats: lambda m: DrawSeats(session=m.session()),
    UndoSeatDraw: lambda m: UndoSeatDraw(session=m.session(), reason=m.said()),
    ExchangeSeats: lambda m: ExchangeSeats(session=m.session(), first=m.entrant(), second=m.entrant()),
    AssignReferees: Mischief.assign_referees,
    StartSession: lambda m: StartSession(session=m.session()),
    UndoSessionStart: lambda m: UndoSessionStart(session=m.session(), reason=m.said()),
    CallTime: lambda m: CallTime(session=m.session()),
    UndoTimeCall: lambda m: UndoTimeCall(session=m.session(), reason=m.said()),
    EndSession: lambda m: EndSession(session=m.session()),
    ReopenSession: lambda m: ReopenSession(session=m.session(), reason=m.said()),
    DetermineFirstPlayer: Mischief.determine_first_player,
    NoteIncident: lambda m: NoteIncident(
        sheet=(sheet := m.sheet()), game=m.game(), kind="break_permitted", entrant=m.at_table(sheet)
    ),
    CallChiefReferee: lambda m: CallChiefReferee(sheet=m.sheet()),
    RecordGameResult: lambda m: RecordGameResult(
        sheet=(sheet := m.sheet()), game=(game := m.game()), ended_by=m.ending(), seats=m.seats(sheet, game)
    ),
    CorrectGame: lambda m: CorrectGame(
        sheet=(sheet := m.sheet()),
        game=(game := m.game()),
        ended_by=m.ending(),
        seats=m.seats(sheet, game),
        reason=m.said(),
    ),
    SubmitSheet: Mischief.submit_sheet,
    SettleSheetConflict: lambda m: SettleSheetConflict(
        sheet=m.sheet(),
        conflict=m.one([1, 1, 2], 7),
        take=m.dice.choice(["first", "second"]),
        reason=m.said(),
    ),
    ImportResults: Mischief.import_results,
    SignSheet: lambda m: SignSheet(
        sheet=(sheet := m.sheet()), entrant=m.at_table(sheet), medium=m.dice.choice(["paper", "device"])
    ),
    RecordMissingSignature: lambda m: RecordMissingSignature(
        sheet=(sheet := m.sheet()), entrant=m.at_table(sheet), kind=m.dice.choice(["refused", "absent"])
    ),
    CloseSignature: lambda m: CloseSignature(
        sheet=(sheet := m.sheet()), entrant=m.at_table(sheet), reason=m.said()
    ),
    RaiseDispute: lambda m: RaiseDispute(
        sheet=(sheet := m.sheet()),
        entrant=m.at_table(sheet) if m.chance(0.7) else None,
        game=m.game() if m.chance(0.7) else None,
        statement=m.said(),
    ),
    PresentEvidence: lambda m: PresentEvidence(
        dispute=m.dispute(),
        entrant=m.at_table(m.sheet()) if m.chance(0.7) else None,
        rack=m.rack() if (turn := m.chance(0.5)) else None,
        turn=None if turn else TurnInput(m.chance(0.5), (), m.rack().rack, (("R7", "B7", "K7"),)),
    ),
    WithdrawDispute: lambda m: WithdrawDispute(dispute=m.dispute(), reason=m.said()),
    ReportGameNotBegun: lambda m: ReportGameNotBegun(sheet=m.sheet(), game=m.game()),
    MakeRuling: Mischief.make_ruling,
    GiveWarning: lambda m: GiveWarning(entrant=m.offender(), breach=m.said()),
    ReportBreach: lambda m: ReportBreach(entrant=m.offender(), description=m.said()),
    WithdrawEntrant: lambda m: WithdrawEntrant(
        entrant=m.at_table(m.sheet()), grounds="health", reason=m.said(), game_in_progress=m.chance(0.6)
    ),
    DisqualifyEntrant: lambda m: DisqualifyEntrant(entrant=m.entrant(), reason=m.said()),
    ReinstateEntrant: lambda m: ReinstateEntrant(entrant=m.entrant(), reason=m.said()),
    SuspendDay: lambda m: SuspendDay(day=m.day(), grounds="black_rainstorm", reason=m.said()),
    SuspendRemaining: lambda m: SuspendRemaining(day=m.day(), grounds="signal_8_or_above"),
    LiftSuspension: lambda m: LiftSuspension(day=m.day(), reason=m.said()),
    RescheduleSessions: lambda m: RescheduleSessions(
        day=m.day(), new_day=m.day() + timedelta(days=m.dice.choice([0, 1, 2]))
    ),
    ReportWarnings: Mischief.report_warnings,
    ReportSilence: lambda m: ReportSilence(since=m.moment()),
    ProposeWeather: lambda m: ProposeWeather(day=m.day(), fetched_at=m.moment()),
    AnswerWeatherProposal: lambda m: AnswerWeatherProposal(
        proposal=m.proposal(), answer=m.dice.choice(["confirm", "refuse"]), reason=m.said()
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
    MakeAnnouncement: lambda m: MakeAnnouncement(audience="everyone", en=m.said(), zh=m.said()),
    PublishResults: lambda m: PublishResults(stage=m.dice.choice(["preliminary", "final"])),
    ConcludeQualification: lambda m: ConcludeQualification(),
    DecideCutTie: Mischief.decide_cut_tie,
    UndoQualification: lambda m: UndoQualification(reason=m.said()),
    PlaceFinalists: lambda m: PlaceFinalists(),
    WithdrawQualifier: lambda m: WithdrawQualifier(
        entrant=m.one(m.state.qualification.qualified, m.entrant()), reason=m.said()
    ),
    ForgetPerson: lambda m: ForgetPerson(person=m.one(sorted(m.state.persons), "person-0")),
    MakeAwards: lambda m: MakeAwards(),
    RevokeAwards: lambda m: RevokeAwards(reason=m.said()),
    DrawRound: lambda m: DrawRound(),
    UndoRoundDraw: lambda m: UndoRoundDraw(reason=m.said()),
    TakeRoom: lambda m: TakeRoom(entrants=tuple(m.entrant() for _ in range(m.dice.choice([1, 2, 2, 3, 4])))),
    RecordRoundGame: Mischief.record_round_game,
    CorrectRoundGame: Mischief.correct_round_game,
    RuleRoundGame: Mischief.rule_round_game,
}
AT_REGISTRATION: tuple[type[Command], ...] = (
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
