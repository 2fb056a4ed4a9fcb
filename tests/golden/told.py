"""The notices of the stories, as people would read them."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from services.notices.audiences import recipients
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.notices.rendering import Message, message
from services.tournament.catalogue import INITIAL, evolve
from services.tournament.kernel.facts import Stamp
from services.tournament.state import State
from tests.golden.stories import STORIES
from tests.unit.tournament.specs import Tournament

FOLDER = Path(__file__).parent / "notices"
LONG = {"en": "Wong-Fitzgerald Alexandra Konstantina <b>&_*", "zh": "歐陽司徒亞歷山德拉<b>&_*"}

LINK = "https://t.me/our_tournament_bot?start=" + "x" * 43


def due_in(tournament: Tournament) -> Iterator[tuple[State, Notice]]:
    """Every notice of a story with the state it would be sent on."""
    state = INITIAL
    for _, group in groupby(tournament.record, key=lambda step: step.command_id):
        events = list(group)
        for event in events:
            state = evolve(state, event.event, Stamp(event.seq, event.occurred_at, event.actor))
        for notice in notices_due(state, [(event.seq, event.event) for event in events]):
            yield state, notice


@cache
def told_in(story: Callable[[], Tournament]) -> tuple[tuple[State, Notice], ...]:
    """Every notice of a story that is told once, and read by many tests."""
    return tuple(due_in(story()))


def messages(state: State, notice: Notice, language: Literal["en", "zh"]) -> Iterator[Message]:
    """The notice as each of its recipients reads it."""
    for recipient in recipients(state, notice.audience):
        look = Look(state, notice, recipient, language, "Bring water, please.", "https://example.org", LINK)
        yield message([(LONG[language], look)])


def shown(message: Message) -> str:
    """A message as e-mail has it: the subject, then the text."""
    return f"{message.subject}\n\n{message.text}"


@cache
def meant() -> dict[str, str]:
    """For each template the audiences it is for in the stories, such as `For: role:organizer, sheet`."""
    found: dict[str, set[str]] = {}
    for story in STORIES:
        for _, notice in told_in(story):
            kind, _, name = notice.audience.partition(":")
            whole = kind == "role" or not name
            found.setdefault(notice.template, set()).add(notice.audience if whole else kind)
    return {template: f"For: {', '.join(sorted(audiences))}" for template, audiences in found.items()}


@cache
def readings() -> dict[str, tuple[str, ...]]:
    """For each template whom it is for, and what the first recipient of each of its notices reads."""
    found: dict[str, dict[str, None]] = {}
    for story in STORIES:
        for state, notice in told_in(story):
            both = [next(messages(state, notice, language), None) for language in ("en", "zh")]
            if all(both):
                texts = (shown(message) for message in both if message is not None)
                text = "\n\n".join((meant()[notice.template], *texts)) + "\n"
                found.setdefault(notice.template, {})[text] = None
    return {template: tuple(texts) for template, texts in found.items()}
