"""What of a plan may still be changed: for each kind of change, what may rest on it by now.

`RULES` is the whole of it. A rule is a list of things that can have happened; while none of them has, the
change is possible. Whatever has no rule is refused.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from msgspec import structs

from services.tournament.definition.difference import Change, doing, field_called
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.standings.reserves import cut_from
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType

NEVER_CHANGES = ProblemType("never-changes", 409)
CHANGE_TOO_LATE = ProblemType("change-too-late", 409)
TOO_FEW_PLACES = ProblemType("too-few-places", 409)

_FREE = ("scheduled", "suspended")


class Rests(msgspec.Struct, frozen=True):
    """What rests on a part of the plan, and the way out, in both languages."""

    what: Phrase
    way_out: Phrase


LEAVE = Phrase("part-resting-leave")
"""The way out where nothing can be taken back any more."""
UNDO_DRAW = Phrase("part-resting-undo-draw-first")


def _rests(what: str, way_out: Phrase = LEAVE, **values: object) -> Rests:
    return Rests(Phrase(what, values), way_out)


Fact = Callable[[State, Change], Rests | None]
"""Finds what rests on what a change is about; None while nothing does."""


def drawn(state: State, change: Change) -> Rests | None:
    """The seats of the session are drawn."""
    session = state.sessions.get(change.session or "")
    if session is not None and session.status not in _FREE:
        way_out = UNDO_DRAW if session.status == "drawn" else LEAVE
        return _rests("part-resting-seats-session-drawn", way_out, session=change.session)
    return None


def checked_in(state: State, change: Change) -> Rests | None:
    """Somebody has checked in for the session."""
    session = state.sessions.get(change.session or "")
    if session is None or not session.checked_in:
        return None
    way_out = Phrase("part-resting-undo-check-ins-first-suspend")
    return _rests("part-resting-have-checked", way_out, checked_in=session.checked_in)


def suspended(state: State, change: Change) -> Rests | None:
    """The session is suspended and waits for a new date, of which everyone is told."""
    session = state.sessions.get(change.session or "")
    if session is None or session.status != "suspended":
        return None
    way_out = Phrase("part-resting-give-new-date-with-reschedule")
    return _rests("part-resting-session-suspended", way_out, session=change.session)


def attended(state: State, change: Change) -> Rests | None:
    """Somebody is or was registered in the session, and does not play in the others anyhow."""
    session = state.sessions.get(change.session or "")
    if session is not None and state.stage_plan(session.stage).attend != "one":
        return None
    there = sum(
        any(
            attendance.session == change.session
            for part in entrant.participations
            for attendance in part.attendances
        )
        for entrant in state.entrants.values()
    )
    way_out = Phrase("part-resting-leave-plan-move-entrants-if")
    return _rests("part-resting-were-registered", way_out, there=there) if there else None


def entered(state: State, change: Change) -> Rests | None:
    """Somebody is in the stage."""
    there = sum(entrant.participation(change.stage) is not None for entrant in state.entrants.values())
    stage = _called(state, change.stage)
    return _rests("part-resting-stage", there=there, stage=stage) if there else None


def registered(state: State, change: Change) -> Rests | None:
    """Somebody registered for the tournament."""
    count = len(state.entrants)
    return _rests("part-resting-have-registered-under", count=count) if count else None


def begun(state: State, change: Change) -> Rests | None:
    """The seats of the stage's first session are drawn; without a stage, of any."""
    there = [session for session in state.sessions.values() if change.stage in (None, session.stage)]
    sheets = [sheet.session for sheet in state.sheets.values() if change.stage in (None, sheet.stage)]
    later = [session for session in there if session.status not in _FREE]
    named = sorted(session.plan.id for session in later) or sorted(sheets)
    if not named:
        return None
    in_play = bool(sheets) or any(session.status != "drawn" for session in later)
    way_out = LEAVE if in_play else UNDO_DRAW
    return _rests("part-resting-seats-session-were-drawn-under", way_out, session=named[0])


def cut_into(state: State, change: Change) -> Rests | None:
    """The cut into the stage is made or held."""
    return _cut_made(state, change.stage) if state.cut_into(change.stage).status != "open" else None


