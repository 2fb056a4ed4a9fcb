"""Figures that are read beside a question, or with a command that binds or chooses between them."""

from collections.abc import Iterator, Mapping, Sequence

from services.rules.exact import figure_shown
from services.tasks.questions import Question
from services.tournament.docket.ruling_remarks import rulings_kept
from services.tournament.kernel.facts import Command
from services.tournament.play.conflicts import SettleSheetConflict
from services.tournament.play.scores import Game, Sheet, SheetConflict
from services.tournament.play.signatures import OF_FIGURES
from services.tournament.seating.sessions import SEATS
from services.tournament.standings.draws import is_drawn
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
    if question.name == "play_off":
        return [phrase.in_language(language) for phrase in _play_off(state, answers)]
    sheet = state.sheets.get(answers.get("sheet", ""))
    if sheet is None or question.name != "take":
        return ()
    waiting = [each for each in sheet.conflicts if each.settled == "open"]
    both = [
        phrase for conflict in waiting for phrase in _both(state, sheet, conflict, named=len(waiting) > 1)
    ]
    kept = dict.fromkeys(note for conflict in waiting for note in rulings_kept(sheet, conflict.games))
    return [*(phrase.in_language(language) for phrase in both), *(note.text(language) for note in kept)]


def read_with(state: State, command: Command, language: Language) -> Sequence[str]:
    """The figures to read before a command is confirmed that binds them, or chooses between two sheets."""
    sheet = state.sheets.get(getattr(command, "sheet", None) or "")
    found: Iterator[Phrase] = iter(())
    if sheet is not None and isinstance(command, OF_FIGURES):
        found = (_game(state, sheet, number, game) for number, game in enumerate(sheet.games, 1))
    elif sheet is not None and isinstance(command, SettleSheetConflict):
        found = (
            phrase
            for conflict in sheet.conflicts
            if conflict.number == command.conflict
            for phrase in _both(state, sheet, conflict, named=False)
        )
    return [phrase.in_language(language) for phrase in found]


def _play_off(state: State, answers: Mapping[str, str]) -> Iterator[Phrase]:
    """How many win a play-off, and among whom, by number: of the stage named, else of each that waits."""
    for plan in state.plan.stages:
        cut = state.cut_into(plan.id)
        if cut.status == "held" and answers.get("stage") in (None, "", plan.id):
            yield Phrase("task-play-off", {"places": cut.free_places, "tied": Listed(cut.tied)})


def _both(state: State, sheet: Sheet, conflict: SheetConflict, *, named: bool) -> Iterator[Phrase]:
    """What each of two sheets says of the games in which they differ."""
    pairs = [*zip(sheet.games, conflict.games, strict=False)]
    differ = [at for at, (first, second) in enumerate(pairs) if _figures(first) != _figures(second)]
    for which, side in (("first", 0), ("second", 1)):
        games = [_game(state, sheet, at + 1, pairs[at][side]) for at in differ]
        said = {"which": which, "games": Listed(games, "list-of-sentences")}
        yield Phrase("task-sheet-says", {**said, "conflict": conflict.number if named else None})


def _figures(game: Game | None) -> object:
    return game and [(figure.entrant, *figure.figures) for figure in game.figures]


def _game(state: State, sheet: Sheet, number: int, game: Game | None) -> Phrase:
    figures, drawn = () if game is None else game.figures, is_drawn(state, sheet, game)
    seats = [
        f"{SEATS[sheet.seats.index(figure.entrant)]} {figure_shown(figure.score)}/{figure.tiles}"
        f"{'★' * (bool(figure.game_won) and not drawn)}"
        for figure in figures
    ]
    said = {"game": number, "seats": Listed(seats) if seats else None}
    return Phrase("task-game-says", {**said, "drawn": "yes" if drawn else "no"})
