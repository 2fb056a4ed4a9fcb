"""Game results: recorded at the table, corrected before anyone signs or from the signed paper."""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType, structs

from services.rules.game import EndedBy
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import Id, OfficialReason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import players_in, required_text, sheet_in
from services.tournament.play.endings import ending_kept
from services.tournament.play.figures import (
    SeatResults,
    ending_of,
    results_of,
    same_figures,
    same_game,
)
from services.tournament.play.scores import Game, Result, Sheet, Source
from services.tournament.play.sheets import figures_differ, game_on, may_play_on, with_game
from services.tournament.play.signatures import close_when_settled, void_signatures
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import ProblemType, not_found

ALREADY_RECORDED = ProblemType("already-recorded", 409)
GAME_BEFORE_MISSING = ProblemType("game-before-missing", 409)
TABLE_COMPLETE = ProblemType("table-complete", 409)
TABLE_CLOSED = ProblemType("table-closed", 409)
AWAITS_RULING = ProblemType("awaits-ruling", 409)
SIGNED_ALREADY = ProblemType("signed-already", 409, rule="HK score sheet, remark")
RULED_ALREADY = ProblemType("ruled-already", 409, rule="HK referee and supervision")


@event("game-result-recorded")
class GameResultRecorded(Event, frozen=True):
    """The result of a game was written on its sheet."""

    sheet: str
    game: int
    ended_by: str
    results: tuple[Result, ...]
    source: str


@event("game-corrected")
class GameCorrected(Event, frozen=True):
    """A slip in writing a game down was put right; `clerical` if it was done from the signed paper."""

    sheet: str
    game: int
    ended_by: str
    results: tuple[Result, ...]
    clerical: bool
    case: str


class RecordGameResult(Command, frozen=True, kw_only=True):
    """Record a finished game, from counts (and charges) or as the participants recorded it.

    `ended_by` may be left out where a rack was cleared, and where participants recorded scores alone.

    Attributes:
        sheet: the table's sheet: session, slash, number of the table.
        game: the number of the game at this table, from 1.
        ended_by: how it ended.
        seats: each seat that still plays, once.
    """

    sheet: Id
    game: int
    ended_by: EndedBy | UnsetType = UNSET
    seats: SeatResults


class CorrectGame(Command, frozen=True, kw_only=True):
    """Put a slip right: by the referee before anyone signs, later by the Chief Referee from the paper.

    With scores alone `ended_by` may be left out: the game ended as it did before.
    """

    sheet: Id
    game: int
    ended_by: EndedBy | UnsetType = UNSET
    seats: SeatResults
    reason: OfficialReason


@decides(RecordGameResult)
def record_game_result(draft: Draft, command: RecordGameResult) -> None:
    sheet, entrants = to_be_recorded(draft.state, command.sheet, command.game)
    rules = draft.state.rules_in(sheet.stage)
    results = results_of(rules, sheet.seats, entrants, command.ended_by, command.seats, strict=draft.strict)
    ended_by = ending_of(command.ended_by, command.seats)
    enter_result(draft, sheet, command.game, ended_by, results)


@decides(CorrectGame)
def correct_game(draft: Draft, command: CorrectGame) -> None:
    sheet, entrants = to_be_corrected(draft, command.sheet, command.game)
    rules = draft.state.rules_in(sheet.stage)
    current = game_on(sheet, command.game)
    ending = ending_kept(current, command.ended_by, command.seats, strict=draft.strict)
    results = results_of(rules, sheet.seats, entrants, ending, command.seats, strict=draft.strict)
    ended_by = ending_of(ending, command.seats)
    enter_correction(draft, sheet, command.game, ended_by, results, command.reason)


def to_be_recorded(state: State, sheet_id: str, game: int) -> tuple[Sheet, tuple[str, ...]]:
    """The sheet, and who must have a result in its game, if that game can be recorded now."""
    sheet = sheet_in(state, sheet_id)
    current = game_in(sheet, game)
    if current is None:
        _in_order(sheet, game)
    elif current.status == "awaiting_ruling":
        raise AWAITS_RULING(game=game, sheet=sheet_id)
    return sheet, players_in(state, sheet, current)


def enter_result(draft: Draft, sheet: Sheet, game: int, ended_by: str, results: tuple[Result, ...]) -> None:
    """Record a game, or nothing if it stands with the same figures."""
    current = game_on(sheet, game)
    if current is not None:
        if same_figures(current, results):
            return
        raise ALREADY_RECORDED(game=game, sheet=sheet.sheet)
    seq = draft.record(GameResultRecorded(sheet.sheet, game, ended_by, results, _written_as(results)))
    # Someone reinstated may have signed before a replay brought them figures they had not seen.
    void_signatures(draft, sheet.sheet, [result.entrant for result in results], seq)
    close_when_settled(draft, sheet.sheet, seq)


