"""A stage as planned: who enters, how they attend, how tables are drawn, what is played and what ranks.

Words stand as texts; `words` has the tables of those known. A StagePlan stands in the founding event for
good: a field that comes later needs a default, which is left out of the canonical form.
"""

from typing import Annotated, Literal

import msgspec

from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.texts import Text
from services.tournament.definition.words import RULESET
from services.tournament.kernel.lengths import MOST_SESSIONS, Id
from shared.bounds import many

Stage = Id
"""The id of a stage, as in the tournament file."""

MOST_KEYS = 20  # that rank
MOST_APART = 10  # kinds of groups that are kept apart


class From(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Entering from an earlier stage, by its standings or as winners of its tables.

    Attributes:
        stage: the earlier stage.
        places: how many enter in all; without it the winners of the tables alone do.
        per_table: so many of each table enter first, then the best others up to `places`; equals at a table
            are decided for each table.
        ties: what happens to equals across the last place that enters.
        reserves: whether who drops out is replaced by the next in order.
    """

    stage: Id = msgspec.field(name="from")
    places: int | None = None
    per_table: int | None = None
    ties: Id = "decided"
    reserves: bool = True


class TableSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many sit at a table.

    Attributes:
        most: at most.
        fewest: at least, when the draw is made; by default 3, or `most` where that is less.
    """

    most: int = 4
    fewest: int = 3


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games until someone's total reaches a target.

    Attributes:
        target: the points at which the table is done.
    """

    target: int


class Bye(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What sitting out brings, where the numbers do not divide.

    Attributes:
        points: what a bye counts, in points of a win: a whole number or "1/2".
        most: how many byes an entrant gets at most. Who has to sit out once more sits out without a bye, and
            without points; with 0 nobody sits out.
    """

    points: int | Id = 1
    most: int = 1

    @property
    def halves(self) -> int:
        """What it brings, in halves of a point; a win brings two."""
        return 1 if self.points == HALF else 2 * int(self.points)


HALF = "1/2"


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Time to think, where it is not the ruleset's: a limit for each turn, or a bank with a delay.

    Attributes:
        turn_seconds: seconds for each turn.
        bank_seconds: seconds for the whole game of a player (Bronstein).
        delay_seconds: seconds of a move that are given back to the bank; 0 unless given.
    """

    turn_seconds: int | None = None
    bank_seconds: int | None = None
    delay_seconds: int | None = None


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The figures of the rating, where a rating ranks. In millionths.

    Attributes:
        mu: a newcomer's rating.
        sigma: how uncertain it is.
        beta: how much a single game is a matter of luck.
        tau: how much strength may change from game to game.
    """

    mu: int = 25_000_000
    sigma: int = 8_333_333
    beta: int = 4_166_667
    tau: int = 83_333


class StagePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One stage of a tournament.

    Attributes:
        id: unique in the tournament.
        name: what people call it; by default its id.
        enter: who plays in it: by registration, as in the first stage and in any other beside it, or from an
            earlier stage.
        ruleset: the rules it is played by; by default the tournament's.
        attend: which of its sessions an entrant plays in.
        split: who plays in which of several sessions; by default chosen where people register, in turn after.
        weather: whether warnings suspend its sessions.
        draw: how people are put at tables.
        table: how many sit at a table.
        games: how many games a table plays in a session: a number, until a target, or "any".
        bye: what it brings to sit out.
        ranked: who stands in its standings.
        check_in: whether people check in.
        signatures: whether sheets are signed.
        ranking: what decides places: the ruleset's keys, a set of tie-breaks by name, or a list of keys.
        carry: whether results of the stage it is entered from count on.
        places_seen: when participants and the public see places.
        apart: who is not put at the same table.
        clock: time to think; by default the ruleset's.
        rating: figures of the rating, where a rating ranks.
        sessions: its sessions in order; where everyone attends all of them these are its rounds.
    """

    id: Id
    name: Text | None = None
    enter: Id | From
    ruleset: Id | None = None
    attend: Id = "one"
    split: Id
    weather: Id = "none"
    draw: Id = "lot"
    table: TableSize = TableSize()
    games: int | Target | Id = 3
    bye: Bye = Bye()
    ranked: Id = "complete"
    check_in: Id = "each"
    signatures: Id = "required"
    ranking: Id | Annotated[tuple[Id, ...], many(MOST_KEYS)] = RULESET
    carry: bool = False
    places_seen: Id = "live"
    apart: Annotated[tuple[Id, ...], many(MOST_APART)] = ()
    clock: Clock | None = None
    rating: Rating | None = None
    sessions: Annotated[tuple[SessionPlan, ...], many(MOST_SESSIONS)]

    @property
    def source(self) -> From | None:
        """How it is entered from an earlier stage; None where people register for it."""
        return self.enter if isinstance(self.enter, From) else None

    @property
    def games_each(self) -> int | None:
        """How many games a table plays in a session; None until a target, or as many as it likes."""
        return self.games if isinstance(self.games, int) else None

    @property
    def target(self) -> int | None:
        """The points at which a table is done; None where a number of games, or nothing, ends it."""
        return self.games.target if isinstance(self.games, Target) else None

    def checks_in(self, session: SessionPlan) -> bool:
        """Whether people check in for one of its sessions, before it begins."""
        first = self.sessions[0].id == session.id
        return self.check_in == "each" or (self.check_in == "first" and first)

    @property
    def late(self) -> Literal["forfeits", "misses"] | None:
        """What becomes of who is not checked in when seats are drawn; None where nobody checks in."""
        if self.check_in == "none" or self.draw == "open":
            return None
        return "forfeits" if self.attend == "one" else "misses"

    def room_in(self, session: SessionPlan) -> int | None:
        """How many people there is room for in a session; None where nothing bounds it."""
        if session.capacity is not None or session.tables is None:
            return session.capacity
        return session.tables * self.table.most

    @property
    def room(self) -> int | None:
        """How many there is room for: in all sessions, or in the smallest where everyone attends all."""
        rooms = [self.room_in(session) for session in self.sessions]
        known = [room for room in rooms if room is not None]
        if self.attend == "all":
            return min(known, default=None)
        return sum(known) if len(known) == len(rooms) and self.attend == "one" else None

    def title(self, language: str) -> str:
        """What people call it, in "en" or "zh"."""
        return self.id if self.name is None else self.name.in_language(language)
