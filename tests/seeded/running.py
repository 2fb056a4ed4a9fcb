"""One run from its seed: the same seed does the same, to the last byte of what it tells."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec

from services.rehearsal.sky import SCRIPTS, Sky
from services.tournament.weather.watching import weather_day
from shared.logs import set_up_logs
from tests.seeded.people import DAY, FOUNDED, ID, Town
from tests.seeded.promises import Promises
from tests.seeded.world import World
from tests.unit.tournament.specs import founded


class Ran(msgspec.Struct, frozen=True):
    """A run that held what is promised.

    Attributes:
        told: what happened, a line each.
        counts: of crashes, steps, messages and so on.
    """

    told: list[str]
    counts: dict[str, int]

    @property
    def digest(self) -> str:
        return sha256("\n".join(self.told).encode()).hexdigest()


class Broken(AssertionError):
    """A promise that was broken; the message names what repeats it."""


def repeats(seed: int, kind: str) -> str:
    """The line that does the same again."""
    return f".venv/bin/python -m tests.seeded {seed} {kind}"


def run(seed: int, folder: Path, url: str | None = None) -> Ran:
    """Run a day of play with everything going wrong.

    Args:
        url: of a migrated database for the log; a file in the folder by default.

    Raises:
        Broken
    """
    script = Random(f"weather {seed}").choice(sorted(SCRIPTS))
    plan = founded(capacity=8, tables=2).state
    spell = SCRIPTS[script](plan.plan, DAY, weather_day(plan, DAY))
    with ExitStack() as stack:
        failed = stack.enter_context(_errors())
        promises: list[Promises] = []
        world = World(
            stack,
            folder,
            seed,
            FOUNDED,
            lambda clock: Sky(clock, spell),
            lambda arrival: promises[0].arriving(arrival),
            url,
        )
        town = Town(world)
        promises.append(Promises(world, town))
        world.say(f"weather: {script}")
        try:
            world.outside.calm = True
            town.found()
            world.outside.calm = False
            stopped = town.play()
            promises[0].settle()
        except Exception as error:
            raise Broken(f"{repeats(seed, _kind(url))}\n{error!r}") from error
        world.told += [f"the script had no answer: {words}" for words in stopped]
        head = world.observer.wiring.desk.head(ID)
        world.say(f"the log ends at {head.seq}, {head.hash.hex()}")
        broken = [*promises[0].broken, *(f"logged as an error: {event}" for event in failed)]
        counts = {
            "crashes": world.crashes,
            "steps": world.steps.taken,
            "events": head.seq,
            "messages": len(world.outside.arrivals),
            "answers lost": world.outside.fates["answer lost"] + world.outside.fates["request lost"],
        }
    if broken:
        raise Broken("\n".join([repeats(seed, _kind(url)), *broken[:20]]))
    return Ran(world.told, counts)


def _kind(url: str | None) -> str:
    return "sqlite" if url is None else "postgresql"


class _Collecting(logging.Handler):
    """Keeps the events that are logged as errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.events: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # The event loop says of calls that ended in a crash that nobody asked how they ended.
        if record.name != "asyncio":
            said = record.msg if isinstance(record.msg, dict) else {"event": record.getMessage()}
            self.events.append(f"{said.get('event')} {said.get('error') or record.exc_info or ''}")


@contextmanager
def _errors() -> Iterator[list[str]]:
    """What the house logs as errors: nothing that goes wrong outside is one."""
    set_up_logs("console", "critical")
    root, collecting = logging.getLogger(), _Collecting()
    level, shown = root.level, root.handlers
    root.handlers = [collecting]
    root.setLevel(logging.ERROR)
    try:
        yield collecting.events
    finally:
        root.handlers = shown
        root.setLevel(level)
