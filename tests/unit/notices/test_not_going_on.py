"""Whoever does not go on is told so once, when it is settled and places are seen."""

import pytest
from msgspec.structs import replace

from services.notices.audiences import recipients
from services.notices.audiences_of_cuts import RESERVES_TOLD
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import notices_due
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.kernel.facts import Command
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie, UndoQualification
from shared.catalogue import say
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.given_plans import amending, with_stage
from tests.unit.tournament.specs import S1, Tournament, check_in, draw, finished, registered, start
from tests.unit.tournament.stages import preliminary

PLAYED, GO_ON = 48, 8


def played(seen: str = "live") -> Tournament:
    """Of 48 eight go on; so many of the others read that they are reserves."""
    tournament = preliminary(PLAYED, cut=GO_ON)
    plan = tournament.state.plan
    return tournament.given(amending(with_stage(plan, "preliminary", places_seen=seen)))


def told(tournament: Tournament, notices: list[Notice]) -> list[str]:
    """Who reads that they do not go on."""
    return [
        recipient.number
        for notice in notices
        if notice.kind == "not-qualified"
        for recipient in recipients(tournament.state, notice.audience)
    ]


def test_once_the_cut_is_concluded_whoever_neither_goes_on_nor_is_told_to_be_a_reserve_is_thanked() -> None:
    tournament = played()
    notices = due(tournament, ConcludeQualification())
    staying = told(tournament, notices)
    cut = tournament.state.cut_into("final")
    assert len(staying) == len(set(staying)) == PLAYED - GO_ON - RESERVES_TOLD
    assert not set(staying) & {*cut.qualified, *cut.reserves[:RESERVES_TOLD]}
    notice = next(notice for notice in notices if notice.kind == "not-qualified")
    reader = recipients(tournament.state, notice.audience)[0]
    english, chinese = (filled(Look(tournament.state, notice, reader, language)) for language in ("en", "zh"))
    assert english == say("notice-not-qualified", "en", following_label="final")
    assert chinese == "你未能晉級決賽，多謝參與。"


def without_reserves(tournament: Tournament) -> Tournament:
    plan = tournament.state.plan
    source = plan.by_id["final"].source
    assert source is not None
    return tournament.given(amending(with_stage(plan, "final", enter=replace(source, reserves=False))))


def test_whoever_was_disqualified_or_did_not_come_is_not_told() -> None:
    tournament = check_in(without_reserves(registered(12, cut=4)), S1, "0012")
    finished(start(draw(tournament))).given(DisqualifyEntrant(entrant="0010", reason="a phone"))
    staying = told(tournament, due(tournament, ConcludeQualification()))
    assert staying
    assert not set(staying) & {"0010", "0012", *tournament.state.cut_into("final").qualified}


def test_while_places_are_not_seen_the_results_tell_it_alone() -> None:
    tournament = played("published")
    assert told(tournament, due(tournament, ConcludeQualification())) == []
    notices = due(tournament, PublishResults(stage="preliminary"))
    assert told(tournament, notices) == []
    results = next(notice for notice in notices if notice.kind == "results-published")
    staying = [
        recipient.number
        for recipient in recipients(tournament.state, results.audience)
        if "You do not go on to the final." in filled(Look(tournament.state, results, recipient, "en"))
    ]
    assert len(staying) == PLAYED - GO_ON - RESERVES_TOLD


def test_a_cut_made_again_tells_nobody_twice() -> None:
    tournament = played().given(ConcludeQualification(), UndoQualification(reason="too soon"))
    assert told(tournament, due(tournament, ConcludeQualification())) == []
    tournament.given(UndoQualification(reason="a sheet was missing"))
    first = "0001"
    tournament.given(DisqualifyEntrant(entrant=first, reason="a phone"))
    assert first not in told(tournament, due(tournament, ConcludeQualification()))


def test_a_cut_that_is_open_again_is_told_to_whoever_read_that_they_go_on_or_may() -> None:
    tournament = played().given(ConcludeQualification())
    cut = tournament.state.cut_into("final")
    (notice,) = due(tournament, UndoQualification(reason="a sheet was missing"))
    assert notice.kind == "cut-open-again"
    hopeful = {*cut.qualified, *cut.reserves[:RESERVES_TOLD]}
    assert {recipient.number for recipient in recipients(tournament.state, notice.audience)} == hopeful


def test_whoever_was_placed_is_told_that_the_place_is_gone_when_the_cut_is_open_again() -> None:
    tournament = played().given(ConcludeQualification())
    undo = UndoQualification(reason="a sheet was missing")
    (notice,) = due(tournament, undo)
    assert notice.template == "cut-open-again"
    tournament.given(ConcludeQualification(), PlaceFinalists())
    (notice,) = due(tournament, undo)
    assert (notice.kind, notice.template) == ("cut-open-again", "cut-open-again-placed")
    tournament.given(ConcludeQualification())
    (notice,) = due(tournament, undo)
    assert notice.template == "cut-open-again", "nobody was placed since"


def test_a_cut_that_is_open_again_tells_nobody_while_places_are_not_seen() -> None:
    tournament = played("published").given(ConcludeQualification())
    assert due(tournament, UndoQualification(reason="a sheet was missing")) == []


def test_what_was_not_sent_yet_of_a_cut_goes_when_it_is_open_again_and_that_when_it_is_made_again() -> None:
    tournament = played()
    made = due(tournament, ConcludeQualification())
    assert made
    assert not any(overtaken(tournament.state, notice) for notice in made)
    (undone,) = due(tournament, UndoQualification(reason="a sheet was missing"))
    assert all(overtaken(tournament.state, notice) for notice in made)
    assert not overtaken(tournament.state, undone)
    tournament.given(ConcludeQualification())
    assert overtaken(tournament.state, undone)


def test_a_cut_made_again_tells_those_alone_for_whom_it_is_another() -> None:
    tournament = played().given(DisqualifyEntrant(entrant="0001", reason="a phone"), ConcludeQualification())
    last = tournament.state.cut_into("final").reserves[RESERVES_TOLD - 1]
    tournament.given(
        UndoQualification(reason="too soon"), ReinstateEntrant(entrant="0001", reason="it was not hers")
    )
    assert told(tournament, due(tournament, ConcludeQualification())) == [last]


def test_a_place_given_up_later_makes_nobody_read_it_again() -> None:
    tournament = played().given(ConcludeQualification())
    events = tournament.when(WithdrawQualifier(entrant="0001")).events
    first = tournament.state.seq - len(events) + 1
    assert told(tournament, notices_due(tournament.state, list(enumerate(events, first)))) == []


@pytest.mark.parametrize("command", [PublishResults(stage="preliminary"), ConcludeQualification()])
def test_before_it_is_settled_the_results_say_that_who_goes_on_is_told_separately(command: Command) -> None:
    tournament = preliminary(16, cut=8)
    notices = due(tournament, command)
    for notice in notices:
        if notice.kind == "results-published":
            reader = recipients(tournament.state, notice.audience)[0]
            text = filled(Look(tournament.state, notice, reader, "en"))
            assert "Whoever goes on to the final is told separately." in text
    assert told(tournament, notices) == [], "eight are reserves, and know it"


def test_nobody_is_told_while_a_tie_lies_across_the_cut() -> None:
    tournament = without_reserves(preliminary(16, margin=lambda table: 10, cut=6))
    assert told(tournament, due(tournament, ConcludeQualification())) == []
    decided = due(tournament, DecideCutTie(choice="lot", seed="drawn on stage"))
    assert len(told(tournament, decided)) == 16 - 6
