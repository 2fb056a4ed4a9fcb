"""The docket as the state holds it: disputes with their evidence, and rulings."""

from datetime import datetime
from typing import Literal

import msgspec
from immutables import Map

from services.tournament.definition.stages import Stage
from services.tournament.docket.judgement import Judged
from services.tournament.play.scores import Game

DisputeKind = Literal["dispute", "game_interrupted", "game_not_begun", "breach"]


def described(kind: str, raised_by: str | None) -> str:
    """The code a case is put into words by: an objection that no participant raised is an official's."""
    return "official" if kind == "dispute" and raised_by is None else kind


class Exhibit(msgspec.Struct, frozen=True, gc=False):
    """Evidence in a case as it was judged when presented, and by which engine; `by` presented it."""

    judged: Judged
    engine: str
    seq: int
    by: str = ""


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """A case on the docket. `case` is the vault subject of its free text, if there is any.

    `leaver` left during the game in question; `attempt` is that of the session, which may start again. `by`
    put it on the docket, as role and id, at `raised_at` (business time). `ended` is the seq of what ended it
    without a ruling, and `ended_by` whoever gave it up.
    """

    dispute: str
    kind: DisputeKind
    sheet: str | None
    game: int | None
    entrants: tuple[str, ...]
    raised_by: str | None
    case: str | None
    seq: int
    leaver: str | None = None
    attempt: int = 1
    status: Literal["open", "ruled", "withdrawn", "moot"] = "open"
    ruling: str | None = None
    evidence: tuple[Exhibit, ...] = ()
    by: str = ""
    raised_at: datetime | None = None
    ended: int | None = None
    ended_by: str = ""


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """A ruling. `before` holds the games it changed as they were, for a ruling that supersedes it.

    `stood` holds each game that it changed or restored as it stood until then, under the ruling that it
    supersedes, too, and `made` what it made of them; either is None for a game without a result. `lapsed` are
    the games whose forfeit in `before` counts no longer, as who had left is in again since.
    `disqualified` are the entrants it disqualified, with the stage; `charges` whom it charges, and with what;
    `warned` whom it warns; `made_at` is business time.
    """

    ruling: str
    dispute: str
    cites: str
    effects: tuple[str, ...]
    case: str
    seq: int
    by: str
    before: Map[int, Game | None] = Map()
    lapsed: frozenset[int] = frozenset()
    stood: Map[int, Game | None] = Map()
    made: Map[int, Game | None] = Map()
    disqualified: tuple[tuple[str, Stage], ...] = ()
    charges: tuple[tuple[str, str], ...] = ()
    warned: tuple[str, ...] = ()
    supersedes: str | None = None
    superseded_by: str | None = None
    made_at: datetime | None = None
