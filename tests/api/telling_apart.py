"""Telling one course of a tournament from another: the databases at each moment, and who asks what there."""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from services.access.rights import COMMAND_RIGHTS, ROLES
from services.tournament.standings.places_seen import unseen_stages
from services.web.api.examples import EXAMPLES
from tests.api.conftest import BASE, ID, MORNING, Client, House, opened, query_address
from tests.api.test_visibility import reads, whole
from tests.made_once import MadeOnce
from tests.profiles import soaking
from tests.sampling import ONE_IN, a_few

_SCRUBBED = re.compile(
    r"[0-9a-f]{32,}|(?:person|case)-[0-9a-f]+|[A-Za-z0-9+/_=-]{80,}|t-[0-9a-f]{12}|DTSTAMP:\S+|\"(?:created|expires)_at\":\"[^\"]*\""
)
"""Hashes, digests, signatures, ids of persons, cases and tokens: they differ with every log."""
_OF_THE_PLAN = ("definition", "ruleset")


Steps = Callable[[House, str, str], Iterator[str]]
"""Plays one course of a tournament whose places are seen as a word says, stopping at each moment."""


class Courses:
    """Tournaments as they are at each moment, by when places are seen and the course they took."""

    def __init__(self, steps: Steps, made_once: MadeOnce, house: Path, folder: Path) -> None:
        self._steps, self._made_once, self._house, self._folder = steps, made_once, house, folder
        self._stack = ExitStack()
        self._houses: dict[tuple[str, str, str], House] = {}

    def __call__(self, word: str, course: str, moment: str) -> House:
        """A house with the databases of that moment, three weeks later."""
        key = (word, course, moment)
        if key not in self._houses:
            folder = self._folder / "-".join(key)
            folder.mkdir()
            house = self._stack.enter_context(opened(self._played(word, course) / moment, folder))
            house.clock.set(MORNING + timedelta(days=20))
            self._houses[key] = house
        return self._houses[key]

    def close(self) -> None:
        self._stack.close()

    def seqs(self, word: str, course: str, moments: Sequence[str]) -> list[int]:
        """The seqs at which the log stood at these moments."""
        found = []
        for moment in moments:
            with closing(sqlite3.connect(self._played(word, course) / moment / "log.db")) as connection:
                (seq,) = connection.execute("SELECT max(seq) FROM event").fetchone()
                found.append(seq)
        return found

    def _played(self, word: str, course: str) -> Path:
        """A folder with one for each moment, in which both databases are as they were then."""

        def make(folder: Path) -> None:
            (folder / "playing").mkdir(parents=True)
            with opened(self._house, folder / "playing") as house:
                for moment in self._steps(house, word, course):
                    (folder / moment).mkdir()
                    for name in ("log.db", "vault.db"):
                        with closing(sqlite3.connect(folder / "playing" / name)) as connection:
                            connection.execute("VACUUM INTO ?", (str(folder / moment / name),))
            shutil.rmtree(folder / "playing")

        return self._made_once(f"{self._steps.__module__} {word} {course}", make)


@contextmanager
def courses(
    steps: Steps, made_once: MadeOnce, moments: Mapping[str, Path], folder: Path
) -> Iterator[Courses]:
    """The courses of these steps; `moments` has the house in which nothing has happened."""
    found = Courses(steps, made_once, moments["house"], folder)
    try:
        yield found
    finally:
        found.close()


def unseen_at(house: House) -> dict[str, str]:
    """By stage whose places are not seen now, until when."""
    return {stage.stage: stage.until for stage in unseen_stages(house.desk.state(ID))}


def addresses(house: House, number: str, as_of: Sequence[int]) -> list[str]:
    """Every read of the tournament, of each stage, for this entrant, and as of each of these moments."""
    found = {
        address.replace("0001", number): None for address in reads(house, ID) if "as_of=12" not in address
    }
    api = (f"{BASE}/{name}?" for name in ("standings", "publications"))
    views = ("standings?view=names", "standings?view=families", "standings?q=00", "standings.csv?")
    pages = (f"/t/{ID}/{name}" for name in ("standings?", *views, "results?"))
    for address in (*api, *pages, f"{BASE}/explain?entrant={number}&", query_address("publications")):
        found |= {f"{address}&stage={stage}".replace("?&", "?").replace("&&", "&"): None
                  for stage in house.desk.state(ID).stages}  # fmt: skip
    of_log = [
        address
        for address in found
        if not re.search("lang=|diff|whoami|notices|stream|verif|seals|export|data", address)
    ]
    for seq in as_of:
        found |= {f"{address}{'&' if '?' in address else '?'}as_of={seq}": None for address in of_log}
    return list(found)


