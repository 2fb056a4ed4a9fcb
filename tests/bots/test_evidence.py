"""Evidence on a phone: a turn or a rack, typed, judged, read back, kept, and seen again in the case."""

import pytest

from services.tournament.docket.evidence import MOST_IN_A_CASE
from services.tournament.docket.judgement import JudgedRack, JudgedTurn
from shared.catalogue import say
from tests.bots.conftest import Office, Phone, running
from tests.bots.test_ruling import TABLE, TABLE_LABEL, dispute, last, to_the_read_back, with_a_game
from tests.wording import fixed

RACK = "r10,b10 k10 y2"


def seat(office: Office, letter: str) -> str:
    return office.state.sheets[TABLE].seats["ABCD".index(letter)]


def begin(phone: Phone, number: str, kind: str) -> str:
    phone.say("/docket")
    phone.press(number)
    phone.press("bot-evidence-add")
    return phone.press(kind)


def rack_to_the_read_back(phone: Phone, number: str, whose: str = "B 0") -> str:
    assert say("bot-evidence-which-rack", "en") in begin(phone, number, "bot-evidence-rack")
    assert say("bot-evidence-last", "en") in phone.say(RACK)
    assert say("bot-evidence-whose", "en") in phone.press("bot-evidence-as-it-is")
    return phone.press(whose)


def present_rack(office: Office, number: str, entrant: str | None, *tiles: str) -> None:
    body = {"dispute": number, "entrant": entrant, "rack": {"rack": tiles or ("R10", "B10", "K10", "O2")}}
    office.house.done("present-evidence", body)


def labels(phone: Phone) -> list[str]:
    rows = phone.telegram.messages(phone.chat)[-1]["reply_markup"]["inline_keyboard"]
    return [key["text"] for row in rows for key in row]


def test_a_rack_is_judged_read_back_and_kept_once(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    text = rack_to_the_read_back(chief, number)
    whose = seat(office, "B")
    for part in (
        "Rack: R10 B10 K10 O2",
        fixed("bot-evidence-told-last", tiles=say("bot-evidence-as-it-is", "en")),
        f"Rack, {whose}: could have melded, best 30. Charge: could have melded, 200. R10-B10-K10",
        "Keep it as evidence?",
    ):
        assert part in text
    assert "evidence-presented" not in office.types
    keep = chief.button("bot-evidence-keep")
    assert fixed("bot-evidence-kept", dispute=number) in chief.press("bot-evidence-keep")
    assert chief.toast(*keep).startswith(say("bot-done-already", "en"))
    assert office.types.count("evidence-presented") == 1
    (exhibit,) = office.state.disputes[number].evidence
    assert isinstance(exhibit.judged, JudgedRack)
    assert (exhibit.judged.entrant, exhibit.judged.verdict) == (whose, "possible")
    assert f"1. Rack {whose}: could have melded, best 30." in chief.press("bot-back")


@pytest.mark.parametrize(
    ("answer", "read_back", "verdict"),
    [
        ("k10", "Drawn last: K10", "could not have melded, best 0. Charge: could not meld, 100."),
        (
            "Not known",
            "Drawn last: Not known",
            "depends on the tile drawn last; the referee decides. It is not known which of these tiles",
        ),
    ],
)
def test_the_tile_drawn_last_decides(office: Office, answer: str, read_back: str, verdict: str) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "bot-evidence-rack")
    chief.say(RACK)
    chief.press(answer) if answer == "Not known" else chief.say(answer)
    text = chief.press("bot-evidence-nobodys")
    assert read_back in text
    assert f"Rack, Nobody in particular: {verdict}" in text
    chief.press("bot-evidence-keep")
    (exhibit,) = office.state.disputes[number].evidence
    assert exhibit.judged.entrant is None


