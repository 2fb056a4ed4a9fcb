"""Feeding a document's inputs to the present desk: the only module that knows today's commands.

A desk of another shape needs another `command_of`, and nothing else of the inputs changes.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any

from services.access.tokens import Principal
from services.desk.desk import Desk
from services.rules.ruleset import load
from services.tournament.definition.founding import AppointReferee, DefineTournament, DismissReferee
from services.tournament.docket import effects
from services.tournament.docket.breaches import GiveWarning, ReportBreach
from services.tournament.docket.disputes import RaiseDispute, ReportGameNotBegun, WithdrawDispute
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import AmendDetails, CancelRegistration, MergeEntrants
from services.tournament.people.consents import SetConsent
from services.tournament.people.families import DeclareFamilyUnit, DissolveFamilyUnit
from services.tournament.people.family_proposals import AgreeToFamilyUnit, DeclineFamilyUnit
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.importing import ImportEntrants
from services.tournament.people.moving import MoveEntrant
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.conflicts import SettleSheetConflict, SheetGame, SubmitSheet
from services.tournament.play.figures import SeatResult
from services.tournament.play.incidents import DetermineFirstPlayer
from services.tournament.play.open_tables import CloseTable, OpenTable
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.sheets import unsigned
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
from services.tournament.seating.presence import CheckIn, UndoCheckIn
from services.tournament.seating.seats import AssignReferees, DrawSeats, ExchangeSeats, UndoSeatDraw
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import (
    ConcludeQualification,
    DecideCutTie,
    UndoQualification,
)
from services.tournament.standings.reached import LEFT
from services.tournament.state import State
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay, SuspendRemaining
from services.tournament.weather.watching import (
    AnswerWeatherProposal,
    ProposeWeather,
    ReportSilence,
    ReportWarnings,
    SignalSeen,
)
from shared.clock import ManualClock
from tests.golden.comparison.documents import Document, Input
from tests.golden.comparison.early_rounds import in_rounds, plan_of, session_of

WHY = "as recorded"
"""Stands for every reason, statement and finding: free text is not kept, and decides nothing."""


def feed(desk: Desk, clock: ManualClock, document: Document, entry: Input) -> str | None:
    """Give one input to the desk, at its time and by whom it came.

    Returns:
        The sheet of a correction whose paper cannot be signed again today; None for everything else.
    """
    tournament_id = document.definition["id"]
    at = datetime.fromisoformat(entry["at"])
    if at > clock.now():
        clock.set(at)
    role, _, subject = entry["by"].partition(":")
    state = desk.state(tournament_id) if desk.log.head(tournament_id).seq else State()
    principal = Principal("comparison", role, subject, tournament_id)
    if in_rounds(document):
        # What a session is today has steps that rounds did not have; the organizer takes them.
        organizer = Principal("comparison", "organizer", "org", tournament_id)
        for command in before(document, entry, state):
            desk.submit(tournament_id, command, organizer, occurred_at=at)
        if entry["do"] in ("draw", "draw_undone", "game_ruled"):
            principal = organizer
    for command in commands_of(document, entry, desk, tournament_id):
        desk.submit(tournament_id, command, principal, occurred_at=at)
    if entry["do"] != "correction":
        return None
    sheet, after = _sheet(entry, state), desk.state(tournament_id)
    voided = [
        entrant
        for entrant, signature in sorted(state.sheets[sheet].signatures.items())
        if signature.medium == "paper" and entrant not in after.sheets[sheet].signatures
    ]
    disputed = any(case.sheet == sheet and case.status == "open" for case in after.disputes.values())
    waiting = [] if disputed else unsigned(after, after.sheets[sheet])
    # The paper that a game was corrected from has had these figures all along.
    for entrant in voided:
        if entrant in waiting:
            again = SignSheet(sheet=sheet, entrant=entrant, medium="paper")
            desk.submit(tournament_id, again, principal, occurred_at=at)
    return None if {*voided} <= {*waiting} else sheet


def before(document: Document, entry: Input, state: State) -> Iterator[Command]:
    """The steps of sessions before an input of rounds: what is over is ended, what is open is started."""
    kind = entry["do"]
    if kind in ("draw", "publication", "awards"):
        for session in state.sessions.values():
            if session.status == "playing":
                yield EndSession(session=session.plan.id)
    if kind == "room" and not any(session.status == "playing" for session in state.sessions.values()):
        yield StartSession(session=session_of(state.plan, 1))
    if kind == "room":
        coming = document.inputs[document.inputs.index(entry) :]
        played_on = {_sheet(other, state) for other in coming if other["do"] == "game"}
        for sheet in state.sheets.values():
            sitting = set(sheet.seats).intersection(entry["entrants"])
            if sitting and not sheet.over and sheet.sheet not in played_on:
                yield CloseTable(sheet=sheet.sheet)
    if kind == "draw_undone":
        yield UndoSessionStart(session=session_of(state.plan, entry["round"]), reason=WHY)


def commands_of(document: Document, entry: Input, desk: Desk, tournament_id: str) -> Iterator[Command]:
    """The commands that say what the input says."""
    if entry["do"] == "found":
        yield DefineTournament(definition=plan_of(document.definition), ruleset=load(document.ruleset))
        return
    if entry["do"] == "game_ruled":
        sheet = _sheet(entry, desk.state(tournament_id))
        yield RaiseDispute(sheet=sheet, game=entry["game"], statement=WHY)
        yield _ruled_game(entry, desk.state(tournament_id))
        return
    state = desk.state(tournament_id)
    if entry["do"] == "game" and _forfeited_already(entry, state):
        return
    yield COMMANDS[entry["do"]](entry, state)
    if entry["do"] == "draw" and "round" in entry:
        yield StartSession(session=session_of(state.plan, entry["round"]))


def _forfeited_already(entry: Input, state: State) -> bool:
    """Whether the game is that of someone who left, which is over without figures today."""
    if "round" not in entry:
        return False
    games = state.sheets[_sheet(entry, state)].games
    game = games[entry["game"] - 1] if entry["game"] <= len(games) else None
    return game is not None and game.ended_by == LEFT


def _registration(entry: Input, state: State) -> RegisterEntrant:
    in_rounds = state.stages == ("preliminary",)
    return RegisterEntrant(
        session=None if in_rounds else entry["session"],
        birth_date=date.fromisoformat(entry["born"]),
        entrant_no=entry["entrant"],
        name_en=f"Entrant {entry['entrant']}",
        family=entry.get("family"),
        family_role=entry.get("family_role"),
        team=entry.get("team"),
        consent=entry.get("consent", False),
    )


def _seats(given: list[Input]) -> tuple[SeatResult, ...]:
    found = []
    for entry in given:
        charge, *more = entry.get("charges", [None])
        fields = {key: entry[key] for key in entry if key not in ("charges", "rack")}
        rack = tuple(entry["rack"]) if "rack" in entry else None
        found.append(SeatResult(rack=rack, charge=charge, more_charges=tuple(more), **fields))
    return tuple(found)


def _sheet(entry: Input, state: State) -> str:
    session = session_of(state.plan, entry["round"]) if "round" in entry else entry["session"]
    return f"{session}/{entry['table']}"


def _played(entry: Input) -> dict[str, Any]:
    return {"game": entry["game"], "ended_by": entry["ended_by"], "seats": _seats(entry["seats"])}


def _game(entry: Input, state: State) -> Command:
    return RecordGameResult(sheet=_sheet(entry, state), **_played(entry))


def _correction(entry: Input, state: State) -> Command:
    return CorrectGame(sheet=_sheet(entry, state), reason=WHY, **_played(entry))


def _ruled_game(entry: Input, state: State) -> Command:
    effect = effects.AmendGame(entry["game"], _seats(entry["seats"]), winners=tuple(entry["winners"]))
    newest = max(state.disputes)
    return MakeRuling(dispute=newest, finding=WHY, cites=entry["cites"], reason=WHY, effects=(effect,))


def _submitted_sheet(entry: Input, state: State) -> Command:
    games = tuple(SheetGame(**_played(game)) for game in entry["games"])
    return SubmitSheet(sheet=_sheet(entry, state), games=games)


def _paper(entry: Input, state: State) -> Command:
    return ImportResults(rows=tuple(ResultRow(*row) for row in entry["rows"]))


def _effect(entry: Input) -> effects.Effect:
    kind, game = entry["effect"], entry.get("game", 0)
    if kind == "amend":
        return effects.AmendGame(game, _seats(entry["seats"]), entry["ended_by"])
    if kind == "charge":
        return effects.ChargeSeat(game, entry["entrant"], entry["charge"])
    if kind in ("warn", "disqualify"):
        return (effects.Warn if kind == "warn" else effects.Disqualify)(entry["entrant"])
    if kind in ("void", "replay"):
        return (effects.VoidGame if kind == "void" else effects.ReplayGame)(game)
    return effects.NoEffect()


def _ruling(entry: Input, state: State) -> Command:
    return MakeRuling(
        dispute=entry["case"],
        finding=WHY,
        cites=entry["cites"],
        reason=WHY,
        effects=tuple(_effect(effect) for effect in entry["effects"]),
        supersedes=entry.get("supersedes"),
    )


def _session(entry: Input, state: State) -> str:
    return session_of(state.plan, entry["round"]) if "round" in entry else str(entry["session"])


def _draw(entry: Input, state: State) -> Command:
    return DrawSeats(session=_session(entry, state), seed=entry["seed"])


def _draw_undone(entry: Input, state: State) -> Command:
    return UndoSeatDraw(session=_session(entry, state), reason=WHY)


def _room(entry: Input, state: State) -> Command:
    return OpenTable(session=session_of(state.plan, 1), entrants=tuple(entry["entrants"]))


def _suspension(entry: Input, state: State) -> Command:
    suspend = SuspendRemaining if entry["rest_only"] else SuspendDay
    return suspend(day=date.fromisoformat(entry["day"]), grounds=entry["grounds"])


def _forgotten(entry: Input, state: State) -> Command:
    person = entry["entrant"] if "entrant" in entry else state.referees[entry["official"]].person
    return ForgetPerson(person=person, grounds=entry["grounds"])


def _dissolved(entry: Input, state: State) -> Command:
    units = state.units.values()
    unit = next(unit.unit for unit in units if (unit.child, unit.parent) == (entry["child"], entry["parent"]))
    return DissolveFamilyUnit(unit=unit, reason=WHY)


def _warnings(entry: Input, state: State) -> Command:
    signals = tuple(
        SignalSeen(code, _moment(begin), _moment(until)) for code, begin, until in entry["signals"]
    )
    return ReportWarnings(fetched_at=_moment(entry["fetched_at"]), body=entry["body"], signals=signals)


def _moment(text: str | None) -> Any:
    return None if text is None else datetime.fromisoformat(text)


def _tie(entry: Input, state: State) -> Command:
    return DecideCutTie(
        choice=entry["choice"], play_off=tuple(entry.get("play_off", ())), seed=entry.get("seed"), reason=WHY
    )


def _pair(kind: Callable[..., Command]) -> Callable[[Input, State], Command]:
    return lambda entry, state: kind(child=entry["child"], parent=entry["parent"])


def _of_session(kind: Callable[..., Command], **more: str) -> Callable[[Input, State], Command]:
    return lambda entry, state: kind(session=entry["session"], **more)


def _of_entrant(kind: Callable[..., Command], **more: str) -> Callable[[Input, State], Command]:
    return lambda entry, state: kind(entrant=entry["entrant"], **more)


COMMANDS: Mapping[str, Callable[[Input, State], Command]] = {
    "official": lambda entry, state: AppointReferee(
        referee=entry["official"], name=f"Official {entry['official']}", chief=entry["chief"]
    ),
    "official_dismissed": lambda entry, state: DismissReferee(referee=entry["official"], reason=WHY),
    "registration": _registration,
    "registrations": lambda entry, state: ImportEntrants(
        entrants=tuple(_registration(other, state) for other in entry["entrants"])
    ),
    "registration_cancelled": _of_entrant(CancelRegistration, reason=WHY),
    "moved": lambda entry, state: MoveEntrant(entrant=entry["entrant"], session=entry["session"], reason=WHY),
    "merged": lambda entry, state: MergeEntrants(keep=entry["keep"], drop=entry["drop"], reason=WHY),
    "birth_date": lambda entry, state: AmendDetails(
        entrant=entry["entrant"], birth_date=date.fromisoformat(entry["born"])
    ),
    # Who says it is not written; a parent may whatever the age.
    "consent": lambda entry, state: SetConsent(
        entrant=entry["entrant"], shown=entry["shown"], guardian="Parent" if entry["shown"] else ""
    ),
    "forgotten": _forgotten,
    "family_unit": _pair(DeclareFamilyUnit),
    "family_unit_agreed": _pair(AgreeToFamilyUnit),
    "family_unit_declined": _pair(DeclineFamilyUnit),
    "family_unit_dissolved": _dissolved,
    "check_in": _of_entrant(CheckIn),
    "check_in_undone": _of_entrant(UndoCheckIn, reason=WHY),
    "draw": _draw,
    "draw_undone": _draw_undone,
    "seats_exchanged": lambda entry, state: ExchangeSeats(
        session=entry["session"], first=entry["first"], second=entry["second"]
    ),
    "room": _room,
    "officials_assigned": lambda entry, state: AssignReferees(
        session=entry["session"], assignments={key: tuple(tables) for key, tables in entry["tables"].items()}
    ),
    "session_started": _of_session(StartSession),
    "session_start_undone": _of_session(UndoSessionStart, reason=WHY),
    "time_called": _of_session(CallTime),
    "time_call_undone": _of_session(UndoTimeCall, reason=WHY),
    "session_ended": _of_session(EndSession),
    "session_reopened": _of_session(ReopenSession, reason=WHY),
    "first_player": lambda entry, state: DetermineFirstPlayer(
        sheet=_sheet(entry, state), game=entry["game"], draws=dict(entry["draws"])
    ),
    "game": _game,
    "correction": _correction,
    "game_ruled": _ruled_game,
    "sheet": _submitted_sheet,
    "sheet_conflict_settled": lambda entry, state: SettleSheetConflict(
        sheet=_sheet(entry, state), conflict=entry["conflict"], take=entry["take"], reason=WHY
    ),
    "paper": _paper,
    "signature": lambda entry, state: SignSheet(
        sheet=_sheet(entry, state), entrant=entry["entrant"], medium=entry["medium"]
    ),
    "signature_missing": lambda entry, state: RecordMissingSignature(
        sheet=_sheet(entry, state), entrant=entry["entrant"], kind=entry["kind"], reason=WHY
    ),
    "signature_closed": lambda entry, state: CloseSignature(
        sheet=_sheet(entry, state), entrant=entry["entrant"], reason=WHY
    ),
    "dispute": lambda entry, state: RaiseDispute(
        sheet=_sheet(entry, state), entrant=entry.get("entrant"), game=entry.get("game"), statement=WHY
    ),
    "dispute_withdrawn": lambda entry, state: WithdrawDispute(dispute=entry["case"]),
    "game_not_begun": lambda entry, state: ReportGameNotBegun(sheet=_sheet(entry, state), game=entry["game"]),
    "ruling": _ruling,
    "warning": _of_entrant(GiveWarning, breach=WHY),
    "breach": _of_entrant(ReportBreach, description=WHY),
    "withdrawal": lambda entry, state: WithdrawEntrant(
        entrant=entry["entrant"],
        grounds=entry["grounds"],
        reason=WHY,
        # In rounds no game was in progress: the others played on.
        game_in_progress=entry["game_in_progress"] and state.plan.stages[0].check_in != "none",
    ),
    "disqualification": lambda entry, state: DisqualifyEntrant(
        entrant=entry["entrant"], grounds=entry["grounds"], reason=WHY
    ),
    "reinstatement": _of_entrant(ReinstateEntrant, reason=WHY),
    "suspension": _suspension,
    "suspension_lifted": lambda entry, state: LiftSuspension(
        day=date.fromisoformat(entry["day"]), reason=WHY
    ),
    "new_date": lambda entry, state: RescheduleSessions(
        day=date.fromisoformat(entry["day"]),
        new_day=date.fromisoformat(entry["new_day"]),
        sessions=tuple(entry["sessions"]),
    ),
    "weather_warnings": _warnings,
    "weather_silence": lambda entry, state: ReportSilence(since=_moment(entry["since"])),
    "weather_proposal": lambda entry, state: ProposeWeather(
        day=date.fromisoformat(entry["day"]), fetched_at=_moment(entry["fetched_at"])
    ),
    "weather_answer": lambda entry, state: AnswerWeatherProposal(
        proposal=entry["proposal"], answer=entry["answer"], reason=WHY
    ),
    "publication": lambda entry, state: PublishResults(stage=entry["stage"]),
    "cut": lambda entry, state: ConcludeQualification(),
    "tie_decided": _tie,
    "cut_undone": lambda entry, state: UndoQualification(reason=WHY),
    "finalists_placed": lambda entry, state: PlaceFinalists(),
    "place_given_up": _of_entrant(WithdrawQualifier),
    "awards": lambda entry, state: MakeAwards(),
    "awards_revoked": lambda entry, state: RevokeAwards(reason=WHY),
}
"""What each kind of input is today."""
