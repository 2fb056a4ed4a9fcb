"""Histories of rounds and open tables told again, unchanged and otherwise."""

from services.tournament.counterfactual.replay import Changes, Given, Story
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame
from services.tournament.docket.leaving import EntrantWithdrew, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import RulingMade
from services.tournament.kernel.facts import Event
from services.tournament.people.registration import EntrantRegistered
from services.tournament.play.open_tables import CloseTable, TableClosed, TableOpened
from services.tournament.play.results import CorrectGame, GameResultRecorded
from services.tournament.play.timing import EndSession
from services.tournament.seating.presence import EntrantCheckedIn
from services.tournament.seating.seats import DrawSeats, SeatDrawUndone, SeatsDrawn, UndoSeatDraw
from services.tournament.standings.standing import standings
from tests.cases import cases
from tests.unit.tournament.given_formats import (
    BSG,
    MSO,
    ONLINE,
    PRESSMAN,
    ROUND_ROBIN,
    ROUNDS,
    SWISS,
    arrive,
    cleared,
    draw_round,
    drawn,
    entered,
    in_play,
    left,
    open_table,
    play_round,
    played,
    round_id,
    ruled,
    seats_at,
    seq_of,
    sheet_at,
    start_round,
    won,
)
from tests.unit.tournament.specs import Tournament, numbers


def without(tournament: Tournament, *seqs: int) -> Story:
    return tournament.told_again(Changes(without=frozenset(seqs)))


def misfits(story: Story) -> list[tuple[str, str, bool]]:
    return [(misfit.event, misfit.why.code, misfit.in_part) for misfit in story.misfits]


def seq_about(tournament: Tournament, kind: type[Event], entrant: str) -> int:
    return next(
        step.seq
        for step in tournament.record
        if isinstance(step.event, kind)
        and entrant in (getattr(step.event, "entrant_no", ""), getattr(step.event, "entrant", ""))
    )


@cases("name", [MSO, ROUNDS, BSG, PRESSMAN])
def test_told_again_without_a_change_it_comes_out_the_same(name: str) -> None:
    tournament = played(name, 7, 1)
    story = without(tournament)
    assert (story.state, story.misfits) == (tournament.state, ())


def test_told_again_with_all_that_seldom_happens_it_comes_out_the_same() -> None:
    tournament = arrive(entered(SWISS, 8).at("2027-03-06 13:40"), *numbers(7)).at("2027-03-06 13:56")
    draw_round(tournament).given(UndoSeatDraw(session="r1", reason="too soon"))
    start_round(draw_round(tournament))
    first, other = seats_at(tournament)
    sheet = sheet_at(tournament).sheet
    tournament.given(RaiseDispute(sheet=sheet, game=1, statement="Nobody can move."))
    racks = (left(20, 4, first), left(25, 3, other))
    tournament.given(ruled(AmendGame(1, racks, winners=(other,))))
    leaver = seats_at(tournament, 2)[0]
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"))
    tournament.given(ReinstateEntrant(entrant=leaver, reason="only water"))
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="health"))
    play_round(tournament)
    play_round(draw_round(tournament, 2), 2)
    story = without(tournament)
    assert (story.state, story.misfits) == (tournament.state, ())


def test_pairs_stay_facts_though_they_were_drawn_by_results_that_are_left_out() -> None:
    tournament = played(MSO, 8, 3)
    story = without(tournament, seq_of(tournament, GameResultRecorded))
    assert misfits(story) == [("seats-drawn", "session-before-open", True)] * 2
    for number, session in tournament.state.sessions.items():
        assert story.state.sessions[number].tables == session.tables


def test_a_table_that_misses_someone_is_not_laid_and_the_others_play() -> None:
    tournament = drawn(MSO, 4)
    story = without(tournament, seq_about(tournament, EntrantRegistered, "0001"))
    assert len(story.state.sessions[round_id(tournament)].tables) == 1
    assert misfits(story) == [("seats-drawn", "seats-stay-empty", True)]


def test_without_the_check_in_nobody_sits_there() -> None:
    tournament = arrive(entered(SWISS, 4).at("2027-03-06 13:40"), *numbers(4)).at("2027-03-06 13:56")
    play_round(draw_round(tournament))
    story = without(tournament, seq_about(tournament, EntrantCheckedIn, "0003"))
    absent = story.state.entrants["0003"].in_session("swiss", "r1")
    assert absent is not None
    assert absent.presence == "absent"
    assert ("seats-drawn", "seats-stay-empty", True) in misfits(story)
    assert ("game-result-recorded", "not-found", False) in misfits(story)


