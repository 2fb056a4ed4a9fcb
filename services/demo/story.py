"""The story of any tournament, as its file says: stage by stage, session by session, to the awards.

People register over weeks. Where everyone plays in all sessions a late one comes after the first. Each
session is held as planned, or as soon as the one before is over; who goes on to a later stage follows from
the results. A scenario adds to it, and then says itself when results are published and places given.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta

from msgspec import structs

from services.demo.agenda import Activity, Agenda
from services.demo.chance import SeededBytes
from services.demo.days import SESSION_MINUTES, Calendar
from services.demo.definitions import shipped_attachments
from services.demo.director import Director, named_by
from services.demo.people import Household, Town, draw_kind, draw_name, draw_surname
from services.demo.scenario import scenario_of
from services.demo.sessions import EARLIEST, hold
from services.demo.steps import Scene, play_happenings
from services.demo.turnout import can_enter_late, fields_of, send_home, sessions_used, tables_needed
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.rules.ruleset import Ruleset, load
from services.scheduler.reminders import due
from services.tournament.definition.awards import TeamAward
from services.tournament.definition.plan import Competition
from services.tournament.definition.playable import check_playable
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import StagePlan
from services.tournament.people.registration import RegisterEntrant
from services.tournament.publication.publishing import not_over, to_be_played, unsettled
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.seal import SealKey
from shared.vault import Vault

POINTS = ("registration", "mid", "awards")
"""Where a story without a scenario may stop, in order."""

_ENTER_MORE = 6
"""One in so many plays in every stage that people register for, as far as there is time."""
_WAITING_PERCENT = 2
"""How many more than there are places want to come, where all places are taken."""
_TEAMS = 6
_LOOKS_EVERY_MINUTES = 30
_OPENS_BEFORE, _REGISTERED_WITHIN = timedelta(days=40), timedelta(days=33)


class Story(Director):
    """The story of one tournament, at a desk whose time and chance come from a seed.

    Everything that enters the log follows from seed and tournament id. Keys of people follow from them too,
    so nobody real may be registered through this desk; they are wrapped under `secret`, the installation's
    own, and what wraps them is not part of the log. Afterwards any desk on the same databases can go on.
    A vault that still has the keys of an earlier run with this seed and id gives another head hash.

    Args:
        database, vault_database: brought up to date, and not closed here.
        secret: what the installation derives its keys from.
        seal_key: gets the key that seals publications, which is not part of the log either.
        rulesets: all the tournament is played by, its own first; those that ship, unless given.
        calendar: when it is played; by default as planned.
        attachments: the files that the definition names, in base64; those that ship, unless given.

    Raises:
        Problem: not-played-yet.
    """

    clock: ManualClock

    def __init__(
        self,
        database: Database,
        vault_database: Database,
        secret: bytes,
        definition: Competition,
        seed: int,
        seal_key: Callable[[], SealKey] | None = None,
        rulesets: Sequence[Ruleset] = (),
        calendar: Calendar | None = None,
        attachments: Sequence[str] = (),
    ) -> None:
        check_playable(definition)
        self.calendar, label = calendar or Calendar(definition), f"tileledger demo {seed} {definition.id}"
        # Long before anything happens; the story moves it on.
        clock = ManualClock(definition.moment(self.calendar.first_day() - timedelta(days=365), time(8)))
        vault = Vault(vault_database, secret, SeededBytes(f"{label} vault"))
        log, random = EventLog(database, clock), SeededBytes(f"{label} desk")
        desk = Desk(Parts.over(log, vault, clock, secret, random, seal_key))
        super().__init__(desk, Agenda(clock), definition, seed, scenario_of(definition))
        self._rulesets = tuple(rulesets) or tuple(load(name) for name in definition.rulesets)
        self._attachments = tuple(attachments) or shipped_attachments(definition)
        self._registered = tuple(definition.by_id[stage] for stage in definition.registered_stages)
        self.town = Town(definition, self.dice("town"), self.calendar)
        self._full = self.scenario is not None and definition.places is not None
        self._fields = (
            {definition.first_stage: definition.places or 0} if self._full else fields_of(definition)
        )
        self._field = sum(self._fields.values())
        self._still_played = len(self._registered)

    @property
    def points(self) -> Sequence[str]:
        """Where the story may stop, in order."""
        return POINTS if self.scenario is None else [*self.scenario.points]

    def stop(self, name: str) -> datetime:
        """The last moment of a point of the story."""
        if self.scenario is not None:
            moment: datetime = Scene(self, {}).moment(self.scenario.points[name])
            return moment
        begin = min(self.calendar.begins(stage.sessions[0]) for stage in self._registered)
        end = max(map(self._over, self._registered))
        if name == "registration":
            return begin - EARLIEST - timedelta(minutes=1)
        if name == "mid":
            return begin + (end - begin) / 2
        return max(map(self._over, self.definition.stages)) + timedelta(days=1)

    def tell(self) -> None:
        """Put everything on the agenda."""
        first = self.definition.moment(self.calendar.first_day(), self.calendar.morning)
        self.plan(first - _OPENS_BEFORE - timedelta(days=3), self._found())
        self.plan(first - _OPENS_BEFORE, self._register())
        if self.scenario is None:
            for stage in self._registered:
                self.plan(self._doors_open(stage.sessions[0]), self._play(stage))
            return
        play_happenings(self, self.scenario)
        self.plan(first - timedelta(days=6), self._remind())
        self._hold(self.definition.sessions)

    # Before play

    def _found(self) -> Activity:
        """Found the tournament and appoint a chief, the referees a full session needs, and one more."""
        plan, (rules, *others), attached = self.definition, self._rulesets, self._attachments
        given = {"ruleset": rules, "stage_rules": tuple(others), "attachments": attached}
        self.act("organizer", "define-tournament", definition=plan, **given)
        # Where nobody signs nobody has to supervise a table.
        signed = any(stage.signatures == "required" for stage in plan.stages)
        needed = -(-tables_needed(plan) // plan.tables_per_official) if signed else 0
        for referee in ("CR1", *(f"R{number:02d}" for number in range(1, needed + 2))):
            yield self.after(3)
            dice = self.dice(f"referee {referee}")
            name = " ".join(reversed(draw_name(dice, draw_surname(dice), "adult"))).strip()
            self.act("organizer", "appoint-referee", referee=referee, name=name, chief=referee == "CR1")

    def _register(self) -> Activity:
        """Households register through the form on the website, until every place of the field is taken."""
        dice = self.dice("registration")
        pause = int(_REGISTERED_WITHIN.total_seconds()) // 90 // max(1, self._field)
        count = 0
        while (taken := sum(self._taken().values())) < self._field:
            session, room = self._session(self._emptiest()), self._field - taken
            if self._full and session is not None:
                there = self.session(session)
                room = min(room, (self.state.room_in(there) or self._field) - len(there.entrants))
            for place, member in enumerate(self._household(count, room)):
                if place:
                    yield self.after(1.6 + place / 7)
                number = self._enter(member, session)
                if count % _ENTER_MORE == 0:
                    self._enter_more(number)
                count += 1
            yield self.awake(dice.between(min(60, pause // 2), pause))
        for _ in range(max(3, self._field * _WAITING_PERCENT // 100) if self._full else 0):
            yield self.awake(dice.between(10, 60))
            (member,) = self.town.household("adult")
            self._enter(member, dice.pick(self._registered[0].sessions).id)

    def _enter(self, member: RegisterEntrant, session: str | None) -> str:
        number: str = named_by(self.submit("form", structs.replace(member, session=session)))["entrant"]
        return number

    def _household(self, count: int, room: int) -> Household:
        """Who registers next: now and then a child where there are categories, families for their award."""
        dice = self.dice(f"entrant {count}")
        families = self.definition.family_award is not None and room > 1
        members = self.town.household(draw_kind(dice))
        if self.definition.categories and count % 5 == 4:
            members = self.town.household("grandparent")[1:]
        if not families or len(members) > room or len(members) == 1:
            members = (structs.replace(members[0], family=None, family_role=None),)
        teams = any(isinstance(award, TeamAward) for award in self.definition.awards)
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
        if self._full:
            return Counter({self._registered[0].id: self.state.registered})
        entrants = self.state.entrants.values()
        return Counter(part.stage for entrant in entrants for part in entrant.participations)

    def _enter_more(self, number: str) -> None:
        """Someone enters every other stage, too, that is played on other days and has places left."""
        for stage in self._registered if len(self._registered) > 1 else ():
            entered = self.state.entrants[number].participations
            is_full = self._taken()[stage.id] >= self._fields[stage.id]
            days = {day for part in entered for day in self._days(part.stage)}
            session = self._session(stage)
            if session is not None and not is_full and days.isdisjoint(self._days(stage.id)):
                self.act("form", "enter-stage", entrant=number, session=session)

    def _days(self, stage: str) -> set[date]:
        """The days on which a stage is played, and those that follow from it."""
        plan = self.definition
        sessions = (session for id in plan.stages_from(stage) for session in plan.by_id[id].sessions)
        return {self.calendar.days[session.id] for session in sessions}

    def _session(self, stage: StagePlan) -> str | None:
        """The session to register for, where there is a choice: the emptiest, or the next of a stage."""
        state = self.state
        if stage.attend == "one" and len(stage.sessions) > 1:
            used = sessions_used(stage, self._fields[stage.id])
            filled = {plan.id: len(state.sessions[plan.id].entrants) for plan in used}
            return min(filled, key=lambda session: (filled[session], session))
        if len(self._registered) == 1:
            return None
        sessions = state.sessions_of(stage.id)
        return next(session.plan.id for session in sessions if session.status == "scheduled")

    def _remind(self) -> Activity:
        """As the worker reminds of sessions."""
        while True:
            for found in due(self.state, self.clock.now()):
                self.act("reminders", "remind-of-session", session=found.session, kind=found.kind)
            yield self.after(_LOOKS_EVERY_MINUTES)

    # Play

    def _play(self, first: StagePlan) -> Activity:
        """A stage that people registered for and those that follow; the awards after the last of all."""
        stages = self.definition.stages_from(first.id)
        last: str | None = None
        for stage in (self.definition.by_id[id] for id in stages):
            if stage.source is not None:
                yield from self._go_on_to(stage, stage.source.stage)
            yield from self._rounds(stage) if stage.attend == "all" else self._sessions(stage)
            while self._in_play(stage):
                yield self.after(3)
            if not self._was_played(stage):
                break
            last = stage.id
        yield self.after(20)
        if last == stages[-1]:
            self.act("organizer", "publish-results", stage=last)
        yield self.after(15)
        self._still_played -= 1
        if not self._still_played and not_over(self.state) is None:
            self.act("chief", "make-awards")

    def _in_play(self, stage: StagePlan) -> bool:
        """Whether anything of the stage is still to be done; where nobody could be seated, nothing is."""
        if self._was_played(stage):
            return bool(unsettled(self.state, stage.id))
        sessions = (other for other in self.state.sessions_of(stage.id) if other.status != "ended")
        return any(to_be_played(self.state, session) for session in sessions)

    def _was_played(self, stage: StagePlan) -> bool:
        return any(sheet.stage == stage.id for sheet in self.state.sheets.values())

    def _rounds(self, stage: StagePlan) -> Activity:
        """Everyone plays in every session, one after the other."""
        for index, plan in enumerate(stage.sessions):
            begins, local_day = self._doors_open(plan), self.definition.local_day
            timed = plan.seated_at is not None or self.calendar.paced
            if timed or local_day(begins) > local_day(self.clock.now()):
                yield begins
            if index == 1 and stage.source is None and stage.draw != "round_robin":
                yield from self._late_entry(stage)
            yield from hold(self, plan.id)
            yield self.after(3)

    def _sessions(self, stage: StagePlan) -> Activity:
        """Each plays in one session, or comes to some; these may overlap."""
        self._hold(stage.sessions)
        yield self._over(stage)
        # Who gave up a place in one session may have been replaced in another that was held before.
        while left := self._left(stage):
            if send_home(self, left[0]):
                yield from hold(self, left[0])

    def _left(self, stage: StagePlan) -> list[str]:
        """The sessions of which each plays one that somebody is in, and that were not held."""
        state, sessions = self.state, self.state.sessions_of(stage.id) if stage.attend == "one" else ()
        waiting = (session for session in sessions if session.status == "scheduled")
        return [session.plan.id for session in waiting if to_be_played(state, session)]

    def _late_entry(self, stage: StagePlan) -> Activity:
        """Someone whose train was late plays from the second session on."""
        state, places = self.state, self.definition.places
        coming = [session for session in state.sessions_of(stage.id) if session.status == "scheduled"]
        full = places is not None and state.registered >= places
        if not coming or full or not can_enter_late(state, coming[0]):
            return
        (member,) = self._household(99, 1)
        number = self._enter(member, self._session(stage))
        if stage.check_in == "first":
            self.act("counter", "check-in", entrant=number, stage=self.named(stage.id))
        yield self.after(2)

    def _go_on_to(self, stage: StagePlan, source: str) -> Activity:
        """Results of the stage before are published, and who goes on is found and placed."""
        id = stage.id
        self.act("organizer", "publish-results", stage=source)
        yield self.after(1)
        self.act("chief", "conclude-qualification", stage=id)
        # A tie may lie across the winners of several tables, one after the other.
        while self.state.cut_into(id).status == "held":
            yield self.after(2)
            reason = "Lot in the presence of those tied."
            self.act("chief", "decide-cut-tie", stage=id, choice="lot", reason=reason)
        yield self.after(1)
        # Where equals are too many for the tables, the last of them give their places up.
        while stage.room is not None and len(going := self.state.cut_into(id).qualified) > stage.room:
            who, reason = going[-1], "No room for all."
            self.act(who, "withdraw-qualifier", entrant=who, stage=id, reason=reason)
        if going := self.state.cut_into(id).qualified:
            self.act("chief", "place-finalists", stage=id, chosen=self._chosen(stage, going))

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

    def _hold(self, sessions: Sequence[SessionPlan]) -> None:
        """Put these sessions on the agenda."""
        for plan in sessions:
            self.plan(self._doors_open(plan), hold(self, plan.id))

    def _doors_open(self, plan: SessionPlan) -> datetime:
        return self.calendar.begins(plan) - EARLIEST

    def _over(self, stage: StagePlan) -> datetime:
        """About when the last session of a stage is over."""
        return max(
            self.definition.ends(plan.day, plan)
            if plan.end is not None and plan.day is not None
            else self.calendar.begins(plan) + timedelta(minutes=SESSION_MINUTES)
            for plan in stage.sessions
        )
