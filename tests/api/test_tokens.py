"""Tokens over HTTP, and that one which was revoked opens nothing from then on."""

from datetime import timedelta
from typing import Any

import pytest

from services.access.kinds import TOKEN
from tests.api.conftest import BASE, ID, SESSION, Client, House, assert_problem, scores

PATH = "/api/v1/tokens"


def grant(client: Client, **body: Any) -> Any:
    response = client.post(PATH, {"role": "referee", "subject": "REF-1", "tournament": ID, **body})
    assert response.status_code == 201, response.get_json()
    assert response.headers["Cache-Control"] == "no-store"
    return response.get_json()


def test_an_organizer_grants_a_token_that_works_at_once(founded: House) -> None:
    granted = grant(founded.organizer, days=2)
    referee = Client(founded.app, granted["token"])
    assert referee.get(f"{BASE}/docket").status_code == 200
    founded.clock.advance(timedelta(days=2))
    assert_problem(referee.get(f"{BASE}/docket"), 401, "token-expired")


def test_a_lost_phone_is_shut_out_at_its_next_request(in_play: House) -> None:
    granted = grant(in_play.organizer)
    phone = Client(in_play.app, granted["token"])
    page = phone.get(f"{BASE}/sheets")
    assert page.status_code == 200
    revoked = in_play.organizer.send("DELETE", f"{PATH}/{granted['token_id']}")
    assert revoked.get_json() == {"revoked": [granted["token_id"]]}
    head = in_play.head
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    assert_problem(phone.get(f"{BASE}/sheets", {"If-None-Match": page.headers["ETag"]}), 401, "token-revoked")
    assert_problem(phone.get(f"{BASE}/standings"), 401, "token-revoked")
    assert_problem(phone.command("record-game-result", body), 401, "token-revoked")
    assert in_play.head == head


def test_all_tokens_of_a_person_are_revoked_together(founded: House) -> None:
    mine = [grant(founded.organizer) for _ in range(3)]
    other = grant(founded.organizer, subject="REF-2")
    response = founded.organizer.post(f"{PATH}/revoke", {"subject": "REF-1", "tournament": ID})
    assert sorted(response.get_json()["revoked"]) == sorted(token["token_id"] for token in mine)
    for token in mine:
        assert Client(founded.app, token["token"]).get(f"{BASE}/docket").status_code == 401
    assert Client(founded.app, other["token"]).get(f"{BASE}/docket").status_code == 200
    assert founded.organizer.post(f"{PATH}/revoke", {"subject": "REF-1"}).get_json() == {"revoked": []}


def test_revoking_twice_changes_nothing(founded: House) -> None:
    granted = grant(founded.organizer)
    for _ in range(2):
        assert founded.organizer.send("DELETE", f"{PATH}/{granted['token_id']}").status_code == 200


def test_the_list_says_who_has_which_token_but_not_its_text(founded: House) -> None:
    granted = grant(founded.organizer)
    response = founded.organizer.get(f"{PATH}?tournament={ID}&subject=REF-1")
    (line,) = response.get_json()["rows"]
    assert line["token_id"] == granted["token_id"]
    assert line["state"] == "valid"
    assert granted["token"] not in response.get_data(as_text=True)
    founded.organizer.send("DELETE", f"{PATH}/{granted['token_id']}")
    (line,) = founded.organizer.get(f"{PATH}?subject=REF-1").get_json()["rows"]
    assert line["state"] == "revoked"


def test_the_list_pages(founded: House) -> None:
    for number in range(5):
        grant(founded.organizer, subject=f"REF-{number}")
    first = founded.organizer.get(f"{PATH}?tournament={ID}&limit=3")
    following = first.headers["Link"].partition(">")[0].strip("<")
    second = founded.organizer.get(following)
    subjects = [row["subject"] for page in (first, second) for row in page.get_json()["rows"]]
    assert sorted(subjects) == [f"REF-{number}" for number in range(5)]
    assert "Link" not in second.headers


