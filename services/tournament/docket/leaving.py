"""Leaving during play: withdrawal, and disqualification by the Chief Referee (HK conduct)."""

from collections.abc import Collection
from typing import Literal

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.docket.disputes import call_for_ruling
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Personal, Stamp
from services.tournament.kernel.lengths import EntrantNo, Id, SharedReason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    NOT_TAKING_PART,
    attendance_in,
    entrant_in,
    in_phase,
    required_text,
    stage_begun,
    stage_meant_for,
    stages_now,
    still_in,
)
from services.tournament.people.entrants import Attendance, Entrant, Out
from services.tournament.play.forfeits import forfeit_unplayed
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete, is_deserted, may_play_on
from services.tournament.play.signatures import close_when_settled
from services.tournament.standings.reserves import give_up_place, may_give_up
from services.tournament.state import State
from shared.catalogue import Word
from shared.problems import ProblemType

ALL_GAMES_PLAYED = ProblemType("all-games-played", 409, rule="HK code of conduct 12")
NOT_YET_SEATED = ProblemType("not-yet-seated", 409)


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


class WithdrawEntrant(Command, frozen=True, kw_only=True):
    """Record that an entrant left during a session. A game in progress then needs a ruling.

    Who plays in several stages leaves the one named, by default the only one in play.
    """

    entrant: EntrantNo
    stage: Id | None = None
    grounds: Literal["health", "left", "own_wish"]
    reason: SharedReason = ""
    game_in_progress: bool = True


class DisqualifyEntrant(Command, frozen=True, kw_only=True):
    """Disqualify an entrant at once: an aid to play was found.

    Who plays in several stages is out of the one named, by default the only one in play.
    """

    entrant: EntrantNo
    stage: Id | None = None
    grounds: Literal["aid_found"] = "aid_found"
    reason: SharedReason


@decides(WithdrawEntrant)
def withdraw_entrant(draft: Draft, command: WithdrawEntrant) -> None:
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    stage = stage_meant_for(state, entrant, command.stage)
    if stage not in stages_now(state, entrant):  # what went before it is over, and stands
        raise NOT_TAKING_PART(
            entrant=command.entrant,
            stage=state.plan.stage_name(stage),
            status=Word("entrant", entrant.status),
        )
    attendance = attendance_in(state, entrant, stage)
    still_in(entrant, stage)
    session = state.sessions[attendance.session]
    # Who plays in several sessions may leave between them.
    plan = state.stage_plan(stage)
    if plan.attend == "one":
        if session.status in ("scheduled", "suspended"):
            raise NOT_YET_SEATED(session=attendance.session, status=Word("session", session.status))
        in_phase(session, "drawn", "playing", "time_called", "ended")
        sheet = state.sheets.get(attendance.table) if attendance.table else None
        whole = sheet is not None and plan.ranked == "complete" and complete(sheet)
        if sheet is not None and whole and sheet.total(command.entrant).games == len(sheet.games):
            raise ALL_GAMES_PLAYED(entrant=command.entrant, session=attendance.session)
    case, text = _reason(draft, command.reason)
    withdrew = EntrantWithdrew(command.entrant, stage, command.grounds, case)
    seq = draft.record(withdrew, personal=text)
    _table_goes_on(draft, command.entrant, attendance, seq, command.game_in_progress)


@decides(DisqualifyEntrant)
def disqualify_entrant(draft: Draft, command: DisqualifyEntrant) -> None:
    required_text(command.reason)
    stage = _stage_left(draft.state, entrant_in(draft.state, command.entrant), command.stage)
    disqualify(draft, command.entrant, stage, command.grounds, command.reason, None)


def _stage_left(state: State, entrant: Entrant, named: Stage | None) -> Stage:
    """The stage that an entrant is put out of: the one named, else the one begun."""
    if named is None and len(stages_now(state, entrant)) == 1:
        return stage_begun(state, entrant)
    return stage_meant_for(state, entrant, named)


