"""The outcome of a moment: the cut and the podium as they were decided, before that as the standings are."""

import pytest

from services.desk.what_if import Question, WhatIf, outcome, what_if
from services.tournament.definition.templates import template_names
from services.tournament.standings.standing import standings
from tests.profiles import wide
from tests.sampling import mostly_wide
from tests.unit.desk.history.conftest import ORGANIZER, SMALL, Past, PastOf
from tests.unit.tournament.given_formats import ALL


def asked(past: Past, *without: int) -> WhatIf:
    return what_if(past.desk, past.id, Question(without=without), ORGANIZER)


def test_once_decided_it_is_what_was_decided(past: Past) -> None:
    state = past.desk.state(past.id)
    found = outcome(state)
    (cut,) = found.cuts
    assert (cut.stage, cut.status) == ("final", "concluded")
    assert cut.entering == state.cut_into("final").qualified
    awards = {award.award: award.holders for award in past.ask("awards").rows}
    podium = {line.award: line.holders for line in found.podium}
    units = {row.unit: (row.child, row.parent) for row in past.ask("families").rows}
    assert {award: podium[award] for award in podium if award != "family"} == {
        award: holders for award, holders in awards.items() if award != "family"
    }
    assert tuple(number for unit in podium["family"] for number in units[unit]) == awards["family"]
    assert all(line.given for line in found.podium)


def test_before_that_it_goes_by_the_standings_as_they_are(past: Past) -> None:
    concluded = next(mark.seq for mark in past.ask("marks").rows if mark.type == "qualification-held")
    state = past.desk.state(past.id, concluded - 1)
    (cut,) = outcome(state).cuts
    table = standings(state, "preliminary")
    places = state.stage_plan("final").source
    assert places is not None
    assert cut.status == "open"
    assert cut.entering + cut.tied == tuple(
        line.entrant_no for line in table if line.place <= (places.places or 0)
    )
    assert cut.tied, "a tie lies across the cut in this demo"
    assert outcome(state).podium == ()


FORMATS = sorted({*ALL, *template_names(), SMALL} - {"hk", "hk-2026"})


@pytest.mark.parametrize("name", mostly_wide(FORMATS, FORMATS[::3]))
def test_every_format_has_an_outcome_at_every_moment(name: str, past_of: PastOf) -> None:
    past = past_of(name)
    for seq in (1, past.last // 2, past.last):
        found = outcome(past.desk.state(past.id, seq))
        assert len(found.cuts) == sum(
            stage.source is not None for stage in past.desk.state(past.id, seq).plan.stages
        )
    state = past.desk.state(past.id)
    if state.plan.titles:
        assert any(line.award == "place-1" and line.holders for line in outcome(state).podium)


def test_what_would_be_stands_beside_what_is_and_agrees_with_the_difference(past: Past) -> None:
    state = past.desk.state(past.id)
    rulings = [*state.rulings.values()]
    for ruling in rulings if wide() else rulings[::3]:
        found = asked(past, ruling.seq)
        assert found.outcome == outcome(state)
        before, after = (
            {number for cut in side.cuts for number in cut.entering}
            for side in (found.outcome, found.would_be)
        )
        cut = found.difference.cut
        assert sorted(after - before) == [*(cut.came_in if cut else ())]
        assert sorted(before - after) == [*(cut.fell_out if cut else ())]


def test_several_are_left_out_together(past: Past) -> None:
    rulings = sorted(ruling.seq for ruling in past.desk.state(past.id).rulings.values())[:3]
    alone = [asked(past, seq).commands_differing for seq in rulings]
    together = asked(past, *rulings)
    assert together.commands_differing >= max(alone)
    assert together.since <= rulings[0]
