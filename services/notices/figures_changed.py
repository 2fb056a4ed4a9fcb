"""Figures that somebody had and has: what a correction or a ruling made of them, in sentences and parameters.

A notice keeps both figures among its parameters: what it says stays true when the game changes once more.
"""

from collections.abc import Iterable, Sequence

import msgspec

from services.rules.exact import from_sixths, score_shown
from services.tournament.play.scores import Figures, Game, Result, Sheet
from services.tournament.play.sheets import figure_of
from services.tournament.standings.draws import is_drawn
from services.tournament.state import State
from shared.catalogue import Listed, Phrase


class Change(msgspec.Struct, frozen=True, array_like=True):
    """What one game was worth for an entrant, and is; None for nothing.

    Attributes:
        drawn: whether it was a draw, and whether it is.
    """

    entrant: str
    game: int
    before: Figures | None
    after: Figures | None
    drawn: tuple[bool, bool] = (False, False)


Changes = Sequence[Change]


def changes(
    state: State,
    sheet: Sheet,
    before: Iterable[Game | None],
    after: Iterable[Game | None],
    entrants: Iterable[str],
) -> Changes:
    """What differs between two versions of games on a sheet, for each of these entrants."""
    then = {game.number: game for game in before if game is not None}
    now = {game.number: game for game in after if game is not None}
    found = [
        Change(
            entrant,
            number,
            figures_of(then.get(number), entrant),
            figures_of(now.get(number), entrant),
            (is_drawn(state, sheet, then.get(number)), is_drawn(state, sheet, now.get(number))),
        )
        for entrant in entrants
        for number in sorted(then.keys() | now.keys())
    ]
    return [change for change in found if change.before != change.after]


def of_entrant(changed: Changes, entrant: str) -> Changes:
    """Those of one entrant."""
    return [change for change in changed if change.entrant == entrant]


def written(changed: Changes) -> str:
    """Changes as a parameter of a notice."""
    return msgspec.json.encode(changed).decode()


def sentences(parameter: str) -> Listed:
    """What such a parameter says: the figures of each game, and those before."""
    found = msgspec.json.decode(parameter, type=list[Change])
    return Listed(
        [
            Phrase(
                "notice-ruling-changed",
                {
                    "game": change.game,
                    "after": None if change.after is None else _shown(*change.after, change.drawn[1]),
                    "before": None if change.before is None else _shown(*change.before, change.drawn[0]),
                },
            )
            for change in found
        ],
        "list-of-sentences",
    )


def figures_shown(figure: Result, *, drawn: bool = False) -> Phrase:
    """What a game is worth: score, tiles, whether it was won or drawn."""
    return _shown(*figure.figures, drawn)


def _shown(won: int, sixths: int, tiles: int, drawn: bool) -> Phrase:
    score = score_shown(from_sixths(sixths))
    values = {"score": score, "tiles": tiles, "outcome": outcome(won, drawn=drawn)}
    return Phrase("notice-game-figures", values)


def outcome(won: int, *, drawn: bool) -> str:
    """What a game was for somebody, as the texts tell it apart."""
    return "drawn" if drawn else "won" if won else "lost"


def figures_of(game: Game | None, entrant: str) -> Figures | None:
    """What a game is worth for an entrant, however its figures came in; None for nothing."""
    figure = None if game is None else figure_of(game.figures, entrant)
    return None if figure is None else figure.figures
