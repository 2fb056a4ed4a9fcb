"""From stored events to the tournament's own: the one catalogue, and folding with it.

Older versions are brought forward here and nowhere else. Version 1.0 of Tileledger wrote every event in
version 1; CONTRIBUTING says how a version is added.
"""

from collections.abc import Iterable, Mapping

from services.tournament.catalogue import event_types, evolve
from services.tournament.kernel.facts import Event, EventType, Stamp
from services.tournament.state import State
from shared.clock import EPOCH, from_micros
from shared.eventlog import Catalogue, Recorded, Replayed
from shared.eventlog.upcasting import Step

STEPS: Mapping[tuple[str, int], Step] = {
    ("warnings-reported", 1): lambda data: data,  # nobody said then which warning is in doubt
}
"""By event type and version: from the fields of that version to those of the version after it."""

CATALOGUE: Catalogue[Event] = Catalogue()
BY_NAME: dict[str, EventType] = {}

for _type in event_types().values():
    CATALOGUE.register(_type.name, _type.version, _type.cls)
    BY_NAME[_type.name] = _type
for (_name, _version), _step in STEPS.items():
    CATALOGUE.upcast(_name, _version, _step)


def fold(state: State, recorded: Iterable[Recorded]) -> State:
    """The state after these stored events; raises as `refold`."""
    decode = CATALOGUE.decode
    return refold(
        state,
        ((other.seq, decode(other), other.occurred_at, other.recorded_at, other.actor) for other in recorded),
    )


class OutOfOrder(Exception):
    """An event does not follow the one before it: it was folded already, or one between them was not."""


def refold(state: State, replayed: Iterable[Replayed[Event]]) -> State:
    """The state after these events, as `EventLog.replay` gives them.

    Raises:
        OutOfOrder: one of them is not the next.
    """
    known, moment = None, EPOCH
    for seq, event, occurred_at, _, actor in replayed:
        if seq != state.seq + 1:
            raise OutOfOrder(seq, state.seq)
        if occurred_at != known:
            known, moment = occurred_at, from_micros(occurred_at)
        state = evolve(state, event, Stamp(seq, moment, actor))
    return state
