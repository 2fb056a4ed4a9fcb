"""What is being asked is left by a command or word as well as by the button, in both languages."""

import pytest

from shared.catalogue import say
from shared.catalogue.titles import title_of
from shared.language_choice import choose_language
from tests.bots.conftest import Office
from tests.bots.test_tasks import begun
from tests.wording import fixed


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("/cancel", "Cancel", "/取消")), ("zh-hant", ("/取消", "取消", "/Cancel"))]
)
def test_it_is_left_and_said_what_that_was(office: Office, language: str, words: tuple[str, ...]) -> None:
    phone, tongue = office.phone("organizer:organizer", language=language), choose_language(language)
    title = title_of("withdraw-entrant", tongue)
    assert title is not None
    for word in words:
        begun(phone, "withdraw-entrant", language)
        phone.say("1")
        left = phone.say(word)
        assert say("bot-cancelled", tongue) in left, word
        assert title in left
    assert "entrant-withdrew" not in office.types
    assert fixed("bot-cancel-nothing", tongue) in phone.say("/cancel")
    assert fixed("bot-cancel-nothing", tongue) in phone.say("/取消")


def test_what_is_written_to_the_organizer_is_no_word_to_leave(coming: Office) -> None:
    coming.phone("organizer:organizer")
    phone = coming.phone("entrant:0001")
    phone.say("取消")
    assert len(coming.state.questions) == 1
    phone.say("/schedule")
    phone.press("bot-action-cannot-come")
    phone.say("I am late")
    phone.answers("/cancel", say("bot-cancelled", "en"), fixed("bot-not-sent"))
