"""Rounds: drawn once for good, by points or by lot, among whoever is there; rooms are taken."""

import pytest

from services.tournament.amendments import CancelRegistration
from services.tournament.conduct import DisqualifyEntrant, ReinstateEntrant, WithdrawEntrant
from services.tournament.formats import kind_of, rounds_format
from services.tournament.presence import CheckIn
from services.tournament.results import RecordGameResult
from services.tournament.retelling.telling import Changes
from services.tournament.round_standing import field_standings
from services.tournament.rounds import (
    DrawRound,
    RoomTaken,
    RoundDrawn,
    RoundDrawUndone,
    TakeRoom,
    UndoRoundDraw,
)
from services.tournament.seating import DrawSeats
from tests.unit.tournament.given_rounds import (
    ALL,
    BSG,
    MSO,
    ONLINE,
    ROUNDS,
    drawn,
    enter,
    entered,
    founded_as,
    play_round,
    played,
    won,
)
from tests.unit.tournament.specs import S1, Tournament, founded, numbers, registered


def seated(tournament: Tournament, round: int = 1) -> list[str]:
    own = tournament.state.rounds[round]
    return [number for table in own.tables.values() for number in table.entrants]


def test_a_swiss_round_pairs_everyone_and_keeps_seed_and_seats() -> None:
    event = entered(MSO, 6).when(DrawRound(seed="read out")).one(RoundDrawn)
    assert (event.round, event.method, event.seed, event.byes) == (1, "swiss", "read out", ())
    assert sorted(number for own in event.tables for number in own.entrants) == numbers(6)
    assert {len(own.entrants) for own in event.tables} == {2}


def test_the_same_seed_draws_the_same_round_and_another_seed_another() -> None:
    def draw(seed: str) -> RoundDrawn:
        return entered(MSO, 20).when(DrawRound(seed=seed)).one(RoundDrawn)

    assert draw("one") == draw("one")
    assert draw("one").tables != draw("two").tables


def test_in_an_odd_field_the_lowest_has_the_bye_and_nobody_twice() -> None:
    tournament = played(MSO, 7, 5)
    byes = [number for own in tournament.state.rounds.values() for number in own.byes]
    assert len(byes) == len(set(byes)) == 5


def test_nobody_meets_twice_in_five_rounds() -> None:
    tournament = played(MSO, 12, 5)
    for own in field_standings(tournament.state):
        met = [one.number for one in own.opponents]
        assert len(met) == len(set(met)) == 5


def test_a_later_round_waits_until_every_table_has_its_game() -> None:
    tournament = drawn(MSO, 4)
    tournament.when(DrawRound()).refused("round-not-complete", "1/1, 1/2", "undo the draw")


def test_after_the_last_round_there_is_none() -> None:
    played(MSO, 12, 5).when(DrawRound()).refused("all-rounds-drawn", "Publish")
    played(ROUNDS, 8, 3).when(DrawRound()).refused("all-rounds-drawn")


def test_one_alone_cannot_be_drawn() -> None:
    entered(MSO, 1).when(DrawRound()).refused("cannot-be-seated")
    entered(ROUNDS, 1).when(DrawRound()).refused("cannot-be-seated")


def test_who_enters_late_plays_from_the_next_round_on() -> None:
    tournament = enter(play_round(drawn(MSO, 4)), "0005", "0006").given(DrawRound())
    assert set(seated(tournament, 2)) == {*numbers(6)}
    late = next(own for own in field_standings(tournament.state) if own.entrant_no == "0005")
    assert late.opponents == ()


def test_who_withdraws_is_drawn_no_more_and_comes_back_when_reinstated() -> None:
    tournament = play_round(drawn(MSO, 6))
    tournament.given(WithdrawEntrant(entrant="0003", grounds="health"))
    tournament.given(DisqualifyEntrant(entrant="0004", reason="a solver"))
    tournament.given(DrawRound())
    assert sorted(seated(tournament, 2)) == ["0001", "0002", "0005", "0006"]
    tournament.given(UndoRoundDraw(reason="0004 was innocent"))
    tournament.given(ReinstateEntrant(entrant="0004", reason="it was not hers"), DrawRound())
    assert "0004" in {*seated(tournament, 2), *tournament.state.rounds[2].byes}


def test_tables_by_lot_are_as_large_as_can_be() -> None:
    for count, sizes in ((5, [3, 2]), (6, [3, 3]), (9, [3, 3, 3]), (8, [4, 4])):
        event = entered(ROUNDS, count).when(DrawRound()).one(RoundDrawn)
        assert (event.method, [len(own.entrants) for own in event.tables]) == ("lot", sizes)


