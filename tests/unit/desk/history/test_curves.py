"""Curves of places: at every seq what the standings say there, and nothing where nothing changed."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from services.limits import MOST_CURVES
from shared.clock import from_micros
from tests.profiles import soaking, wide
from tests.refusing import refusing
from tests.unit.desk.history.conftest import SMALL, Past, PastOf


def at(points: Any, seq: int) -> Any:
    """The point that holds at a seq; None before the first."""
    return next((point for point in reversed(points) if point.seq <= seq), None)


def asked_at(points: Any, last: int) -> list[int]:
    """Seqs at which a curve changes, right before that, and some between; all of them in a soak."""
    if soaking():
        return [*range(1, last + 1)]
    most = 24 if wide() else 2
    changes = Random(1).sample(points, min(len(points), most))
    near = {seq for point in changes for seq in (point.seq - 1, point.seq)}
    between = Random(2).sample(range(1, last), min(last - 1, most))
    return sorted(seq for seq in {*near, 1, last, *between} if seq >= 1)


@pytest.mark.parametrize("name", [SMALL, "swiss-final", "rummikub-online"])
def test_a_curve_says_what_the_standings_say_as_of_every_seq(name: str, past_of: PastOf) -> None:
    past = past_of(name)
    stage = past.ask("standings").stage
    chosen = [row.entrant_no for row in past.ask("standings").rows][::-9][:MOST_CURVES]
    answer = past.ask("curves", entrants=",".join(chosen))
    assert [curve.id for curve in answer.entrants] == chosen
    assert (answer.seq, answer.stage) == (past.last, stage)
    assert sum(len(curve.points) for curve in answer.entrants) > 2 * len(chosen)
    for curve in answer.entrants:
        for seq in asked_at(curve.points, past.last):
            rows = {row.entrant_no: row for row in past.ask("standings", seq).rows}
            point, row = at(curve.points, seq), rows.get(curve.id)
            found = None if point is None else (point.place, point.games_won, point.score, point.tiles)
            if row is None:
                assert found in (None, (None, None, None, None)), (curve.id, seq)
            else:
                assert found == (row.place, row.games_won, row.score, row.tiles), (curve.id, seq)


def test_a_curve_of_a_family_says_what_the_families_say(past: Past) -> None:
    units = [row.unit for row in past.ask("families").rows if row.place is not None][:MOST_CURVES]
    assert len(units) > 1
    for curve in past.ask("curves", units=",".join(units)).units:
        for seq in asked_at(curve.points, past.last):
            (row,) = [row for row in past.ask("families", seq).rows if row.unit == curve.id] or [None]
            point = at(curve.points, seq)
            found = None if point is None else (point.place, point.games_won, point.score, point.tiles)
            stands = None if row is None else (row.place, row.games_won, row.score, row.tiles)
            assert (found or (None,) * 4) == (stands or (None,) * 4), (curve.id, seq)


def test_a_point_is_there_only_where_something_changed_and_says_when(past: Past) -> None:
    stored = {event.seq: event for event in past.desk.log.read(past.id, 0, 100_000)}
    last = past.ask("standings").rows[-1].entrant_no
    (curve,) = past.ask("curves", entrants=last).entrants
    assert len(curve.points) > 5
    for before, after in zip(curve.points, curve.points[1:], strict=False):
        assert before.seq < after.seq
        assert (before.place, before.games_won, before.score, before.tiles) != (
            after.place,
            after.games_won,
            after.score,
            after.tiles,
        )
    for point in curve.points:
        recorded = from_micros(stored[point.seq].recorded_at)
        assert datetime.fromtimestamp(point.recorded, UTC) == recorded.replace(microsecond=0)


def test_curves_as_of_a_moment_end_there(past: Past) -> None:
    (whole,) = past.ask("curves", entrants="0001").entrants
    middle = whole.points[len(whole.points) // 2].seq
    cut = past.ask("curves", middle, entrants="0001")
    assert cut.entrants[0].points == tuple(point for point in whole.points if point.seq <= middle)
    assert cut.seq == middle
    assert cut.end == from_micros(past.desk.log.read_one(past.id, middle).recorded_at)  # type: ignore[union-attr]


def test_who_is_named_twice_or_with_blanks_has_one_curve(past: Past) -> None:
    answer = past.ask("curves", entrants=" 0002,, 0001 ,0002")
    assert [curve.id for curve in answer.entrants] == ["0002", "0001"]
    assert past.ask("curves").entrants == ()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"entrants": "nobody"}, "not-found"),
        ({"units": "9998+9999"}, "not-found"),
        ({"stage": "quarter-final"}, "stage-unknown"),
        ({"entrants": ",".join(f"{number:04}" for number in range(1, MOST_CURVES + 2))}, "beyond-limit"),
    ],
)
def test_whose_curve_cannot_be_drawn_is_refused(past: Past, asked: dict[str, Any], code: str) -> None:
    with refusing(code):
        past.ask("curves", **asked)
