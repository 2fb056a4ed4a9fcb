"""Figures that somebody had and has: what a correction or a ruling made of them, in sentences and parameters.

A notice keeps both figures among its parameters: what it says stays true when the game changes once more.
"""

from collections.abc import Iterable, Sequence

import msgspec

from services.rules.exact import from_sixths, score_shown
from services.tournament.play.scores import Figures, Game, Result
from services.tournament.play.sheets import figure_of
from shared.catalogue import Listed, Phrase


class Change(msgspec.Struct, frozen=True, array_like=True):
    """What one game was worth for an entrant, and is; None for nothing."""

    entrant: str
    game: int
    before: Figures | None
    after: Figures | None


Changes = Sequence[Change]


def changes(before: Iterable[Game | None], after: Iterable[Game | None], entrants: Iterable[str]) -> Changes:
    """What differs between two versions of games, for each of these entrants."""
    then = {game.number: game for game in before if game is not None}
    now = {game.number: game for game in after if game is not None}
    found = [
        Change(entrant, number, figures_of(then.get(number), entrant), figures_of(now.get(number), entrant))
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
                    "after": None if change.after is None else _shown(*change.after),
                    "before": None if change.before is None else _shown(*change.before),
                },
            )
            for change in found
        ],
        "list-of-sentences",
    )


def figures_shown(figure: Result) -> Phrase:
    """What a game is worth: score, tiles, whether it was won."""
    return _shown(*figure.figures)


def _shown(won: int, sixths: int, tiles: int) -> Phrase:
    score = score_shown(from_sixths(sixths))
    return Phrase("notice-game-figures", {"score": score, "tiles": tiles, "won": won})


def figures_of(game: Game | None, entrant: str) -> Figures | None:
    """What a game is worth for an entrant, however its figures came in; None for nothing."""
    figure = None if game is None else figure_of(game.figures, entrant)
    return None if figure is None else figure.figures