def answer(client: Client, address: str) -> tuple[int, str]:
    """The answer without what differs between any two logs, and without what the plan says."""
    response = whole(client, address)
    text = response.get_data(as_text=True)
    if response.status_code == 200 and response.is_json:
        whole_answer: Mapping[str, Any] = json.loads(text)
        text = json.dumps(
            {k: v for k, v in whole_answer.items() if k not in _OF_THE_PLAN}, ensure_ascii=False
        )
    return response.status_code, _SCRUBBED.sub("*", text)


def askers(houses: Sequence[House], number: str) -> list[tuple[str, tuple[Client, ...]]]:
    """Whoever is no official here, with a client in each house."""
    roles = [(role, ID) for role in ("display", "participant")] + [(role, "elsewhere") for role in ROLES]
    return [("nobody", tuple(house.anyone for house in houses))] + [
        (f"{role} of {place}", tuple(house.client(role, number, place) for house in houses))
        for role, place in roles
    ]


def lengths(*cases: tuple[Any, ...], briefly: Collection[tuple[str, str]]) -> list[Any]:
    """Cases with how much is asked: at length, or of some words and moments briefly, as of one moment."""
    at_length = [pytest.param(*case, "at length", marks=pytest.mark.wide) for case in cases]
    return [(*case, "briefly") for case in cases if case[:2] in briefly] + at_length


def looked_back_to(seqs: Sequence[int]) -> list[int]:
    """The first moment and the last three: of those between, an earlier now has looked back to each."""
    return [*dict.fromkeys([*seqs[:1], *seqs[-3:]])]


def sent(client: Client, name: str, body: Mapping[str, Any], preview: bool) -> tuple[int, str]:
    """The answer to a command or its preview, as `answer` has those to reads."""
    response = client.post(f"{BASE}/commands/{name}{'/preview' if preview else ''}", body)
    return response.status_code, _SCRUBBED.sub("*", response.get_data(as_text=True))


def assert_alike(houses: tuple[House, House], numbers: Sequence[str], seqs: Sequence[int]) -> int:
    """Whoever is no official reads the same in both; returns how many addresses there are.

    One in four is asked, chosen by the commit; in a soak all.
    """
    there = 0
    for turn, number in enumerate(numbers):
        everyone = askers(houses, number)
        now, past = (addresses(houses[0], number, moments) for moments in ((), looked_back_to(seqs)))
        for place, (asker, (first, other)) in enumerate(everyone):
            if asker in ("nobody", f"participant of {ID}"):
                # What is now is asked by everyone, what was by all of them together.
                wanted = [*now, *past[len(now) :][turn :: len(numbers)]]
            elif number == numbers[-1]:
                # Whoever is of elsewhere is anyone here (`test_visibility`): between them they ask all.
                wanted = past[place :: len(everyone)]
            else:
                continue
            for address in wanted if soaking() else a_few(wanted, asker, of_all=ONE_IN):
                assert answer(first, address) == answer(other, address), (asker, address)
            there += len(wanted)
    return there


def assert_previews_alike(houses: tuple[House, House], number: str, *more: Mapping[str, Any]) -> None:
    """No preview of what a participant may send tells this one which course it is.

    Args:
        more: bodies to send besides the example of each command, each with the number as entrant.
    """
    first, other = (house.client("participant", number, ID) for house in houses)
    for name, row in COMMAND_RIGHTS.items():
        if "participant" in row:
            for body in (EXAMPLES.get(name, {}), {}, *more):
                given = {**body, "entrant": number}
                assert sent(first, name, given, True) == sent(other, name, given, True), (name, given)
