"""The people of a run: who plays, who is reached how, and what they do while everything goes wrong.

They play as in a rehearsal. What they press they press again where no answer came, under the same id; some
stop the messages, block the bot, or have themselves forgotten.
"""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from services.access.principal import Principal
from services.demo.agenda import Activity, Agenda
from services.desk.answers import Answer
from services.desk.desk import Desk
from services.notices.store import NoticeStore
from services.rehearsal.walking import Rehearsal
from services.tournament.definition.founding import AppointReferee, DefineTournament
from services.tournament.kernel.facts import Command
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from shared.problems import Problem
from tests.seeded.world import World
from tests.unit.tournament.specs import S1, S2, definition, hk_rules, hong_kong, registration

ID = "hk-2026"
DAY = date(2026, 3, 28)
FOUNDED, EVE = hong_kong("2026-03-20 12:00"), hong_kong("2026-03-27 17:30")
AFTER_PLAY = hong_kong("2026-03-28 21:00")
IN_SESSIONS = {S1: 8, S2: 4}
ORGANIZER = Principal("seeded", "organizer", "babyboom", ID)
STOPS, FORGOTTEN, BLOCKS = "0003", "0005", "0007"
MAIL_ALONE, NOTHING = "0004", "0006"
_BOTH = ("0001", "0002")
"""They have one phone."""


class Door:
    """The desk as people have it: whoever gets no answer sends the same again, under the same id."""

    def __init__(self, world: World) -> None:
        self._world, self._sent = world, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world.desk, name)

    def submit(self, tournament_id: str, command: Command, principal: Principal) -> Answer:
        """Carry it out once; raises Problem.

        Raises:
            AssertionError: sent again it was answered otherwise.
        """
        world = self._world
        self._sent += 1
        answers: list[Answer] = []

        def send() -> None:
            # Looked up each time: after a crash it is another desk.
            answers.append(
                world.desk.submit(tournament_id, command, principal, command_id=f"sent-{self._sent}")
            )

        while not world.risk(world.web, send):
            pass
        if not world.outside.calm and world.chance.random() < 0.1:
            send()
            first, again = answers
            told = ("first_seq", "last_seq", "events")
            assert [getattr(first, name) for name in told] == [getattr(again, name) for name in told]
        return answers[0]


class Town:
    """Everyone, and what they do on the day of play.

    Attributes:
        left: the phones and mailboxes to which nothing may come any more.
    """

    def __init__(self, world: World) -> None:
        self._world, self._door = world, Door(world)
        self.left: set[str] = set()
        self.phones: dict[str, str] = {}
        """By recipient."""

    def found(self) -> None:
        """Bring the tournament to the eve of its first day, before anything goes wrong."""
        world = self._world
        world.clock.set(FOUNDED)
        plan = definition(capacity=8, tables=2)
        self._do(DefineTournament(definition=plan, ruleset=hk_rules()))
        for referee in ("CR1", "R01", "R02", "R03"):
            self._do(AppointReferee(referee=referee, name=f"Judge {referee}", chief=referee == "CR1"))
        first = 0
        for session, count in IN_SESSIONS.items():
            for place in range(first + 1, first + count + 1):
                number = f"{place:04d}"
                mailed = place % 2 == 1 or number == MAIL_ALONE
                email = f"{number}@example.org" if mailed and number != FORGOTTEN else ""
                self._do(registration(number, session, email=email))
                if number not in (MAIL_ALONE, NOTHING):
                    self._link(f"entrant:{number}", _BOTH[0] if number in _BOTH else number)
            first += count
        for recipient in ("organizer:organizer", "referee:CR1", "referee:R01", "referee:R02"):
            self._link(recipient, recipient)
        world.clock.set(EVE)

    def play(self) -> list[str]:
        """The day as it goes, with workers at work; what the script had no answer to."""
        world = self._world
        walk = Rehearsal(
            _as_desk(self._door),
            ID,
            DAY,
            lambda id, after: NoticeStore(world.observer.wiring.database).read(id, after),
            [],
            world.sky._spell,
            Agenda(world.clock),
            lambda told: world.say(f"written: {told.notice.kind} {told.notice.reference}"),
            lambda proposal, at: world.say(f"proposed: {proposal.outcome} by {proposal.proposal}"),
        )
        walk.plan(world.clock.now(), self._workers())
        walk.plan(world.clock.now(), self._turns_of_mind())
        walk.walk()
        return walk.stopped

    def _workers(self) -> Activity:
        world = self._world
        while True:
            world.work()
            yield world.clock.now() + timedelta(seconds=world.chance.choice((1, 20, 120, 600)))

    def _turns_of_mind(self) -> Activity:
        """What people do at any time that changes whom a message may reach, and what is true of the day."""
        world = self._world
        deeds: list[Callable[[], None]] = [
            lambda: self._stop(STOPS),
            lambda: self._forget(FORGOTTEN),
            lambda: world.outside.phones.block(int(self.phones[f"entrant:{BLOCKS}"]), True),
            lambda: self._try(SuspendDay(day=DAY, grounds="other", en="No hall", zh="沒有場地")),
            lambda: self._try(LiftSuspension(day=DAY, reason="The hall is free after all")),
        ]
        for deed in world.chance.sample(deeds[:3], 3) + deeds[3:] * world.chance.randrange(2):
            yield world.clock.now() + timedelta(minutes=world.chance.uniform(1, 200))
            deed()

    def _stop(self, number: str) -> None:
        where = self.phones[f"entrant:{number}"]
        self._world.web.wiring.links.stop("telegram", where)
        self.left.add(where)
        self._world.say(f"{number} stopped messages")

    def _forget(self, number: str) -> None:
        self._try(ForgetPerson(person=number))
        self.left.add(self.phones[f"entrant:{number}"])
        self._world.say(f"{number} was forgotten")

    def _try(self, command: Command) -> None:
        try:
            self._do(command)
            self._world.say(f"the organizer sent {type(command).__name__}")
        except Problem as problem:
            self._world.say(f"{type(command).__name__} was refused: {problem.code}")

    def _do(self, command: Command) -> None:
        self._door.submit(ID, command, ORGANIZER)

    def _link(self, recipient: str, phone: str) -> None:
        links, phones = self._world.web.wiring.links, self._world.outside.phones
        known = {person.first_name: person for person in phones.people.values()}
        person = known.get(phone) or phones.open_chat(phone)
        links.link(ID, recipient, "telegram", str(person.id), "en")
        self.phones[recipient] = str(person.id)


def _as_desk(door: Door) -> Desk:
    return door  # type: ignore[return-value]
