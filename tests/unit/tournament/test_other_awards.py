"""Titles beyond the places of the last stage: of teams and of categories."""

from datetime import date

from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.awards import TeamAward
from services.tournament.play.remarks import remarks
from services.tournament.publication.awards import AwardsMade, MakeAwards, RevokeAwards
from services.tournament.publication.other_awards import team_table
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.outcomes import OtherAward
from tests.unit.tournament.given_formats import draw_round, enter, founded_as, play_round
from tests.unit.tournament.specs import Tournament, numbers

CHILD, TEENAGER, ADULT = date(2017, 5, 1), date(2011, 5, 1), date(1990, 5, 1)


def afternoon(name: str, born: date = ADULT) -> Tournament:
    """Eight play, the smallest number at each table winning; the first half are North and children."""
    tournament = founded_as(name, check_in="none", signatures="none")
    for number in numbers(8):
        first_half = int(number) <= 4
        enter(
            tournament,
            number,
            team="North" if first_half else "South",
            birth_date=CHILD if first_half else born,
        )
    tournament = play_round(draw_round(tournament, seed="the lot"))
    return tournament.given(PublishResults(stage="games"))


def test_teams_are_ranked_by_the_sum_of_their_best() -> None:
    tournament = afternoon("teams")
    made = tournament.when(MakeAwards()).only(AwardsMade)
    (award,) = (other for other in tournament.state.plan.awards if isinstance(other, TeamAward))
    table = team_table(tournament.state, award)
    assert [line.place for line in table] == [1, 2]
    assert all(len(line.members) == 3 for line in table)
    sums = [line.totals.score_sixths for line in table]
    assert sums == sorted(sums, reverse=True)
    given = [other_award for other_award in made.others if other_award.team is not None]
    assert [(other_award.place, other_award.team, other_award.holders) for other_award in given] == [
        (line.place, line.team, line.members) for line in table
    ]


def test_a_category_has_places_of_its_own() -> None:
    tournament = afternoon("categories", TEENAGER)
    made = tournament.when(MakeAwards()).only(AwardsMade)
    assert made.places == ()
    kinds = {other_award.award: other_award for other_award in made.others}
    assert set(kinds) == {0, 1}, "nobody is in the third category"
    for award, kind in kinds.items():
        category = ("child", "teenager")[award]
        assert kind.place == 1
        assert all(category in tournament.entrant(number).categories for number in kind.holders)


def test_an_award_to_nobody_is_remarked() -> None:
    tournament = afternoon("categories", TEENAGER)
    outcome = tournament.when(MakeAwards())
    (note,) = remarks(tournament.state, outcome.events, tournament.now)
    assert note.code == "award-to-nobody"
    assert "nobody with a result is in its category" in note.en
    assert "有成績者均不屬該組別" in note.zh


def test_a_team_award_without_teams_is_remarked() -> None:
    tournament = founded_as("teams", check_in="none", signatures="none")
    for number in numbers(8):
        enter(tournament, number, birth_date=ADULT)
    tournament = play_round(draw_round(tournament, seed="the lot")).given(PublishResults(stage="games"))
    outcome = tournament.when(MakeAwards())
    notes = remarks(tournament.state, outcome.events, tournament.now)
    assert {note.code for note in notes} == {"award-to-nobody"}
    assert "nobody with a result is in a team" in notes[0].en


def test_they_are_revoked_and_told_again_with_the_others() -> None:
    tournament = afternoon("teams").given(MakeAwards())
    assert tournament.told_again(Changes()).state == tournament.state
    tournament.when(RevokeAwards(reason="too soon")).refused("something-rests-on-it")
    assert tournament.state.awards is not None
    assert all(isinstance(other_award, OtherAward) for other_award in tournament.state.awards.others)
