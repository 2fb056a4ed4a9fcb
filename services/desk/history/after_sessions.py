"""Where an entrant stood in a stage when each of its sessions was over."""

from collections.abc import Iterable, Mapping

from services.desk.history.traces import traces
from services.desk.query_context import QueryContext
from services.tournament.definition.stages import Stage

_OVER = "session-ended"


def places_after(
    look: QueryContext, stage: Stage, entrant: str, sessions: Iterable[str]
) -> Mapping[str, int]:
    """The place after each of these sessions that is over and after which the entrant was ranked.

    Whoever asks has to see the places of the stage. What changed a result later is in the places after that.
    """
    kept = look.desk.history(look.tournament_id)
    ended = kept.events.of_types((_OVER,))
    over: dict[str, int] = {}
    for session in sessions:
        if look.state.sessions[session].status == "ended":
            known = set(kept.events.about(("session", session)))
            last = max((seq for seq in ended if seq in known and seq <= look.state.seq), default=None)
            if last is not None:
                over[session] = last
    steps = traces(kept.ranks.stages.get(stage), (entrant,), look.state.seq)[entrant]
    places: dict[str, int] = {}
    for session, seq in over.items():
        place = next((step.place for step in reversed(steps) if step.seq <= seq), None)
        if place is not None:
            places[session] = place
    return places
