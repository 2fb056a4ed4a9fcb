"""The list of checks: what fails is told, and stops nothing else."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from time import time

import pytest

from infra.migrations.readiness import DATABASE_UNREACHABLE
from services.checks import machine, probing, storage
from services.checks.check import Check, Installation, Listed, NotHere
from services.checks.probing import Probe
from services.checks.registry import QUICK, THOROUGH, run
from services.tournament.definition.founding import DefineTournament
from shared.catalogue import Phrase, say
from shared.clock import ManualClock
from shared.database import Database
from shared.database.server_clock import ahead
from shared.settings import Settings
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.unit.desk.conftest import Counter
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration


def installed(database: Database, vault: Vault) -> Installation:
    settings = Settings(database_url="sqlite://", vault_url="sqlite://", secret_key=VAULT_SECRET.decode())
    clock = ManualClock(datetime(2027, 3, 6, 4, 30, tzinfo=UTC))
    return Installation(settings, clock, lambda: database, lambda: vault.database, lambda: vault)


def written(text: str) -> Phrase:
    """A detail that is a text as it stands."""
    return Phrase("part-as-written", {"text": text})


@pytest.fixture
def installation(sqlite_database: Database, vault: Vault) -> Installation:
    return installed(sqlite_database, vault)


def test_a_check_that_breaks_is_a_finding_and_stops_no_other(installation: Installation) -> None:
    def breaks(_: Installation) -> Iterator[Check]:
        yield Check(name="first", state="ok", detail=written("fine"))
        raise ZeroDivisionError("somewhere\ninside")

    def refused(_: Installation) -> Iterator[Check]:
        raise DATABASE_UNREACHABLE(what="log", detail="no such host", setting="TILELEDGER_DATABASE_URL")

    def absent(_: Installation) -> Iterator[Check]:
        raise NotHere(Phrase("check-vault-empty"))

    def last(_: Installation) -> Iterator[Check]:
        yield Check(name="last", state="ok", detail=written("fine"))

    checks = [Listed(checked.__name__, checked) for checked in (breaks, refused, absent, last)]
    found = list(run(installation, checks))
    assert [(check.name, check.state) for check in found] == [
        ("first", "ok"),
        ("breaks", "failed"),
        ("refused", "failed"),
        ("last", "ok"),
    ]
    assert "somewhere inside" in found[1].detail_in()
    assert "no such host" in found[2].detail_in()


def test_probes_share_one_result_for_some_seconds(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, seconds = [0], [0.0]

    def counted(_: Installation) -> Iterator[Check]:
        asked[0] += 1
        yield Check(name="counted", state="failed", detail=written(f"time {asked[0]}"))

    checks = (Listed("counted", counted, blocks="web"), Listed("other", counted, blocks="worker"))
    monkeypatch.setattr(probing, "QUICK", checks)
    probe = Probe(installation, seconds=3, ticks=lambda: seconds[0])
    assert [check.detail_in() for check in probe.found()] == ["time 1", "time 2"]
    assert [check.detail_in() for check in probe.failed()] == ["time 1"]
    assert [check.detail_in() for check in probe.failed("worker")] == ["time 2"]
    seconds[0] = 2.9
    probe.found()
    assert asked == [2]
    seconds[0] = 3.0
    assert [check.detail_in() for check in probe.failed()] == ["time 3"]


def test_a_probe_waits_for_no_check_that_does_not_end(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = threading.Event()

    def frozen(_: Installation) -> Iterator[Check]:
        goes_on.wait(60)
        yield Check(name="log database", state="ok", detail=written("back"))

    monkeypatch.setattr(probing, "QUICK", (Listed("log database", frozen, blocks="web"),))
    probe = Probe(installation, answer_seconds=0.05)
    for _ in range(2):
        (failed,) = probe.failed()
        assert (failed.name, failed.detail) == (
            "log database",
            Phrase("check-no-answer", {"seconds": "0.05"}),
        )
    goes_on.set()
    while probe.failed():
        pass
    assert [check.state for check in probe.found()] == ["ok"]


@pytest.mark.postgresql
@pytest.mark.parametrize(("apart", "state"), [(1.0, "ok"), (-20.0, "warning"), (20.0, "warning")])
def test_a_clock_that_is_apart_from_the_database_s_is_told(
    postgresql_database: Database,
    vault: Vault,
    apart: float,
    state: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "ahead", partial(ahead, machine=lambda: time() + apart))
    (found,) = machine.clock(installed(postgresql_database, vault))
    assert found.state == state


def test_on_a_sound_installation_nothing_fails_and_whatever_is_not_ok_says_the_way_out(
    database: Database, vault: Vault
) -> None:
    counter = Counter(database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    counter.submit(DefineTournament(definition=definition(), ruleset=hk_rules()), registration("0001"))
    for check in run(installed(database, vault)):
        assert check.state != "failed", check
        assert check.state == "ok" or check.way_out or "will be made" in check.detail_in(), check


def test_every_check_is_listed_once() -> None:
    names = [listed.name for listed in (*QUICK, *THOROUGH)]
    assert len(names) == len(set(names))


@pytest.mark.postgresql
def test_on_postgresql_indexes_are_looked_at_with_amcheck_or_it_is_said_that_they_were_not(
    postgresql_database: Database, vault: Vault
) -> None:
    look = installed(postgresql_database, vault)
    (without,) = storage.log_contents(look)
    assert "not tried" in without.detail_in()
    with postgresql_database.connection() as driver:
        available = "SELECT 1 FROM pg_available_extensions WHERE name = 'amcheck'"
        if driver.execute(available).fetchone() is None:
            pytest.skip("this server has no amcheck")
        driver.execute("CREATE EXTENSION amcheck")
    (with_it,) = storage.log_contents(look)
    assert (with_it.state, with_it.detail_in()) == ("ok", say("check-indexes-sound", "en"))
