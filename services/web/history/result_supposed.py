"""A result that is supposed to have been another.

An address lists them with `|` between them, each as the seq of the event that recorded it and, for each seat,
entrant, score, game won and tiles: `3316:0550=36/1/0;0609=-36/0/4`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from werkzeug.datastructures import MultiDict

from services.desk.what_if import Supposed
from services.rules.exact import parse_score
from services.rules.self_recorded import FORFEIT
from services.web.docket.figure_cells import TILES_UNREADABLE
from shared.problems import Problem

SEQ = re.compile(r"[1-9][0-9]{0,11}")
_SEAT = re.compile(r"(?P<entrant>[^=;|/]{1,40})=(?P<score>[^=;|]{1,20}?)/(?P<won>[01])/(?P<tiles>[0-9]{1,3})")
_FIELD = re.compile(r"(?P<what>score|won|tiles)-(?P<entrant>.{1,40})")
_TILES = re.compile(r"[0-9]{1,3}")


class SeatSupposed(msgspec.Struct, frozen=True):
    """What one seat is supposed to have made of a game, as people write it."""

    entrant: str
    score: str
    won: str
    tiles: str

    def __str__(self) -> str:
        return f"{self.entrant}={self.score}/{self.won}/{self.tiles}"

    def check(self) -> None:
        """Refuse figures that are none.

        Raises:
            Problem: score-not-exact, tile-count-unreadable.
        """
        parse_score(self.score)
        if not _TILES.fullmatch(self.tiles):
            raise TILES_UNREADABLE(given=self.tiles)


class ResultSupposed(msgspec.Struct, frozen=True):
    """A recorded result that is supposed to have been another.

    Attributes:
        seq: of the event that recorded it.
    """

    seq: int
    seats: tuple[SeatSupposed, ...]

    def __str__(self) -> str:
        return f"{self.seq}:{';'.join(map(str, self.seats))}"

    def checked(self) -> "ResultSupposed":
        """The same, once all its figures can be read.

        Raises:
            Problem: score-not-exact, tile-count-unreadable.
        """
        for seat in self.seats:
            seat.check()
        return self

    def command(self, recorded: Mapping[str, Any]) -> Supposed:
        """The command that takes the place of the one that led to what was recorded."""
        seats = [
            {
                "entrant": seat.entrant,
                "score": seat.score,
                "game_won": int(seat.won),
                "tiles": int(seat.tiles),
                "forfeited": recorded["ended_by"] == FORFEIT and not int(seat.won),
            }
            for seat in self.seats
        ]
        body = {name: recorded[name] for name in ("sheet", "game", "ended_by")}
        return Supposed(seq=self.seq, command="record-game-result", body={**body, "seats": seats})


class Otherwise(msgspec.Struct, frozen=True):
    """A figure that is supposed to have been another.

    Attributes:
        what: score, tiles or game_won.
        was: as it is recorded.
    """

    entrant: str
    what: str
    was: str
    supposed: str


def otherwise(recorded: Mapping[str, Any], supposed: ResultSupposed) -> list[Otherwise]:
    """Which figures are supposed to have been others, seat by seat."""
    by_entrant = {seat.entrant: seat for seat in supposed.seats}
    return [
        Otherwise(entrant, what, was, figure)
        for seat in recorded["results"]
        for entrant in (seat["entrant"],)
        if entrant in by_entrant
        for what, was, figure in (
            ("score", seat["score"], _exact(by_entrant[entrant].score)),
            ("game_won", str(seat["game_won"]), by_entrant[entrant].won),
            ("tiles", str(seat["tiles"]), str(int(by_entrant[entrant].tiles))),
        )
        if was != figure
    ]


def figures_in_form(recorded: Mapping[str, Any], supposed: ResultSupposed | None) -> list[SeatSupposed]:
    """What the form for a result begins with: what is supposed or was typed, else what is recorded."""
    typed = {seat.entrant: seat for seat in supposed.seats} if supposed is not None else {}
    return [
        typed.get(seat["entrant"])
        or SeatSupposed(seat["entrant"], seat["score"], str(seat["game_won"]), str(seat["tiles"]))
        for seat in recorded["results"]
    ]


def result_sent(seq: int, arguments: "MultiDict[str, str]") -> ResultSupposed:
    """The result that a form says, with fields `score-0001`, `won-0001` and `tiles-0001` for each seat."""
    fields: dict[str, dict[str, str]] = {}
    for name, text in arguments.items():
        field = _FIELD.fullmatch(name)
        if field is not None:
            fields.setdefault(field["entrant"], {})[field["what"]] = text.strip()
    return ResultSupposed(
        seq,
        tuple(
            SeatSupposed(entrant, seat.get("score", ""), seat.get("won", "0"), seat.get("tiles", "0"))
            for entrant, seat in fields.items()
        ),
    )


def results_read(text: str) -> Iterator[ResultSupposed]:
    """The results of an address; what does not read is left aside."""
    for part in text.split("|"):
        seq, _, seats = part.partition(":")
        found: Sequence[re.Match[str] | None] = [_SEAT.fullmatch(seat) for seat in seats.split(";")]
        read = [seat for seat in found if seat is not None]
        if SEQ.fullmatch(seq) and len(read) == len(found):
            yield ResultSupposed(
                int(seq),
                tuple(
                    SeatSupposed(seat["entrant"], seat["score"], seat["won"], seat["tiles"]) for seat in read
                ),
            )


def _exact(score: str) -> str:
    """A score as programs write it; as it is where it cannot be read."""
    try:
        return str(parse_score(score))
    except Problem:
        return score