def test_an_organizer_of_one_tournament_reaches_no_further(founded: House) -> None:
    client = founded.client("organizer", "o", ID)
    everywhere = grant(founded.organizer, tournament=None)
    mine = grant(client)
    assert_problem(client.post(PATH, {"role": "referee", "subject": "R"}), 403, "forbidden")
    assert_problem(
        client.post(PATH, {"role": "referee", "subject": "R", "tournament": "x"}), 403, "forbidden"
    )
    assert_problem(client.get(f"{PATH}?tournament=another"), 403, "forbidden")
    assert_problem(client.post(f"{PATH}/revoke", {"subject": "R", "tournament": "x"}), 403, "forbidden")
    assert_problem(client.send("DELETE", f"{PATH}/{everywhere['token_id']}"), 404, "token-unknown")
    seen = {row["token_id"] for row in client.get(PATH).get_json()["rows"]}
    assert mine["token_id"] in seen
    assert everywhere["token_id"] not in seen
    # Without a tournament she means her own; the token that holds everywhere is not hers to revoke.
    assert client.post(f"{PATH}/revoke", {"subject": "REF-1"}).get_json() == {"revoked": [mine["token_id"]]}
    assert Client(founded.app, everywhere["token"]).get(f"{BASE}/docket").status_code == 200


def test_no_token_outlives_the_one_that_granted_it(founded: House) -> None:
    minter = founded.client("organizer", "o", ID)
    ends = founded.clock.now() + timedelta(days=30)
    founded.clock.advance(timedelta(days=29))
    granted = grant(minter, role="organizer", subject="me-again")
    assert granted["expires_at"] == ends.isoformat().replace("+00:00", "Z")
    assert grant(minter, days=1)["expires_at"] == granted["expires_at"]
    body = {"role": "referee", "subject": "REF-1", "tournament": ID, "days": 2}
    assert_problem(minter.post(PATH, body), 422, "grant-refused")
    founded.clock.advance(timedelta(days=1))
    again = Client(founded.app, granted["token"])
    assert_problem(again.post(PATH, {**body, "days": 1}), 401, "token-expired")


@pytest.mark.parametrize("role", ["participant", "referee", "chief_referee", "display", "service"])
def test_tokens_are_the_organizers_alone(founded: House, role: str) -> None:
    client = founded.client(role, "0001")
    assert_problem(client.get(PATH), 403, "forbidden")
    assert_problem(client.post(PATH, {"role": "organizer", "subject": "me"}), 403, "forbidden")
    assert_problem(client.post(f"{PATH}/revoke", {"subject": "org-1"}), 403, "forbidden")
    assert_problem(client.send("DELETE", f"{PATH}/t-000000000000"), 403, "forbidden")
    assert_problem(founded.anyone.get(PATH), 401)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"role": "emperor", "subject": "x"}, 400),
        ({"role": "referee", "subject": "Chan Tai Man"}, 422),
        ({"role": "referee", "subject": "陳大文"}, 422),
        ({"role": "referee", "subject": ""}, 422),
        ({"role": "referee", "subject": "x", "days": 0}, 400),
        ({"role": "referee", "subject": "x", "days": 401}, 400),
        ({"role": "referee", "subject": "x", "days": 10**30}, 422),
        ({"role": "referee", "subject": "x", "tournament": "nowhere"}, 404),
        ({"role": "referee"}, 400),
        ({"role": "referee", "subject": "x", "expires": "never"}, 400),
    ],
)
def test_a_token_that_makes_no_sense_is_not_granted(founded: House, body: Any, status: int) -> None:
    before = len(founded.desk.grants.listed(TOKEN))
    assert_problem(founded.organizer.post(PATH, body), status)
    assert len(founded.desk.grants.listed(TOKEN)) == before


def test_a_token_nobody_granted_cannot_be_revoked(founded: House) -> None:
    for name in ("t-000000000000", "x", "%00", "%FF", "x" * 500):
        assert_problem(founded.organizer.send("DELETE", f"{PATH}/{name}"), 404, "token-unknown")
