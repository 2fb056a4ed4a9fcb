"""When places are seen: what each word of a stage hides at which moment, and what follows from it."""

import re

import msgspec
import pytest

from services.notices.policies import notices_due
from services.tournament.definition.amending import AmendTournament
from services.tournament.kernel.facts import Event
from services.tournament.publication.awards import AwardsMade
from services.tournament.publication.publishing import PublishResults, ResultsPublished
from services.tournament.standings.cut import QualificationConcluded
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.outcomes import AwardedPlace, Awards
from services.tournament.standings.places_seen import told_by_tables, unseen_in, unseen_stages
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.standings.reserves import ReserveMovedUp
from services.tournament.state import State
from tests.cases import cases
from tests.unit.tournament.given_formats import (
    MSO,
    ONLINE,
    draw_round,
    entered,
    open_table,
    play_round,
    start_round,
)
from tests.unit.tournament.specs import S1, Tournament
from tests.unit.tournament.stages import preliminary

PUBLISH, CONCLUDE, PLACE = PublishResults(stage="preliminary"), ConcludeQualification(), PlaceFinalists()


def saying(tournament: Tournament, **words: str) -> Tournament:
    """The tournament with other words for when the places of its stages are seen."""
    plan = tournament.state.plan
    stages = tuple(
        msgspec.structs.replace(stage, places_seen=words.get(stage.id, "live")) for stage in plan.stages
    )
    changed = msgspec.structs.replace(plan, stages=stages)
    tournament.state = msgspec.structs.replace(tournament.state, definition=changed)
    return tournament


def unseen(state: State) -> dict[str, tuple[str, str]]:
    """By stage until when its places are not seen, and of which stage that is said."""
    return {stage.stage: (stage.until, stage.awaits) for stage in unseen_stages(state)}


def last_notices(tournament: Tournament, kind: type[Event]) -> list[tuple[str, str]]:
    """The notices of the last event of a type: kind and audience."""
    event = next(event for event in reversed(tournament.history) if isinstance(event, kind))
    return [
        (notice.kind, notice.audience)
        for notice in notices_due(tournament.state, [(tournament.state.seq, event)])
    ]


def at_status(tournament: Tournament, session: str, status: str) -> State:
    changed = msgspec.structs.replace(tournament.state.sessions[session], status=status)
    return tournament.state.with_session(changed)


def test_places_are_seen_at_once_unless_the_stage_says_otherwise() -> None:
    assert unseen(preliminary().state) == {}


@cases(
    "status, hides",
    [("scheduled", 0), ("drawn", 0), ("playing", 1), ("time_called", 1), ("ended", 0), ("suspended", 0)],
)
def test_by_session_places_are_seen_while_nobody_plays_in_the_stage(status: str, hides: int) -> None:
    tournament = saying(preliminary(), preliminary="session")
    assert len(unseen(at_status(tournament, "2026-04-06/1", status))) == 2 * hides
    assert unseen(at_status(tournament, "2026-04-12/1", status)) == {}, "that session is of the final"


def test_a_published_stage_shows_its_places_from_its_first_version_on() -> None:
    tournament = saying(preliminary(cut=8), preliminary="published")
    assert unseen(tournament.state)["preliminary"] == ("published", "preliminary")
    assert unseen(tournament.given(PUBLISH).state) == {}
    assert unseen(at_status(tournament, S1, "playing")) == {}, "also while a session is open again"


def test_the_table_of_a_final_would_tell_the_cut_so_it_waits_as_well() -> None:
    tournament = saying(preliminary(cut=8), preliminary="published").given(CONCLUDE, PLACE)
    assert unseen(tournament.state)["final"] == ("published", "preliminary")
    out = tournament.state.versions.set("final", 1)
    published = msgspec.structs.replace(tournament.state, versions=out)
    assert unseen(published) == {"preliminary": ("published", "preliminary")}


def test_who_sits_in_the_final_tells_the_cut_and_a_draw_by_standing_the_order() -> None:
    state = saying(preliminary(), preliminary="published").state
    assert told_by_tables(state, "preliminary") == ()
    assert told_by_tables(state, "final") == ("preliminary",)
    first, final = state.plan.stages
    for attend, told_of in (("all", ("preliminary",)), ("one", ())):
        by_standing = msgspec.structs.replace(first, draw="standing", attend=attend)
        plan = msgspec.structs.replace(state.plan, stages=(by_standing, final))
        changed = msgspec.structs.replace(state, definition=plan)
        assert told_by_tables(changed, "preliminary") == told_of


