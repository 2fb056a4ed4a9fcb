"""Standings of any format: who is ranked, by what, with which medals; published, and awarded."""

from typing import Any

from services.rules.team_ranking import Member, medal_table
from services.tournament.definition.stages import Bye, Target
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import VoidGame
from services.tournament.docket.leaving import WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.play.results import CorrectGame
from services.tournament.play.timing import EndSession
from services.tournament.publication.awards import AwardsMade, MakeAwards, RevokeAwards
from services.tournament.publication.publishing import PublishResults, ResultsPublished
from services.tournament.standings.columns import columns_of, figures_shown
from services.tournament.standings.outcomes import AwardedPlace
from tests.cases import cases
from tests.unit.tournament.given_formats import (
    BSG,
    MSO,
    ONLINE,
    PRESSMAN,
    ROUND_ROBIN,
    ROUNDS,
    arrive,
    cleared,
    draw_round,
    drawn,
    enter,
    entered,
    founded_as,
    in_play,
    left,
    line_of,
    lines,
    play_round,
    played,
    round_id,
    ruled,
    seats_at,
    session,
    sheet_at,
    stage_of,
    start_round,
    table_of,
    won,
)
from tests.unit.tournament.specs import Tournament, numbers


def medals(tournament: Tournament) -> list[str]:
    state, stage = tournament.state, stage_of(tournament)
    return [figures_shown(state, stage, line, ["medal"])["medal"] for line in lines(tournament)]


def teams(tournament: Tournament) -> list[tuple[int | None, str, tuple[int, int, int]]]:
    members = []
    for line in lines(tournament):
        team = tournament.entrant(line.entrant_no).team
        if team is not None:
            members.append(Member(line.place, line.entrant_no, team, line.totals))
    return [(line.place, line.team, tuple(line.medals)) for line in medal_table(members)]  # type: ignore[misc]


def publish(tournament: Tournament) -> PublishResults:
    return PublishResults(stage=stage_of(tournament))


def test_swiss_standings_go_by_points_and_then_by_the_set_of_tie_breaks() -> None:
    tournament = played(MSO, 8, 3)
    keys = [
        (line.totals.match_points, line.totals.median_buchholz, line.totals.buchholz)
        for line in lines(tournament)
    ]
    assert keys == sorted(keys, reverse=True)
    assert table_of(tournament)[0] == (1, "0001")
    classic = played(MSO, 8, 3, ranking="mso-classic")
    shown = ("match_points", "head_to_head", "results_spread", "sonneborn_berger")
    assert columns_of(classic.state, "swiss") == shown
    assert figures_shown(classic.state, "swiss", lines(classic)[0], shown)["match_points"] == "3"


@cases("name", [MSO, ROUNDS, PRESSMAN, BSG])
def test_who_has_neither_a_game_nor_a_bye_is_not_ranked_though_nobody_checks_in(name: str) -> None:
    tournament = in_play(name, 8)
    assert lines(tournament) == []
    tournament.given(won(tournament, seats_at(tournament)[0]), EndSession(session=round_id(tournament)))
    assert {line.entrant_no for line in lines(tournament)} == set(seats_at(tournament))


# Who is ranked where `ranked` is "played", by what is all they have.


def test_a_bye_alone_ranks_also_one_that_brings_nothing() -> None:
    for brings in (Bye(), Bye(0)):
        tournament = drawn(MSO, 3, bye=brings)
        assert [line.entrant_no for line in lines(tournament)] == [*session(tournament).byes]


def test_sitting_out_without_a_bye_ranks_nobody() -> None:
    tournament = arrive(entered(ROUND_ROBIN, 4, bye=Bye(0, 0)).at("2027-03-06 09:40"), *numbers(3))
    tournament = draw_round(tournament.at("2027-03-06 09:56"))
    (out,) = session(tournament).unpaired
    assert lines(tournament) == []
    assert out not in {line.entrant_no for line in lines(play_round(tournament))}


def test_a_forfeit_alone_ranks_who_gets_it_and_who_gave_it_once_reinstated() -> None:
    tournament = in_play(MSO, 4)
    stays, leaver = seats_at(tournament)
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="left"))
    assert table_of(tournament) == [(1, stays)], "who left is not ranked"
    tournament.given(won(tournament, seats_at(tournament, 2)[0]), EndSession(session=round_id(tournament)))
    draw_round(tournament, 2).given(ReinstateEntrant(entrant=leaver, reason="is back for round 3"))
    assert {stays, leaver} <= {line.entrant_no for line in lines(tournament)}, "the forfeit stands"


def test_an_opponent_who_does_not_come_ranks_nobody_by_that() -> None:
    tournament = in_play(MSO, 4)
    tournament.given(won(tournament, seats_at(tournament, 2)[0]), EndSession(session=round_id(tournament)))
    assert {line.entrant_no for line in lines(tournament)} == {*seats_at(tournament, 2)}


def test_a_voided_game_counts_as_completed_and_one_that_waits_for_a_ruling_as_none() -> None:
    tournament = in_play(MSO, 2)
    sheet = sheet_at(tournament).sheet
    tournament.given(RaiseDispute(sheet=sheet, game=1, statement="No tiles."))
    assert lines(tournament) == []
    tournament.given(ruled(VoidGame(1)))
    assert [line.place for line in lines(tournament)] == [1, 1]


def test_who_played_at_all_is_ranked_also_who_came_late() -> None:
    tournament = enter(in_play(MSO, 4), "0005", "0006")
    play_round(tournament)
    play_round(draw_round(tournament, 2), 2)
    assert {line.entrant_no for line in lines(tournament)} == {f"{number:04d}" for number in range(1, 7)}
    tournament.given(WithdrawEntrant(entrant="0001", grounds="left"))
    assert "0001" not in {line.entrant_no for line in lines(tournament)}


