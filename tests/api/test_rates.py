"""Who asks and how often: rates for tokens and addresses, and the headers that tell of them."""

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.web.front.askers import Asker, Askers, Rates, address_of, counted_as
from services.web.front.limits import RATES, Rate
from tests.api.conftest import BASE, House
from tests.api.fronted import Fronted, fronted
from tests.cases import cases
from tests.refusing import refusing

READS = Rate("reads", "", 10, 6, 4)
REFUSED = Rate("refused", "", 10, 6, 4)
SIGN_IN = Rate("sign-in", "", 60, 0, 3)
ADDRESS, TOKEN = Asker("203.0.113.9", is_token=False), Asker("abc", is_token=True)


class Time:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def taken(rates: Rates, asker: Asker, times: int) -> int:
    """How many of so many requests were taken."""
    count = 0
    for _ in range(times):
        if rates.spent("reads", asker):
            with refusing("too-many-requests") as refused:
                rates.take("reads", asker)
            assert 1 <= refused.value.params["seconds"] <= READS.seconds
        else:
            rates.take("reads", asker)
            count += 1
    return count


def test_a_rate_is_of_one_asker_and_comes_back_with_time() -> None:
    time = Time()
    rates = Rates(rates=(READS,), now=time)
    assert taken(rates, ADDRESS, 10) == 4
    assert taken(rates, Asker("203.0.113.10", is_token=False), 10) == 4
    assert taken(rates, TOKEN, 10) == 6
    time.now += 2 * READS.seconds
    assert taken(rates, ADDRESS, 10) == 4


@given(st.lists(st.floats(0, 30, allow_nan=False), max_size=60))
def test_no_ten_seconds_have_more_than_twice_the_rate(pauses: list[float]) -> None:
    time = Time()
    rates = Rates(rates=(READS,), now=time)
    moments = []
    for pause in pauses:
        time.now += pause
        if taken(rates, ADDRESS, 1):
            moments.append(time.now)
    for moment in moments:
        assert sum(moment <= other < moment + READS.seconds for other in moments) <= 2 * READS.per_address


def test_a_share_of_the_rates_may_be_allowed_or_all_requests() -> None:
    assert taken(Rates(50, rates=(READS,), now=Time()), ADDRESS, 10) == 2
    assert taken(Rates(1, rates=(READS,), now=Time()), ADDRESS, 10) == 1
    assert taken(Rates(200, rates=(READS,), now=Time()), ADDRESS, 10) == 8
    assert taken(Rates(0, rates=(READS,), now=Time()), ADDRESS, 1000) == 1000


def test_only_so_many_askers_are_remembered() -> None:
    rates = Rates(most=2, rates=(READS,), now=Time())
    for number in range(3):
        assert taken(rates, Asker(str(number), is_token=False), 9) == 4
    assert taken(rates, Asker("2", is_token=False), 9) == 0
    assert taken(rates, Asker("0", is_token=False), 9) == 4


@cases(
    "forwarded, proxies, expected",
    [
        ("198.51.100.7", 0, "192.0.2.1"),
        (None, 1, "192.0.2.1"),
        ("198.51.100.7", 1, "198.51.100.7"),
        ("forged, 198.51.100.7", 1, "198.51.100.7"),
        ("forged, 198.51.100.7, 192.0.2.8", 2, "198.51.100.7"),
        ("198.51.100.7", 2, "192.0.2.1"),
    ],
)
def test_only_what_proxies_of_ones_own_appended_is_believed(
    forwarded: str | None, proxies: int, expected: str
) -> None:
    assert address_of("192.0.2.1", forwarded, proxies) == expected


@cases(
    "address, expected",
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("[2001:db8:1:2::1]", "2001:db8:1:2::"),
        ("nonsense" * 100, ("nonsense" * 100)[:64]),
    ],
)
def test_a_household_counts_once_however_many_addresses_it_has(address: str, expected: str) -> None:
    assert counted_as(address) == expected


def test_a_token_counts_for_itself_only_while_it_was_found_valid_lately() -> None:
    time = Time()
    askers = Askers(2, time)
    assert askers.asker("Bearer a", "203.0.113.9") == ADDRESS
    assert askers.holds("Bearer a").is_token
    assert askers.asker("Bearer a", "203.0.113.9").is_token
    time.now += 601
    assert askers.asker("Bearer a", "203.0.113.9") == ADDRESS
    askers.holds("Bearer a")
    askers.fails("Bearer a")
    assert askers.asker("Bearer a", "203.0.113.9") == ADDRESS


