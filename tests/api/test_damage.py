"""What damage in the vault costs those who read over HTTP: one name, or one text."""

from bots.telegram.people import People
from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.notices.audiences import Recipient
from tests.api.conftest import BASE, SESSION, House, scores


def damage(house: House, subject: str) -> None:
    with house.desk.vault.database.writing() as driver:
        statement = "UPDATE subject_key SET wrapped = zeroblob(60) WHERE subject = ?"
        assert driver.execute(statement, (subject,)).rowcount == 1
        # As after a start: keys held in memory are sound.
        driver.execute("UPDATE epoch SET value = value + 1")


def test_a_damaged_key_costs_one_name_on_every_page(in_play: House) -> None:
    damage(in_play, in_play.desk.state("spring-cup").entrants["0002"].person)
    for language, word in (("en", "unreadable"), ("zh", "（無法讀取）")):
        answer = in_play.organizer.get(f"{BASE}/entrants?lang={language}").get_json()
        names = {row["entrant"]["entrant_no"]: row.get("name") for row in answer["rows"]}
        assert names.pop("0002") == word
        assert word not in names.values()
        assert len(names) == 7
    correspondence = Correspondence(in_play.desk)
    recipients = [Recipient("entrant", number) for number in ("0001", "0002")]
    details = correspondence.details("spring-cup", recipients)
    assert details[recipients[1]] == {"name_en": "unreadable", "name_zh": "（無法讀取）"}
    assert details[recipients[0]]["email"] == "player1@example.org"
    links = Links(in_play.desk.log.database, in_play.desk.vault, correspondence, in_play.clock)
    people = People(in_play.desk, links)
    assert people.name("spring-cup", "entrant:0002", "zh") == "（無法讀取）"
    assert people.name("spring-cup", "entrant:0001", "en") == "Player Number1"
    sheets = in_play.organizer.get(f"{BASE}/sheets?lang=en").get_json()["rows"]
    shown = {number: name for row in sheets for number, name in row["names"].items()}
    assert shown.pop("0002") == "unreadable"
    assert sorted(shown.values()) == [f"Player Number{number}" for number in (1, 3, 4, 5, 6, 7, 8)]


def test_a_damaged_case_costs_its_text_and_no_other(in_play: House) -> None:
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    in_play.done("record-game-result", body)
    for game in (1, 2):
        in_play.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": f"statement {game}"})
    first = min(in_play.desk.state("spring-cup").disputes.values(), key=lambda dispute: dispute.seq)
    damage(in_play, first.case or "")
    for language, word in (("en", "unreadable"), ("zh", "（無法讀取）")):
        found = in_play.organizer.get(f"{BASE}/docket?lang={language}").get_json()["rows"]
        assert {row["statement"] for row in found} == {word, "statement 2"}


def test_a_damaged_text_is_missed_in_the_field_that_held_it(in_play: House) -> None:
    in_play.done("give-warning", {"entrant": "0001", "breach": "talking"})
    (warning,) = in_play.desk.state("spring-cup").entrants["0001"].warnings
    (case,) = in_play.desk.directory.texts("spring-cup", [warning.seq])[warning.seq]
    damage(in_play, case)
    held = in_play.organizer.get(f"{BASE}/entrants/0001/data").get_json()["events"]
    texts = [event["text"] for event in held if event["type"] == "verbal-warning-given"]
    assert texts == [{"breach": "unreadable"}]
