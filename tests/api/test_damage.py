"""What damage in the vault costs those who read over HTTP: one name, or one text."""

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
    sheets = in_play.organizer.get(f"{BASE}/sheets?lang=en").get_json()["rows"]
    shown = {number: name for row in sheets for number, name in row["names"].items()}
    assert shown.pop("0002") == "unreadable"
    assert sorted(shown.values()) == [f"Player Number{number}" for number in (1, 3, 4, 5, 6, 7, 8)]


def test_a_damaged_case_costs_its_text_and_no_other(in_play: House) -> None:
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    in_play.done("record-game-result", body)
    for game in (1, 2):
        in_play.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": f"statement {game}"})
    cases = [own.case for own in in_play.desk.state("spring-cup").disputes.values()]
    damage(in_play, cases[0] or "")
    for language, word in (("en", "unreadable"), ("zh", "（無法讀取）")):
        found = in_play.organizer.get(f"{BASE}/docket?lang={language}").get_json()["rows"]
        assert {row["statement"] for row in found} == {word, "statement 2"}