def test_a_venue_of_phones_stays_within_the_rates() -> None:
    """1,200 phones behind one address that read the standings every ten seconds, half of them twice."""
    reads = next(rate for rate in RATES if rate.name == "reads")
    assert reads.per_address * 10 / reads.seconds >= 1200 * 1.5


def test_a_venue_of_phones_may_say_that_a_message_came_and_switch_browsers_on() -> None:
    """1,200 phones behind one address: each says within ten seconds that a message came and was opened."""
    by_name = {rate.name: rate for rate in RATES}
    assert by_name["reads"].per_address * 10 / by_name["reads"].seconds >= 1200 * 2
    assert by_name["forms"].per_address * 60 / by_name["forms"].seconds >= 1200 * 2


@pytest.mark.parametrize(
    ("path", "kind", "counted"),
    [
        ("/me/receipt", "application/json", "reads"),
        (f"/me/{'A' * 43}/devices", "application/json", "forms"),
        (f"/me/{'A' * 43}/code", "application/x-www-form-urlencoded", "forms"),
    ],
)
def test_what_a_personal_page_sends_is_counted_apart_from_commands(
    founded: House, path: str, kind: str, counted: str
) -> None:
    with fronted(founded.app, rates=Rates()) as front:
        _, headers, _ = front.send("POST", path, b"{}", {"Content-Type": kind})
    assert headers["RateLimit-Policy"].startswith(f'"{counted}";')


@pytest.fixture
def front(founded: House) -> Iterator[Fronted]:
    with fronted(founded.app, rates=Rates(rates=(READS, REFUSED, SIGN_IN), now=Time())) as started:
        yield started


def test_answers_tell_of_the_rate_and_beyond_it_when_to_come_back(front: Fronted) -> None:
    left = []
    for _ in range(READS.per_address):
        status, headers, _ = front.send("GET", f"{BASE}/standings")
        assert status == 200
        assert headers["RateLimit-Policy"] == '"reads";q=4;w=10'
        left.append(headers["RateLimit"].partition(";t=")[0])
    assert left == [f'"reads";r={number}' for number in (3, 2, 1, 0)]
    status, headers, body = front.send("GET", f"{BASE}/standings")
    assert status == 429
    assert b"too-many-requests" in body
    assert 1 <= int(headers["Retry-After"]) <= 10
    assert headers["RateLimit"].startswith('"reads";r=0;t=')
    assert front.send("GET", "/livez")[0] == 200


REFUSALS: Mapping[str, tuple[str, str, Mapping[str, str], int]] = {
    "no such address": ("GET", "/nowhere", {}, 404),
    "no such method": ("DELETE", f"{BASE}/standings", {}, 405),
    "no token": ("POST", f"{BASE}/commands/set-consent", {"Content-Type": "application/json"}, 401),
    "a type that is not taken": ("POST", "/api/v1/rulesets/check", {"Content-Type": "text/plain"}, 415),
}


@pytest.mark.parametrize("kind", REFUSALS)
def test_what_is_refused_from_its_headers_is_counted_apart_from_what_is_served(
    front: Fronted, kind: str
) -> None:
    method, path, headers, status = REFUSALS[kind]
    for _ in range(REFUSED.per_address):
        assert front.send(method, path, b"{}", headers=headers)[0] == status
    refused, answered, _ = front.send(method, path, b"{}", headers=headers)
    assert refused == 429
    assert answered["RateLimit-Policy"] == '"refused";q=4;w=10'
    # Other phones behind the same address still read.
    assert front.send("GET", f"{BASE}/standings")[0] == 200


def test_tokens_that_fail_are_bounded_and_those_that_hold_are_not_held_up(
    founded: House, front: Fronted
) -> None:
    for number in range(SIGN_IN.per_address):
        wrong = {"Authorization": f"Bearer tl_{number}"}
        assert front.code("GET", f"{BASE}/entrants", headers=wrong) == (401, "unauthenticated")
    assert front.code("GET", f"{BASE}/entrants", headers={"Authorization": "Bearer x"})[0] == 429
    for client in (founded.organizer, founded.client("organizer", "org-2")):
        holds = {"Authorization": f"Bearer {client.token}"}
        assert front.send("GET", f"{BASE}/entrants", headers=holds)[0] == 200


def test_whoever_shares_an_address_with_a_flood_is_served(founded: House, front: Fronted) -> None:
    for _ in range(20):
        front.send("GET", f"{BASE}/standings")
    assert front.send("GET", f"{BASE}/standings")[0] == 429
    holds = {"Authorization": f"Bearer {founded.organizer.token}"}
    assert front.send("GET", f"{BASE}/standings", headers=holds)[0] == 200
