"""What the page of events says an event comes of and leads to is what happens in the stories."""

from typing import Any

import pytest

from infra.documents.led_to import concluded_from, leads, notices_of
from services.tournament.catalogue import event_types
from services.tournament.kernel.facts import Command, Event
from services.tournament.kernel.registry import command_name
from services.tournament.play.results import GameResultRecorded
from services.tournament.weather.suspension import SessionsSuspended
from tests.golden.stories import STORIES
from tests.golden.told import told_in
from tests.unit.tournament import built_once
from tests.unit.tournament.specs import Outcome, Tournament


def test_whatever_came_of_a_command_is_said_to_come_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[tuple[str, type[Event]]] = set()
    usual = Tournament.when

    def noted(self: Tournament, command: Command, **how: Any) -> Outcome:
        before = self.state
        outcome = usual(self, command, **how)
        if self.state is not before:
            seen.update((command_name(command), type(event)) for event in outcome.events)
        return outcome

    monkeypatch.setattr(Tournament, "when", noted)
    monkeypatch.setattr(built_once, "KEPT", {})
    for story in STORIES:
        story()
    assert len(seen) > len(event_types())
    for command, event in seen:
        assert {command, "any command"} & {*leads()[event]}, (command, event)


def test_every_notice_of_the_stories_is_said_to_come_of_its_event() -> None:
    tried = set()
    for story in STORIES:
        events = {step.seq: type(step.event) for step in story().record}
        for _, notice in told_in(story):
            assert notice.kind in notices_of(events[notice.seq]), notice
            tried.add(notice.kind)
    assert len(tried) > 40


def test_what_cannot_follow_is_not_said_to() -> None:
    assert leads()[GameResultRecorded] == ("record-game-result",)
    assert "sheet-closed" in concluded_from(GameResultRecorded)
    assert "suspended" in notices_of(SessionsSuspended)
    assert "awards" not in notices_of(SessionsSuspended)
    assert all(leads().values()), "every event comes of something"
