"""Words after a command that offers choices are its argument; leaving one is said, in both languages."""

import pytest

from shared.catalogue import say
from shared.catalogue.titles import task_title
from shared.language_choice import choose_language
from tests.api.conftest import SESSION, START, scores
from tests.bots.conftest import Office
from tests.bots.test_ruling import TABLE
from tests.wording import fixed

OTHER = f"{SESSION}/2"
COMMANDS = ("/sheet", "/warn", "/call", "/dispute", "/parent", "/docket")
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh-hant"])


@LANGUAGES
@pytest.mark.parametrize("command", COMMANDS)
def test_a_choice_is_left_by_words_and_that_is_said(office: Office, language: str, command: str) -> None:
    tongue = choose_language(language)
    office.house.done("raise-dispute", {"sheet": TABLE, "game": 1, "statement": "A tile fell."})
    phone = office.phone("referee:CHIEF", "referee:REF-1", language=language)
    for word in ("/cancel", "/取消", say("bot-cancel", tongue)):
        asked = phone.say(command)
        left = phone.say(word)
        assert say("bot-cancelled", tongue) in left
        assert asked.splitlines()[0][:20] in left
    assert fixed("bot-cancel-nothing", tongue) in phone.say("/cancel")


@LANGUAGES
def test_words_name_the_table_its_people_its_session_or_its_case(office: Office, language: str) -> None:
    tongue = choose_language(language)
    office.house.done("raise-dispute", {"sheet": TABLE, "game": 1, "statement": "A tile fell."})
    (number,) = office.state.disputes
    first, other = office.state.sheets[TABLE].seats, office.state.sheets[OTHER].seats
    phone = office.phone("referee:CHIEF", language=language)
    sheet = phone.say("/sheet 1")
    assert all(entrant in sheet for entrant in first)
    for words in ("2", "table 2" if tongue == "en" else "第2桌", other[1], f"Number{int(other[2])}"):
        phone.say("/sheet")
        sheet = phone.say(words)
        assert all(entrant in sheet for entrant in other), words
    phone.say("/sheet")
    assert first[0] in phone.say(number)
    phone.say("/docket")
    case = phone.say("1")
    assert number in case
    assert phone.button(say("bot-rule", tongue))
    for words in (number.lower(), f"Number{int(first[3])}", first[0]):
        phone.say("/docket")
        assert number in phone.say(words), words
    assert say("bot-task-none", tongue, text="Nobody").splitlines()[0] in phone.say("/docket Nobody")
    assert number in phone.say(number)


@LANGUAGES
def test_whoever_is_named_is_warned_or_has_a_parent_called(office: Office, language: str) -> None:
    tongue = choose_language(language)
    seats = office.state.sheets[TABLE].seats
    phone = office.phone("referee:CHIEF", language=language)
    for command, asked in (
        ("/warn", say("bot-warn-breach", tongue)),
        ("/parent", say("bot-parent-grounds", tongue)),
    ):
        for words in (seats[2], f"Player Number{int(seats[2])}"):
            phone.say(command)
            answer = phone.say(words)
            assert asked.splitlines()[0] in answer, (command, words)
            phone.say("/cancel")
    phone.say("/warn")
    which = phone.say("Player")
    assert say("bot-task-which", tongue, text="Player", count=8) in which
    assert asked.splitlines()[0] not in which
    assert task_title("give-warning", tongue) not in which


@LANGUAGES
def test_a_choice_beside_what_is_being_asked_is_left_alone(office: Office, language: str) -> None:
    tongue = choose_language(language)
    seat = office.state.sheets[TABLE].seats[2]
    phone = office.phone("referee:CHIEF", language=language)
    phone.say(f"/warn {seat}")
    asked = phone.say("/sheet")
    left = phone.say("/cancel")
    assert say("bot-cancelled", tongue) in left
    assert asked.splitlines()[0][:20] in left
    phone.say("Talking")
    phone.press(say("bot-confirm", tongue))
    assert "verbal-warning-given" in office.types


@LANGUAGES
@pytest.mark.parametrize("number", ["0001", "0002", "001"])
def test_a_number_with_zeros_before_it_is_an_entrant_where_a_table_has_it(
    office: Office, language: str, number: str
) -> None:
    tongue = choose_language(language)
    phone = office.phone("referee:CHIEF", language=language)
    assert say("bot-warn-breach", tongue).splitlines()[0] in phone.say(f"/warn {number}")
    phone.say("A telephone rang.")
    phone.press(say("bot-confirm", tongue))
    assert [each for each, entrant in office.state.entrants.items() if entrant.warnings] == [number.zfill(4)]


@LANGUAGES
def test_the_chief_referee_is_called_to_tables_whose_sheet_is_open(office: Office, language: str) -> None:
    tongue = choose_language(language)
    house, seats = office.house, office.state.sheets[TABLE].seats
    house.clock.set(START)
    for game in (1, 2, 3):
        house.done("record-game-result", {"sheet": TABLE, "game": game, "seats": scores(20, -3, -4, -13)})
    for number in seats:
        house.done("sign-sheet", {"sheet": TABLE, "entrant": number, "medium": "device"})
    assert office.state.sheets[TABLE].closed_seq is not None
    phone = office.phone("referee:CHIEF", language=language)
    asked = phone.say("/call 1")
    assert say("bot-task-none", tongue, text="1").splitlines()[0] in asked
    assert all(entrant in phone.say("/sheet 1") for entrant in seats)
