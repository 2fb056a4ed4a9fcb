"""Things for commands to name, by chance: such as there are, and now and then such as there are not."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any, TypeVar

from services.rules.game import ENDINGS
from services.rules.melding.possibility import RackInput
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    Effect,
    NoEffect,
    ReplayGame,
    VoidGame,
    Warn,
)
from services.tournament.play.figures import SeatResult
from services.tournament.play.scores import Sheet
from services.tournament.state import State

T = TypeVar("T")

SECRET = "Chan Tai Man"
"""Stands in every free text and name, and must stand in no event."""


class Chances:
    """Draws names and figures from a state. `odd`: how often it is something that does not exist or fit."""

    def __init__(self, dice: Random, odd: float = 0.1) -> None:
        self.dice = dice
        self.odd = odd
        self.state = State()

    # What a command names

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def pick(self, known: Sequence[T], other: T) -> T:
        if not known or self.chance(self.odd):
            return other
        return self.dice.choice(known)

    def entrant(self) -> str:
        return self.pick(sorted(self.state.entrants), "9999")

    def offender(self) -> str:
        """Someone, more often one who was warned before."""
        warned = sorted(number for number, entrant in self.state.entrants.items() if entrant.warnings)
        return self.dice.choice(warned) if warned and self.chance(0.8) else self.at_table(self.sheet())

    def session(self) -> str:
        return self.pick(sorted(self.state.sessions), "2026-03-28/9")

    def in_play(self) -> Sequence[Sheet]:
        return [self.state.sheets[key] for key in sorted(self.state.sheets)]

    def sheet(self) -> str:
        """A sheet, more often one that is still open."""
        still_open = [sheet.sheet for sheet in self.in_play() if sheet.closed_seq is None]
        every = [sheet.sheet for sheet in self.in_play()]
        return self.pick(still_open if still_open and self.chance(0.7) else every, "2026-03-28/1/99")

    def at_table(self, sheet: str) -> str:
        found = self.state.sheets.get(sheet)
        return self.pick(found.seats if found is not None else (), self.entrant())

    def game(self) -> int:
        return self.pick([1, 2, 3], self.dice.choice([0, 4, -1]))

    def referee(self) -> str:
        return self.pick(sorted(self.state.referees), "R99")

    def rack(self) -> RackInput:
        tiles = self.dice.choices(("R7", "B7", "K7", "R8", "R9", "O13", "J"), k=4)
        return RackInput(tuple(tiles), self.pick([None, *tiles], "K1"))

    def dispute(self) -> str:
        pending = sorted(key for key, dispute in self.state.disputes.items() if dispute.status == "open")
        every = sorted(self.state.disputes)
        return self.pick(pending if pending and self.chance(0.7) else every, "D-9999")

    def unit(self) -> str:
        return self.pick(sorted(self.state.units), "nobody")

    def parent_call(self) -> str:
        waiting = [call.call for call in self.state.parent_calls.values() if not call.answered]
        return self.pick(sorted(waiting), "P-9999")

    def day(self) -> date:
        return self.pick(
            sorted({session.known_day for session in self.state.sessions.values()}), date(2026, 7, 1)
        )

    def moment(self) -> datetime:
        """A moment around the first registration of a day of play."""
        hour = datetime.combine(self.day(), time(2), UTC)
        return hour + timedelta(minutes=self.dice.randrange(600) - 120)

    def proposal(self) -> str:
        return self.pick(sorted(self.state.proposals), "W-0099")

    def sentence(self) -> str:
        return self.pick([f"{SECRET} said so"], " ")

    def birth(self) -> date:
        year = self.dice.choice([1955, 1980, 1995, 2006, 2008, 2012, 2017, 2019, 2020])
        return date(year, 1, 1) + timedelta(days=self.dice.randrange(365))

    # Figures

    def seats(self, sheet: str, game: int) -> tuple[SeatResult, ...]:
        """What was written down for a game: by counts, or as participants would, right or wrong."""
        found = self.state.sheets.get(sheet)
        seats = found.seats if found is not None else ("A", "B", "C")
        current = found.games[game - 1] if found is not None and 1 <= game <= len(found.games) else None
        if current is not None and current.figures:
            seats = tuple(figure.entrant for figure in current.figures)
        elif found is not None and not self.chance(self.odd):
            seats = tuple(seat for seat in seats if not self._out(seat, found))
        if self.chance(0.3):
            return self.self_recorded(seats)
        cleared = self.dice.choice(seats) if seats and self.chance(0.5) else None
        return tuple(self._counted(seat, cleared=seat == cleared) for seat in seats)

    def _out(self, entrant: str, sheet: Sheet) -> bool:
        return not self.state.entrants[entrant].plays_in(sheet.stage)

    def _counted(self, entrant: str, *, cleared: bool) -> SeatResult:
        tiles = 0 if cleared else self.dice.choice([1, 1, 2, 3, 5, 9])
        count = 0 if tiles == 0 else self.dice.choice([5, 8, 11, 12]) + tiles - 1
        if self.chance(self.odd):
            count += 60
        charge = self.dice.choice(["could_not_meld", "could_have_melded", "knocked_down"])
        more = ("knocked_down",) if self.chance(0.3) else ()
        if tiles and self.chance(0.1):
            return SeatResult(entrant=entrant, count=count, tiles=tiles, charge=charge, more_charges=more)
        return SeatResult(entrant=entrant, count=count, tiles=tiles)

    def self_recorded(self, seats: Sequence[str]) -> tuple[SeatResult, ...]:
        losses = [self.dice.choice([5, 8, 10, 15]) for _ in seats[1:]]
        scores = [str(sum(losses)), *(str(-loss) for loss in losses)][: len(seats)]
        if scores and self.chance(self.odd):
            scores[0] = "7"
        tiles = [0, *(self.dice.choice([1, 2, 3] if loss < 15 else [2, 3]) for loss in losses)][: len(seats)]
        return tuple(
            SeatResult(entrant=entrant_no, score=score, game_won=int(place == 0), tiles=left)
            for place, (entrant_no, score, left) in enumerate(zip(seats, scores, tiles, strict=True))
        )

    def effect(self, dispute: str) -> Effect:
        found = self.state.disputes.get(dispute)
        sheet = found.sheet if found is not None and found.sheet is not None else self.sheet()
        game = (
            found.game if found is not None and found.game is not None and self.chance(0.7) else self.game()
        )
        entrant, seats = self.at_table(sheet), self.seats(sheet, game)
        effects: list[Effect] = [
            NoEffect(),
            AmendGame(game, seats, self.ending(seats)),
            VoidGame(game),
            ReplayGame(game),
            ChargeSeat(game, entrant, self.pick(["could_not_meld", "knocked_down"], "rudeness")),
            Warn(entrant),
            Disqualify(entrant),
        ]
        return self.dice.choice(effects)

    def ending(self, seats: Sequence[SeatResult] = ()) -> Any:
        """How a game ended that left this; now and then how it cannot have."""
        if self.chance(self.odd):
            return self.dice.choice(ENDINGS)
        if any(seat.tiles == 0 for seat in seats):
            return "cleared"
        return self.dice.choice(["time", "time", "pool_exhausted", "blocked"])
