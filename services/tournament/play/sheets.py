"""Score sheets: one per table and session, its games, its totals, and what still keeps it open.

Pure functions over `Sheet`; the events that change sheets live in results, conflicts, signatures and rulings.
"""

from collections.abc import Sequence

from msgspec import structs

from services.tournament.definition.stages import StagePlan
from services.tournament.kernel.ids import TableId
from services.tournament.play.completion import (
    FEWEST_TO_PLAY,
    Length,
    SoFar,
    is_complete,
    length_of,
    may_begin,
)
from services.tournament.play.reported import without_outdated
from services.tournament.play.scores import Figures, Game, Result, Sheet, Total
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.codec import digest


def empty_sheet(session: Session, table: int, plan: StagePlan, target: int | None = None) -> Sheet:
    """The sheet that lies on a table when play begins.

    Args:
        target: the table's own, in place of that of the stage.
    """
    seats = session.tables[table]
    length = Length("target", target) if target is not None else length_of(plan.games_each, plan.target)
    return Sheet(
        str(TableId(session.plan.id, table)),
        session.plan.id,
        session.stage,
        seats,
        (None,) * (plan.games_each or 0),
        "desk",
        tuple(Total(entrant) for entrant in seats),
        length=length,
    )


def with_game(sheet: Sheet, game: Game) -> Sheet:
    """The sheet with this game in its place and the totals at its foot."""
    games = list(sheet.games)
    games.extend([None] * (game.number - len(games)))
    known = games[game.number - 1]
    first = game.seq if known is None or known.status == "awaiting_ruling" else known.first_seq or known.seq
    games[game.number - 1] = structs.replace(game, first_seq=first)
    return with_games(sheet, games)


def game_on(sheet: Sheet, number: int) -> Game | None:
    """The game of that number; None while it is not recorded."""
    return sheet.games[number - 1] if number <= len(sheet.games) else None


def with_games(sheet: Sheet, games: Sequence[Game | None]) -> Sheet:
    changed = structs.replace(sheet, games=tuple(games), totals=_totals(sheet.seats, games))
    # What takes the table back below what it plays to opens its sheet again.
    if changed.closed_seq is not None:
        if complete(changed):
            return changed
        changed = structs.replace(changed, closed_seq=None)
    return without_outdated(changed)


def _totals(seats: Sequence[str], games: Sequence[Game | None]) -> tuple[Total, ...]:
    sums = dict.fromkeys(seats, (0, 0, 0, 0, 0))
    for game in games:
        if game is None or game.status == "awaiting_ruling":
            continue
        both_won = len(seats) == 2 and all(figure.game_won for figure in game.figures)
        for figure in game.figures:
            played, won, sixths, tiles, shared = sums[figure.entrant]
            sums[figure.entrant] = (
                played + 1,
                won + figure.game_won,
                sixths + figure.sixths,
                tiles + figure.tiles,
                shared + both_won,
            )
    return tuple([Total(entrant, *total) for entrant, total in sums.items()])


def figures_digest(sheet: Sheet, entrant: str) -> str:
    """What a signature binds: this entrant's figures on this sheet, game by game."""
    return digest([sheet.sheet, entrant, _own_figures(sheet, entrant)])


def _own_figures(sheet: Sheet, entrant: str) -> list[list[int]]:
    return [
        [game.number, *figure.figures]
        for game in sheet.games
        if game is not None
        for figure in game.figures
        if figure.entrant == entrant
    ]


def complete(sheet: Sheet) -> bool:
    """Whether the table has played all it plays, and every game is recorded, voided or ruled."""
    if sheet.deserted:
        return all(game is None or game.status != "awaiting_ruling" for game in sheet.games)
    if any(game is None or game.status == "awaiting_ruling" for game in sheet.games):
        return False
    if sheet.length.word == "games":
        return True
    return sheet.over or (sheet.length.word == "target" and is_complete(sheet.length, _so_far(sheet)))