def test_a_draw_is_taken_back_until_a_game_rests_on_it() -> None:
    tournament = drawn(MSO, 4)
    tournament.when(UndoRoundDraw(reason="a player came")).then(RoundDrawUndone)
    assert not tournament.state.rounds
    tournament.when(UndoRoundDraw(reason="again")).refused("no-round-drawn")
    tournament.given(DrawRound()).given(won(tournament, "0001"))
    tournament.when(UndoRoundDraw(reason="too late")).refused("something-rests-on-it", "withdraw")


def test_rooms_are_taken_by_two_to_four_different_players_and_never_drawn() -> None:
    tournament = entered(ONLINE, 5)
    tournament.when(TakeRoom(entrants=("0001", "0002", "0003"))).then(RoomTaken(1, ("0001", "0002", "0003")))
    tournament.when(TakeRoom(entrants=("0001", "0004"))).then(RoomTaken(2, ("0001", "0004")))
    for wrong in ((), ("0001",), ("0001", "0001"), tuple(numbers(5))):
        tournament.when(TakeRoom(entrants=wrong)).refused("room-wrong", "2 to 4")
    tournament.when(TakeRoom(entrants=("0001", "9999"))).refused("not-found")
    tournament.when(DrawRound()).refused("rooms-are-taken")
    tournament.given(WithdrawEntrant(entrant="0002", grounds="left"))
    tournament.when(TakeRoom(entrants=("0001", "0002"))).refused("out-of-competition")
    entered(MSO, 4).when(TakeRoom(entrants=("0001", "0002"))).refused("rounds-are-drawn")


@pytest.mark.parametrize("name", ALL)
def test_commands_of_sessions_are_refused_in_rounds_with_what_to_use(name: str) -> None:
    tournament = entered(name, 2)
    session = tournament.state.plan.sessions[0].id
    format = rounds_format(tournament.state.plan)
    assert format is not None
    for command in (DrawSeats(session=session), CheckIn(entrant="0001")):
        tournament.when(command).refused("not-in-rounds", kind_of(format), "record-round-game")
    tournament.when(RecordGameResult(sheet="x", game=1, seats=())).refused("not-in-rounds")


def test_commands_of_rounds_are_refused_in_sessions_with_what_to_use() -> None:
    founded().when(DrawRound()).refused("not-in-sessions", "draw-seats")
    registered(2).when(TakeRoom(entrants=("0001", "0002"))).refused("not-in-sessions")
    assert S1 in founded().state.sessions


def test_a_registration_stays_once_its_entrant_was_drawn() -> None:
    tournament = entered(MSO, 5)
    tournament.given(CancelRegistration(entrant="0005"))
    tournament.given(DrawRound())
    tournament.when(CancelRegistration(entrant="0001")).refused("drawn-already", "Withdraw")


def test_drawn_pairs_stay_facts_when_the_record_is_told_again() -> None:
    tournament = played(MSO, 8, 3)
    first = next(
        stamp.seq
        for entry, stamp in zip(tournament.entries, tournament.stamps, strict=True)
        if type(entry.event).__name__ == "RoundGameRecorded"
    )
    story = tournament.told_again(Changes(frozenset({first})))
    assert [own.why.code for own in story.misfits] == ["round-not-complete"]
    for number, own in tournament.state.rounds.items():
        assert {t: table.entrants for t, table in own.tables.items()} == {
            t: table.entrants for t, table in story.state.rounds[number].tables.items()
        }


@pytest.mark.parametrize("name", [MSO, ROUNDS, BSG])
def test_told_again_without_a_change_it_comes_out_the_same(name: str) -> None:
    tournament = played(name, 6, 1)
    story = tournament.told_again(Changes())
    assert (story.state, story.misfits) == (tournament.state, ())


def test_a_table_that_misses_someone_in_the_telling_is_left_out_of_its_round() -> None:
    tournament = drawn(MSO, 4)
    gone = next(
        stamp.seq
        for entry, stamp in zip(tournament.entries, tournament.stamps, strict=True)
        if getattr(entry.event, "entrant_no", "") == "0001"
    )
    story = tournament.told_again(Changes(frozenset({gone})))
    assert len(story.state.rounds[1].tables) == 1
    assert [own.why.code for own in story.misfits] == ["not-found"]


def test_a_tournament_of_rounds_needs_no_session_but_its_meeting() -> None:
    tournament = founded_as(MSO)
    assert [own.plan.id for own in tournament.state.sessions.values()] == ["2019-08-19/1"]
