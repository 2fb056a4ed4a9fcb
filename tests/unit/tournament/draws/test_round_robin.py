"""The round robin: Berger tables, everyone meets everyone once, pairing numbers by the first draw's lot."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournament.seating.draws import DrawPlan, Entry, draw_by, sessions_needed
from services.tournament.seating.draws.round_robin import berger_pairs
from shared.lottery import Lottery
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.tournament.draws.fields import fresh, seated
from tests.unit.tournament.specs import numbers

# FIDE Handbook C.05, Annex 1.
TABLES = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6
           10-6 7-5 8-4 9-3 1-2
           2-10 3-1 4-9 5-8 6-7
           10-7 8-6 9-5 1-4 2-3
           3-10 4-2 5-1 6-9 7-8
           10-8 9-7 1-6 2-5 3-4
           4-10 5-3 6-2 7-1 8-9
           10-9 1-8 2-7 3-6 4-5
           5-10 6-4 7-3 8-2 9-1""",
    12: """1-12 2-11 3-10 4-9 5-8 6-7
           12-7 8-6 9-5 10-4 11-3 1-2
           2-12 3-1 4-11 5-10 6-9 7-8
           12-8 9-7 10-6 11-5 1-4 2-3
           3-12 4-2 5-1 6-11 7-10 8-9
           12-9 10-8 11-7 1-6 2-5 3-4
           4-12 5-3 6-2 7-1 8-11 9-10
           12-10 11-9 1-8 2-7 3-6 4-5
           5-12 6-4 7-3 8-2 9-1 10-11
           12-11 1-10 2-9 3-8 4-7 5-6
           6-12 7-5 8-4 9-3 10-2 11-1""",
}


def in_session(session: int, entries: list[Entry], first: list[str], sessions: int = 99) -> DrawPlan:
    return DrawPlan(
        seed=f"seed of session {session}" if session else "the first seed",
        most=2,
        fewest=2,
        session=session,
        sessions=sessions,
        stage_seed="the first seed" if session else None,
        first_field=tuple(first) if session else (),
    )


@cases("players", TABLES)
def test_the_tables_are_those_of_fide(players: int) -> None:
    rounds = [
        tuple(tuple(map(int, both.split("-"))) for both in line.split())
        for line in TABLES[players].splitlines()
    ]
    assert [berger_pairs(players, session) for session in range(sessions_needed(players))] == rounds


@cases("players", TABLES)
def test_of_an_odd_number_whoever_would_meet_the_last_of_the_even_table_sits_out(players: int) -> None:
    for session in range(players - 1):
        without = tuple(both for both in berger_pairs(players, session) if players not in both)
        assert berger_pairs(players - 1, session) == without


@cases("players", range(2, 41))
def test_everyone_meets_everyone_once_and_seats_are_even(players: int) -> None:
    rounds = [berger_pairs(players, session) for session in range(sessions_needed(players))]
    pairs = [frozenset(both) for drawn in rounds for both in drawn]
    assert sorted(map(sorted, pairs)) == sorted(map(list, combinations(range(1, players + 1), 2)))
    for drawn in rounds:
        assert len({number for both in drawn for number in both}) == players - players % 2
    with_a = Counter(first for drawn in rounds for first, _ in drawn)
    for number in range(1, players + 1):
        assert abs(2 * with_a[number] - (players - 1)) == (players - 1) % 2


@given(st.integers(2, 17))
def test_pairing_numbers_are_by_the_lot_of_the_first_draw_for_the_whole_stage(players: int) -> None:
    first = numbers(players)
    by_lot = Lottery("the first seed").shuffle(first)
    for session in range(sessions_needed(players)):
        drawn = draw_by("round_robin", fresh(players), in_session(session, fresh(players), first))
        expected = tuple((by_lot[a - 1], by_lot[b - 1]) for a, b in berger_pairs(players, session))
        assert drawn.tables == expected
        assert drawn.method == "berger-1"
        assert seated(drawn) == first
        assert len(drawn.byes) == players % 2


def test_another_first_seed_gives_other_pairs() -> None:
    drawn = {
        draw_by("round_robin", fresh(6), DrawPlan(seed=str(seed), most=2, fewest=2, sessions=5)).tables
        for seed in range(20)
    }
    assert len(drawn) > 15


def test_who_leaves_keeps_the_pairing_number_and_whoever_would_meet_them_sits_out() -> None:
    first = numbers(6)
    for session in range(1, 5):
        everyone = draw_by("round_robin", fresh(6), in_session(session, fresh(6), first))
        stay = [entry for entry in fresh(6) if entry.number not in ("0001", "0004")]
        drawn = draw_by("round_robin", stay, in_session(session, stay, first))
        laid = [both for both in everyone.tables if not {"0001", "0004"}.intersection(both)]
        assert list(drawn.tables) == laid
        assert seated(drawn) == [entry.number for entry in stay]


def test_nobody_enters_after_the_first_draw() -> None:
    plan = in_session(1, fresh(6), numbers(4))
    with refusing("entered-too-late", "0005, 0006 entered after the first draw"):
        draw_by("round_robin", fresh(6), plan)


def test_fewer_sessions_than_needed_are_refused_and_how_many_are_missing_is_named() -> None:
    with refusing("sessions-too-few", r"5 entrants need 5 sessions to meet .* the stage has 4"):
        draw_by("round_robin", fresh(5), DrawPlan(seed="seed", most=2, fewest=2, sessions=4))
    assert draw_by("round_robin", fresh(5), DrawPlan(seed="seed", most=2, fewest=2, sessions=5)).tables


def test_sessions_beyond_need_are_not_drawn() -> None:
    with refusing("everyone-has-met", "After 3 sessions everyone has met everyone"):
        draw_by("round_robin", fresh(4), in_session(3, fresh(4), numbers(4), sessions=7))


def test_a_round_robin_is_played_in_pairs() -> None:
    with refusing("pairs-only", "in pairs, not at tables of up to 4"):
        draw_by("round_robin", fresh(8), DrawPlan(seed="seed", sessions=7))


@pytest.mark.parametrize(
    ("present", "words"), [(0, "Nobody is checked in"), (1, "1 entrant cannot be seated at tables of 2 to 2")]
)
def test_nobody_plays_alone(present: int, words: str) -> None:
    field = numbers(6)
    for plan in (
        DrawPlan(seed="seed", most=2, fewest=2, sessions=7),
        in_session(0, fresh(present), field),
        in_session(2, fresh(present), field),
    ):
        with refusing("cannot-be-seated", words):
            draw_by("round_robin", fresh(present), plan)


def test_two_who_do_not_meet_in_this_session_both_sit_out() -> None:
    field = numbers(6)
    everyone = draw_by("round_robin", fresh(6), in_session(1, fresh(6), field))
    (first, _), (other, _), _ = everyone.tables
    two = [entry for entry in fresh(6) if entry.number in (first, other)]
    drawn = draw_by("round_robin", two, in_session(1, two, field))
    assert (drawn.tables, drawn.byes) == ((), tuple(sorted((first, other))))
