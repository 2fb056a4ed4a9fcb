"""What a draw is given and what it gives, and the draws by the word of the tournament file.

A draw is a pure function of entries and plan: the same entries, however listed, under the same seed are put
at the same tables. It knows no state and no event; who is present, and what they have reached, is given to
it.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import msgspec

from services.tournament.seating.draws.sizes import OVERFULL, cannot_be_seated
from shared.problems import ProblemType

DRAW_UNKNOWN = ProblemType("draw-unknown", 422)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What a draw knows of one entrant.

    Attributes:
        groups: what is not seated together, such as a family and a team; names differ between the kinds.
        place: in this stage so far; None for who has played nothing in it.
        earlier_place: in the stage this one is entered from; None where there is none.
        points: in this stage so far, in halves of a point.
        opponents: by number, how often they sat at one table in this stage.
        byes: how often the entrant sat out in this stage.
    """

    number: str
    groups: frozenset[str] = frozenset()
    place: int | None = None
    earlier_place: int | None = None
    points: int = 0
    opponents: Mapping[str, int] = MappingProxyType({})
    byes: int = 0


class DrawPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a draw is to do.

    Attributes:
        seed: any text; it stands in the event of the draw.
        most, fewest: people at a table.
        tables: how many there are; None for as many as it takes.
        byes: how often an entrant may sit out; 0 where nobody may.
        session: which session of the stage, from 0.
        sessions: how many the stage has.
        stage_seed: the seed of the first draw of the stage; None where this is it.
        first_field: who was drawn in the first session of the stage; empty where this is it.
        given: the tables in seat order, where a person names them.
    """

    seed: str
    most: int = 4
    fewest: int = 3
    tables: int | None = None
    byes: int = 1
    session: int = 0
    sessions: int = 1
    stage_seed: str | None = None
    first_field: tuple[str, ...] = ()
    given: tuple[tuple[str, ...], ...] = ()

    @property
    def pairs(self) -> bool:
        """Whether two sit at a table."""
        return self.most == 2


class Drawn(msgspec.Struct, frozen=True):
    """Tables from 1, each with its entrants in seat order; who sits out; the method with its version."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    method: str


Draw = Callable[[Sequence[Entry], DrawPlan], Drawn]
GoesBy = Literal["lot", "points", "places", "people"]


class Registered(msgspec.Struct, frozen=True):
    """A draw, and what others must know of it.

    Attributes:
        goes_by: what decides who sits where: chance; points so far, from none on; places, of an earlier stage
            or of this one; or people themselves.
        fixes_field: its first session says who meets whom in the whole stage, so that nobody enters after it.
    """

    function: Draw
    goes_by: GoesBy
    fixes_field: bool

    @property
    def tells_places(self) -> bool:
        """Whether the tables tell the standing, so that they are hidden as long as places are."""
        return self.goes_by in ("points", "places")


_draws: dict[str, Registered] = {}


def draw(word: str, *, goes_by: GoesBy, fixes_field: bool = False) -> Callable[[Draw], Draw]:
    """Register a draw under the word of the tournament file."""

    def register(function: Draw) -> Draw:
        assert word not in _draws, f"the draw {word} is registered twice"
        _draws[word] = Registered(function, goes_by, fixes_field)
        return function

    return register


def draws() -> Mapping[str, Registered]:
    """Every draw by its word."""
    return MappingProxyType(_draws)


def draw_by(word: str, entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """Draw the tables of a session.

    Args:
        word: as in the tournament file.
        entries: everyone to be seated, once; their order does not matter.

    Raises:
        Problem: draw-unknown; cannot-be-seated for fewer than two; cannot-be-seated and tables-too-few where
            the numbers do not fit; and what the draw itself refuses.
    """
    if word not in _draws:
        raise DRAW_UNKNOWN(word=word, known=sorted(_draws))
    in_order = sorted(entries, key=lambda entry: entry.number)
    assert len({entry.number for entry in entries}) == len(entries), "someone is listed twice"
    if len(entries) < 2:
        raise cannot_be_seated(len(entries), plan.most, plan.fewest)
    drawn = _draws[word].function(in_order, plan)
    if plan.tables is not None and len(drawn.tables) > plan.tables:
        raise OVERFULL(present=len(entries), tables=plan.tables)
    return drawn
