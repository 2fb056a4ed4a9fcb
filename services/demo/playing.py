"""Playing the demo: a desk whose time and chance come from a seed, and the story on it up to a point."""

from collections.abc import Callable, Sequence
from datetime import datetime, time, timedelta

from services.demo.agenda import Agenda
from services.demo.any_plan import POINTS as POINTS_OF_ANY
from services.demo.any_plan import AnyStory
from services.demo.chance import SeededBytes
from services.demo.days import Calendar
from services.demo.director import Director, Progress
from services.demo.story import POINTS, Story, fits
from services.demo.summary import Summary, summary_of
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.rules.ruleset import Ruleset
from services.tournament.definition.plan import Competition
from services.tournament.definition.playable import check_playable
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.seal import SealKey
from shared.problems import ProblemType
from shared.vault import Vault

SEED = 2026

DEMO_EXISTS = ProblemType("demo-exists", 409)
UNTIL_UNKNOWN = ProblemType("demo-until-unknown", 422)


class DemoDesk:
    """A desk for one demo, with the clock it goes by.

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
    """

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
        label = f"tileledger demo {seed} {definition.id}"
        # Long before anything happens; the story moves it on.
        self.calendar = calendar or Calendar(definition)
        first = self.calendar.first_day()
        self.clock = ManualClock(definition.moment(first - timedelta(days=365), time(8)))
        log = EventLog(database, self.clock)
        vault = Vault(vault_database, secret, SeededBytes(f"{label} vault"))
        self.desk = Desk(Parts.over(log, vault, self.clock, secret, SeededBytes(f"{label} desk"), seal_key))
        self.definition = definition
        self.seed = seed
        self.rulesets = tuple(rulesets)
        self.attachments = tuple(attachments)


def play(
    demo: DemoDesk, until: str = "awards", progress: Progress | None = None, at: datetime | None = None
) -> Summary:
    """Play the tournament from its founding up to a point of `POINTS`.

    Args:
        at: stop at this moment instead.

    Raises:
        Problem: demo-exists, demo-until-unknown, or not-played-yet.
    """
    definition = demo.definition
    check_playable(definition)
    like_hong_kong = fits(definition)
    points = POINTS if like_hong_kong else POINTS_OF_ANY
    if until not in points:
        raise UNTIL_UNKNOWN(until=until, known=[*points])
    if demo.desk.log.head(definition.id).seq:
        raise DEMO_EXISTS(id=definition.id)
    agenda = Agenda(demo.clock)
    director = Director(
        demo.desk,
        agenda,
        definition,
        demo.seed,
        progress,
        demo.rulesets,
        demo.calendar,
        demo.attachments,
    )
    story = Story(director) if like_hong_kong else AnyStory(director)
    point = story.point(until)
    director.expected = point.commands
    story.plan()
    director.agenda.run(at or point.moment)
    return summary_of(director, demo.seed, until)
