"""Two machines with PostgreSQL under Patroni and a third for etcd's majority, as addresses on loopback.

The files are those of infra/several_machines with other addresses and folders; nothing else is changed.
"""

import http.client
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from string import Template
from typing import Any

import msgspec
import psycopg

FILES = Path(__file__).parents[2] / "infra" / "several_machines"
BINARIES = Path("/usr/lib/postgresql/15/bin")
PROGRAMS = ("etcd", "patroni", "pgbouncer", "haproxy")
START_SECONDS = 90.0
SERVICE, OWNER = "tileledger_service", "tileledger"
DATABASES = ("tileledger", "tileledger_vault")


class NoMachines(Exception):
    """Something that they need is not installed; the message says what."""


class Machine:
    """One of them, with what runs there."""

    def __init__(self, cluster: "Machines", name: str, address: str) -> None:
        self._cluster, self.name, self.address = cluster, name, address
        self.folder = cluster.folder / name
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        for part in ("lib/postgresql/15", "run/postgresql", "etc"):
            (self.folder / part).mkdir(parents=True)
        self._write("etcd.yml", "patroni.yml", "haproxy.cfg", "pgbouncer.ini")
        (self.folder / "etc/userlist.txt").write_text(f'"{SERVICE}" "{cluster.password}"\n')
        for path in (self.folder, *self.folder.rglob("*")):
            cluster.give(path)

    def start(self, *programs: str) -> None:
        """Start these of its programs."""
        etc = self.folder / "etc"
        commands = {
            "etcd": ("etcd", "--config-file", etc / "etcd.yml"),
            "patroni": ("patroni", etc / "patroni.yml"),
            "haproxy": ("haproxy", "-db", "-f", etc / "haproxy.cfg"),
            "pgbouncer": ("pgbouncer", etc / "pgbouncer.ini"),
        }
        for program in programs:
            with (self.folder / f"{program}.log").open("ab") as output:
                self._running[program] = self._cluster.popen(commands[program], output)

    def signal(self, number: int, *programs: str) -> None:
        """Send a signal to these; to PostgreSQL together with its Patroni, and to each process of it."""
        for program in programs:
            process = self._running[program]
            pids = [process.pid, *(self._postgresql() if program == "patroni" else ())]
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            if number == signal.SIGKILL:
                process.wait()

    def is_primary(self) -> bool:
        """Whether its Patroni holds the primary; False while it does not answer."""
        return self.ask("/patroni").get("role") == "master"

    def ask(self, path: str) -> dict[str, Any]:
        """What its Patroni answers; nothing while it does not."""
        connection = http.client.HTTPConnection(self.address, 8008, timeout=2)
        try:
            connection.request("GET", path)
            found: dict[str, Any] = msgspec.json.decode(connection.getresponse().read())
            return found
        except (OSError, http.client.HTTPException, msgspec.MsgspecError):
            return {}
        finally:
            connection.close()

    def _postgresql(self) -> list[int]:
        file = self.folder / "lib/postgresql/15/tileledger/postmaster.pid"
        with suppress(OSError, ValueError):
            pid = int(file.read_text().split()[0])
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            return [pid, *map(int, children)]
        return []

    def _write(self, *names: str) -> None:
        cluster = self._cluster
        given = {"name": self.name, "address": self.address}
        given |= dict.fromkeys(("superuser_password", "replication_password"), cluster.password)
        for name in names:
            text = Template((FILES / name).read_text()).substitute(given)
            for written, here in (
                ("10.0.0.0/24", "127.0.0.0/8"),
                ("10.0.0.", f"{cluster.network}."),
                ("127.0.0.1", self.address),
                ("/var/lib", str(self.folder / "lib")),
                ("/var/run", str(self.folder / "run")),
                ("/etc/pgbouncer", str(self.folder / "etc")),
            ):
                text = text.replace(written, here)
            (self.folder / "etc" / name).write_text(text)


