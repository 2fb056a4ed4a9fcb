"""Random tournaments on the pure functions: what must be true is so after every command, accepted or not."""

from datetime import datetime
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from services.notices.policies import notices_due
from services.projections.timeline import event_text
from services.tournament.catalogue import INITIAL, commands, decide, event_types, evolve
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.play.remarks import remarks
from services.tournament.standings.outcomes import PublishedRow
from services.tournament.state import State, at_rest
from shared.codec import canonical
from shared.problems import Problem
from tests.profiles import examples, wide
from tests.simulation.chances import SECRET
from tests.simulation.mischief import KINDS
from tests.simulation.run import Run
from tests.simulation.truths import TRUTHS, changed_unnoted
from tests.unit.tournament.specs import Tournament

STEPS = 400
SEEDS = 21


class PureDoor:
    """Commands go to the pure functions; every decision is looked at from all sides.

    Args:
        watched: whether what comes of each command is looked at, not only that it can be played on.
    """

    def __init__(self, watched: bool = True) -> None:
        self._watched = watched
        self.tournament = Tournament()
        self.went_out: dict[str, tuple[PublishedRow, ...]] = {}
        self.accepted: list[type[Command]] = []

    @property
    def state(self) -> State:
        return self.tournament.state

    def submit(self, command: Command, role: str, moment: datetime) -> Problem | None:
        before = self.state
        context = self.tournament.context(role, moment)
        try:
            decision = decide(before, command, context)
        except Problem as refused:
            return self._look_at_refusal(before, refused)
        if self._watched:
            self._look_at(before, decision, context.occurred_at)
        self.tournament._adopt(decision.entries, context)
        assert self.state == at_rest(decision.state)
        if self._watched:
            for truth in TRUTHS:
                truth(self.state)
            assert changed_unnoted(before, decision.state) == []
        self._what_went_out_stays(self.state)
        self.accepted.append(type(command))
        return None

    def _look_at_refusal(self, before: State, refused: Problem) -> Problem:
        assert "{" not in refused.text("en") + refused.text("zh")
        assert self.state is before
        return refused

    def _look_at(self, before: State, decision: Decision, at: datetime) -> None:
        events = [entry.event for entry in decision.entries]
        for place, entry in enumerate(decision.entries, before.seq + 1):
            stored = canonical(entry.event).decode()
            assert SECRET not in stored
            assert "陳大文" not in stored
            assert "taiman@example.org" not in stored
            assert entry.caused_by is None or 0 < entry.caused_by < place
            for language in ("en", "zh"):
                assert event_text(entry.event, language, lambda number: number)
        assert remarks(decision.state, events, at) == remarks(decision.state, events, at)
        notices_due(decision.state, list(enumerate(events, before.seq + 1)))

    def _what_went_out_stays(self, state: State) -> None:
        for key, rows in self.went_out.items():
            assert state.publications[key].rows == rows
        self.went_out = {key: publication.rows for key, publication in state.publications.items()}


@settings(
    max_examples=examples(5, in_all=125),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
)
@given(seed=st.integers(0, 2**63), noise=st.sampled_from([0.0, 0.15, 0.3, 0.5]))
def test_what_must_be_true_is_true_after_every_command(seed: int, noise: float) -> None:
    """A seed is a whole tournament; a failing one is repeated by its seed."""
    note(f"seed {seed}, noise {noise}")
    run = Run(PureDoor(), Random(seed), noise)
    run.found()
    for _ in range(STEPS):
        run.step()
        if run.over:
            break


@pytest.fixture(scope="module")
def played() -> list[PureDoor]:
    """Tournaments played to their end, some with a lot of mischief."""
    doors = []
    for seed in range(SEEDS):
        door = PureDoor(watched=wide() or seed % 4 == 0)
        run = Run(door, Random(seed), noise=(0.1, 0.3, 0.5)[seed % 3])
        run.found()
        for _ in range(3 * STEPS):
            run.step()
            if run.over:
                break
        doors.append(door)
    return doors


def test_most_tournaments_come_to_their_awards_whatever_is_done_to_them(played: list[PureDoor]) -> None:
    assert sum(door.state.awards is not None for door in played) >= SEEDS * 3 // 4


def test_a_log_folds_to_the_same_state_every_time_and_from_any_moment(played: list[PureDoor]) -> None:
    for door in played[:6]:
        history = list(zip(door.tournament.history, door.tournament.stamps, strict=True))
        middle = len(history) // 2
        early = _fold(INITIAL, history[:middle])
        assert _fold(early, history[middle:]) == _fold(INITIAL, history) == door.state


def _fold(state: State, history: list[tuple[Event, Stamp]]) -> State:
    for event, stamp in history:
        state = evolve(state, event, stamp)
    return at_rest(state)


def test_events_stored_and_read_back_are_the_same_events(played: list[PureDoor]) -> None:
    for door in played:
        for event in door.tournament.history:
            assert msgspec.json.decode(canonical(event), type=type(event)) == event


def test_mischief_knows_every_command_there_is() -> None:
    unknown = [name for name, kind in commands().items() if kind not in KINDS]
    assert unknown == [], "say in `_BY_FIELD` of mischief.py what a field holds, or how it is made in `_MADE`"


def test_between_them_the_tournaments_do_nearly_everything(played: list[PureDoor]) -> None:
    accepted = {kind for door in played for kind in door.accepted}
    assert len(accepted) >= len(commands()) * 0.8
    seen = {type(event) for door in played for event in door.tournament.history}
    assert len(seen) >= len(event_types()) * 0.75
