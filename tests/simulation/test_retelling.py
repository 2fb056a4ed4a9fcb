"""Whole random tournaments told again: with nothing changed they are what they were."""

from collections import Counter

import pytest

from services.tournament.retelling.telling import Changes, Story
from tests.simulation.depth import examples
from tests.simulation.retold import RecordingDoor, played


def told_events(story: Story) -> list[tuple[object, int | None]]:
    return [(entry.event, entry.caused_by) for chapter in story.chapters for entry in chapter.entries]


@pytest.mark.parametrize("seed", range(examples(24)))
def test_nothing_changed_is_the_same_history(seed: int) -> None:
    door = played(seed, (0.1, 0.3, 0.5)[seed % 3])
    story = door.tell(Changes())
    assert [(m.seq, m.event, m.why.text()) for m in story.misfits] == []
    recorded = [(own.event, own.caused_by) for own in door.record]
    for one, other in zip(told_events(story), recorded, strict=False):
        assert one == other
    assert len(told_events(story)) == len(recorded)
    assert story.state == door.state
    assert story.carried == 0
