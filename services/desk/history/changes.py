"""The history of one thing: what changed of it, from what to what, by which event, the newest first.

As version control tells the history of a line: an entrant's or a family's place and figures, the figures of a
sheet, the state of a session or of a case.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import structs

from services.desk.answers import TimelineEntry
from services.desk.history.traces import NOWHERE, Step, traces
from services.desk.params import PageParams
from services.desk.query_context import QueryContext, limit_of, seq_after
from services.desk.timeline import timeline_at
from services.projections import rows
from services.projections.models import model
from services.rules.exact import score_of
from services.tournament.definition.stages import Stage
from services.tournament.lookups import entrant_in, stage_in
from services.tournament.people.numbers import known_number, known_unit
from shared.bounds import read_as
from shared.problems import not_found

Kind = Literal["entrant", "family", "sheet", "session", "dispute"]


class HistoryParams(PageParams, frozen=True, kw_only=True):
    """Of what: its kind and its id.

    Attributes:
        after: go on with what is older than this seq.
        stage: of an entrant's place; the first, unless another is named.
        what: one thing of it only, such as `place`.
    """

    of: Kind
    id: Annotated[str, read_as("narrow")]
    stage: Stage | None = None
    what: str | None = None


class Changed(msgspec.Struct, frozen=True):
    """One thing that an event changed.

    Attributes:
        what: such as `place`, `score`, `status`.
        before, after: as the program writes it; null for nothing.
        game, entrant_no: on a sheet, whose figure in which game, or whose signature.
    """

    what: str
    before: str | None
    after: str | None
    game: int | msgspec.UnsetType = msgspec.UNSET
    entrant_no: str | msgspec.UnsetType = msgspec.UNSET


class HistoryEntry(TimelineEntry, frozen=True):
    """An event with what it changed of the thing."""

    changes: tuple[Changed, ...]


class HistoryAnswer(msgspec.Struct, frozen=True):
    """What changed of one thing up to a moment, the newest first."""

    seq: int
    of: Kind
    id: str
    rows: tuple[HistoryEntry, ...]
    next: str | None


T = TypeVar("T")
Trail = Iterable[tuple[int, list[Changed]]]
"""By rising seq what changed."""


def history(look: QueryContext, params: HistoryParams) -> HistoryAnswer:
    """Tell the history of a thing.

    Raises:
        Problem: not-found, stage-unknown.
    """
    params = _as_known(look, params)
    before, limit = seq_after(params), limit_of(params)
    found: dict[int, tuple[Changed, ...]] = {}
    for seq, changes in _TRAILS[params.of](look, params):
        shown = tuple(changed for changed in changes if params.what in (None, changed.what))
        if shown and (not before or seq < before):
            found[seq] = shown
    newest = [*found][::-1][:limit]
    lines = reversed(timeline_at(look, newest))
    entries = tuple(
        HistoryEntry(**msgspec.structs.asdict(entry), changes=found[entry.seq]) for entry in lines
    )
    following = str(newest[-1]) if len(found) > limit else None
    return HistoryAnswer(look.state.seq, params.of, params.id, entries, following)


def _as_known(look: QueryContext, params: HistoryParams) -> HistoryParams:
    """The same with the numbers of people as they were first written."""
    if params.of == "entrant":
        return structs.replace(params, id=known_number(look.present.entrants, params.id) or params.id)
    return structs.replace(params, id=known_unit(look.state, params.id)) if params.of == "family" else params


def _of_entrant(look: QueryContext, params: HistoryParams) -> Trail:
    entrant_in(look.state, params.id)
    stage = stage_in(look.state, params.stage)
    board = look.desk.history(look.tournament_id).ranks.stages.get(stage)
    return _stepped(traces(board, (params.id,), look.state.seq)[params.id])


def _of_family(look: QueryContext, params: HistoryParams) -> Trail:
    kept = look.desk.history(look.tournament_id)
    if not kept.events.about(("unit", params.id)):
        raise not_found("family-unit", params.id)
    return _stepped(traces(kept.ranks.families, (params.id,), look.state.seq)[params.id])


def _stepped(steps: Iterable[Step]) -> Trail:
    before = NOWHERE
    for step in steps:
        yield step.seq, [*_differing(_cells_of_step(before), _cells_of_step(step))]
        before = step


def _folded(look: QueryContext, params: HistoryParams) -> Trail:
    """What the events about a thing changed in its row."""
    shown = _SHOWN[params.of]
    events = look.desk.history(look.tournament_id).events
    seqs = [seq for seq in events.about((params.of, params.id)) if seq <= look.state.seq]
    if not seqs:
        raise not_found(shown.called, params.id)
    kind = model(shown.model)
    for before, after in look.desk.around(look.tournament_id, seqs):
        old, new = (kind.row(state, params.id) if state.definition else None for state in (before, after))
        changes = [*_differing(*({} if row is None else shown.cells(row) for row in (old, new)))]
        if changes:
            yield after.seq, changes


Cell = tuple[str, int | None, str | None]
"""What is shown in which game and whose it is, as far as that can be said."""
Cells = Mapping[Cell, str | None]


def _differing(before: Cells, after: Cells) -> Iterator[Changed]:
    for cell in {**before, **after}:
        was, now = before.get(cell), after.get(cell)
        if was != now:
            what, game, entrant = cell
            yield Changed(what, was, now, _known(game), _known(entrant))


def _known(value: T | None) -> T | msgspec.UnsetType:
    return msgspec.UNSET if value is None else value


def _cells_of_step(step: Step) -> Cells:
    if step.place is None or step.figures is None:
        return {}
    won, sixths, tiles = step.figures
    return {
        ("place", None, None): str(step.place),
        ("games_won", None, None): str(won),
        ("score", None, None): score_of(sixths),
        ("tiles", None, None): str(tiles),
    }


def _cells_of_sheet(row: rows.Row) -> Cells:
    assert isinstance(row, rows.SheetRow)
    cells: dict[Cell, str | None] = {}
    for game in row.games:
        if game is None:
            continue
        cells["status", game.game, None] = game.status
        cells["ended_by", game.game, None] = game.ended_by
        cells["ruling", game.game, None] = game.ruling
        for figure in game.figures:
            cells["score", game.game, figure.entrant_no] = figure.score
            cells["game_won", game.game, figure.entrant_no] = str(figure.game_won)
            cells["tiles", game.game, figure.entrant_no] = str(figure.tiles)
            cells["charge", game.game, figure.entrant_no] = figure.charge
    for signature in row.signatures:
        cells["signature", None, signature.entrant_no] = signature.medium
    for conflict in row.conflicts:
        cells["conflict", None, None] = conflict.settled
    cells["closed", None, None] = "closed" if row.closed else None
    return cells


def _cells_of_session(row: rows.Row) -> Cells:
    assert isinstance(row, rows.SessionRow)
    cells: dict[Cell, str | None] = {
        (what, None, None): getattr(row, what) for what in ("status", "day", "start", "end")
    }
    cells["tables", None, None] = str(row.tables)
    cells["attempt", None, None] = str(row.attempt)
    return cells


def _cells_of_dispute(row: rows.Row) -> Cells:
    assert isinstance(row, rows.DocketRow)
    standing = [ruling.ruling for ruling in row.rulings if ruling.superseded_by is None]
    return {("status", None, None): row.status, ("ruling", None, None): ", ".join(standing) or None}


class _Shown(msgspec.Struct, frozen=True):
    """Where a thing is looked up: its read model, what of a row is shown, and what it is called."""

    model: str
    cells: Callable[[rows.Row], Cells]
    called: str


_SHOWN: Mapping[str, _Shown] = {
    "sheet": _Shown("sheet", _cells_of_sheet, "score-sheet"),
    "session": _Shown("session", _cells_of_session, "session"),
    "dispute": _Shown("docket", _cells_of_dispute, "dispute"),
}
_TRAILS: Mapping[str, Callable[[QueryContext, HistoryParams], Trail]] = {
    "entrant": _of_entrant,
    "family": _of_family,
    **dict.fromkeys(_SHOWN, _folded),
}
