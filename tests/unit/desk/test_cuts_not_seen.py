"""Where several stages have a cut, each is kept back while the places that it goes by are."""

import pytest
from msgspec.structs import replace

from services.access.visibility import Visibility
from services.desk.comparing import CutDifference, Difference, award_stage, seen_by
from services.desk.scopes import refuse_what_tells_places
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.places_seen import unseen_stages
from services.tournament.standings.qualification import ConcludeQualification
from tests.refusing import refusing
from tests.unit.tournament.given_formats import plan_of
from tests.unit.tournament.specs import Tournament
from tests.unit.tournament.test_knock_out import knock_out


@pytest.fixture
def hidden() -> Tournament:
    """The first cut is made and placed; places of the second stage wait for its publication."""
    tournament = knock_out(16, per_table=1, places=4).given(ConcludeQualification(), PlaceFinalists())
    plan = tournament.state.plan
    stages = tuple(
        replace(stage, places_seen="published" if stage.id == "second" else "live") for stage in plan.stages
    )
    tournament.state = replace(tournament.state, definition=replace(plan, stages=stages))
    return tournament


def seen(tournament: Tournament, number: str) -> Visibility:
    return replace(Visibility("participant", number), unseen=unseen_stages(tournament.state))


def test_nobody_learns_of_a_later_cut_by_giving_a_place_up(hidden: Tournament) -> None:
    number = hidden.state.cut_into("second").qualified[0]
    for stage in (None, "final"):
        command = WithdrawQualifier(entrant=number, stage=stage)
        with refusing("places-not-seen"):
            refuse_what_tells_places(hidden.state, seen(hidden, number), command)
    known = WithdrawQualifier(entrant=number, stage="second")
    refuse_what_tells_places(hidden.state, seen(hidden, number), known)


def test_a_difference_shows_no_cut_while_places_of_one_are_kept_back(hidden: Tournament) -> None:
    whole = Difference((), CutDifference("open", "concluded", ("0001",), ()), ())
    plan = hidden.state.plan
    assert seen_by(seen(hidden, "0001"), plan, whole).cut is None
    assert seen_by(replace(Visibility("organizer"), unseen=()), plan, whole).cut is not None


def test_another_award_rests_on_the_stage_of_its_own() -> None:
    plan = plan_of("teams")
    other = replace(plan.awards[0], stage="elsewhere")
    assert award_stage(replace(plan, awards=(other, *plan.awards[1:])), "other-0-1-North") == "elsewhere"
    assert award_stage(plan, "place-1") == plan.last_stage
