"""Tournaments in rounds by chance: whatever is sent, in whatever order, what must be true stays true."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.tournament.conduct import DisqualifyEntrant, ReinstateEntrant, WithdrawEntrant
from services.tournament.field import RoundTable
from services.tournament.figures import SeatResult
from services.tournament.formats import Rooms, Swiss, rounds_format
from services.tournament.kernel import Command
from services.tournament.retelling.telling import Changes
from services.tournament.round_games import CorrectRoundGame, RecordRoundGame, RuleRoundGame
from services.tournament.round_standing import (
    active_at,
    field_standings,
    incomplete_tables,
    playing_in,
    tables_of,
)
from services.tournament.rounds import DrawRound, TakeRoom, UndoRoundDraw
from services.tournament.state import State
from shared.codec import canonical
from tests.profiles import examples
from tests.simulation.chances import SECRET
from tests.simulation.mischief import Mischief
from tests.simulation.retold import RecordingDoor
from tests.unit.tournament.given_rounds import ALL, enter, entered

STEPS = 120
SPARSE: tuple[type[Command], ...] = (UndoRoundDraw, WithdrawEntrant, DisqualifyEntrant, ReinstateEntrant)
FREQUENT: tuple[type[Command], ...] = (
    DrawRound,
    TakeRoom,
    RecordRoundGame,
    RecordRoundGame,
    CorrectRoundGame,
    RuleRoundGame,
)
ROLES = ("organizer", "chief_referee", "referee")


class Chance:
    """A tournament of a format on which sense and nonsense take turns."""

    def __init__(self, name: str, seed: int) -> None:
        self.dice = Random(f"{name} {seed}")
        self.door = RecordingDoor()
        self.door.tournament = entered(name, self.dice.randrange(2, 11))
        self.refused: Counter[str] = Counter()
        mischief = Mischief(self.dice)
        for step in range(STEPS):
            if self.dice.random() < 0.04:
                enter(self.door.tournament, f"L{step:03d}")
            elif self.dice.random() < 0.6:
                self._send(self._sensible())
            else:
                kinds = SPARSE if self.dice.random() < 0.15 else FREQUENT
                self._send(mischief.of(self.dice.choice(kinds), self.door.state))
            check(self.door.state)

    def _send(self, command: Command) -> None:
        before = self.door.state
        problem = self.door.submit(command, self.dice.choice(ROLES), self.door.tournament.now)
        if problem is not None:
            self.refused[problem.code] += 1
            assert problem.text("en") != problem.text("zh")
            assert self.door.state is before

    def _sensible(self) -> Command:
        """What would come next."""
        state = self.door.state
        rooms = isinstance(rounds_format(state.plan), Rooms)
        waiting = [table for table in tables_of(state) if not table.games] if rooms else []
        if state.rounds and not rooms:
            waiting = incomplete_tables(state, state.rounds[max(state.rounds)])
        if waiting:
            return self._game(self.dice.choice(waiting))
        present = playing_in(state)
        if rooms:
            return TakeRoom(entrants=tuple(self.dice.sample(present, min(len(present), 3))))
        return DrawRound()

    def _game(self, table: RoundTable) -> Command:
        state = self.door.state
        players = active_at(state, table)
        out = [number for number in players if state.entrants[number].out_of("preliminary") is not None]
        number = len(table.games) + 1
        if out:
            seats = tuple(
                SeatResult(entrant=own, count=30, tiles=4, forfeited=own == out[0]) for own in players
            )
            return RecordRoundGame(
                round=table.round, table=table.number, game=number, ended_by="forfeit", seats=seats
            )
        winner = self.dice.choice(players) if players else ""
        seats = tuple(
            SeatResult(entrant=own, count=0, tiles=0)
            if own == winner
            else SeatResult(entrant=own, count=self.dice.randrange(5, 50), tiles=3)
            for own in players
        )
        return RecordRoundGame(round=table.round, table=table.number, game=number, seats=seats)


def check(state: State) -> None:
    """What is true of rounds after every command."""
    assert sorted(state.rounds) == list(range(1, len(state.rounds) + 1))
    for own in state.rounds.values():
        seated = [number for table in own.tables.values() for number in table.entrants]
        if own.method != "rooms":
            assert len(seated) == len(set(seated)), "someone sits at two tables"
            assert not set(seated) & set(own.byes)
    for table in tables_of(state):
        assert [game.number for game in table.games] == list(range(1, len(table.games) + 1))
        for game in table.games:
            assert sum(figure.sixths for figure in game.figures) == 0
            assert {figure.entrant for figure in game.figures} <= set(table.entrants)
    if isinstance(rounds_format(state.plan), Swiss):
        check_swiss(state)
    if isinstance(rounds_format(state.plan), Rooms):
        games = [game for table in tables_of(state) for game in table.games]
        played = Counter(figure.entrant for game in games for figure in game.figures)
        assert {number: own.games for number, own in state.ratings.items()} == played


def check_swiss(state: State) -> None:
    """Every point comes from a game or a bye; who met whom is what was drawn."""
    for own in field_standings(state):
        assert own.totals.match_points == sum(one.result for one in own.opponents)
        for one in own.opponents:
            drawn = state.rounds[one.round]
            if one.number is None:
                assert own.entrant_no in drawn.byes
            else:
                assert any(
                    {own.entrant_no, one.number} == set(table.entrants) for table in drawn.tables.values()
                )


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=examples(6))
@given(seed=st.integers(0, 100_000))
def test_what_must_be_true_of_rounds_stays_true_and_is_told_again_alike(name: str, seed: int) -> None:
    door = Chance(name, seed).door
    story = door.tell(Changes())
    assert story.state == door.state
    assert story.misfits == ()
    assert not any(SECRET in canonical(own.event).decode() for own in door.record)


def test_chance_comes_upon_nearly_every_refusal_of_rounds() -> None:
    refused: Counter[str] = Counter()
    for name in ALL:
        for seed in range(8):
            refused += Chance(name, seed).refused
    assert set(refused) >= {
        "all-rounds-drawn",
        "cannot-be-seated",
        "no-round-drawn",
        "not-found",
        "room-wrong",
        "rooms-are-taken",
        "round-game-missing",
        "round-game-recorded",
        "round-game-ruled",
        "round-not-complete",
        "rounds-are-drawn",
        "seats-do-not-match",
        "something-rests-on-it",
        "table-complete",
        "winner-not-there",
    }
