"""No room left: writing says so and changes nothing, readiness says so, and with room all goes on."""

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from tests.api.founding import founded
from tests.api.served import serving
from tests.cli.conftest import Command
from tests.cli.test_doctor import checks
from tests.made_once import MadeOnce
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, Counter
from tests.waiting.test_locked import registering
from tests.waiting.test_served import CONSENT, STANDINGS, answer

CUP = STANDINGS.split("/")[-2]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of forty megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a file system cannot be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(folder: Path) -> Path:
    """A file that takes all the room there is."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return filler


def register_many(counter: Counter) -> None:
    for number in range(1, 200):
        registering(counter.desk, number)


def test_a_full_file_is_told_as_a_full_disk_and_nothing_is_half_done(counter: Counter) -> None:
    database = counter.desk.log.database
    if database.kind == "sqlite":
        fill_up = "PRAGMA max_page_count = 1"  # of one connection, the only one that is used here
        make_room = "PRAGMA max_page_count = 1000000"
    else:
        with database.connection() as driver:
            driver.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$"
            )
        fill_up = "CREATE TRIGGER full_disk BEFORE INSERT ON event EXECUTE FUNCTION full_disk()"
        make_room = "DROP TRIGGER full_disk ON event"
    with database.connection() as driver:
        driver.execute(fill_up)
    with refusing("disk-full") as refused:
        register_many(counter)
    assert refused.value.status == 507
    assert counter.desk.log.verify(ID).fault is None
    with database.connection() as driver:
        driver.execute(make_room)
    count = len(counter.desk.state(ID).entrants)
    registering(counter.desk, 999)
    assert len(counter.desk.state(ID).entrants) == count + 1


def test_a_server_on_a_full_disk_reads_on_says_it_is_not_ready_and_goes_on_with_room(
    small_disk: Path, made_once: MadeOnce
) -> None:
    token = founded(small_disk, made_once)
    with serving(small_disk, MOST_STREAMS="0") as server:
        consent = partial(answer, server, token, "POST", CONSENT)
        filler = fill(small_disk)
        for number in range(200):
            status, retry, code = consent({"entrant": "1", "shown": number % 2 == 0})
            if status != 201:
                break
        assert (status, retry, code) == (507, "60", "disk-full")
        assert answer(server, token, "GET", STANDINGS)[0] == 200
        server.wait_until(lambda: server.not_ready_for("disk"))
        filler.unlink()
        assert consent({"entrant": "1", "shown": True})[0] in (200, 201)


def test_a_full_disk_is_read_from_by_what_starts_on_it(
    small_disk: Path, made_once: MadeOnce, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded(small_disk, made_once)
    monkeypatch.chdir(small_disk)
    filler = fill(small_disk)
    for command in (["tournament", "list"], ["standings", CUP], ["verify", CUP], ["export", CUP, "-"]):
        ran = tileledger(*command)
        assert ran.code == 0, ran.err
    refused = tileledger("submit", CUP, "set-consent", stdin=b'{"entrant": "1", "shown": false}')
    assert refused.err.startswith("tileledger: disk-full")
    found = checks(tileledger("doctor", "--json"))
    assert {title for title, check in found.items() if check["state"] == "failed"} == {"disk of var"}
    with serving(small_disk, wait_for="/livez", MOST_STREAMS="0") as server:
        assert server.get(STANDINGS)[0] == 200
        filler.unlink()
        server.wait_until(lambda: not server.not_ready_for("disk"))
    assert tileledger("submit", CUP, "set-consent", stdin=b'{"entrant": "1", "shown": false}').code == 0


def test_no_room_for_what_a_command_makes_is_named_where_it_is_missing(
    small_disk: Path, made_once: MadeOnce, tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded(home, made_once)
    assert tileledger("dump", "copy").code == 0
    fill(small_disk)
    there = f"sqlite:///{small_disk}/copy.db"
    refused = tileledger("copy-database", "log", there)
    assert (refused.err.startswith("tileledger: disk-full"), there in refused.err) == (True, True)
    monkeypatch.setattr("tempfile.tempdir", str(small_disk))
    refused = tileledger("restore-drill", "copy")
    assert (refused.err.startswith("tileledger: disk-full"), str(small_disk) in refused.err) == (True, True)
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{small_disk}/log.db")
    for command in (["migrate"], ["up", "--no-demo", "--no-simulators"]):
        assert tileledger(*command).err.startswith("tileledger: disk-full")
