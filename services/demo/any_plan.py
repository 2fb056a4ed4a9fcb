"""The story of any tournament, as its file says: stage by stage, session by session, to the awards.

People register over weeks. Where everyone plays in all sessions a late one comes after the first. Each
session is held as planned, or as soon as the one before is over; who goes on to a later stage follows from
the results. What goes wrong at the tables is in `mishaps`.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime, timedelta

from services.demo.agenda import Activity
from services.demo.days import SESSION_MINUTES
from services.demo.director import Director, stage_named
from services.demo.founding import found
from services.demo.going_on import go_on_to
from services.demo.holding import hold
from services.demo.people import Household, Kind, Town
from services.demo.registering import register, register_person
from services.demo.sessions import EARLIEST
from services.demo.story import Point
from services.demo.turnout import can_enter_late, fields_of, send_home, sessions_used
from services.tournament.definition.awards import TeamAward
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.people.entries import EnterStage
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults, not_over, unsettled
from services.tournament.seating.presence import CheckIn

POINTS: Mapping[str, int] = {"registration": 25, "mid": 60, "awards": 100}
"""Where the story may stop, in order, and how much of it has been told by then, in percent."""

_ENTER_MORE = 6
"""One in so many plays in every stage that people register for, as far as there is time."""

_KINDS: tuple[Kind, ...] = ("adult", "adult", "adult", "teenager", "elder", "couple")
_TEAMS = 6
_OPENS_BEFORE, _REGISTERED_WITHIN = timedelta(days=40), timedelta(days=35)


class AnyStory:
    """The story on the calendar of one tournament."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._definition = director.definition
        plan = self._definition
        self._registered = tuple(plan.by_id[stage] for stage in plan.registered_stages)
        self._calendar = director.calendar
        self._town = Town(plan, director.dice("town"), director.calendar)
        self._fields = fields_of(plan)
        self._field = sum(self._fields.values())
        self._still_played = len(self._registered)

    def point(self, name: str) -> Point:
        """A point of `POINTS` at which the story may stop."""
        begin = self._first_begins()
        end = max(self._over(stage) for stage in self._registered)
        last = max(self._over(stage) for stage in self._definition.stages)
        moment = {
            "registration": begin - EARLIEST - timedelta(minutes=1),
            "mid": begin + (end - begin) / 2,
            "awards": last + timedelta(days=1),
        }[name]
        return Point(moment, 9 * self._field * len(self._definition.sessions) * POINTS[name] // 100)

    def plan(self) -> None:
        """Put everything on the agenda."""
        first = self._calendar.first_day()
        opens = self._definition.moment(first, self._calendar.morning) - _OPENS_BEFORE
        self._director.plan(opens - timedelta(days=3), found(self._director))
        self._director.plan(opens, self._register())
        for stage in self._registered:
            self._director.plan(self._begins(stage.sessions[0]) - EARLIEST, self._play(stage))

    # Before play

    def _register(self) -> Activity:
        self._director.scene("registration")
        dice = self._director.dice("registration")
        pause = int(_REGISTERED_WITHIN.total_seconds()) // 60 // max(1, self._field)
        while sum(self._taken().values()) < self._field:
            count = len(self._director.people)
            household = self._household(count)
            yield from register(self._director, household, self._session(self._emptiest()))
            if count % _ENTER_MORE == 0 and len(self._registered) > 1:
                self._enter_more(list(self._director.people)[-1])
            yield self._director.awake(dice.between(min(60, pause // 2), pause))

    def _household(self, count: int) -> Household:
        """Who registers next: now and then a child where there are categories, families for their award."""
        dice = self._director.dice(f"entrant {count}")
        families = self._definition.family_award is not None and self._field - count > 1
        household = self._town.household("unit" if families and count % 3 == 0 else dice.pick(_KINDS))
        if self._definition.categories and count % 5 == 4:
            child = self._town.household("grandparent").members[1]
            return Household((child,), team=self._team(count))
        members = household.members if families and household.family else household.members[:1]
        return Household(members, household.family if len(members) > 1 else None, self._team(count))

    def _team(self, count: int) -> str | None:
        if not any(isinstance(award, TeamAward) for award in self._definition.awards):
            return None
        return f"Team {1 + self._director.dice(f'team {count}').below(_TEAMS)}"

    def _emptiest(self) -> StagePlan:
        """The stage that people register for whose field is filled least."""
        taken = self._taken()
        wanted = [
            stage_plan
            for stage_plan in self._registered
            if taken[stage_plan.id] < self._fields[stage_plan.id]
        ]
        return min(wanted, key=lambda stage_plan: 100 * taken[stage_plan.id] // self._fields[stage_plan.id])

    def _taken(self) -> Counter[str]:
        """How many have entered each stage."""
        entrants = self._director.state.entrants.values()
        return Counter(part.stage for entrant in entrants for part in entrant.participations)

    def _enter_more(self, number: str) -> None:
        """Someone enters every other stage, too, that is played on other days and has places left."""
        for stage in self._registered:
            entrant = self._director.state.entrants[number]
            is_full = self._taken()[stage.id] >= self._fields[stage.id]
            days = {day for part in entrant.participations for day in self._days(part.stage)}
            session = self._session(stage)
            if session is not None and not is_full and days.isdisjoint(self._days(stage.id)):
                command = EnterStage(entrant=number, session=session)
                self._director.submit("service", "registration-form", command)

    def _days(self, stage: str) -> set[date]:
        """The days on which a stage is played, and those that follow from it."""
        days, plan = self._calendar.days, self._definition
        return {days[session.id] for id in plan.stages_from(stage) for session in plan.by_id[id].sessions}

    def _session(self, stage: StagePlan) -> str | None:
        """The session to register for, where there is a choice: the emptiest, or the next of a stage."""
        sessions = self._director.state.sessions_of(stage.id)
        if stage.attend == "one" and len(sessions) > 1:
            used = sessions_used(stage, self._fields[stage.id])
            filled = {plan.id: len(self._director.session(plan.id).entrants) for plan in used}
            return min(filled, key=lambda session: (filled[session], session))
        if len(self._registered) == 1:
            return None
        return next(session.plan.id for session in sessions if session.status == "scheduled")

    # Play

    def _play(self, first: StagePlan) -> Activity:
        """A stage that people registered for and those that follow; the awards after the last of all."""
        director = self._director
        stages = self._definition.stages_from(first.id)
        last: str | None = None
        for stage in (self._definition.by_id[id] for id in stages):
            if stage.source is not None:
                yield from go_on_to(self._director, stage)
            yield from self._rounds(stage) if stage.attend == "all" else self._sessions(stage)
            while self._in_play(stage):
                yield director.after(3)
            if not self._was_played(stage):
                break
            last = stage.id
        yield director.after(20)
        director.scene("results")
        if last == stages[-1]:
            director.organizer(PublishResults(stage=last))
        yield director.after(15)
        self._still_played -= 1
        if not self._still_played and not_over(director.state) is None:
            director.chief(MakeAwards())

    def _in_play(self, stage: StagePlan) -> bool:
        """Whether anything of the stage is still to be done; where nobody could be seated, nothing is."""
        state = self._director.state
        if self._was_played(stage):
            return bool(unsettled(state, stage.id))
        sessions = (session for session in state.sessions_of(stage.id) if session.status != "ended")
        if stage.attend == "some":
            sessions = (session for session in sessions if session.status != "scheduled")
        return any(
            state.entrants[number].plays_in(stage.id) for session in sessions for number in session.entrants
        )

    def _was_played(self, stage: StagePlan) -> bool:
        return any(sheet.stage == stage.id for sheet in self._director.state.sheets.values())

    def _rounds(self, stage: StagePlan) -> Activity:
        """Everyone plays in every session, one after the other."""
        director = self._director
        for index, plan in enumerate(stage.sessions):
            # Of a round robin those that are not needed are dropped.
            if plan.id not in director.state.sessions:
                continue
            begins = self._begins(plan) - EARLIEST
            timed = plan.seated_at is not None or self._calendar.paced
            if timed or self._definition.local_day(begins) > self._today():
                yield begins
            if index == 1 and stage.source is None and stage.draw != "round_robin":
                yield from self._late_entry(stage)
            yield from hold(director, stage, index)
            yield director.after(3)

    def _sessions(self, stage: StagePlan) -> Activity:
        """Each plays in one session, or comes to some; these may overlap."""
        for index, plan in enumerate(stage.sessions):
            self._director.plan(self._begins(plan) - EARLIEST, hold(self._director, stage, index))
        yield self._over(stage)
        # Who gave up a place in one session may have been replaced in another that was held before.
        while left := [index for index, plan in enumerate(stage.sessions) if self._is_left(stage, plan)]:
            if send_home(self._director, stage.sessions[left[0]].id):
                yield from hold(self._director, stage, left[0])

    def _is_left(self, stage: StagePlan, plan: SessionPlan) -> bool:
        """Whether anyone is in a session of which each plays one, and it was not held."""
        state, session = self._director.state, self._director.session(plan.id)
        waited_for = any(state.entrants[number].plays_in(stage.id) for number in session.entrants)
        return stage.attend == "one" and session.status == "scheduled" and waited_for

    def _late_entry(self, stage: StagePlan) -> Activity:
        """Someone whose train was late plays from the second session on."""
        director = self._director
        state, places = director.state, self._definition.places
        next_one = next(
            (session for session in state.sessions_of(stage.id) if session.status == "scheduled"), None
        )
        if next_one is None or (places is not None and state.registered >= places):
            return
        if not can_enter_late(state, next_one):
            return
        person = self._town.household("adult").members[0]
        number = register_person(director, person, self._session(stage), None, self._team(99))
        if stage.check_in == "first":
            director.counter(CheckIn(entrant=number, stage=stage_named(director.state, stage.id)))
        yield director.after(2)

    # Times

    def _today(self) -> date:
        return self._definition.local_day(self._director.clock.now())

    def _first_begins(self) -> datetime:
        """When the first of the stages begins that people register for."""
        return min(self._begins(stage.sessions[0]) for stage in self._registered)

    def _begins(self, plan: SessionPlan) -> datetime:
        return self._calendar.begins(plan)

    def _over(self, stage: StagePlan) -> datetime:
        """About when the last session of a stage is over."""
        return max(
            self._definition.ends(plan.day, plan)
            if plan.end is not None and plan.day is not None
            else self._begins(plan) + timedelta(minutes=SESSION_MINUTES)
            for plan in stage.sessions
        )
