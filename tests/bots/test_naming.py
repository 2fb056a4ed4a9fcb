"""Text where a button is expected: the question comes again, and a number names its choice."""

from unittest.mock import Mock

import pytest

from bots.telegram.naming import choice_named
from services.officials.tables import problem_said
from shared.catalogue import say
from shared.database.failures import DATABASE_DAMAGED
from tests.bots.conftest import Office
from tests.bots.test_ruling import FIGURES, TABLE, TABLE_LABEL, dispute, with_a_game
from tests.bots.test_steps import labels
from tests.cases import cases
from tests.wording import fixed


@cases(
    "shown, typed, named",
    [
        (("1", "2", "12"), "2", "2"),
        (("1", "2", "12"), "２", "2"),
        (("Table 1, 6 March 2027, session 1", "Table 2, 6 March 2027, session 1"), "1", "Table 1, 6 March"),
        (("第 1 桌，3月6日第 1 場", "第 2 桌，3月6日第 1 場"), "2", "第 2 桌"),
        (("Table 1, session 2", "Table 2, session 1"), "2", None),
        (("A 0003 Chan", "B 0007 Wong", "Cancel"), "7", "B 0007"),
        (("Table 1, 6 March 2027",), "6", None),
        (("D-0002 Table 1", "D-0003 Table 2"), "3", None),
        (("Night, 22:00–08:00", "Never"), "22", None),
        (("1", "2"), "two", None),
        (("1", "2"), "²", "2"),
    ],
)
def test_a_number_names_the_only_choice_that_has_it(
    shown: tuple[str, ...], typed: str, named: str | None
) -> None:
    found = choice_named([[(label, label)] for label in shown], typed)
    assert found is None if named is None else found is not None and found.startswith(named)


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_text_where_a_button_is_expected_repeats_the_question_with_its_buttons(
    office: Office, language: str
) -> None:
    with_a_game(office)
    case = dispute(office)
    chief = office.phone("referee:CHIEF", language=language)
    chief.say("/docket")
    chief.press(case)
    chief.press("bot-rule")
    asked = chief.press("bot-effect-charge")
    before = labels(chief)
    answer = chief.say("the first of them")
    assert chief.words("bot-press-a-button") in answer
    assert asked.split("\n")[-1] in answer
    assert labels(chief) == before
    # A number names the seat; the question that follows is repeated likewise, and its buttons work.
    number = office.state.sheets[TABLE].seats[0]
    charge = chief.say(number)
    assert chief.words("bot-press-a-button") not in charge
    assert chief.words("bot-press-a-button") in chief.say("wrong set")
    chief.press(labels(chief)[0])
    assert chief.words("bot-press-a-button") not in chief.read


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_a_table_is_named_by_its_number(office: Office, language: str) -> None:
    phone = office.phone("referee:CHIEF", language=language)
    asked = phone.say("/sheet")
    shown = labels(phone)
    assert len(shown) == 2
    answer = phone.say("that one")
    assert phone.words("bot-press-a-button") in answer
    assert asked in answer
    assert labels(phone) == shown
    assert phone.words("bot-press-a-button") not in phone.say("2")
    phone.say("/sheet")
    assert phone.words("bot-press-a-button") in phone.say("9")


def test_a_number_answers_what_was_asked_last_and_not_a_flow_that_was_left_open(office: Office) -> None:
    phone = office.phone("referee:CHIEF")
    with_a_game(office)
    phone.say("/sheet")
    phone.press(TABLE_LABEL)
    asked = phone.press(fixed("bot-correct", game=1))
    assert fixed("problem-figures-unreadable", part="2") in phone.say("2"), "that is no figures"
    phone.say("/sheet")
    assert "1. –" in phone.say("2")
    phone.say("/help")
    assert "Game 1 now" in asked
    assert "2 of 3" in phone.say(FIGURES), "what was begun goes on with what fits it"


def test_what_only_an_operator_can_mend_is_said_in_a_chat_without_reading_anything() -> None:
    reader = Mock(language="zh")
    said = problem_said(reader, DATABASE_DAMAGED(what="log"))
    assert said.endswith(say("page-refusal-database-damaged", "zh"))
    reader.ask.assert_not_called()
