"""What is published of any competition is what a program that shares no code with this one makes of it."""

from pathlib import Path
from runpy import run_path

from hypothesis import example, given, note, settings
from hypothesis import strategies as st

from services.projections.models import model
from services.projections.rows import StandingRow
from services.tournament.catalogue import event_types
from services.tournament.standings.standing import standings
from shared.codec import canonical
from tests.profiles import examples
from tests.simulation.competitions import Days
from tests.simulation.replayed import RecordingDoor

STEPS = 900
STANDING = model("standing")
RECOMPUTE = run_path(str(Path(__file__).parents[2] / "docs" / "recompute_standings.py"))["recompute"]


@settings(max_examples=examples(12, in_all=600), deadline=None)
@given(seed=st.integers(0, 2**32), noise=st.sampled_from([0.0, 0.05, 0.2]))
@example(seed=28, noise=0.0).via("points of rounds where everyone plays one session of three")
@example(seed=30, noise=0.05).via("points of rounds at open tables")
@example(seed=120, noise=0.05).via("a voided game that one of two is left out of")
@example(seed=296, noise=0.2).via("a forfeit that stands though who left is back")
def test_every_table_that_is_published_is_what_its_games_give(seed: int, noise: float) -> None:
    note(f"seed {seed}, noise {noise}")
    days = Days(RecordingDoor(), seed, noise)
    for _ in days.steps(STEPS):
        pass
    versions = sum(days.state.versions.values())
    assert len(RECOMPUTE(exported(days))) == versions
    for stage in days.state.stages:
        summed = STANDING.view(days.state)
        for line in standings(days.state, stage):
            if isinstance(row := summed.get(f"{stage}/{line.entrant_no}"), StandingRow):
                assert row.games_won == line.totals.games_won, "one figure wherever it is asked for"


def exported(days: Days[RecordingDoor]) -> list[bytes]:
    """The events as an export has them, as far as games are concerned."""
    types = event_types()
    return [
        canonical({"seq": step.seq, "type": types[type(step.event)].name, "data": step.event})
        for step in days.door.record
    ]
