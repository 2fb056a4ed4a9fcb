"""Pictures of a phone with the messages that most people get, for `docs/pictures`, one in each language.

`python -m tests.golden.pictures` makes them anew. It needs Chromium, and fonts with Chinese and with signs
(Debian: chromium, fonts-noto-cjk, fonts-noto-color-emoji). Everything runs on loopback.
"""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from bots.telegram.channel import TelegramChannel, connected
from services.notices.rendering import Message
from shared.i18n import LANGUAGES, Language
from tests.browser.chromium import browsing
from tests.browser.ways import LOCALES
from tests.demo.conftest import play_in, small
from tests.golden.transcripts import SEED, heard
from tests.simulators.telegram import TOKEN, simulating

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = (
    "registration-received",
    "reminder-day-before",
    "reminder-morning",
    "reminder-opening",
    "session-results",
    "suspended",
    "rescheduled",
    "results-published",
    "qualified",
    "final-seat",
)
"""The kinds that most people get, in the order in which they come."""

_HEIGHT: Mapping[Language, int] = {"en": 2320, "zh": 1960}
"""Of the window, in pixels: room for all of them."""
_SETTLED = 4000
"""Milliseconds in which the page asks for what there is to show."""


def first_messages(language: Language) -> list[Message]:
    """The first message of each kind that somebody hears."""
    found: dict[str, Message] = {}
    with TemporaryDirectory() as folder:
        played = play_in(Path(folder), small(), seed=SEED)
        try:
            for role, spoken, _, message in heard(played):
                if spoken == language and message.kind in SHOWN and role not in ("referee", "chief-referee"):
                    found.setdefault(message.kind, message)
        finally:
            played.close()
    return [found[kind] for kind in SHOWN]


async def send(url: str, chat: int, messages: list[Message]) -> None:
    """Send them as the worker does."""
    channel = TelegramChannel(connected(TOKEN, url))
    for place, message in enumerate(messages):
        outcome = await channel.send(str(chat), message, f"{place:024x}")
        assert outcome.known == "sent", outcome
        await asyncio.sleep(1.1)  # one message a second to a chat, as Telegram has it
    await channel.close()


def photograph(page: str, file: Path, language: Language) -> None:
    """Have Chromium look at a page, as tall as all ten messages."""
    with browsing() as browser:
        context = browser.new_context(
            locale=LOCALES[language], viewport={"width": 460, "height": _HEIGHT[language]}
        )
        shown = context.new_page()
        shown.goto(page)
        shown.wait_for_timeout(_SETTLED)
        shown.screenshot(path=file)


def main() -> None:
    """Make every picture."""
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        with TemporaryDirectory() as folder, simulating(Path(folder)) as telegram:
            chat = telegram.phone("Chan Tai Man" if language == "en" else "陳大文", language)
            asyncio.run(send(telegram.url, chat, first_messages(language)))
            photograph(f"{telegram.url}/", FOLDER / f"phone-{language}.png", language)
        sys.stdout.write(f"phone-{language}.png\n")


if __name__ == "__main__":
    main()
