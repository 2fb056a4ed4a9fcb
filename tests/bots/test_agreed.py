"""What a chat reads back is confirmed at the first press whatever happens elsewhere; what changed is said."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.api.busy import RELATED, UNRELATED, busy, elsewhere, seats
from tests.api.conftest import START, House, later, opened
from tests.bots.conftest import Office, Phone, running
from tests.made_once import MadeOnce
from tests.sampling import mostly_wide
from tests.simulators.telegram import PATIENCE, Telegram

FIGURES, WHY = "A 0, B 12/2, C 5/1, D 20/3", "It fell\nTwo saw it"
RULE = ("/docket", "*D-0001", "*Rule", "*Amend a game", FIGURES, WHY, "*Confirm the ruling")
CANNOT = ("/schedule", "*I cannot come")
DECIDE = ("/weather", "*Decide a day by hand", "*2027")
CHILD, PARENT = "0016", "0017"

TASKS: Mapping[str, tuple[str, str, Sequence[str]]] = {
    "rule": ("referee:CR", "ruling-made", RULE),
    "supersede": (
        "referee:CR",
        "ruling-superseded",
        (*RULE, "/docket", "*Ruled cases", "*D-0001", "*Rule anew", *RULE[3:]),
    ),
    "correct": (
        "referee:CR",
        "game-corrected",
        ("/sheet", "*Table 1", "*Correct game 2", FIGURES, "Misread", "*Confirm"),
    ),
    "evidence": (
        "referee:CR",
        "evidence-presented",
        (
            "/docket",
            "*D-0001",
            "*Add evidence",
            "*Rack",
            "R10 B10 K10 O2",
            "*As it is",
            "*B 0",
            "*Keep as evidence",
        ),
    ),
    "warn": ("referee:REF-1", "verbal-warning-given", ("/warn", "*Table 1", "*A 0", "Shouting", "*Confirm")),
    "object": (
        "referee:REF-1",
        "dispute-raised",
        ("/dispute", "*Table 1", "*No game in particular", "Tiles fell", "*Confirm"),
    ),
    "call a parent": ("referee:REF-1", "parent-called", (f"/parent {CHILD}", "*Another reason", "*Confirm")),
    "announce": (
        "organizer:organizer",
        "announcement-made",
        ("/announce", "*Everyone", "Lunch", "午膳", "*Send"),
    ),
    "suspend": (
        "organizer:organizer",
        "sessions-suspended",
        (*DECIDE, "*Suspend the day", "*Black", "*As of now", "*Confirm"),
    ),
    "move somebody": ("organizer:organizer", "entrant-moved", ("/questions", "*Do it", "*Confirm")),
    "answer": ("organizer:organizer", "question-answered", ("/questions", "*Answer", "Yes", "*Send")),
    "give back": (
        "entrant:0015",
        "registration-cancelled",
        (*CANNOT, "*Give the place back", "*Yes, give it back"),
    ),
    "wish": ("entrant:0015", "question-asked", (*CANNOT, "*Ask for another session", "*session 3", "*Send")),
    "be forgotten": ("entrant:0015", "question-asked", ("/stop", "*Ask to be forgotten", "*Send")),
    "consent": (
        "entrant:0015",
        "consent-changed",
        ("/me", "*Consents", "*boards in the hall", "*18 or over", "*Confirm"),
    ),
}
"""What is confirmed in a chat: who, the event it leads to, what they write and (*) press up to the last."""


CHANGES: Mapping[str, tuple[Callable[[House], object], str]] = {
    "rule": (RELATED["the game"], "Now: Game 2 (Table 1, Saturday, 6 March 2027, session 1), B "),
    "supersede": (RELATED["who hears"], "New: Told to referee REF-4: To be read out"),
    "correct": (RELATED["a game beside it"], "Was: Game 3, "),
    "warn": (
        lambda house: house.done("give-warning", {"entrant": seats(house)[0], "breach": "talking"}),
        "Was: Warning 1 of 2\nNow: Warning 2 of 2",
    ),
    "call a parent": (
        lambda house: house.done("declare-family-unit", {"child": CHILD, "parent": PARENT}),
        f"New: Told: {PARENT} Player",
    ),
    "announce": (lambda house: house.done("cancel-registration", {"entrant": "0020"}), "No longer: 0020"),
    "suspend": (RELATED["nobody sits there"], "No longer: Saturday, 6 March 2027, session 1"),
    "move somebody": (
        lambda house: house.done("answer-question", {"question": "Q-0001", "answer": "Yes."}),
        "New: It was answered already.",
    ),
    "give back": (
        lambda house: house.done("declare-family-unit", {"child": CHILD, "parent": "0015"}),
        "New: The family unit is dissolved.",
    ),
}
"""What each of them rests on, and how that is said."""


@pytest.fixture
def hall(
    telegram: Telegram, moments: dict[str, Path], made_once: MadeOnce, tmp_path: Path
) -> Iterator[Office]:
    day = later(made_once, later(made_once, moments["house"], "busy", busy), "busy with a child", _child)
    with opened(day, tmp_path) as house:
        house.clock.set(START)
        office = Office(house, telegram, house.desk.vault)
        with running(office):
            yield office


def _child(house: House) -> None:
    house.clock.set(START)
    house.done("amend-details", {"entrant": CHILD, "birth_date": "2017-05-01"})


def tap(phone: Phone, label: str) -> str:
    """Press a button once it is there."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return phone.press(label)
        except AssertionError:
            assert time.monotonic() < deadline, label
            time.sleep(0.02)


