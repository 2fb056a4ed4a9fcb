"""How a stage is closed, step by step: what is open still, the cut, who plays on, the results, the awards."""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec import structs

from services.access.visibility import Visibility
from services.tasks.offered import Offer, reached
from services.tasks.wall import counted, wall
from services.tournament.definition.stages import Stage
from services.tournament.docket.disputes import sheet_of
from services.tournament.publication.made_before import awards_differ, version_differs
from services.tournament.publication.publishing import ending_stages, to_be_played, unsettled
from services.tournament.standings.entering.ties import CHOICES
from services.tournament.standings.qualification import how_cut_stands
from services.tournament.standings.reserves import has_begun
from services.tournament.state import State
from shared.catalogue import Phrase, Word

Step = Literal["open", "cut", "places", "results", "awards"]
CLOSE = "conclude-qualification"
"""The right that it takes to look at the steps; each takes that of its own command."""


class ClosingStep(msgspec.Struct, frozen=True):
    """A step.

    Attributes:
        stage: the one that is closed; of its cut, and of who plays on, the one that is entered.
        progress: done, the next to be done, or later.
        offers: what does it, once it can be done: several of which one is chosen where a tie is decided.
        undo: what takes it back, if it is done.
    """

    step: Step
    stage: Stage
    progress: Literal["done", "next", "later"]
    offers: tuple[Offer, ...] = ()
    undo: Offer | None = None


def closing_steps(state: State, seen: Visibility, stage: Stage) -> list[ClosingStep]:
    """The steps of a stage in their order, with what whoever asks may do."""

    def may(offers: Iterable[Offer]) -> tuple[Offer, ...]:
        return tuple(reached(state, seen, None, offers))

    found = [*_steps(state, stage)]
    due = next((step for step in found if step.progress != "done"), None)
    return [
        structs.replace(
            step,
            progress="next" if step is due else step.progress,
            offers=may(step.offers),
            undo=None if step.undo is None else next(iter(may((step.undo,))), None),
        )
        for step in found
    ]


def still_open(state: State, stage: Stage) -> Iterator[tuple[str, Phrase | Word]]:
    """What keeps a stage open, by the key of its subject: sessions to be played, sheets, cases."""
    for session in state.sessions_of(stage):
        about = f"session:{session.plan.id}"
        if session.status != "ended":
            if to_be_played(state, session):
                yield about, Word("session", session.status)
            continue
        for word, count in counted(wall(state, session)).items():
            if word not in ("closed", "disputed"):
                yield about, Phrase("page-waits-tables", {"state": Word("wall", word), "count": count})
    for id, case in state.disputes.items():
        sheet = sheet_of(state, case)
        if case.status == "open" and sheet is not None and sheet.stage == stage:
            yield f"case:{id}", Word("case", case.status)


def _steps(state: State, stage: Stage) -> Iterator[ClosingStep]:
    settled = not unsettled(state, stage)
    yield ClosingStep("open", stage, _done(settled))
    for later in state.plan.leads_to(stage):
        yield _cut(state, later.id, settled=settled)
        yield _places(state, later.id)
    version = state.versions.get(stage, 0)
    out = version > 0 and not version_differs(state, stage, version)
    publish = (Offer("publish-results", {"stage": stage}),) if settled else ()
    yield ClosingStep("results", stage, _done(out), publish)
    if state.plan.awards and stage in ending_stages(state):
        made = state.awards is not None
        make = (Offer("make-awards"),) if settled and not made else ()
        undo = Offer("revoke-awards") if made else None
        yield ClosingStep("awards", stage, _done(made and not awards_differ(state)), make, undo)


def _cut(state: State, stage: Stage, *, settled: bool) -> ClosingStep:
    cut, about = state.cut_into(stage), {"stage": stage}
    undo = None if cut.status == "open" or _is_placed(state, stage) else Offer("undo-qualification", about)
    offers = [Offer("conclude-qualification", about)] if settled else []
    match how_cut_stands(state, stage):
        case "concluded":
            return ClosingStep("cut", stage, "done", (), undo)
        case "held":
            offers = [Offer("decide-cut-tie", {**about, "choice": choice}) for choice in CHOICES]
        case "changed" if undo is not None and not cut.vacancies:
            offers, undo = [undo], None
    return ClosingStep("cut", stage, "later", tuple(offers), undo)


def _places(state: State, stage: Stage) -> ClosingStep:
    """Who plays on in which session; opening the cut again takes that back, too."""
    about, cut = {"stage": stage}, state.cut_into(stage)
    if _is_placed(state, stage):
        again = Offer("undo-qualification", about)
        give_up = () if has_begun(state, stage) else (Offer("withdraw-qualifier", about),)
        return ClosingStep("places", stage, "done", give_up, again)
    place = (Offer("place-finalists", about),) if cut.status == "concluded" and cut.qualified else ()
    nobody = cut.status == "concluded" and not cut.qualified
    return ClosingStep("places", stage, _done(nobody), place)


def _is_placed(state: State, stage: Stage) -> bool:
    return any(session.entrants for session in state.sessions_of(stage))


def _done(is_done: object) -> Literal["done", "later"]:
    return "done" if is_done else "later"
