"""What a check is handed, and what it finds."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal, TypeVar, cast

import msgspec

from infra.migrations import current, latest
from infra.migrations.chains import Chain
from infra.migrations.readiness import reaching, shared_by
from services.desk.cache import StateCache
from services.tournament.state import State as TournamentState
from shared.catalogue import FIRST, Phrase, Word, say, shown
from shared.catalogue import Listed as Enumerated
from shared.clock import Clock
from shared.database import Database
from shared.database.places import in_one_file, sqlite_file
from shared.eventlog import EventLog
from shared.problems import Problem
from shared.settings import Settings
from shared.vault import Vault

CHAINS: tuple[Chain, ...] = ("log", "vault")
State = Literal["ok", "warning", "failed"]
Detail = Phrase | Enumerated | Problem
Found = TypeVar("Found")


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A finding.

    Attributes:
        name: what was looked at, the same in every installation: it labels a metric.
        of: what it was looked at in, such as a tournament or a folder; "" where there is one only.
        detail: what was found; names no person and no secret.
        way_out: what to do about it, None when it is ok.
    """

    name: str
    of: str | Phrase = ""
    state: State
    detail: Detail
    way_out: Phrase | None = None

    @property
    def title(self) -> str:
        """The stable name, for programs and logs: "views of hk-2026"."""
        return f"{self.name} of {self.of}" if self.of else self.name

    def title_in(self, language: str) -> str:
        """The name as a person reads it."""
        name = called(self.name)
        return say("check-of", language, name=name, of=self.of) if self.of else name.in_language(language)

    def detail_in(self, language: str = FIRST) -> str:
        """What was found, in a language."""
        return str(shown(self.detail, language))

    def way_out_in(self, language: str = FIRST) -> str:
        """What to do about it in a language, "" when it is ok."""
        return "" if self.way_out is None else self.way_out.in_language(language)


def called(name: str) -> Word:
    """What a check is called: "log database" is `word-checked-log-database`."""
    return Word("checked", name.replace(" ", "-"))


def some_of(parts: Sequence[object], most: int, between: str = "list-between-sentences") -> Detail:
    """The first few of several, and how many more there are."""
    first = Enumerated(parts[:most], between)
    if len(parts) <= most:
        return first
    return Phrase("check-and-more", {"first": first, "more": len(parts) - most})


class NotHere(Exception):
    """What a check looks at is not there yet, or of another release; the check on databases tells that."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


def database_called(chain: Chain) -> Word:
    """Which of the two databases is meant, in words."""
    return Word("checked", f"{chain}-database")


class Installation:
    """What the checks look at: settings, and both databases as they are, migrated or not.

    Args:
        open_log, open_vault_database: asked at each use, so whoever hands them in keeps what they open.
        open_vault: the vault under the secret; None where there is no secret to open it with.
        running: asked by a process at work, which cannot do without what a fresh machine lacks.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        open_log: Callable[[], Database],
        open_vault_database: Callable[[], Database],
        open_vault: Callable[[], Vault | None],
        *,
        running: bool = False,
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.running = running
        self._open = {"log": open_log, "vault": open_vault_database}
        self._open_vault = open_vault
        self._kept: dict[str, object] = {}
        self._away: dict[str, Problem] = {}
        self._log: EventLog | None = None
        self._states: StateCache | None = None

    def file(self, chain: Chain) -> Path | None:
        """The SQLite file of a database; None on PostgreSQL and in memory."""
        return sqlite_file(self.settings.database_url if chain == "log" else self.settings.vault_url)

    def opened(self, chain: Chain) -> Database:
        """A database, whatever is in it. A file that is not there is not made.

        Raises:
            NotHere: there is no such file.
            Problem: database-shared, of the vault in the log's file, as one would wait for the other;
                database-unreachable, database-damaged.
        """
        if chain == "vault" and in_one_file(self.settings.database_url, self.settings.vault_url):
            raise shared_by(chain)
        if (away := self._away.get(chain)) is not None:
            raise away
        file = self.file(chain)
        if file is not None and not file.exists():
            raise NotHere(Phrase("check-file-not-there", {"file": str(file)}))
        with reaching(chain):
            return self._open[chain]()

    def found_away(self, chain: str, why: Problem) -> None:
        """Have a database that could not be had not be asked again, each time for seconds, in this look."""
        self._away[chain] = why

    def look_anew(self) -> None:
        """Ask again what could not be had."""
        self._away.clear()

    def migrated(self, chain: Chain) -> Database:
        """A database that is of this release.

        Raises:
            NotHere: there is none, or it is empty or of another release.
            Problem: database-unreachable, database-damaged.
        """
        database = self.opened(chain)
        with reaching(chain):
            if current(database, chain) != latest(chain):
                raise NotHere(
                    Phrase("check-database-of-another-release", {"database": database_called(chain)})
                )
        return database

    def log(self) -> EventLog:
        """The log; raises as `migrated`."""
        database = self.migrated("log")
        if self._log is None or self._log.database is not database:
            self._log = EventLog(database, self.clock)
            self._states = StateCache(self._log)
        return self._log

    def state(self, tournament_id: str) -> TournamentState:
        """The state of a tournament at its head; raises as `migrated`."""
        self.log()
        assert self._states is not None, "made with the log"
        return self._states.current(tournament_id).state

    def once(self, name: str, look: Callable[[], Found]) -> Found:
        """What a look that takes long found: in a running process made once, when first asked for."""
        if not self.running:
            return look()
        if name not in self._kept:
            self._kept[name] = look()
        return cast(Found, self._kept[name])

    def vault(self) -> Vault | None:
        """The vault under the secret; None where there is no secret.

        Raises:
            NotHere, Problem: as `migrated`; or what loading the secret raises.
        """
        self.migrated("vault")
        return self._open_vault()


Run = Callable[[Installation], Iterable[Check]]


class Listed(msgspec.Struct, frozen=True):
    """A check in the list.

    Attributes:
        name: for the finding when the check itself fails.
        blocks: which process is not ready when it fails.
    """

    name: str
    run: Run
    blocks: Literal["web", "worker", "nothing"] = "nothing"