def test_without_a_withdrawal_the_forfeit_is_not_concluded_and_the_game_is_missing() -> None:
    tournament = in_play(MSO, 4)
    _, leaver = seats_at(tournament)
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="left"))
    story = without(tournament, seq_of(tournament, EntrantWithdrew))
    assert story.misfits == ()
    assert story.state.sheets[sheet_at(tournament).sheet].games == (None,)
    assert standings(story.state, "swiss") == []


def test_a_withdrawal_put_in_forfeits_the_game_and_its_result_fits_no_more() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    before = tournament.state.seq
    tournament.given(won(tournament, leaver, 9))
    gone = Given(WithdrawEntrant(entrant=leaver, grounds="health"), "organizer:test")
    story = tournament.told_again(Changes(after={before: [gone]}))
    assert misfits(story) == [("game-result-recorded", "already-recorded", False)]
    assert {line.entrant_no: line.totals.games_won for line in standings(story.state, "swiss")} == {stays: 1}


def test_without_the_ruling_a_blocked_game_has_no_winner_and_its_case_is_open() -> None:
    tournament = in_play(MSO, 4)
    first, other = seats_at(tournament)
    tournament.given(RaiseDispute(sheet=sheet_at(tournament).sheet, game=1, statement="Nobody can move."))
    racks = (left(20, 4, first), left(25, 3, other))
    tournament.given(ruled(AmendGame(1, racks, winners=(other,))))
    story = without(tournament, seq_of(tournament, RulingMade))
    assert story.misfits == ()
    assert story.state.disputes["D-0001"].status == "open"
    assert standings(story.state, "swiss") == []


def test_another_draw_in_place_of_the_recorded_one_pairs_anew() -> None:
    tournament = drawn(MSO, 16, seed="one")
    other = Given(DrawSeats(session=round_id(tournament), seed="two"), "organizer:test")
    story = tournament.told_again(Changes(instead={seq_of(tournament, SeatsDrawn): other}))
    anew = drawn(MSO, 16, seed="two")
    assert story.state.sessions[round_id(tournament)].tables == anew.state.sessions[round_id(anew)].tables
    assert story.misfits == ()


def test_without_taking_the_draw_back_the_first_stands_and_the_second_fits_no_more() -> None:
    tournament = arrive(entered(ROUND_ROBIN, 5).at("2027-03-06 09:40"), *numbers(5)).at("2027-03-06 09:56")
    draw_round(tournament, seed="one").given(UndoSeatDraw(session="r1", reason="too soon"))
    draw_round(tournament, seed="two")
    story = without(tournament)
    assert (story.state, story.misfits) == (tournament.state, ())
    story = without(tournament, seq_of(tournament, SeatDrawUndone))
    assert misfits(story) == [("seats-drawn", "wrong-phase", False)]
    assert set(story.state.sessions) == {f"r{number}" for number in range(1, 6)}


def two_tables_after_each_other() -> Tournament:
    """0001 and 0002 play and close their table, then 0002 sits down with 0003."""
    tournament = open_table(entered(ONLINE, 4), "0001", "0002", turn_seconds=60)
    tournament.given(won(tournament, "0001"), CloseTable(sheet=sheet_at(tournament).sheet))
    open_table(tournament, "0002", "0003").given(won(tournament, "0003"))
    return tournament.given(EndSession(session=round_id(tournament)))


def test_open_tables_told_again_are_the_same() -> None:
    tournament = two_tables_after_each_other()
    story = without(tournament)
    assert (story.state, story.misfits) == (tournament.state, ())


def test_without_closing_a_table_those_at_it_cannot_have_sat_down_elsewhere() -> None:
    tournament = two_tables_after_each_other()
    story = without(tournament, seq_of(tournament, TableClosed))
    assert misfits(story) == [
        ("table-opened", "sits-elsewhere", False),
        ("game-result-recorded", "not-found", False),
    ]


def test_without_opening_a_table_its_game_was_never_played_and_changed_no_rating() -> None:
    tournament = open_table(entered(ONLINE, 4), "0001", "0002")
    tournament.given(won(tournament, "0001"))
    story = without(tournament, seq_of(tournament, TableOpened))
    assert misfits(story) == [("game-result-recorded", "not-found", False)]
    assert dict(story.state.ratings) == {}


def test_a_correction_of_a_round_is_told_as_such() -> None:
    tournament = played(MSO, 4, 1)
    both = seats_at(tournament)
    loser = next(number for number in both if not sheet_at(tournament).total(number).games_won)
    seats = cleared(loser, both, 3)
    fix = CorrectGame(sheet=sheet_at(tournament).sheet, game=1, seats=seats, reason="typed wrongly")
    tournament.given(fix, by="chief_referee")
    assert without(tournament).state == tournament.state
