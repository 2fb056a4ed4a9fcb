"""Whole random tournaments told again: with nothing changed they are what they were."""

from collections.abc import Sequence
from itertools import groupby
from random import Random

import msgspec
import pytest
from immutables import Map

from services.tournament.catalogue import event_types
from services.tournament.counterfactual.recorded_facts import Asked, Told, asked_for, replayer_of, replays
from services.tournament.counterfactual.replay import Changes, Given, Story
from services.tournament.docket.rulings import MakeRuling, RulingMade, RulingSuperseded
from services.tournament.kernel.facts import Event
from services.tournament.play.signatures import SignaturesRebound
from services.tournament.state import State
from tests.golden.stories import STORIES
from tests.profiles import examples
from tests.simulation.replayed import played
from tests.simulation.truths import TRUTHS
from tests.unit.tournament.specs import hk_rules


def told_events(story: Story) -> list[tuple[object, int | None]]:
    return [(entry.event, entry.caused_by) for chapter in story.chapters for entry in chapter.entries]


@pytest.mark.parametrize("seed", range(examples(2, in_all=20)))
def test_nothing_changed_is_the_same_history(seed: int) -> None:
    door = played(seed, (0.1, 0.3, 0.5)[seed % 3])
    story = door.tell(Changes())
    assert [(m.seq, m.event, m.why.text()) for m in story.misfits] == []
    recorded = [(step.event, step.caused_by) for step in door.record]
    for event, other in zip(told_events(story), recorded, strict=False):
        assert event == other
    assert len(told_events(story)) == len(recorded)
    assert story.state == door.state
    assert story.carried == 0


def roots(record: Sequence[Told]) -> list[Asked]:
    groups = groupby(record, key=lambda step: step.command_id)
    return [asked for _, group in groups for asked in asked_for(tuple(group))]


@pytest.mark.parametrize("seed", range(examples(2, in_all=20)))
def test_without_any_one_fact_what_must_be_true_stays_true(seed: int) -> None:
    door = played(seed, (0.1, 0.3, 0.5)[seed % 3])
    facts = roots(door.record)[1:]
    for asked in Random(seed).sample(facts, min(12, len(facts))):
        first = next(step.seq for step in door.record if step.command_id == asked.root.command_id)
        without = Changes(without=frozenset({asked.root.seq}))
        story = door.tell(without, begin=first - 1)
        for truth in TRUTHS:
            truth(story.state)
        for misfit in story.misfits:
            assert "{" not in misfit.why.text("en") + misfit.why.text("zh")
        whole = door.tell(without)
        assert whole.state == story.state
        assert [misfit.seq for misfit in whole.misfits] == [misfit.seq for misfit in story.misfits]


def ruling_again(asked: Asked) -> Given:
    """The command that led to a recorded ruling."""
    made = asked.root.event
    assert isinstance(made, RulingMade)
    superseded = [step.event.ruling for step in asked.led_to if isinstance(step.event, RulingSuperseded)]
    command = MakeRuling(
        dispute=made.dispute,
        finding="As found",
        cites=made.cites,
        reason="As before",
        effects=made.effects,
        supersedes=superseded[0] if superseded else None,
    )
    return Given(command, asked.root.actor, asked.root.occurred_at)


def but_for_the_words(state: State) -> State:
    """The state without the vault subjects of what was said in rulings: words put in are other words."""
    rulings = {key: msgspec.structs.replace(ruling, case="") for key, ruling in state.rulings.items()}
    return msgspec.structs.replace(state, rulings=Map(rulings))


@pytest.mark.parametrize("seed", range(examples(2, in_all=20)))
def test_a_ruling_taken_out_and_put_back_is_the_same_history(seed: int) -> None:
    door = played(seed, 0.5)
    rulings = [root for root in roots(door.record) if isinstance(root.root.event, RulingMade)]
    for asked in rulings[:8]:
        seq, again = asked.root.seq, ruling_again(asked)
        for changes in (
            Changes(instead={seq: again}),
            Changes(without=frozenset({seq}), after={seq - 1: [again]}),
        ):
            story = door.tell(changes)
            assert [misfit.why.text() for misfit in story.misfits] == []
            assert but_for_the_words(story.state) == but_for_the_words(door.state)


def test_rulings_were_among_them() -> None:
    doors = [played(seed, 0.5) for seed in range(examples(4, in_all=36))]
    assert sum(len(door.state.rulings) for door in doors) >= len(doors)


def test_a_tournament_under_its_own_ruleset_scores_as_it_did() -> None:
    """Scoring every game anew from what was counted gives the recorded figures again."""
    compared, seeds = 0, examples(4, in_all=36)
    for seed in range(seeds):
        door = played(seed, 0.3)
        story = door.tell(Changes(ruleset=hk_rules()))
        for key, sheet in door.state.sheets.items():
            if key in story.state.sheets:
                again = story.state.sheets[key]
                for game, other in zip(sheet.games, again.games, strict=True):
                    if game is not None and other is not None and game.source == other.source == "counts":
                        assert other.figures == game.figures
                        compared += 1
    assert compared > 3 * seeds


def test_every_event_that_can_be_asked_for_has_its_replayer() -> None:
    """The others only ever follow from one that has, in every story and in tournaments by chance."""
    records = [
        *(story().record for story in STORIES),
        *(played(seed, 0.3).record for seed in range(examples(8, in_all=72))),
    ]
    asked = {type(root.root.event) for record in records for root in roots(record)}
    asked.remove(SignaturesRebound)  # No command leads to it any more: a story puts it in by itself.
    found = {kind for kind in event_types() if replayer_of(kind) is not None}
    without = sorted(event_types()[kind].name for kind in asked - found)
    assert without == [], "say in services/tournament/AREA/replayed.py which command tells it again"
    assert set(event_types()) > found > asked


def test_a_replayer_that_is_registered_after_others_were_looked_up_is_found() -> None:
    class ToldAgainLater(Event, frozen=True):
        """An event of a module that is imported late."""

    assert replayer_of(ToldAgainLater) is None

    def replay(draft: object, event: object) -> None: ...

    replays(ToldAgainLater)(replay)
    assert replayer_of(ToldAgainLater) is replay
