"""Seats and referees of a session."""

import pytest

from services.tournament.definition.founding import AppointReferee
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.people.registration import EntrantRegistered, PlaceConfirmed
from services.tournament.play.remarks import remarks
from services.tournament.seating.presence import CheckIn, EntrantCheckedIn
from services.tournament.seating.seats import (
    AssignReferees,
    DrawSeats,
    ExchangeSeats,
    RefereesAssigned,
    SeatDrawUndone,
    SeatsDrawn,
    SeatsExchanged,
    TablesOf,
    UndoSeatDraw,
)
from shared.catalogue import Phrase
from tests.cases import cases
from tests.unit.tournament.specs import (
    S1,
    S2,
    Tournament,
    arrived,
    check_in,
    draw,
    drawn,
    founded,
    in_play,
    numbers,
    registered,
    registration,
)


def seats_of(tournament: Tournament, session: str = S1) -> dict[int, tuple[str, ...]]:
    return dict(sorted(tournament.state.sessions[session].tables.items()))


def test_a_draw_seats_everyone_who_is_present_and_keeps_its_seed() -> None:
    tournament = arrived(7).at("2026-03-28 12:30")
    outcome = tournament.when(DrawSeats(session=S1, seed="drawn before witnesses"))
    drawn_seats = outcome.then(SeatsDrawn).only(SeatsDrawn)
    assert drawn_seats.seed == "drawn before witnesses"
    assert [len(table.entrants) for table in drawn_seats.tables] == [4, 3]
    table = drawn_seats.tables[0]
    third = tournament.entrant(table.entrants[2]).first
    assert (third.table, third.seat) == (f"{S1}/1", "C")
    assert tournament.state.sessions[S1].status == "drawn"


def test_without_a_seed_the_desk_gives_one() -> None:
    assert arrived(4).when(DrawSeats(session=S1)).only(SeatsDrawn).seed == "seed-1"


def test_the_same_seed_seats_everyone_the_same_again() -> None:
    tournament = arrived(11)
    first = tournament.when(DrawSeats(session=S1, seed="s")).only(SeatsDrawn)
    tournament.given(UndoSeatDraw(session=S1, reason="table 2 has a broken leg"))
    assert tournament.when(DrawSeats(session=S1, seed="s")).only(SeatsDrawn) == first


def test_before_the_seating_time_seats_are_drawn_only_when_everyone_is_there() -> None:
    tournament = registered(5)
    tournament.at("2026-03-28 12:10").given(*(CheckIn(entrant=number) for number in numbers(4)))
    tournament.when(DrawSeats(session=S1)).refused("too-early-to-draw", "1 entrant of", "12:30")
    tournament.at("2026-03-28 12:30").when(DrawSeats(session=S1)).then(SeatsDrawn)
    arrived(4).at("2026-03-28 12:05").when(DrawSeats(session=S1)).then(SeatsDrawn)


@pytest.mark.parametrize("present", [1, 2, 5])
def test_one_two_and_five_cannot_be_seated_and_the_refusal_says_so(present: int) -> None:
    tournament = arrived(present).at("2026-03-28 12:30")
    tournament.when(DrawSeats(session=S1)).refused("cannot-be-seated", f"{present} entrant")


def test_more_tables_than_the_hall_has_are_refused() -> None:
    tournament = arrived(4, capacity=4, tables=1)
    tournament.given(
        EntrantRegistered("0005", "person-5", S1, False, (), (), None, None),
        PlaceConfirmed("0005", S1, False),
        EntrantRegistered("0006", "person-6", S1, False, (), (), None, None),
        PlaceConfirmed("0006", S1, False),
        EntrantCheckedIn("0005", S1),
        EntrantCheckedIn("0006", S1),
    )
    tournament.when(DrawSeats(session=S1)).refused("tables-too-few", "6 entrants", "1 table of")


def test_family_members_sit_apart() -> None:
    tournament = founded()
    for number in numbers(8):
        tournament.given(registration(number, family=f"F{int(number) % 4}"))
    draw(check_in(tournament, S1))
    for table in seats_of(tournament).values():
        groups = [tournament.entrant(entrant_no).group for entrant_no in table]
        assert len(set(groups)) == len(groups)


def test_where_a_family_must_share_a_table_the_desk_says_so() -> None:
    tournament = founded()
    for number in numbers(4):
        tournament.given(registration(number, family="Wong"))
    outcome = check_in(tournament, S1).when(DrawSeats(session=S1))
    (note,) = remarks(tournament.state, outcome.events, tournament.now)
    assert note.code == "family-shares-table"
    assert "0001, 0002, 0003, 0004" in note.en
    assert "Wong" not in note.en + note.zh


def test_with_the_setting_off_families_are_not_parted() -> None:
    shared = 0
    for seed in range(20):
        tournament = founded(each_stage={"apart": ()})
        for number in numbers(8):
            tournament.given(registration(number, family=f"F{int(number) % 4}"))
        check_in(tournament, S1).given(DrawSeats(session=S1, seed=str(seed)))
        for table in seats_of(tournament).values():
            shared += len({int(entrant_no) % 4 for entrant_no in table}) < len(table)
    assert shared


def test_who_was_disqualified_before_the_draw_gets_no_seat() -> None:
    tournament = arrived(5).given(DisqualifyEntrant(entrant="0003", reason="a second phone"))
    outcome = tournament.when(DrawSeats(session=S1))
    assert "0003" not in str(outcome.only(SeatsDrawn))


def test_seats_are_drawn_once() -> None:
    drawn(4).when(DrawSeats(session=S1)).refused("wrong-phase", "drawn")


