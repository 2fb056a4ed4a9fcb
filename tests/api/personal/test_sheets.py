"""The score sheets on a personal page: one's tables as on paper, and why the place is what it is."""

import re

from shared.catalogue import say
from tests.api.conftest import ID, SESSION, House, scores, start
from tests.api.personal.phone import Phone
from tests.api.standings.reading import seen
from tests.api.test_pages import Page, ranked

SHEET = re.compile(r'<article class="paper" data-key="([^"]+)">.*?</article>', re.DOTALL)


def sheets(phone: Phone, lang: str = "en") -> dict[str, str]:
    text = phone.text(f"?lang={lang}")
    assert Page(text).open == []
    return {found[1]: found[0] for found in SHEET.finditer(text)}


def table_of(house: House, number: str) -> str:
    tables = house.desk.state(ID).sessions[SESSION].tables
    return next(f"{SESSION}/{table}" for table, seats in tables.items() if number in seats)


def test_before_play_there_is_none(phone: Phone) -> None:
    assert sheets(phone) == {}
    assert say("page-way-why", "en") not in phone.text()


def test_the_sheet_of_the_own_table_is_there_and_no_other(phone: Phone) -> None:
    ranked(start(phone.house))
    here = table_of(phone.house, "0001")
    for lang, words in (("en", "on paper"), ("zh", "紙本")):
        shown = sheets(phone, lang)
        assert list(shown) == [here]
        assert words in shown[here]
    text = sheets(phone)[here]
    assert "Player Number1" in text, "their own name"
    others = [no for no in phone.house.desk.state(ID).sheets[here].seats if no != "0001"]
    for number in others:
        assert (f"Player Number{int(number)}" in text) == (int(number) % 2 == 0), "others by consent"
    assert 'class="mine"' in text
    assert "href" not in text
    assert "Judge" not in text
    assert say("page-way-why", "en") in phone.text()


def test_what_a_ruling_struck_out_is_seen_but_no_case(phone: Phone) -> None:
    start(phone.house)
    here, done = table_of(phone.house, "0001"), phone.house.done
    done("record-game-result", {"sheet": here, "game": 1, "seats": scores(30, -10, -12, -8)})
    done("raise-dispute", {"sheet": here, "game": 1, "statement": "A joker was counted as 25"})
    ruling = {
        "dispute": "D-0001",
        "finding": "It counts 30",
        "cites": "HK rules 3",
        "reason": "So the rules say",
        "effects": [{"type": "amend_game", "game": 1, "seats": scores(35, -15, -12, -8)}],
    }
    done("make-ruling", ruling)
    text = sheets(phone)[here]
    assert len(re.findall("<del>", text)) == 2
    assert "Ruling R-0001" in seen(text)
    assert "D-0001" not in text
    assert "joker" not in text


def test_who_is_to_sign_again_reads_where_how_and_until_when(phone: Phone) -> None:
    ranked(start(phone.house))
    here = table_of(phone.house, "0001")
    assert "void" not in phone.text()
    corrected = {"sheet": here, "game": 1, "seats": scores(33, -11, -13, -9), "reason": "typed 30"}
    phone.house.done("correct-game", corrected)
    for lang, words in (
        ("en", ("Your signature is void. Please sign for table ", "(on paper or their device), ")),
        ("zh", ("你的簽署已失效，請", "以紙本或其裝置重新簽署")),
    ):
        text = seen(phone.text(f"?lang={lang}"))
        assert all(part in text for part in words), text
        first = text.index(words[0])
        assert text.index(say("page-me-to-do", lang)) < first < text.index(say("bot-heading-schedule", lang))
        assert text.count(words[0]) == 1
    phone.house.done("sign-sheet", {"sheet": here, "entrant": "0001", "medium": "paper"})
    assert say("page-me-to-do", "en") not in phone.text()


def test_each_of_a_family_has_their_own(founded: House) -> None:
    family = Phone(founded, "0001", "0002")
    ranked(start(founded))
    text = family.text("?lang=en")
    for number in ("0001", "0002"):
        own = text[text.index(f'id="sheets-{number}"') :]
        found = SHEET.search(own)
        assert found is not None
        assert found[1] == table_of(founded, number)


def test_who_gave_the_place_back_has_none(phone: Phone) -> None:
    phone.house.done("cancel-registration", {"entrant": "0001"})
    assert sheets(phone) == {}


def test_until_when_and_how_to_object_stands_below_each_sheet(phone: Phone) -> None:
    for lang in ("en", "zh"):
        assert say("bot-object", lang, until="signing") not in seen(phone.text(f"?lang={lang}"))
    house = start(phone.house)
    for lang in ("en", "zh"):
        assert say("bot-object", lang, until="signing") in seen(phone.text(f"?lang={lang}"))
    ranked(house)
    for lang in ("en", "zh"):
        text = seen(phone.text(f"?lang={lang}"))
        assert say("bot-object", lang, until="signed") in text
        assert say("bot-object", lang, until="signing") not in text


def test_what_was_asked_stands_there_until_it_is_answered(phone: Phone) -> None:
    phone.house.done("ask-organizer", {"entrant": "0001", "question": "May grandma\nwatch?"})
    waiting = say("bot-unanswered", "en", words="May grandma watch?")
    assert waiting in seen(phone.text("?lang=en"))
    phone.house.done("answer-question", {"question": "Q-0001", "answer": "Yes."})
    assert waiting not in seen(phone.text("?lang=en"))
