"""What anyone gets is given again by the front alone, as the application would answer, and is counted."""

import re
from collections.abc import Mapping

import msgspec
import pytest

from services.access.kinds import TOKEN
from services.web.front.askers import Rates
from tests.api.conftest import BASE, ID, House
from tests.api.fronted import fronted
from tests.api.given_again.conftest import STANDINGS, Asked

PAGE = f"/t/{ID}/standings"
NOT_OF_THE_ANSWER = ("date", "ratelimit", "ratelimit-policy", "server")


def stopped() -> float:
    """A clock for rates by which no request is later than another, however slow the machine."""
    return 1_000_000.0


def headers_of_the_answer(headers: Mapping[str, str]) -> dict[str, str]:
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
        assert headers_of_the_answer(dict(headers.items())) == headers_of_the_answer(
            dict(answer.headers.items())
        )
    assert {status for status, _, _ in again} == {200, 304}


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
        grants = in_play.desk.grants
        grants.revoke(TOKEN, grants.open(TOKEN, in_play.organizer.token or "")[0].grant_id)
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
    tag = in_play.anyone.get(STANDINGS).headers["ETag"]
    fields = {"If-None-Match": tag} if known else {}
    with fronted(in_play.app, rates=Rates(1, now=stopped)) as front:
        answers = [front.send("GET", STANDINGS, headers=fields) for _ in range(33)]
    statuses = [status for status, _, _ in answers]
    assert statuses == [304 if known else 200] * 30 + [429] * 3
    left = [int(re.findall(r"r=([0-9]+)", headers["RateLimit"])[0]) for _, headers, _ in answers]
    assert left == [*range(29, -1, -1), 0, 0, 0]
    assert msgspec.json.decode(answers[-1][2])["code"] == "too-many-requests"


def test_what_has_to_be_made_anew_is_counted_once(in_play: House) -> None:
    left = []
    with fronted(in_play.app, rates=Rates(now=stopped)) as front:
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