def disqualify(
    draft: Draft,
    entrant_no: str,
    stage: Stage,
    grounds: str,
    reason: str,
    caused_by: int | None,
    ruling: str | None = None,
    *,
    before: Sheet | None = None,
    settled: Collection[int] = (),
) -> None:
    """Disqualify an entrant; what the table has not finished goes on without.

    Out of the preliminary is out of the final too: a place there goes to the next in order.
    `before` is the sheet as it was before the ruling, which says what becomes of the games `settled`.
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
            attendance = entrant.in_stage(following)
            ruled = before if before is not None and before.sheet == attendance.table else None
            interrupted = ruled is None or not _settles_game_in_progress(ruled, settled)
            _table_goes_on(draft, entrant_no, attendance, seq, interrupted, ruled)
    for later in state.plan.leads_to(stage):
        if may_give_up(draft.state, later.id, entrant_no):
            give_up_place(draft, later.id, entrant_no, case, seq)


def _reason(draft: Draft, reason: str) -> tuple[str | None, Personal]:
    if not reason:
        return None, {}
    return draft.case(reason=reason)


def _table_goes_on(
    draft: Draft,
    leaver: str,
    attendance: Attendance,
    seq: int,
    game_in_progress: bool,
    before: Sheet | None = None,
) -> None:
    """What their table has not finished goes on without them; sheets can be complete without a signature."""
    sheet = draft.state.sheets.get(attendance.table) if attendance.table is not None else None
    if sheet is not None and not forfeit_unplayed(draft, sheet, seq) and game_in_progress:
        _interrupt(draft, sheet, leaver, seq, before)
    stage = draft.state.sessions[attendance.session].stage
    for other in sheets_of(draft.state, leaver, stage):
        # A game of an earlier round may have to be played again.
        if other.sheet == attendance.table or not forfeit_unplayed(draft, other, seq):
            close_when_settled(draft, other.sheet, seq)


def _settles_game_in_progress(before: Sheet, settled: Collection[int]) -> bool:
    """Whether the game at which the table was, or waited for a ruling, is one that the ruling settles."""
    open_games = (
        game.number for game in before.games if game is not None and game.status == "awaiting_ruling"
    )
    unplayed = (number for number, game in enumerate(before.games, 1) if game is None)
    return min((*open_games, *unplayed), default=None) in settled


def _interrupt(draft: Draft, sheet: Sheet, leaver: str, seq: int, before: Sheet | None) -> None:
    """The game in progress needs a ruling; where nobody has to complete all games the others just play on.

    It is the first that was unplayed `before` a ruling: one that the ruling has played again comes later.
    """
    games = sheet.games if before is None else before.games
    missing = [number for number, game in enumerate(games, 1) if game is None]
    if may_play_on(sheet):
        missing.append(len(sheet.games) + 1)
    in_play = draft.state.sessions[sheet.session].status in ("playing", "time_called")
    if missing and in_play and draft.state.stage_plan(sheet.stage).ranked == "complete":
        call_for_ruling(draft, "game_interrupted", sheet.sheet, missing[0], seq, leaver)


@evolves(EntrantWithdrew)
def _withdrew(state: State, event: EntrantWithdrew, stamp: Stamp) -> State:
    return turned_out(state, event.entrant, event.stage, "withdrawn")


@evolves(EntrantDisqualified)
def _disqualified(state: State, event: EntrantDisqualified, stamp: Stamp) -> State:
    state = turned_out(state, event.entrant, event.stage, "disqualified")
    if event.ruling is None:
        return state
    ruling = state.rulings[event.ruling]
    disqualified = (*ruling.disqualified, (event.entrant, event.stage))
    return state.with_ruling(structs.replace(ruling, disqualified=disqualified))


def turned_out(state: State, number: str, stage: str, out: Out | None) -> State:
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


def sheets_of(state: State, entrant_no: str, stage: str) -> list[Sheet]:
    """The entrant's sheets in the stage and after it."""
    stages = state.plan.stages_from(stage)
    parts = [part for part in state.entrants[entrant_no].participations if part.stage in stages]
    tables = [table for part in parts for attendance in part.attendances for table in attendance.tables]
    sheets = [state.sheets.get(table) for table in tables]
    return [sheet for sheet in sheets if sheet is not None and entrant_no in sheet.seats]
