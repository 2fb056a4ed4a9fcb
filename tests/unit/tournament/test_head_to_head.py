"""Which set a figure is taken over: who is not ranked is compared with nobody; what came from them stands."""

from collections.abc import Callable
from datetime import date
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.desk.explaining import explain
from services.rules.ranking import key_of
from services.tournament.definition.awards import Best, CategoryAward, PlacesAward, TeamAward
from services.tournament.definition.categories import Category
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Bye, From
from services.tournament.definition.texts import Text
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import CorrectGame
from services.tournament.publication.awards import AwardsMade, MakeAwards
from services.tournament.publication.other_awards import other_awards
from services.tournament.publication.publishing import PublishResults
from services.tournament.seating.drawing import entries_of
from services.tournament.standings.qualification import made
from services.tournament.standings.standing import standings
from tests.cases import cases
from tests.profiles import examples
from tests.unit.tournament.given_formats import enter, founded_by, lines, table_of
from tests.unit.tournament.given_pairs import numbered, pairs, pairs_plan, play_pairs
from tests.unit.tournament.specs import Tournament

CLASSIC = ("match_points", "head_to_head", "total_score")
Leaving = Callable[[Tournament], Tournament]


def leaves(tournament: Tournament, number: str = "03") -> Tournament:
    return tournament.given(WithdrawEntrant(entrant=number, grounds="left"))


def is_put_out(tournament: Tournament) -> Tournament:
    return tournament.given(DisqualifyEntrant(entrant="03", reason="a solver"))


def stays_away(tournament: Tournament) -> Tournament:
    return tournament


def three_level(goes: Leaving, **stage: object) -> Tournament:
    """01 has beaten 02, 03 has beaten 04 and is ranked no more, 02 has beaten 04: three with a point each."""
    tournament = pairs(4, 2, ranking=CLASSIC, check_in="each", **stage)
    goes(play_pairs(tournament, 1, "1>2 3>4"))
    return play_pairs(tournament, 2, "2>4 bye 1", score=60)


@pytest.mark.parametrize(
    ("goes", "ranked"), [(leaves, "played"), (is_put_out, "played"), (stays_away, "complete")]
)
def test_who_is_not_ranked_is_compared_with_nobody(goes: Leaving, ranked: str) -> None:
    tournament = three_level(goes, ranked=ranked)
    assert table_of(tournament) == [(1, "01"), (2, "02"), (3, "04")]
    assert [line.totals.head_to_head for line in lines(tournament)] == [1, -1, 0]
    answer = explain(tournament.state, "01", None, "en")
    assert answer.below is not None
    assert (answer.below.key, answer.below.here, answer.below.theirs) == ("head_to_head", "1", "-1")
    assert "everyone" in "\n".join(reason.text for reason in answer.chain)


def test_whom_one_has_not_met_and_who_is_ranked_leaves_it_open() -> None:
    assert table_of(three_level(stays_away)) == [(1, "02"), (2, "01"), (2, "03"), (4, "04")]


SIX = (6, "1>4 5>3 2>6", "4>2 5>1 6>3")
THREE = (3, "1>2 bye 3", "1>3 bye 2", "2>3 bye 1")


@cases(
    "played, ranking, compared",
    [
        (SIX, ("match_points", "head_to_head"), {}),
        (SIX, ("match_points", "buchholz", "head_to_head"), {"04": 1, "02": -1}),
        (THREE, ("match_points", "head_to_head"), {}),
        (THREE, ("head_to_head", "match_points"), {"01": 1, "03": -1}),
    ],
)
def test_level_is_who_is_equal_on_every_key_before(
    played: tuple[int, str], ranking: tuple[str, ...], compared: dict[str, int]
) -> None:
    players, *rounds = played
    tournament = pairs(players, len(rounds), ranking=ranking)
    for round, tables in enumerate(rounds, 1):
        play_pairs(tournament, round, str(tables))
    found = {line.entrant_no: line.totals.head_to_head for line in lines(tournament)}
    assert {number: decided for number, decided in found.items() if decided} == compared


def test_what_was_earned_from_who_left_stands() -> None:
    keys = (
        "match_points",
        "buchholz",
        "median_buchholz",
        "sonneborn_berger",
        "results_spread",
        "progressive",
    )
    tournament = pairs(4, 3, ranking=keys)
    for round, tables in enumerate(("1>2 3>4", "1<3 2>4", "1>4 2<3"), 1):
        play_pairs(tournament, round, tables)
    before = {line.entrant_no: line.totals for line in lines(tournament)}
    leaves(tournament)
    assert {line.entrant_no: line.totals for line in lines(tournament)} == {
        number: totals for number, totals in before.items() if number != "03"
    }