def test_where_everything_is_to_be_completed_who_missed_a_round_is_not_ranked() -> None:
    tournament = enter(in_play(MSO, 4, ranked="complete"), "0005", "0006")
    assert {line.entrant_no for line in lines(tournament)} >= set()
    play_round(tournament)
    play_round(draw_round(tournament, 2), 2)
    assert {line.entrant_no for line in lines(tournament)} == {f"{number:04d}" for number in range(1, 5)}


def test_where_everything_is_to_be_completed_an_unplayed_game_of_an_ended_round_counts() -> None:
    tournament = in_play(ROUNDS, 4, ranked="complete")
    tournament.given(won(tournament, "0001"))
    assert len(lines(tournament)) == 4, "the round still goes on"
    tournament.given(EndSession(session=round_id(tournament)))
    assert lines(tournament) == []


def test_equal_on_every_key_shares_place_and_medal_and_the_next_is_skipped() -> None:
    tournament = enter(founded_as(BSG, games=Target(40)), "0001", "0002", team="Condo 1")
    start_round(draw_round(enter(tournament, "0003", "0004", team="Condo 5")))
    first, second = seats_at(tournament)[:2]
    tournament.given(won(tournament, first, 10), won(tournament, second, 10, game=2))
    assert [place for place, _ in table_of(tournament)] == [1, 1, 3, 3]
    assert medals(tournament) == ["gold", "gold", "bronze", "bronze"]
    assert sum(team[2][0] for team in teams(tournament)) == sum(team[2][2] for team in teams(tournament)) == 2
    assert [team[0] for team in teams(tournament)] in ([1, 2], [1, 1])


def test_the_medal_table_goes_by_gold_then_silver_then_bronze() -> None:
    tournament = enter(founded_as(BSG, games=Target(30)), "0001", team="Condo 5")
    start_round(draw_round(enter(tournament, "0002", "0003", team="Condo 1")))
    tournament.given(won(tournament, "0001", 20))
    rest = [number for number in seats_at(tournament) if number != "0001"]
    seats = (left(0, 0, "0001"), left(10, 2, rest[0]), left(20, 2, rest[1]))
    tournament.given(
        CorrectGame(sheet=sheet_at(tournament).sheet, game=1, seats=seats, reason="as the sheet says")
    )
    assert teams(tournament) == [(1, "Condo 5", (1, 0, 0)), (2, "Condo 1", (0, 1, 1))]


def test_before_a_game_there_are_no_medals() -> None:
    tournament = enter(founded_as(BSG), "0001", "0002", team="Condo 1")
    start_round(draw_round(tournament))
    assert (medals(tournament), teams(tournament)) == ([], [])


@cases(
    "name, names",
    [
        (MSO, ("match_points", "median_buchholz", "buchholz", "progressive", "tie_break_score")),
        (ROUNDS, ("rounds_won",)),
        (PRESSMAN, ("target",)),
        (BSG, ("medal",)),
        (ONLINE, ("rating", "mu", "sigma")),
        ("hk", ()),
    ],
)
def test_a_stage_shows_what_decides_in_it(name: str, names: tuple[str, ...]) -> None:
    assert columns_of(founded_as(name).state, founded_as(name).state.plan.first_stage) == names


def test_results_are_published_once_every_round_is_played_and_again_after_a_correction() -> None:
    tournament = in_play(ROUNDS, 4)
    tournament.when(publish(tournament)).refused("stage-not-settled", "Round 2 is scheduled")
    tournament = played(ROUNDS, 4, 3)
    tournament.when(PublishResults(stage="final")).refused("stage-unknown")
    event = tournament.when(publish(tournament)).only(ResultsPublished)
    assert (event.rows[0].place, event.rows[0].figures) == (1, {"rounds_won": "3"})
    tournament.when(publish(tournament)).refused("nothing-new-to-publish")
    loser = next(number for number in seats_at(tournament) if number != "0001")
    seats = cleared(loser, seats_at(tournament))
    fix = CorrectGame(sheet=sheet_at(tournament).sheet, game=1, seats=seats, reason="typed wrongly")
    tournament.given(fix)
    assert tournament.when(publish(tournament)).only(ResultsPublished).version == 2


def test_nothing_played_is_nothing_to_publish() -> None:
    tournament = entered(ONLINE, 3)
    tournament.when(publish(tournament)).refused("stage-not-settled", "nothing was played")


def test_awards_go_to_the_first_places_and_no_family() -> None:
    tournament = in_play(MSO, 4)
    tournament.when(MakeAwards()).refused("stage-not-settled")
    tournament = played(MSO, 12, 5)
    (event,) = tournament.when(MakeAwards()).events
    assert isinstance(event, AwardsMade)
    assert event.places[0] == AwardedPlace(1, ("0001",))
    assert {place.place for place in event.places} <= {1, 2, 3}
    tournament.given(RevokeAwards(reason="a slip"), MakeAwards(), publish(tournament))
    tournament.when(RevokeAwards(reason="a slip")).refused("something-rests-on-it", "Correct the game")


def test_several_games_of_a_pair_are_one_point_and_as_many_games() -> None:
    tournament = in_play(MSO, 2, games=3)
    first, other = seats_at(tournament)
    for number, winner in enumerate((first, other, first), 1):
        tournament.given(won(tournament, winner, 10, game=number))
    figures: list[Any] = [line_of(tournament, entrant_no) for entrant_no in (first, other)]
    assert [line.totals.match_points for line in figures] == [2, 0]
    assert [(line.totals.games_won, line.games, line.totals.score_sixths) for line in figures] == [
        (2, 3, 60),
        (1, 3, -60),
    ]
