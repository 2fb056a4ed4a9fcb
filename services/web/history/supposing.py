"""What is supposed, as an address says it: events left out, and results that had been others.

`without` lists seqs with commas. `changed` lists results with `|` between them, each as the seq of the event
that recorded it and, for each seat, entrant, score, game won and tiles: `3316:0550=36/1/0;0609=-36/0/4`.
`rulings` lists rulings: see `ruling_supposed`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

import msgspec
from msgspec import structs
from werkzeug.datastructures import MultiDict

from services.desk.what_if import Supposed
from services.web.history.asked import View, listed
from services.web.history.ruling_supposed import RulingSupposed, rulings_read

_SEQ = re.compile(r"[1-9][0-9]{0,11}")
_SEAT = re.compile(r"(?P<entrant>[^=;|/]{1,40})=(?P<score>[^=;|]{1,20}?)/(?P<won>[01])/(?P<tiles>[0-9]{1,3})")
_FIELD = re.compile(r"(?P<what>score|won|tiles)-(?P<entrant>.{1,40})")


class SeatSupposed(msgspec.Struct, frozen=True):
    """What one seat is supposed to have made of a game; the score is as people write it."""

    entrant: str
    score: str
    won: str
    tiles: str

    def __str__(self) -> str:
        return f"{self.entrant}={self.score}/{self.won}/{self.tiles}"

    @property
    def written(self) -> dict[str, object]:
        """As a command says it."""
        won, tiles = int(self.won), int(self.tiles)
        return {"entrant": self.entrant, "score": self.score, "game_won": won, "tiles": tiles}


class ResultSupposed(msgspec.Struct, frozen=True):
    """A recorded result that is supposed to have been another.

    Attributes:
        seq: of the event that recorded it.
    """

    seq: int
    seats: tuple[SeatSupposed, ...]

    def __str__(self) -> str:
        return f"{self.seq}:{';'.join(map(str, self.seats))}"

    def command(self, recorded: Mapping[str, Any]) -> Supposed:
        """The command that takes the place of the one that led to what was recorded."""
        seats = [
            {
                "entrant": seat.entrant,
                "score": seat.score,
                "game_won": int(seat.won),
                "tiles": int(seat.tiles),
            }
            for seat in self.seats
        ]
        body = {name: recorded[name] for name in ("sheet", "game", "ended_by")}
        return Supposed(seq=self.seq, command="record-game-result", body={**body, "seats": seats})


class Basket(msgspec.Struct, frozen=True):
    """Everything that is supposed together."""

    without: tuple[int, ...] = ()
    changed: tuple[ResultSupposed, ...] = ()
    rulings: tuple[RulingSupposed, ...] = ()

    @classmethod
    def read(cls, view: View) -> Self:
        """The basket of an address; what does not read is left aside."""
        without = tuple(int(text) for text in listed(view.without) if _SEQ.fullmatch(text))
        changed = {result.seq: result for result in _results(view.changed)}
        results = tuple(result for seq, result in changed.items() if seq not in without)
        return cls(without, results, rulings_read(view.rulings))

    @property
    def seqs(self) -> frozenset[int]:
        """The seqs of the events that are left out or had other figures."""
        return frozenset((*self.without, *(result.seq for result in self.changed)))

    def with_left_out(self, seq: int) -> Self:
        return structs.replace(self.without_any(seq), without=(*self.without_any(seq).without, seq))

    def with_result(self, result: ResultSupposed) -> Self:
        kept = self.without_any(result.seq)
        return structs.replace(kept, changed=(*kept.changed, result))

    def with_ruling(self, ruling: RulingSupposed) -> Self:
        kept = self.without_ruling(ruling.case)
        return structs.replace(kept, rulings=(*kept.rulings, ruling))

    def without_ruling(self, case: str) -> Self:
        """Without the ruling that is supposed on one case."""
        return structs.replace(self, rulings=tuple(other for other in self.rulings if other.case != case))

    def without_any(self, seq: int) -> Self:
        """Without what is supposed of one event."""
        return structs.replace(
            self,
            without=tuple(other for other in self.without if other != seq),
            changed=tuple(result for result in self.changed if result.seq != seq),
        )

    def query(self) -> dict[str, str]:
        """How an address says it."""
        return {
            "without": ",".join(map(str, self.without)),
            "changed": "|".join(map(str, self.changed)),
            "rulings": "|".join(map(str, self.rulings)),
        }


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


def _results(text: str) -> Iterator[ResultSupposed]:
    for part in text.split("|"):
        seq, _, seats = part.partition(":")
        found: Sequence[re.Match[str] | None] = [_SEAT.fullmatch(seat) for seat in seats.split(";")]
        read = [seat for seat in found if seat is not None]
        if _SEQ.fullmatch(seq) and len(read) == len(found):
            yield ResultSupposed(
                int(seq),
                tuple(
                    SeatSupposed(seat["entrant"], seat["score"], seat["won"], seat["tiles"]) for seat in read
                ),
            )
