"""Over HTTP: links to personal pages for the organizer, and nobody else."""

import csv
import io

import pytest

from services.access.rights import ROLES
from services.web.app import create_app
from shared.settings import Settings
from tests.api.conftest import BASE, Client, House, assert_problem
from tests.cases import cases

LINKS = f"{BASE}/personal-links"
SITE = "https://play.example"


@pytest.fixture
def public(founded: House) -> Client:
    settings = Settings(database_url="sqlite://", vault_url="sqlite://", public_url=SITE)
    parts = (founded.desk, founded.desk.vault, founded.clock)
    return Client(create_app(*parts, release="test", settings=settings), founded.organizer.token)


def test_links_are_made_listed_without_their_text_and_replaced(public: Client) -> None:
    (made_link,) = public.post(LINKS, {"recipients": ["entrant:0001"]}).get_json()["rows"]
    assert made_link["recipients"] == ["entrant:0001"]
    assert made_link["link"].startswith(f"{SITE}/me/")
    answer = public.get(LINKS)
    (listed,) = answer.get_json()["rows"]
    assert (listed["recipients"], listed["revoked_at"]) == (["entrant:0001"], None)
    assert made_link["link"].rpartition("/")[2] not in answer.get_data(as_text=True)
    new = public.post(f"{LINKS}/replace", {"recipients": ["entrant:0001"]}).get_json()
    assert new["link"] != made_link["link"]
    revoked = [row["revoked_at"] is not None for row in public.get(LINKS).get_json()["rows"]]
    assert sorted(revoked) == [False, True]
    assert 'rel="next"' in public.get(f"{LINKS}?limit=1").headers["Link"]


def test_everyones_for_a_spreadsheet(public: Client) -> None:
    answer = public.post(f"{LINKS}.csv", {})
    assert answer.headers["Cache-Control"] == "no-store"
    rows = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True))))
    assert [row["recipients"] for row in rows] == [f"entrant:000{number}" for number in range(1, 9)]
    (together,) = public.post(
        LINKS, {"recipients": ["entrant:0001", "entrant:0002"], "together": True}
    ).get_json()["rows"]
    assert together["recipients"] == ["entrant:0001", "entrant:0002"]


@cases("role", [role for role in ROLES if role != "organizer"])
def test_nobody_but_the_organizer_may(shared_founded: House, role: str) -> None:
    client = shared_founded.client(role, "0001")
    assert_problem(client.post(LINKS, {}), 403, "forbidden")
    assert_problem(client.post(f"{LINKS}/replace", {"recipients": ["entrant:0001"]}), 403, "forbidden")
    assert_problem(client.get(LINKS), 403, "forbidden")


def test_what_is_wrong_is_said(public: Client, shared_founded: House) -> None:
    assert_problem(public.post(LINKS, {"recipients": ["entrant:9999"]}), 404, "not-found")
    assert_problem(public.post(LINKS, {"recipients": []}), 400, "body-misshapen")
    assert_problem(public.post(f"{LINKS}/replace", {}), 400, "body-misshapen")
    assert_problem(shared_founded.organizer.post(LINKS, {}), 409, "pages-not-public")
