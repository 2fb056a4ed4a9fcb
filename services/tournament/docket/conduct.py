"""Conduct: two verbal warnings at most, then an investigation; leaving and disqualification (HK conduct)."""

from typing import Literal

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.docket.disputes import DisputeRaised, call_for_ruling, next_dispute
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Personal, Stamp
from services.tournament.kernel.lengths import Id, Reason, Statement
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    attendance_in,
    drawn_after,
    entrant_in,
    in_phase,
    said,
    stage_begun,
    still_in,
)
from services.tournament.people.entrants import Attendance, Entrant, Out, Warned
from services.tournament.play.forfeits import LEFT, forfeit_unplayed
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete, is_deserted, may_play_on, with_games
from services.tournament.play.signatures import close_when_settled
from services.tournament.play.timing import RESTS_ON_IT
from services.tournament.standings.reserves import cut_from, give_up_place, may_give_up
from services.tournament.state import State
from shared.problems import ProblemType

WARNINGS_USED_UP = ProblemType(
    "warnings-used-up",
    409,
    "Entrant {entrant} has had {given} verbal warnings. Report the further breach for investigation.",
    "參賽者 {entrant} 已受 {given} 次口頭警告。請將再次違規上報調查。",
    rule="HK code of conduct 9",
)
WARNINGS_FIRST = ProblemType(
    "warnings-first",
    409,
    "Entrant {entrant} has had {given} of {most} verbal warnings. Give a warning.",
    "參賽者 {entrant} 只受 {given}／{most} 次口頭警告。請先給予警告。",
    rule="HK code of conduct 9",
)
ALL_GAMES_PLAYED = ProblemType(
    "all-games-played",
    409,
    "Entrant {entrant} has completed every game of session {session}; leaving now is no withdrawal.",
    "參賽者 {entrant} 已完成場次 {session} 全部賽局，離場不屬退賽。",
    rule="HK code of conduct 12",
)
NOT_YET_SEATED = ProblemType(
    "not-yet-seated",
    409,
    "Session {session} is {status}. Before seats are drawn, cancel the registration or the final place.",
    "場次 {session} 現為 {status}。編位前請取消登記或放棄決賽席位。",
)
NOT_OUT = ProblemType(
    "not-out",
    409,
    "Entrant {entrant} is still in the competition; there is nothing to reinstate.",
    "參賽者 {entrant} 仍在比賽中，無須恢復。",
)


@event("verbal-warning-given")
class VerbalWarningGiven(Event, frozen=True):
    """An entrant was warned; what for is in the vault under `case`."""

    entrant: str
    number: int
    ruling: str | None
    case: str | None


@event("entrant-withdrew")
class EntrantWithdrew(Event, frozen=True):
    """An entrant left before completing all games. Finished games stand."""

    entrant: str
    stage: str
    grounds: str
    case: str | None


@event("entrant-disqualified")
class EntrantDisqualified(Event, frozen=True):
    """The Chief Referee disqualified an entrant; opponents' results stand."""

    entrant: str
    stage: str
    grounds: str
    case: str | None
    ruling: str | None = None


@event("entrant-reinstated")
class EntrantReinstated(Event, frozen=True):
    """A withdrawal or disqualification is taken back: a mistake, or by a ruling that was superseded."""

    entrant: str
    stage: str
    case: str | None


class GiveWarning(Command, frozen=True, kw_only=True):
    """Give a verbal warning."""

    entrant: Id
    breach: Statement


class ReportBreach(Command, frozen=True, kw_only=True):
    """Report a breach after two warnings, for referee and Chief Referee to investigate."""

    entrant: Id
    description: Statement


class WithdrawEntrant(Command, frozen=True, kw_only=True):
    """Record that an entrant left during a session. A game in progress then needs a ruling."""

    entrant: Id
    grounds: Literal["health", "left", "own_wish"]
    reason: Reason = ""
    game_in_progress: bool = True


class DisqualifyEntrant(Command, frozen=True, kw_only=True):
    """Disqualify an entrant at once: an aid to play was found."""

    entrant: Id
    grounds: Literal["aid_found"] = "aid_found"
    reason: Reason


