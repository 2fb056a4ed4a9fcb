"""Each place in which names are shown asks for its own consent: every read, now and as of the past."""

from collections.abc import Iterable, Iterator

import pytest

from services.desk.queries import QUERIES
from services.tournament.people.entrants import CONSENT_SCOPES
from tests.api.conftest import BASE, ID, SESSION, Client, House, assert_problem, query_address
from tests.api.test_access import routes
from tests.api.test_pages import ranked

CHILD, PARENT = "0008", "0001"
NAMES = {CHILD: ("Player Number8", "玩家8號"), PARENT: ("Player Number1", "玩家1號")}
FAMILIES = f"{BASE}/families"
SHOWN = {"pages": "anyone", "board": "display"}
"""By scope who is shown a name by it, other than that of a family."""


@pytest.fixture
def played(in_play: House) -> House:
    """Results are published; 0001 and 0008 are a family unit, and nobody consents to anything."""
    in_play.done("amend-details", {"entrant": CHILD, "birth_date": "2015-08-30"})
    in_play.done("declare-family-unit", {"child": CHILD, "parent": PARENT})
    for number in range(1, 9):
        in_play.done("set-consent", {"entrant": f"{number:04d}", "shown": False})
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    return in_play


def askers(house: House) -> dict[str, Client]:
    return {"anyone": house.anyone, "display": house.client("display", "board-1", ID)}


def addresses(house: House) -> Iterator[str]:
    """Every address that reads the tournament, in either language, now and as of the moment now."""
    seq, _ = house.head
    for route in routes(house):
        if route.method != "GET" or "{tournament}" not in route.path:
            continue
        address = route.path.replace("{tournament}", ID).replace("{entrant}", CHILD)
        if route.name in QUERIES:
            address = query_address(route.name)
        first = "&" if "?" in address else "?"
        for language in ("en", "zh"):
            yield f"{address}{first}lang={language}"
            if route.of_log:
                yield f"{address}{first}lang={language}&as_of={seq}"


def naming(client: Client, number: str, among: Iterable[str]) -> set[str]:
    """The addresses whose answers hold the name."""
    names = [name.encode() for name in NAMES[number]]
    answers = {address: client.get(address).get_data() for address in among}
    return {address for address, answer in answers.items() if any(name in answer for name in names)}


@pytest.mark.parametrize("scope", CONSENT_SCOPES)
def test_a_consent_shows_the_name_in_its_place_and_nowhere_else(played: House, scope: str) -> None:
    addresses_told = [
        address for address in addresses(played) if "/events" not in address and "/export" not in address
    ]
    ever: set[str] = set()
    for number in (CHILD, PARENT):
        played.done("set-consent", {"entrant": number, "shown": True, "scope": scope})
    for who, client in askers(played).items():
        found = naming(client, CHILD, addresses_told)
        ever |= found
        # The site answers whoever asks as it answers anyone.
        found -= {address for address in found if who != "anyone" and address.startswith(f"/t/{ID}/entrants")}
        # A family is named on the pages of its members as it is in the list of families.
        of_families = (FAMILIES, f"/t/{ID}/entrants/") if scope == "family_award" else (FAMILIES,)
        families = {address for address in found if address.startswith(of_families)}
        assert bool(families) == (scope == "family_award"), families
        assert bool(found - families) == (SHOWN.get(scope) == who), found
        if SHOWN.get(scope) == who:
            kinds = {address.partition("?")[0] for address in found}
            assert {f"{BASE}/standings", f"{BASE}/sessions", f"/t/{ID}/standings"} <= kinds
            assert f"/t/{ID}/results" in kinds
            assert any("as_of=" in address for address in found), "consent of now also shows it in the past"
    for number in (CHILD, PARENT):
        played.done("set-consent", {"entrant": number, "shown": False, "scope": scope})
    for client in askers(played).values():
        assert naming(client, CHILD, ever) == set(), "withdrawn, also for the past"