@settings(max_examples=examples(15), deadline=None)
@given(
    chance=st.randoms(use_true_random=False),
    ranking=st.permutations(("match_points", "head_to_head", "results_spread", "total_score")),
)
def test_who_is_ranked_no_more_moves_nobody_past_another(chance: Random, ranking: list[str]) -> None:
    tournament = pairs(6, 3, ranking=tuple(ranking))
    for round in (1, 2, 3):
        order = chance.sample(range(1, 7), 6)
        tables = (f"{a}{chance.choice('><=')}{b}" for a, b in zip(order[::2], order[1::2], strict=True))
        play_pairs(tournament, round, " ".join(tables), score=chance.randrange(8, 60))
    gone = {numbered(number) for number in chance.sample(range(1, 7), chance.randrange(1, 5))}
    before = {line.entrant_no: line for line in lines(tournament)}
    tournament.given(*(WithdrawEntrant(entrant=number, grounds="left") for number in sorted(gone)))
    after = {line.entrant_no: line for line in lines(tournament)}
    assert after.keys() == before.keys() - gone
    at = ranking.index("head_to_head")
    own = key_of([name for name in ranking if name != "head_to_head"])
    key = key_of(ranking[:at])
    for number, line in after.items():
        assert own(line.totals) == own(before[number].totals), "what was earned stands"
        level = [no for no, other in after.items() if no != number and key(other.totals) == key(line.totals)]
        assert line.totals.head_to_head == head_to_head(tournament, number, level)
        assert line.place == 1 + sum(
            key_of(ranking)(other.totals) < key_of(ranking)(line.totals) for other in after.values()
        )


def head_to_head(tournament: Tournament, number: str, level: list[str]) -> int:
    """From the sheets alone."""
    results: dict[str, set[int]] = {other: set() for other in level}
    for sheet in tournament.state.sheets.values():
        if number in sheet.seats:
            (other,) = (no for no in sheet.seats if no != number)
            mine, theirs = sheet.total(number).games_won, sheet.total(other).games_won
            results.setdefault(other, set()).add(mine - theirs)
    found = [results[other] for other in level]
    return bool(found) * (all(met == {1} for met in found) - all(met == {-1} for met in found))


# Cut, reserves, awards, categories, teams and the seeds of the next stage: over the ranked.


def the_best_has_left() -> Tournament:
    """A round of eight with teams and a category; 01, who won by most, has left."""
    title = (Text(both="Best"),)
    plan = pairs_plan(1, ranking=("total_score",))
    following = replace(
        plan.stages[0], id="next", enter=From("swiss", places=2), sessions=(SessionPlan("n1"),)
    )
    adult = Category("adult", age_from=18, ages_on=date(2027, 3, 6))
    awards = (
        PlacesAward("swiss", title),
        CategoryAward("swiss", "adult", title),
        TeamAward("swiss", Best(1), titles=title),
        TeamAward("swiss", "medals", titles=title),
        PlacesAward("next", title),
    )
    plan = replace(plan, stages=(*plan.stages, following), awards=awards, categories=(adult,))
    tournament = founded_by(plan)
    for number in range(1, 9):
        enter(tournament, numbered(number), team="North" if number < 3 else "South")
    play_pairs(tournament, 1, "1>2 3>4 5>6 7>8")
    best = SeatResult(entrant="01", score="90", game_won=1, tiles=0)
    other = SeatResult(entrant="02", score="-90", game_won=0, tiles=9)
    tournament.given(CorrectGame(sheet="r1/1", game=1, seats=(best, other), reason="as the sheet says"))
    return leaves(tournament, "01")


def test_who_is_not_ranked_is_in_no_cut_award_category_or_team_and_takes_no_place() -> None:
    state = the_best_has_left().state
    cut = made(state, "next", None)
    assert (cut.entering, [(tie.tied, tie.free) for tie in cut.ties]) == ((), [(("03", "05", "07"), 2)])
    assert [(given.place, given.holders, given.team) for given in other_awards(state)] == [
        (1, ("03", "05", "07"), None),
        (1, ("03", "05", "07"), None),
        (1, ("03",), "South"),
        (1, ("03", "05", "07"), "South"),
    ]
    table = standings(state, "swiss")
    assert [(line.place, line.entrant_no, line.tied) for line in table][:4] == [
        (1, "03", True),
        (1, "05", True),
        (1, "07", True),
        (4, "04", True),
    ]


def test_a_bye_is_worth_a_place_and_with_it_an_award() -> None:
    """Whoever is ranked is among those who are awarded, whatever made the place."""
    tournament = pairs(3, 1, bye=Bye(1), ranking="mso-2019")
    play_pairs(tournament, 1, "1>2 bye 3")
    assert table_of(tournament) == [(1, "03"), (2, "01"), (3, "02")]
    made_awards = tournament.given(PublishResults(stage="swiss")).when(MakeAwards()).only(AwardsMade)
    assert [(place.place, place.entrants) for place in made_awards.places] == [
        (1, ("03",)),
        (2, ("01",)),
        (3, ("02",)),
    ]


def test_the_next_draw_goes_by_who_has_a_place_and_then_by_the_others() -> None:
    tournament = pairs(4, 2, ranking=("total_score",), check_in="each")
    play_pairs(tournament, 1, "1>2")
    entries = entries_of(tournament.state, tournament.state.sessions["r2"], ["01", "02", "03", "04"])
    assert [entry.number for entry in entries if entry.place is None] == ["03", "04"]
