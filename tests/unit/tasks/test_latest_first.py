"""Tables to choose from: those in play, then of what is over the latest; the long past comes last."""

from itertools import islice
from typing import Any, cast

from services.officials.people_named import PeopleNamed
from services.tasks.options import values_there
from services.tasks.subjects import Subjects
from tests.unit.tournament.specs import S1, Tournament, check_in, draw, finished, recorded, registered, start

S2, LATER = "2026-03-28/2", "2026-04-06/1"


class Nobody:
    """Whoever may read no cases."""

    def scope(self, query: str) -> None:
        return None


def two_days() -> Tournament:
    """The first session of two days is over."""
    tournament = registered(8, LATER, 50, registered(4, S2, 20, finished(recorded(4))))
    return finished(start(draw(check_in(tournament, LATER), LATER), LATER), LATER)


def found(tournament: Tournament, typed: str, most: int) -> list[str]:
    """The keys of what is typed, the first of them."""
    there = Subjects(tournament.state, cast(Any, None), cast(Any, None), cast(Any, Nobody()))
    return [*islice(there.found(typed), most)]


def test_tables_of_what_is_over_are_offered_the_latest_first() -> None:
    names = PeopleNamed(cast(Any, None), cast(Any, None))
    sheets = values_there(two_days().state, names, "sheet", {})
    assert sheets == [f"{LATER}/1", f"{LATER}/2", f"{S1}/1"]


def test_tables_in_play_are_offered_before_those_that_are_over() -> None:
    tournament = start(draw(check_in(two_days(), S2), S2), S2)
    names = PeopleNamed(cast(Any, None), cast(Any, None))
    sheets = values_there(tournament.state, names, "sheet", {})
    assert sheets == [f"{S2}/1", f"{LATER}/1", f"{LATER}/2", f"{S1}/1"]
    assert found(tournament, "1", 1) == [f"table:{S2}/1"]


def test_a_table_by_its_number_is_that_of_the_latest_session_first() -> None:
    assert found(two_days(), "table 1", 2) == [f"table:{LATER}/1", f"table:{S1}/1"]
