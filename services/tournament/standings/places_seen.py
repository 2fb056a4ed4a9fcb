"""When places are seen: which stages keep theirs from participants and the public now, and until when.

A stage says so in `places_seen`. Until then its places, order by rank, cut and table are for officials; what
follows from them waits too: the table of a later stage shows who came through the earlier one.
"""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec import structs

from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.publication.publishing import ResultsPublished
from services.tournament.seating.draws import draws
from services.tournament.state import State
from shared.catalogue import Phrase

Until = Literal["session", "published"]


class Unseen(msgspec.Struct, frozen=True):
    """A stage whose places are not seen now.

    Attributes:
        stage: the stage.
        until: "session": until nobody plays in the stage `awaits`; "published": until its results are out.
        awaits: the stage that is waited for: this one, or one from which it is entered.
        name: what people call that stage; None in a tournament of one stage.
    """

    stage: Stage
    until: Until
    awaits: Stage
    name: Text | None = None

    @property
    def sentence(self) -> Phrase:
        """When places are shown."""
        return Phrase(f"part-places-seen-{self.until}", {"stage": self.name})


def unseen_stages(state: State) -> tuple[Unseen, ...]:
    """The stages whose places participants and the public do not see in this state, in order of play."""
    found: dict[Stage, Unseen] = {}
    for stage in state.stages:
        unseen = _by_its_word(state, stage) or _by_its_source(state, stage, found)
        if unseen is not None:
            found[stage] = unseen
    return tuple(found.values())


def unseen_in(unseen: tuple[Unseen, ...], stage: Stage | None) -> Unseen | None:
    """Why the places of a stage are not seen; None where they are."""
    return next((hidden for hidden in unseen if hidden.stage == stage), None)


def told_by_tables(state: State, stage: Stage) -> tuple[Stage, ...]:
    """The stages of which it tells something who sits where in a stage: who came through, or their order."""
    planned = state.stage_plan(stage)
    # Who plays once in a stage is drawn by the stage before; what `session` shows between is no secret.
    tells = draws()[planned.draw].tells_places
    by_own = tells and planned.attend != "one" and planned.places_seen == "published"
    stages = (stage,) if by_own else ()
    while planned.source is not None:
        stages = (*stages, planned.source.stage)
        planned = state.stage_plan(planned.source.stage)
    return stages


def waits_for_publication(state: State, stage: Stage | None) -> bool:
    """Whether what follows from the places of a stage is told to participants only with a publication."""
    unseen = unseen_in(unseen_stages(state), stage)
    return unseen is not None and unseen.until == "published"


def seen_with(state: State, event: ResultsPublished, stage: Stage | None) -> bool:
    """Whether it is this publication that shows the places of a stage.

    Args:
        state: the state after the event.
    """
    before = structs.replace(state, versions=state.versions.set(event.stage, event.version - 1))
    return waits_for_publication(before, stage) and not waits_for_publication(state, stage)


def _by_its_word(state: State, stage: Stage) -> Unseen | None:
    until = _WORDS[state.stage_plan(stage).places_seen](state, stage)
    return None if until is None else Unseen(stage, until, stage, _name(state, stage))


def _by_its_source(state: State, stage: Stage, found: Mapping[Stage, Unseen]) -> Unseen | None:
    """A stage that is published is seen, whatever is open of the stage before."""
    source = state.stage_plan(stage).source
    before = found.get(source.stage) if source is not None else None
    return None if before is None or state.versions.get(stage) else structs.replace(before, stage=stage)


def _until_nobody_plays(state: State, stage: Stage) -> Until | None:
    playing = any(
        session.stage == stage and session.status in ("playing", "time_called")
        for session in state.sessions.values()
    )
    return "session" if playing else None


_WORDS: Mapping[str, Callable[[State, Stage], Until | None]] = {
    "live": lambda state, stage: None,
    "session": _until_nobody_plays,
    "published": lambda state, stage: None if state.versions.get(stage) else "published",
}
"""By word of the file until when places are not seen; None where they are seen now."""


def _name(state: State, stage: Stage) -> Text | None:
    if len(state.stages) == 1:
        return None
    return state.plan.stage_name(stage)