def may_play_on(sheet: Sheet) -> bool:
    """Whether the table may begin a game beyond those on its sheet."""
    if sheet.length.word == "games" or sheet.deserted or None in sheet.games:
        return False
    return may_begin(sheet.length, _so_far(sheet))


def _so_far(sheet: Sheet) -> SoFar:
    totals = tuple(total.sixths for total in sheet.totals)
    return SoFar(len(sheet.games), totals, len(sheet.seats), sheet.over)


def is_deserted(state: State, sheet: Sheet) -> bool:
    """Whether too few are left to play on, in a stage that ranks whoever played; else that takes a ruling."""
    staying = sum(state.entrants[number].plays_in(sheet.stage) for number in sheet.seats)
    return staying < FEWEST_TO_PLAY and state.stage_plan(sheet.stage).ranked == "played"


def open_conflict(sheet: Sheet) -> bool:
    return any(conflict.settled == "open" for conflict in sheet.conflicts)


def can_be_signed(sheet: Sheet) -> bool:
    """Whether only signatures can be missing."""
    return complete(sheet) and not sheet.open_disputes and not open_conflict(sheet)


def is_settled(state: State, sheet: Sheet) -> bool:
    """Whether nothing keeps the sheet open: no open points, which need not be put in words for it."""
    return can_be_signed(sheet) and not unsigned(state, sheet)


def open_points(state: State, sheet: Sheet) -> list[Phrase]:
    """What keeps the sheet open; empty when it is closed."""
    if sheet.closed_seq is not None:
        return []
    points = [
        Phrase("part-game-awaits-ruling" if game is not None else "part-game-not-recorded", {"game": number})
        for number, game in enumerate(sheet.games, 1)
        if game is None or game.status == "awaiting_ruling"
    ]
    if sheet.deserted:
        points = [
            Phrase("part-game-awaits-ruling", {"game": game.number})
            for game in sheet.games
            if game is not None and game.status == "awaiting_ruling"
        ]
    if not points and not complete(sheet):
        points.append(
            Phrase("part-table-not-closed" if sheet.length.word == "any" else "part-target-not-reached")
        )
    points += [Phrase("part-dispute-open", {"dispute": dispute}) for dispute in sheet.open_disputes]
    if open_conflict(sheet):
        points.append(Phrase("part-second-sheet-differs"))
    if not points:
        points = [Phrase("part-not-signed", {"entrant": entrant}) for entrant in unsigned(state, sheet)]
    return points


def unsigned(state: State, sheet: Sheet) -> list[str]:
    """Who still has to sign: everyone at the table who is not out and whose signature is not closed.

    Nobody where the stage asks for no signatures, or where they are optional and the session is over.
    """
    word = state.stage_plan(sheet.stage).signatures
    if word == "none" or (word == "optional" and state.sessions[sheet.session].status == "ended"):
        return []
    waiting = []
    for entrant in sheet.seats:
        signature = sheet.signatures.get(entrant)
        if signature is not None and signature.closed:
            continue
        if state.entrants[entrant].plays_in(sheet.stage):
            waiting.append(entrant)
    return waiting


def figures_differ(before: Sequence[Game | None], after: Sequence[Game | None]) -> list[str]:
    """The entrants whose figures differ between two versions of a sheet's games."""
    old, new = _by_entrant(before), _by_entrant(after)
    return sorted(entrant for entrant in old.keys() | new.keys() if old.get(entrant) != new.get(entrant))


def _by_entrant(games: Sequence[Game | None]) -> dict[str, list[tuple[int, Figures]]]:
    figures: dict[str, list[tuple[int, Figures]]] = {}
    for game in games:
        if game is not None:
            for figure in game.figures:
                figures.setdefault(figure.entrant, []).append((game.number, figure.figures))
    return figures


def figure_of(figures: Sequence[Result], entrant: str) -> Result | None:
    """The entrant's figure in a game, None if they have none."""
    return next((figure for figure in figures if figure.entrant == entrant), None)
