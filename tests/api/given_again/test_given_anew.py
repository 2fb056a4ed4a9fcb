"""Nothing is given again that was overtaken: whoever asks gets what holds now, or hears why not."""

import http.client
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.desk.desk import Desk
from services.web.front.askers import Rates
from services.web.moments import Moment, moment_of
from shared.database import Database
from shared.database.failures import DATABASE_BUSY
from shared.vault import Vault
from tests.api.conftest import BASE, ID, House, found, start
from tests.api.fronted import Fronted, fronted
from tests.api.given_again.conftest import NAMED, STANDINGS, Asked
from tests.api.served import serving
from tests.api.test_pages import ranked
from tests.conftest import VAULT_SECRET


def test_who_was_told_that_something_is_recorded_reads_it(in_play_on_each: House, asked: Asked) -> None:
    house = in_play_on_each
    with fronted(house.app) as front:
        tag = ""
        for turn in range(30):
            seq = house.done("set-consent", {"entrant": "0001", "shown": turn % 2 == 0})["last_seq"]
            status, headers, body = front.send("GET", STANDINGS, headers={"If-None-Match": tag})
            assert (status, msgspec.json.decode(body)["seq"]) == (200, seq)
            tag = headers["ETag"]
            asked.since()
            for path in (STANDINGS, STANDINGS):
                assert front.send("GET", path, headers={"If-None-Match": tag})[0] == 304
            assert asked.since() == 0


def test_who_reads_while_others_write_never_reads_what_was_before(in_play_on_each: House) -> None:
    house, enough, wrong = in_play_on_each, threading.Event(), []
    known = [house.head[0]]

    def read(front: Fronted) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", front.port, timeout=60)
        while not enough.is_set():
            at_least = known[0]
            connection.request("GET", BASE)
            response = connection.getresponse()
            seq = msgspec.json.decode(response.read())["seq"]
            head = int(response.headers["Tournament-Head"][1:].partition("-")[0])
            # Where others write all the time an answer has no tag, and may have more than its head says.
            if seq < at_least or head > seq or ("ETag" in response.headers and head != seq):
                wrong.append((seq, at_least, head))
        connection.close()

    with fronted(house.app, rates=Rates(0)) as front:
        readers = [threading.Thread(target=read, args=(front,)) for _ in range(4)]
        for reader in readers:
            reader.start()
        for turn in range(60):
            known[0] = house.done("set-consent", {"entrant": "0003", "shown": turn % 2 == 0})["last_seq"]
        enough.set()
        for reader in readers:
            reader.join()
    assert wrong == []


def test_who_was_forgotten_stands_in_nothing_that_is_given_again(in_play: House) -> None:
    house = in_play
    with fronted(house.app) as front:
        for _ in range(3):
            status, headers, body = front.send("GET", NAMED)
        assert b"Number2" in body
        house.desk.vault.forget(house.desk.state(ID).entrants["0002"].person)
        for known in ({}, {"If-None-Match": headers["ETag"]}):
            status, _, body = front.send("GET", NAMED, headers=known)
            assert (status, b"Number2" in body) == (200, False)


def test_what_lies_beside_the_log_is_looked_at_each_time(in_play: House) -> None:
    path = f"/t/{ID}/results?stage=preliminary"
    seals = ranked(in_play).desk.seals
    seals.source, key = None, seals.source
    in_play.done("publish-results", {"stage": "preliminary"})
    with fronted(in_play.app) as front:
        before = [front.send("GET", path)[2] for _ in range(3)]
        seals.source = key
        in_play.organizer.send("POST", f"{BASE}/seals")
        assert front.send("GET", path)[2] not in before


