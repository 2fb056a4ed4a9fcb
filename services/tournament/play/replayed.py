"""Play told again: sessions, tables, games, whole sheets, signatures."""

from services.tournament.counterfactual.recorded_facts import AS_SAID, ReplayDraft, replays
from services.tournament.lookups import active_seats, in_phase, players_in, sheet_in
from services.tournament.play.conflicts import (
    GameResults,
    ScoreSheetRecorded,
    SettleSheetConflict,
    SheetConflictFound,
    SheetConflictSettled,
    enter_sheet,
)
from services.tournament.play.incidents import NOT_STILL_AT_TABLE, FirstPlayerDetermined
from services.tournament.play.paper import enter_from_paper
from services.tournament.play.results import (
    GameCorrected,
    GameResultRecorded,
    enter_correction,
    enter_result,
    to_be_corrected,
    to_be_recorded,
)
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import figures_digest, game_on
from services.tournament.play.signatures import (
    RecordMissingSignature,
    SheetSigned,
    SignatureMissing,
    SignaturesRebound,
    SignSheet,
)
from shared.problems import not_found


@replays(FirstPlayerDetermined)
def _first(draft: ReplayDraft, event: FirstPlayerDetermined) -> None:
    sheet = sheet_in(draft.state, event.sheet)
    in_phase(draft.state.sessions[sheet.session], "playing", "time_called")
    if event.entrant not in active_seats(draft.state, sheet):
        raise NOT_STILL_AT_TABLE(entrant=event.entrant, sheet=event.sheet)
    draft.record(event)


@replays(GameResultRecorded)
def _recorded(draft: ReplayDraft, event: GameResultRecorded) -> None:
    sheet, entrants = to_be_recorded(draft.state, event.sheet, event.game)
    results = draft.results(sheet, entrants, event.ended_by, event.results)
    enter_result(draft, sheet, event.game, event.ended_by, results)


@replays(GameCorrected)
def _corrected(draft: ReplayDraft, event: GameCorrected) -> None:
    sheet, entrants = to_be_corrected(draft, event.sheet, event.game)
    results = draft.results(sheet, entrants, event.ended_by, event.results)
    led_to = () if draft.asked is None else draft.asked.led_to
    kept = any(isinstance(step.event, SignaturesRebound) for step in led_to)
    enter_correction(draft, sheet, event.game, event.ended_by, results, AS_SAID, keep_paper=kept)


@replays(ScoreSheetRecorded)
def _sheet(draft: ReplayDraft, event: ScoreSheetRecorded) -> None:
    _enter(draft, event.sheet, event.games, event.source)


@replays(SheetConflictFound)
def _second_sheet(draft: ReplayDraft, event: SheetConflictFound) -> None:
    conflicts = draft.remembered.conflicts
    conflicts[event.sheet, event.conflict] = None
    before = len(sheet_in(draft.state, event.sheet).conflicts)
    _enter(draft, event.sheet, event.games, event.source)
    if len(draft.state.sheets[event.sheet].conflicts) > before:
        conflicts[event.sheet, event.conflict] = before + 1


def _enter(draft: ReplayDraft, sheet_id: str, games: tuple[GameResults, ...], source: str) -> None:
    sheet = sheet_in(draft.state, sheet_id)
    results = tuple(
        GameResults(
            game.game,
            game.ended_by,
            draft.results(sheet, _players(draft, sheet, game.game, source), game.ended_by, game.results),
        )
        for game in games
    )
    if source == "paper":
        enter_from_paper(draft, sheet_id, results)
    else:
        enter_sheet(draft, sheet, results, source)


def _players(draft: ReplayDraft, sheet: Sheet, game: int, source: str) -> tuple[str, ...]:
    """Who must have a result: from paper the whole table, else who played the game or still plays."""
    return sheet.seats if source == "paper" else players_in(draft.state, sheet, game_on(sheet, game))


@replays(SheetConflictSettled)
def _settled(draft: ReplayDraft, event: SheetConflictSettled) -> None:
    number = draft.remembered.conflicts.get((event.sheet, event.conflict), event.conflict)
    if number is None:
        raise not_found("sheet-difference", f"{event.sheet} {event.conflict}")
    draft.ask(SettleSheetConflict, sheet=event.sheet, conflict=number, take=event.taken, reason=AS_SAID)


@replays(SheetSigned)
def _signed(draft: ReplayDraft, event: SheetSigned) -> None:
    draft.ask(SignSheet, sheet=event.sheet, entrant=event.entrant, medium=event.medium)
    if figures_digest(draft.state.sheets[event.sheet], event.entrant) != event.digest:
        draft.remembered.carried += 1


@replays(SignatureMissing)
def _missing(draft: ReplayDraft, event: SignatureMissing) -> None:
    draft.ask(RecordMissingSignature, sheet=event.sheet, entrant=event.entrant, kind=event.kind)
