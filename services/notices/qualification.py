"""Whether someone goes on from a stage, and how a tie across the last place was decided."""

from typing import Literal

from services.notices.audiences_of_cuts import RESERVES_TOLD
from services.tournament.definition.stages import Stage
from services.tournament.publication.publishing import qualified
from services.tournament.standings.cut import source_of
from services.tournament.standings.places_seen import waits_for_publication
from services.tournament.standings.standing import standings
from services.tournament.state import State

GoesOn = Literal["", "open", "goes_on", "reserve", "stays"]
Level = Literal["", "lot", "decided"]


def goes_on(state: State, stage: Stage, number: str, place: int) -> GoesOn:
    """Whether an entrant goes on from a stage; "" where nothing follows it, or they may not know yet.

    Who would go on and does not has given the place up, and knows it.

    Args:
        place: theirs in the stage.
    """
    following = state.plan.leads_to(stage)
    if not following or waits_for_publication(state, stage) or number not in state.entrants:
        return ""
    if not state.entrants[number].plays_in(stage):
        return ""
    known = qualified(state, stage, number)
    if known:
        return "goes_on"
    if any(number in state.cut_into(later.id).reserves[:RESERVES_TOLD] for later in following):
        return "reserve"
    if known is None:
        return "open"
    last = max((source_of(state, later.id).places or 0 for later in following), default=0)
    return "stays" if place > last else ""


def level_across(state: State, stage: Stage, number: str) -> Level:
    """How it was decided who of equal results enters a stage; "" for who was in no tie across the cut."""
    cut, source = state.cut_into(stage), source_of(state, stage)
    places = {line.entrant_no: line.place for line in standings(state, source.stage)}
    others = cut.reserves if number in cut.qualified else cut.qualified
    level = [other for other in others if places.get(other) == places.get(number)]
    if number not in places or not level or source.per_table:
        return ""
    return "lot" if any(tied in cut.by_lot for tied in (number, *level)) else "decided"
