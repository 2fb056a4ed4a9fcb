"""Tournaments in rounds by chance at a desk that is listened to: what demos seldom show, in every format."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from services.access.tokens import Principal
from services.desk.desk import Desk
from services.rules.ruleset import load
from services.tournament.awards import MakeAwards, RevokeAwards
from services.tournament.conduct import DisqualifyEntrant, ReinstateEntrant, WithdrawEntrant
from services.tournament.field import RoundTable
from services.tournament.figures import SeatResult
from services.tournament.formats import Rooms, Swiss, rounds_format, rounds_of
from services.tournament.founding import AppointReferee, DefineTournament
from services.tournament.kernel import Command
from services.tournament.publication import PublishResults
from services.tournament.registration import RegisterEntrant
from services.tournament.round_games import CorrectRoundGame, RecordRoundGame, RuleRoundGame
from services.tournament.round_standing import active_at, incomplete_tables, playing_in, tables_of
from services.tournament.rounds import DrawRound, TakeRoom, UndoRoundDraw
from services.tournament.state import State
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.lottery import Lottery
from shared.problems import Problem
from shared.vault import Vault
from tests.golden.comparison.documents import Document
from tests.golden.comparison.recorder import Recorder
from tests.unit.tournament.given_rounds import definition_of

SECRET = b"the secret of desks that are only listened to"
STEPS = 400
LENGTHS = (6, 9, 13)


def in_rounds(
    tournament: str, changes: Mapping[str, Any], seed: int, name: str, log: Database, vault: Vault
) -> Document:
    """A tournament of a file played in rounds; `changes` are made to its format."""
    desk, clock = desk_by_chance(f"rounds {tournament} {seed}", log, vault)
    with Recorder(desk, tournament).listening() as recorder:
        play_rounds(desk, clock, tournament, changes, name)
    return recorder.document(name)


def desk_by_chance(label: str, log: Database, vault: Vault) -> tuple[Desk, ManualClock]:
    """A desk whose chance follows from the label, and its clock."""
    clock = ManualClock(datetime.fromisoformat("2000-01-01T00:00:00Z"))
    lottery = Lottery(label)

    def chance(size: int) -> bytes:
        return bytes(lottery.below(256) for _ in range(size))

    return Desk(EventLog(log, clock), vault, clock, SECRET, chance), clock


def play_rounds(
    desk: Desk, clock: ManualClock, tournament: str, changes: Mapping[str, Any], label: str
) -> None:
    """Play a tournament to its awards, or for so many steps; what happens follows from the label."""
    definition = definition_of(tournament, **changes)
    founding = DefineTournament(definition=definition, ruleset=load(definition.ruleset))
    _RoundsByChance(desk, clock, tournament, Random(label)).play(founding)


class _RoundsByChance:
    """What comes next mostly makes sense; what the rules refuse leaves no trace."""

    def __init__(self, desk: Desk, clock: ManualClock, tournament_id: str, dice: Random) -> None:
        self._desk = desk
        self._clock = clock
        self._id = tournament_id
        self._dice = dice
        self._entered = 0

    @property
    def _state(self) -> State:
        return self._desk.state(self._id)

    def play(self, founding: DefineTournament) -> None:
        plan = founding.definition.sessions[0]
        day = founding.definition.days(founding.definition.first_stage)[0]
        self._clock.set(founding.definition.opens(day, plan) - timedelta(days=3))
        self._send(founding)
        self._send(AppointReferee(referee="CR1", name="The Chief Referee", chief=True))
        for _ in range(self._dice.choice(LENGTHS)):
            self._enter()
        self._clock.set(founding.definition.moment(day, plan.start or time(9)))
        for _ in range(STEPS):
            if self._is_over():
                break
            self._send(self._mischief() if self._dice.random() < 0.25 else self._next())
        self._send(PublishResults(stage="preliminary"))
        self._send(MakeAwards())
        if self._dice.random() < 0.5:
            self._send(RevokeAwards(reason="a game was typed wrongly"))
            self._send(self._correction())
            self._send(PublishResults(stage="preliminary"))
            self._send(MakeAwards())

    def _send(self, command: Command | None) -> None:
        if command is None:
            return
        self._clock.set(self._clock.now() + timedelta(seconds=self._dice.randrange(5, 90)))
        chief = isinstance(command, RuleRoundGame | CorrectRoundGame | DisqualifyEntrant)
        office, who = ("chief_referee", "CR1") if chief else ("organizer", "organizer")
        principal = Principal("chance", office, who, self._id)  # type: ignore[arg-type]  # one of both
        try:
            self._desk.submit(self._id, command, principal)
        except Problem as problem:
            if problem.code in ("forbidden", "office-ended"):
                raise

    def _enter(self) -> None:
        self._entered += 1
        born = date(self._dice.choice([1948, 1971, 1990, 2001, 2008, 2011]), 5, self._dice.randrange(1, 29))
        self._send(
            RegisterEntrant(
                session=self._state.plan.sessions[0].id,
                birth_date=min(born, date(next(iter(self._state.sessions.values())).day.year - 6, 1, 1)),
                name_en=f"Entrant {self._entered}",
                team=self._dice.choice([None, "North", "South", "West"]),
                consent=self._dice.random() < 0.5,
            )
        )

    def _is_over(self) -> bool:
        state = self._state
        if isinstance(rounds_format(state.plan), Rooms):
            return sum(len(table.games) for table in tables_of(state)) >= 40
        format = rounds_format(state.plan)
        assert format is not None
        return len(state.rounds) == rounds_of(format) and not self._waiting()

    def _waiting(self) -> Sequence[RoundTable]:
        state = self._state
        if not state.rounds:
            return ()
        return incomplete_tables(state, state.rounds[max(state.rounds)])

    # What comes next

    def _next(self) -> Command | None:
        waiting = self._waiting()
        if isinstance(rounds_format(self._state.plan), Rooms):
            return self._room() if self._dice.random() < 0.5 else self._game_in_room()
        if waiting:
            return self._game(self._dice.choice(waiting))
        return DrawRound()

    def _room(self) -> Command:
        present = playing_in(self._state)
        size = min(len(present), self._dice.choice([2, 3, 4]))
        return TakeRoom(entrants=tuple(self._dice.sample(present, size)))

    def _game_in_room(self) -> Command | None:
        rooms = list(tables_of(self._state))
        return self._game(self._dice.choice(rooms[-3:])) if rooms else None

    def _game(self, table: RoundTable) -> Command:
        number = len(table.games) + 1
        players = active_at(self._state, table)
        out = [
            entrant for entrant in players if self._state.entrants[entrant].out_of("preliminary") is not None
        ]
        dice = self._dice.random()
        where: dict[str, Any] = {"round": table.round, "table": table.number, "game": number}
        if isinstance(rounds_format(self._state.plan), Swiss) and (out or dice < 0.08):
            loser = out[0] if out else self._dice.choice(players)
            return RecordRoundGame(**where, ended_by="forfeit", seats=self._left(players, loser=loser))
        if dice < 0.14:
            winners = tuple(self._dice.sample(players, self._dice.choice([0, 1, 1, min(2, len(players))])))
            seats = self._left(players)
            return RuleRoundGame(
                **where, winners=winners, seats=seats, cites="house rule 4", reason="blocked"
            )
        if dice < 0.24:
            ended_by: Any = self._dice.choice(["time", "pool_exhausted"])
            return RecordRoundGame(**where, ended_by=ended_by, seats=self._left(players))
        winner = self._dice.choice(players)
        return RecordRoundGame(**where, seats=self._left(players, winner=winner))

    def _left(
        self, players: Sequence[str], *, winner: str | None = None, loser: str | None = None
    ) -> tuple[SeatResult, ...]:
        """What everyone is left with: few values, so that many tie, and now and then a charge or two."""
        charges = [charge.name for charge in self._state.rules.scoring.charges]
        found = []
        for entrant in players:
            if entrant == winner:
                found.append(SeatResult(entrant=entrant, rack=()))
            elif charges and self._dice.random() < 0.2:
                charge, *more = self._dice.sample(charges, self._dice.choice([1, min(2, len(charges))]))
                count, tiles = self._dice.choice([40, 55, 120]), self._dice.choice([14, 16])
                found.append(
                    SeatResult(
                        entrant=entrant,
                        count=count,
                        tiles=tiles,
                        charge=charge,
                        more_charges=tuple(more),
                        forfeited=entrant == loser,
                    )
                )
            elif loser is None and self._dice.random() < 0.3:
                rack = self._dice.choice([("R7", "J"), ("B5", "K5"), ("O13", "R1", "R2")])
                found.append(SeatResult(entrant=entrant, rack=rack))
            else:
                count, tiles = self._dice.choice([(5, 1), (10, 2), (10, 2), (30, 4)])
                found.append(
                    SeatResult(entrant=entrant, count=count, tiles=tiles, forfeited=entrant == loser)
                )
        return tuple(found)

    # What interferes

    def _mischief(self) -> Command | None:
        state = self._state
        kind = self._dice.choice(
            ["correction"] * 6 + ["charge", "charge", "leaves", "returns", "late", "disqualified", "undone"]
        )
        if kind == "correction":
            return self._correction()
        if kind == "charge":
            return self._charged_otherwise()
        if kind == "late":
            if self._entered < 2 * max(LENGTHS):
                self._enter()
            return None
        present = playing_in(state)
        if kind == "leaves" and len(present) > 4:
            return WithdrawEntrant(entrant=self._dice.choice(present), grounds="health", reason="felt unwell")
        if kind == "disqualified" and len(present) > 4 and self._dice.random() < 0.5:
            return DisqualifyEntrant(entrant=self._dice.choice(present), reason="a crib sheet")
        if kind == "returns":
            out = [
                no for no in sorted(state.entrants) if state.entrants[no].out_of("preliminary") is not None
            ]
            return ReinstateEntrant(entrant=self._dice.choice(out), reason="a mistake") if out else None
        return UndoRoundDraw(reason="someone was forgotten") if kind == "undone" else None

    def _played(self) -> tuple[RoundTable, int] | None:
        tables = [table for table in tables_of(self._state) if table.games]
        if not tables:
            return None
        table = self._dice.choice(tables)
        return table, self._dice.randrange(len(table.games)) + 1

    def _correction(self) -> Command | None:
        found = self._played()
        if found is None:
            return None
        table, number = found
        game = table.games[number - 1]
        players = [figure.entrant for figure in game.figures]
        where: dict[str, Any] = {"round": table.round, "table": table.number, "game": number}
        if game.cites is not None:
            seats = self._left(players)
            return RuleRoundGame(
                **where, winners=tuple(players[:1]), seats=seats, cites="house rule 5", reason="new grounds"
            )
        if game.ended_by == "forfeit":
            seats = self._left(players, loser=self._dice.choice(players))
            return CorrectRoundGame(**where, ended_by="forfeit", seats=seats, reason="misread")
        winner = self._dice.choice(players)
        return CorrectRoundGame(**where, seats=self._left(players, winner=winner), reason="misread")

    def _charged_otherwise(self) -> Command | None:
        """The same game with another rack behind a charge, or a second charge on the seat."""
        tables = [
            (table, game)
            for table in tables_of(self._state)
            for game in table.games
            if game.cites is None and game.ended_by == "cleared" and any(one.charge for one in game.figures)
        ]
        if not tables:
            return None
        table, game = self._dice.choice(tables)
        names = [charge.name for charge in self._state.rules.scoring.charges]
        seats = tuple(
            SeatResult(entrant=figure.entrant, rack=())
            if figure.game_won
            else SeatResult(
                entrant=figure.entrant,
                count=55 if figure.charge else figure.count,
                tiles=figure.tiles,
                charge=figure.charge,
                more_charges=tuple(
                    name
                    for name in names
                    if figure.charge and name != figure.charge and self._dice.random() < 0.5
                ),
            )
            for figure in game.figures
        )
        return CorrectRoundGame(
            round=table.round, table=table.number, game=game.number, seats=seats, reason="misread"
        )
