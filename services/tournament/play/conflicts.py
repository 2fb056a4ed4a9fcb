"""Whole sheets: the same one twice is one; a different second one is kept beside it until it is settled."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Annotated, Literal

from msgspec import UNSET, UnsetType, structs

from services.rules.game import EndedBy
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Part, Stamp
from services.tournament.kernel.lengths import MOST_GAMES, Id, OfficialReason
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import players_in, required_text, sheet_in
from services.tournament.play.figures import (
    SeatResults,
    ending_of,
    results_of,
    same_figures,
)
from services.tournament.play.results import of_player
from services.tournament.play.scores import Game, Result, Sheet, SheetConflict, SheetSource, Source
from services.tournament.play.sheets import figures_differ, game_on, with_games
from services.tournament.play.signatures import (
    close_when_settled,
    has_signed,
    sign_from_paper,
    void_signatures,
)
from services.tournament.state import State
from shared.bounds import many
from shared.codec import digest
from shared.problems import Problem, ProblemType, not_found

GAMES_INCOMPLETE = ProblemType("games-incomplete", 422)
CONFLICT_SETTLED = ProblemType("conflict-settled", 409)


class SheetGame(Part, frozen=True):
    """One game of a whole sheet as it was written.

    Attributes:
        game: its number on the sheet, from 1.
        seats: the figures of each seat, once.
        ended_by: how it ended.
    """

    game: int
    seats: SeatResults
    ended_by: EndedBy | UnsetType = UNSET


class GameResults(Part, frozen=True):
    """One game of a whole sheet as it stands in the log."""

    game: int
    ended_by: str
    results: tuple[Result, ...]


@event("score-sheet-recorded")
class ScoreSheetRecorded(Event, frozen=True):
    """A whole sheet was entered; from paper it is closed at once, its signatures being on the paper."""

    sheet: str
    games: tuple[GameResults, ...]
    source: str


@event("sheet-conflict-found")
class SheetConflictFound(Event, frozen=True):
    """A second sheet for the table differs; it is kept beside the first."""

    sheet: str
    conflict: int
    games: tuple[GameResults, ...]
    source: str


@event("sheet-conflict-settled")
class SheetConflictSettled(Event, frozen=True):
    """A referee settled which of two sheets holds."""

    sheet: str
    conflict: int
    taken: str
    case: str


class SubmitSheet(Command, frozen=True, kw_only=True):
    """Hand in a whole sheet."""

    sheet: Id
    games: Annotated[tuple[SheetGame, ...], many(MOST_GAMES)]


class SettleSheetConflict(Command, frozen=True, kw_only=True):
    """Settle a difference between two sheets: keep the first or take the second."""

    sheet: Id
    conflict: int
    take: Literal["first", "second"]
    reason: OfficialReason


@decides(SubmitSheet)
def submit_sheet(draft: Draft, command: SubmitSheet) -> None:
    state = draft.state
    sheet = sheet_in(state, command.sheet)
    numbers = sorted(game.game for game in command.games)
    wanted = len(sheet.games) if sheet.length.word == "games" else max(len(sheet.games), len(numbers), 1)
    if numbers != list(range(1, wanted + 1)):
        raise GAMES_INCOMPLETE(games=wanted, given=numbers)
    games = []
    for written in sorted(command.games, key=lambda game: game.game):
        active = players_in(state, sheet, game_on(sheet, written.game))
        rules = state.rules_in(sheet.stage)
        try:
            results = results_of(
                rules, sheet.seats, active, written.ended_by, written.seats, strict=draft.strict
            )
        except Problem as problem:
            raise problem.at(field="games", game=written.game) from None
        games.append(GameResults(written.game, ending_of(written.ended_by, written.seats), results))
    enter_sheet(draft, sheet, tuple(games), "submitted")


@decides(SettleSheetConflict)
def settle_sheet_conflict(draft: Draft, command: SettleSheetConflict) -> None:
    sheet = sheet_in(draft.state, command.sheet)
    if not 1 <= command.conflict <= len(sheet.conflicts):
        raise not_found("sheet-difference", f"{command.sheet} {command.conflict}").at(field="conflict")
    if sheet.conflicts[command.conflict - 1].settled != "open":
        raise CONFLICT_SETTLED(conflict=command.conflict, sheet=command.sheet)
    case, text = draft.case(reason=required_text(command.reason))
    settled = SheetConflictSettled(command.sheet, command.conflict, command.take, case)
    seq = draft.record(settled, personal=text)
    changed = figures_differ(sheet.games, draft.state.sheets[command.sheet].games)
    void_signatures(draft, command.sheet, changed, seq)
    if command.take == "second" and sheet.conflicts[command.conflict - 1].source == "paper":
        sign_from_paper(draft, command.sheet, seq)
    close_when_settled(draft, command.sheet, seq)


def enter_sheet(draft: Draft, sheet: Sheet, games: tuple[GameResults, ...], source: str) -> None:
    """Record a whole sheet, or what it adds; nothing if it is one that came in before.

    A table with nothing recorded takes it as it is. One that agrees takes what is missing, and from paper
    the signatures too. One that differs keeps both.
    """
    if sheet_digest(games) in sheet.received:
        return
    agrees = all(
        current is None or same_figures(current, game.results)
        for current, game in zip(sheet.games, games, strict=False)
    )
    whole = len(games) == len(sheet.games) and None not in sheet.games
    if agrees and whole and (source != "paper" or sheet.closed_seq is not None):
        return
    if agrees:
        seq = draft.record(ScoreSheetRecorded(sheet.sheet, games, source))
        changed = figures_differ(sheet.games, draft.state.sheets[sheet.sheet].games)
        void_signatures(draft, sheet.sheet, changed, seq)
        if source != "paper":
            close_when_settled(draft, sheet.sheet, seq)
    else:
        draft.record(SheetConflictFound(sheet.sheet, len(sheet.conflicts) + 1, games, source))


def sheet_digest(games: Sequence[GameResults]) -> str:
    """The same for the same figures, however and whenever they were sent."""
    return digest(
        [
            [
                game.game,
                *sorted(
                    [result.entrant, result.game_won, result.score, result.tiles] for result in game.results
                ),
            ]
            for game in games
        ]
    )


def _games(games: tuple[GameResults, ...], source: Source, seq: int) -> tuple[Game, ...]:
    return tuple(Game(game.game, "recorded", game.ended_by, game.results, source, seq) for game in games)


@evolves(ScoreSheetRecorded)
def _recorded(state: State, event: ScoreSheetRecorded, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    new = _games(event.games, _entered_as(event.source, stamp.actor), stamp.seq)
    games = [old if old is not None else game for old, game in zip_longest(sheet.games, new)]
    sheet = structs.replace(
        sheet, source=_from(event.source, stamp.actor), received=(*sheet.received, sheet_digest(event.games))
    )
    return state.with_sheet(with_games(sheet, games))


@evolves(SheetConflictFound)
def _found(state: State, event: SheetConflictFound, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    games = _games(event.games, _entered_as(event.source, stamp.actor), stamp.seq)
    conflict = SheetConflict(
        event.conflict, games, stamp.seq, _from(event.source, stamp.actor), by=stamp.actor
    )
    return state.with_sheet(
        structs.replace(
            sheet,
            conflicts=(*sheet.conflicts, conflict),
            closed_seq=None,
            received=(*sheet.received, sheet_digest(event.games)),
        )
    )


@evolves(SheetConflictSettled)
def _settled(state: State, event: SheetConflictSettled, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    second = event.taken == "second"
    conflict = sheet.conflicts[event.conflict - 1]
    marked = structs.replace(conflict, settled="took_second" if second else "kept_first")
    if second:
        signed = tuple(
            entrant for entrant in sheet.seats if has_signed(sheet, entrant) or entrant in sheet.sign_again
        )
        marked = structs.replace(marked, replaced=sheet.games, signed=signed)
    conflicts = (*sheet.conflicts[: event.conflict - 1], marked, *sheet.conflicts[event.conflict :])
    sheet = structs.replace(sheet, conflicts=conflicts)
    if not second:
        return state.with_sheet(sheet)
    # What a ruling decided, or has yet to decide, no other sheet decides.
    games = [
        old if old is not None and (old.ruling is not None or old.status == "awaiting_ruling") else game
        for old, game in zip_longest(sheet.games, conflict.games)
    ]
    return state.with_sheet(with_games(structs.replace(sheet, source=conflict.source), games))


def _entered_as(source: str, actor: str) -> Source:
    return "paper" if source == "paper" else "self_recorded" if of_player(actor) else "official"


def _from(source: str, actor: str) -> SheetSource:
    return "paper" if source == "paper" else "submitted" if of_player(actor) else "desk"
