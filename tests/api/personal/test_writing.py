"""Writing from the personal page: to the organizer, and a dispute, each with a code; and how to complain."""

import re

import pytest

from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from shared.catalogue import say
from tests.api.conftest import ID, SESSION, House, scores
from tests.api.personal.phone import Phone
from tests.wording import fixed

SHEET = f"{SESSION}/1"


def read_by_the_organizer(house: House) -> None:
    links = Links(house.desk.grants, house.desk.vault, Correspondence(house.desk))
    links.link(ID, "organizer:organizer", "telegram", "77")


def purposes(phone: Phone) -> set[str]:
    return set(re.findall(r'name="purpose" value="((?:question|dispute)[^"]*)"', phone.text()))


def write(phone: Phone, purpose: str, words: str, number: str = "0001", language: str = "en") -> str:
    """Ask for a code and give it; what came of it."""
    fields = {"form": phone.form, "person": number, "purpose": purpose, "words": words}
    asked = phone.post(f"/code?lang={language}", fields)
    assert asked.status_code == 200, asked.get_data(as_text=True)
    assert words in asked.get_data(as_text=True)
    done = phone.post(f"/act?lang={language}", {**fields, "code": phone.code()})
    assert done.status_code == 200, done.get_data(as_text=True)
    return str(done.get_data(as_text=True))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_parent_writes_to_the_organizer_from_the_page(founded: House, language: str) -> None:
    read_by_the_organizer(founded)
    phone = Phone(founded, "0001", "0003")
    assert say("page-me-writing", language) in phone.text(f"?lang={language}")
    assert purposes(phone) == {"question"}
    done = write(phone, "question", "May we come at noon?", "0003", language)
    assert fixed("page-me-question-sent", language, at_table=False) in done
    (asked,) = founded.desk.state(ID).questions.values()
    assert (asked.entrant, asked.urgent, asked.answered) == ("0003", False, False)


def test_a_cry_for_help_is_marked_as_one_and_the_contact_is_named_before_the_code(founded: House) -> None:
    read_by_the_organizer(founded)
    phone = Phone(founded, "0001")
    write(phone, "question", "Help, my child is missing!")
    (asked,) = founded.desk.state(ID).questions.values()
    assert asked.urgent


def test_nothing_is_sent_without_words_or_without_the_code(founded: House) -> None:
    read_by_the_organizer(founded)
    phone = Phone(founded, "0001")
    before = founded.head
    for words in ("", "  ", "x" * 301):
        fields = {"form": phone.form, "person": "0001", "purpose": "question", "words": words}
        assert phone.post("/code?lang=en", fields).status_code in (400, 422)
    fields = {"form": phone.form, "person": "0001", "purpose": "question", "words": "May we?"}
    phone.post("/code?lang=en", fields)
    assert phone.post("/act?lang=en", {**fields, "code": "000000"}).status_code == 403
    assert founded.head == before


def test_where_no_organizer_reads_the_page_offers_no_writing_but_how_to_complain(founded: House) -> None:
    phone = Phone(founded, "0001")
    assert purposes(phone) == set()
    for language in ("en", "zh"):
        assert say("bot-object-to-come", language, until="signing") in phone.text(f"?lang={language}")


def test_a_dispute_is_raised_from_the_page_until_the_sheet_is_signed(in_play: House) -> None:
    seats = in_play.desk.state(ID).sheets[SHEET].seats
    phone = Phone(in_play, seats[0])
    assert purposes(phone) == {f"dispute {SHEET}"}
    done = write(phone, f"dispute {SHEET}", "The joker was mine.", seats[0])
    assert fixed("page-me-dispute-raised", name=f"Player Number{int(seats[0])}") in done
    (case,) = in_play.desk.state(ID).disputes.values()
    assert (case.sheet, case.raised_by) == (SHEET, seats[0])


def test_who_has_signed_is_offered_no_dispute(in_play: House) -> None:
    seats = in_play.desk.state(ID).sheets[SHEET].seats
    for game in (1, 2, 3):
        in_play.done("record-game-result", {"sheet": SHEET, "game": game, "seats": scores(20, -3, -4, -13)})
    in_play.done("sign-sheet", {"sheet": SHEET, "entrant": seats[0], "medium": "paper"})
    assert purposes(Phone(in_play, seats[0])) == set()
    assert purposes(Phone(in_play, seats[1])) == {f"dispute {SHEET}"}
