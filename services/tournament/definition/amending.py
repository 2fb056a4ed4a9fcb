"""Changing a tournament already founded: the whole new plan, possible until something rests on what changes.

What is in play is not touched: entrants, seats and sheets stay where they are. A session that moves takes
its people along, and they are told; room that comes free goes to those who wait.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from typing import Annotated

from immutables import Map
from msgspec import structs

from services.rules.ruleset import Ruleset, content_hash
from services.tournament.definition.ages import is_old_enough
from services.tournament.definition.amend_constraints import refusals
from services.tournament.definition.attachments_kept import Contents, keep_attachments
from services.tournament.definition.difference import Change, change, differences
from services.tournament.definition.founding import StageRules, check_plan, planned_sessions
from services.tournament.definition.plan import MOST_STAGES, Competition
from services.tournament.definition.texts import Text
from services.tournament.definition.values import in_both, shown
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Part, Stamp
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.people.entrants import Attendance, Entrant
from services.tournament.people.families import may_be
from services.tournament.people.overlaps import refuse_overlaps
from services.tournament.people.registration import confirm_from_waiting_list
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.hall_times import date_clashes
from shared.bounds import many
from shared.catalogue import Phrase
from shared.problems import ProblemType

TOURNAMENT_CLOSED = ProblemType("tournament-closed", 409)
TOO_YOUNG_THEN = ProblemType("too-young-then", 409, rule="HK eligibility")


class Changed(Part, frozen=True):
    """One thing that the new plan says otherwise: a field, and the stage or session it is of."""

    field: str
    stage: str | None
    session: str | None


class AgeCounted(Part, frozen=True):
    """What follows from someone's age on a day that has changed."""

    entrant: str
    categories: tuple[str, ...]
    may_be: tuple[str, ...]


@event("tournament-amended")
class TournamentAmended(Event, frozen=True):
    """The tournament has another plan; every ruleset it is played by stands here whole, with its hash.

    `changes` are what it says otherwise than the plan before, `moved` the sessions that are at another time,
    `ages` those for whom other categories or sides of a family unit follow from that.
    """

    definition: Competition
    ruleset: Ruleset
    ruleset_hash: str
    stage_rules: tuple[StageRules, ...]
    changes: tuple[Changed, ...]
    moved: tuple[str, ...]
    ages: tuple[AgeCounted, ...]


class AmendTournament(Command, frozen=True, kw_only=True):
    """Change the plan of the tournament, as far as nothing rests on what changes; the new one comes whole.

    `stage_rules` are those of stages that are played by others than `ruleset`, `attachments` the files that
    the definition names and the tournament does not have, each in base64.
    """

    definition: Competition
    ruleset: Ruleset
    stage_rules: Annotated[tuple[Ruleset, ...], many(MOST_STAGES)] = ()
    attachments: Contents = ()


@decides(AmendTournament)
def amend_tournament(draft: Draft, command: AmendTournament) -> None:
    plan = command.definition
    rulesets = {ruleset.id: ruleset for ruleset in (command.ruleset, *command.stage_rules)}
    check_plan(plan, command.ruleset.id, rulesets)
    amend(draft, plan, rulesets, None)
    keep_attachments(draft, plan, command.attachments)


def amend(
    draft: Draft,
    plan: Competition,
    rulesets: Mapping[str, Ruleset],
    ages: Sequence[AgeCounted] | None,
) -> None:
    """Record that the tournament has this plan, if it says anything else than the one it has.

    Args:
        ages: what followed from ages, where that is on record; None to work it out.

    Raises:
        Problem: something rests on what changes.
    """
    state = draft.state
    changes = changes_to(state, plan, rulesets)
    if not changes:
        return
    if state.closed:
        raise TOURNAMENT_CLOSED()
    for problem in refusals(state, plan, changes):
        raise problem
    listed = tuple(Changed(change.field, change.stage, change.session) for change in changes)
    after = _with_plan(state, plan)
    moved = moved_between(state, after)
    _check_days(draft, after, moved)
    refuse_overlaps(after, moved)
    if ages is None:
        _check_ages(draft, after, moved)
        ages = tuple(_ages_counted(draft, after))
    ruleset = rulesets[plan.ruleset]
    others = tuple(StageRules(rulesets[id], content_hash(rulesets[id])) for id in plan.rulesets[1:])
    amended = TournamentAmended(
        plan, ruleset, content_hash(ruleset), others, listed, moved, _still_there(state, ages)
    )
    confirm_from_waiting_list(draft, draft.record(amended))


