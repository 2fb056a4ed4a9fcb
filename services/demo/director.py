"""The director: sends what people do to the desk, with the role of whoever does it, and keeps the time.

Everything that happens in the demo goes through `submit`; nothing is written in any other way.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from services.access.principal import Principal
from services.access.rights import Role
from services.demo.agenda import Activity, Agenda
from services.demo.chance import Dice
from services.demo.days import Calendar
from services.demo.people import Person
from services.desk.answers import Answer
from services.desk.desk import Desk
from services.rules.ruleset import Ruleset, load
from services.tournament.definition.plan import Competition
from services.tournament.kernel.facts import Command
from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Sheet
from services.tournament.seating.presence import present_and_missing
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import Problem

MORNING, NIGHT = time(7, 10), time(23, 40)

Progress = Callable[[int, int, Phrase | None], None]
"""Commands sent so far, about how many there will be, and what is going on."""


class NotInTheScript(AssertionError):
    """The tournament took a turn the story has no answer to: a fault of the program, not of a person."""


class SheetGone(NotInTheScript):
    """There is no such sheet any more: its session was suspended while people were at it."""


class Director:
    """One run of the demo.

    Args:
        desk: made by `demo_desk`, so that time and chance are the demo's own.
        agenda: by the desk's clock.
        progress: told after each command.
        rulesets: all the tournament is played by, its own first; those that ship, unless given.
        calendar: when it is played; by default as planned.
        attachments: the files that the definition names, in base64; those that ship, unless given.
    """

    def __init__(
        self,
        desk: Desk,
        agenda: Agenda,
        definition: Competition,
        seed: int,
        progress: Progress | None = None,
        rulesets: Sequence[Ruleset] = (),
        calendar: Calendar | None = None,
        attachments: Sequence[str] = (),
    ) -> None:
        self.desk = desk
        self.attachments = tuple(attachments)
        self.calendar = calendar or Calendar(definition)
        self.clock = agenda.clock
        self.definition = definition
        self.rulesets = tuple(rulesets) or tuple(load(name) for name in definition.rulesets)
        self.agenda = agenda
        self.people: dict[str, Person] = {}
        """Everyone registered, by entrant number."""
        self.arrivals: dict[str, dict[str, datetime | None]] = {}
        """By session, when each comes, None for who stays away; nobody at the venue knows that yet."""
        self.commands = 0
        self.refusals = 0
        self._label = f"tileledger demo {seed} {definition.id}"
        self._progress = progress
        self.expected = 0
        """About how many commands there will be."""
        self._scene: Phrase | None = None

    # Chance and time

    def dice(self, what: str) -> Dice:
        """Dice of their own for one thing, so that nothing else depends on how often they fall."""
        return Dice(f"{self._label}/{what}")

    def moment(self, day: date, clock: str) -> datetime:
        """A moment of the tournament's zone: `moment(day, "12:05")`."""
        return self.definition.moment(day, time.fromisoformat(clock))

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
        self.agenda.plan(moment, activity)

    def scene(self, name: str, **values: object) -> None:
        """Say what is going on, `cli-scene-…`, for whoever watches."""
        self._scene = Phrase(f"cli-scene-{name}", values)

    # Looking

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def supervised(self) -> bool:
        """Whether sheets of any stage are signed, so that tables have referees."""
        return any(stage.signatures == "required" for stage in self.definition.stages)

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

    # Acting

    def submit(self, role: Role, subject: str, command: Command) -> Answer:
        """Send a command as `role:subject`."""
        answer = self.desk.submit(self.id, command, Principal("demo", role, subject, self.id))
        self.commands += 1
        if self._progress is not None:
            self._progress(self.commands, max(self.expected, self.commands), self._scene)
        return answer

    def organizer(self, command: Command) -> Answer:
        return self.submit("organizer", "babyboom", command)

    def chief(self, command: Command) -> Answer:
        return self.submit("chief_referee", "CR1", command)

    def counter(self, command: Command) -> Answer:
        """As the check-in counter at the entrance."""
        return self.submit("service", "check-in-counter", command)

    def participant(self, entrant: str, command: Command) -> Answer:
        return self.submit("participant", entrant, command)

    def referee(self, sheet: str, command: Command) -> Answer:
        """As the referee who supervises the sheet's table; the Chief Referee where nobody does."""
        table = TableId.of(sheet)
        referee = self.session(table.session).referees.get(table.number)
        return self.chief(command) if referee is None else self.submit("referee", referee, command)

    def refused(self, code: str, role: Role, subject: str, command: Command) -> None:
        """Try what the rules refuse; nothing is written."""
        try:
            self.submit(role, subject, command)
        except Problem as problem:
            if problem.code != code:
                raise
            self.refusals += 1
            return
        raise NotInTheScript(f"{type(command).__name__} was to be refused with {code}")


def rules_of(state: State) -> tuple[Ruleset, ...]:
    """All that a founded tournament is played by, its own ruleset first; house rules may be among them."""
    assert state.ruleset is not None, "a tournament that was founded has rules"
    return (state.ruleset, *(rules for _, rules in sorted(state.stage_rules.items())))


def data_of(answer: Answer, event: str) -> Any:
    """The data of the first event of that type in an answer.

    Raises:
        NotInTheScript: the command led to no such event.
    """
    for data in all_data_of(answer, event):
        return data
    raise NotInTheScript(f"{answer.command_id} led to no {event}")


def all_data_of(answer: Answer, event: str) -> list[Any]:
    """The data of every event of that type in an answer."""
    return [msgspec.json.decode(event_view.data) for event_view in answer.events if event_view.type == event]


def expected(state: State, session: str) -> list[str]:
    """Who may check in for a session and has not come, in order of number."""
    planned = state.sessions[session]
    if state.stage_plan(planned.stage).check_in == "none":
        return []
    return [
        number for number in present_and_missing(state, planned)[1] if _is_expected(state, number, planned)
    ]


def _is_expected(state: State, number: str, session: Session) -> bool:
    attendance = state.entrants[number].in_session(session.stage, session.plan.id)
    return attendance is not None and attendance.presence == "expected"


def stage_named(state: State, stage: str) -> str | None:
    """The stage as a command names it: only where people may be in several."""
    return stage if len(state.plan.registered_stages) > 1 else None


def once(action: Callable[[], object]) -> Activity:
    """An activity that does one thing when its time comes."""
    action()
    yield from ()
