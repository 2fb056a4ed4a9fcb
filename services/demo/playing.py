"""Playing the demo: a desk whose time and chance come from a seed, and the story on it up to a point."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from importlib.resources import files

from services.demo.chance import SeededBytes
from services.demo.director import Director, Progress
from services.demo.rounds import POINTS as ROUND_POINTS
from services.demo.rounds import RoundsStory
from services.demo.story import POINTS, Story
from services.demo.summary import Summary, summary_of
from services.desk.desk import Desk
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.formats import rounds_format
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.seal import SealKey
from shared.problems import NOT_FOUND, ProblemType
from shared.vault import Vault

SEED = 2026

DEMO_EXISTS = ProblemType(
    "demo-exists",
    409,
    "There is a tournament {id} already. Give the demo another id (--id), or use an empty database.",
    "賽事 {id} 已存在。請以 --id 為示範賽事另選編號，或使用空白資料庫。",
)
UNTIL_UNKNOWN = ProblemType(
    "demo-until-unknown",
    422,
    "The demo has no point {until}. Choose one of: {known}.",
    "示範賽事沒有 {until} 這一點。請選用：{known}。",
)


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
    """

    def __init__(
        self,
        database: Database,
        vault_database: Database,
        secret: bytes,
        definition: Competition,
        seed: int,
        seal_key: Callable[[], SealKey] | None = None,
    ) -> None:
        label = f"tileledger demo {seed} {definition.id}"
        # Long before anything happens; the story moves it on.
        first = definition.days(definition.first_stage)[0]
        self.clock = ManualClock(definition.moment(first - timedelta(days=365), time(8)))
        log = EventLog(database, self.clock)
        vault = Vault(vault_database, secret, SeededBytes(f"{label} vault"))
        self.desk = Desk(log, vault, self.clock, secret, SeededBytes(f"{label} desk"), seal_key)
        self.definition = definition
        self.seed = seed


def play(
    own: DemoDesk, until: str = "awards", progress: Progress | None = None, at: datetime | None = None
) -> Summary:
    """Play the tournament from its founding up to a point of `POINTS`.

    Args:
        at: stop at this moment instead.

    Raises:
        Problem: demo-exists, demo-until-unknown, or demo-does-not-fit.
    """
    definition = own.definition
    in_rounds = rounds_format(definition) is not None
    points = ROUND_POINTS if in_rounds else POINTS
    if until not in points:
        raise UNTIL_UNKNOWN(until=until, known=", ".join(points))
    if own.desk.log.head(definition.id).seq:
        raise DEMO_EXISTS(id=definition.id)
    director = Director(own.desk, own.clock, definition, own.seed, progress)
    story = RoundsStory(director) if in_rounds else Story(director)
    point = story.point(until)
    director.expected = point.commands
    story.plan()
    director.agenda.run(at or point.moment)
    return summary_of(director, own.seed, until)


def demo_definition(tournament: str = "hk-2026", id: str | None = None) -> Competition:
    """The definition of a tournament file that comes with the program; `id`, if given, replaces its own.

    Raises:
        Problem: not-found, or definition-invalid for an id that cannot be one.
    """
    folder = files("infra").joinpath("tournaments")
    for file in folder.iterdir():
        if file.name == f"{tournament}.toml":
            return read_tournament(file.read_bytes(), id=id).whole()
    raise NOT_FOUND(what="tournament file", id=ascii(tournament[:40]))
