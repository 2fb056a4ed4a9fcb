"""How many taps and messages an official needs for each thing, from alert or command to what is recorded."""

import pytest

from services.notices.notice import Notice
from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone
from tests.bots.test_ruling import FIGURES, TABLE, TABLE_LABEL, with_a_game

AMENDMENT = ("Open", "Rule", "Amend", FIGURES, "A joker.\nIt was seen.", "Confirm the ruling")
FLOWS = {
    # What it is: who, the event it ends in, how many at most, and the taps and messages.
    "an amendment": ("CHIEF", "ruling-made", 6, AMENDMENT),
    "a game voided": ("CHIEF", "ruling-made", 5, ("Open", "Rule", "Void", "A joker.", "Confirm the ruling")),
    "a charge": (
        "CHIEF",
        "ruling-made",
        6,
        ("Open", "Charge a seat", "B 0", "Could not meld", "It could not.", "Confirm the ruling"),
    ),
    "no effect": (
        "CHIEF",
        "ruling-made",
        6,
        ("Open", "Rule", "The results stand", "As it was.", "HK rules 3", "Confirm the ruling"),
    ),
    "a disqualification": (
        "CHIEF",
        "ruling-made",
        6,
        ("Open", "Disqualify", "B 0", "A joker.", "HK rules 3", "Confirm the ruling"),
    ),
    "a correction": (
        "REF-1",
        "game-corrected",
        6,
        ("/sheet", TABLE_LABEL, "Correct game 1", FIGURES, "Read upside down", "Confirm"),
    ),
    "a dispute": ("REF-1", "dispute-raised", 5, ("/dispute", TABLE_LABEL, "1", "A tile fell", "Confirm")),
    "a warning": ("REF-1", "verbal-warning-given", 5, ("/warn", TABLE_LABEL, "A 0", "Shouting", "Confirm")),
    "a parent": ("REF-1", "parent-called", 5, ("/parent", TABLE_LABEL, "Player", "Unwell", "Confirm")),
    "a call": ("REF-1", "chief-referee-called", 2, ("/call", TABLE_LABEL)),
    "evidence": (
        "REF-1",
        "evidence-presented",
        6,
        ("Open", "Rack", "R10 B10 K10", "As it is", "B 0", "Keep as evidence"),
    ),
}
TYPED = {
    FIGURES,
    "A joker.\nIt was seen.",
    "A joker.",
    "It could not.",
    "As it was.",
    "Read upside down",
    "A tile fell",
    "Shouting",
    "R10 B10 K10",
}


def alert(office: Office, game: int | None, referee: str) -> Notice:
    """The notice of a new case to this official."""
    office.house.done("raise-dispute", {"sheet": TABLE, "game": game, "statement": "A tile fell."})
    notices = [notice for notice in office.desk.notices.read(ID) if notice.kind == "dispute-raised"]
    meant = "role:chief_referee" if referee == "CHIEF" else f"referee:{referee}"
    return next(notice for notice in notices if notice.audience == meant)


def act(phone: Phone, action: str) -> str:
    """One tap or one message."""
    return phone.say(action) if action.startswith("/") or action in TYPED else phone.press(action)


def counted(office: Office, who: str, actions: tuple[str, ...], game: int | None) -> int:
    with_a_game(office)
    phone = office.phone(f"referee:{who}")
    if actions[0] == "Open":
        office.deliver(phone, alert(office, game, who), f"referee:{who}")
    for action in actions:
        act(phone, action)
        if say("bot-confirm", "en") in actions[-1] and action == actions[-2]:
            phone.wait_for(
                "bot-ruling-read-back",
                "bot-correct-read-back",
                "bot-dispute-read-back",
                "bot-warn-read-back",
                "bot-parent-read-back",
            )
    return len(actions)


@pytest.mark.parametrize("flow", FLOWS)
def test_nothing_takes_an_official_more_than_it_must(office: Office, flow: str) -> None:
    who, event, most, actions = FLOWS[flow]
    before = office.types.count(event)
    assert counted(office, who, actions, 1) <= most
    assert office.types.count(event) == before + 1 + (
        event == "dispute-raised" and actions[0] == say("bot-action-open", "en")
    )


@pytest.mark.parametrize(
    ("language", "taps"),
    [
        ("en", ("/docket d-0001", "Rule anew", "Amend a game", FIGURES, "A joker.", "Confirm the ruling")),
        ("zh-hant", ("/docket D-0001", "重新裁決", "修訂賽局", FIGURES, "A joker.", "確認裁決")),
    ],
)
def test_a_ruling_is_superseded_with_six_by_the_number_of_its_case(
    office: Office, language: str, taps: tuple[str, ...]
) -> None:
    assert counted(office, "CHIEF", FLOWS["a game voided"][3], 1) == 5
    chief = office.phone("referee:CHIEF", language=language)
    for action in taps:
        act(chief, action)
        if action == "A joker.":
            chief.wait_for("？" if language != "en" else "Confirm?")
    assert office.state.rulings["R-0001"].superseded_by == "R-0002"
    assert "D-0009" in chief.say("/docket D-0009"), "no such case"


def test_an_amendment_of_a_case_about_no_game_takes_no_more(office: Office) -> None:
    actions = tuple(button.replace("Amend", "Amend game 1") for button in AMENDMENT)
    assert counted(office, "CHIEF", actions, None) <= 6
    assert office.types.count("ruling-made") == 1
    assert office.state.disputes["D-0001"].game is None