class ReinstateEntrant(Command, frozen=True, kw_only=True):
    """Take back a mistaken withdrawal or disqualification, until play went on without the entrant."""

    entrant: Id
    reason: Reason


@decides(GiveWarning)
def give_warning(draft: Draft, command: GiveWarning) -> None:
    case, text = draft.case(breach=said(command.breach, "breach"))
    warn(draft, command.entrant, (case, text), None, None)


@decides(ReportBreach)
def report_breach(draft: Draft, command: ReportBreach) -> None:
    state = draft.state
    entrant, attendance = _playing(state, command.entrant)
    given, most = len(entrant.warnings), state.plan.verbal_warnings
    if given < most:
        raise WARNINGS_FIRST(entrant=command.entrant, given=given, most=most)
    case, text = draft.case(statement=said(command.description, "description"))
    sheet = attendance.table if attendance.table in state.sheets else None
    raised = DisputeRaised(next_dispute(draft), "breach", sheet, None, (command.entrant,), None, case)
    draft.record(raised, personal=text)


@decides(WithdrawEntrant)
def withdraw_entrant(draft: Draft, command: WithdrawEntrant) -> None:
    state = draft.state
    entrant, attendance = _playing(state, command.entrant)
    session = state.sessions[attendance.session]
    # Who plays in several sessions may leave between them.
    plan = state.stage_plan(entrant.stage)
    if plan.attend == "one":
        if session.status in ("scheduled", "suspended"):
            raise NOT_YET_SEATED(session=attendance.session, status=session.status)
        in_phase(session, "drawn", "playing", "time_called", "ended")
        sheet = state.sheets.get(attendance.table) if attendance.table else None
        whole = sheet is not None and plan.ranked == "complete" and complete(sheet)
        if sheet is not None and whole and sheet.total(command.entrant).games == len(sheet.games):
            raise ALL_GAMES_PLAYED(entrant=command.entrant, session=attendance.session)
    case, text = _reason(draft, command.reason)
    withdrew = EntrantWithdrew(command.entrant, entrant.stage, command.grounds, case)
    seq = draft.record(withdrew, personal=text)
    _table_goes_on(draft, command.entrant, attendance, seq, command.game_in_progress)


@decides(DisqualifyEntrant)
def disqualify_entrant(draft: Draft, command: DisqualifyEntrant) -> None:
    said(command.reason)
    stage = stage_begun(draft.state, entrant_in(draft.state, command.entrant))
    disqualify(draft, command.entrant, stage, command.grounds, command.reason, None)


@decides(ReinstateEntrant)
def reinstate_entrant(draft: Draft, command: ReinstateEntrant) -> None:
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    stage = next((part.stage for part in entrant.participations if part.out is not None), entrant.stage)
    attendance = attendance_in(state, entrant, stage)
    if entrant.plays_in(stage):
        raise NOT_OUT(entrant=command.entrant)
    for ruling in state.rulings.values():
        if (command.entrant, stage) in ruling.disqualified and ruling.superseded_by is None:
            raise RESTS_ON_IT(
                what=f"ruling {ruling.ruling}",
                what_zh=f"裁決 {ruling.ruling}",
                way_out="Supersede that ruling.",
                way_out_zh="請取代該裁決",
            )
    if cut_from(state, stage):
        raise RESTS_ON_IT(
            what="the cut",
            what_zh="晉級名單",
            way_out="Undo the qualification first.",
            way_out_zh="請先撤銷晉級名單",
        )
    if stage == state.plan.last_stage and state.awards is not None:
        raise RESTS_ON_IT(
            what="the awards", what_zh="獎項", way_out="Revoke the awards first.", way_out_zh="請先撤回獎項"
        )
    sheet = state.sheets.get(attendance.table) if attendance.table else None
    # Who has to complete every game cannot be in again once one was played without her.
    missed = sheet is not None and state.stage_plan(stage).ranked == "complete"
    for game in sheet.games if sheet is not None and missed and command.entrant in sheet.seats else ():
        if game is None or game.status == "awaiting_ruling":
            continue
        if command.entrant not in {figure.entrant for figure in game.figures}:
            raise RESTS_ON_IT(
                what=f"game {game.number}, played without the entrant",
                what_zh=f"缺少該參賽者而完成的第 {game.number} 局",
                way_out="Raise a dispute and have it ruled.",
                way_out_zh="請提出爭議，由總裁判裁決",
            )
    if state.versions.get(stage):
        raise RESTS_ON_IT(
            what="published results",
            what_zh="已公布的成績",
            way_out="Raise a dispute and have it ruled.",
            way_out_zh="請提出爭議，由總裁判裁決",
        )
    case, text = draft.case(reason=said(command.reason))
    reinstate(draft, command.entrant, stage, case, text, None)


