"""The cases in a case file: all of a table for officials, for the entrant what they raised or were told."""

from collections.abc import Collection, Iterator

import msgspec

from services.desk.docket import docket
from services.desk.docket_views import DocketView
from services.desk.params import NoParams
from services.desk.query_context import QueryContext
from services.tournament.definition.stages import Stage
from services.tournament.people.forgetting import numbers_of

_OF_FIGURES = frozenset({"amend_game", "void_game", "replay_game", "charge"})
"""Effects that change what everyone at the table has of a game."""
_OF_PERSONS = frozenset({"charge", "warning", "disqualify"})
"""Effects that are told to nobody but whom they concern."""


def cases_about(look: QueryContext, number: str, stage: Stage) -> tuple[DocketView, ...]:
    """The cases about an entrant at tables that count in a stage, as far as whoever asks may read them."""
    scope = look.visibility.scope("docket")
    if scope is None:
        return ()
    about = [*_about(msgspec.structs.replace(look, scope="any"), number, stage)]
    if scope == "any":
        return tuple(about)
    raised = docket(msgspec.structs.replace(look, scope="self"), NoParams()).rows
    by_dispute = {view.case.dispute: view for view in raised}
    numbers = {*numbers_of(look.state, number)}
    return tuple(
        by_dispute.get(view.case.dispute) or _as_told(view, numbers)
        for view in about
        if view.case.dispute in by_dispute or _changed_a_game(view)
    )


def _about(look: QueryContext, number: str, stage: Stage) -> Iterator[DocketView]:
    numbers = {*numbers_of(look.state, number)}
    counted = look.state.plan.counted_in(stage)
    for view in docket(look, NoParams()).rows:
        case, sheet = view.case, look.state.sheets.get(view.case.sheet or "")
        elsewhere = sheet is not None and sheet.stage not in counted
        seated = sheet.seats if sheet is not None else ()
        if not elsewhere and not numbers.isdisjoint((*case.entrants, *seated, case.raised_by or "")):
            yield view


def _changed_a_game(view: DocketView) -> bool:
    return any(not _OF_FIGURES.isdisjoint(ruling.effects) for ruling in view.case.rulings)


def _as_told(view: DocketView, numbers: Collection[str]) -> DocketView:
    """What everyone at the table is told of a ruling: what it rests on and why, not who said what."""
    rulings = tuple(
        msgspec.structs.replace(
            ruling, effects=tuple(effect for effect in ruling.effects if effect not in _OF_PERSONS)
        )
        for ruling in view.case.rulings
    )
    theirs = tuple(entrant for entrant in view.case.entrants if entrant in numbers)
    case = msgspec.structs.replace(view.case, raised_by=None, entrants=theirs, rulings=rulings)
    reasons = {
        ruling: {"reason": texts["reason"]} for ruling, texts in view.rulings.items() if "reason" in texts
    }
    return DocketView(case, "", reasons, raised_at=view.raised_at, ruled_at=view.ruled_at)
