"""A third language is one more file of texts: chats and letters are in it, too."""

import re

from services.delivery.email import EmailChannel
from services.notices.audiences import recipients
from services.notices.look import Look
from services.notices.rendering import message
from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office
from tests.golden.told import due_in
from tests.golden.weather_stories import in_bad_weather
from tests.third_language import wide


def test_a_chat_may_choose_it_and_is_answered_in_it(office: Office, third: str) -> None:
    phone = office.phone()
    phone.say(f"/start {office.links.invite(ID, 'organizer:organizer')}")
    phone.press("bot-link-yes")
    phone.say("/language")
    assert plain_words(phone.press(wide("English"))) == set()
    assert plain_words(phone.say("/language")) == set()
    assert phone.say("/help").startswith(wide(say("bot-help", "en")))


def test_a_letter_is_written_in_it(third: str) -> None:
    state, notice = next(
        due_notice for due_notice in due_in(in_bad_weather()) if due_notice[1].template == "suspended"
    )
    recipient = recipients(state, notice.audience)[0]
    composed = message([("", Look(state, notice, recipient, third))])
    letter = EmailChannel("smtp://127.0.0.1:9").letter("chan@example.org", composed, "d-1")
    assert letter["Content-Language"] == third
    assert wide("SUSPENDED") in letter.get_content()
    assert wide("Play") in str(letter["Subject"])


def plain_words(text: str) -> set[str]:
    """Words in plain letters: what never passed through the catalogue, commands left out."""
    return set(re.findall(r"[A-Za-z]{2,}", re.sub(r"/[a-z_]+", "", text)))
