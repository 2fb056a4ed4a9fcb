"""What anyone gets is given again by the front alone, while it is what the application would answer."""

import http.client
import re
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.desk.desk import Desk
from services.web.app import Web
from services.web.etags import AnswerCache
from services.web.front.bridge import Answer
from services.web.front.kept import KeptAnswers
from services.web.front.rates import Rates
from services.web.moments import FOLLOWS_FROM, Following, Moment, moment_of
from shared.database import Database
from shared.database.failures import DATABASE_BUSY
from shared.vault import Vault
from tests.api.conftest import BASE, ID, House, found, start
from tests.api.fronted import Fronted, fronted
from tests.api.served import serving
from tests.api.test_pages import ranked
from tests.conftest import VAULT_SECRET

STANDINGS, PAGE = f"{BASE}/sessions", f"/t/{ID}/standings"
NOT_OF_THE_ANSWER = ("date", "ratelimit", "ratelimit-policy", "server")


class Asked:
    """Counts what the application is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths: list[str] = []
        original = Web.wsgi_app

        def counted(web: Web, environ: Any, start_response: Any) -> Any:
            self.paths.append(environ["PATH_INFO"])
            return original(web, environ, start_response)

        monkeypatch.setattr(Web, "wsgi_app", counted)

    def since(self) -> int:
        """How often, since this was looked at last."""
        count = len(self.paths)
        self.paths.clear()
        return count


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


def told(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): text for name, text in headers.items() if name.lower() not in NOT_OF_THE_ANSWER}


@pytest.mark.parametrize("path", [STANDINGS, f"{BASE}/standings?stage=preliminary&lang=zh", BASE, PAGE])
def test_the_front_gives_again_what_the_application_would_answer(
    in_play: House, asked: Asked, path: str
) -> None:
    tag = in_play.anyone.get(path).headers["ETag"]
    wishes = [
        {"Accept-Encoding": coding, "Accept-Language": language, **condition}
        for coding in ("br", "gzip;q=0.5", "identity")
        for language in ("zh-HK,zh;q=0.9", "en")
        for condition in ({}, {"If-None-Match": tag}, {"If-None-Match": f'"x", W/{tag}'})
    ]
    with fronted(in_play.app) as front:
        # A 304 alone does not have the body, so whoever wants it asks the application once.
        for _ in range(2):
            for wish in wishes:
                front.send("GET", path, headers=wish)
        asked.since()
        again = [front.send("GET", path, headers=wish) for wish in wishes]
        assert asked.since() == 0
    for wish, (status, headers, body) in zip(wishes, again, strict=True):
        answer = in_play.anyone.get(path, wish)
        assert (status, body) == (answer.status_code, answer.get_data())
        assert told(dict(headers.items())) == told(dict(answer.headers.items()))
    assert {status for status, _, _ in again} == {200, 304}


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
        connection = http.client.HTTPConnection("127.0.0.1", front.port, timeout=20)
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


def test_who_was_forgotten_stands_in_nothing_that_is_given_again(in_play_on_each: House) -> None:
    house = in_play_on_each
    with fronted(house.app) as front:
        for _ in range(3):
            status, headers, body = front.send("GET", STANDINGS)
        assert b"Number2" in body
        house.desk.vault.forget(house.desk.state(ID).entrants["0002"].person)
        for known in ({}, {"If-None-Match": headers["ETag"]}):
            status, _, body = front.send("GET", STANDINGS, headers=known)
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


def test_a_token_opens_what_it_opens_and_one_that_was_revoked_nothing(in_play: House) -> None:
    organizer = {"Authorization": f"Bearer {in_play.organizer.token}"}
    with fronted(in_play.app) as front:
        anyones = [front.send("GET", STANDINGS)[2] for _ in range(3)][-1]
        status, headers, body = front.send("GET", STANDINGS, headers=organizer)
        assert (status, headers["Cache-Control"]) == (200, "no-store")
        assert b"Number1" in body
        assert b"Number1" not in anyones
        assert front.send("GET", STANDINGS)[2] == anyones
        known = {"If-None-Match": headers["ETag"]}
        assert front.send("GET", STANDINGS, headers={**organizer, **known})[0] == 304
        in_play.tokens.revoke(in_play.tokens.authenticate(in_play.organizer.token or "").token_id)
        for fields in (organizer, {**organizer, **known}):
            assert front.code("GET", STANDINGS, headers=fields) == (401, "token-revoked")
        assert front.code("GET", STANDINGS, headers={"Authorization": "Bearer nonsense"})[0] == 401


def test_whoever_sends_a_cookie_where_one_counts_is_answered_by_the_application(
    in_play: House, asked: Asked
) -> None:
    cookie = {"Cookie": f"staff-{ID}=something"}
    with fronted(in_play.app) as front:
        for path in (PAGE, STANDINGS):
            for _ in range(2):
                front.send("GET", path)
        asked.since()
        assert front.send("GET", PAGE, headers=cookie)[0] == 200
        assert asked.since() == 1
        assert front.send("GET", STANDINGS, headers=cookie)[0] == 200
        assert asked.since() == 0


@pytest.mark.parametrize("known", [False, True])
def test_what_is_given_again_is_counted_and_refused_beyond_the_rate(in_play: House, known: bool) -> None:
    percent = 1
    tag = in_play.anyone.get(STANDINGS).headers["ETag"]
    fields = {"If-None-Match": tag} if known else {}
    with fronted(in_play.app, rates=Rates(percent)) as front:
        answers = [front.send("GET", STANDINGS, headers=fields) for _ in range(33)]
    statuses = [status for status, _, _ in answers]
    assert statuses == [304 if known else 200] * 30 + [429] * 3
    left = [int(re.findall(r"r=([0-9]+)", headers["RateLimit"])[0]) for _, headers, _ in answers]
    assert left == [*range(29, -1, -1), 0, 0, 0]
    assert msgspec.json.decode(answers[-1][2])["code"] == "too-many-requests"


def test_what_has_to_be_made_anew_is_counted_once(in_play: House) -> None:
    left = []
    with fronted(in_play.app) as front:
        for turn in range(6):
            in_play.done("set-consent", {"entrant": "0001", "shown": turn % 2 == 0})
            left.append(front.send("GET", STANDINGS)[1]["RateLimit"])
    assert [text.partition(";t=")[0] for text in left] == [f'"reads";r={2999 - turn}' for turn in range(6)]


def test_what_is_given_again_is_measured_as_what_it_is(in_play: House) -> None:
    def counted(status: int) -> float:
        text = in_play.anyone.get("/metrics").get_data(as_text=True)
        line = (
            rf'tileledger_http_request_seconds_count{{method="GET",route="sessions",status="{status}"}} (\S+)'
        )
        found = re.search(line, text)
        return float(found[1]) if found is not None else 0.0

    with fronted(in_play.app) as front:
        tag = front.send("GET", STANDINGS)[1]["ETag"]
        before = counted(200), counted(304)
        for _ in range(5):
            front.send("GET", STANDINGS)
            front.send("GET", STANDINGS, headers={"If-None-Match": tag})
        assert (counted(200), counted(304)) == (before[0] + 5, before[1] + 5)


@pytest.mark.parametrize(
    ("method", "headers", "body"),
    [
        ("HEAD", {}, None),
        ("GET", {}, b"{}"),
        ("GET", {"If-None-Match": "*"}, None),
        ("DELETE", {}, None),
        ("POST", {"Content-Type": "application/json"}, b"{}"),
    ],
)
def test_any_other_request_is_the_applications(
    in_play: House, asked: Asked, method: str, headers: dict[str, str], body: bytes | None
) -> None:
    with fronted(in_play.app) as front:
        for _ in range(2):
            front.send("GET", STANDINGS)
        asked.since()
        status, _, _ = front.send(method, STANDINGS, body, headers)
        assert asked.since() == 1
        expected = in_play.anyone.send(method, STANDINGS, headers, data=body)
        assert status == expected.status_code


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


def kept(keeping: KeptAnswers, path: str, query: str = "", **headers: str) -> bool:
    """Have an answer kept; whether it was."""
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, **headers}
    says = [(b"etag", b'"x"'), (b"vary", b"Accept-Language, Cookie")]
    following = Following("t", Moment(1, b"", "{}", 0))
    keeping.keep({**environ, FOLLOWS_FROM: following}, Answer(200, says, b"body"), "route")
    return keeping.find(environ) is not None


def test_what_strangers_choose_cannot_fill_the_memory() -> None:
    keeping = KeptAnswers(AnswerCache(), most=3)
    assert not kept(keeping, "/", "lang=" + "x" * 500)
    assert all(kept(keeping, "/", f"limit={number}") for number in range(10))
    assert all(kept(keeping, "/", HTTP_ACCEPT_LANGUAGE=f"x{number}") for number in range(50))
    assert len(keeping._kept) <= 3
    assert len(keeping._vary) <= 3


def test_a_page_is_kept_once_whatever_networks_add_to_its_address() -> None:
    keeping = KeptAnswers(AnswerCache())
    assert kept(keeping, "/t/x", "fbclid=a&lang=zh&utm_source=b")
    assert kept(keeping, "/t/x", "lang=zh")
    assert len(keeping._kept) == 1
    assert kept(keeping, "/api/v1/x", "fbclid=a")
    assert kept(keeping, "/api/v1/x")
    assert len(keeping._kept) == 3


@pytest.mark.parametrize("secret", ["HTTP_AUTHORIZATION", "HTTP_COOKIE"])
def test_what_could_open_more_is_neither_kept_nor_looked_for(secret: str) -> None:
    keeping = KeptAnswers(AnswerCache())
    assert not kept(keeping, "/", **{secret: "x"})
    assert kept(keeping, "/")
    assert not kept(keeping, "/", **{secret: "x"})


@pytest.mark.parametrize(
    "headers",
    [
        [(b"etag", b'"x"')],
        [(b"vary", b"Accept")],
        [(b"etag", b'"x"'), (b"vary", b"*")],
        [(b"etag", b'"x"'), (b"vary", b"Accept"), (b"set-cookie", b"a=b")],
    ],
)
def test_an_answer_that_does_not_say_for_whom_it_is_is_not_kept(headers: list[tuple[bytes, bytes]]) -> None:
    keeping = KeptAnswers(AnswerCache())
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "QUERY_STRING": ""}
    following = Following("t", Moment(1, b"", "{}", 0))
    keeping.keep({**environ, FOLLOWS_FROM: following}, Answer(200, headers, b""), "route")
    assert keeping.find(environ) is None


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
            connections.append(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20))
            open_connections.callback(connections[-1].close)
            return asked_of_both(connections)

        server.wait_until(one_more)
        for turn in range(12):
            seq = house.done("set-consent", {"entrant": "0001", "shown": turn % 2 == 0})["last_seq"]
            for connection in connections:
                connection.request("GET", STANDINGS)
                assert msgspec.json.decode(connection.getresponse().read())["seq"] == seq
        house.desk.vault.forget(house.desk.state(ID).entrants["0002"].person)
        for connection in connections:
            connection.request("GET", STANDINGS)
            assert b"Number2" not in connection.getresponse().read()
    database.close()
