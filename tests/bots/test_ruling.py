"""The Chief Referee on a phone: every effect of a ruling, corrections, and what gets in the way."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from shared.catalogue import say
from tests.api.conftest import ID, SESSION
from tests.bots.conftest import Office, Phone, running
from tests.wording import fixed

TABLE = f"{SESSION}/1"
TABLE_LABEL = "Table 1, Saturday, 6 March 2027, session 1"
FIGURES = "A 0, B 12/3, C 7/2, D 20/5"


def with_a_game(office: Office) -> None:
    """Game 1 is on the sheet: A cleared the rack."""
    counts = zip("ABCD", (0, 30, 20, 10), (0, 3, 3, 3), strict=True)
    seats = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
    office.house.done(
        "record-game-result", {"sheet": TABLE, "game": 1, "ended_by": "cleared", "seats": seats}
    )


def dispute(office: Office, game: int | None = 1) -> str:
    office.house.done("raise-dispute", {"sheet": TABLE, "game": game, "statement": "A tile fell."})
    return max(office.state.disputes)


def begin(phone: Phone, number: str, effect: str) -> str:
    phone.say("/docket")
    phone.press(number)
    phone.press("bot-rule")
    return phone.press(effect)


def to_the_read_back(phone: Phone) -> str:
    """From the question for the finding on; where no rule is usual, one is chosen."""
    phone.wait_for(say("bot-ruling-finding", "en"))
    phone.say("It fell\nTwo saw it")
    if say("bot-ruling-cites", "en") in phone.wait_for("bot-ruling-cites", "bot-ruling-read-back"):
        phone.press("HK rules 3")
    return phone.wait_for("bot-ruling-read-back")


def last(office: Office, event: str) -> dict[str, Any]:
    found = [event_view for event_view in office.desk.events(ID, 0, 1000) if event_view.type == event]
    data: dict[str, Any] = msgspec.json.decode(found[-1].data)
    return data


@pytest.mark.parametrize(
    ("effect", "answers", "read_back", "does"),
    [
        ("The results stand", (), "The results stand", {"type": "none"}),
        ("Amend a game", (FIGURES,), "Amend a game, game 1, A 0, B 12/3, C 7/2, D 20/5", {"game": 1}),
        ("Void a game", (), "Void a game, game 1", {"type": "void_game", "game": 1}),
        ("Replay a game", (), "Replay a game, game 1", {"type": "replay_game", "game": 1}),
        (
            "Charge a seat",
            ("B 0", "Could not meld"),
            "Charge a seat, game 1, 0",
            {"charge": "could_not_meld"},
        ),
        ("Verbal warning", ("C 0",), "Verbal warning, 0", {"type": "warning"}),
        ("Disqualify", ("D 0",), "Disqualify, 0", {"type": "disqualify"}),
    ],
    ids=lambda words: words if isinstance(words, str) and words[0].isupper() and "," not in words else "",
)
def test_a_ruling_of_each_effect_is_read_back_and_made(
    office: Office, effect: str, answers: tuple[str, ...], read_back: str, does: dict[str, object]
) -> None:
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, effect)
    for answer in answers:
        chief.say(answer) if answer == FIGURES else chief.press(answer)
    text = to_the_read_back(chief)
    assert f"You rule: {read_back}" in text
    for part in (
        "Finding: It fell",
        f"Cites: {'HK code of conduct 12' if effect.startswith('Void') else 'HK rules 3'}",
        "Reason: Two saw it",
        "Raised by Organizer",
        "final. Confirm?",
    ):
        assert part in text
    # In the same message, or in one before it.
    assert "Notices: " in "".join(message["text"] for message in office.telegram.messages(chief.chat))
    assert "ruling-made" not in office.types
    assert "R-0001 on D-0001 is made" in chief.press("bot-confirm-ruling")
    (made,) = last(office, "ruling-made")["effects"]
    assert does.items() <= made.items()
    assert office.state.disputes[number].status == "ruled"


def test_a_case_about_no_game_offers_each(office: Office) -> None:
    with_a_game(office)
    number = dispute(office, game=None)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, fixed("bot-effect-void-game-in", game=1))
    assert "Void a game, game 1" in to_the_read_back(chief)


def test_of_many_games_one_is_asked_for(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.tasks.ruling._MOST_GAMES_AT_ONCE", 2)
    with_a_game(office)
    number = dispute(office, game=None)
    chief = office.phone("referee:CHIEF")
    assert "2 of 4\nWhich game?" in begin(chief, number, say("bot-effect-void-game", "en"))
    chief.press("1")
    assert "Void a game, game 1" in to_the_read_back(chief)


def test_a_ruling_that_the_rules_refuse_says_so_before_anything_is_written(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "bot-effect-charge")
    chief.press("B 0")
    assert fixed("problem-counts-unknown") in chief.press("Could not meld")
    chief.press("bot-one-back")
    chief.wait_for("bot-ruling-entrant")
    assert say("bot-cancelled", "en") in chief.press("bot-cancel")
    assert "ruling-made" not in office.types
    assert say("bot-not-understood", "en") in chief.say("Two saw it")


def test_two_chiefs_cannot_both_rule(office: Office) -> None:
    office.house.done("appoint-referee", {"referee": "SECOND", "name": "Second", "chief": True})
    number = dispute(office)
    first, second = office.phone("referee:CHIEF"), office.phone("referee:SECOND")
    for phone in (first, second):
        begin(phone, number, "bot-effect-none")
        to_the_read_back(phone)
    first.press("bot-confirm-ruling")
    assert fixed("problem-dispute-not-open", status="ruled") in second.press("bot-confirm-ruling")
    assert office.types.count("ruling-made") == 1
    assert office.telegram.messages(second.chat)[-1]["reply_markup"]["inline_keyboard"]


def test_what_was_begun_goes_on_after_the_bot_was_started_again(resting: Office) -> None:
    with running(resting):
        number = dispute(resting)
        chief = resting.phone("referee:CHIEF")
        begin(chief, number, "bot-effect-warning")
        chief.press("A 0")
        chief.say("It fell\nTwo saw it")
    with running(resting):
        assert "Verbal warning, 0" in chief.press("HK rules 3")
        chief.wait_for("Reason: Two saw it")
        assert fixed("bot-ruled") in chief.press("bot-confirm-ruling")
    assert resting.types.count("ruling-made") == 1


def test_a_press_while_the_bot_rests_is_answered_when_it_is_back(resting: Office) -> None:
    with running(resting):
        number = dispute(resting)
        chief = resting.phone("referee:CHIEF")
        begin(chief, number, "bot-effect-none")
        to_the_read_back(chief)
    data, message = chief.button("bot-confirm-ruling")
    for _ in range(2):
        resting.telegram.press(chief.chat, data, message)
    before = len(chief.lines)
    with running(resting):
        resting.telegram.wait(chief.chat, before + 3)
    assert resting.types.count("ruling-made") == 1


def test_the_sheet_of_a_case_is_seen_and_led_back_from(office: Office) -> None:
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    chief.say("/docket")
    chief.press(number)
    sheet = chief.press("bot-see-sheet")
    assert TABLE_LABEL in sheet
    assert "1. ★A 60/0 · B −30/3 · C −20/3 · D −10/3" in sheet
    assert "A tile fell." in chief.press("bot-back")


def test_a_notice_of_a_dispute_opens_the_case(office: Office) -> None:
    dispute(office)
    chief = office.phone("referee:CHIEF")
    notice = next(
        other
        for other in office.desk.notices.read(ID)
        if other.kind == "dispute-raised" and other.audience == "role:chief_referee"
    )
    office.deliver(chief, notice, "referee:CHIEF")
    assert "A tile fell." in chief.press("bot-action-open")
    assert say("bot-ruling-effect", "en") in chief.press("bot-rule")


@pytest.mark.parametrize(
    ("over", "hours", "sentence", "foreseen"),
    [
        (
            False,
            0,
            "The referee of the table is told now, the players once their session is over.",
            "; after",
        ),
        (True, 0, "The players are told now.", "; now"),
        (True, 12, "The players are told at 8:00 am, as it is night.", "; at 8:00 am, as it is night, 00"),
    ],
)
def test_who_rules_reads_when_the_players_are_told(
    office: Office, over: bool, hours: int, sentence: str, foreseen: str
) -> None:
    with_a_game(office)
    number = dispute(office)
    if over:
        office.house.done("call-time", {"session": SESSION})
        office.house.done("end-session", {"session": SESSION})
    office.house.clock.advance(timedelta(hours=hours))
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "bot-effect-none")
    to_the_read_back(chief)
    chief.wait_for("bot-ruling-read-back")
    assert any(foreseen in line["text"] for line in office.telegram.messages(chief.chat))
    assert sentence in chief.press("bot-confirm-ruling")


def test_the_docket_is_empty_before_anyone_objects(office: Office) -> None:
    assert say("bot-docket-empty", "en") in office.phone("referee:CHIEF").say("/docket")


SCORES = "★A 20/2 · B −10/3 · C −5/2 · D −5/3"


@pytest.mark.parametrize(
    ("language", "short", "words"),
    [("en", "is all that those concerned would read", "It fell"), ("zh", "有關人士只會讀到", "牌跌在地上")],
)
def test_a_finding_is_written_in_words(office: Office, language: str, short: str, words: str) -> None:
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF", language=language)
    chief.say(f"/docket {number}")
    chief.press("bot-rule")
    chief.press("bot-effect-none")
    for text in (FIGURES, SCORES):
        assert fixed("problem-finding-is-figures", language) in chief.say(text)
    for text in ("x", "–", "ok"):
        assert short in chief.say(text)
    assert "ruling-made" not in office.types
    assert say("bot-ruling-cites", language) in chief.say(words)


def test_an_amendment_to_the_same_figures_is_remarked(office: Office) -> None:
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "bot-effect-amend-game")
    chief.say("A 0, B 30/3, C 20/3, D 10/3")
    to_the_read_back(chief)
    chief.wait_for("bot-ruling-read-back")
    assert any(
        fixed("remark-amended-to-the-same") in line["text"] for line in office.telegram.messages(chief.chat)
    )


@pytest.mark.parametrize(
    ("effect", "changes"), [("bot-effect-replay-game", False), ("bot-effect-void-game", True)]
)
def test_a_ruling_on_a_game_without_a_result_is_remarked_and_heads_no_change_that_there_is_not(
    office: Office, effect: str, changes: bool
) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, effect)
    read = to_the_read_back(chief)
    texts = "\n".join(str(line["text"]) for line in office.telegram.messages(chief.chat))
    assert fixed("remark-ruled-unrecorded", game=1, replay=not changes) in texts
    assert (fixed("bot-impact-game", game=1) in texts) == changes
    assert fixed("bot-ruling-read-back") in read


@pytest.mark.parametrize("effect", ["Disqualify", "Amend a game"])
def test_a_ruling_goes_through_where_somebody_was_forgotten_since_it_was_read_back(
    office: Office, effect: str
) -> None:
    with_a_game(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, dispute(office), effect)
    number = office.state.sheets[TABLE].seats[3]
    chief.say(FIGURES) if effect == "Amend a game" else chief.press("D 0")
    to_the_read_back(chief)
    office.house.done("forget-person", {"person": number})
    told = chief.press("bot-confirm-ruling")
    assert "Ruling R-0001 on D-0001 is made." in told
    assert f"Player Number{int(number)}" not in told
    assert f"told now: {number}" not in told


@pytest.mark.parametrize("ruled", [False, True])
def test_a_case_whose_session_was_suspended_is_read_as_history(office: Office, ruled: bool) -> None:
    with_a_game(office)
    number, chief = dispute(office), office.phone("referee:CHIEF")
    begin(chief, number, "bot-effect-none")
    to_the_read_back(chief)
    if ruled:
        chief.press("Confirm")
        chief.wait_for("R-0001")
    office.house.done("suspend-remaining", {"day": SESSION.partition("/")[0], "grounds": "signal_8_or_above"})
    if not ruled:
        chief.press("Confirm")
        chief.wait_for(say("bot-ruling-of-ended", "en"))
    shown = chief.say(f"/docket {number}")
    assert say("page-docket-sheet-void", "en") in shown
    assert ("R-0001" in shown) == ruled
    with pytest.raises(AssertionError, match="no button"):
        chief.press(say("bot-see-sheet", "en"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_seat_of_who_has_left_is_neither_asked_for_nor_charged(office: Office, language: str) -> None:
    leaver = office.state.sheets[TABLE].seats[3]
    office.house.done("withdraw-entrant", {"entrant": leaver, "grounds": "health"})
    number = dispute(office, game=2)
    chief = office.phone("referee:CHIEF", language=language)
    chief.say("/docket")
    chief.press(number)
    chief.press(say("bot-rule", language))
    asked = chief.press(say("bot-effect-amend-game", language))
    assert "C 7/2" in asked
    assert "D 20/5" not in asked
    chief.say("/cancel")
    counts = zip("ABC", (0, 30, 20), (0, 3, 3), strict=True)
    seats = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
    game = {"sheet": TABLE, "game": 2, "ended_by": "cleared", "seats": seats}
    office.house.done("record-game-result", game)
    chief.say("/docket")
    chief.press(number)
    chief.press(say("bot-rule", language))
    chief.press(say("bot-effect-charge", language))
    assert chief.wait_for(say("bot-ruling-entrant", language))
    assert chief.button("C 0")
    with pytest.raises(AssertionError):
        chief.button("D 0")
