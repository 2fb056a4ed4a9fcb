"""A referee on a phone: disputes, warnings and calls, at her own tables only."""

from datetime import timedelta

import pytest

from services.notices.phones_off import OVERRUN
from shared.catalogue import say
from shared.language_choice import choose_language
from tests.api.conftest import ID, SESSION, START
from tests.bots.conftest import Office, Phone
from tests.wording import fixed

TABLE = f"{SESSION}/1"
TABLE_LABEL = "Table 1, Saturday, 6 March 2027, session 1"
OTHER_TABLE = TABLE_LABEL.replace("1", "2", 1)


def test_a_referee_raises_a_dispute_and_warns_at_her_own_table_only(office: Office) -> None:
    phone = office.phone("referee:REF-1")
    phone.say("/dispute")
    phone.press(TABLE_LABEL)
    phone.press("bot-no-game")
    assert "“Tiles fell”" in phone.say("Tiles fell")
    assert fixed("bot-dispute-raised") in phone.press("bot-confirm")
    (raised,) = office.state.disputes.values()
    assert (raised.sheet, raised.raised_by) == (TABLE, None)
    phone.say("/warn")
    rows = office.telegram.messages(phone.chat)[-1]["reply_markup"]["inline_keyboard"]
    labels = [key["text"] for row in rows for key in row]
    assert labels == [TABLE_LABEL]
    phone.press(TABLE_LABEL)
    phone.press("A 0")
    assert "Warning 1 of 2" in phone.say("Shouting")
    phone.press("bot-confirm")
    assert "verbal-warning-given" in office.types
    assert say("bot-not-for-you", "en") in phone.say("/announce")


@pytest.mark.parametrize(
    ("objects", "language", "text"),
    [
        (False, "en", "an official raises it"),
        (False, "zh-hant", "由工作人員提出"),
        (True, "en", "a participant objects"),
        (True, "zh-hant", "參賽者提出異議"),
    ],
)
def test_a_case_says_that_a_participant_objects_only_where_one_does(
    office: Office, objects: bool, language: str, text: str
) -> None:
    raised_by = office.state.sheets[TABLE].seats[0] if objects else None
    office.house.done("raise-dispute", {"sheet": TABLE, "entrant": raised_by, "statement": "It fell."})
    chief = office.phone("referee:CHIEF", language=language)
    notices = [notice for notice in office.desk.notices.read(ID) if notice.kind == "dispute-raised"]
    office.deliver(chief, notices[0], "referee:CHIEF", choose_language(language))
    chief.say("/docket")
    assert text in chief.press("D-0001")
    letters = [str(message["text"]) for message in office.telegram.messages(chief.chat)]
    assert sum(text in letter for letter in letters) == 2


def called(office: Office) -> list[str]:
    return [notice.audience for notice in office.desk.notices.read(ID) if notice.kind == "chief-called"]


def test_a_call_stands_in_the_log_and_goes_to_the_chief_referee(office: Office) -> None:
    phone, chief = office.phone("referee:REF-1"), office.phone("referee:CHIEF")
    phone.say("/call")
    press = phone.button(TABLE_LABEL)
    assert fixed("bot-called", count=1, muted="no") in phone.press(TABLE_LABEL)
    assert office.types.count("chief-referee-called") == 1
    assert called(office) == ["role:chief_referee"]
    assert say("bot-done-already", "en") in phone.toast(*press)
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "chief-called"]
    office.deliver(chief, notice, "referee:CHIEF")
    chief.wait_for("come to table 1, Saturday, 6 March 2027, session 1: the referee (REF-1)")


def test_who_is_called_answers_that_they_are_on_the_way_and_the_referee_hears_it(office: Office) -> None:
    office.house.done("call-chief-referee", {"sheet": TABLE})
    chief = office.phone("referee:CHIEF")
    (notice,) = [other for other in office.desk.notices.read(ID) if other.kind == "chief-called"]
    office.deliver(chief, notice, "referee:CHIEF")
    chief.press("bot-action-on-my-way")
    assert fixed("bot-on-my-way", referee="REF-1", told="yes") in chief.wait_for(
        fixed("bot-on-my-way", referee="REF-1", told="yes")
    )
    (told,) = [other for other in office.desk.notices.read(ID) if other.kind == "chief-coming"]
    assert told.audience == "referee:REF-1"
    referee = office.phone("referee:REF-1")
    office.deliver(referee, told, "referee:REF-1")
    referee.wait_for(
        fixed("notice-chief-coming", session_label="Saturday, 6 March 2027, session 1", table="1")
    )