def to_the_last_press(office: Office, what: str, language: str = "en") -> tuple[Phone, str, str]:
    """A phone at the read-back: what is left to press, and the event it leads to."""
    who, event, steps = TASKS[what]
    office.phone("organizer:organizer")
    phone = office.phone(who, language=language)
    for step in steps[:-1]:
        tap(phone, step[1:]) if step.startswith("*") else phone.say(step)
    last = steps[-1][1:]
    wait_for_button(office, phone, last)
    return phone, last, event


def wait_for_button(office: Office, phone: Phone, label: str) -> None:
    """Until the last message has this button."""
    deadline = time.monotonic() + PATIENCE
    while label not in str(office.telegram.messages(phone.chat)[-1].get("reply_markup", "")):
        assert time.monotonic() < deadline, phone.read
        time.sleep(0.02)


# What others do elsewhere asks nobody anew after the second press below, either.
@pytest.mark.parametrize("what", mostly_wide(TASKS, TASKS.keys() - CHANGES.keys()))
def test_it_is_done_at_the_first_press_whatever_happens_elsewhere(hall: Office, what: str) -> None:
    phone, last, event = to_the_last_press(hall, what)
    elsewhere(hall.house, sorted(UNRELATED))
    before = hall.types.count(event)
    phone.press(last)
    assert hall.types.count(event) == before + 1, phone.read


@pytest.mark.parametrize("what", CHANGES)
def test_what_it_rests_on_is_shown_alone_and_the_second_press_does_it(hall: Office, what: str) -> None:
    phone, last, event = to_the_last_press(hall, what)
    change, said = CHANGES[what]
    change(hall.house)
    before, read = hall.types.count(event), len(hall.telegram.messages(phone.chat))
    phone.press(last)
    assert hall.types.count(event) == before
    wait_for_button(hall, phone, last)
    shown = "\n".join(str(message["text"]) for message in hall.telegram.messages(phone.chat)[read - 1 :])
    assert say("bot-read-back-changed", "en") in shown
    assert said in shown
    elsewhere(hall.house, sorted(UNRELATED))
    before = hall.types.count(event)
    tap(phone, last)
    assert hall.types.count(event) == before + 1, phone.read
