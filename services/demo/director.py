"""The director: sends what people do to the desk, with the role of whoever does it, and keeps the time.

Everything that happens in the demo goes through `submit`; nothing is written in any other way.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from services.access.principal import Principal
from services.access.rights import Role
from services.demo.agenda import Activity, Agenda
from services.demo.chance import Dice
from services.demo.people import Town
from services.demo.scenario import Scenario, Script, scenario, usual_script
from services.desk.answers import Answer
from services.desk.desk import Desk
from services.tournament.definition.plan import Competition
from services.tournament.kernel.facts import Command
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.registry import commands
from services.tournament.play.scores import Sheet
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.problems import Problem

MORNING, NIGHT = time(7, 10), time(23, 40)
MASTER = 60
"""How often someone wins, against the others of a table: a master in four games of five."""
_STRENGTHS = (2, 3, 3, 4, 4, 4, 5, 5, 6, 8)
_MASTERS_EVERY = 24
"""One family unit in so many consists of two masters, so that both of some family reach the final."""

OFFICES: Mapping[str, tuple[Role, str]] = {
    "organizer": ("organizer", "babyboom"),
    "chief": ("chief_referee", "CR1"),
    "counter": ("service", "check-in-counter"),
    "form": ("service", "registration-form"),
    "front-desk": ("service", "front-desk"),
    "weather": ("service", "weather"),
    "reminders": ("service", "reminders"),
}
"""Who acts beside participants, by their numbers, and referees, as "referee:R01"."""


_NAMED = ("dispute", "game", "ruling", "proposal", "conflict", "entrant")


class NotInTheScript(AssertionError):
    """The tournament took a turn the story has no answer to: a fault of the program, not of a person."""


class SheetGone(NotInTheScript):
    """There is no such sheet any more: its session was suspended while people were at it."""


class Director:
    """Everyone who does something in one run.

    Args:
        desk: with time and chance of its own for a demo.
        agenda: by the desk's clock.
        story: what happens beside what happens anywhere.
    """

    town: Town
    """From which people come who register: of a story alone."""
    tries = 1
    """How often a table looks again where it stands, after somebody else wrote for it."""

    def __init__(
        self,
        desk: Desk,
        agenda: Agenda,
        definition: Competition,
        seed: int,
        story: Scenario | None = None,
    ) -> None:
        self.desk, self.agenda, self.clock = desk, agenda, agenda.clock
        self.id, self.definition, self.scenario = definition.id, definition, story
        self.cases = dict(scenario("usual").case) | dict({} if story is None else story.case)
        """By name: those that may happen anywhere, and those of the scenario."""
        self.seed, self.commands = seed, 0
        self.after_command: Callable[[], object] = lambda: None
        """Called after each command that was carried out."""
        self._label = f"tileledger demo {seed} {definition.id}"

    # Chance and time

    def dice(self, what: str) -> Dice:
        """Dice of their own for one thing, so that nothing else depends on how often they fall."""
        return Dice(f"{self._label}/{what}")

    def strength(self, entrant: str) -> int:
        """How often someone wins, against the others of a table."""
        state = self.state
        unit = state.entrants[entrant].unit
        if unit is not None and sorted(state.units).index(unit) % _MASTERS_EVERY == 3:
            return MASTER
        return self.dice(f"strength {entrant}").pick(_STRENGTHS)

    def day_of(self, session: Session) -> date:
        """The day on which a session is played; today, for one that is begun without a day."""
        return session.day or self.definition.local_day(self.clock.now())

    def after(self, minutes: float) -> datetime:
        return self.clock.now() + timedelta(seconds=round(minutes * 60))

    def awake(self, minutes: float) -> datetime:
        """So many minutes from now, or the next morning if that lies in the night."""
        moment = self.after(minutes)
        local = moment.astimezone(ZoneInfo(self.definition.zone))
        if MORNING <= local.time() <= NIGHT:
            return moment
        day = local.date() + timedelta(days=local.time() > NIGHT)
        return self.definition.moment(day, MORNING) + timedelta(minutes=local.minute, seconds=local.second)

    def plan(self, moment: datetime, activity: Activity) -> None:
        """Let an activity begin at a moment."""
        self.agenda.plan(moment, self.as_far_as_it_goes(activity))

    def as_far_as_it_goes(self, activity: Activity) -> Activity:
        """The activity, which ends where the program refuses it."""
        try:
            yield from activity
        except (Problem, NotInTheScript) as error:
            if not isinstance(error, SheetGone):
                self.stopped_by(error)

    def stopped_by(self, error: Problem | NotInTheScript) -> None:
        """An activity was refused: here a fault."""
        raise error

    # Looking

    @property
    def state(self) -> State:
        return self.desk.state(self.id)

    def session(self, session: str) -> Session:
        return self.state.sessions[session]

    def sheet(self, sheet: str) -> Sheet:
        """The sheet of a table; raises SheetGone."""
        found = self.state.sheets.get(sheet)
        if found is None:
            raise SheetGone(sheet)
        return found

    def script(self, session: Session) -> Script:
        """What happens in a session: by its stage and place, and perhaps by how often it has begun."""
        stage = self.state.stage_plan(session.stage)
        place = [plan.id for plan in stage.sessions].index(session.plan.id)
        if self.scenario is None:
            return usual_script(stage, self.state.rules_in(stage.id), place)
        scripts, key = self.scenario.session, f"{stage.id}/{place + 1}"
        return scripts.get(f"{key}/{session.attempt}") or scripts.get(key) or Script()

    def named(self, stage: str) -> str | None:
        """The stage as a command names it: only where people may be in several."""
        return stage if len(self.state.plan.registered_stages) > 1 else None

    # Acting

    def act(self, who: str, command: str, **fields: Any) -> Answer:
        """Send the command of this name with these fields, as `submit` does."""
        return self.submit(who, commands()[command](**fields))

    def submit(self, who: str, command: Command) -> Answer:
        """Send a command as one of `OFFICES`, as "referee:…", or as a participant."""
        kind, _, subject = who.partition(":")
        role = OFFICES.get(who) or (("referee", subject) if kind == "referee" else ("participant", who))
        answer = self.desk.submit(self.id, command, Principal("demo", *role, self.id))
        self.commands += 1
        self.after_command()
        return answer

    def referee(self, sheet: str) -> str:
        """Who supervises the sheet's table; the Chief Referee where nobody does."""
        table = TableId.of(sheet)
        referee = self.session(table.session).referees.get(table.number)
        return "chief" if referee is None else f"referee:{referee}"


class Attempt:
    """One attempt at a session; it ends where the session is suspended, or begins again."""

    def __init__(self, director: Director, session_id: str) -> None:
        session = director.session(session_id)
        self.director, self.session_id, self.number = director, session_id, session.attempt
        self.script, self.stage = director.script(session), director.state.stage_plan(session.stage)

    @property
    def session(self) -> Session:
        return self.director.session(self.session_id)

    def check(self) -> None:
        """Raise SheetGone where the attempt has ended."""
        if self.session.attempt != self.number or self.session.status == "suspended":
            raise SheetGone(self.session_id)

    def until(self, moment: datetime) -> Activity:
        """Wait; raise SheetGone where the attempt ended meanwhile."""
        yield moment
        self.check()


def named_by(answer: Answer) -> dict[str, Any]:
    """What the events of an answer name, each the last that names it: entrant, dispute, ruling …"""
    named: dict[str, Any] = {}
    for event in answer.events:
        data = msgspec.json.decode(event.data)
        data["entrant"] = data.get("entrant_no", data.get("entrant"))
        named |= {key: data[key] for key in _NAMED if data.get(key) is not None}
    return named
