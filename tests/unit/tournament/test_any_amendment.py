"""Any change on any state: refused and nothing is changed, or the state is what the new plan says."""

from collections.abc import Callable, Mapping
from functools import cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.projections.timeline import event_text
from services.rules.ruleset import content_hash, load
from services.tournament.catalogue import evolve
from services.tournament.counterfactual.replay import Changes
from services.tournament.definition.amending import TournamentAmended, amend
from services.tournament.definition.difference import differences
from services.tournament.definition.founding import TournamentDefined, planned_sessions
from services.tournament.definition.plan import Competition
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Stamp
from services.tournament.state import State, at_rest
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from shared.codec import canonical
from shared.problems import Problem
from tests.profiles import examples
from tests.simulation.truths import changed_unnoted
from tests.unit.tournament.amendments import AMENDMENTS, ONLY, SMALL
from tests.unit.tournament.definition.strategies import COMPETITIONS, playable
from tests.unit.tournament.given_plans import amending
from tests.unit.tournament.specs import Tournament, arrived, drawn, founded, hong_kong, in_play, registered
from tests.unit.tournament.stages import placed, preliminary, published, qualified

STATES: Mapping[str, Callable[[], Tournament]] = {
    "founded": lambda: founded(**SMALL, only=ONLY),
    "registered": lambda: registered(3, **SMALL, only=ONLY),
    "waiting": lambda: registered(6, **SMALL, only=ONLY),
    "arrived": lambda: arrived(4, **SMALL, only=ONLY),
    "drawn": lambda: drawn(4, **SMALL, only=ONLY),
    "in play": lambda: in_play(4, **SMALL, only=ONLY),
    "rescheduled": lambda: registered(5, **SMALL, only=ONLY).given(
        SuspendDay(day=hong_kong("2026-03-28").date(), grounds="other"),
        RescheduleSessions(
            day=hong_kong("2026-03-28").date(),
            new_day=hong_kong("2026-04-08").date(),
            sessions=("2026-03-28/1",),
        ),
    ),
    "played": preliminary,
    "published": lambda: published(preliminary()),
    "cut made": qualified,
    "placed": lambda: placed(qualified()),
}


@cache
def states() -> Mapping[str, Tournament]:
    return {name: make() for name, make in STATES.items()}


def copied(tournament: Tournament) -> Tournament:
    """A tournament of its own with the same history."""
    other = Tournament()
    other.state, other.now = tournament.state, tournament.now
    other.vault = {subject: dict(fields) for subject, fields in tournament.vault.items()}
    other.entries, other.stamps = list(tournament.entries), list(tournament.stamps)
    other.command_of, other._made = list(tournament.command_of), tournament._made.copy()
    return other


def assert_as_planned(state: State, plan: Competition) -> None:
    assert state.plan == plan
    assert set(state.sessions) == set(planned_sessions(plan))
    for id, session in state.sessions.items():
        assert session.plan == plan.session(id)
        stage = plan.stage_of(id)
        assert stage is not None
        assert session.stage == stage.id
    for entrant in state.entrants.values():
        for part in entrant.participations:
            assert all(attendance.session in state.sessions for attendance in part.attendances)
    numbered = [(session.plan.day, session.number) for session in state.sessions.values()]
    assert len(numbered) == len(set(numbered))


@settings(max_examples=examples(12, in_all=300), deadline=None)
@given(
    name=st.sampled_from(sorted(STATES)),
    fields=st.lists(st.sampled_from(sorted(AMENDMENTS)), min_size=1, max_size=4, unique=True),
    again=st.lists(st.sampled_from(sorted(AMENDMENTS)), max_size=2, unique=True),
)
def test_changed_or_refused_and_all_agree(name: str, fields: list[str], again: list[str]) -> None:
    tournament = copied(states()[name])
    for chosen in (fields, again):
        before, plan = tournament.state, tournament.state.plan
        try:
            for field in chosen:
                plan = AMENDMENTS[field](plan)
        except (AssertionError, IndexError):
            continue  # what one change took away the next looks for
        outcome = tournament.when(amending(plan))
        if isinstance(outcome._result, Problem):
            assert tournament.state is before
            assert outcome.problem.text("en") + outcome.problem.text("zh")
            continue
        assert bool(outcome.events) == (plan != before.plan)
        assert_as_planned(tournament.state, plan)
        assert_noted(before, tournament)
        for event in outcome.events:
            assert event_text(event, "zh", str)
    story = tournament.told_again(Changes())
    assert story.misfits == ()
    assert [entry.event for chapter in story.chapters for entry in chapter.entries] == tournament.history
    assert story.state == tournament.state


def assert_noted(before: State, tournament: Tournament) -> None:
    """Whatever is otherwise is noted as touched."""
    after = before
    for entry, stamp in zip(tournament.entries[before.seq :], tournament.stamps[before.seq :], strict=True):
        after = evolve(after, entry.event, stamp, keep_touched=True)
    assert changed_unnoted(before, after) == []


@settings(max_examples=examples(12, in_all=300), deadline=None)
@given(playable(), playable())
def test_any_plan_takes_the_place_of_any_other_while_nobody_is_there(
    competition: Competition, other: Competition
) -> None:
    other = replace(other, id=competition.id, zone=competition.zone)
    rulesets = {id: load(id) for id in {*competition.rulesets, *other.rulesets}}
    ruleset = rulesets[competition.ruleset]
    tournament = Tournament().given(TournamentDefined(competition, ruleset, content_hash(ruleset)))
    draft = Draft(tournament.state, tournament.context())
    refused: Problem | None = None
    try:
        amend(draft, other, {id: rulesets[id] for id in other.rulesets}, None)
    except Problem as problem:
        refused = problem
    if refused is not None:
        assert (refused.code, draft.entries) == ("new-date-clashes", [])
        return
    assert bool(draft.entries) == (competition != other)
    for entry in draft.entries:
        assert isinstance(entry.event, TournamentAmended)
        assert canonical(entry.event)
        again = evolve(tournament.state, entry.event, Stamp(2, tournament.now, "organizer:test"))
        assert at_rest(again) == at_rest(draft.state)
    assert_as_planned(draft.state, other)


@settings(max_examples=examples(12, in_all=500), deadline=None)
@given(COMPETITIONS | playable(), COMPETITIONS | playable())
def test_plans_differ_in_something_unless_they_are_equal(
    competition: Competition, other: Competition
) -> None:
    # No checked plan has an id twice; by it sessions and stages are told apart.
    for plan in (competition, other):
        ids = [*(stage.id for stage in plan.stages), *(session.id for session in plan.sessions)]
        assume(len(ids) == len(set(ids)))
    for change in differences(competition, other):
        assert change.text
        assert change.text_zh
    assert differences(competition, competition) == ()
    assert bool(differences(competition, other)) == (competition != other)
