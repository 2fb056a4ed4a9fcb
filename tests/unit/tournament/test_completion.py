"""When a table has played all it plays: so many games, until a target or the call of time, or at any time."""

import pytest

from services.tournament.play.completion import LENGTHS, Length, SoFar, is_complete, length_of, may_begin
from tests.cases import cases
from tests.refusing import refusing

POINT = 6  # sixths


def test_what_the_tournament_file_gives_names_the_length() -> None:
    assert length_of(3, None) == Length("games", 3)
    assert length_of(None, 400) == Length("target", 400)
    assert length_of(None, None) == Length("any")
    assert LENGTHS.keys() == {"games", "target", "any"}


@cases("games, complete", [(0, False), (2, False), (3, True), (4, True)])
def test_so_many_games_are_played(games: int, complete: bool) -> None:
    length = Length("games", 3)
    assert is_complete(length, SoFar(games)) == complete
    assert may_begin(length, SoFar(games)) == (not complete)


def test_games_not_played_when_time_is_called_are_still_missing() -> None:
    assert not is_complete(Length("games", 3), SoFar(2, time_called=True))


def test_a_table_plays_until_someone_has_reached_the_target() -> None:
    length = Length("target", 100)
    short = SoFar(2, (100 * POINT - 1, -100 * POINT))
    reached = SoFar(2, (100 * POINT, -100 * POINT))
    assert (is_complete(length, short), may_begin(length, short)) == (False, True)
    assert (is_complete(length, reached), may_begin(length, reached)) == (True, False)


@pytest.mark.parametrize("totals", [(), (30, -30)])
def test_when_time_is_called_a_table_with_a_target_closes_as_it_stands(totals: tuple[int, ...]) -> None:
    so_far = SoFar(len(totals) // 2, totals, time_called=True)
    assert is_complete(Length("target", 100), so_far)
    assert not may_begin(Length("target", 100), so_far)


def test_a_table_with_any_number_of_games_is_complete_at_any_time_and_plays_on() -> None:
    for games in range(3):
        assert is_complete(Length("any"), SoFar(games))
        assert may_begin(Length("any"), SoFar(games))
    assert not may_begin(Length("any"), SoFar(time_called=True))


@pytest.mark.parametrize("length", [Length("games", 3), Length("target", 400), Length("any")])
def test_where_too_few_are_left_the_table_is_complete(length: Length) -> None:
    assert is_complete(length, SoFar(1, staying=1))
    assert not may_begin(length, SoFar(1, staying=1))


def test_another_length_is_refused() -> None:
    with refusing("length-unknown", "A table cannot play for hours"):
        is_complete(Length("hours", 2), SoFar())
