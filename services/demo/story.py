"""The story of any tournament, as its file says: stage by stage, session by session, to the awards.

People register over weeks. Where everyone plays in all sessions a late one comes after the first. Each
session is held as planned, or as soon as the one before is over; who goes on to a later stage follows from
the results. A scenario adds to it, and then says itself when results are published and places given.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from msgspec import structs

from services.demo.agenda import Activity
from services.demo.days import SESSION_MINUTES
from services.demo.definitions import shipped_attachments
from services.demo.director import Director, data_of
from services.demo.people import KINDS, Household, Town, draw_name, draw_surname
from services.demo.sessions import EARLIEST, hold
from services.demo.steps import Scene, play_happenings
from services.demo.turnout import can_enter_late, fields_of, send_home, sessions_used, tables_needed
from services.rules.ruleset import Ruleset, load
from services.scheduler.reminders import due
from services.tournament.definition.awards import TeamAward
from services.tournament.definition.founding import AppointReferee, DefineTournament
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.people.entries import EnterStage
from services.tournament.people.registration import RegisterEntrant
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults, not_over, unsettled
from services.tournament.publication.reminding import RemindOfSession
from services.tournament.seating.presence import CheckIn
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie

POINTS = ("registration", "mid", "awards")
"""Where a story without a scenario may stop, in order."""

_ENTER_MORE = 6
"""One in so many plays in every stage that people register for, as far as there is time."""
_WAITING_PERCENT = 2
"""How many more than there are places want to come, where all places are taken."""
_TEAMS = 6
_LOOKS_EVERY_MINUTES = 30
_OPENS_BEFORE, _REGISTERED_WITHIN = timedelta(days=40), timedelta(days=33)


class Story:
    """The story on the calendar of one tournament.

    Args:
        rulesets: all the tournament is played by, its own first; those that ship, unless given.
        attachments: the files that the definition names, in base64; those that ship, unless given.
    """

    def __init__(
        self, director: Director, rulesets: Sequence[Ruleset] = (), attachments: Sequence[str] = ()
    ) -> None:
        self._director, self._scenario = director, director.scenario
        self._plan = plan = director.definition
        self._rulesets = tuple(rulesets) or tuple(load(name) for name in plan.rulesets)
        self._attachments = tuple(attachments) or shipped_attachments(plan)
        self._registered = tuple(plan.by_id[stage] for stage in plan.registered_stages)
        self._calendar = director.calendar
        self._town = Town(plan, director.dice("town"), director.calendar)
        full = self._scenario is not None and plan.places is not None
        self._fields = {plan.first_stage: plan.places or 0} if full else fields_of(plan)
        self._field = sum(self._fields.values())
        self._full = full
        self._still_played = len(self._registered)

    @property
    def points(self) -> Sequence[str]:
        """Where the story may stop, in order."""
        return POINTS if self._scenario is None else [*self._scenario.points]

    def stop(self, name: str) -> datetime:
        """The last moment of a point of the story."""
        if self._scenario is not None:
            return Scene(self._director, {}).moment(self._scenario.points[name])
        begin = min(self._begins(stage.sessions[0]) for stage in self._registered)
        end = max(self._over(stage) for stage in self._registered)
        if name == "registration":
            return begin - EARLIEST - timedelta(minutes=1)
        if name == "mid":
            return begin + (end - begin) / 2
        return max(self._over(stage) for stage in self._plan.stages) + timedelta(days=1)

    def plan(self) -> None:
        """Put everything on the agenda."""
        director, first = self._director, self._calendar.first_day()
        opens = self._plan.moment(first, self._calendar.morning) - _OPENS_BEFORE
        director.plan(opens - timedelta(days=3), self._found())
        director.plan(opens, self._register())
        if self._scenario is not None:
            play_happenings(director, self._scenario, self._town)
            director.plan(
                self._plan.moment(first, self._calendar.morning) - timedelta(days=6), self._remind()
            )
            for session in self._plan.sessions:
                director.plan(self._begins(session) - EARLIEST, hold(director, session.id))
            return
        for stage in self._registered:
            director.plan(self._begins(stage.sessions[0]) - EARLIEST, self._play(stage))

    # Before play

    def _found(self) -> Activity:
        """Found the tournament and appoint a chief, the referees a full session needs, and one more."""
        plan, (rules, *others) = self._plan, self._rulesets
        founded = DefineTournament(
            definition=plan, ruleset=rules, stage_rules=tuple(others), attachments=self._attachments
        )
        self._director.submit("organizer", founded)
        # Where nobody signs nobody has to supervise a table.
        signed = any(stage.signatures == "required" for stage in plan.stages)
        needed = -(-tables_needed(plan) // plan.tables_per_official) if signed else 0
        for referee in ("CR1", *(f"R{number:02d}" for number in range(1, needed + 2))):
            yield self._director.after(3)
            dice = self._director.dice(f"referee {referee}")
            name = " ".join(reversed(draw_name(dice, draw_surname(dice), "adult"))).strip()
            appointed = AppointReferee(referee=referee, name=name, chief=referee == "CR1")
            self._director.submit("organizer", appointed)

    def _register(self) -> Activity:
        """Households register through the form on the website, until every place of the field is taken."""
        director, dice = self._director, self._director.dice("registration")
        pause = int(_REGISTERED_WITHIN.total_seconds()) // 90 // max(1, self._field)
        count = 0
        while (taken := sum(self._taken().values())) < self._field:
            stage = self._emptiest()
            session = self._session(stage)
            room = self._field - taken
            if self._full and session is not None:
                room = min(room, self._room(session))
            for place, member in enumerate(self._household(count, room)):
                if place:
                    yield director.after(1.6 + place / 7)
                number = self._enter(member, session)
                if count % _ENTER_MORE == 0 and len(self._registered) > 1:
                    self._enter_more(number)
                count += 1
            yield director.awake(dice.between(min(60, pause // 2), pause))
        for _ in range(max(3, self._field * _WAITING_PERCENT // 100) if self._full else 0):
            yield director.awake(dice.between(10, 60))
            (member,) = self._town.household("adult")
            self._enter(member, dice.pick(self._registered[0].sessions).id)

    def _enter(self, member: RegisterEntrant, session: str | None) -> str:
        answer = self._director.submit("form", structs.replace(member, session=session))
        number: str = data_of(answer, "entrant-registered")["entrant_no"]
        return number

    def _household(self, count: int, room: int) -> Household:
        """Who registers next: now and then a child where there are categories, families for their award."""
        dice = self._director.dice(f"entrant {count}")
        families = self._plan.family_award is not None and room > 1
        kind = dice.weighted([*KINDS], [*KINDS.values()])
        members = self._town.household(kind)
        if self._plan.categories and count % 5 == 4:
            members = self._town.household("grandparent")[1:]
        if not families or len(members) > room or len(members) == 1:
            members = (structs.replace(members[0], family=None, family_role=None),)
        teams = any(isinstance(award, TeamAward) for award in self._plan.awards)
        if teams or not families:
            team = f"Team {1 + dice.below(_TEAMS)}" if teams else None
            members = tuple(structs.replace(member, team=team) for member in members)
        return members

    def _emptiest(self) -> StagePlan:
        """The stage that people register for whose field is filled least."""
        taken, fields = self._taken(), self._fields
        wanted = [stage for stage in self._registered if taken[stage.id] < fields[stage.id]]
        return min(wanted, key=lambda stage: 100 * taken[stage.id] // fields[stage.id])

    def _taken(self) -> Counter[str]:
        """How many have entered each stage."""
        entrants = self._director.state.entrants.values()
        if self._full:
            return Counter({self._registered[0].id: self._director.state.registered})
        return Counter(part.stage for entrant in entrants for part in entrant.participations)

    def _enter_more(self, number: str) -> None:
        """Someone enters every other stage, too, that is played on other days and has places left."""
        for stage in self._registered:
            entrant = self._director.state.entrants[number]
            is_full = self._taken()[stage.id] >= self._fields[stage.id]
            days = {day for part in entrant.participations for day in self._days(part.stage)}
            session = self._session(stage)
            if session is not None and not is_full and days.isdisjoint(self._days(stage.id)):
                self._director.submit("form", EnterStage(entrant=number, session=session))

    def _days(self, stage: str) -> set[date]:
        """The days on which a stage is played, and those that follow from it."""
        days, plan = self._calendar.days, self._plan
        return {days[session.id] for id in plan.stages_from(stage) for session in plan.by_id[id].sessions}

    def _session(self, stage: StagePlan) -> str | None:
        """The session to register for, where there is a choice: the emptiest, or the next of a stage."""
        state = self._director.state
        sessions = state.sessions_of(stage.id)
        if stage.attend == "one" and len(sessions) > 1:
            used = sessions_used(stage, self._fields[stage.id])
            filled = {plan.id: len(state.sessions[plan.id].entrants) for plan in used}
            return min(filled, key=lambda session: (filled[session], session))
        if len(self._registered) == 1:
            return None
        return next(session.plan.id for session in sessions if session.status == "scheduled")

    def _room(self, session_id: str) -> int:
        session = self._director.session(session_id)
        return (self._director.state.room_in(session) or self._field) - len(session.entrants)

    def _remind(self) -> Activity:
        """As the worker reminds of sessions."""
        director = self._director
        while True:
            for found in due(director.state, director.clock.now()):
                director.submit("reminders", RemindOfSession(session=found.session, kind=found.kind))
            yield director.after(_LOOKS_EVERY_MINUTES)

    # Play

    def _play(self, first: StagePlan) -> Activity:
        """A stage that people registered for and those that follow; the awards after the last of all."""
        director, stages = self._director, self._plan.stages_from(first.id)
        last: str | None = None
        for stage in (self._plan.by_id[id] for id in stages):
            if stage.source is not None:
                yield from self._go_on_to(stage)
            yield from self._rounds(stage) if stage.attend == "all" else self._sessions(stage)
            while self._in_play(stage):
                yield director.after(3)
            if not self._was_played(stage):
                break
            last = stage.id
        yield director.after(20)
        if last == stages[-1]:
            director.submit("organizer", PublishResults(stage=last))
        yield director.after(15)
        self._still_played -= 1
        if not self._still_played and not_over(director.state) is None:
            director.submit("chief", MakeAwards())

    def _in_play(self, stage: StagePlan) -> bool:
        """Whether anything of the stage is still to be done; where nobody could be seated, nothing is."""
        state = self._director.state
        if self._was_played(stage):
            return bool(unsettled(state, stage.id))
        over = ("ended", "scheduled") if stage.attend == "some" else ("ended",)
        sessions = (session for session in state.sessions_of(stage.id) if session.status not in over)
        return any(
            state.entrants[number].plays_in(stage.id) for session in sessions for number in session.entrants
        )

    def _was_played(self, stage: StagePlan) -> bool:
        return any(sheet.stage == stage.id for sheet in self._director.state.sheets.values())

    def _rounds(self, stage: StagePlan) -> Activity:
        """Everyone plays in every session, one after the other."""
        director = self._director
        for index, plan in enumerate(stage.sessions):
            begins = self._begins(plan) - EARLIEST
            timed = plan.seated_at is not None or self._calendar.paced
            if timed or self._plan.local_day(begins) > self._plan.local_day(director.clock.now()):
                yield begins
            if index == 1 and stage.source is None and stage.draw != "round_robin":
                yield from self._late_entry(stage)
            yield from hold(director, plan.id)
            yield director.after(3)

    def _sessions(self, stage: StagePlan) -> Activity:
        """Each plays in one session, or comes to some; these may overlap."""
        director = self._director
        for plan in stage.sessions:
            director.plan(self._begins(plan) - EARLIEST, hold(director, plan.id))
        yield self._over(stage)
        # Who gave up a place in one session may have been replaced in another that was held before.
        while left := [plan.id for plan in stage.sessions if self._is_left(stage, plan)]:
            if send_home(director, left[0]):
                yield from hold(director, left[0])

    def _is_left(self, stage: StagePlan, plan: SessionPlan) -> bool:
        """Whether anyone is in a session of which each plays one, and it was not held."""
        state, session = self._director.state, self._director.session(plan.id)
        waited_for = any(state.entrants[number].plays_in(stage.id) for number in session.entrants)
        return stage.attend == "one" and session.status == "scheduled" and waited_for

    def _late_entry(self, stage: StagePlan) -> Activity:
        """Someone whose train was late plays from the second session on."""
        director, state, places = self._director, self._director.state, self._plan.places
        coming = [session for session in state.sessions_of(stage.id) if session.status == "scheduled"]
        full = places is not None and state.registered >= places
        if not coming or full or not can_enter_late(state, coming[0]):
            return
        (member,) = self._household(99, 1)
        number = self._enter(member, self._session(stage))
        if stage.check_in == "first":
            director.submit("counter", CheckIn(entrant=number, stage=director.named(stage.id)))
        yield director.after(2)

    def _go_on_to(self, stage: StagePlan) -> Activity:
        """Results of the stage before are published, and who goes on is found and placed."""
        director, id, source = self._director, stage.id, stage.source
        assert source is not None, "only such a stage is entered from another"
        director.submit("organizer", PublishResults(stage=source.stage))
        yield director.after(1)
        director.submit("chief", ConcludeQualification(stage=id))
        # A tie may lie across the winners of several tables, one after the other.
        while director.state.cut_into(id).status == "held":
            yield director.after(2)
            reason = "Lot in the presence of those tied."
            director.submit("chief", DecideCutTie(stage=id, choice="lot", reason=reason))
        yield director.after(1)
        # Where equals are too many for the tables, the last of them give their places up.
        while stage.room is not None and len(going := director.state.cut_into(id).qualified) > stage.room:
            director.submit(
                going[-1], WithdrawQualifier(entrant=going[-1], stage=id, reason="No room for all.")
            )
        if going := director.state.cut_into(id).qualified:
            director.submit("chief", PlaceFinalists(stage=id, chosen=self._chosen(stage, going)))

    def _chosen(self, stage: StagePlan, going: Sequence[str]) -> dict[str, str]:
        """The session of each who goes on, where the organizer names it: the emptiest with room."""
        if stage.split != "chosen":
            return {}
        rooms = {plan.id: stage.room_in(plan) for plan in sessions_used(stage, len(going))}
        chosen: dict[str, str] = {}
        for number in going:
            taken = Counter(chosen.values())
            with_room = [id for id, room in rooms.items() if room is None or taken[id] < room]
            chosen[number] = min(with_room, key=lambda id: taken[id])
        return chosen

    # Times

    def _begins(self, plan: SessionPlan) -> datetime:
        return self._calendar.begins(plan)

    def _over(self, stage: StagePlan) -> datetime:
        """About when the last session of a stage is over."""
        return max(
            self._plan.ends(plan.day, plan)
            if plan.end is not None and plan.day is not None
            else self._begins(plan) + timedelta(minutes=SESSION_MINUTES)
            for plan in stage.sessions
        )