def cut_out_of(state: State, change: Change) -> Rests | None:
    """The cut out of the stage is made or held."""
    if change.stage is None or not cut_from(state, change.stage):
        return None
    return _cut_made(state, *(lead.id for lead in state.plan.leads_to(change.stage)))


def _cut_made(state: State, *stages: Stage | None) -> Rests:
    undo = Phrase("part-resting-undo-qualification-first-day-cannot")
    return _rests("part-resting-cut-made", undo if _to_be_undone(state, *stages) else LEAVE)


def _to_be_undone(state: State, *stages: Stage | None) -> bool:
    """Whether the cuts into these stages can be taken back: until seats are drawn in one."""
    return all(session.status in _FREE for session in state.sessions.values() if session.stage in stages)


def placed(state: State, change: Change) -> Rests | None:
    """The stage is entered from another, and who goes on is placed in it."""
    planned = state.definition.stage(change.stage or "") if state.definition is not None else None
    entered = any(entrant.participation(change.stage) is not None for entrant in state.entrants.values())
    if planned is None or planned.source is None or not entered:
        return None
    undo = Phrase("part-resting-undo-qualification-first")
    way_out = undo if _to_be_undone(state, change.stage) else LEAVE
    return _rests("part-resting-finalists-placed", way_out)


def published(state: State, change: Change) -> Rests | None:
    """Results of the stage were published."""
    version = state.versions.get(change.stage or "")
    if not version:
        return None
    stage = _called(state, change.stage)
    return _rests("part-resting-version-results-stage-published", version=version, stage=stage)


def any_published(state: State, change: Change) -> Rests | None:
    """Results of any stage were published."""
    found = (published(state, structs.replace(change, stage=stage)) for stage in state.stages)
    return next((rests for rests in found if rests is not None), None)


def awarded(state: State, change: Change) -> Rests | None:
    """The awards are made."""
    if state.awards is None:
        return None
    # Once the last stages are published awards stay, unless a correction makes them others.
    final = all(state.versions.get(stage) for stage in state.plan.last_stages)
    way_out = LEAVE if final else Phrase("part-resting-revoke-awards-first")
    return _rests("part-resting-awards-made", way_out)


def in_units(state: State, change: Change) -> Rests | None:
    """A family unit is declared or proposed."""
    there = len(state.units) + len(state.unit_proposals)
    if not there:
        return None
    there_yet = (session for session in state.sessions.values() if session.stage == state.plan.family_stage)
    before_it = all(session.status in _FREE for session in there_yet)
    way_out = Phrase("part-resting-dissolve-units-first") if before_it else LEAVE
    return _rests("part-resting-family-units-declared-proposed", way_out, there=there)


def warned(state: State, change: Change) -> Rests | None:
    """Somebody was warned."""
    there = sum(bool(entrant.warnings) for entrant in state.entrants.values())
    return _rests("part-resting-were-warned-under", there=there) if there else None


ANY_TIME: tuple[Fact, ...] = ()
NEVER: tuple[Fact, ...] = (lambda state, change: None,)
_MOVED = (drawn, checked_in, suspended, cut_into)
_ROOM = (drawn, placed)

