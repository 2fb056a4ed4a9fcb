"""A correction on a phone, with its impact; figures by scores that contradict how a game ended."""

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, SESSION, scores
from tests.bots.conftest import Office
from tests.bots.test_ruling import (
    FIGURES,
    SCORES,
    TABLE,
    TABLE_LABEL,
    begin,
    dispute,
    last,
    to_the_read_back,
    with_a_game,
)
from tests.wording import fixed


@pytest.mark.parametrize(("who", "told"), [("CHIEF", 1), ("REF-1", 0)])
def test_a_slip_of_the_pen_is_corrected_with_its_impact(office: Office, who: str, told: int) -> None:
    with_a_game(office)
    phone = office.phone(f"referee:{who}")
    phone.say("/sheet")
    phone.press(TABLE_LABEL)
    phone.press(fixed("bot-correct", game=1))
    assert fixed("problem-figures-unreadable", part="nothing") in phone.say("nothing")
    phone.say(FIGURES)
    text = phone.say("Read upside down")
    for part in (f"Game 1 as on paper: {FIGURES}", "Reason: Read upside down", "Correct it?"):
        assert part in text
    assert f"Notices: {told}" in text, "the referee of the table, unless they do it themselves"
    assert "game-corrected" not in office.types
    confirm = phone.button("bot-confirm")
    assert say("bot-corrected", "en", game="1") in phone.press("bot-confirm")
    assert phone.toast(*confirm).startswith(say("bot-done-already", "en"))
    assert office.types.count("game-corrected") == 1
    sheet = office.state.sheets[TABLE]
    assert sheet.games[0] is not None
    assert [figure.tiles for figure in sheet.games[0].figures] == [0, 3, 2, 5]


def test_a_correction_that_names_no_ending_keeps_the_one_on_the_sheet(office: Office) -> None:
    with_a_game(office)
    phone = office.phone("referee:CHIEF")
    for ending, figures in (
        (", pool exhausted", "A 5/1, B 12/3, C 7/2, D 60/9"),
        ("", "A 5/1, B 12/3, C 7/2, D 61/9"),
    ):
        phone.say("/sheet")
        phone.press(TABLE_LABEL)
        phone.press(fixed("bot-correct", game=1))
        phone.say(figures + ending)
        phone.say("Read upside down")
        assert f"{figures}, pool exhausted" in phone.wait_for("bot-correct-read-back")
        phone.press("bot-confirm")
    game = office.state.sheets[TABLE].games[0]
    assert game is not None
    assert game.ended_by == "pool_exhausted"


def test_a_sheet_without_games_has_nothing_to_correct(office: Office) -> None:
    chief = office.phone("referee:CHIEF")
    chief.say("/sheet")
    assert "1. –" in chief.press(TABLE_LABEL)
    assert "reply_markup" not in office.telegram.messages(chief.chat)[-1]


def test_what_is_odd_about_figures_is_read_back_before_they_stand(office: Office) -> None:
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "Amend a game")
    chief.say("A 0, B 60/2, C 7/2, D 20/5")
    to_the_read_back(chief)
    chief.wait_for("bot-ruling-read-back")
    text = "2 tiles that count 60: possible, but far from usual"
    assert any(text in message["text"] for message in office.telegram.messages(chief.chat))


@pytest.mark.parametrize(
    ("language", "begun", "read_back"),
    [
        ("en", "Correct game 1", "How it ended: a cleared rack → time"),
        ("zh", "更正第 1 局", "結束方式：清空牌架 → 時間到"),
    ],
)
def test_scores_that_contradict_the_ending_are_asked_for_it_with_a_button_for_each(
    office: Office, language: str, begun: str, read_back: str
) -> None:
    with_a_game(office)
    phone = office.phone("referee:CHIEF", language=language)
    phone.say("/sheet")
    phone.press(TABLE_LABEL if language == "en" else "第 1 桌")
    phone.press(begun)
    assert fixed("problem-ending-needed", language) in phone.say(SCORES)
    phone.press("word-ending-time")
    phone.say("Read upside down")
    phone.wait_for("bot-correct-read-back")
    assert any(read_back in message["text"] for message in office.telegram.messages(phone.chat))
    phone.press("bot-confirm")
    phone.wait_for("bot-corrected")
    game = office.state.sheets[TABLE].games[0]
    assert game is not None
    assert game.ended_by == "time"


def test_an_amendment_by_scores_is_asked_for_the_ending_in_the_same_way(office: Office) -> None:
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "Amend a game")
    assert fixed("problem-ending-needed") in chief.say(SCORES)
    chief.press("answer-pool-exhausted")
    assert say("answer-pool-exhausted", "en") in to_the_read_back(chief)
    chief.press("bot-confirm-ruling")
    assert last(office, "game-ruled")["ended_by"] == "pool_exhausted"


def test_the_sheet_of_a_table_that_another_referee_has_by_now_is_not_theirs(
    office: Office,
) -> None:
    phone = office.phone("referee:REF-1")
    phone.say("/sheet")
    office.house.done("assign-referees", {"session": SESSION, "assignments": {"REF-2": [1, 2]}})
    assert say("part-rights-except-at-tables-they-supervise", "en") in phone.press(TABLE_LABEL)


def test_of_several_cases_about_a_corrected_game_each_has_a_button(office: Office) -> None:
    with_a_game(office)
    numbers = [dispute(office), dispute(office, None)]
    values = {"sheet": TABLE, "game": 1, "seats": scores(20, -3, -4, -13), "reason": "Misread."}
    office.house.done("correct-game", values)
    (told,) = [
        notice for notice in office.desk.notices.read(ID) if notice.template == "disputed-game-corrected"
    ]
    phone = office.phone("referee:CHIEF")
    office.deliver(phone, told, "referee:CHIEF")
    assert all(number in phone.read for number in numbers)
    phone.press("bot-action-open")
    assert all(phone.button(f"{number} ·") for number in numbers)
    assert "A tile fell." in phone.press(f"{numbers[1]} ·")