def changes_to(state: State, plan: Competition, rulesets: Mapping[str, Ruleset]) -> tuple[Change, ...]:
    """What a plan and its rules say otherwise than those of the tournament now."""
    found = [_from_now(state, plan, difference) for difference in differences(state.plan, plan)]
    known = {state.rules.id: state.rules, **state.stage_rules}
    for id, ruleset in sorted(rulesets.items()):
        if id in known and content_hash(known[id]) != content_hash(ruleset):
            was, words = _rules(known[id]), _rules(ruleset)
            found.append(change("tournament.rules", was, words))
    return tuple(found)


def _rules(ruleset: Ruleset) -> Text:
    title = ruleset.title
    return in_both("change-rules", title=title, hash=content_hash(ruleset)[:12])


def _from_now(state: State, plan: Competition, known: Change) -> Change:
    """A change with the day that a session has now, in place of the one it was planned for."""
    session, after = state.sessions.get(known.session or ""), plan.session(known.session or "")
    if session is None or session.day in (None, session.plan.day):
        return known
    if known.field == "session.removed":
        was = shown("", structs.replace(session.plan, day=session.day))
    elif known.field == "session.day" and session.plan.day is not None:
        was = in_both("change-day-planned", day=session.day, planned=session.plan.day)
    else:
        return known
    now = None if after is None else shown("day", after.day)
    return change(known.field, was, now, stage=known.stage, session=known.session, plan=state.plan)


def moved_between(before: State, after: State) -> tuple[str, ...]:
    """The sessions of both states that are at another day or hour in the second."""
    return tuple(
        id
        for id, session in sorted(after.sessions.items())
        if (known := before.sessions.get(id)) is not None and _at(known) != _at(session)
    )


def _at(session: Session) -> tuple[date | None, time | None, time | None, time | None, time | None]:
    plan = session.plan
    return session.day, plan.opens_at, plan.seated_at, plan.start, plan.end


def _check_days(draft: Draft, after: State, moved: Sequence[str]) -> None:
    """Refuse a day that is past, or on which a stage would begin before the one before it is over."""
    today = after.plan.local_day(draft.context.occurred_at)
    for id in moved:
        day = after.sessions[id].day
        if day is not None and day < today and day != draft.state.sessions[id].day:
            raise date_clashes(day, Phrase("part-amending-past")).at(session=id)
    for id, session in sorted(after.sessions.items()):
        if id not in moved and id in draft.state.sessions:
            continue
        following = after.plan.stages_after(session.stage)
        for _, other in sorted(after.sessions.items()):
            if other.stage in following:
                _check_order(after.plan, session, other)
            elif session.stage in after.plan.stages_after(other.stage):
                _check_order(after.plan, other, session)


def _check_order(plan: Competition, first: Session, later: Session) -> None:
    """Refuse if the later one begins before the first is over; on one day, as far as hours are known."""
    if first.day is None or later.day is None:
        return
    ends, begins = first.plan.end or first.plan.start, later.plan.start
    if first.day == later.day and ends is not None and begins is not None:
        too_early = plan.moment(later.day, begins) < plan.moment(first.day, ends)
    else:
        too_early = later.day < first.day
    if too_early:
        raise date_clashes(
            later.day, Phrase("part-amending-session-stage-before-not-over", {"session": first.plan.id})
        ).at(session=later.plan.id)


def _check_ages(draft: Draft, after: State, moved: Iterable[str]) -> None:
    """Refuse an earlier day on which someone in the session would be too young."""
    minimum = after.plan.minimum_age
    for id in moved if minimum else ():
        before, session = draft.state.sessions[id], after.sessions[id]
        if session.day is None or (before.day is not None and session.day >= before.day):
            continue
        for number in (*session.entrants, *session.waiting):
            birth = draft.birth_date(after.entrants[number].person)
            if birth is not None and not is_old_enough(birth, minimum, session.day):
                raise TOO_YOUNG_THEN(entrant=number, minimum=minimum, day=session.day, session=id)


