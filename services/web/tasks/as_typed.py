"""What cells come to while they are typed: the scores of each game, and what each seat has so far.

Nothing is written, and nobody is told: it is worked out by the rules as it will be when it is sent.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from flask import Response

from services.officials.figures import WINNER, figures_typed
from services.officials.sheets import by_seat
from services.officials.tables import problem_said
from services.rules.exact import parse_score, score_of, to_sixths
from services.tournament.lookups import active_seats
from services.tournament.play.figures import results_of
from services.tournament.play.scores import Result
from services.tournament.seating.sessions import SEATS
from services.web.docket.figure_cells import POINTS_UNREADABLE, TILES_UNREADABLE, SeatCells, cells_sent
from services.web.reads import JSON
from services.web.sheets.paper import signed_score
from services.web.tasks.game_cells import GameCells, SheetCells, of_game, prefix_of
from services.web.tasks.task import Task
from shared.catalogue import say
from shared.problems import Problem

_AT_A_CELL = (POINTS_UNREADABLE, TILES_UNREADABLE)


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game comes to, or what is wrong with it; neither while it is not typed to its end."""

    scores: str = ""
    wrong: str = ""


def as_typed(task: Task, sent: Mapping[str, str]) -> Response:
    """Of each game by what the names of its fields begin with; and the totals of the sheet."""
    cells = task.cells(sent)
    said: dict[str, Said] = {}
    totals: dict[str, int] = {}
    for prefix, game, own in _games(cells, sent):
        results: Sequence[Result] = ()
        try:
            with by_seat(game.view):
                results = _results(task, game, own)
            said[prefix] = Said(scores=_shown({each.entrant: each.sixths for each in results}, game, results))
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            whole = all(row.points for row in _rows(task, game, own))
            if whole or problem.kind in _AT_A_CELL:
                said[prefix] = Said(wrong=problem_said(task.reader, problem))
        for each in results:
            totals[each.entrant] = totals.get(each.entrant, 0) + each.sixths
    if isinstance(cells, GameCells):
        for entrant, sixths in _recorded_beside(cells):
            totals[entrant] = totals.get(entrant, 0) + sixths
    shown = _shown(totals, cells) if cells is not None and totals else ""
    total = say("page-figures-so-far", task.call.language, scores=shown) if shown else ""
    return Response(msgspec.json.encode({"games": said, "totals": total}), content_type=JSON)


def _games(
    cells: GameCells | SheetCells | None, sent: Mapping[str, str]
) -> Iterator[tuple[str, GameCells, Mapping[str, str]]]:
    """Each game in cells, with the fields that are its own."""
    if isinstance(cells, SheetCells):
        for game in cells.games:
            yield prefix_of(game.game), game, of_game(sent, game.game)
    elif cells is not None:
        yield "", cells, sent


def _results(task: Task, game: GameCells, own: Mapping[str, str]) -> Sequence[Result]:
    typed, seats = figures_typed(game.typed(own)), game.view.sheet.seats
    active = [seat for seat in seats if seat in _active(task, game)]
    return results_of(game.rules, seats, active, typed.ended_by, typed.seats)


def _active(task: Task, game: GameCells) -> Sequence[str]:
    state = task.task.state
    return active_seats(state, state.sheets[game.view.sheet.sheet])


def _rows(task: Task, game: GameCells, own: Mapping[str, str]) -> Iterator[SeatCells]:
    """The cells of those who play."""
    active = _active(task, game)
    rows = zip(game.view.sheet.seats, cells_sent(game.view, own), strict=False)
    return (row for entrant, row in rows if entrant in active)


def _recorded_beside(cells: GameCells) -> Iterator[tuple[str, int]]:
    """What each has in the games of the sheet that are not in cells."""
    for number, game in enumerate(cells.view.sheet.games, 1):
        if game is not None and number != cells.game:
            for figure in game.figures:
                yield figure.entrant_no, to_sixths(parse_score(figure.score))


def _shown(sixths: Mapping[str, int], cells: GameCells | SheetCells, results: Sequence[Result] = ()) -> str:
    """A score for each seat in a line, the winners marked."""
    won = {each.entrant for each in results if each.game_won}
    space = "\N{NO-BREAK SPACE}"
    return " · ".join(
        f"{WINNER if entrant in won else ''}{letter}{space}{signed_score(score_of(sixths[entrant]))}"
        for letter, entrant in zip(SEATS, cells.view.sheet.seats, strict=False)
        if entrant in sixths
    )
