"""The answers that a ruling is drafted from: what each drops of those before, and what is refused at once."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext

from msgspec import UNSET

from services.desk.previewing import preview, try_out
from services.desk.views import SheetView
from services.officials.cases import case, sheet_in
from services.officials.citing import clauses_for
from services.officials.drafted import ON_GAME, Data, is_settled, ruling_so_far
from services.officials.figures import ending_named, figures_typed, with_ending
from services.officials.reader import Reader
from services.officials.sheets import by_seat, ending_recorded, names_no_winner
from services.personal.person import Person
from services.projections.rows import GameCell
from services.rules.ruleset import Ruleset
from services.tournament.docket.disputes import DISPUTE_NOT_OPEN
from services.tournament.docket.rulings import SUPERSEDED_ALREADY
from services.tournament.seating.sessions import SEATS
from shared.problems import ProblemType

WINNER_UNMARKED = ProblemType("winner-unmarked", 422)
FIGURES_UNCHANGED = ProblemType("figures-unchanged", 422)
OVERTAKEN = (DISPUTE_NOT_OPEN.code, SUPERSEDED_ALREADY.code)
"""Refusals of a ruling whose case was decided meanwhile."""
_FIGURES = ("figures", "winners")


def with_effect(data: Data, given: Mapping[str, str], game_of_case: int | None) -> dict[str, str]:
    """What is said with another effect: figures stay as long as they are of the same game.

    Args:
        given: the effect, and what was chosen along with it: a game, or of a charge that was proposed whose.
        game_of_case: that the case is about; None for a case about no game in particular.
    """
    chosen, drop = dict(given), ["ask_game"]
    if given["effect"] in ON_GAME and "game" not in given:
        if game_of_case is not None:
            chosen["game"] = str(game_of_case)
        else:
            chosen["ask_game"] = "1"
    if chosen.get("game") != data.get("game") and "ask_game" not in chosen:
        drop += ["game", *_FIGURES]
    if given["effect"] != data.get("effect"):
        drop += ["entrant", "charge", "cites", "ask_cites"]
    return _without(data, drop) | chosen


def with_game(data: Data, game: str) -> dict[str, str]:
    """What is said with another game."""
    return _without(data, _FIGURES if game != data.get("game") else ()) | {"game": game}


def with_figures(reader: Reader, rules: Ruleset, view: SheetView, data: Data, text: str) -> dict[str, str]:
    """What is said with figures as they were typed, and with who has won where the rules leave that open.

    How the game ended is as it was recorded where they do not say it.

    Raises:
        Problem: figures-unreadable, figures-mixed, winner-unmarked.
    """
    text = with_ending(text, ending_recorded(view, int(data["game"])))
    _, ended_by, marked = figures_typed(text)
    winners: dict[str, str] = {}
    if marked is not None and ended_by is not UNSET and names_no_winner(rules, ended_by):
        if not marked:
            raise WINNER_UNMARKED(ruleset=rules.title, ended_by=ending_named(ended_by, reader.language))
        seats = dict(zip(SEATS, view.sheet.seats, strict=False))
        winners["winners"] = ",".join(seats.get(letter, letter) for letter in marked)
    return _without(data, _FIGURES) | {"figures": text, **winners}


def check_ruling(reader: Reader, person: Person, data: Data) -> None:
    """Let the desk decide what is said so far, once all that is to happen is said.

    Raises:
        Problem: as the ruling would.
    """
    if not is_settled(data):
        return
    sheet = sheet_in(reader, person, case(reader, person, data["dispute"]))
    with by_seat(sheet) if sheet is not None else nullcontext():
        clauses = clauses_for(reader, person, data["dispute"])
        ruling = ruling_so_far({"cites": clauses.known[0], **data})
        try_out(reader.desk, person.tournament_id, ruling, person.principal)


def check_amended(reader: Reader, person: Person, data: Data) -> None:
    """Refuse to amend a game to the figures that it has; one in place of another ruling may have them.

    Raises:
        Problem: figures-unchanged.
    """
    if "supersedes" in data or not is_settled(data):
        return
    clauses = clauses_for(reader, person, data["dispute"])
    ruling = ruling_so_far({"cites": clauses.known[0], **data})
    foreseen = preview(reader.desk, person.tournament_id, ruling, person.principal)
    if all(_is_as_before(change.before, change.after) for change in foreseen.games):
        raise FIGURES_UNCHANGED(game=data["game"])


def _is_as_before(before: GameCell | None, after: GameCell | None) -> bool:
    def counted(game: GameCell) -> object:
        figures = [(cell.entrant_no, cell.game_won, cell.score, cell.tiles) for cell in game.figures]
        return figures, game.ended_by

    return before is not None and after is not None and counted(before) == counted(after)


def _without(data: Data, drop: Sequence[str]) -> dict[str, str]:
    return {name: value for name, value in data.items() if name not in drop}