def test_a_round_hides_places_from_its_start_until_it_has_ended() -> None:
    tournament = saying(entered(MSO, 4), swiss="session")
    assert unseen(tournament.state) == {}
    assert unseen(draw_round(tournament).state) == {}
    assert unseen(start_round(tournament).state) == {"swiss": ("session", "swiss")}
    assert unseen(play_round(tournament).state) == {}
    tables = saying(entered(ONLINE, 4), season="session")
    assert unseen(tables.state) == {}
    assert unseen(open_table(tables, "0001", "0002").state) == {"season": ("session", "season")}


def test_the_sentence_names_the_stage_where_there_are_several() -> None:
    (whole,) = unseen_stages(saying(entered(MSO, 4), swiss="published").state)
    assert whole.sentence.in_language("en") == "Places are shown once the results are published."
    assert whole.sentence.in_language("zh") == "成績公布後方會顯示名次。"
    of_stage = unseen_in(unseen_stages(saying(preliminary(), preliminary="published").state), "final")
    assert of_stage is not None
    assert (
        of_stage.sentence.in_language("en") == "Places are shown once the preliminary results are published."
    )
    assert not re.search("[a-z]", of_stage.sentence.in_language("zh"))


def test_who_goes_on_is_told_with_the_publication() -> None:
    tournament = saying(preliminary(cut=8), preliminary="published").given(CONCLUDE)
    assert last_notices(tournament, QualificationConcluded) == []
    tournament.given(PUBLISH)
    assert {"qualified", "reserve"} <= {kind for kind, _ in last_notices(tournament, ResultsPublished)}


def test_where_places_are_seen_at_once_who_goes_on_is_told_at_once_and_only_then() -> None:
    tournament = preliminary(cut=8).given(CONCLUDE)
    assert [kind for kind, _ in last_notices(tournament, QualificationConcluded)] == ["qualified", "reserve"]
    tournament.given(PUBLISH)
    assert {kind for kind, _ in last_notices(tournament, ResultsPublished)} == {
        "results-published",
        "post-results",
    }


def test_a_cut_made_after_the_publication_is_told_when_it_is_made() -> None:
    tournament = saying(preliminary(cut=8), preliminary="published").given(PUBLISH)
    assert {kind for kind, _ in last_notices(tournament, ResultsPublished)} == {
        "results-published",
        "post-results",
    }
    tournament.given(CONCLUDE)
    assert [kind for kind, _ in last_notices(tournament, QualificationConcluded)] == ["qualified", "reserve"]


def test_who_is_placed_before_the_publication_was_told_with_the_session() -> None:
    tournament = saying(preliminary(cut=8), preliminary="published").given(CONCLUDE, PLACE, PUBLISH)
    kinds = {kind for kind, _ in last_notices(tournament, ResultsPublished)}
    assert "reserve" in kinds
    assert "qualified" not in kinds


@pytest.mark.parametrize("placed", [False, True])
def test_a_reserve_who_moves_up_is_told_once_there_is_a_session_to_play_in(placed: bool) -> None:
    tournament = saying(preliminary(cut=8), preliminary="published").given(CONCLUDE)
    if placed:
        tournament.given(PLACE)
    leaver = tournament.state.cut_into("final").qualified[0]
    tournament.given(WithdrawQualifier(entrant=leaver))
    assert bool(last_notices(tournament, ReserveMovedUp)) is placed


def test_awards_of_a_stage_that_is_not_seen_are_told_with_its_publication() -> None:
    state = saying(preliminary(cut=8), final="published").state
    champion = (AwardedPlace(1, ("0001",)),)
    state = msgspec.structs.replace(state, awards=Awards(champion, (), state.seq))
    assert unseen(state) == {"final": ("published", "final")}
    assert notices_due(state, [(state.seq, AwardsMade(champion, ()))]) == []
    state = msgspec.structs.replace(state, versions=state.versions.set("final", 1))
    due = notices_due(state, [(state.seq, ResultsPublished("final", 1, "", (), ()))])
    assert ("awards", "entrant:0001") in [(notice.kind, notice.audience) for notice in due]
    again = notices_due(state, [(state.seq, ResultsPublished("final", 2, "", (), ()))])
    assert "awards" not in {notice.kind for notice in again}


def test_the_word_stays_once_the_cut_is_made_so_that_nobody_is_left_untold() -> None:
    tournament = saying(preliminary(cut=8), preliminary="published")
    first, final = tournament.state.plan.stages
    at_once = msgspec.structs.replace(first, places_seen="live")
    plan = msgspec.structs.replace(tournament.state.plan, stages=(at_once, final))
    tournament.given(CONCLUDE)
    refused = tournament.when(AmendTournament(definition=plan, ruleset=tournament.state.rules))
    refused.refused("change-too-late", "the cut is made")
