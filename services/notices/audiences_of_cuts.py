"""Whom the cut into a stage concerns, by number: who goes on, who may, who does not."""

from collections.abc import Iterable, Sequence

from services.tournament.standings.cut import source_of
from services.tournament.standings.outcomes import Qualification
from services.tournament.standings.places_seen import waits_for_publication
from services.tournament.standings.standing import standings
from services.tournament.state import State

RESERVES_TOLD = 20
"""How many of the reserves, in order, are told that they may move up."""


def qualified(state: State, of: str) -> Iterable[str]:
    """Who goes on into a stage, or else into any that is entered by a cut."""
    return [number for stage in _cut_stages(state, of) for number in state.cut_into(stage).qualified]


def reserves(state: State, of: str) -> Iterable[str]:
    """Who is told of being a reserve of it."""
    cuts = (state.cut_into(stage) for stage in _cut_stages(state, of))
    return [number for cut in cuts for number in cut.reserves[:RESERVES_TOLD]]


def staying(state: State, of: str) -> Sequence[str]:
    """Who is ranked in the stage before, goes on to none that follows it, and is not told of being a reserve.

    Nobody while a cut into one of these stages is open; nor who is out, and knows it.
    """
    source = source_of(state, of).stage
    cuts = [state.cut_into(later.id) for later in state.plan.leads_to(source)]
    if any(cut.status != "concluded" for cut in cuts):
        return ()
    hopeful = {number for cut in cuts for number in _hopeful(cut)}
    ranked = (line.entrant_no for line in standings(state, source))
    return [number for number in ranked if number not in hopeful and state.entrants[number].plays_in(source)]


def dropped(state: State, of: str) -> Iterable[str]:
    """Those of them who went on, or were reserves, when the cut was concluded before."""
    before = set(hopeful(state, of))
    return [number for number in staying(state, of) if number in before]


def hopeful(state: State, of: str) -> Iterable[str]:
    """Who went on, or was told of being a reserve, when the cut was concluded before."""
    earlier = state.cut_into(of).earlier
    return sorted(_hopeful(earlier)) if earlier is not None else ()


def finalists(state: State, of: str) -> Iterable[str]:
    """Who has a place in a stage that is entered by a cut, and who is to have one."""
    stages = _cut_stages(state, of)
    entered = [
        number
        for number, entrant in state.entrants.items()
        if any(entrant.participation(stage) is not None for stage in stages)
    ]
    # That someone goes on is a place, which is not told before places are seen.
    seen = [stage for stage in stages if not waits_for_publication(state, source_of(state, stage).stage)]
    return [*entered, *(number for stage in seen for number in qualified(state, stage))]


def unplaced(state: State, of: str) -> Iterable[str]:
    """Who is to play in a stage and has no session there yet."""
    placed = {number for session in state.sessions_of(of) for number in session.entrants}
    return [number for number in qualified(state, of) if number not in placed]


def _cut_stages(state: State, of: str) -> tuple[str, ...]:
    """The stages that are entered by a cut: the one named, else the first after each registered for."""
    return (of,) if of in state.stages else state.plan.cut_stages


def _hopeful(cut: Qualification) -> set[str]:
    return {*cut.qualified, *cut.reserves[:RESERVES_TOLD]}