def test_from_a_case_whoever_rules_says_that_they_are_on_the_way(office: Office) -> None:
    office.house.done("raise-dispute", {"sheet": TABLE, "statement": "It fell."})
    for recipient in ("referee:CHIEF", "organizer:organizer"):
        phone = office.phone(recipient)
        phone.say("/docket")
        phone.press("D-0001")
        assert fixed("bot-on-my-way", referee="REF-1", told="yes") in phone.press("bot-action-on-my-way")
    assert office.types.count("chief-referee-set-out") == 2
    referee = office.phone("referee:REF-1")
    referee.say("/docket")
    referee.press("D-0001")
    with pytest.raises(AssertionError, match="no button"):
        referee.button("bot-action-on-my-way")


def test_whose_own_table_it_is_reads_of_no_other_referee(office: Office) -> None:
    session = TABLE.rpartition("/")[0]
    tables = sorted(office.desk.state(ID).sessions[session].tables)
    office.house.done("assign-referees", {"session": session, "assignments": {"CHIEF": tables}})
    office.house.done("raise-dispute", {"sheet": TABLE, "statement": "It fell."})
    phone = office.phone("referee:CHIEF")
    phone.say("/docket")
    phone.press("D-0001")
    assert fixed("bot-on-my-way", told="own") in phone.press("bot-action-on-my-way")


def test_a_call_is_not_given_twice_but_again_when_nobody_came(office: Office) -> None:
    phone = office.phone("referee:REF-1")
    for answer in (
        "no Chief Referee has linked",
        "was called to table 1 in session 1 of Saturday, 6 March 2027 a moment ago",
    ):
        phone.say("/call")
        assert answer in phone.press(TABLE_LABEL)
    assert office.types.count("chief-referee-called") == 1
    office.house.clock.advance(timedelta(minutes=2))
    assert say("bot-call-nobody", "en") in phone.press(TABLE_LABEL)
    assert office.types.count("chief-referee-called") == 2


def test_both_taps_at_once_make_one_call(office: Office) -> None:
    phone = office.phone("referee:REF-1")
    phone.say("/call")
    data, message = phone.button(TABLE_LABEL)
    before = len(phone.lines)
    for _ in range(2):
        office.telegram.press(phone.chat, data, message)
    office.telegram.wait(phone.chat, before + 2 + 2 + 1)
    assert office.types.count("chief-referee-called") == 1


def test_a_referee_gets_no_further_than_her_own_tables(office: Office) -> None:
    other, mine = office.phone("referee:REF-2"), office.phone("referee:REF-1")
    other.say("/sheet")
    data, message = other.button(OTHER_TABLE)
    assert say("bot-unknown-button", "en") in mine.toast(data, message)
    parent = office.phone("entrant:0001")
    for command in ("/dispute", "/warn", "/call", "/sheet", "/docket", "/weather", "/deliveries"):
        assert say("bot-not-for-you", "en") in parent.say(command)


def test_a_referee_whose_office_ended_can_do_nothing_more(office: Office) -> None:
    phone = office.phone("referee:REF-1")
    phone.say("/warn")
    phone.press(TABLE_LABEL)
    phone.press("A 0")
    phone.say("Shouting")
    office.house.done("assign-referees", {"session": SESSION, "assignments": {"REF-2": [1, 2]}})
    office.house.done("dismiss-referee", {"referee": "REF-1", "reason": "ill"})
    assert say("problem-chat-for-someone-else", "en") in phone.press("bot-confirm")
    assert "verbal-warning-given" not in office.types
    assert say("bot-no-longer-here", "en") in phone.say("/warn")


def labels(phone: Phone) -> list[list[str]]:
    rows = phone.telegram.messages(phone.chat)[-1]["reply_markup"]["inline_keyboard"]
    return [[key["text"] for key in row] for row in rows]


