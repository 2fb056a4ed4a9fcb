"""Ruled cases on a phone: opened, and ruled anew on new grounds."""

import pytest

from services.notices.notice import Notice
from shared.catalogue import say
from shared.language_choice import choose_language
from tests.api.conftest import ID
from tests.bots.conftest import Office, Phone
from tests.bots.test_ruling import FIGURES, TABLE, begin, dispute, last, to_the_read_back, with_a_game
from tests.bots.test_steps import labels
from tests.wording import fixed


def ruled(office: Office) -> Phone:
    """Game 1 is amended by R-0001."""
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, number, "Amend a game")
    chief.say(FIGURES)
    to_the_read_back(chief)
    chief.press("bot-confirm-ruling")
    return chief


def test_a_ruled_case_is_opened_and_says_how_it_was_ruled(office: Office) -> None:
    chief = ruled(office)
    assert say("bot-docket-empty", "en") in chief.say("/docket")
    assert labels(chief) == [say("bot-docket-ruled", "en", count=1)]
    assert say("bot-docket-ruled-choose", "en") in chief.press("bot-docket-ruled")
    text = chief.press("D-0001")
    assert fixed("bot-case-closed", status="ruled") in text
    assert "R-0001: the game is amended, citing HK rules 3. Found: “It fell” Reason: “Two saw it”" in text
    assert labels(chief) == [say("bot-see-sheet", "en"), say("bot-rule-anew", "en")]


def test_a_later_ruling_takes_the_place_of_the_first(office: Office) -> None:
    chief = ruled(office)
    chief.press("bot-back")
    assert "in place of R-0001.\nWhat shall the ruling do?" in chief.press("bot-rule-anew")
    chief.press("bot-effect-none")
    read_back = to_the_read_back(chief)
    shown = "".join(message["text"] for message in office.telegram.messages(chief.chat))
    assert ": 39/0★ → 60/0★" in shown, "in the same message, or in one before it"
    undone = "(in place of R-0001; what that one did is undone: the game is amended)"
    assert f"You rule: The results stand {undone}\n" in read_back
    assert "R-0002 on D-0001 is made" in chief.press("bot-confirm-ruling")
    assert office.state.rulings["R-0001"].superseded_by == "R-0002"
    for language, case, parts in (
        (
            "en",
            "Ruled cases",
            ("R-0002, in place of R-0001: ", "Found: “It fell” Reason: “Two saw it”", "Concerns 0003 Player"),
        ),
        (
            "zh-hant",
            "已裁決個案",
            ("R-0002（取代 R-0001）：", "認定：「It fell」理由：「Two saw it」", "涉及 0003 玩家3號、"),
        ),
    ):
        second = office.phone("referee:CHIEF", language=language)
        second.say("/docket")
        second.press(case)
        text = second.press("D-0001")
        assert [part for part in parts if part not in text] == [], text
    game = office.state.sheets[TABLE].games[0]
    assert game is not None
    assert [figure.sixths // 6 for figure in game.figures] == [60, -30, -20, -10]
    chief.press("bot-back")
    chief.press("bot-rule-anew")
    chief.press("bot-effect-amend-game")
    chief.say(FIGURES)
    assert fixed("bot-ruling-read-back", replaces="R-0002", undone="none") in to_the_read_back(chief)
    chief.press("bot-confirm-ruling")
    assert last(office, "ruling-made")["ruling"] == "R-0003"
    assert office.state.rulings["R-0002"].superseded_by == "R-0003"


def both_ruling_anew(office: Office) -> tuple[Phone, Phone]:
    """Two Chief Referees, each before the last step of a ruling in place of R-0001."""
    office.house.done("appoint-referee", {"referee": "SECOND", "name": "Second", "chief": True})
    first = ruled(office)
    second = office.phone("referee:SECOND")
    second.say("/docket")
    second.press("bot-docket-ruled")
    second.press("D-0001")
    first.press("bot-back")
    for phone in (first, second):
        phone.press("bot-rule-anew")
        phone.press("bot-effect-none")
        to_the_read_back(phone)
    return first, second


def test_two_chiefs_cannot_both_supersede_the_same_ruling(office: Office) -> None:
    first, second = both_ruling_anew(office)
    first.press("bot-confirm-ruling")
    assert "R-0002" in second.press("bot-confirm-ruling")
    assert office.types.count("ruling-made") == 2


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Ruled cases (1)"), ("zh-hant", "已裁決個案（1 宗）")]
)
def test_a_referee_reads_a_ruled_case_of_her_table_and_cannot_rule(
    office: Office, language: str, label: str
) -> None:
    ruled(office)
    referee = office.phone("referee:REF-1", language=language)
    referee.say("/docket")
    referee.press(label)
    assert "R-0001" in referee.press("D-0001")
    assert len(labels(referee)) == 1
    other = office.phone("referee:REF-2")
    other.say("/docket")
    assert labels(other) == []


