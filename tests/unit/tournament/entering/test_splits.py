"""Which session of several: as chosen, in turn by standing, or by lot; nobody where there is no room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournament.definition.words import SPLIT
from services.tournament.standings.entering.splits import Room, split_by, splits
from shared.lottery import Lottery
from tests.refusing import refusing
from tests.unit.tournament.specs import numbers

rooms = st.lists(st.integers(0, 9), min_size=1, max_size=5).map(
    lambda sizes: [Room(f"s{place}", size) for place, size in enumerate(sizes)]
)


def test_every_word_of_the_tournament_file_has_its_split() -> None:
    assert splits().keys() == SPLIT.keys(), "_SPLITS of entering/splits.py, SPLIT of words.py"


def test_an_unknown_split_is_refused() -> None:
    with refusing("split-unknown", "There is no split halves"):
        split_by("halves", [], [])


def test_in_turn_by_standing_over_the_sessions_with_room() -> None:
    there = [Room("a", 1), Room("b", 4), Room("c")]
    found = split_by("in_turn", list("123456789"), there)
    assert found == {"a": ("1",), "b": ("2", "4", "6", "8"), "c": ("3", "5", "7", "9")}


@given(rooms, st.integers(0, 40))
def test_everyone_has_a_session_or_nobody(there: list[Room], count: int) -> None:
    capacity = {room.session: room.room or 0 for room in there}
    places = sum(capacity.values())
    for word in ("in_turn", "lot"):
        if count > places:
            with refusing("sessions-too-small", rf"^{count} .* {places} places"):
                split_by(word, numbers(count), there)
        else:
            found = split_by(word, numbers(count), there)
            assert sorted(number for session in found.values() for number in session) == numbers(count)
            assert all(len(found[session]) <= capacity[session] for session in capacity)
            sizes = [len(found[session]) for session in capacity if len(found[session]) < capacity[session]]
            assert max(sizes, default=0) - min(sizes, default=0) <= 1


def test_a_lot_takes_the_place_of_the_standing() -> None:
    there = [Room("a", 3), Room("b", 3)]
    order = Lottery("seed").shuffle(numbers(6))
    found = split_by("lot", numbers(6)[::-1], there, "seed")
    assert found == {"a": tuple(order[::2]), "b": tuple(order[1::2])}
    assert len({str(split_by("lot", numbers(6), there, str(seed))) for seed in range(20)}) > 15


def test_sessions_are_as_chosen() -> None:
    found = split_by(
        "chosen", ["1", "2", "3"], [Room("a", 2), Room("b")], chosen={"1": "b", "2": "a", "3": "b"}
    )
    assert found == {"a": ("2",), "b": ("1", "3")}


@pytest.mark.parametrize("chosen", [{"1": "a"}, {"1": "a", "2": "elsewhere"}])
def test_who_has_chosen_no_session_of_the_stage_is_named(chosen: dict[str, str]) -> None:
    with refusing("session-not-chosen", "No session of this stage is chosen for 2"):
        split_by("chosen", ["1", "2"], [Room("a", 2)], chosen=chosen)


def test_a_session_chosen_by_more_than_it_holds_is_refused() -> None:
    with refusing("sessions-too-small", r"2 entrants do not fit the 1 places there are \(a\)"):
        split_by("chosen", ["1", "2"], [Room("a", 1), Room("b", 9)], chosen={"1": "a", "2": "a"})


def test_without_a_session_there_is_no_room() -> None:
    with refusing("sessions-too-small", "does not fit the 0 places"):
        split_by("in_turn", ["1"], [])
