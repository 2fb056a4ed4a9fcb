"""The exercise tournaments of FIDE on tie-breaks: sixteen players, five rounds and nine, every figure."""

from fractions import Fraction

import pytest

from services.tournament.definition.stages import Bye
from services.tournament.standings.columns import figures_shown
from services.tournament.standings.reached import Standing
from services.tournament.standings.standing import standings
from tests.unit.tournament.given_pairs import pairs, play_pairs
from tests.unit.tournament.specs import Tournament

KEYS = ("match_points", "median_buchholz", "buchholz", "progressive", "sonneborn_berger")
FIRST_FOUR = """
    1>9 2>10 3=11 4>12 5<13 6<14 7>15 8=16
    1=13 2>7 3>6 5<15 8>14 9<10 11<16 bye 12
    1=2 3>8 4>13 5>11 7<16 10<15 12>14 bye 6
    1>15 2>16 3=4 5=7 6>10 8>13 9<11
"""
IN_FIVE = """
    1=4 2=3 5>10 6>8 7<11 13<14 15<16 bye 9
"""
IN_NINE = """
    1=4 2>3 5>10 6>8 7<11 13<14 15<16 bye 9
    1=6 2=4 3>16 5<14 7<10 8=11 9>13 12<15
    1=3 2<6 4=16 5>9 7>13 8=15 10>12 11<14
    1=16 2=15 3>14 4=6 5<8 7>9 10>11 12=13
    1>8 2=5 3>10 4>15 6>16 7>14 9=12 11=13
"""
# The number, points, median Buchholz, Buchholz, progressive, Sonneborn-Berger, Buchholz without the worst.
AFTER_FIVE = """
    02 4 17/2 13 13 19/2 12
    03 7/2 17/2 15 11 41/4 25/2
    16 7/2 7 25/2 21/2 29/4 11
    01 7/2 13/2 23/2 11 29/4 21/2
    06 3 15/2 12 6 13/2 11
    04 3 11/2 21/2 19/2 7 9
    08 5/2 17/2 27/2 17/2 21/4 12
    11 5/2 15/2 12 11/2 17/4 11
    05 5/2 5 17/2 5 17/4 15/2
    15 2 15/2 12 7 7/2 11
    14 2 9/2 9 6 9/2 15/2
    12 2 2 7 7 4 5
    07 3/2 17/2 29/2 6 13/4 25/2
    13 3/2 8 27/2 7 17/4 23/2
    10 1 15/2 25/2 4 1 23/2
    09 1 7/2 8 1 1 7
"""
AFTER_NINE = """
    03 13/2 69/2 44 31 61/2 81/2
    06 6 73/2 47 25 123/4 43
    02 6 69/2 45 35 117/4 41
    01 6 33 42 61/2 53/2 79/2
    04 11/2 59/2 77/2 27 24 36
    16 9/2 73/2 93/2 27 20 43
    08 9/2 32 41 24 33/2 77/2
    07 9/2 53/2 35 18 15 65/2
    15 4 33 42 43/2 65/4 39
    10 4 31 40 17 27/2 75/2
    05 4 27 71/2 37/2 61/4 33
    14 4 51/2 69/2 21 16 32
    11 7/2 28 37 18 55/4 69/2
    12 3 35/2 51/2 33/2 19/2 23
    13 5/2 29 75/2 29/2 41/4 35
    09 5/2 43/2 30 19/2 13/2 55/2
"""


def exercise(rounds: str) -> Tournament:
    written = [line for line in rounds.split("\n") if line.strip()]
    tournament = pairs(16, len(written), check_in="each", bye=Bye(1, 9), ranking=KEYS)
    for round, tables in enumerate(written, 1):
        play_pairs(tournament, round, tables)
    return tournament


def without_the_worst(line: Standing) -> str:
    assert line.swiss is not None
    assert line.swiss.worst is not None
    return str(Fraction(line.totals.buchholz - line.swiss.worst.points, 2))


@pytest.mark.parametrize(
    ("rounds", "table"), [(FIRST_FOUR + IN_FIVE, AFTER_FIVE), (FIRST_FOUR + IN_NINE, AFTER_NINE)]
)
def test_every_tie_break_is_as_worked_out_elsewhere(rounds: str, table: str) -> None:
    state = exercise(rounds).state
    stage = state.plan.first_stage
    found = [
        [line.entrant_no, *figures_shown(state, stage, line, KEYS).values(), without_the_worst(line)]
        for line in standings(state, stage)
    ]
    assert found == [line.split() for line in table.split("\n") if line.strip()]
    assert not any(line.tied for line in standings(state, stage))