def to_be_corrected(draft: Draft, sheet_id: str, game: int) -> tuple[Sheet, tuple[str, ...]]:
    """The sheet, and who has a result in its game, if the one who asks may correct that game now."""
    sheet = sheet_in(draft.state, sheet_id)
    current = game_in(sheet, game)
    if current is None:
        called = Phrase("part-game-of-sheet", {"sheet": sheet_id, "game": game})
        raise not_found("recorded-game", called).at(field="game")
    if current.status == "awaiting_ruling":
        raise AWAITS_RULING(game=game, sheet=sheet_id)
    if current.ruling is not None:
        raise RULED_ALREADY(game=game, sheet=sheet_id, ruling=current.ruling)
    if _signed(draft.state, sheet) and draft.context.role not in ("chief_referee", "organizer"):
        raise SIGNED_ALREADY(sheet=sheet_id)
    return sheet, players_in(draft.state, sheet, current)


def enter_correction(
    draft: Draft,
    sheet: Sheet,
    game: int,
    ended_by: str,
    results: tuple[Result, ...],
    reason: str,
    *,
    keep_paper: bool = False,
) -> None:
    """Correct a game, or nothing if it stands just so; signatures under other figures no longer bind.

    Args:
        keep_paper: as in `void_signatures`.
    """
    current = sheet.games[game - 1]
    assert current is not None, "to_be_corrected refuses a game that is not recorded"
    if same_game(current, ended_by, results):
        return
    case, text = draft.case(reason=required_text(reason))
    signed = _signed(draft.state, sheet)
    corrected = GameCorrected(sheet.sheet, game, ended_by, results, signed, case)
    seq = draft.record(corrected, personal=text)
    changed = figures_differ(sheet.games, draft.state.sheets[sheet.sheet].games)
    void_signatures(draft, sheet.sheet, changed, seq, keep_paper=keep_paper)
    close_when_settled(draft, sheet.sheet, seq)


def _signed(state: State, sheet: Sheet) -> bool:
    """Whether a correction is one of typing only, from the signed paper; where nobody signs it never is."""
    if state.stage_plan(sheet.stage).signatures == "none":
        return False
    return bool(sheet.signatures) or sheet.closed_seq is not None


def game_in(sheet: Sheet, number: int) -> Game | None:
    """The game of that number, None while it is not recorded; refuses a number the sheet does not have.

    Where no number of games is set, a table that may play on has the next as well.
    """
    if number == len(sheet.games) + 1 and sheet.length.word != "games":
        if sheet.over and sheet.length.word == "any":
            raise TABLE_CLOSED(sheet=sheet.sheet)
        if not may_play_on(sheet):
            raise TABLE_COMPLETE(sheet=sheet.sheet)
        return None
    if not 1 <= number <= len(sheet.games):
        there = Phrase("part-games-of-sheet", {"count": len(sheet.games)})
        called = Phrase("part-game-of-sheet", {"sheet": sheet.sheet, "game": number})
        raise not_found("game", called, there).at(field="game")
    return sheet.games[number - 1]


def _in_order(sheet: Sheet, number: int) -> None:
    for before in range(1, min(number, len(sheet.games) + 1)):
        if sheet.games[before - 1] is None:
            raise GAME_BEFORE_MISSING(before=before, sheet=sheet.sheet, game=number)


@evolves(GameResultRecorded)
def _recorded(state: State, event: GameResultRecorded, stamp: Stamp) -> State:
    source = _entered_as(event.results, stamp.actor)
    game = Game(event.game, "recorded", event.ended_by, event.results, source, stamp.seq)
    sheet = state.sheets[event.sheet]
    if of_player(stamp.actor) and not any(sheet.games):
        sheet = structs.replace(sheet, source="submitted")
    return state.with_sheet(with_game(sheet, game))


@evolves(GameCorrected)
def _corrected(state: State, event: GameCorrected, stamp: Stamp) -> State:
    source = "clerical" if event.clerical else _entered_as(event.results, stamp.actor)
    game = Game(event.game, "recorded", event.ended_by, event.results, source, stamp.seq)
    sheet = state.sheets[event.sheet]
    return state.with_sheet(with_game(sheet, structs.replace(game, before=game_on(sheet, event.game))))


def of_player(actor: str) -> bool:
    """Whether who did something, as role and id, plays."""
    return actor.startswith("participant:")


def _entered_as(results: Sequence[Result], actor: str) -> Source:
    written = _written_as(results)
    return "official" if written == "self_recorded" and not of_player(actor) else written


def _written_as(results: Sequence[Result]) -> Source:
    return "self_recorded" if any(result.count is None for result in results) else "counts"
