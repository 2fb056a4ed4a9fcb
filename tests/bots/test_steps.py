"""Rulings and corrections a step at a time: refused at the step itself, led back, kept over a restart."""

import pytest

from shared.catalogue import say
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone, running
from tests.bots.test_ruling import FIGURES, TABLE, TABLE_LABEL, begin, dispute, last, with_a_game
from tests.wording import fixed

IMPOSSIBLE = "A 53/5, B 1/4, C 0, D 58/7"
"""Four tiles count 4 at least."""


def labels(phone: Phone) -> list[str]:
    markup = phone.telegram.messages(phone.chat)[-1].get("reply_markup", {})
    return [key["text"] for row in markup.get("inline_keyboard", []) for key in row]


def to_the_figures(office: Office, language: str = "en") -> Phone:
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF", language=language)
    chief.say("/docket")
    chief.press(number)
    chief.press("bot-rule")
    chief.press("bot-effect-amend-game")
    return chief


def test_impossible_figures_are_refused_at_once_with_the_rule_and_can_be_typed_again(office: Office) -> None:
    chief = to_the_figures(office)
    why = chief.say(IMPOSSIBLE)
    assert "4 tiles" in why
    assert labels(chief) == [say("bot-one-back", "en"), say("bot-cancel", "en")]
    assert "4 tiles" in chief.say(IMPOSSIBLE)
    assert "3 of 4\nWhat do you find?" in chief.say(FIGURES)
    text = chief.say("A joker.\nIt was seen.")
    assert "4 of 4\n" in text
    assert "You rule: Amend a game, game 1, A 0, B 12/3" in text
    assert fixed("bot-ruled") in chief.press("bot-confirm-ruling")


def test_in_chinese_the_same_is_typed_and_read_in_chinese(office: Office) -> None:
    chief = to_the_figures(office, "zh-hant")
    asked = chief.read
    assert "第 2 步，共 4 步" in asked
    assert "第 1 局現時得分／牌數：\n★A 60/0 (" in asked
    assert "時間到、牌池取盡、卡住" in asked
    assert not {"time", "blocked", "forfeit", "pool"} & set(asked.replace("、", " ").split())
    assert "隻牌" in chief.say("Ａ　５３／５、Ｂ　１／４、Ｃ　０、Ｄ　５８／７")
    assert labels(chief) == [say("bot-one-back", "zh"), say("bot-cancel", "zh")]
    assert fixed("problem-nobody-cleared", "zh") in chief.say(
        "Ａ　３／１、Ｂ　１２／３、Ｃ　７／２、Ｄ　２０／５"
    )
    assert "第 3 步，共 4 步" in chief.say("Ａ　３／１、Ｂ　１２／３、Ｃ　７／２、Ｄ　２０／５、時間到")
    assert "裁決：修訂賽局、第 1 局、A 3/1、B 12/3、C 7/2、D 20/5、時間到" in chief.say("百搭點錯\n兩人看見")
    assert fixed("bot-ruled", "zh", dispute="D-0001") in chief.press("bot-confirm-ruling")
    (made,) = last(office, "ruling-made")["effects"]
    assert made["ended_by"] == "time"


