"""All that is wrong with one input, told at once."""

from services.cli.failing import error_lines
from shared.faults import Faults
from shared.problems import Problem, not_found
from tests.refusing import refusing


def refused(*faults: Problem) -> Problem:
    with refusing(faults[0].code) as raised:
        Faults(faults).refuse()
    return raised.value


def test_the_same_fault_of_several_lines_is_told_once_with_all_of_them() -> None:
    game, other = not_found("game", 4), not_found("game", 5)
    found = [*(game.at(line=line, field="game") for line in (9, 2, 3, 4)), other.at(line=3, field="game")]
    first = refused(*found)
    assert (first.where["line"], first.where["lines"]) == (2, ("2–4", "9"))
    assert [dict(each.where) for each in first.others] == [{"line": 3, "field": "game"}]
    assert "lines 2–4, 9" in error_lines(first)


def test_faults_of_one_line_or_at_different_places_stay_apart() -> None:
    game = not_found("game", 4)
    assert "lines" not in refused(game.at(line=2), game.at(line=2)).where
    assert len(refused(game.at(line=2, table=1), game.at(line=3, table=2)).others) == 1


def test_rows_of_a_list_are_told_apart_by_nothing_but_their_line() -> None:
    game = not_found("game", 4)
    first = refused(*(game.at(line=line, entrant_no=f"{line}") for line in (2, 3)))
    assert dict(first.where) == {"line": 2, "lines": ("2–3",)}
