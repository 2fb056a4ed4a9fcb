"""What a chat hears that nobody is linked to, and what one hears that has just been linked."""

import pytest
from msgspec.structs import replace

from services.access.principal import Principal
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.texts import Text
from shared.catalogue import say
from shared.language_choice import choose_language
from tests.api.conftest import ID
from tests.bots.conftest import Office, running
from tests.wording import fixed


def test_a_chief_referee_is_greeted_with_her_own_commands(office: Office) -> None:
    phone = office.phone()
    asked = phone.say(f"/start {office.links.invite(ID, 'referee:CHIEF')}")
    assert fixed("bot-link-referee", chief="true", name="W*** <***********") in asked
    assert fixed("bot-link-referee", "zh", chief="true", name="W*** <***********") in asked
    assert say("bot-commands-chief", "en") in phone.press("bot-link-yes")
    assert fixed("bot-link-referee", chief="false") in office.phone().say(
        f"/start {office.links.invite(ID, 'referee:REF-1')}"
    )


@pytest.mark.parametrize(
    ("recipient", "language", "schedule"),
    [
        ("entrant:0001", "en", True),
        ("entrant:0001", "zh-hant", True),
        ("referee:CHIEF", "en", False),
        ("organizer:organizer", "zh-hant", False),
    ],
)
def test_who_comes_back_reads_of_when_and_where_only_if_they_play(
    office: Office, recipient: str, language: str, *, schedule: bool
) -> None:
    greeted = office.phone(recipient, language=language).say("/start")
    assert fixed(f"bot-welcome-back{'' if schedule else '-office'}", choose_language(language)) in greeted
    assert ("/schedule" in greeted) == schedule


@pytest.mark.parametrize(
    ("tongue", "registered", "linked", "status"),
    [
        ("en", "zh", "已連接：玩家1號", "已報名"),
        ("en", "en", "Linked: Player Number1", "registered"),
        ("zh-hant", "en", "已連接：玩家1號", "已報名"),
    ],
)
def test_the_answer_to_the_link_is_in_the_language_of_all_that_follows(
    office: Office, tongue: str, registered: str, linked: str, status: str
) -> None:
    """Telegram begins in English, so that only another setting is a choice; else it is as registered."""
    office.house.done("choose-language", {"entrant": "0001", "language": registered})
    phone = office.phone(language=tongue)
    question = phone.say(f"/start {office.links.invite(ID, 'entrant:0001')}")
    assert fixed("bot-link-entrant") in question
    assert fixed("bot-link-entrant", "zh") in question, "asked in both until one is chosen"
    assert (
        question.index(fixed("bot-link-entrant", name="P***** N******"))
        < question.index(fixed("bot-link-entrant", "zh", name="玩**號"))
    ) == (status == "registered")
    assert phone.button(say("bot-link-yes", "en")) == phone.button(say("bot-link-yes", "zh"))
    assert linked in phone.press("bot-link-yes")
    assert status in phone.say("/me")


def test_who_was_linked_reads_what_comes_next(coming: Office) -> None:
    coming.house.done("choose-language", {"entrant": "0001", "language": "en"})
    phone = coming.phone()
    phone.say(f"/start {coming.links.invite(ID, 'entrant:0001')}")
    linked = phone.press("bot-link-yes")
    assert "Next: Saturday, 6 March 2027, session 1" in linked
    assert linked.index("Next:") < linked.index("/schedule")
    waits = coming.phone()
    coming.house.done("choose-language", {"entrant": "0009", "language": "zh"})
    waits.say(f"/start {coming.links.invite(ID, 'entrant:0009')}")
    assert fixed("bot-schedule-waiting", "zh") in waits.press("bot-link-yes")


@pytest.mark.parametrize(
    "pasted",
    ["/start {}.", "/start 「{}」", "https://t.me/some_bot?start={}", "<https://t.me/some_bot?start={}>。"],
)
def test_an_invitation_is_pasted_with_the_marks_of_a_sentence_around_it(office: Office, pasted: str) -> None:
    phone = office.phone()
    assert fixed("bot-link-entrant") in phone.say(pasted.format(office.links.invite(ID, "entrant:0001")))
    assert phone.press("bot-link-yes").startswith(fixed("bot-linked", "zh"))


def test_a_link_that_this_chat_has_used_says_whom_it_is_linked_to(office: Office) -> None:
    token = office.links.invite(ID, "entrant:0001")
    phone = office.phone()
    phone.say(f"/start {token}")
    phone.press("bot-link-yes")
    assert fixed("bot-linked-already", "zh", name="玩**號") in phone.say(f"/start {token}")
    assert say("problem-link-token-invalid", "en") in office.phone().say(f"/start {token}"), (
        "to any other chat it is used up"
    )


def test_who_is_not_linked_hears_how_to_link_and_not_that_it_is_for_others(office: Office) -> None:
    phone = office.phone()
    for command in ("/docket", "/weather", "/sheet"):
        assert say("bot-welcome", "en") in phone.say(command)


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
        assert say("bot-privacy", "en", privacy=STATEMENT) in asked
        assert f"收集個人資料聲明（保存甚麼、用途、如何查閱及更正）：{STATEMENT}/zh" in asked
        assert before_the_day.links.of_address("telegram", str(phone.chat)) == []


def test_a_tournament_that_states_nothing_says_nothing(coming: Office) -> None:
    phone = coming.phone()
    assert fixed("bot-privacy") not in phone.say(f"/start {coming.links.invite(ID, 'entrant:0001')}")