def test_where_there_are_many_tables_the_session_is_asked_first(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.telegram.tables._MOST_AT_ONCE", 1)
    chief = office.phone("referee:CHIEF")
    assert say("bot-which-session", "en") in chief.say("/sheet")
    assert labels(chief) == [["Saturday, 6 March 2027, session 1 (Preliminary)"]]
    chief.press("Saturday, 6 March 2027, session 1")
    assert labels(chief) == [["1", "2"]]
    assert OTHER_TABLE in chief.press("2")


@pytest.mark.parametrize(
    ("language", "command", "first", "question"),
    [
        ("en", "/dispute", "2", "2 of 3\nWritten so far: It fell\nWhat is it about?"),
        ("en", "/warn", "A 0", "2 of 3\nWritten so far: It fell\nWhat for?"),
        ("zh-hant", "/dispute", "2", "第 2 步，共 3 步\n現時內容：It fell"),
        ("zh-hant", "/warn", "A 0", "第 2 步，共 3 步\n現時內容：It fell"),
    ],
)
def test_a_dispute_and_a_warning_lead_back_and_keep_what_was_written(
    office: Office, language: str, command: str, first: str, question: str
) -> None:
    phone = office.phone("referee:REF-1", language=language)
    phone.say(command)
    phone.press({"en": TABLE_LABEL, "zh-hant": "2027年3月6日星期六第 1 場第 1 桌"}[language])
    assert len(labels(phone)[-1]) == 1  # from the first step there is only the way out
    phone.press(first)
    assert "It fell" in phone.say("It fell")
    stale = phone.button("bot-one-back")
    assert question in phone.press("bot-one-back")
    assert len(phone.toast(*stale)) > 10
    phone.press({"en": "Keep", "zh-hant": "保留"}[language])
    for _ in range(2):
        phone.press("bot-one-back")
    phone.press({"2": "3", "A 0": "B 0"}[first])
    phone.wait_for("It fell")
    phone.press({"en": "Confirm", "zh-hant": "確認"}[language])
    if command == "/dispute":
        assert office.state.disputes["D-0001"].game == 3
    else:
        assert office.state.entrants[office.state.sheets[TABLE].seats[1]].warnings


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("further breach is investigated", "Report it?", "Confirm", "is raised", "Add evidence")),
        ("zh-hant", ("再次違規須予調查", "是否上報", "確認", "已提出 D-0001", "加入證據")),
    ],
)
def test_a_third_breach_goes_on_the_docket_by_the_same_steps(
    office: Office, language: str, words: tuple[str, ...]
) -> None:
    number = office.state.sheets[TABLE].seats[0]
    for _ in range(2):
        office.house.done("give-warning", {"entrant": number, "breach": "Shouting"})
    phone = office.phone("referee:REF-1", language=language)
    phone.say("/warn")
    phone.press("1")
    assert words[0] in phone.press("A 0")
    assert words[1] in phone.say("Shouting again")
    assert words[3] in phone.press(words[2])
    assert phone.button(words[4])
    (case,) = office.state.disputes.values()
    assert (case.kind, case.entrants) == ("breach", (number,))
    assert office.types.count("verbal-warning-given") == 2


@pytest.mark.parametrize(
    ("language", "carries", "refused"),
    [
        ("en", "It carries signatures", f"The sheet of t{TABLE_LABEL[1:]} (Preliminary) carries signatures"),
        ("zh-hant", "記分紙已有簽署", "第 1 桌的記分紙已有簽署"),
    ],
)
def test_a_referee_is_offered_no_correction_of_a_signed_sheet_but_whom_to_call(
    office: Office, language: str, carries: str, refused: str
) -> None:
    seats = [
        {"seat": seat, "count": count, "tiles": tiles}
        for seat, count, tiles in zip("ABCD", (0, 30, 20, 10), (0, 3, 3, 3), strict=True)
    ]
    phone = office.phone("referee:REF-1", language=language)
    for game in range(1, 4):
        office.house.done("record-game-result", {"sheet": TABLE, "game": game, "seats": seats})
    phone.say("/sheet")
    phone.press("1")
    correct = phone.button(say("bot-correct", phone.language, game=1))
    signer = office.state.sheets[TABLE].seats[0]
    office.house.done("sign-sheet", {"sheet": TABLE, "entrant": signer, "medium": "paper"})
    office.telegram.press(phone.chat, *correct)
    assert refused in phone.wait_for(refused)
    phone.say("/sheet")
    shown = phone.press("1")
    assert phone.words("bot-sheet-signed") in shown
    assert carries in shown
    assert all(
        f"{number} {phone.words('part-not-signed')}" in shown
        for number in office.state.sheets[TABLE].seats[1:]
    )
    assert phone.press("bot-call-chief")
    assert office.types.count("chief-referee-called") == 1


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_who_raises_a_dispute_at_night_reads_when_the_chief_referee_is_told(
    office: Office, language: str
) -> None:
    phone = office.phone("referee:REF-1", language=language)
    chosen = choose_language(language)
    hour = {"en": "8:00 am", "zh": "上午8:00"}[chosen]
    office.house.clock.set(START.replace(hour=15))  # 23:00 at the venue
    office.house.done("end-session", {"session": SESSION})
    for later, at_night in ((timedelta(), False), (OVERRUN, True)):
        office.house.clock.advance(later)
        phone.say("/dispute")
        phone.press({"en": TABLE_LABEL, "zh": "2027年3月6日星期六第 1 場第 1 桌"}[chosen])
        phone.press(say("bot-no-game", chosen))
        phone.say("Tiles fell")
        assert (hour in phone.press(say("bot-confirm", chosen))) is at_night