RULES: Mapping[str, tuple[Fact, ...]] = {
    "tournament.id": NEVER,
    "tournament.zone": NEVER,
    "tournament.title": ANY_TIME,
    "tournament.languages": ANY_TIME,
    "tournament.organizer": ANY_TIME,
    "tournament.venue": ANY_TIME,
    "tournament.contact": ANY_TIME,
    "tournament.timer_guide": ANY_TIME,
    "tournament.timer_guide_file": ANY_TIME,
    "tournament.banner": ANY_TIME,
    "tournament.logo_file": ANY_TIME,
    "tournament.privacy": ANY_TIME,
    "tournament.readings": ANY_TIME,
    "tournament.results_published_on": ANY_TIME,
    "tournament.results_published_at": ANY_TIME,
    "tournament.tables_per_official": ANY_TIME,
    "tournament.quota": ANY_TIME,  # `places_kept` looks whether those registered still fit
    "tournament.ruleset": (begun,),
    "tournament.rules": (begun,),
    "tournament.minimum_age": (registered,),
    "tournament.verbal_warnings": (warned,),
    "tournament.order": (registered,),
    "category.added": (registered,),
    "category.removed": (registered,),
    "category.ages": (registered,),
    "category.order": ANY_TIME,
    "category.name": ANY_TIME,
    "stage.added": (any_published, awarded),
    "stage.removed": (entered, cut_into, cut_out_of, any_published, awarded),
    "stage.name": ANY_TIME,
    "stage.enter": (cut_into, entered, awarded),
    "stage.attend": (entered, begun),
    "stage.split": (entered, begun),
    "stage.apart": (entered, begun),
    "stage.ruleset": (begun,),
    "stage.draw": (begun,),
    "stage.table": (begun,),
    "stage.games": (begun,),
    "stage.bye": (begun,),
    "stage.ranked": (begun,),
    "stage.check_in": (begun,),
    "stage.signatures": (begun,),
    "stage.ranking": (begun,),
    "stage.carry": (begun,),
    "stage.clock": (begun,),
    "stage.rating": (begun,),
    "stage.order": (begun,),
    "stage.places_seen": (published, cut_out_of, awarded),
    "stage.weather": ANY_TIME,
    "session.added": (published, cut_out_of, placed, awarded),
    "session.removed": (attended, drawn, published, cut_into, cut_out_of, awarded),
    "session.stage": (attended, drawn, cut_into, cut_out_of, awarded),
    "session.day": _MOVED,
    "session.registration": _MOVED,
    "session.seating": _MOVED,
    "session.start": _MOVED,
    "session.end": _MOVED,
    "session.tables": _ROOM,
    "session.capacity": _ROOM,
    "session.name": ANY_TIME,
    "award.added": (awarded,),
    "award.removed": (awarded,),
    "award.terms": (awarded,),
    "award.order": (awarded,),
    "family.added": (awarded,),
    "family.removed": (awarded, in_units),
    "family.terms": (awarded, in_units),
    "family.name": ANY_TIME,
    "award.titles": ANY_TIME,
    "award.name": ANY_TIME,
}
"""By field, what must not have happened yet. Times and rooms of a final stand once its cut is made."""


def refusals(state: State, plan: Competition, changes: Iterable[Change]) -> Iterator[Problem]:
    """Why changes to this plan are not possible any more, one for each that is not.

    Args:
        plan: the new one, of which these are the changes.
    """
    changes = tuple(changes)
    for change in changes:
        problem = _refusal(state, change)
        if problem is not None:
            yield problem
    if changes:
        yield from _places_kept(state, plan)


def _refusal(state: State, change: Change) -> Problem | None:
    rule = RULES[change.field]
    does = doing(change.field, change.stage, change.session, state.plan)
    if rule is NEVER:
        return NEVER_CHANGES(field=field_called(change.field)).at(field=change.field)
    found = [rests for fact in rule if (rests := fact(state, change)) is not None]
    if not found:
        return None
    # What cannot be taken back any more comes first: the way out of the others would lead nowhere.
    rests = next((rest for rest in found if rest.way_out == LEAVE), found[0])
    return CHANGE_TOO_LATE(what=does, rests=rests.what, way_out=rests.way_out).at(field=change.field)


def _places_kept(state: State, plan: Competition) -> Iterator[Problem]:
    """Those who have a place must fit into the new plan."""
    places = plan.places
    if places is not None and places < state.registered and places != state.plan.places:
        where = Phrase("part-resting-tournament")
        yield TOO_FEW_PLACES(registered=state.registered, where=where, room=places)
    for session in sorted(state.sessions.values(), key=lambda other: other.plan.id):
        stage, planned = plan.stage_of(session.plan.id), plan.session(session.plan.id)
        if stage is None or planned is None:
            continue
        room, there = stage.room_in(planned), len(session.entrants)
        if room is not None and room < there and room != state.room_in(session):
            where = Phrase("part-resting-session", {"session": session.plan.id})
            yield TOO_FEW_PLACES(registered=there, where=where, room=room)


def _called(state: State, stage: Stage | None) -> Text:
    """What people call a stage; the tournament itself where it has no other."""
    return Text() if stage is None else state.plan.stage_name(stage)
