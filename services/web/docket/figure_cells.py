"""The figures of a game as the cells of a form: what they begin with, and the typed figures they come to."""

import re
from collections.abc import Collection, Mapping

import msgspec

from services.desk.views import SheetView
from services.officials.figures import FORFEITER, WINNER, figures_typed
from services.officials.sheets import by_entrant, ending_recorded, game_on, named_in_full, names_no_winner
from services.rules.exact import parse_score, score_text
from services.rules.ruleset import Ruleset
from services.tournament.play.figures import SeatResult
from services.tournament.seating.sessions import SEATS
from services.web.sheets.paper import signed_score
from shared.plain_text import narrow
from shared.problems import Problem, ProblemType

POINTS_UNREADABLE = ProblemType("points-unreadable", 422)
POINTS_MISSING = ProblemType("points-missing", 422)
TILES_UNREADABLE = ProblemType("tile-count-unreadable", 422)
TILES_MISSING = ProblemType("tile-count-missing", 422)
_POINTS = re.compile(r"[-+−–]?\s*(?:[0-9]{1,4}[½⅓⅔⅙⅚]?|[½⅓⅔⅙⅚])")
_SIGNED = re.compile(r"[-+−–]|.*[½⅓⅔⅙⅚]")
"""Scores have a sign; points that are left on a rack are whole and have none."""
_TILES = re.compile(r"[0-9]{0,3}")
CELLS = tuple(f"{name}_{seat}" for seat in SEATS for name in ("points", "tiles", "won", "forfeited"))
"""The names of the fields of every seat there can be."""


class SeatCells(msgspec.Struct, frozen=True):
    """One row of the form.

    Attributes:
        points: left on the rack, or with a sign the score.
    """

    seat: str
    who: str
    points: str
    tiles: str
    won: bool
    forfeited: bool = False


def cells_of(
    view: SheetView, players: Collection[str], game: int, typed: str | None, rules: Ruleset
) -> list[SeatCells]:
    """A row for each seat that the game concerns: as typed before, else as the game stands."""
    known = _as_typed(typed) if typed is not None else _as_it_stands(view, game, rules)
    return [
        SeatCells(letter, named_in_full(view, number), *known.get(letter, ("", "", False, False)))
        for letter, number in zip(SEATS, view.sheet.seats, strict=False)
        if number in players
    ]


def cells_sent(view: SheetView, players: Collection[str], fields: Mapping[str, str]) -> list[SeatCells]:
    """The rows as they were sent, to be shown again with what is wrong."""
    return [
        SeatCells(
            letter,
            named_in_full(view, number),
            fields.get(f"points_{letter}", "")[:12],
            fields.get(f"tiles_{letter}", "")[:6],
            f"won_{letter}" in fields,
            f"forfeited_{letter}" in fields,
        )
        for letter, number in zip(SEATS, view.sheet.seats, strict=False)
        if number in players
    ]


def figures_of(rows: list[SeatCells], ended_by: str) -> str:
    """What the rows come to as figures that are typed; a seat without points has none.

    Args:
        ended_by: a code; "" for an ending that stays as it was, or follows from scores.

    Raises:
        Problem: of points or of a count of tiles, unreadable or missing, at the field it is about.
    """
    typed = []
    are_scores = any(_SIGNED.match(_plain(row.points)) for row in rows)
    for row in rows:
        points, tiles = _plain(row.points), narrow(row.tiles).strip()
        if not points and not tiles:
            continue
        _check_cells(row, points, tiles, are_scores=are_scores)
        marks = (WINNER if row.won else "") + (FORFEITER if row.forfeited else "")
        typed.append(f"{marks}{row.seat} {points}" + (f"/{tiles}" if tiles else ""))
    if not typed:
        raise POINTS_MISSING(seat=rows[0].seat).at(field=f"points_{rows[0].seat}")
    return ", ".join([*typed, *([ended_by.replace("_", " ")] if ended_by else [])])


def _plain(points: str) -> str:
    """Points as they are typed in a line: a score that is written otherwise (+11.5, +23/2) likewise."""
    plain = narrow(points).strip()
    if plain[:1] not in ("+", "-", "−", "–"):
        return plain
    close = plain[0] + plain[1:].lstrip()
    try:
        shown = signed_score(score_text(parse_score(close)))
    except Problem:
        return plain  # refused at its cell
    return close if shown == "0" else shown


def _check_cells(row: SeatCells, points: str, tiles: str, *, are_scores: bool) -> None:
    if not points:
        raise POINTS_MISSING(seat=row.seat).at(field=f"points_{row.seat}")
    unsigned_part = not points.startswith(("-", "+", "−", "–")) and not points.isdecimal()
    if not _POINTS.fullmatch(points) or unsigned_part:
        raise POINTS_UNREADABLE(given=points).at(field=f"points_{row.seat}")
    if not _TILES.fullmatch(tiles):
        raise TILES_UNREADABLE(given=tiles).at(field=f"tiles_{row.seat}")
    if are_scores and not tiles:
        raise TILES_MISSING(seat=row.seat).at(field=f"tiles_{row.seat}")


def _as_typed(typed: str) -> dict[str, tuple[str, str, bool, bool]]:
    try:
        seats, _, marked = figures_typed(typed)
    except Problem:
        return {}
    won = marked or ()
    return {seat.seat: _cell(seat, seat.seat in won) for seat in seats if isinstance(seat.seat, str)}


def _cell(seat: SeatResult, marked: bool) -> tuple[str, str, bool, bool]:
    tiles = "" if seat.tiles is None else str(seat.tiles)
    if isinstance(seat.score, str):
        return signed_score(score_text(parse_score(seat.score))), tiles, bool(seat.game_won), False
    return str(seat.count), tiles, marked, seat.forfeited


def _as_it_stands(view: SheetView, game: int, rules: Ruleset) -> dict[str, tuple[str, str, bool, bool]]:
    cell = game_on(view, game)
    figures = by_entrant(cell)
    counted = bool(figures) and all(
        figure.count is not None and figure.charge is None for figure in figures.values()
    )
    marked = not counted or (
        cell is not None and bool(ending_recorded(view, game)) and names_no_winner(rules, cell.ended_by)
    )
    return {
        letter: (
            str(figures[number].count) if counted else signed_score(figures[number].score),
            str(figures[number].tiles),
            bool(figures[number].game_won) and marked,
            False,
        )
        for letter, number in zip(SEATS, view.sheet.seats, strict=False)
        if number in figures
    }
