"""A stage of round robin: everyone meets everyone once, in as many rounds as that takes and no more."""

from msgspec.structs import replace

from services.tournament.definition.stages import Bye
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.people.registration import EntrantRegistered, RegisterEntrant
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.publication.publishing import PublishResults, ResultsPublished
from services.tournament.seating.drawing import SessionsDropped
from services.tournament.seating.seats import DrawSeats, SeatsDrawn, UndoSeatDraw
from services.tournament.seating.sessions import SEATS
from tests.unit.tournament.given_formats import (
    ROUND_ROBIN,
    arrive,
    draw_round,
    enter,
    entered,
    founded_by,
    line_of,
    lines,
    plan_of,
    play_round,
    round_id,
    seats_at,
    session,
    with_stage,
)
from tests.unit.tournament.specs import Tournament, numbers

SESSIONS = tuple(f"r{number}" for number in range(1, 8))


def ready(count: int, **changes: object) -> Tournament:
    """So many are there when the first round is to be drawn."""
    tournament = arrive(entered(ROUND_ROBIN, count, **changes).at("2027-03-06 09:40"), *numbers(count))
    return tournament.at("2027-03-06 09:56")


def whole(count: int) -> Tournament:
    """Every round drawn and played."""
    tournament = ready(count)
    for round in range(1, count + count % 2):
        play_round(draw_round(tournament, round), round)
    return tournament


def test_with_few_entrants_needless_rounds_are_dropped_by_the_first_draw() -> None:
    tournament = ready(5)
    outcome = tournament.when(DrawSeats(session="r1")).then(SeatsDrawn, SessionsDropped)
    assert outcome.only(SessionsDropped).sessions == ("r6", "r7")
    assert set(tournament.state.sessions) == set(SESSIONS[:5])
    attended = tournament.entrant("0001").participations[0].attendances
    assert [attendance.session for attendance in attended] == list(SESSIONS[:5])
    tournament.when(DrawSeats(session="r6")).refused("not-found")


def test_with_nobody_checked_in_nothing_is_drawn_and_no_round_is_dropped() -> None:
    tournament = entered(ROUND_ROBIN, 5).at("2027-03-06 09:56")
    tournament.when(DrawSeats(session="r1")).refused("cannot-be-seated", "Nobody is checked in")
    arrive(tournament.at("2027-03-06 09:40"), "0001").at("2027-03-06 09:56")
    tournament.when(DrawSeats(session="r1")).refused("cannot-be-seated", "1 entrant")
    assert set(tournament.state.sessions) == set(SESSIONS)


def test_two_left_who_do_not_meet_in_a_round_sit_it_out_and_meet_in_another() -> None:
    tournament = ready(4)
    play_round(draw_round(tournament))
    first, other = (seats[0] for seats in session(tournament).tables.values())
    for gone in {*numbers(4)} - {first, other}:
        tournament.given(WithdrawEntrant(entrant=gone, grounds="health"))
    met = []
    for round in (2, 3):
        tournament = play_round(draw_round(tournament, round), round)
        drawn = session(tournament, round)
        met.append(len(drawn.tables))
        assert drawn.tables or set(drawn.sitting_out) == {first, other}
    assert sorted(met) == [0, 1]


def test_with_as_many_as_planned_for_nothing_is_dropped() -> None:
    ready(8).when(DrawSeats(session="r1")).then(SeatsDrawn)


def test_once_it_is_drawn_nobody_can_register_until_the_draw_is_taken_back() -> None:
    tournament = ready(4).given(DrawSeats(session="r1"))
    late = RegisterEntrant(entrant_no="0005", name_en="Late")
    tournament.when(late).refused("field-is-fixed")
    tournament.given(UndoSeatDraw(session="r1", reason="someone is missing"))
    assert tournament.when(late).only(EntrantRegistered).session == "r1"


