"""What the record of a score sheet holds beside its figures: times, signatures, and what stood before."""

from collections.abc import Iterator, Mapping
from datetime import datetime

import msgspec

from services.projections.rows import GameCell
from services.tournament.kernel.facts import Event
from services.tournament.play.results import GameCorrected
from services.tournament.play.scores import Game
from services.tournament.play.sheets import game_on
from services.tournament.seating.sessions import SessionStatus
from services.tournament.state import State


class Made(msgspec.Struct, frozen=True):
    """By which event something was done, and when it happened; `by` whom is for officials."""

    seq: int
    at: datetime
    by: str | msgspec.UnsetType = msgspec.UNSET


class GameVersion(msgspec.Struct, frozen=True):
    """A game as it stands, or stood until it was amended."""

    game: GameCell
    made: Made


class SheetSignature(msgspec.Struct, frozen=True):
    """A signature in the form of `SignatureCell`, with when it was given."""

    entrant_no: str
    medium: str
    closed: bool
    made: Made


class SheetRuling(msgspec.Struct, frozen=True):
    """A ruling that a game of the sheet stands by, or stood by.

    Attributes:
        dispute, cites, effects: there for officials; others know that there was one.
    """

    made: Made
    dispute: str | msgspec.UnsetType = msgspec.UNSET
    cites: str | msgspec.UnsetType = msgspec.UNSET
    effects: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class SheetRecord(msgspec.Struct, frozen=True):
    """How a sheet came to be what it is.

    Attributes:
        status, started_at, ended_at: of its session.
        referee: the number of who supervises the table; null for nobody.
        closed: null while it is open.
        games: for each game how it stands, and before that how it stood, the latest first; none where nothing
            is recorded.
        signatures: in the order of the seats.
        rulings: by number.
        open_points: what keeps it open, in the reader's language.
    """

    status: SessionStatus
    referee: str | None
    started_at: datetime | None
    ended_at: datetime | None
    closed: Made | None
    games: tuple[tuple[GameVersion, ...], ...]
    signatures: tuple[SheetSignature, ...]
    rulings: Mapping[str, SheetRuling]
    open_points: tuple[str, ...]


def corrected_from(state: State, event: Event, seq: int) -> Game | None:
    """The game as it stood before this event, where that is a correction; None where it is not kept."""
    if not isinstance(event, GameCorrected) or event.sheet not in state.sheets:
        return None
    for game in versions(state, game_on(state.sheets[event.sheet], event.game)):
        if game.seq == seq:
            return game.before
    return None


def versions(state: State, game: Game | None) -> Iterator[Game]:
    """A game as it stands, as it stood before that, and so on."""
    while game is not None:
        yield game
        ruled = state.rulings[game.ruling].stood.get(game.number) if game.ruling is not None else None
        game = ruled if ruled is not None else game.before
