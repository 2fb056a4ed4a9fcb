"""Tie-breaks of Swiss rounds, held to tables worked out by hand.

Five players, three rounds. Points in the tables are whole; the program counts halves.

    round 1    A beats B by 30    C beats D by 20    E has the bye
    round 2    A beats C by 10    E beats B by 40    D has the bye
    round 3    E beats A by 5     D beats B by 60    C has the bye

    A  1 1 0 = 2    met B 0, C 2, E 3
    B  0 0 0 = 0    met A 2, E 3, D 2
    C  1 0 1 = 2    met D 2, A 2, bye 2 (her own)
    D  0 1 1 = 2    met C 2, bye 2 (her own), B 0
    E  1 1 1 = 3    met bye 3 (her own), B 0, A 2
"""

from services.rules.ranking import Totals, key_of, places
from services.rules.swiss.tie_breaks import TIE_BREAK_SETS, Opponent, Played, figures, head_to_head
from tests.cases import cases

GAMES = (
    (1, "A", "B", 30),
    (1, "C", "D", 20),
    (2, "A", "C", 10),
    (2, "E", "B", 40),
    (3, "E", "A", 5),
    (3, "D", "B", 60),
)
BYES = ((1, "E"), (2, "D"), (3, "C"))


def table(
    games: tuple[tuple[int, str, str, int], ...] = GAMES, byes: tuple[tuple[int, str], ...] = BYES
) -> dict[str, list[Played]]:
    found: dict[str, list[Played]] = {}
    for round_, winner, loser, count in games:
        found.setdefault(winner, []).append(Played(round_, loser, 2, 6 * count, 0))
        found.setdefault(loser, []).append(Played(round_, winner, 0, -6 * count, -6 * count))
    for round_, number in byes:
        found.setdefault(number, []).append(Played(round_, None, 2))
    return found


def column(name: str, unit: int) -> dict[str, float]:
    by_number = figures(table(), 3)
    return {number: getattr(by_number[number].totals, name) / unit for number in sorted(by_number)}


@cases(
    "name, unit, by_hand",
    [
        ("match_points", 2, {"A": 2, "B": 0, "C": 2, "D": 2, "E": 3}),
        ("buchholz", 2, {"A": 5, "B": 7, "C": 6, "D": 4, "E": 5}),
        ("median_buchholz", 2, {"A": 2, "B": 2, "C": 2, "D": 2, "E": 2}),
        ("progressive", 2, {"A": 1 + 2 + 2, "B": 0, "C": 1 + 1 + 2, "D": 0 + 1 + 2, "E": 1 + 2 + 3}),
        ("tie_break_sixths", 6, {"A": -5, "B": -130, "C": -10, "D": -20, "E": 0}),
        ("spread_sixths", 6, {"A": 10 - 5, "B": -40 - 60, "C": -10, "D": -20, "E": 5}),
        ("sonneborn_berger", 4, {"A": 0 + 2, "B": 0, "C": 2 + 2, "D": 2 + 0, "E": 3 + 0 + 2}),
        ("games_won", 1, {"A": 2, "B": 0, "C": 1, "D": 1, "E": 2}),
    ],
)
def test_a_figure_is_as_worked_out_by_hand(name: str, unit: int, by_hand: dict[str, float]) -> None:
    assert column(name, unit) == by_hand


def compared(games: dict[str, list[Played]], rounds: int, level: str) -> dict[str, int]:
    """Head to head of those level with each other."""
    by_number = figures(games, rounds)
    return {number: head_to_head(number, level, by_number[number].opponents) for number in level}


def ranked(
    tie_breaks: str, of: dict[str, list[Played]] | None = None, rounds: int = 3
) -> list[tuple[int, str]]:
    by_number = figures(of or table(), rounds)
    key = key_of(TIE_BREAK_SETS[tie_breaks])
    numbers = sorted(by_number)
    return sorted(zip(places([key(by_number[number].totals) for number in numbers]), numbers, strict=True))


def test_the_two_sets_part_the_three_on_two_points_differently() -> None:
    assert ranked("mso-2019") == [(1, "E"), (2, "C"), (3, "A"), (4, "D"), (5, "B")]
    assert ranked("mso-classic") == [(1, "E"), (2, "A"), (3, "C"), (4, "D"), (5, "B")]


def test_the_median_says_which_opponents_it_leaves_out() -> None:
    line = figures(table(), 3)["A"]
    assert line.worst == Opponent(1, "B", 0, 2)
    assert line.best == Opponent(3, "E", 6, 0)
    assert line.running == (2, 4, 4)
    assert line.best_sixths == 180


def test_a_bye_counts_as_an_opponent_with_ones_own_points() -> None:
    assert figures(table(), 3)["E"].opponents[0] == Opponent(1, None, 6, 2)


def test_who_beat_all_she_is_level_with_is_first_of_them_and_who_lost_to_all_is_last() -> None:
    # All three have one point of two games; A beat neither, so nobody but B and C can be told apart: none.
    ring = table(((1, "A", "B", 9), (2, "B", "C", 9), (3, "C", "A", 9)), ())
    assert compared(ring, 3, "ABC") == {"A": 0, "B": 0, "C": 0}
    # D gave everyone a game away, so that A, B and C are level: A beat both of the others, C lost to both.
    line = table(
        (
            (1, "A", "B", 9),
            (2, "A", "C", 9),
            (3, "B", "C", 9),
            (4, "B", "D", 1),
            (5, "C", "D", 1),
            (6, "C", "D", 1),
        ),
        (),
    )
    by_number = figures(line, 6)
    assert {number: by_number[number].totals.match_points for number in "ABC"} == {"A": 4, "B": 4, "C": 4}
    assert compared(line, 6, "ABC") == {"A": 1, "B": 0, "C": -1}
    # Without A, who is not ranked, B has beaten everyone there is.
    assert compared(line, 6, "BC") == {"B": 1, "C": -1}
    assert compared(line, 6, "B") == {"B": 0}


def test_who_has_not_met_all_she_is_level_with_gains_nothing_by_the_game_she_won() -> None:
    assert compared(table(), 3, "ACD") == {"A": 0, "C": 0, "D": 0}


def test_who_is_level_on_everything_shares_the_place() -> None:
    twins = table(((1, "A", "B", 9), (1, "C", "D", 9)), ())
    assert ranked("mso-2019", twins, 1) == [(1, "A"), (1, "C"), (3, "B"), (3, "D")]


def test_a_round_not_played_counts_no_opponent_and_no_points() -> None:
    late = table(((2, "A", "B", 9),), ())
    line = figures(late, 2)["A"]
    assert line.running == (0, 2)
    assert line.totals == Totals(
        games_won=1, score_sixths=54, match_points=2, buchholz=0, progressive=2, spread_sixths=0
    )