def test_the_present_figures_stay_in_view_and_may_be_pasted_back(office: Office) -> None:
    chief = to_the_figures(office)
    shown = chief.read.split("\n")
    assert shown[1] == say("bot-figures-now", "en", game="1")
    assert shown[2].startswith("★A 60/0 (0003 Player Number3")
    assert "Counted: A 0, B 30/3, C 20/3, D 10/3" in shown
    pasted = "\n".join(shown[2:6]).replace("−30/3", "−28/3").replace("60/0", "58/0")
    assert say("bot-ruling-finding", "en") in chief.say(pasted)
    assert "★A 58/0, B −28/3, C −20/3, D −10/3" in chief.say("A slip.")
    chief.press("bot-confirm-ruling")
    game = office.state.sheets[TABLE].games[0]
    assert game is not None
    assert [figure.sixths // 6 for figure in game.figures] == [58, -28, -20, -10]


def test_every_step_leads_back_and_keeps_what_was_written(office: Office) -> None:
    chief = to_the_figures(office)
    chief.say(FIGURES)
    assert "4 of 4" in chief.say("A joker.\nIt was seen.")
    assert "3 of 4\nWritten so far: A joker." in chief.press("bot-one-back")
    back = chief.press("bot-one-back")
    assert "2 of 4" in back
    assert say("bot-written", "en", text=FIGURES) in back
    assert "1 of 4\nWhat shall the ruling do?" in chief.press("bot-one-back")
    assert say("bot-back", "en") in labels(chief)
    assert "4 of 4" in chief.press(say("bot-keep", "en"))
    for _ in range(2):
        chief.press("bot-one-back")
    text = chief.say("A 0, B 12/3, C 7/2, D 19/5")
    for part in ("4 of 4", "D 19/5", "Finding: A joker.", "Reason: It was seen.", "Cites: HK rules 3"):
        assert part in text


def test_another_effect_keeps_the_texts_and_asks_for_what_it_needs(office: Office) -> None:
    chief = to_the_figures(office)
    chief.say(FIGURES)
    chief.say("A joker.\nIt was seen.")
    for _ in range(3):
        chief.press("bot-one-back")
    assert "2 of 5\nWho?" in chief.press("bot-effect-warning")
    assert "4 of 5\nWhich rule?" in chief.press("A 0")
    text = chief.press("HK rules 1")
    for part in ("5 of 5", "Verbal warning, 0", "Finding: A joker.", "Cites: HK rules 1"):
        assert part in text
    assert "Amend" not in text


def test_another_rule_is_chosen_or_written_at_the_end(office: Office) -> None:
    chief = to_the_figures(office)
    chief.say(FIGURES)
    assert "Cites: HK rules 3" in chief.say("A joker.")
    assert "4 of 5\nWhich rule?" in chief.press("bot-ruling-other-rule")
    assert len(labels(chief)) == 6 + 5
    chief.press("bot-ruling-rules-all")
    for rule in ("HK rules 2.2, 2.3: ", "HK awards: "):
        assert any(label.startswith(rule) and len(label) > len(rule) for label in labels(chief)), rule
    assert "Cites: HK rules 2.2, 2.3" in chief.press("HK rules 2.2, 2.3")
    assert say("bot-ruling-cites", "en") in chief.press("bot-one-back")
    text = chief.say("HK code of conduct 7")
    assert "Cites: HK code of conduct 7" in text
    assert "5 of 5" in text


@pytest.mark.parametrize("stop_after", [0, 1, 2])
def test_drafts_outlast_the_bot_at_every_step(resting: Office, stop_after: int) -> None:
    with running(resting):
        chief = to_the_figures(resting)
        for text in (FIGURES, "A joker.\nIt was seen.")[:stop_after]:
            chief.say(text)
    with running(resting):
        for text in (FIGURES, "A joker.\nIt was seen.")[stop_after:]:
            chief.say(text)
        assert say("bot-written", "en", text="A joker.") in chief.press("bot-one-back")
        assert "Finding: A joker." in chief.press(say("bot-keep", "en"))
        assert fixed("bot-ruled") in chief.press("bot-confirm-ruling")
    assert resting.types.count("ruling-made") == 1


def test_what_is_refused_after_all_leads_back_to_its_step_and_keeps_the_rest(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "Amend a game")
    chief.say(FIGURES)
    assert fixed("bot-ruling-read-back") in chief.say("A joker.\nIt was seen.")
    gone = office.state.sheets[TABLE].seats[3]
    office.house.done("withdraw-entrant", {"entrant": gone, "grounds": "health", "reason": "ill"})
    chief.press("bot-confirm-ruling")
    asked = chief.wait_for("2 of 4")
    texts = [message["text"] for message in office.telegram.messages(chief.chat)]
    assert say("bot-written", "en", text=FIGURES) in asked
    assert gone in texts[-2]
    assert "ruling-made" not in office.types
    text = chief.say("A 0, B 12/3, C 7/2")
    assert "Finding: A joker." in text
    assert fixed("bot-ruled") in chief.press("bot-confirm-ruling")


def test_a_button_is_good_for_one_press_at_its_own_step_in_its_own_chat(office: Office) -> None:
    office.house.done("appoint-referee", {"referee": "SECOND", "name": "Second", "chief": True})
    chief, other = to_the_figures(office), office.phone("referee:SECOND")
    chief.say(FIGURES)
    chief.say("A joker.")
    old = {label: chief.button(label) for label in ("Back", "Another rule", "Confirm the ruling")}
    for data, message in old.values():
        assert say("bot-unknown-button", "en") in other.toast(data, message)
    chief.press("bot-one-back")
    for data, message in old.values():
        assert say("bot-stale", "en") in chief.toast(data, message)
    keep = chief.button("bot-keep")
    chief.press("bot-keep")
    assert say("bot-stale", "en") in chief.toast(*keep)
    assert "ruling-made" not in office.types


def test_a_correction_is_checked_led_back_and_kept_in_the_same_way(resting: Office) -> None:
    with running(resting):
        with_a_game(resting)
        phone = resting.phone("referee:REF-1")
        phone.say("/sheet")
        phone.press(TABLE_LABEL)
        asked = phone.press(fixed("bot-correct", game=1))
        assert "· 1\nGame 1 now, score and tiles:\n★A 60/0" in asked
        assert "4 tiles" in phone.say(IMPOSSIBLE)
        stands = "\n".join(asked.partition("tiles:\n")[2].splitlines()[:4])
        assert fixed("problem-stands-just-so") in phone.say(stands)
        assert "2 of 3\nWhy?" in phone.say(FIGURES)
        assert fixed("problem-finding-is-figures") in phone.say(FIGURES)
        assert fixed("bot-correct-read-back", game=1) in phone.say("Read upside down")
        assert "2 of 3\nWritten so far: Read upside down" in phone.press("bot-one-back")
    with running(resting):
        assert "1 of 3\nGame 1 now" in phone.press("bot-one-back")
        phone.wait_for(f"Written so far: {FIGURES}")
        text = phone.say("A 0, B 12/3, C 7/2, D 19/5")
        assert "D 19/5\nReason: Read upside down" in text
        assert fixed("bot-corrected") in phone.press("bot-confirm")
    assert resting.types.count("game-corrected") == 1


def test_from_the_first_step_of_a_correction_one_goes_back_to_the_sheet(office: Office) -> None:
    with_a_game(office)
    phone = office.phone("referee:CHIEF")
    phone.say("/sheet")
    phone.press(TABLE_LABEL)
    phone.press(fixed("bot-correct", game=1))
    assert "1. ★A 60/0" in phone.press("bot-one-back")
    assert office.desk.state(ID).sheets[TABLE].games[0] is not None
