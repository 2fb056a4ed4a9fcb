"""Score sheets told again: games, whole sheets, signatures."""

from services.tournament.conflicts import (
    GameResults,
    ScoreSheetRecorded,
    SettleSheetConflict,
    SheetConflictFound,
    SheetConflictSettled,
    enter_sheet,
)
from services.tournament.lookups import active_seats, sheet_in
from services.tournament.paper import enter_from_paper
from services.tournament.results import (
    GameCorrected,
    GameResultRecorded,
    enter_correction,
    enter_result,
    to_be_corrected,
    to_be_recorded,
)
from services.tournament.retelling.people import AS_SAID
from services.tournament.retelling.told import Retelling, retells
from services.tournament.sheets import figures_digest, game_on
from services.tournament.signatures import (
    CloseSignature,
    RecordMissingSignature,
    SheetSigned,
    SignatureClosed,
    SignatureMissing,
    SignSheet,
)
from services.tournament.state import Sheet
from shared.problems import NOT_FOUND


@retells(GameResultRecorded)
def _recorded(draft: Retelling, event: GameResultRecorded) -> None:
    sheet, entrants = to_be_recorded(draft.state, event.sheet, event.game)
    results = draft.results(sheet, entrants, event.ended_by, event.results)
    enter_result(draft, sheet, event.game, event.ended_by, results)


@retells(GameCorrected)
def _corrected(draft: Retelling, event: GameCorrected) -> None:
    sheet, entrants = to_be_corrected(draft, event.sheet, event.game)
    results = draft.results(sheet, entrants, event.ended_by, event.results)
    enter_correction(draft, sheet, event.game, event.ended_by, results, AS_SAID)


@retells(ScoreSheetRecorded)
def _sheet(draft: Retelling, event: ScoreSheetRecorded) -> None:
    _enter(draft, event.sheet, event.games, event.source)


@retells(SheetConflictFound)
def _second_sheet(draft: Retelling, event: SheetConflictFound) -> None:
    conflicts = draft.remembered.conflicts
    conflicts[event.sheet, event.conflict] = None
    before = len(sheet_in(draft.state, event.sheet).conflicts)
    _enter(draft, event.sheet, event.games, event.source)
    if len(draft.state.sheets[event.sheet].conflicts) > before:
        conflicts[event.sheet, event.conflict] = before + 1


def _enter(draft: Retelling, sheet_id: str, games: tuple[GameResults, ...], source: str) -> None:
    sheet = sheet_in(draft.state, sheet_id)
    own = tuple(
        GameResults(
            game.game,
            game.ended_by,
            draft.results(sheet, _players(draft, sheet, game.game, source), game.ended_by, game.results),
        )
        for game in games
    )
    if source == "paper":
        enter_from_paper(draft, sheet_id, own)
    else:
        enter_sheet(draft, sheet, own, source)


def _players(draft: Retelling, sheet: Sheet, game: int, source: str) -> tuple[str, ...]:
    """Who must have a result: from paper the whole table, else who played the game or still plays."""
    current = game_on(sheet, game)
    if source == "paper":
        return sheet.seats
    if current is not None and current.figures:
        return tuple(figure.entrant for figure in current.figures)
    return active_seats(draft.state, sheet)


@retells(SheetConflictSettled)
def _settled(draft: Retelling, event: SheetConflictSettled) -> None:
    number = draft.remembered.conflicts.get((event.sheet, event.conflict), event.conflict)
    if number is None:
        raise NOT_FOUND(what="sheet difference", id=f"{event.sheet} {event.conflict}")
    draft.ask(SettleSheetConflict, sheet=event.sheet, conflict=number, take=event.taken, reason=AS_SAID)


@retells(SheetSigned)
def _signed(draft: Retelling, event: SheetSigned) -> None:
    draft.ask(SignSheet, sheet=event.sheet, entrant=event.entrant, medium=event.medium)
    if figures_digest(draft.state.sheets[event.sheet], event.entrant) != event.digest:
        draft.remembered.carried += 1


@retells(SignatureMissing)
def _missing(draft: Retelling, event: SignatureMissing) -> None:
    draft.ask(RecordMissingSignature, sheet=event.sheet, entrant=event.entrant, kind=event.kind)


@retells(SignatureClosed)
def _closed(draft: Retelling, event: SignatureClosed) -> None:
    draft.ask(CloseSignature, sheet=event.sheet, entrant=event.entrant, reason=AS_SAID)
