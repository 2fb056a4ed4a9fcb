"""Places counted from what changed are those of the standings, after every event of every format."""

import pytest

from services.desk.decoding import fold
from services.desk.history.rank_changes import Board, Places
from services.tournament.catalogue import INITIAL
from services.tournament.definition.templates import template_names
from services.tournament.play.scores import Figures
from services.tournament.standings.standing import family_standings, standings
from services.tournament.state import State, at_rest
from tests.sampling import mostly_wide
from tests.unit.desk.history.conftest import SMALL, Past, PastOf
from tests.unit.tournament.given_formats import ALL

FORMATS = sorted({*ALL, *template_names(), SMALL} - {"hk", "hk-2026"})

Counted = dict[str, tuple[int | None, Figures | None]]


class Followed:
    """A board whose changes are gone through event by event."""

    def __init__(self, board: Board) -> None:
        self._board, self._next, self._places = board, 0, Places()
        self._seen: dict[str, None] = {}

    def at(self, seq: int) -> Counted:
        """Everyone who is ranked after the event at a seq."""
        while self._next < len(self._board.changes) and self._board.changes[self._next].seq <= seq:
            change = self._board.changes[self._next]
            self._places.put(change)
            self._seen[change.who] = None
            self._next += 1
        counted = {who: (self._places.place(who), self._places.figures(who)) for who in self._seen}
        return {who: line for who, line in counted.items() if line[0] is not None}


def as_ranked(state: State, stage: str) -> Counted:
    lines = standings(state, stage) if stage in state.stages else []
    return {line.entrant_no: (line.place, line.totals.figures) for line in lines}


def families_as_ranked(state: State) -> Counted:
    return {line.unit: (line.place, line.totals.figures) for line in family_standings(state)}


@pytest.mark.parametrize("name", mostly_wide(FORMATS, [name for name in FORMATS[::3] if name != "divisions"]))
def test_after_every_event_everyone_has_the_place_and_figures_of_the_standings(
    name: str, past_of: PastOf
) -> None:
    past = past_of(name)
    ranks = past.desk.history(past.id).ranks
    boards = {stage: Followed(board) for stage, board in ranks.stages.items()}
    families = Followed(ranks.families)
    state, ranked = INITIAL, 0
    for event in past.desk.log.read(past.id, 0, 100_000):
        state = at_rest(fold(state, [event]))
        for stage, board in boards.items():
            found = as_ranked(state, stage)
            assert board.at(event.seq) == found, (event.seq, event.type, stage)
            ranked += len(found)
        assert families.at(event.seq) == families_as_ranked(state), (event.seq, event.type)
    assert set(boards) == set(state.stages)
    assert ranked > 100


def test_a_change_is_kept_only_where_something_changed(past: Past) -> None:
    for board in past.desk.history(past.id).ranks.stages.values():
        kept: dict[str, object] = {}
        for change in board.changes:
            assert kept.get(change.who) != (change.key, change.figures), change
            kept[change.who] = (change.key, change.figures)
        assert [change.seq for change in board.changes] == sorted(change.seq for change in board.changes)