def test_where_the_log_cannot_be_read_nothing_kept_is_given(
    in_play: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[Exception] = []

    def failing(tournament: str) -> Moment:
        if failures:
            raise failures[0]
        return moment_of(in_play.desk, in_play.desk.vault, tournament)

    in_play.app.moment_of = failing
    with fronted(in_play.app) as front:
        for _ in range(2):
            assert front.send("GET", STANDINGS)[0] == 200
        for failure, status, code in (
            (RuntimeError("a fault"), 500, "internal-error"),
            (DATABASE_BUSY(seconds=2), 503, "database-busy"),
        ):
            failures.append(failure)
            answer = front.send("GET", STANDINGS)
            assert (answer[0], msgspec.json.decode(answer[2])["code"]) == (status, code)
            assert answer[1]["Cache-Control"] == "no-store"
            failures.clear()
        assert front.send("GET", STANDINGS)[0] == 200


def test_while_it_is_made_anew_all_who_ask_wait_for_the_same(
    in_play: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    original = Desk.ask

    def slow(self: Desk, *arguments: Any, **more: Any) -> Any:
        made.append(arguments[1])
        time.sleep(0.3)
        return original(self, *arguments, **more)

    with fronted(in_play.app) as front, ThreadPoolExecutor(20) as askers:
        tag = front.send("GET", STANDINGS)[1]["ETag"]
        seq = in_play.done("set-consent", {"entrant": "0001", "shown": True})["last_seq"]
        monkeypatch.setattr(Desk, "ask", slow)
        condition = {"If-None-Match": tag}
        asking = [askers.submit(front.send, "GET", STANDINGS, headers=condition) for _ in range(20)]
        answers = [each.result() for each in asking]
    assert {(status, msgspec.json.decode(body)["seq"]) for status, _, body in answers} == {(200, seq)}
    assert made == ["sessions"]


def test_when_making_it_fails_each_who_waited_hears_why(
    in_play: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(self: Desk, *arguments: Any, **more: Any) -> Any:
        time.sleep(0.2)
        raise RuntimeError("a fault")

    with fronted(in_play.app) as front, ThreadPoolExecutor(6) as askers:
        front.send("GET", STANDINGS)
        in_play.done("set-consent", {"entrant": "0001", "shown": True})
        monkeypatch.setattr(Desk, "ask", failing)
        asking = [askers.submit(front.code, "GET", STANDINGS) for _ in range(6)]
        assert {each.result() for each in asking} == {(500, "internal-error")}
        monkeypatch.undo()
        assert front.send("GET", STANDINGS)[0] == 200


def asked_of_both(connections: list[http.client.HTTPConnection]) -> bool:
    """Ask once on each connection; whether two processes answer, each of which counts for itself."""
    left = []
    for connection in connections:
        connection.request("GET", STANDINGS)
        response = connection.getresponse()
        response.read()
        left.append(int(re.findall(r"r=([0-9]+)", response.headers["RateLimit"])[0]))
    return len(set(left)) < len(left)


def test_every_process_shows_what_another_has_recorded(
    database_url: str, tmp_path: Path, vault: Vault
) -> None:
    database = Database(database_url)
    house = start(found(House(database, vault)))
    served = serving(
        tmp_path,
        workers=2,
        DATABASE_URL=database_url,
        VAULT_URL=f"sqlite:///{tmp_path / 'vault.db'}",
        SECRET_KEY=VAULT_SECRET.decode(),
    )
    with served as server, ExitStack() as open_connections:
        connections: list[http.client.HTTPConnection] = []

        def one_more() -> bool:
            connections.append(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60))
            open_connections.callback(connections[-1].close)
            return asked_of_both(connections)

        server.wait_until(one_more)
        for turn in range(12):
            seq = house.done("set-consent", {"entrant": "0001", "shown": turn % 2 == 0})["last_seq"]
            for connection in connections:
                connection.request("GET", STANDINGS)
                assert msgspec.json.decode(connection.getresponse().read())["seq"] == seq
        for forgotten in (False, True):
            if forgotten:
                house.desk.vault.forget(house.desk.state(ID).entrants["0002"].person)
            for connection in connections:
                connection.request("GET", NAMED)
                assert (b"Number2" in connection.getresponse().read()) == (not forgotten)
    database.close()