def test_too_few_rounds_are_refused() -> None:
    plan = plan_of(ROUND_ROBIN)
    stage = plan.stages[0]
    short = founded_by(with_stage(plan, replace(stage, sessions=stage.sessions[:3])))
    tournament = arrive(enter(short, *numbers(6)).at("2027-03-06 09:40"), *numbers(6))
    tournament.at("2027-03-06 09:56").when(DrawSeats(session="r1")).refused("sessions-too-few", "5", "3")


def test_everyone_meets_everyone_once_and_sits_out_once_in_an_odd_field() -> None:
    for count in (4, 5):
        tournament = whole(count)
        for line in lines(tournament):
            others = set(numbers(count)) - {line.entrant_no}
            assert {met for met in line.met if met is not None} == others
            assert (len([met for met in line.met if met]), line.byes) == (count - 1, count % 2)
        tournament.when(PublishResults(stage="rounds")).then(ResultsPublished)


def test_a_draw_taken_back_brings_the_dropped_rounds_back() -> None:
    tournament = arrive(entered(ROUND_ROBIN, 8).at("2027-03-06 09:40"), *numbers(5))
    draw_round(tournament.at("2027-03-06 09:56"))
    assert set(tournament.state.sessions) == set(SESSIONS[:7]), "who is late has a number all the same"
    small = ready(4)
    draw_round(small)
    assert set(small.state.sessions) == set(SESSIONS[:3])
    small.given(UndoSeatDraw(session="r1", reason="four more came"))
    assert set(small.state.sessions) == set(SESSIONS)
    enter(small, *numbers(4, 5))
    arrive(small.at("2027-03-06 09:50"), *numbers(4, 5))
    small.at("2027-03-06 09:57").when(DrawSeats(session="r1")).then(SeatsDrawn)
    assert len(small.entrant("0001").participations[0].attendances) == 7


def test_the_first_seed_decides_all_rounds() -> None:
    def second_round(first: str, second: str) -> list[tuple[str, ...]]:
        tournament = play_round(draw_round(ready(6), seed=first))
        draw_round(tournament, 2, seed=second)
        return [seats for _, seats in sorted(session(tournament, 2).tables.items())]

    assert second_round("one", "a") == second_round("one", "b")
    assert second_round("one", "a") != second_round("two", "a")


def test_who_would_meet_someone_who_is_gone_sits_out() -> None:
    tournament = play_round(draw_round(ready(4)))
    tournament.given(WithdrawEntrant(entrant="0001", grounds="health"))
    event = tournament.when(DrawSeats(session="r2")).only(SeatsDrawn)
    assert len(event.tables) == len(event.byes) == 1


def test_after_a_first_round_on_paper_the_rest_comes_in_from_paper_too() -> None:
    tournament = ready(4)
    for round, pairs in (
        (1, (("0001", "0002"), ("0003", "0004"))),
        (2, (("0001", "0003"), ("0002", "0004"))),
    ):
        rows = tuple(
            ResultRow(round_id(tournament, round), table, 1, SEATS[seat], number, 1 - seat, score, 3 * seat)
            for table, pair in enumerate(pairs, 1)
            for seat, (number, score) in enumerate(zip(pair, ("10", "-10"), strict=True))
        )
        if round == 2:
            tournament.when(DrawSeats(session="r2")).refused("pairing-numbers-unknown", "r1")
        tournament.given(ImportResults(rows=rows))
    assert line_of(tournament, "0001").totals.match_points == 4
    assert seats_at(tournament, 1, 2) == ("0001", "0003")


def test_sitting_out_for_want_of_an_opponent_brings_nothing_beside_a_bye_that_counts() -> None:
    tournament = arrive(entered(ROUND_ROBIN, 5, bye=Bye(1)).at("2027-03-06 09:40"), *numbers(4))
    tournament.at("2027-03-06 09:56")
    for round in range(1, 6):
        play_round(draw_round(tournament, round), round)
    sat_out = {line.entrant_no: line.byes for line in lines(tournament)}
    assert sat_out == dict.fromkeys(numbers(4), 2), "one by the Berger table, one for want of the fifth"
    for line in lines(tournament):
        assert line.totals.match_points == 2 * line.totals.games_won + 2
