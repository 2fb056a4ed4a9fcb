"""What a chat hears that nobody is linked to, and what one hears that has just been linked."""

import pytest
from msgspec.structs import replace

from services.access.tokens import Principal
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.texts import Text
from tests.api.conftest import ID
from tests.bots.conftest import Office, running


def test_a_chief_referee_is_greeted_with_her_own_commands(office: Office) -> None:
    phone = office.phone()
    phone.say(f"/start {office.links.invite(ID, 'referee:CHIEF')}")
    assert "open cases: evidence, preview, rule" in phone.press("Yes, link")


@pytest.mark.parametrize(
    ("recipient", "language", "words", "schedule"),
    [
        ("entrant:0001", "en", "Good to see you.", True),
        ("entrant:0001", "zh-hant", "歡迎回來。", True),
        ("referee:CHIEF", "en", "Good to see you.", False),
        ("organizer:organizer", "zh-hant", "歡迎回來。", False),
    ],
)
def test_who_comes_back_reads_of_when_and_where_only_if_they_play(
    office: Office, recipient: str, language: str, words: str, *, schedule: bool
) -> None:
    greeted = office.phone(recipient, language=language).say("/start")
    assert words in greeted
    assert ("/schedule" in greeted) == schedule


def test_whoever_presses_is_answered_in_the_language_of_the_question(office: Office) -> None:
    office.house.done("choose-language", {"entrant": "0001", "language": "zh"})
    phone = office.phone(language="en")
    phone.say(f"/start {office.links.invite(ID, 'entrant:0001')}")
    assert "Linked: Player Number1" in phone.press("Yes, link")
    assert "已報名" in phone.say("/me"), "from then on as it was registered"


def test_who_is_not_linked_hears_how_to_link_and_not_that_it_is_for_others(office: Office) -> None:
    phone = office.phone()
    for command in ("/docket", "/weather", "/sheet"):
        assert "To link this chat" in phone.say(command)


STATEMENT = "https://example.org/privacy"


@pytest.mark.parametrize("tongue", ["en", "zh"])
def test_what_is_kept_of_people_is_said_before_anything_is_linked(
    before_the_day: Office, tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = before_the_day.desk
    plan = desk.state(ID).plan
    stated = replace(plan, privacy=Text(STATEMENT, f"{STATEMENT}/zh"))
    command = AmendTournament(definition=stated, ruleset=desk.state(ID).rules)
    desk.submit(ID, command, Principal("test", "organizer", "test"))
    with running(before_the_day):
        phone = before_the_day.phone(language=tongue)
        asked = phone.say(f"/start {before_the_day.links.invite(ID, 'entrant:0001')}")
        assert f"how to see or correct it: {STATEMENT}" in asked
        assert f"收集個人資料聲明（保存甚麼、用途、如何查閱及更正）：{STATEMENT}/zh" in asked
        assert before_the_day.links.of_address("telegram", str(phone.chat)) == []


def test_a_tournament_that_states_nothing_says_nothing(coming: Office) -> None:
    phone = coming.phone()
    assert "how to see or correct it" not in phone.say(f"/start {coming.links.invite(ID, 'entrant:0001')}")