def warn(
    draft: Draft,
    entrant_no: str,
    case: tuple[str, Personal] | None,
    ruling: str | None,
    caused_by: int | None,
) -> None:
    """Warn an entrant, at most as often as the tournament allows."""
    entrant, _ = _playing(draft.state, entrant_no)
    given = len(entrant.warnings)
    if given >= draft.state.plan.verbal_warnings:
        raise WARNINGS_USED_UP(entrant=entrant_no, given=given)
    subject, text = case or (None, None)
    warned = VerbalWarningGiven(entrant_no, given + 1, ruling, subject)
    draft.record(warned, personal=text, caused_by=caused_by)


def disqualify(
    draft: Draft,
    entrant_no: str,
    stage: Stage,
    grounds: str,
    reason: str,
    caused_by: int | None,
    ruling: str | None = None,
) -> None:
    """Disqualify an entrant; what the table has not finished goes on without.

    Out of the preliminary is out of the final too: a place there goes to the next in order.
    """
    state = draft.state
    entrant = entrant_in(state, entrant_no)
    attendance_in(state, entrant, stage)
    still_in(entrant, stage)
    case, text = _reason(draft, reason)
    event = EntrantDisqualified(entrant_no, stage, grounds, case, ruling)
    seq = draft.record(event, personal=text, caused_by=caused_by)
    for following in state.plan.stages_from(stage):
        if entrant.plays_in(following):
            _table_goes_on(draft, entrant_no, entrant.in_stage(following), seq, True)
    for later in state.plan.leads_to(stage):
        if may_give_up(draft.state, later.id, entrant_no):
            give_up_place(draft, later.id, entrant_no, case, seq)


def reinstate(
    draft: Draft,
    entrant_no: str,
    stage: Stage,
    case: str | None,
    text: Personal | None,
    caused_by: int | None,
) -> None:
    """Let an entrant be in the stage again; the sheet waits for a signature, if there is none yet."""
    seq = draft.record(EntrantReinstated(entrant_no, stage, case), personal=text, caused_by=caused_by)
    for sheet in _sheets_of(draft.state, entrant_no, stage):
        close_when_settled(draft, sheet.sheet, seq)


def _playing(state: State, entrant_no: str) -> tuple[Entrant, Attendance]:
    entrant = entrant_in(state, entrant_no)
    attendance = attendance_in(state, entrant, entrant.stage)
    still_in(entrant, entrant.stage)
    return entrant, attendance


def _reason(draft: Draft, reason: str) -> tuple[str | None, Personal]:
    if not reason:
        return None, {}
    return draft.case(reason=reason)


def _table_goes_on(
    draft: Draft, leaver: str, attendance: Attendance, seq: int, game_in_progress: bool
) -> None:
    """What her table has not finished goes on without her; sheets may be complete without her signature."""
    sheet = draft.state.sheets.get(attendance.table) if attendance.table is not None else None
    if sheet is not None and not forfeit_unplayed(draft, sheet, seq) and game_in_progress:
        _interrupt(draft, sheet, leaver, seq)
    stage = draft.state.sessions[attendance.session].stage
    for other in _sheets_of(draft.state, leaver, stage):
        close_when_settled(draft, other.sheet, seq)


