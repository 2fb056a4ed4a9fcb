"""Curves: how the places of chosen entrants and family units went over the log, event by event, exact."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Annotated

import msgspec

from services.desk.history.event_index import EventIndex
from services.desk.history.rank_changes import Board
from services.desk.history.traces import Step, traces
from services.desk.params import Params
from services.desk.query_context import QueryContext
from services.desk.views import UNSET, Name
from services.limits import MOST_CURVES
from services.rules.exact import score_of
from services.tournament.definition.stages import Stage
from services.tournament.lookups import entrant_in, stage_in
from shared.bounds import read_as
from shared.catalogue import Phrase
from shared.clock import from_micros
from shared.limits import BEYOND_LIMIT
from shared.problems import not_found


class CurvesParams(Params, frozen=True, kw_only=True):
    """Whose curves: entrant numbers and family units, several with commas between; together at most twelve.

    Attributes:
        stage: of the entrants; the first, unless another is named. Families have that of their award.
    """

    stage: Stage | None = None
    entrants: Annotated[str, read_as("entrants")] = ""
    units: Annotated[str, read_as("units")] = ""


class CurvePoint(msgspec.Struct, frozen=True, array_like=True):
    """Where someone stands from an event on, in the order of the attributes; nulls where they are not ranked.

    Attributes:
        seq: of the event.
        recorded: when it was recorded, in seconds since 1970.
    """

    seq: int
    recorded: int
    place: int | None
    games_won: int | None
    score: str | None
    tiles: int | None


class Curve(msgspec.Struct, frozen=True):
    """The points of an entrant or a family unit, at every event that changed the place or a figure."""

    id: str
    points: tuple[CurvePoint, ...]
    name: Name = UNSET


class CurvesAnswer(msgspec.Struct, frozen=True):
    """The curves of entrants in one stage, and of family units, from the founding up to a moment.

    Attributes:
        start, end: when the first and the last event were recorded.
    """

    seq: int
    stage: Stage
    start: datetime
    end: datetime
    entrants: tuple[Curve, ...]
    units: tuple[Curve, ...]


def curves(look: QueryContext, params: CurvesParams) -> CurvesAnswer:
    """Draw the curves asked for.

    Raises:
        Problem: stage-unknown, beyond-limit; not-found, for an entrant or unit that is not there.
    """
    state = look.state
    stage = stage_in(state, params.stage)
    numbers, units = _listed(params.entrants), _listed(params.units)
    if len(numbers) + len(units) > MOST_CURVES:
        raise BEYOND_LIMIT(detail=Phrase("part-curves-of-answer", {"most": MOST_CURVES})).at(field="entrants")
    for number in numbers:
        entrant_in(state, number)
    for unit in units:
        if unit not in state.units:
            raise not_found("family-unit", unit)
    history = look.desk.history(look.tournament_id)
    names = look.names(numbers)
    recorded = history.events.recorded
    return CurvesAnswer(
        state.seq,
        stage,
        from_micros(recorded[0]),
        from_micros(recorded[state.seq - 1]),
        tuple(
            msgspec.structs.replace(curve, name=names.get(curve.id, UNSET))
            for curve in _curves(history.events, history.ranks.stages.get(stage), numbers, state.seq)
        ),
        tuple(_curves(history.events, history.ranks.families, units, state.seq)),
    )


def _listed(text: str) -> list[str]:
    """What is listed with commas, each once."""
    return [*dict.fromkeys(part for part in (part.strip() for part in text.split(",")) if part)]


def _curves(events: EventIndex, board: Board | None, chosen: Sequence[str], until: int) -> Iterator[Curve]:
    for id, steps in traces(board, chosen, until).items():
        yield Curve(id, tuple(_points(events, steps)))


def _points(events: EventIndex, steps: Iterable[Step]) -> Iterator[CurvePoint]:
    for step in steps:
        recorded, figures = events.recorded[step.seq - 1] // 1_000_000, step.figures
        if figures is None:
            yield CurvePoint(step.seq, recorded, None, None, None, None)
        else:
            won, sixths, tiles = figures
            yield CurvePoint(step.seq, recorded, step.place, won, score_of(sixths), tiles)
