"""What is decided about a day is asked alike on a page and in a chat: the same, in the same order."""

import re
from html import unescape

import pytest

from services.tasks.day_questions import QUESTIONS, RIGHTS
from shared.catalogue import say
from tests.api.conftest import ID
from tests.api.test_weather_page import Organizer
from tests.bots.conftest import Office, Phone
from tests.bots.test_steps import labels
from tests.bots.test_suspending import DAY, LABEL, at_ten

TYPED = {"en": "A power cut.", "zh": "場地停電。", "reason": "A mistake."}
WAYS = {"Back", "Cancel", "Keep as it is", say("bot-on-page", "en")}
KINDS = [
    (what, grounds)
    for what in RIGHTS
    for grounds in (QUESTIONS["grounds"].options if what in ("suspend", "rest") else ("",))
    if what != "answer"
]
"""Whatever can be decided, for each of the grounds that are asked for it."""


def shown(page: str) -> list[tuple[str, str, list[str]]]:
    """What a page asks, by name: the words, and what there is to choose from."""
    names = re.findall(r'name="at" value="([^"]*)"', page)
    found = []
    for name in (names[0] if names else "").split():
        form = page[page.index('name="at"') :]
        words = re.search(rf'<legend class="lines">([^<]*)<|<label for="q-{name}">([^<]*)<', form)
        assert words is not None, page
        choices = re.findall(r'name="pick" value="[^"]*" formnovalidate>([^<]*)<', form)
        found.append((name, unescape(words[1] or words[2]), [unescape(choice) for choice in choices]))
    return found


def answered(phone: Phone, page: Organizer, wanted: list[str]) -> list[str]:
    """Answer whatever both ask until both read back; the names of what was asked."""
    asked: list[str] = []
    while questions := shown(page.now):
        typed: dict[str, str] = {}
        for name, words, choices in questions:
            asked.append(name)
            phone.wait_for(words)
            there = [label for label in labels(phone) if label not in WAYS]
            assert [choice.casefold() for choice in choices] == [label.casefold() for label in there]
            if not choices:
                typed[name] = TYPED[name]
                phone.say(TYPED[name])
                continue
            choice = next((each for each in choices if any(part in each for part in wanted)), choices[0])
            phone.press(choice)
            value = re.search(rf'name="pick" value="([^"]*)" formnovalidate>{re.escape(choice)}<', page.now)
            assert value is not None
            page.press("pick", value[1])
        if typed:
            page.press("step", "look", **typed)
    return asked


@pytest.mark.parametrize(("what", "grounds"), KINDS)
def test_a_page_and_a_chat_ask_the_same_in_the_same_order(coming: Office, what: str, grounds: str) -> None:
    at_ten(coming)
    if what in ("word", "move", "lift"):
        coming.house.done("suspend-day", {"day": DAY, "grounds": "signal_8_or_above"})
    page, phone = Organizer(coming.house), coming.phone("organizer:organizer")
    phone.say("/weather")
    phone.press(say("bot-storm-begin", "en"))
    page.at = f"/t/{ID}/tasks/decide-day"
    page.now = page.page(page.at)
    chosen = [say(f"bot-storm-what-{what}", "en"), LABEL]
    chosen += [say(f"bot-storm-grounds-{grounds.replace('_', '-')}", "en")] if grounds else []
    asked = answered(phone, page, chosen)
    assert asked[:2] == ["day", "what"]
    read = phone.wait_for("bot-storm-send").partition("\n")[2]
    before_ways = read.partition("People told")[0]
    assert before_ways.splitlines()
    assert all(line in page.now for line in before_ways.splitlines()), "and both read back the same"
