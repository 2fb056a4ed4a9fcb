"""What a check says of draws is what the draws do."""

from services.tournament.definition import words
from services.tournament.definition.checks.drawing import can_be_seated
from services.tournament.seating.draws import draws, table_sizes
from shared.problems import Problem


def is_seated(people: int, most: int, fewest: int) -> bool:
    try:
        table_sizes(people, most, fewest)
    except Problem:
        return False
    return True


def test_every_draw_of_a_file_is_there_and_every_draw_has_its_meaning() -> None:
    assert set(words.DRAW) == set(draws())


def test_people_are_said_not_to_fit_exactly_where_they_cannot_be_seated() -> None:
    for most in range(2, 7):
        for fewest in range(2, most + 1):
            for people in range(1, 40):
                assert can_be_seated(people, fewest, most) is is_seated(people, most, fewest)
