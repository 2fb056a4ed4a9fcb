"""Databases for every test: fresh, migrated, on SQLite and on PostgreSQL."""

import os
import shutil
import signal
import sys
from collections.abc import Generator, Iterator
from functools import cache, partial
from pathlib import Path
from typing import cast

import hypothesis
import pytest
import structlog
from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache

from infra.migrations import chains, migrate, migrate_vault
from shared.collecting import collect_seldom
from shared.database import Database
from shared.database.statement import Statement
from shared.vault import Vault
from tests import profiles, sampling, statements
from tests.made_once import MadeOnce
from tests.migrating import REAL, copy_schema
from tests.postgresql_databases import Databases
from tests.postgresql_server import NoPostgreSQL, OwnServer, Server, server
from tests.third_language import third as third

# While thousands of tests are collected, too, there is hardly any garbage to look for.
collect_seldom()
# With rich at hand, structlog shows the locals of each frame, which takes half a second for each exception.
structlog.get_config()["processors"][-1].exception_formatter = structlog.dev.plain_traceback
# Unless another is asked for with --hypothesis-profile; a conftest is read before that option is.
hypothesis.settings.load_profile(profiles.HOUSE)

LONG = {"demo", "simulation"}
"""Folders of tests that take long."""

_DEFAULTS = cast(dict[str, object], Database.__init__.__kwdefaults__)
"""How databases are opened where nothing else is said."""
VAULT_SECRET = b"a secret for tests, never used elsewhere"


def pytest_report_header() -> str:
    share = f"one in {sampling.share()} ({sampling.SHARE})"
    return f"of the cases of a test that are marked wide {share}, {sampling.SEED}={sampling.seed()}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose of what is wide, and put what takes long first."""
    sampling.one_database_soon(items)
    skipped = sampling.left_out(items)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in skipped])
    items[:] = [item for item in items if item.nodeid not in skipped]
    chosen = config.args_source is config.ArgsSource.ARGS or config.option.keyword
    if config.option.markexpr == "not wide" and not chosen:
        sampling.few_soon(items)
    items.sort(key=lambda item: ("browser" not in item.path.parts, not LONG & set(item.path.parts)))


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later search for garbage."""
    collect_seldom()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where CI is set nothing is skipped: what cannot be tested there has failed."""
    report = yield
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and CI is set: {call.excinfo and call.excinfo.value}"
    return report


@pytest.fixture(scope="session")
def postgresql_server(made_once: MadeOnce) -> Iterator[Server]:
    """A server for this test process; without one its tests are skipped."""
    try:
        with server(made_once=made_once) as running:
            yield running
    except NoPostgreSQL as reason:
        pytest.skip(f"no PostgreSQL: {reason}")


@pytest.fixture(scope="session")
def _postgresql_databases(postgresql_server: Server) -> Iterator[Databases]:
    databases = Databases(postgresql_server)
    yield databases
    databases.close()


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> MadeOnce:
    """Folders that are made once in a run: `made_once("name", fill)`."""
    return MadeOnce(tmp_path_factory)


@pytest.fixture(scope="session")
def _sqlite_template(made_once: MadeOnce) -> Path:
    return made_once("log", lambda folder: migrate(f"sqlite:///{folder}/log.db")) / "log.db"


@pytest.fixture(scope="session")
def _vault_template(made_once: MadeOnce) -> Path:
    return made_once("vault", lambda folder: migrate_vault(f"sqlite:///{folder}/vault.db")) / "vault.db"


@pytest.fixture(scope="session", autouse=True)
def _migrated_by_copying(_sqlite_template: Path, _vault_template: Path) -> Iterator[None]:
    """Bring an empty SQLite file up to date by copying what migrations make, in a tenth of the time."""
    templates: dict[chains.Chain, Path] = {"log": _sqlite_template, "vault": _vault_template}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chains, "_upgrade", partial(copy_schema, templates))
        yield


@pytest.fixture(autouse=True)
def _hears_signals_as_before() -> Iterator[None]:
    """A test that left this process deaf to a signal would leave the programs of later tests deaf to it."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


@pytest.fixture(scope="session", autouse=True)
def _templates_loaded_once(made_once: MadeOnce) -> Iterator[None]:
    """Each test has a web application of its own, which would compile and load the pages it shows anew."""
    compiled = FileSystemBytecodeCache(str(made_once("templates", lambda folder: None)))
    make, made = Flask.create_jinja_environment, dict[str, Environment]()

    def shared(app: Flask) -> Environment:
        if app.name not in made:
            made[app.name] = make(app)
        return made[app.name]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": compiled})
        patch.setattr(Flask, "create_jinja_environment", shared)
        yield


@pytest.fixture(scope="session", autouse=True)
def _statements_compiled_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Statement, "_compile", statements.once(Statement._compile))
        yield


@pytest.fixture(scope="session", autouse=True)
def _structs_understood_once() -> Iterator[None]:
    """Each application looks through thousands of structs for new ones."""
    app = sys.modules.get("services.web.app")
    with pytest.MonkeyPatch.context() as patch:
        if app is not None:
            patch.setattr(app, "understand_all", cache(app.understand_all))
        yield


@pytest.fixture(scope="session", autouse=True)
def _without_waiting_for_the_disk() -> Iterator[None]:
    """What a test process writes need not outlive the machine; other processes wait for the disk as ever."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(_DEFAULTS, "synchronous", "OFF")
        yield


@pytest.fixture
def waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases are opened as outside of tests."""
    monkeypatch.setitem(_DEFAULTS, "synchronous", "FULL")


@pytest.fixture
def migrating_for_real(monkeypatch: pytest.MonkeyPatch) -> None:
    """Migrations are carried out one after the other, as outside of tests."""
    monkeypatch.setattr(chains, "_upgrade", REAL)


@pytest.fixture
def postgresql_url(_postgresql_databases: Databases) -> Iterator[str]:
    """The address of a migrated PostgreSQL database without any rows of others."""
    with _postgresql_databases.lent() as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path, _sqlite_template: Path) -> str:
    """The address of a fresh, migrated SQLite file."""
    path = tmp_path / "log.db"
    shutil.copyfile(_sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def own_server(made_once: MadeOnce) -> Iterator[OwnServer]:
    """A PostgreSQL server that a test may stop, and start again."""
    try:
        with server(private=True, made_once=made_once) as running:
            assert isinstance(running, OwnServer)
            yield running
    except NoPostgreSQL as reason:
        pytest.skip(f"no PostgreSQL of our own: {reason}")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of a fresh, migrated database, for what opens it by itself: once on each kind."""
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address


@pytest.fixture
def postgresql_database(postgresql_url: str) -> Iterator[Database]:
    database = Database(postgresql_url)
    yield database
    database.close()


@pytest.fixture
def sqlite_database(sqlite_url: str) -> Iterator[Database]:
    database = Database(sqlite_url)
    yield database
    database.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database(request: pytest.FixtureRequest) -> Database:
    """A fresh, migrated database: the test runs once on each kind."""
    opened: Database = request.getfixturevalue(f"{request.param}_database")
    return opened


@pytest.fixture
def vault(tmp_path: Path, _vault_template: Path) -> Iterator[Vault]:
    """An empty vault in its own SQLite file."""
    shutil.copyfile(_vault_template, tmp_path / "vault.db")
    keys = Database(
        f"sqlite:///{tmp_path / 'vault.db'}", journal="DELETE", synchronous="OFF", secure_delete=True
    )
    opened = Vault(keys, VAULT_SECRET)
    yield opened
    opened.database.close()
