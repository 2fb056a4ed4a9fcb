"""Rebuilding read models: a fresh generation is filled beside the live one, then both change places.

No event is written and nothing is sent. The rows that were live stay until the next rebuild, so that one can
go back to them. Every rebuild fills a generation of its own: one that is killed, or overtaken by another,
leaves the live rows as they are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal

import msgspec

from services.desk.decoding import fold
from services.desk.stalling import VIEW_STALLED, tell_resumed
from services.projections.generations import (
    Former,
    Live,
    Stalled,
    flipped,
    generations_in,
    live,
    unused,
    written,
)
from services.projections.models import MODELS, ReadModel
from services.projections.rows import Row
from services.tournament.state import State, at_rest
from shared.eventlog import Write
from shared.problems import Problem, ProblemType

if TYPE_CHECKING:
    from services.desk.desk import Desk

NOTHING_TO_ROLL_BACK = ProblemType("nothing-to-roll-back", 409)
REBUILT_MEANWHILE = ProblemType("rebuilt-meanwhile", 409)

EVENT_MISSING = ProblemType("event-missing", 422)

Report = Callable[[int, int], None]
"""Takes how many rows are written, and of how many."""

_ROWS_AT_ONCE = 500
"""Written in one transaction: on SQLite every other writer waits for it."""


class Differing(msgspec.Struct, frozen=True):
    """A row that stood otherwise before: "changed" in these columns, "new", or "gone"."""

    key: str
    how: Literal["changed", "new", "gone"]
    columns: tuple[str, ...]


class Rebuilt(msgspec.Struct, frozen=True):
    """What a rebuild of one model did.

    Attributes:
        resumed: it had stood still and goes on.
        differing: the rows that stood otherwise before.
    """

    model: str
    generation: int
    version: int
    rows: int
    resumed: bool
    differing: tuple[Differing, ...]


class RolledBack(msgspec.Struct, frozen=True):
    """The generation of a model that is live again, and how many rows of it had to catch up."""

    model: str
    generation: int
    version: int
    caught_up: int


def refuse_gap(desk: "Desk", tournament_id: str) -> None:
    """Refuse to build anything from a log in which an event is missing.

    Raises:
        Problem: event-missing, tournament-unknown.
    """
    last = desk.head(tournament_id).seq
    missing = desk.log.first_missing(tournament_id, last)
    if missing is not None:
        raise EVENT_MISSING(tournament=tournament_id, seq=missing, last=last)


def stale(desk: "Desk", tournament_id: str) -> list[ReadModel]:
    """The models that stand still, or whose live rows older code may have built."""
    generations = generations_in(desk.head(tournament_id).generations)
    kept = ((model, live(generations, model.name)) for model in MODELS)
    return [model for model, live in kept if live.stalled is not None or live.behind(model)]


def rebuild(
    desk: "Desk",
    tournament_id: str,
    models: Sequence[ReadModel] = MODELS,
    report: Report = lambda done, total: None,
) -> list[Rebuilt]:
    """Rebuild read models of a tournament from its log.

    The rows are written without the tournament's lock; under it only what was appended meanwhile is added
    and the generations change places.

    Raises:
        Problem: tournament-unknown; view-stalled if a model fails still, rebuilt-meanwhile. The live rows
            are as they were then. event-missing, if the log has a gap.
    """
    refuse_gap(desk, tournament_id)
    state = desk.state(tournament_id, desk.head(tournament_id).seq)
    views = {model.name: _view(desk, tournament_id, model, state) for model in models}
    numbers = _begin(desk, tournament_id, models)
    _fill(desk, tournament_id, models, numbers, views, report)
    with desk.log.locked(tournament_id) as locked:
        kept = generations_in(locked.head.generations)
        now = at_rest(fold(state, locked.read(state.seq, locked.head.seq)))
        fresh: dict[str, Live] = {}
        for model in models:
            live_now, number = live(kept, model.name), numbers[model.name]
            if unused(live_now) != number + 1:
                raise REBUILT_MEANWHILE(model=model.name, tournament=tournament_id)
            old, new = views[model.name], _view(desk, tournament_id, model, now)
            locked.execute(desk.projections.put_and_drop(tournament_id, model, number, _changed(old, new)))
            views[model.name] = new
            fresh[model.name] = flipped(live_now, model, number, now.seq)
        locked.set_generations(written({**kept, **fresh}))
    return [
        _compared(desk, tournament_id, model, live(kept, model.name), fresh[model.name], views[model.name])
        for model in models
    ]


def build(
    desk: "Desk", tournament_id: str, report: Report = lambda done, total: None
) -> list[tuple[str, Problem]]:
    """Build every read model of a log that came from elsewhere.

    One that fails stands still where the log ends, and does not hinder the others.

    Returns:
        The models that stand still, each with what is to be told.
    """
    still: list[tuple[str, Problem]] = []
    for done, model in enumerate(MODELS):
        report(done, len(MODELS))
        try:
            rebuild(desk, tournament_id, [model])
        except Problem as problem:
            if problem.kind is not VIEW_STALLED:
                raise
            _mark(
                desk,
                tournament_id,
                model,
                Stalled(problem.params["seq"], problem.params["type"], model.version),
            )
            still.append((model.name, problem))
    report(len(MODELS), len(MODELS))
    return still


def roll_back(desk: "Desk", tournament_id: str, model: ReadModel) -> RolledBack:
    """Make the generation that was live before the last rebuild live again.

    Its rows stay as they were built, except those that events since have changed.

    Raises:
        Problem: tournament-unknown, nothing-to-roll-back, view-stalled, event-missing.
    """
    refuse_gap(desk, tournament_id)
    state = desk.state(tournament_id)
    with desk.log.locked(tournament_id) as locked:
        kept = generations_in(locked.head.generations)
        live_now = live(kept, model.name)
        if live_now.former is None:
            raise NOTHING_TO_ROLL_BACK(model=model.name, tournament=tournament_id)
        former = live_now.former
        now = at_rest(fold(state, locked.read(state.seq, locked.head.seq)))
        then = _view(desk, tournament_id, model, desk.state(tournament_id, former.seq))
        changed = _changed(then, _view(desk, tournament_id, model, now))
        locked.execute(desk.projections.put_and_drop(tournament_id, model, former.generation, changed))
        stands = live_now.stalled.seq - 1 if live_now.stalled is not None else now.seq
        again = Live(
            former.generation,
            min(former.version, model.version) if changed else former.version,
            max(live_now.latest, live_now.generation),
            Former(live_now.generation, live_now.version, stands),
        )
        locked.set_generations(written({**kept, model.name: again}))
    return RolledBack(model.name, again.generation, again.version, len(changed))


def resume(desk: "Desk") -> list[Rebuilt]:
    """Rebuild every model that stands still and whose code is another one since; for the start of a process.

    One that fails still is left as it is.
    """
    found: list[Rebuilt] = []
    for tournament_id in desk.log.tournaments():
        kept = generations_in(desk.log.head(tournament_id).generations)
        for model in MODELS:
            stalled = live(kept, model.name).stalled
            if stalled is None or stalled.version == model.version:
                continue
            try:
                found.extend(rebuild(desk, tournament_id, [model]))
            except Problem as problem:
                if problem.kind not in (VIEW_STALLED, REBUILT_MEANWHILE, EVENT_MISSING):
                    raise
    return found


def _mark(desk: "Desk", tournament_id: str, model: ReadModel, stalled: Stalled) -> None:
    with desk.log.locked(tournament_id) as locked:
        kept = generations_in(locked.head.generations)
        marked = msgspec.structs.replace(live(kept, model.name), stalled=stalled)
        locked.set_generations(written({**kept, model.name: marked}))


def _view(desk: "Desk", tournament_id: str, model: ReadModel, state: State) -> Mapping[str, Row]:
    try:
        return model.view(state)
    except Exception as error:
        stalled = live(generations_in(desk.head(tournament_id).generations), model.name).stalled
        last = desk.log.read_one(tournament_id, state.seq)
        type_ = last.type if last is not None else "-"
        seq, type_ = (stalled.seq, stalled.type) if stalled is not None else (state.seq, type_)
        raise VIEW_STALLED(tournament=tournament_id, model=model.name, seq=seq, type=type_) from error


def _begin(desk: "Desk", tournament_id: str, models: Sequence[ReadModel]) -> dict[str, int]:
    """Take a generation for each model that nobody else writes to."""
    with desk.log.locked(tournament_id) as locked:
        kept = generations_in(locked.head.generations)
        begun = {
            model.name: msgspec.structs.replace(live(kept, model.name), latest=unused(live(kept, model.name)))
            for model in models
        }
        locked.set_generations(written({**kept, **begun}))
    return {name: live.latest for name, live in begun.items()}


def _fill(
    desk: "Desk",
    tournament_id: str,
    models: Sequence[ReadModel],
    numbers: Mapping[str, int],
    views: Mapping[str, Mapping[str, Row]],
    report: Report,
) -> None:
    total, done = sum(len(view) for view in views.values()), 0
    report(done, total)
    for model in models:
        left = iter(views[model.name].items())
        while rows := list(islice(left, _ROWS_AT_ONCE)):
            _write(desk, desk.projections.put(tournament_id, model, numbers[model.name], rows))
            done += len(rows)
            report(done, total)


def _changed(old: Mapping[str, Row], new: Mapping[str, Row]) -> dict[str, Row | None]:
    return {key: new.get(key) for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)}


def _write(desk: "Desk", *writes: Write) -> None:
    with desk.log.database.writing() as driver:
        for write in writes:
            desk.log.database.run(driver, write.statement, write.rows)


def _compared(
    desk: "Desk", tournament_id: str, model: ReadModel, before: Live, now: Live, rows: Mapping[str, Row]
) -> Rebuilt:
    """Tell what differs from the generation that was live before, and let go of older ones."""
    old = desk.projections.read(tournament_id, model, before.generation)
    _write(desk, desk.projections.sweep(tournament_id, model, now.generation, before.generation))
    if before.stalled is not None:
        tell_resumed(tournament_id, model.name)
    differing = tuple(_differing(old, rows))
    return Rebuilt(model.name, now.generation, now.version, len(rows), before.stalled is not None, differing)


def _differing(old: Mapping[str, Row], new: Mapping[str, Row]) -> Iterator[Differing]:
    for key in sorted(old.keys() | new.keys()):
        row, other = old.get(key), new.get(key)
        if row is None or other is None:
            yield Differing(key, "new" if row is None else "gone", ())
        elif row != other:
            names = row.__struct_fields__
            columns = tuple(name for name in names if getattr(row, name) != getattr(other, name))
            yield Differing(key, "changed", columns)