def _ages_counted(draft: Draft, after: State) -> Iterable[AgeCounted]:
    """Those for whom something else follows from their age, as a day has changed."""
    days_before = {id: session.day for id, session in draft.state.sessions.items()}
    if all(days_before.get(id, session.day) == session.day for id, session in after.sessions.items()):
        return
    for number in sorted(after.entrants):
        entrant = after.entrants[number]
        birth = draft.birth_date(entrant.person) if entrant.status in ("registered", "waiting") else None
        if birth is None:
            continue
        first = after.sessions.get(entrant.first.session)
        day = None if first is None else first.day
        counted = AgeCounted(number, after.plan.categories_of(birth, day), tuple(may_be(after, birth)))
        if (counted.categories, counted.may_be) != (entrant.categories, entrant.may_be):
            yield counted


def _still_there(state: State, ages: Iterable[AgeCounted]) -> tuple[AgeCounted, ...]:
    return tuple(age for age in ages if age.entrant in state.entrants)


@evolves(TournamentAmended)
def _amended(state: State, event: TournamentAmended, stamp: Stamp) -> State:
    before = state
    state = structs.replace(
        _with_plan(state, event.definition),
        ruleset=event.ruleset,
        ruleset_hash=event.ruleset_hash,
        stage_rules=Map({other.ruleset.id: other.ruleset for other in event.stage_rules}),
    )
    for age in event.ages:
        entrant: Entrant = state.entrants[age.entrant]
        state = state.with_entrant(structs.replace(entrant, categories=age.categories, may_be=age.may_be))
    for id in sorted({*before.sessions, *state.sessions}):
        state = state.touching("session", id)
    if _shape(before.plan) != _shape(state.plan):
        # What a row says of someone's way on depends on the stages there are.
        for number in sorted(state.entrants):
            state = state.touching("entrant", number)
    return state


def _shape(plan: Competition) -> tuple[object, ...]:
    return tuple((stage.id, stage.source) for stage in plan.stages), plan.family_stage


def _with_plan(state: State, plan: Competition) -> State:
    """The state under another plan, with what is in play as it is.

    Sessions that a draw has dropped stay dropped. A session that was given a new date keeps it unless the
    plan moves it, and its number while it stays on its day: people know it by that.
    """
    dropped = {session.id for session in state.plan.sessions if session.id not in state.sessions}
    fresh = {id: session for id, session in planned_sessions(plan).items() if id not in dropped}
    sessions: dict[str, Session] = {}
    for id, planned in fresh.items():
        known = state.sessions.get(id)
        if known is not None and known.plan.day == planned.plan.day:
            sessions[id] = structs.replace(known, plan=planned.plan, stage=planned.stage)
    taken = {(_numbered_in(session), session.number) for session in sessions.values()}
    for id, planned in fresh.items():
        if id in sessions:
            continue
        number = planned.number
        while (_numbered_in(planned), number) in taken:
            number += 1
        taken.add((_numbered_in(planned), number))
        known = state.sessions.get(id, planned)
        sessions[id] = structs.replace(
            known, plan=planned.plan, stage=planned.stage, day=planned.day, number=number, moves=()
        )
    return _attended_anew(structs.replace(state, definition=plan, sessions=Map(sessions)))


def _numbered_in(session: Session) -> date | str:
    """What a session is numbered in: its day as planned, else its stage (`Competition.number`)."""
    return session.plan.day or session.stage


def _attended_anew(state: State) -> State:
    """The state in which whoever plays in all sessions of a stage is expected in those that were added."""
    for stage in state.plan.stages:
        if stage.attend == "one":
            continue
        ids = [session.plan.id for session in state.sessions_of(stage.id)]
        free = {id for id in ids if state.sessions[id].status in ("scheduled", "suspended")}
        for number, entrant in state.entrants.items():
            part = entrant.participation(stage.id)
            if part is None or part.waits or entrant.status != "registered":
                continue
            kept = {
                attendance.session: attendance for attendance in part.attendances if attendance.session in ids
            }
            attended = tuple(kept.get(id, Attendance(id)) for id in ids if id in kept or id in free)
            if attended == part.attendances:
                continue
            state = state.with_entrant(entrant.attending(stage.id, attended))
            for id in ids:
                session = state.sessions[id]
                if id in free and number not in session.entrants:
                    seq = entrant.registered_seq
                    entrants = session.entrants.set(number, seq)
                    state = state.with_session(structs.replace(session, entrants=entrants))
    return state
