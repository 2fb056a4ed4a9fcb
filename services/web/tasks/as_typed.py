"""What cells come to while they are typed: the scores of each game, and what each seat has so far.

Nothing is written, and nobody is told: it is worked out by the rules as it will be when it is sent.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from flask import Response

from services.officials.figures import WINNER, figures_typed
from services.officials.reader import Reader
from services.officials.sheets import by_seat
from services.officials.tables import problem_said
from services.rules.exact import parse_score, score_of, to_sixths
from services.tournament.play.figures import results_of
from services.tournament.play.scores import Result
from services.tournament.seating.sessions import SEATS
from services.tournament.state import State
from services.web.docket.figure_cells import POINTS_UNREADABLE, TILES_UNREADABLE
from services.web.reads import JSON
from services.web.sheets.paper import signed_score
from services.web.tasks.game_cells import GameCells, SheetCells, of_game, prefix_of
from shared.catalogue import say
from shared.problems import Problem

TYPED = "typed"
"""The step by which a form asks for this, before it is sent."""
_AT_A_CELL = (POINTS_UNREADABLE, TILES_UNREADABLE)

GameResults = Callable[[State, GameCells, Mapping[str, str]], Sequence[Result]]
"""The results of a game by its cells; raises Problem: for what cannot have been."""


class GameTyped(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game comes to, or what is wrong with it; neither while it is not typed to its end."""

    scores: str = ""
    wrong: str = ""


def by_the_rules(state: State, game: GameCells, fields: Mapping[str, str]) -> Sequence[Result]:
    """The results as those who play them have them recorded."""
    typed = figures_typed(game.typed(fields))
    return results_of(game.rules, game.view.sheet.seats, game.players, typed.ended_by, typed.seats)


def as_typed(
    reader: Reader,
    state: State,
    cells: GameCells | SheetCells | None,
    sent: Mapping[str, str],
    results_by: GameResults = by_the_rules,
) -> Response:
    """Of each game by what the names of its fields begin with; and the totals of the sheet."""
    games: dict[str, GameTyped] = {}
    totals: dict[str, int] = {}
    for prefix, game, fields in _games(cells, sent):
        try:
            with by_seat(game.view):
                results = results_by(state, game, fields)
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            if problem.kind in _AT_A_CELL or _is_whole(game, fields):
                games[prefix] = GameTyped(wrong=problem_said(reader, problem))
        else:
            scores = {each.entrant: each.sixths for each in results}
            games[prefix] = GameTyped(scores=_shown(scores, game, results))
            _add(totals, scores)
    if isinstance(cells, GameCells):
        for recorded in _recorded_beside(cells):
            _add(totals, recorded)
    shown = _shown(totals, cells) if cells is not None and totals else ""
    total = say("page-figures-so-far", reader.language, scores=shown) if shown else ""
    return Response(msgspec.json.encode({"games": games, "totals": total}), content_type=JSON)


def _games(
    cells: GameCells | SheetCells | None, sent: Mapping[str, str]
) -> Iterator[tuple[str, GameCells, Mapping[str, str]]]:
    """Each game in cells, with the fields that are its own."""
    if isinstance(cells, SheetCells):
        for game in cells.games:
            yield prefix_of(game.game), game, of_game(sent, game.game)
    elif cells is not None:
        yield "", cells, sent


def _is_whole(game: GameCells, fields: Mapping[str, str]) -> bool:
    """Whether there are points for everybody who plays."""
    return all(row.points for row in game.sent(fields))


def _recorded_beside(cells: GameCells) -> Iterator[Mapping[str, int]]:
    """What each has in every game of the sheet that is not in cells."""
    for number, game in enumerate(cells.view.sheet.games, 1):
        if game is not None and number != cells.game:
            yield {each.entrant_no: to_sixths(parse_score(each.score)) for each in game.figures}


def _add(totals: dict[str, int], scores: Mapping[str, int]) -> None:
    for entrant, sixths in scores.items():
        totals[entrant] = totals.get(entrant, 0) + sixths


def _shown(sixths: Mapping[str, int], cells: GameCells | SheetCells, results: Sequence[Result] = ()) -> str:
    """A score for each seat in a line, the winners marked."""
    won = {each.entrant for each in results if each.game_won}
    space = "\N{NO-BREAK SPACE}"
    return " · ".join(
        f"{WINNER if entrant in won else ''}{letter}{space}{signed_score(score_of(sixths[entrant]))}"
        for letter, entrant in zip(SEATS, cells.view.sheet.seats, strict=False)
        if entrant in sixths
    )
