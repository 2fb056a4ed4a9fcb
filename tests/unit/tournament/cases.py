"""Cases on the docket for tests: disputes, and rulings on them."""

from typing import Any

from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import Effect, NoEffect
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.scores import Game
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import S1, Tournament, in_play, recorded

SHEET = f"{S1}/1"


def disputed(tournament: Tournament | None = None, game: int | None = 1) -> Tournament:
    """Table 1 with three games recorded, and a dispute on it."""
    return (tournament or recorded(4)).given(
        RaiseDispute(sheet=SHEET, game=game, statement="Look at game 1.")
    )


def rule(
    *effects: Effect, dispute: str = "D-0001", supersedes: str | None = None, **fields: Any
) -> MakeRuling:
    texts = {
        "finding": "As the referee saw it.",
        "cites": "HK rules 2.1",
        "reason": "So the rules.",
        **fields,
    }
    return MakeRuling(dispute=dispute, effects=effects or (NoEffect(),), supersedes=supersedes, **texts)


def game(tournament: Tournament, number: int = 1) -> Game:
    found = tournament.sheet().games[number - 1]
    assert found is not None
    return found


def sixths(tournament: Tournament, number: int = 1) -> list[int]:
    return [figure.sixths for figure in game(tournament, number).figures]


def seat(tournament: Tournament, letter: str) -> str:
    return tournament.sheet().seats["ABCD".index(letter)]


def interrupted() -> Tournament:
    """Game 1 recorded; D left during game 2, which needs a ruling."""
    tournament = in_play(4).given(counted(*EXAMPLE_1))
    return tournament.given(WithdrawEntrant(entrant=seat(tournament, "D"), grounds="health"))