class Machines:
    """The three of them.

    Args:
        chance: gives the network, so that several of these can run side by side.
    """

    def __init__(self, folder: Path, chance: Random) -> None:
        self.folder = folder
        self.password = secrets.token_hex(12)
        self._user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self.give(folder)
        self.network = f"127.{chance.randint(1, 254)}.{chance.randint(1, 254)}"
        named = zip(("one", "two", "three"), (11, 12, 13), strict=True)
        self.one, self.two, self.three = (
            Machine(self, name, f"{self.network}.{place}") for name, place in named
        )

    def start(self) -> None:
        for machine in (self.one, self.two, self.three):
            machine.start("etcd")
        self.one.start("patroni")
        wait(self.one.is_primary, "a first primary")
        self.two.start("patroni")
        for machine in (self.one, self.two):
            machine.start("haproxy", "pgbouncer")
        self.wait_for_standby()
        with psycopg.connect(self.of_all("postgres", "postgres"), autocommit=True) as connection:
            for role in (OWNER, SERVICE):
                connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{self.password}'".encode())
            for database in DATABASES:
                connection.execute(f"CREATE DATABASE {database} OWNER {OWNER}".encode())

    def primary(self) -> Machine | None:
        """Which one holds the primary now; None between two."""
        found = [machine for machine in (self.one, self.two) if machine.is_primary()]
        return found[0] if len(found) == 1 else None

    def other(self, machine: Machine) -> Machine:
        return self.two if machine is self.one else self.one

    def wait_for_standby(self) -> None:
        """Until the standby may take over: it holds every commit, and etcd says so."""

        def standing_by() -> bool:
            members = self.one.ask("/cluster").get("members") or self.two.ask("/cluster").get("members") or ()
            roles = sorted(m["role"] for m in members if m["state"] in ("running", "streaming"))
            return roles == ["leader", "sync_standby"]

        wait(standing_by, "a synchronous standby")

    def of_all(self, database: str, role: str = SERVICE) -> str:
        """The address that names both machines: libpq tries which of them takes writes."""
        hosts = f"host={self.one.address},{self.two.address}"
        return f"postgresql://{role}:{self.password}@/{database}?{hosts}&target_session_attrs=read-write"

    def standby(self, database: str) -> str:
        """The address by which onlookers read: of a standby, else of whichever machine answers."""
        return self.of_all(database).replace("=read-write", "=prefer-standby")

    def pooled(self, machine: Machine, database: str) -> str:
        """The address of a machine's pgbouncer."""
        return f"postgresql://{SERVICE}:{self.password}@{machine.address}:6432/{database}"

    def popen(self, command: tuple[str | Path, ...], output: Any) -> "subprocess.Popen[bytes]":
        path = f"{os.environ.get('PATH', '')}:/usr/sbin"
        program = shutil.which(str(command[0]), path=path) or command[0]
        user: dict[str, Any] = {}
        if self._user is not None:
            user = {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        environment = {"PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        return subprocess.Popen(
            [program, *command[1:]], stdout=output, stderr=output, env=environment, cwd=self.folder, **user
        )

    def give(self, path: Path) -> None:
        """Let those who PostgreSQL runs as have it: it refuses to run as root."""
        if self._user is not None:
            os.chown(path, self._user.pw_uid, self._user.pw_gid)

    def stop(self) -> None:
        for machine in (self.one, self.two, self.three):
            running = tuple(machine._running)
            machine.signal(signal.SIGCONT, *running)
            machine.signal(signal.SIGKILL, *running)


@contextmanager
def machines(folder: Path, chance: Random) -> Iterator[Machines]:
    """All of it, until the end of the block.

    Raises:
        NoMachines
    """
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    missing = [name for name in PROGRAMS if shutil.which(name, path=path) is None]
    missing += [] if BINARIES.exists() else ["postgresql-15"]
    if missing:
        raise NoMachines(f"there is no {', '.join(missing)} on this machine")
    made = Machines(folder, chance)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def wait(holds: Callable[[], bool], what: str, seconds: float = START_SECONDS) -> float:
    """Wait until something holds; how long it took."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise AssertionError(f"no {what} within {seconds:.0f} s")
        time.sleep(0.1)
    return time.monotonic() - began
