"""Turns by name: a line is there while anybody is in it, and nobody waits for ever."""

import threading

from shared.database.deadline import waiting_at_most
from shared.database.line import Line, Lines
from tests.refusing import refusing

WITHIN = 30
"""Seconds after which a thread that hangs is given up."""


def test_a_line_is_there_only_while_anybody_is_in_it() -> None:
    lines = Lines()
    with lines.turn("one"), lines.turn("another"):
        assert len(lines) == 2
        waited = threading.Thread(target=_have_a_turn, args=[lines])
        waited.start()
    waited.join(WITHIN)
    assert not waited.is_alive()
    for number in range(50):
        with lines.turn(f"t-{number}"):
            pass
    assert len(lines) == 0


def test_a_turn_that_does_not_come_leaves_the_line_to_those_in_it() -> None:
    lines = Lines()
    with lines.turn("one"):
        for _ in range(2):
            with waiting_at_most(0.01), refusing("database-busy"), lines.turn("one"):
                pass
            assert len(lines) == 1
    assert len(lines) == 0


def test_whoever_has_no_time_left_leaves_the_turn_to_the_others() -> None:
    line = Line()
    assert line.enter(0)
    for seconds in (0.0, -0.001, -5.0):
        assert not line.enter(seconds)
    line.leave()
    assert line.enter(0)


def _have_a_turn(lines: Lines) -> None:
    with lines.turn("one"):
        pass
