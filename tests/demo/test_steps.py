"""Steps of a scenario beside a worker that has seen other weather."""

from datetime import UTC, datetime
from typing import Any, cast

import msgspec
import pytest

from services.demo.director import Director
from services.demo.steps import Scene
from services.tournament.catalogue import INITIAL
from shared.clock import ManualClock

CONFIRM = {"answer": "confirm"}


class Nobody:
    """A director of a tournament in which nothing was proposed; nothing may be submitted."""

    state = INITIAL
    clock = ManualClock(datetime(2026, 3, 28, 2, tzinfo=UTC))

    def submit(self, who: str, command: Any) -> None:
        raise AssertionError(command)


def test_what_may_be_refused_is_left_out_where_nothing_was_proposed() -> None:
    scene = Scene(cast(Director, Nobody()), {})
    assert list(scene.play([["organizer", "answer-weather-proposal?", CONFIRM]])) == []
    with pytest.raises(msgspec.ValidationError):
        list(scene.play([["organizer", "answer-weather-proposal", CONFIRM]]))