def _interrupt(draft: Draft, sheet: Sheet, leaver: str, seq: int) -> None:
    """The game in progress needs a ruling; where nobody has to complete all games the others just play on."""
    missing = [number for number, game in enumerate(sheet.games, 1) if game is None]
    if may_play_on(sheet):
        missing.append(len(sheet.games) + 1)
    in_play = draft.state.sessions[sheet.session].status in ("playing", "time_called")
    if missing and in_play and draft.state.stage_plan(sheet.stage).ranked == "complete":
        call_for_ruling(draft, "game_interrupted", sheet.sheet, missing[0], seq, leaver)


@evolves(VerbalWarningGiven)
def _warned(state: State, event: VerbalWarningGiven, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    warnings = (*entrant.warnings, Warned(stamp.seq, event.ruling))
    return state.with_entrant(structs.replace(entrant, warnings=warnings))


@evolves(EntrantWithdrew)
def _withdrew(state: State, event: EntrantWithdrew, stamp: Stamp) -> State:
    return _out(state, event.entrant, event.stage, "withdrawn")


@evolves(EntrantDisqualified)
def _disqualified(state: State, event: EntrantDisqualified, stamp: Stamp) -> State:
    state = _out(state, event.entrant, event.stage, "disqualified")
    if event.ruling is None:
        return state
    ruling = state.rulings[event.ruling]
    disqualified = (*ruling.disqualified, (event.entrant, event.stage))
    return state.with_ruling(structs.replace(ruling, disqualified=disqualified))


@evolves(EntrantReinstated)
def _reinstated(state: State, event: EntrantReinstated, stamp: Stamp) -> State:
    state = _out(state, event.entrant, event.stage, None)
    for sheet in _sheets_of(state, event.entrant, event.stage):
        state = _interruptions_moot(state, sheet, event.entrant)
    return state


def _interruptions_moot(state: State, sheet: Sheet, leaver: str) -> State:
    """The state in which no game awaits a ruling because `leaver` left, or is forfeited by it.

    A forfeit by which a later round was drawn stands. The sheet is open for a signature.
    """
    forfeited = [game for game in sheet.games if game is not None and game.ended_by == LEFT]
    if drawn_after(state, state.sessions[sheet.session]) is not None:
        forfeited = []
    if any(figure.entrant == leaver and not figure.game_won for game in forfeited for figure in game.figures):
        kept = [None if game in forfeited else game for game in sheet.games]
        sheet = with_games(sheet, kept)
    games = list(sheet.games)
    still_open = []
    for number in sheet.open_disputes:
        dispute = state.disputes[number]
        if dispute.leaver != leaver:
            still_open.append(number)
            continue
        state = state.with_dispute(structs.replace(dispute, status="moot"))
        game = games[dispute.game - 1] if dispute.game is not None else None
        if game is not None and game.status == "awaiting_ruling":
            games[game.number - 1] = None
    return state.with_sheet(
        structs.replace(sheet, games=tuple(games), open_disputes=tuple(still_open), closed_seq=None)
    )


def _out(state: State, number: str, stage: str, out: Out | None) -> State:
    """The state with the entrant out of the stage (or in again), and of all that follow from it."""
    entrant = state.entrants[number]
    for following in state.plan.stages_from(stage):
        part = entrant.participation(following)
        if part is None:
            continue
        entrant = entrant.turned(following, out)
        state = state.with_entrant(entrant)
        for attendance in part.attendances:
            for table in attendance.tables:
                sheet = state.sheets.get(table)
                if sheet is not None and number in sheet.seats:
                    sheet = structs.replace(sheet, deserted=is_deserted(state, sheet))
                    state = state.with_sheet(
                        sheet if complete(sheet) else structs.replace(sheet, closed_seq=None)
                    )
    return state


def _sheets_of(state: State, entrant_no: str, stage: str) -> list[Sheet]:
    """The entrant's sheets in the stage and after it."""
    stages = state.plan.stages_from(stage)
    parts = [part for part in state.entrants[entrant_no].participations if part.stage in stages]
    tables = [table for part in parts for attendance in part.attendances for table in attendance.tables]
    sheets = [state.sheets.get(table) for table in tables]
    return [sheet for sheet in sheets if sheet is not None and entrant_no in sheet.seats]