def test_a_draw_is_undone_until_the_session_starts() -> None:
    tournament = drawn(8)
    tournament.when(UndoSeatDraw(session=S1, reason="the seed was not read out")).then(
        SeatDrawUndone(S1, "case-1")
    )
    session = tournament.state.sessions[S1]
    assert (session.status, session.seed, len(session.tables), len(session.referees)) == (
        "scheduled",
        None,
        0,
        0,
    )
    assert session.checked_in == 8
    assert all(tournament.entrant(number).first.table is None for number in numbers(8))
    in_play(4).when(UndoSeatDraw(session=S1, reason="late")).refused("wrong-phase", "playing")


def test_two_change_seats_before_play() -> None:
    tournament = drawn(8)
    (first, *_), (second, *_) = seats_of(tournament).values()
    tournament.when(ExchangeSeats(session=S1, first=first, second=second)).then(
        SeatsExchanged(S1, first, second, "case-1")
    )
    assert tournament.entrant(first).first.table == f"{S1}/2"
    assert tournament.entrant(second).first.table == f"{S1}/1"
    assert seats_of(tournament)[1][0] == second


def test_neighbours_at_one_table_change_seats() -> None:
    tournament = drawn(4)
    before = seats_of(tournament)[1]
    tournament.given(ExchangeSeats(session=S1, first=before[0], second=before[3]))
    assert seats_of(tournament)[1] == (before[3], before[1], before[2], before[0])
    assert tournament.entrant(before[0]).first.seat == "D"


def test_an_exchange_needs_two_who_sit_in_the_session() -> None:
    tournament = drawn(4).given(registration("0009", S2))
    tournament.when(ExchangeSeats(session=S1, first="0001", second="0001")).refused("invalid-input")
    tournament.when(ExchangeSeats(session=S1, first="0001", second="0009")).refused("not-at-a-table", "0009")
    tournament.when(ExchangeSeats(session=S1, first="0001", second="0099")).refused("not-found")
    in_play(4).when(ExchangeSeats(session=S1, first="0001", second="0002")).refused("wrong-phase")


def test_each_referee_supervises_two_tables_and_25_tables_need_13() -> None:
    tournament = draw_only(100)
    for place in range(1, 13):
        tournament.given(AppointReferee(referee=f"R{place:02d}", name=f"Referee {place}"))
    tournament.when(AssignReferees(session=S1)).refused(
        "referees-too-few", "25 tables need 13", "there are 12"
    )
    tournament.given(AppointReferee(referee="C01", name="Chief", chief=True))
    tournament.when(AssignReferees(session=S1)).refused("referees-too-few")
    tournament.given(AppointReferee(referee="R13", name="Referee 13"))
    assigned = tournament.when(AssignReferees(session=S1)).only(RefereesAssigned).assignments
    assert len(assigned) == 13
    assert assigned[0] == TablesOf("R01", (1, 2))
    assert assigned[12] == TablesOf("R13", (25,))


def draw_only(count: int) -> Tournament:
    return arrived(count).at("2026-03-28 12:30").given(DrawSeats(session=S1))


@cases(
    "assignments, code, named",
    [
        ({"R01": (1, 2, 3)}, "assignment-wrong", ["R01"]),
        (
            {"R01": (1,), "R02": (2,)},
            "assignment-wrong",
            [Phrase("part-seats-tables-missing", {"tables": [3]})],
        ),
        (
            {"R01": (1, 2), "R02": (2, 3)},
            "assignment-wrong",
            [Phrase("part-seats-tables-doubled", {"tables": [2]})],
        ),
        (
            {"R01": (1, 2), "R02": (4, 5)},
            "assignment-wrong",
            [
                Phrase("part-seats-tables-missing", {"tables": [3]}),
                Phrase("part-seats-tables-unknown", {"tables": [4, 5]}),
            ],
        ),
        ({"R01": (1, 2), "R02": (3,), "R03": ()}, "assignment-wrong", ["R03"]),
        ({"R01": (1, 2), "R99": (3,)}, "not-found", []),
    ],
)
def test_every_table_has_one_referee_who_has_two_at_most(
    assignments: dict[str, tuple[int, ...]], code: str, named: list[Phrase | str]
) -> None:
    tournament = draw_only(12)
    for place in (1, 2, 3):
        tournament.given(AppointReferee(referee=f"R0{place}", name="A Referee"))
    tournament.when(AssignReferees(session=S1, assignments=assignments)).refused(code, *map(str, named))


def test_referees_can_be_assigned_as_listed_and_anew_during_play() -> None:
    tournament = in_play(12)
    tournament.when(AssignReferees(session=S1, assignments={"R02": (1, 3), "R01": (2,)})).then(
        RefereesAssigned(S1, (TablesOf("R01", (2,)), TablesOf("R02", (1, 3))))
    )
    assert tournament.state.sessions[S1].referees[3] == "R02"
    registered(4).when(AssignReferees(session=S1)).refused("wrong-phase", "scheduled")


def test_who_leaves_between_draw_and_start_is_not_drawn_again() -> None:
    tournament = drawn(8).given(WithdrawEntrant(entrant="0001", grounds="health"))
    tournament.given(UndoSeatDraw(session=S1, reason="seven now"))
    outcome = tournament.when(DrawSeats(session=S1))
    assert [len(table.entrants) for table in outcome.only(SeatsDrawn).tables] == [4, 3]
    assert "0001" not in str(outcome.events)


def test_seats_are_not_named_where_they_are_drawn_and_how_is_said_in_words() -> None:
    named = DrawSeats(session=S1, tables=(("0001", "0002", "0003", "0004"),))
    tournament = arrived(4).at("2026-03-28 12:30")
    refused = tournament.when(named).refused("invalid-input", "tables are drawn by lot")
    assert "抽籤編桌" in refused.problem.text("zh")
