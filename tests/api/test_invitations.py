"""Over HTTP: who has no chat linked yet, and links for all of them."""

import csv
import io

from services.access.rights import ROLES
from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.web.app import create_app
from tests.api.conftest import BASE, BOT, ID, Client, House, assert_problem
from tests.cases import cases
from tests.wording import fixed

INVITATIONS = f"{BASE}/invitations"


def links_of(house: House) -> Links:
    return Links(house.desk.grants, house.desk.vault, Correspondence(house.desk))


def test_a_link_for_everyone_who_has_no_chat(founded: House) -> None:
    links = links_of(founded)
    links.link(ID, "entrant:0002", "telegram", "77")
    answer = founded.organizer.post(INVITATIONS, {}).get_json()
    made = {line["recipient"]: line for line in answer["rows"]}
    assert (answer["left_out"], "entrant:0002" in made) == (1, False)
    assert made["entrant:0001"]["name"] == "玩家1號"
    for recipient, invitation in made.items():
        assert invitation["link"].startswith(BOT)
        assert links.invited(invitation["link"].removeprefix(BOT)).recipient == recipient
    everyone = founded.organizer.post(INVITATIONS, {"linked": True}).get_json()
    assert (everyone["left_out"], len(everyone["rows"])) == (0, len(made) + 1)


def test_the_same_for_a_spreadsheet(shared_founded: House) -> None:
    answer = shared_founded.organizer.post(f"{INVITATIONS}.csv", {})
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store", "links are secrets"
    rows = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True))))
    assert list(rows[0]) == ["recipient", "name", "family", "language", "link"]
    assert {row["recipient"] for row in rows} >= {"entrant:0001", "entrant:0002"}


def test_what_would_be_sent_is_shown_before_it_is(founded: House) -> None:
    founded.done("amend-details", {"entrant": "0002", "email": "player1@example.org"})
    answer = founded.organizer.get(f"{INVITATIONS}/letters?limit=1").get_json()
    (letter,) = answer["first"]
    assert letter["to"] == "player1@example.org"
    assert letter["recipients"] == ["entrant:0001", "entrant:0002"]
    assert fixed("notice-invitation", "zh", invitation="…0001") in letter["text"]
    assert answer["shared"] == [["entrant:0001", "entrant:0002"]]
    assert answer["people"] == answer["letters"] + 1
    assert_problem(founded.client("referee", "REF-1").get(f"{INVITATIONS}/letters"), 403, "forbidden")


def test_who_has_no_chat_is_listed_in_pages(founded: House) -> None:
    whole = founded.organizer.get(INVITATIONS).get_json()
    assert whole["linked"] == 0
    links_of(founded).link(ID, whole["rows"][0]["recipient"], "telegram", "77")
    first = founded.organizer.get(f"{INVITATIONS}?limit=1")
    answer = first.get_json()
    assert (answer["linked"], answer["pending"]) == (1, whole["pending"] - 1)
    assert answer["rows"] == whole["rows"][1:2]
    assert answer["rows"][0]["email"] is True
    assert 'rel="next"' in first.headers["Link"]


@cases("role", [role for role in ROLES if role != "organizer"])
def test_nobody_but_the_organizer_may(shared_founded: House, role: str) -> None:
    client = shared_founded.client(role, "0001")
    assert_problem(client.post(INVITATIONS, {}), 403, "forbidden")
    assert_problem(client.get(INVITATIONS), 403, "forbidden")


def test_without_a_bot_the_refusal_says_what_to_set(shared_founded: House) -> None:
    app = create_app(shared_founded.desk, shared_founded.desk.vault, shared_founded.clock, release="test")
    organizer = Client(app, shared_founded.organizer.token)
    for language, text in (("en", "TILELEDGER_TELEGRAM_TOKEN"), ("zh", "尚未設定 Telegram 機械人")):
        answer = organizer.send("POST", INVITATIONS, {"Accept-Language": language}, json={})
        assert text in assert_problem(answer, 409, "bot-not-set")["detail"]
