"""Scores that say nothing of the ending: a game put right with them ends as it did before."""

from typing import Literal

import pytest
from msgspec import UNSET

from services.rules.game import EndedBy
from services.tournament.counterfactual.replay import Changes
from services.tournament.docket.effects import AmendGame
from services.tournament.docket.rulings import GameRuled
from services.tournament.kernel.facts import Command
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import CorrectGame
from tests.cases import cases
from tests.unit.tournament.cases import SHEET, disputed, game, rule
from tests.unit.tournament.figures import EXAMPLE_1, counted, scored, self_recorded
from tests.unit.tournament.specs import Tournament, in_play

Way = Literal["ruling", "correction"]
WAYS: tuple[Way, ...] = ("ruling", "correction")
CLEARED = ((0, 0), (10, 1), (15, 3), (20, 4))
NOBODY_CLEARS = scored(("30", 1, 2), ("-5", 0, 1), ("-10", 0, 3), ("-15", 0, 4))
A_CLEARS = scored(("45", 1, 0), ("-10", 0, 1), ("-15", 0, 3), ("-20", 0, 4))


def played(ended_by: EndedBy | None, way: Way) -> Tournament:
    """Game 1 ended so; None for one that participants recorded, who do not say."""
    first = counted(*(CLEARED if ended_by == "cleared" else EXAMPLE_1), ended_by=ended_by or "time")
    if ended_by is None:
        first = self_recorded(("30", 1, 1), ("-5", 0, 1), ("-10", 0, 3), ("-15", 0, 4))
    tournament = in_play(4).given(first)
    return disputed(tournament) if way == "ruling" else tournament


def put_right(way: Way, seats: tuple[SeatResult, ...], ended_by: EndedBy | None = None) -> Command:
    ending = UNSET if ended_by is None else ended_by
    if way == "ruling":
        return rule(AmendGame(1, seats, ending))
    return CorrectGame(sheet=SHEET, game=1, ended_by=ending, seats=seats, reason="misread")


@cases("way", WAYS)
@cases(
    "before, seats, after",
    [
        ("time", NOBODY_CLEARS, "time"),
        ("pool_exhausted", NOBODY_CLEARS, "pool_exhausted"),
        (None, NOBODY_CLEARS, "unknown"),  # an ending that nobody knew is not asked for
        ("pool_exhausted", A_CLEARS, "cleared"),  # who has no tiles left has cleared the rack
    ],
)
def test_scores_keep_how_the_game_ended(
    way: Way, before: EndedBy | None, seats: tuple[SeatResult, ...], after: str
) -> None:
    tournament = played(before, way).given(put_right(way, seats))
    assert game(tournament).ended_by == after
    assert [figure.tiles for figure in game(tournament).figures] == [seat.tiles for seat in seats]


@pytest.mark.parametrize("way", WAYS)
def test_an_ending_that_the_scores_contradict_is_asked_for(way: Way) -> None:
    tournament = played("cleared", way)
    refused = tournament.when(put_right(way, NOBODY_CLEARS)).refused("ending-needed", "a cleared rack")
    assert "清空牌架" in refused.problem.text("zh")
    tournament.given(put_right(way, NOBODY_CLEARS, "blocked"))
    assert game(tournament).ended_by == "blocked"


def test_a_ruling_that_kept_an_ending_keeps_it_when_it_is_told_again() -> None:
    tournament = played("pool_exhausted", "ruling")
    outcome = tournament.when(put_right("ruling", NOBODY_CLEARS))
    assert outcome.only(GameRuled).ended_by == "pool_exhausted"
    replayed = tournament.told_again(Changes()).state.sheets[SHEET].games[0]
    assert replayed is not None
    assert replayed.ended_by == "pool_exhausted"
