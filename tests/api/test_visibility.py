"""Who sees what: a kept answer is of one visibility, and a token is worth what its office is worth now."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from werkzeug.test import TestResponse

from services.access.rights import ROLES
from services.desk.queries import QUERIES
from services.web.app import create_app
from services.web.etags import AnswerCache
from tests.api.conftest import (
    BASE,
    BOT,
    ID,
    SESSION,
    Client,
    House,
    assert_problem,
    query_address,
    scores,
)
from tests.api.test_access import routes
from tests.api.test_formats import FIRST, begin, done, found_in
from tests.profiles import wide
from tests.unit.tournament.given_formats import MSO

SUBJECTS = {"participant": "0001", "referee": "REF-1", "chief_referee": "CR"}
"""The same numbers in both tournaments: the worst case."""
Asker = tuple[str, str | None]


@pytest.fixture
def two(in_play: House) -> House:
    """A tournament being played, and a Swiss one, with the same numbers in both."""
    base = found_in(in_play, MSO)
    for number in range(1, 5):
        details = {
            "session": "2019-08-19/1",
            "entrant_no": f"{number:04d}",
            "name_en": f"Stranger {number}",
            "birth_date": "1980-05-17" if number % 2 else "2010-05-17",
            "consent": number == 2,
        }
        done(in_play.organizer, "register-entrant", details, base)
    done(in_play.organizer, "appoint-referee", {"referee": "REF-1", "name": "Another"}, base)
    done(in_play.organizer, "appoint-referee", {"referee": "CR", "name": "Other", "chief": True}, base)
    begin(in_play.organizer, FIRST, base)
    in_play.done(
        "record-game-result", {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    )
    return in_play


def tokens_of(house: House) -> dict[Asker, str | None]:
    """A token for each role in each tournament and in all of them, and none."""
    places = (ID, MSO, None)
    granted: dict[Asker, str | None] = {
        (role, place): house.client(role, SUBJECTS.get(role, "x"), place).token
        for role in ROLES
        for place in places
    }
    return {**granted, ("nobody", None): None}


def reads(house: House, tournament: str) -> Iterator[str]:
    """Every address that reads a tournament: now, in the other language, and as of a moment."""
    for route in routes(house):
        if route.method != "GET" or "{tournament}" not in route.path:
            continue
        address = route.path.replace("{tournament}", tournament).replace("{entrant}", "0001")
        address = address.replace("{path:sheet}", f"{SESSION}/1")
        if route.name in QUERIES:
            address = query_address(route.name).replace(ID, tournament)
        first = "&" if "?" in address else "?"
        yield address
        yield f"{address}{first}lang=zh"
        if route.of_log:
            yield f"{address}{first}as_of=12"
    api = f"/api/v1/tournaments/{tournament}"
    yield from (f"{api}/standings?category=child", f"{api}/standings?category=nonsense")
    yield from (f"{api}/calendar.ics?entrant=0001", f"{api}/entrant?entrant=0002")
    yield f"{api}/explain?entrant=0002"


def without_cache(house: House, token: str | None) -> Client:
    app = create_app(
        house.desk,
        house.desk.vault,
        house.clock,
        release="test",
        stopping=house.stopping,
        links_begin=lambda: BOT,
        answers=AnswerCache(most_answers=0),
    )
    return Client(app, token)


def whole(client: Client, address: str, headers: Mapping[str, str] | None = None) -> TestResponse:
    """An answer read to its end and closed, so that a stream gives its place back."""
    response = client.get(address, headers)
    response.get_data()
    response.close()
    return response


def changes(house: House) -> Iterator[Any]:
    """Things that happen in between, each of which changes what someone may see."""
    for number in ("0001", "0002", "0003"):
        for shown in (True, False):
            yield lambda number=number, shown=shown: house.done(
                "set-consent", {"entrant": number, "shown": shown}
            )
    yield lambda: done(
        house.organizer,
        "dismiss-referee",
        {"referee": "REF-1", "reason": "ill"},
        f"/api/v1/tournaments/{MSO}",
    )
    yield lambda: house.done("dismiss-referee", {"referee": "CR", "reason": "ill"})
    yield lambda: house.done("forget-person", {"person": "0004"})


@pytest.mark.parametrize(
    ("seed", "part"),
    [(0, 12 if wide() else 36), *(pytest.param(seed, 6, marks=pytest.mark.wide) for seed in range(4))],
)
def test_every_answer_is_that_of_an_application_without_a_cache(two: House, seed: int, part: int) -> None:
    """A share of everyone's questions, in an order by chance; in a soak four times a sixth."""
    dice = random.Random(seed)
    tokens = tokens_of(two)
    asked = [(asker, address) for asker in tokens for place in (ID, MSO) for address in reads(two, place)]
    dice.shuffle(asked)
    del asked[len(asked) // part :]
    happening = dict(zip(dice.sample(range(len(asked)), 9), changes(two), strict=True))
    kept, fresh = Client(two.app), without_cache(two, None)
    tags: dict[str, dict[str, bytes]] = {}
    unmodified = 0
    for place, (asker, address) in enumerate(asked):
        if place in happening:
            happening[place]()
        kept.token = fresh.token = tokens[asker]
        expected, found = whole(fresh, address), whole(kept, address)
        assert (found.status_code, found.get_data()) == (expected.status_code, expected.get_data()), (
            asker,
            address,
        )
        if "ETag" not in found.headers:
            continue
        known = tags.setdefault(address, {})
        assert known.setdefault(found.headers["ETag"], found.get_data()) == found.get_data(), (asker, address)
        for tag, body in known.items():
            again = whole(kept, address, {"If-None-Match": tag})
            unmodified += again.status_code == 304
            assert again.status_code == 200 or body == found.get_data(), (asker, address)
        assert whole(kept, address, {"If-None-Match": found.headers["ETag"]}).status_code == 304
    assert unmodified > 1200 // part


def answers(client: Client, addresses: list[str]) -> Mapping[str, tuple[int, bytes]]:
    found = {}
    for address in addresses:
        response = client.get(address)
        found[address] = response.status_code, response.get_data()
    return found


def test_a_principal_of_another_tournament_gets_what_anyone_gets(two: House) -> None:
    addresses = list(reads(two, ID))
    public = answers(two.anyone, addresses)
    assert {status for status, _ in public.values()} >= {200, 401, 422}
    for role in ROLES:
        found = answers(two.client(role, SUBJECTS.get(role, "x"), MSO), addresses)
        for address, (status, body) in found.items():
            if public[address][0] == 401:
                assert status == 403, (role, address)
            else:
                assert (status, body) == public[address], (role, address)


def test_staff_of_another_tournament_neither_read_nor_spoil_what_is_kept_for_staff_here(two: House) -> None:
    address = f"{BASE}/sessions"
    for role in ("organizer", "referee", "chief_referee", "service"):
        here = two.client(role, SUBJECTS.get(role, "x"), ID)
        there = two.client(role, SUBJECTS.get(role, "x"), MSO)
        assert b"Number1" in here.get(address).get_data()
        assert b"Number1" not in there.get(address).get_data(), role
        two.done("set-consent", {"entrant": "0008", "shown": role in ("organizer", "chief_referee")})
        assert b"Number1" not in there.get(address).get_data()
        assert b"Number1" in here.get(address).get_data(), role


def test_a_referees_token_is_worth_what_the_office_is_worth_now(two: House) -> None:
    entrants, public = f"{BASE}/entrants", f"{BASE}/sessions"
    chief, never = two.client("chief_referee", "CR", ID), two.client("referee", "REF-9", ID)
    climber = two.client("chief_referee", "REF-1", ID)
    warning = {"entrant": "0001", "breach": "Touched the pool"}
    preview = f"{BASE}/commands/give-warning/preview"
    assert chief.get(entrants).status_code == 200
    assert chief.post(preview, warning).status_code == 200
    two.done("dismiss-referee", {"referee": "CR", "reason": "ill"})
    for client in (chief, never, climber):
        assert_problem(client.get(entrants), 403, "office-ended")
        assert_problem(client.post(preview, warning), 403, "office-ended")
        assert_problem(client.command("give-warning", warning), 403, "office-ended")
        assert client.get(public).get_data() == two.anyone.get(public).get_data()
    two.done("appoint-referee", {"referee": "CR", "name": "Chief again", "chief": True})
    assert chief.get(entrants).status_code == 200
    two.done("appoint-referee", {"referee": "REF-9", "name": "New"})
    assert never.post(preview, warning).status_code == 200


def test_a_participants_token_is_worth_something_as_long_as_the_entry_stands(founded: House) -> None:
    def row(number: str) -> int:
        client = founded.client("participant", number, ID)
        return client.get(f"{BASE}/entrant?entrant={number}").status_code

    assert (row("0001"), row("0002"), row("0003"), row("0099")) == (200, 200, 200, 403)
    feed = founded.client("participant", "0001", ID).send("POST", f"{BASE}/calendar-feed")
    assert founded.anyone.get(feed.get_json()["href"]).status_code == 200
    founded.done("cancel-registration", {"entrant": "0001"})
    founded.done("forget-person", {"person": "0003"})
    assert (row("0001"), row("0002"), row("0003")) == (403, 200, 403)
    assert_problem(founded.anyone.get(feed.get_json()["href"]), 404, "calendar-feed-ended")


def test_who_is_out_still_sees_what_is_theirs(in_play: House) -> None:
    in_play.done("withdraw-entrant", {"entrant": "0001", "grounds": "health"})
    in_play.done("disqualify-entrant", {"entrant": "0002", "reason": "an aid to play"})
    for number in ("0001", "0002"):
        response = in_play.client("participant", number, ID).get(f"{BASE}/entrant?entrant={number}")
        assert response.get_json()["details"]["name_en"] == f"Player Number{number[-1]}"


def test_a_stream_ends_with_the_office_under_which_it_was_opened(two: House) -> None:
    chief = two.client("chief_referee", "CR", ID)
    address = f"{BASE}/events/stream"
    assert b"event:" in chief.get(address).get_data()
    two.done("dismiss-referee", {"referee": "CR", "reason": "ill"})
    assert_problem(chief.get(address), 403, "office-ended")