@pytest.mark.parametrize(
    ("language", "quoted", "charged", "warned"),
    [
        (
            "en",
            "“A tile fell.”",
            "D {0} Player Number{1} is charged: could not meld",
            "A {0} Player Number{1} gets a verbal warning",
        ),
        ("zh-hant", "「A tile fell.」", "D {0} 玩家{1}號被罰分：未能首次出牌", "A {0} 玩家{1}號被口頭警告"),
    ],
)
def test_a_ruled_case_names_whom_the_ruling_is_about(
    office: Office, language: str, quoted: str, charged: str, warned: str
) -> None:
    with_a_game(office)
    dispute(office)
    seats = office.state.sheets[TABLE].seats
    office.house.done(
        "make-ruling",
        {
            "dispute": "D-0001",
            "finding": "It fell",
            "cites": "HK rules 3",
            "reason": "Two saw it",
            "effects": [
                {"type": "charge", "game": 1, "entrant": seats[3], "charge": "could_not_meld"},
                {"type": "warning", "entrant": seats[0]},
            ],
        },
    )
    phone = office.phone("referee:REF-1", language=language)
    phone.say("/docket")
    phone.press("bot-docket-ruled")
    case = phone.press("D-0001")
    for part in (
        quoted,
        charged.format(seats[3], int(seats[3])),
        warned.format(seats[0], int(seats[0])),
        "It fell",
    ):
        assert part in case


@pytest.mark.parametrize("to", ["bot-back", "Supersede R-0003"])
def test_a_draft_overtaken_by_a_ruling_shows_it_and_leads_on(office: Office, to: str) -> None:
    first, second = both_ruling_anew(office)
    first.press("bot-confirm-ruling")
    made = max(office.state.rulings)
    refusal = second.press("bot-confirm-ruling")
    assert f"{made} was made by Chief Referee CHIEF Wong <b>Chief</b> on 6 March 2027" in refusal
    assert say("word-effect-none", "en") in refusal
    label = to.replace("R-0003", made)
    second.press(label)
    if to == "bot-back":
        assert fixed("bot-case-ruling", replaced="R-0001", ruling=made) in second.wait_for(
            fixed("bot-case-ruling", replaced="R-0001")
        )
        return
    second.wait_for("bot-ruling-read-back")
    second.press("bot-confirm-ruling")
    assert office.state.rulings[made].superseded_by == max(office.state.rulings) != made


def test_a_draft_for_an_open_case_that_is_ruled_meanwhile_says_by_what(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    chief.say("/docket")
    chief.press(number)
    chief.press("bot-rule")
    office.house.client("chief_referee", "CHIEF").command(
        "make-ruling",
        {
            "dispute": number,
            "finding": "It fell",
            "cites": "HK rules 3",
            "reason": "Seen",
            "effects": [{"type": "none"}],
        },
    )
    refusal = chief.press("bot-effect-none")
    assert fixed("problem-dispute-not-open", status="ruled") in refusal
    assert fixed("bot-ruling-made-by", ruling="R-0001") in refusal
    chief.press("Supersede R-0001")
    to_the_read_back(chief)
    chief.press("bot-confirm-ruling")
    assert office.state.rulings["R-0001"].superseded_by == "R-0002"


@pytest.mark.parametrize(
    ("language", "late"),
    [
        ("en", "Ruling R-0001 no longer stands: R-0002 has taken its place."),
        ("zh-hant", "裁決 R-0001 不再有效，已由 R-0002 取代。"),
    ],
)
def test_who_read_out_a_ruling_that_was_replaced_is_told_so(office: Office, language: str, late: str) -> None:
    chief = ruled(office)
    referee = office.phone("referee:REF-1", language=language)
    (first,) = read_outs(office)
    office.deliver(referee, first, "referee:REF-1", choose_language(language))
    old = referee.button("bot-action-read-out")
    chief.press("bot-back")
    chief.press("bot-rule-anew")
    chief.press("bot-effect-none")
    to_the_read_back(chief)
    chief.press("bot-confirm-ruling")
    office.deliver(referee, read_outs(office)[-1], "referee:REF-1", choose_language(language))
    new = referee.button("bot-action-read-out")
    referee.toast(*old)
    assert late in referee.wait_for(late)
    before = len(office.telegram.messages(referee.chat))
    referee.toast(*old)
    assert len(office.telegram.messages(referee.chat)) == before, "it is said once"
    assert "R-0002" in referee.press({"en": "Open", "zh-hant": "開啟"}[language])
    before = len(office.telegram.messages(referee.chat))
    referee.toast(*new)
    referee.wait_until(new[1], "bot-action-read-out")
    assert len(office.telegram.messages(referee.chat)) == before, "that one stands"


def read_outs(office: Office) -> list[Notice]:
    return [notice for notice in office.desk.notices.read(ID) if notice.kind == "read-out"]


def test_a_draft_whose_case_is_withdrawn_meanwhile_says_who_did_it_and_why(office: Office) -> None:
    number = dispute(office)
    chief = office.phone("referee:CHIEF")
    chief.say("/docket")
    chief.press(number)
    chief.press("bot-rule")
    chief.press("bot-effect-none")
    to_the_read_back(chief)
    office.house.done("withdraw-dispute", {"dispute": number, "reason": "They agree by now."})
    refusal = chief.press("bot-confirm-ruling")
    assert say("bot-ruling-of-ended", "en") in refusal
    assert fixed("bot-case-ended", by="Organizer", dispute=number, what="dispute withdrawn") in refusal
    assert "They agree by now." in refusal
    assert "They agree by now." in chief.press("bot-back")


def test_whom_the_replaced_ruling_put_out_is_read_back_by_name(office: Office) -> None:
    with_a_game(office)
    chief = office.phone("referee:CHIEF")
    begin(chief, dispute(office), "Disqualify")
    chief.press("D 0")
    to_the_read_back(chief)
    chief.press("bot-confirm-ruling")
    chief.press("bot-back")
    chief.press("bot-rule-anew")
    chief.press("bot-effect-none")
    number = office.state.sheets[TABLE].seats[3]
    read_back = to_the_read_back(chief)
    assert f"what that one did is undone: D {number} " in read_back
    assert "is disqualified)" in read_back