def test_a_family_is_shown_by_consent_of_both_and_to_its_members(played: House) -> None:
    def pairs(client: Client) -> list[tuple[str, str | None, str | None]]:
        rows = client.get(FAMILIES).get_json()["rows"]
        return [(row["unit"], row.get("child_name"), row.get("parent_name")) for row in rows]

    unit, (child, _), (parent, _) = f"{CHILD}+{PARENT}", NAMES[CHILD], NAMES[PARENT]
    member = played.client("participant", CHILD, ID)
    other = played.client("participant", "0002", ID)
    played.done("set-consent", {"entrant": CHILD, "shown": True})
    for client in (played.anyone, askers(played)["display"], other):
        assert pairs(client) == []
    assert pairs(member) == [(unit, child, None)]
    assert pairs(played.organizer) == [(unit, child, parent)]
    played.done("set-consent", {"entrant": PARENT, "shown": True, "scope": "family_award"})
    for client in (played.anyone, askers(played)["display"], other, member):
        assert pairs(client) == [(unit, child, parent)]


def test_posts_name_nobody(played: House) -> None:
    for number in NAMES:
        played.done("set-consent", {"entrant": number, "shown": True, "scope": "posts"})
    posts = played.anyone.get(f"{BASE}/posts").get_data(as_text=True)
    assert "results-published" in posts
    assert not any(name in posts for names in NAMES.values() for name in names)


def test_who_is_18_says_it_themselves_and_for_a_child_a_guardian_does(played: House) -> None:
    child = played.client("participant", CHILD, ID)
    body = {"entrant": CHILD, "shown": True, "scope": "board"}
    problem = assert_problem(child.command("set-consent", body), 422, "consent-by-guardian")
    assert "guardian" in problem["detail"]
    refused = child.command("set-consent", {**body, "by": "form"})
    assert_problem(refused, 422, "consent-by-whom")
    service = played.client("service", "forms", ID)
    for number in (CHILD, PARENT):
        answer = service.command("set-consent", {**body, "entrant": number, "by": "self"})
        assert_problem(answer, 422, "consent-by-whom")
    assert child.command("set-consent", {**body, "guardian": "Lau Mei Ling"}).status_code == 201
    assert "Lau Mei Ling" not in child.get(f"{BASE}/entrant?entrant={PARENT}").get_data(as_text=True)
    held = child.get(f"{BASE}/entrants/{CHILD}/data").get_json()["consents"]
    assert [consent["scope"] for consent in held] == list(CONSENT_SCOPES)
    board = held[1]
    assert (board["given"], board["by"], board["guardian"]) == (True, "guardian", "Lau Mei Ling")
    assert board["text"] is None
    assert board["seq"] == played.head[0]
    assert board["at"]
    seen = child.get(f"{BASE}/entrant?entrant={CHILD}").get_json()["consents"]
    assert seen == held
    referee = played.client("referee", "REF-1", ID).get(f"{BASE}/entrant?entrant={CHILD}")
    assert "consents" not in referee.get_json()
    events = played.organizer.get(f"{BASE}/events?limit=1000").get_data(as_text=True)
    assert "Lau Mei Ling" not in events


def test_each_consent_reads_alike_on_each_kind_of_database(in_play_on_each: House) -> None:
    house = in_play_on_each
    house.done("end-session", {"session": SESSION})
    house.done(
        "set-consent", {"entrant": PARENT, "shown": True, "scope": "board", "guardian": "Lau Mei Ling"}
    )
    boards = house.client("display", "board-1", ID).get(f"{BASE}/sessions").get_data(as_text=True)
    public = house.anyone.get(f"{BASE}/sessions").get_data(as_text=True)
    assert (NAMES[PARENT][0] in boards, NAMES[PARENT][0] in public) == (True, False)
    held = house.organizer.get(f"{BASE}/entrants/{PARENT}/data").get_json()["consents"]
    assert [(consent["scope"], consent["guardian"]) for consent in held if consent["given"]] == [
        ("board", "Lau Mei Ling")
    ]


def test_a_guardians_name_goes_with_the_person_who_is_forgotten(played: House) -> None:
    played.done("set-consent", {"entrant": CHILD, "shown": True, "guardian": "Lau Mei Ling"})
    played.done(
        "amend-details", {"entrant": CHILD, "guardian": "Lau Mei Ling", "guardian_email": "lau@example.org"}
    )
    address = f"{BASE}/entrants/{CHILD}/data"
    assert "Lau Mei Ling" in played.organizer.get(address).get_data(as_text=True)
    assert "lau@example.org" in played.organizer.get(address).get_data(as_text=True)
    played.done("forget-person", {"person": CHILD})
    held = played.organizer.get(address).get_data(as_text=True)
    assert "Lau" not in held
    assert "lau@" not in held
