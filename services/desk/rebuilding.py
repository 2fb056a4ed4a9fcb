"""Rebuilding read models: a fresh generation is filled beside the live one, then both change places.

Nothing is sent and no event is written. The old generation's rows stay until the next rebuild, so that one
can go back to them.
"""

from collections.abc import Callable, Sequence

import msgspec

from services.desk.cache import at_rest
from services.desk.decoding import fold
from services.desk.desk import Desk
from services.projections.models import MODELS, ReadModel
from services.projections.store import generation_of
from services.tournament.state import State
from shared.codec import canonical, decode
from shared.eventlog import Write

Report = Callable[[int, int], None]


class Rebuilt(msgspec.Struct, frozen=True):
    """What a rebuild of one model did; `differing` are the keys whose rows stood otherwise before."""

    model: str
    generation: int
    rows: int
    differing: tuple[str, ...]


def rebuild(
    desk: Desk,
    tournament_id: str,
    models: Sequence[ReadModel] = MODELS,
    report: Report = lambda done, total: None,
) -> list[Rebuilt]:
    """Rebuild read models of a tournament from its log.

    The rows are written without the tournament's lock; under it only what was appended meanwhile is added
    and the generations change places.

    Raises:
        Problem: tournament-unknown.
    """
    head = desk.head(tournament_id)
    state = desk.state(tournament_id, head.seq)
    fresh = {model.name: generation_of(head.generations, model.name) + 1 for model in models}
    for done, model in enumerate(models):
        report(done, len(models))
        desk.projections.clear(tournament_id, model, fresh[model.name])
        _write(desk, [desk.projections.whole(tournament_id, model, fresh[model.name], state)])
    report(len(models), len(models))
    with desk.log.locked(tournament_id) as locked:
        now = at_rest(fold(state, locked.read(state.seq, locked.head.seq)))
        generations = decode(locked.head.generations.encode(), dict[str, int]) | fresh
        for model in models:
            locked.execute(_tail_writes(desk, tournament_id, model, fresh[model.name], state, now))
        old = locked.head.generations
        locked.set_generations(canonical(generations).decode())
    return [_compared(desk, tournament_id, model, fresh[model.name], old) for model in models]


def roll_back(desk: Desk, tournament_id: str, model: ReadModel) -> int:
    """Go back to the generation before the live one; returns it. What came since is added to its rows.

    Raises:
        ValueError: there is no generation before.
    """
    live = generation_of(desk.head(tournament_id).generations, model.name)
    if live <= 1:
        raise ValueError(f"{model.name} has no generation before {live}")
    before = live - 1
    state = desk.state(tournament_id)
    with desk.log.locked(tournament_id) as locked:
        now = at_rest(fold(state, locked.read(state.seq, locked.head.seq)))
        stored = desk.projections.read(tournament_id, model, before)
        view = model.view(now)
        changed = [key for key in stored.keys() | view.keys() if stored.get(key) != view.get(key)]
        rows = {key: view.get(key) for key in sorted(changed)}
        locked.execute(desk.projections.put_and_drop(tournament_id, model, before, rows))
        generations = decode(locked.head.generations.encode(), dict[str, int]) | {model.name: before}
        locked.set_generations(canonical(generations).decode())
    return before


def _tail_writes(
    desk: Desk, tournament_id: str, model: ReadModel, generation: int, before: State, now: State
) -> list[Write]:
    if now.seq == before.seq:
        return []
    old, new = model.view(before), model.view(now)
    rows = {key: new.get(key) for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)}
    return desk.projections.put_and_drop(tournament_id, model, generation, rows)


def _write(desk: Desk, writes: Sequence[Write]) -> None:
    with desk.log.database.writing() as driver:
        for write in writes:
            desk.log.database.run(driver, write.statement, write.rows)


def _compared(
    desk: Desk, tournament_id: str, model: ReadModel, generation: int, old_generations: str
) -> Rebuilt:
    new = desk.projections.read(tournament_id, model, generation)
    old = desk.projections.read(tournament_id, model, generation_of(old_generations, model.name))
    differing = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
    return Rebuilt(model.name, generation, len(new), tuple(differing))
