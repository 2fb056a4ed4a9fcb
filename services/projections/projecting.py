"""The read models' part of an append: rows that changed, and what becomes of a model whose function raises.

Such a model stalls alone: the append goes on without it, its rows stay as they were before the event it
failed on, and later appends leave them so. Code of another version is tried on it by itself, on a fresh
generation.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from services.projections.generations import (
    AT_FIRST,
    Live,
    Stalled,
    flipped,
    founding,
    generations_in,
    unused,
    written,
)
from services.projections.models import MODELS, ReadModel, changed_rows
from services.projections.store import ProjectionStore
from services.tournament.state import State
from shared.eventlog import Write


class Step(msgspec.Struct, frozen=True):
    """One event of an append, and the state after it, which knows what it touched."""

    seq: int
    type: str
    state: State


class Stall(msgspec.Struct, frozen=True):
    """A model that came to stand still: on which event, with which error."""

    model: str
    seq: int
    type: str
    error: Exception


class Projected(msgspec.Struct, frozen=True):
    """What the read models add to an append.

    Attributes:
        generations: what the head says from then on, None if nothing changes.
        stalls: models that stall with this append.
        resumed: names of models that go on again.
    """

    writes: Sequence[Write]
    generations: str | None = None
    stalls: Sequence[Stall] = ()
    resumed: Sequence[str] = ()


Steps = Callable[[], Iterator[Step]]


def project(
    store: ProjectionStore,
    tournament_id: str,
    generations: str,
    before: State,
    after: State,
    steps: Steps,
) -> Projected:
    """What to write so that the live rows become those of `after`.

    Args:
        after: knows everything that was touched since `before`.
        steps: the way from `before` to `after`; asked for only when a model fails.
    """
    models = generations_in(generations) if before.seq else founding()
    kept: dict[str, Live] = {}
    writes: list[Write] = []
    stalls: list[Stall] = []
    resumed: list[str] = []
    touched = tuple(dict.fromkeys(after.touched))
    kinds = {kind for kind, _ in touched}
    for model in MODELS:
        live_now = models.get(model.name, AT_FIRST)
        if live_now.stalled is not None:
            if live_now.stalled.version != model.version:
                kept[model.name], anew = _begin_anew(store, tournament_id, model, live_now, before, after)
                writes.extend(anew)
                resumed.extend([model.name] if anew else ())
            continue
        if kinds.isdisjoint(model.concerned):
            continue
        try:
            rows = dict(changed_rows(model, before, after, touched))
            changed = store.put_and_drop(tournament_id, model, live_now.generation, rows)
        except Exception as error:
            stall, changed = _up_to_failure(store, tournament_id, model, live_now, before, steps, error)
            live_now = msgspec.structs.replace(
                live_now, stalled=Stalled(stall.seq, stall.type, model.version)
            )
            kept[model.name] = live_now
            stalls.append(stall)
        if changed and model.version < live_now.version:
            kept[model.name] = msgspec.structs.replace(live_now, version=model.version)
        writes.extend(changed)
    changed_text = written({**models, **kept}) if kept or not before.seq else generations
    return Projected(writes, None if changed_text == generations else changed_text, stalls, resumed)


def _begin_anew(
    store: ProjectionStore, tournament_id: str, model: ReadModel, live: Live, before: State, after: State
) -> tuple[Live, list[Write]]:
    """Try code of another version on a stalled model; nothing to write if it fails as well."""
    number = unused(live)
    try:
        whole = store.whole(tournament_id, model, number, after)
    except Exception:
        assert live.stalled is not None, "only a stalled model begins anew"
        stalled = msgspec.structs.replace(live.stalled, version=model.version)
        return msgspec.structs.replace(live, stalled=stalled), []
    fresh = flipped(live, model, number, before.seq)
    return fresh, [store.sweep(tournament_id, model, number, live.generation), whole]


def _up_to_failure(
    store: ProjectionStore,
    tournament_id: str,
    model: ReadModel,
    live: Live,
    before: State,
    steps: Steps,
    error: Exception,
) -> tuple[Stall, list[Write]]:
    """The event a model fails on, and what to write up to the one before."""
    done: list[list[Write]] = []
    failed: Step | None = None
    for step in steps():
        failed = step
        try:
            rows = dict(changed_rows(model, before, step.state, step.state.touched))
            done.append(store.put_and_drop(tournament_id, model, live.generation, rows))
        except Exception as nearer:
            error = nearer
            break
        before = step.state
    else:
        # No event alone makes it fail, so all of them do; the last one completes them.
        done = done[:-1]
    assert failed is not None, "an append has events"
    stall = Stall(model.name, failed.seq, failed.type, error)
    return stall, [write for writes in done for write in writes]
