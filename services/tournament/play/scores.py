"""Score sheets as the state holds them: games, their figures, signatures, and what differs.

Scores are whole sixths (a pot is shared by at most three), so ranking compares integers.
"""

from typing import Literal

import msgspec
from immutables import Map
from msgspec import UNSET, UnsetType

from services.rules.exact import SIXTHS, parse_score, to_sixths
from services.rules.ranking import Totals
from services.tournament.definition.stages import Stage
from services.tournament.kernel.facts import Part
from services.tournament.play.completion import Length

GameStatus = Literal["recorded", "voided", "awaiting_ruling"]
Source = Literal["counts", "self_recorded", "official", "paper", "ruling", "clerical"]
"""How figures came: as scores alone they are the players' own, or an official entered them."""
SheetSource = Literal["desk", "submitted", "paper"]

LEFT = "left"
"""How a game ended that someone forfeited by going home before it was played."""

Figures = tuple[int, int, int]
"""Games won, score in sixths, tiles left: what a sheet says of somebody, for one game or all of them."""


class SeatClock(Part, frozen=True):
    """What the clock of a seat showed when the game ended.

    Attributes:
        time_left: milliseconds left in the bank, or of the last turn.
        overstepped: in how many turns the time ran out.
        tiles_due: how many tiles that costs.
    """

    time_left: int | None = None
    overstepped: int = 0
    tiles_due: int | None = None


class Result(Part, frozen=True):
    """What one game was worth for one entrant, in the log and in the state; the score is exact text.

    `count` is what was scored, so a charge where one took its place; `own_count` is what the rack itself
    counted, where a charge changed that and it is known.
    """

    entrant: str
    game_won: int
    score: str
    tiles: int
    count: int | None = None
    charge: str | None = None
    rack: tuple[str, ...] | None = None
    more_charges: tuple[str, ...] = ()
    own_count: int | None = None
    clock: SeatClock | UnsetType = UNSET

    @property
    def sixths(self) -> int:
        """The score in whole sixths."""
        return int(self.score) * SIXTHS if "/" not in self.score else to_sixths(parse_score(self.score))

    @property
    def figures(self) -> Figures:
        return self.game_won, self.sixths, self.tiles


class Game(msgspec.Struct, frozen=True, gc=False):
    """One game on a sheet.

    Attributes:
        first_seq: of the event that first recorded it; orders ratings.
        before: as it stood before it was corrected; None where it was not.
    """

    number: int
    status: GameStatus
    ended_by: str
    figures: tuple[Result, ...]
    source: Source
    seq: int
    ruling: str | None = None
    first_seq: int = 0
    before: "Game | None" = None


class Signature(msgspec.Struct, frozen=True, gc=False):
    """A signature, or its absence: `medium` paper or device; refused or absent until closed with a reason."""

    entrant: str
    medium: Literal["paper", "device", "refused", "absent"]
    digest: str
    seq: int
    closed: bool = True


class SheetConflict(msgspec.Struct, frozen=True, gc=False):
    """A second, different sheet for a table, kept beside the first until it is settled.

    Attributes:
        by: who handed it in.
        replaced: the games as they stood, where it took their place.
        signed: who had signed those, or others before a change voided their signature.
    """

    number: int
    games: tuple[Game, ...]
    seq: int
    source: SheetSource = "submitted"
    settled: Literal["open", "kept_first", "took_second"] = "open"
    by: str = ""
    replaced: tuple[Game | None, ...] = ()
    signed: tuple[str, ...] = ()


class Total(msgspec.Struct, frozen=True, gc=False):
    """The foot of one column of a sheet.

    Attributes:
        shared: how many of the games won both have won at a table of two.
    """

    entrant: str
    games: int = 0
    games_won: int = 0
    sixths: int = 0
    tiles: int = 0
    shared: int = 0

    def __add__(self, other: "Total") -> "Total":
        """The sums of both, of the entrant of this one."""
        return Total(
            self.entrant,
            self.games + other.games,
            self.games_won + other.games_won,
            self.sixths + other.sixths,
            self.tiles + other.tiles,
            self.shared + other.shared,
        )

    @property
    def totals(self) -> Totals:
        """What it is worth for a place, where sums rank."""
        return Totals(*self.figures)

    @property
    def figures(self) -> Figures:
        return self.games_won, self.sixths, self.tiles


class Reported(msgspec.Struct, frozen=True, gc=False):
    """The result at a table that its entrant was last told.

    Attributes:
        seq: of the event that led to it.
    """

    seq: int
    figures: Figures


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet of one table in one session; its id is the table's.

    Attributes:
        games: as many as the table plays, None for one not recorded; where no number is set, those so far.
        received: digests of whole sheets that came in for the table, so that each counts once.
        length: how long the table plays.
        over: whether time was called or the table closed, so that a table without a set number is complete.
        deserted: whether too few are left to play on, where they need not have played everything.
        turn_seconds: the limit for each turn that was chosen as the table was opened, if one was.
        sign_again: whose own signature was voided, until they have signed again.
        forfeited: whether anything was ever forfeited by who left, also where that stands no longer.
        reported: the result that each was told last, by number, unless an open sheet says otherwise since.
    """

    sheet: str
    session: str
    stage: Stage
    seats: tuple[str, ...]
    games: tuple[Game | None, ...]
    source: SheetSource
    totals: tuple[Total, ...]
    signatures: Map[str, Signature] = Map()
    conflicts: tuple[SheetConflict, ...] = ()
    open_disputes: tuple[str, ...] = ()
    closed_seq: int | None = None
    received: tuple[str, ...] = ()
    first_players: Map[int, str] = Map()
    incidents: int = 0
    length: Length = Length("games")
    over: bool = False
    deserted: bool = False
    turn_seconds: int | None = None
    sign_again: tuple[str, ...] = ()
    reported: Map[str, Reported] = Map()
    forfeited: bool = False

    def total(self, entrant: str) -> Total:
        for total in self.totals:  # asked for every row
            if total.entrant == entrant:
                return total
        raise LookupError(f"{entrant} has no column on the sheet {self.sheet}")
