"""What is read beside a question that cannot be answered without it: two sheets of a table that differ."""

from collections.abc import Mapping, Sequence

from services.rules.exact import figure_shown
from services.tasks.questions import Question
from services.tournament.play.scores import Game, Sheet, SheetConflict
from services.tournament.seating.sessions import SEATS
from services.tournament.state import State
from shared.catalogue import Listed, Phrase
from shared.i18n import Language


def read_beside(
    state: State, question: Question, answers: Mapping[str, str], language: Language
) -> Sequence[str]:
    """The lines to read before the question is answered; none for most.

    Args:
        answers: so far, by the name of the question.
    """
    sheet = state.sheets.get(answers.get("sheet", ""))
    conflict = None if sheet is None or question.name != "take" else _meant(sheet, answers)
    if sheet is None or conflict is None:
        return ()
    pairs = [*zip(sheet.games, conflict.games, strict=False)]
    differ = [at for at, (first, second) in enumerate(pairs) if _figures(first) != _figures(second)]
    said = []
    for which, side in (("first", 0), ("second", 1)):
        games = [_game(sheet, at + 1, pairs[at][side]) for at in differ]
        said.append(Phrase("task-sheet-says", {"which": which, "games": Listed(games, "list-of-sentences")}))
    return [phrase.in_language(language) for phrase in said]


def _meant(sheet: Sheet, answers: Mapping[str, str]) -> SheetConflict | None:
    """The difference that was answered, else the only one there is."""
    waiting = [each for each in sheet.conflicts if each.settled == "open"]
    named = [each for each in waiting if str(each.number) == answers.get("conflict", "")]
    return next(iter(named or (waiting if len(waiting) == 1 else ())), None)


def _figures(game: Game | None) -> object:
    return game and [(figure.entrant, *figure.figures) for figure in game.figures]


def _game(sheet: Sheet, number: int, game: Game | None) -> Phrase:
    figures = () if game is None else game.figures
    seats = [
        f"{SEATS[sheet.seats.index(figure.entrant)]} {figure_shown(figure.score)}/{figure.tiles}"
        f"{'★' * bool(figure.game_won)}"
        for figure in figures
    ]
    return Phrase("task-game-says", {"game": number, "seats": Listed(seats) if seats else None})
