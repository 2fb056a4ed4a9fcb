"""Two workers in processes of their own, on one database, with a typhoon in the simulator."""

import os
import signal
import time
from collections import Counter
from datetime import UTC, date, timedelta
from datetime import time as clock_time
from pathlib import Path

import msgspec
import pytest

from services.tournament.definition.founding import DefineTournament
from services.tournament.definition.plan import Competition
from services.tournament.people.registration import RegisterEntrant
from services.wiring import Wiring
from shared.clock import SystemClock
from shared.settings import load_settings
from tests.api.served import program
from tests.simulators.processes import running, send
from tests.unit.tournament.specs import ADULT, hk_definition, hk_rules

ID = "hk-2026"
PATIENCE = 60.0
PROGRAM = "from services.cli.main import main; main(['worker'])"


def at_noon() -> tuple[Competition, date]:
    """A tournament at a place where it is about half past twelve now, with a session at one."""
    now = SystemClock().now()
    # Not just before one: what is due then would be past before anyone gave it.
    ahead = 12 - now.hour - (now.minute >= 57)
    zone = f"Etc/GMT{-ahead:+d}" if ahead else "Etc/GMT"
    day = (now + timedelta(hours=ahead)).date()
    hk = hk_definition()
    preliminary, final = hk.stages
    later = day + timedelta(days=14)
    first = msgspec.structs.replace(
        preliminary.sessions[0],
        id=f"{day}/1",
        day=day,
        registration=clock_time(13),
        seating=clock_time(13, 30),
        start=clock_time(14),
        end=clock_time(15),
    )
    last = [
        msgspec.structs.replace(session, id=f"{later}/{number}", day=later)
        for number, session in enumerate(final.sessions, 1)
    ]
    stages = (
        msgspec.structs.replace(preliminary, sessions=(first,)),
        msgspec.structs.replace(final, sessions=tuple(last)),
    )
    return msgspec.structs.replace(hk, zone=zone, quota=100, stages=stages), day


@pytest.mark.parametrize("automatic", [pytest.param("0", marks=pytest.mark.wide), "1"])
def test_two_workers_on_one_database_do_everything_once(tmp_path: Path, automatic: str) -> None:
    definition, day = at_noon()
    url = f"sqlite:///{tmp_path / 'log.db'}"
    wiring = Wiring(load_settings({"TILELEDGER_DATABASE_URL": url}, tmp_path))
    issued = SystemClock().now().astimezone(UTC) - timedelta(hours=3)
    with running("infra.observatory_simulator") as (port,):
        send(port, f"/control/signal-8?at={issued:%Y-%m-%dT%H:%M:%S}%2B00:00")
        try:
            desk = wiring.desk
            desk.submit(ID, DefineTournament(definition=definition, ruleset=hk_rules()), wiring.operator)
            entrant = RegisterEntrant(
                entrant_no="0001", name_en="Ada", name_zh="雅", birth_date=ADULT, session=f"{day}/1"
            )
            before = desk.submit(ID, entrant, wiring.operator).last_seq
            workers = [
                program(
                    PROGRAM,
                    tmp_path,
                    DATABASE_URL=url,
                    SECRET_KEY=wiring.secret.content.decode(),
                    HKO_URL=f"http://127.0.0.1:{port}/weather.php",
                    WEATHER_AUTOMATIC=automatic,
                )
                for _ in range(2)
            ]
            expected = {"warnings-reported", "weather-proposed"}
            # Set to automatic, the session may be suspended before anyone is reminded of it.
            expected |= (
                {"weather-proposal-answered", "sessions-suspended"} if automatic == "1" else {"reminder-due"}
            )
            deadline = time.monotonic() + PATIENCE
            try:
                while not expected <= {event.type for event in desk.events(ID, after=before)}:
                    assert all(worker.poll() is None for worker in workers)
                    assert time.monotonic() < deadline
                    time.sleep(0.1)
                # Long enough for each to have had its turn again.
                time.sleep(12)
            finally:
                for worker in workers:
                    os.killpg(worker.pid, signal.SIGTERM)
                outputs = [worker.communicate(timeout=PATIENCE)[0].decode() for worker in workers]
            assert [worker.returncode for worker in workers] == [0, 0], outputs
            found = Counter(event.type for event in desk.events(ID, after=before))
        finally:
            wiring.close()
    assert not any("Traceback" in output for output in outputs), outputs
    assert found.pop("reminder-due", 0) <= 2
    assert found == dict.fromkeys(expected - {"reminder-due"}, 1)


def test_the_place_of_the_test_is_at_noon() -> None:
    definition, day = at_noon()
    local = definition.moment(day, clock_time(12))
    assert -timedelta(minutes=3) <= SystemClock().now() - local < timedelta(hours=1)
