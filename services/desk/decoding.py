"""From stored events to the tournament's own: the one catalogue, and folding with it.

Older versions are brought forward here and nowhere else: register a step with `CATALOGUE.upcast`.
"""

from collections.abc import Iterable

from services.tournament.catalogue import event_types, evolve
from services.tournament.kernel import Event, EventType, Stamp
from services.tournament.state import State
from shared.clock import from_micros
from shared.eventlog import Catalogue, Recorded

CATALOGUE: Catalogue[Event] = Catalogue()
BY_NAME: dict[str, EventType] = {}

for _type in event_types().values():
    CATALOGUE.register(_type.name, _type.version, _type.cls)
    BY_NAME[_type.name] = _type


def fold(state: State, recorded: Iterable[Recorded]) -> State:
    """The state after these stored events."""
    decode = CATALOGUE.decode
    for one in recorded:
        stamp = Stamp(one.seq, from_micros(one.occurred_at), one.actor)
        state = evolve(state, decode(one), stamp)
    return state
