"""Letting an entrant back in who withdrew or was disqualified by mistake (HK conduct)."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.docket.leaving import sheets_of, turned_out
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Personal, Stamp
from services.tournament.kernel.lengths import EntrantNo, Id, SharedReason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    active_seats,
    attendance_in,
    drawn_after,
    entrant_in,
    required_text,
    rests_on_it,
    stage_in,
)
from services.tournament.people.entrants import Entrant
from services.tournament.play.forfeits import LEFT, are_forfeited, forfeit_after_return, who_forfeited
from services.tournament.play.going_back import played_in
from services.tournament.play.scores import Game, Sheet
from services.tournament.play.sheets import figures_differ, is_settled, with_games
from services.tournament.play.signatures import close_when_settled, void_signatures
from services.tournament.standings.reserves import cut_from
from services.tournament.state import State
from shared.problems import ProblemType

NOT_OUT = ProblemType("not-out", 409)


@event("entrant-reinstated")
class EntrantReinstated(Event, frozen=True):
    """A withdrawal or disqualification is taken back: a mistake, or by a ruling that was superseded.

    Or that a place in a stage was given up, before the cut into it is made again.
    """

    entrant: str
    stage: str
    case: str | None


class ReinstateEntrant(Command, frozen=True, kw_only=True):
    """Take back a mistaken withdrawal or disqualification, until play went on without the entrant.

    Without a stage: that of the first one left, or whose place was given up.
    """

    entrant: EntrantNo
    stage: Id | None = None
    reason: SharedReason


@decides(ReinstateEntrant, EntrantReinstated)
def reinstate_entrant(draft: Draft, command: ReinstateEntrant) -> None:
    state = draft.state
    entrant = entrant_in(state, command.entrant)
    stage = _stage_left(state, entrant) if command.stage is None else stage_in(state, command.stage)
    if command.entrant in state.cut_into(stage).given_up:
        _take_up_again(draft, stage, command)
        return
    attendance = attendance_in(state, entrant, stage)
    if entrant.plays_in(stage):
        raise NOT_OUT(entrant=command.entrant)
    # What nothing takes back comes before what can be undone first.
    sheet = state.sheets.get(attendance.table) if attendance.table else None
    # Who has to complete every game cannot be in again once one was played without them.
    missed = sheet is not None and state.stage_plan(stage).ranked == "complete"
    for game in sheet.games if sheet is not None and missed and command.entrant in sheet.seats else ():
        if game is None or game.status == "awaiting_ruling":
            continue
        if command.entrant not in {figure.entrant for figure in game.figures}:
            raise rests_on_it(
                "part-reinstating-game-played-without-entrant",
                "part-reinstating-raise-dispute-have-ruled",
                number=game.number,
            )
    if state.versions.get(stage):
        raise rests_on_it("part-reinstating-published-results", "part-reinstating-raise-dispute-have-ruled")
    for later in state.plan.leads_to(stage):
        if (played := played_in(state, later.id)) is not None:
            raise rests_on_it(
                "part-timing-played", "part-reinstating-raise-dispute-have-ruled", session=played
            )
    for ruling in state.rulings.values():
        if (command.entrant, stage) in ruling.disqualified and ruling.superseded_by is None:
            raise rests_on_it(
                "part-reinstating-ruling", "part-reinstating-supersede-ruling", ruling=ruling.ruling
            )
    if cut_from(state, stage):
        raise rests_on_it("part-reinstating-cut", "part-reinstating-undo-qualification-first")
    if stage in state.plan.last_stages and state.awards is not None:
        raise rests_on_it("part-reinstating-awards", "part-reinstating-revoke-awards-first")
    case, text = draft.case(reason=required_text(command.reason))
    settle_tables(draft, *reinstate(draft, command.entrant, stage, case, text, None))


def _stage_left(state: State, entrant: Entrant) -> Stage:
    """The first stage that an entrant is out of, else the first in which they gave up a place."""
    left = [part.stage for part in entrant.participations if part.out is not None]
    given_up = [stage for stage in state.stages if entrant.entrant_no in state.cut_into(stage).given_up]
    return next(iter((*left, *given_up)), entrant.stage)


def _take_up_again(draft: Draft, stage: Stage, command: ReinstateEntrant) -> None:
    """Let who gave up a place be in the cut when it is made again: somebody else may have that place now."""
    if (played := played_in(draft.state, stage)) is not None:
        raise rests_on_it("part-timing-played", "part-qualification-correct-what-was-played", session=played)
    if draft.state.cut_into(stage).status != "open":
        raise rests_on_it("part-reinstating-cut", "part-reinstating-undo-qualification-first")
    case, text = draft.case(reason=required_text(command.reason))
    draft.record(EntrantReinstated(command.entrant, stage, case), personal=text)


def reinstate(
    draft: Draft,
    entrant_no: str,
    stage: Stage,
    case: str | None,
    text: Personal | None,
    caused_by: int | None,
) -> tuple[int, list[Sheet]]:
    """Let an entrant be in the stage again; the sheet waits for a signature, if there is none yet.

    Where a forfeit ends with it, what was signed of it binds no more.

    Returns:
        the seq of it and their sheets as before, for `settle_tables` once it is known who is in.
    """
    before = sheets_of(draft.state, entrant_no, stage)
    seq = draft.record(EntrantReinstated(entrant_no, stage, case), personal=text, caused_by=caused_by)
    for sheet in before:
        changed = figures_differ(sheet.games, draft.state.sheets[sheet.sheet].games)
        void_signatures(draft, sheet.sheet, changed, seq)
    return seq, before


def settle_tables(draft: Draft, caused_by: int, before: list[Sheet]) -> None:
    """Forfeit what cannot be played at the tables of somebody who is in again; close what is settled."""
    for sheet in before:
        forfeit_after_return(draft, sheet, caused_by)
        close_when_settled(draft, sheet.sheet, caused_by)


def to_be_played_with(state: State, entrant: str, stage: Stage) -> Iterator[Sheet]:
    """Tables of two with games that were forfeited, and are to be played, as both are in again.

    What a later round was drawn by stays forfeited.
    """
    for sheet in sheets_of(state, entrant, stage):
        both = active_seats(state, sheet) == sheet.seats
        if both and None in sheet.games and sheet.closed_seq is None and are_forfeited(state, sheet):
            yield sheet


@evolves(EntrantReinstated)
def _reinstated(state: State, event: EntrantReinstated, stamp: Stamp) -> State:
    cut = state.cut_into(event.stage)
    if event.entrant in cut.given_up:
        given_up = tuple(number for number in cut.given_up if number != event.entrant)
        return state.with_cut(event.stage, structs.replace(cut, given_up=given_up))
    state = turned_out(state, event.entrant, event.stage, None)
    for sheet in sheets_of(state, event.entrant, event.stage):
        state = _forfeits_lapsed(state, sheet, event.entrant)
        state = _interruptions_moot(state, sheet, event.entrant, stamp.seq)
    return state


def _forfeits_lapsed(state: State, sheet: Sheet, leaver: str) -> State:
    """The state in which no forfeit by `leaver` comes back when a ruling on its game is superseded."""
    for ruling in state.rulings.values():
        if state.disputes[ruling.dispute].sheet == sheet.sheet:
            lapsed = {game.number for game in _forfeited(state, sheet, ruling.before.values(), leaver)}
            if lapsed:
                state = state.with_ruling(structs.replace(ruling, lapsed=ruling.lapsed | lapsed))
    return state


def _forfeited(state: State, sheet: Sheet, games: Iterable[Game | None], leaver: str) -> list[Game]:
    """What `leaver` forfeited of these games and a return takes back: not what a later round was drawn by."""
    left = [game for game in games if game is not None and game.ended_by == LEFT]
    session = state.sessions[sheet.session]
    return [
        game
        for game in left
        if who_forfeited(game) == leaver and drawn_after(state, session, game.seq) is None
    ]


def _interruptions_moot(state: State, sheet: Sheet, leaver: str, seq: int) -> State:
    """The state in which no game awaits a ruling because `leaver` left, or is forfeited by it.

    The sheet is open for what it lacks then; one that was closed and lacks nothing stays closed.
    """
    forfeited = _forfeited(state, sheet, sheet.games, leaver)
    if forfeited:
        kept = [None if game in forfeited else game for game in sheet.games]
        sheet = with_games(sheet, kept)
    games = list(sheet.games)
    still_open = []
    for number in sheet.open_disputes:
        dispute = state.disputes[number]
        if dispute.leaver != leaver:
            still_open.append(number)
            continue
        state = state.with_dispute(structs.replace(dispute, status="moot", ended=seq))
        game = games[dispute.game - 1] if dispute.game is not None else None
        if game is not None and game.status == "awaiting_ruling":
            games[game.number - 1] = None
    after = structs.replace(sheet, games=tuple(games), open_disputes=tuple(still_open))
    lacks = not is_settled(state.with_sheet(after), after)
    return state.with_sheet(structs.replace(after, closed_seq=None) if lacks else after)