def test_a_turn_is_judged_in_the_readers_language_with_the_clause(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF", language="zh-hant")
    chief.say("/docket")
    chief.press(number)
    chief.press("bot-evidence-add")
    chief.press("bot-evidence-turn")
    assert say("bot-evidence-before", "zh") in chief.press("bot-evidence-melded")
    assert say("bot-evidence-rack-before", "zh") in chief.say("J R6 R7")
    assert say("bot-evidence-after", "zh") in chief.say("R9")
    assert "何人" in chief.say("R6 R7 | J R9")
    text = chief.press("A 0")
    for part in ("之前：J R6 R7", "牌架：R9", "之後：R6 R7 | J R9", "不合法。R6-R7 太少牌", "（香港"):
        assert part in text
    chief.press("bot-evidence-keep")
    (exhibit,) = office.state.disputes[number].evidence
    assert isinstance(exhibit.judged, JudgedTurn)
    assert exhibit.judged.verdict == "illegal"
    assert exhibit.judged.turn.melded
    assert f"1. 該輪出牌 {seat(office, 'A')}：不合法" in chief.press("bot-back")


def test_whether_she_had_melded_counts(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "bot-evidence-turn")
    chief.press("bot-evidence-not-melded")
    chief.say("-")
    chief.say("R9 B9 K9")
    chief.say("R9 B9 K9")
    assert "illegal. The initial meld counts 27 from the rack" in chief.press("A 0")


def test_a_full_table_is_read_back_whole(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    table = " | ".join(" ".join(f"{colour}{place}" for place in range(1, 14)) for colour in "RBKO")
    begin(chief, number, "bot-evidence-turn")
    chief.press("bot-evidence-melded")
    chief.say(table)
    chief.say("R1 B1 K1")
    chief.say(f"{table} | R1 B1 K1")
    chief.press("A 0")
    office.phone().say("/help")  # comes after all that was said
    texts = [message["text"] for message in office.telegram.messages(chief.chat)]
    assert any(f"Before: {table}" in text for text in texts)
    assert any(f"After: {table} | R1 B1 K1" in text for text in texts)
    chief.wait_for("legal. Every set is legitimate")
    assert all(len(text) < 500 for text in texts)


def test_what_cannot_be_read_is_told_with_the_way_out_and_asked_again(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "bot-evidence-rack")
    assert fixed("problem-tile-unknown", tile='"R99"') in chief.say("R10 R99")
    assert fixed("problem-tiles-too-many-alike", copies=2) in chief.say("R10 R10 R10")
    assert "drawn last" in chief.say("R10 B10")
    assert fixed("problem-last-drawn-not-on-rack", tile="K1") in chief.say("K1")
    assert say("bot-evidence-whose", "en") in chief.say("B10")
    assert say("bot-cancelled", "en") in chief.press("bot-cancel")
    begin(chief, number, "bot-evidence-turn")
    chief.press("bot-evidence-melded")
    assert fixed("problem-tile-unknown", tile='"X"') in chief.say("R1 R2 X")
    assert say("problem-tiles-unreadable", "en") in chief.say("|")
    assert say("bot-evidence-rack-before", "en") in chief.say("R1 R2 R3 | R1 R2 R3")
    assert fixed("problem-tiles-too-many-alike", tile="R1", times=3) in chief.say("R1")
    assert "evidence-presented" not in office.types


def test_after_a_dispute_evidence_is_offered_and_a_referee_presents_at_her_own_table(office: Office) -> None:
    phone = office.phone("referee:REF-1")
    phone.say("/dispute")
    phone.press(TABLE_LABEL)
    phone.press("1")
    phone.say("She had three tens")
    phone.press("bot-confirm")
    phone.press("bot-evidence-add")
    phone.press("bot-evidence-rack")
    phone.say(RACK)
    phone.press("bot-evidence-as-it-is")
    phone.press("A 0")
    assert fixed("bot-evidence-kept", dispute="D-0001") in phone.press("bot-evidence-keep")
    assert say("bot-rule", "en") not in phone.press("bot-back")
    assert say("bot-rule", "en") not in labels(phone)
    assert last(office, "evidence-presented")["dispute"] == "D-0001"


def test_a_referee_of_another_table_sees_no_such_case(office: Office) -> None:
    number = dispute(office)
    other, organizer = office.phone("referee:REF-2"), office.phone("organizer:organizer")
    assert say("bot-docket-empty", "en") in other.say("/docket")
    assert say("word-verdict-possible", "en") in rack_to_the_read_back(organizer, number)
    other.say("/dispute")
    assert any(label.startswith("Table 2,") for label in labels(other))


def test_the_charge_that_a_rack_leads_to_is_offered_first(office: Office) -> None:
    with_a_game(office)
    number = dispute(office)
    loser = seat(office, "B")
    present_rack(office, number, loser)
    chief = office.phone("referee:CHIEF")
    chief.say("/docket")
    assert "could have melded, best 30" in chief.press(number)
    chief.press("bot-rule")
    assert labels(chief)[0] == f"By the evidence: {loser} could have melded"
    assert say("bot-ruling-finding", "en") in chief.press(labels(chief)[0])
    assert f"Charge a seat, game 1, {loser} Player Number{int(loser)}, could have melded" in to_the_read_back(
        chief
    )
    chief.press("bot-confirm-ruling")
    (made,) = last(office, "ruling-made")["effects"]
    assert (made["entrant"], made["charge"]) == (loser, "could_have_melded")
    assert "otherwise" not in chief.press("bot-back")


def test_a_rack_of_nobody_is_charged_to_whom_the_chief_says(office: Office) -> None:
    with_a_game(office)
    number = dispute(office, game=None)
    present_rack(office, number, None, "R9", "B9", "K9")
    chief = office.phone("referee:CHIEF")
    chief.say("/docket")
    chief.press(number)
    chief.press("bot-rule")
    assert say("bot-ruling-game", "en") in chief.press(fixed("bot-ruling-proposed", whose="could not meld"))
    assert say("bot-ruling-entrant", "en") in chief.press("1")
    assert say("bot-ruling-finding", "en") in chief.press("C 0")
    assert (
        f"Charge a seat, game 1, {seat(office, 'C')} Player Number{int(seat(office, 'C'))}, could not meld"
        in to_the_read_back(chief)
    )


def test_a_ruling_that_says_otherwise_is_seen_in_the_case(office: Office) -> None:
    with_a_game(office)
    number = dispute(office)
    present_rack(office, number, seat(office, "B"))
    chief = office.phone("referee:CHIEF")
    chief.say("/docket")
    chief.press(number)
    chief.press("bot-rule")
    chief.press("bot-effect-charge")
    chief.press("B 0")
    chief.press("Could not meld")
    to_the_read_back(chief)
    chief.press("bot-confirm-ruling")
    case = chief.press("bot-back")
    assert say("bot-ruled-otherwise", "en") in case
    assert say("bot-evidence-add", "en") not in labels(chief)


def test_many_exhibits_are_shown_newest_first_and_all_on_demand(office: Office) -> None:
    number = dispute(office)
    for _ in range(MOST_IN_A_CASE):
        present_rack(office, number, None)
    chief = office.phone("referee:CHIEF")
    chief.say("/docket")
    case = chief.press(number)
    assert f"{MOST_IN_A_CASE}. Rack" in case
    assert "\n1. Rack" not in case
    assert len(case) < 500
    chief.press(f"All evidence ({MOST_IN_A_CASE})")
    office.phone().say("/help")
    text = "\n".join(message["text"] for message in office.telegram.messages(chief.chat))
    for place in range(1, MOST_IN_A_CASE + 1):
        assert f"{place}. Rack: could have melded" in text
    assert chief.read.startswith(number)
    chief.press("bot-back")
    assert fixed("problem-evidence-too-much", most=20) in chief.press("bot-evidence-add")


def test_evidence_for_a_case_that_closed_meanwhile_is_refused(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    rack_to_the_read_back(chief, number)
    old = chief.button("bot-evidence-keep")
    office.house.done("withdraw-dispute", {"dispute": number})
    assert f"{number} is withdrawn" in chief.press("bot-evidence-keep")
    assert "evidence-presented" not in office.types
    chief.press("bot-cancel")
    assert say("bot-stale", "en") in chief.toast(*old)


def test_evidence_goes_on_after_the_bot_was_started_again(resting: Office) -> None:
    with running(resting):
        number = dispute(resting)
        chief = resting.phone("referee:CHIEF")
        begin(chief, number, "bot-evidence-rack")
        chief.say(RACK)
    with running(resting):
        chief.press("bot-evidence-as-it-is")
        chief.press("B 0")
        assert fixed("bot-evidence-kept", dispute=number) in chief.press("bot-evidence-keep")
    assert resting.types.count("evidence-presented") == 1
