"""What a phone reads of sessions, records and standings: what is next, what was, and how far it is final."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api import conftest
from tests.api.conftest import ID, SEATING, SESSION, House, found, scores, start
from tests.api.test_pages import ranked, shared_by_three
from tests.bots.conftest import CONTACT, GUIDE, MAP, SECOND, Office, running
from tests.simulators.telegram import Telegram
from tests.wording import fixed


def test_the_next_session_comes_with_its_hours_the_way_there_and_what_lateness_means(coming: Office) -> None:
    english = coming.phone("entrant:0001").answers("/schedule", "Questions?")
    for part in (
        "Next: Saturday, 6 March 2027, session 1 (Preliminary).",
        "Check-in 12:00 noon, seated by 12:30 pm, play 12:45 pm to 1:45 pm.",
        "Town hall, 1 High Street.",
        "How to get there: By bus.",
        f"Map: {MAP}",
        f"Timer guide, to be read before you play: {GUIDE}\n",
        "not checked in by the time to be seated may not play any more",
        CONTACT,
    ):
        assert part in english
    chinese = coming.phone("entrant:0001", language="zh-hant").answers("/schedule", "查詢：電話 2345 6789")
    assert fixed("bot-schedule-next", "zh") in chinese
    assert say("bot-late-forfeits", "zh") in chinese
    assert f"計時器使用說明（請於賽前閱讀）：{GUIDE}-zh\n" in chinese


def test_each_of_several_messages_says_of_which_tournament_it_is(coming: Office) -> None:
    phone = coming.phone("entrant:0001", "entrant:0002")
    phone.answers("/schedule", CONTACT)
    messages = [str(each["text"]) for each in coming.telegram.messages(phone.chat)][1:]
    assert len(messages) > 1
    for number, text in enumerate(messages, 1):
        assert text.startswith(f"{say('bot-heading-schedule', 'en')} · Spring Cup · {number}")


def test_who_waits_reads_that_there_is_no_place_yet(coming: Office) -> None:
    shown = coming.phone("entrant:0009").answers("/schedule", "Questions?")
    assert (
        fixed(
            "bot-schedule-waiting",
            session_label="Saturday, 6 March 2027, session 1 (Preliminary)",
            waiting_place=1,
        )
        in shown
    )
    assert "Next:" not in shown
    assert "Whoever is not checked in" not in shown
    assert GUIDE not in shown
    assert fixed("bot-schedule-waiting", waiting_place=1) in coming.phone("entrant:0009").answers(
        "/me", fixed("bot-me-chat-language")
    )


def test_who_waits_for_a_suspended_session_reads_it_as_the_message_said_it(coming: Office) -> None:
    coming.house.done("suspend-day", IN_THE_RAIN)
    english = coming.phone("entrant:0009").answers("/schedule", CONTACT)
    assert fixed("bot-schedule-suspended-waiting", danger="rain") in english
    assert (
        fixed("bot-schedule-suspended-waiting", next_word_label="1 March 2027, 12:00 noon", waiting_place=1)
        in english
    )
    chinese = coming.phone("entrant:0009", language="zh-hant").answers("/schedule", "bot-contact")
    assert (
        fixed(
            "bot-schedule-suspended-waiting",
            "zh",
            danger="rain",
            next_word_label="2027年3月1日中午12:00",
            waiting_place=1,
        )
        in chinese
    )


def test_who_waited_in_vain_reads_that_it_is_over(coming: Office) -> None:
    ranked(start(coming.house))
    english = coming.phone("entrant:0009")
    for command, last in (("/schedule", CONTACT), ("/me", "Language here")):
        shown = english.answers(command, last)
        assert (
            fixed(
                "bot-schedule-waiting-over", session_label="Saturday, 6 March 2027, session 1 (Preliminary)"
            )
            in shown
        )
        assert "On the waiting list" not in shown
    assert say("word-entrant-waited", "en") in english.answers("/me", fixed("bot-me-chat-language"))
    chinese = coming.phone("entrant:0009", language="zh-hant")
    assert fixed(
        "bot-schedule-waiting-over", "zh", session_label="2027年3月6日星期六第 1 場（初賽）"
    ) in chinese.answers("/schedule", "bot-contact")


def test_who_came_too_late_reads_what_it_means_and_after_a_stop_that_it_is_made_good(coming: Office) -> None:
    house = coming.house
    house.done("move-entrant", {"entrant": "0008", "session": SECOND})
    house.clock.set(SEATING - timedelta(minutes=10))
    for number in range(1, 7):
        house.done("check-in", {"entrant": f"{number:04d}"})
    house.clock.set(SEATING)
    house.done("draw-seats", {"session": SESSION, "seed": "00" * 16})
    english, chinese = coming.phone("entrant:0007"), coming.phone("entrant:0007", language="zh-hant")
    for command, last in (("/schedule", CONTACT), ("/me", "Language here")):
        shown = english.answers(command, last)
        assert (
            fixed(
                "bot-schedule-missed",
                late="forfeits",
                session_label="Saturday, 6 March 2027, session 1 (Preliminary)",
            )
            in shown
        )
    assert fixed("bot-schedule-missed", "zh", late="forfeits") in chinese.answers("/schedule", "bot-contact")
    house.done("suspend-day", IN_THE_RAIN)
    pardoned = "You may play in it: that you were not there in time counts no longer."
    assert pardoned in english.answers("/schedule", CONTACT)
    house.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-07"})
    for command, last in (("/schedule", CONTACT), ("/me", "Language here")):
        assert pardoned in english.answers(command, last)
    assert fixed("bot-schedule-pardoned", "zh", pardoned="true") in chinese.answers(
        "/schedule", "bot-contact"
    )


def test_a_family_reads_each_childs_sessions_and_the_way_there_once(coming: Office) -> None:
    shown = coming.phone("entrant:0001", "entrant:0002").answers("/schedule", "Questions?")
    assert shown.count("Next: ") == 2
    assert "Player Number2:\nNext:" in shown
    assert shown.count(MAP) == 1


def test_whoever_cancelled_reads_that_they_take_part_no_longer(coming: Office) -> None:
    coming.house.done("cancel-registration", {"entrant": "0003"})
    phone = coming.phone("entrant:0003")
    for command in ("/notifications", "/docket"):
        assert say("bot-no-longer-here", "en") in phone.say(command)
    for command in ("/schedule", "/me"):
        assert say("bot-given-back", "en") in phone.answers(command, "Player Number3")


def test_me_is_everything_on_record(coming: Office) -> None:
    phone = coming.phone("entrant:0002")
    (link,) = coming.links.of_address("telegram", str(phone.chat))
    coming.links.preferences.mute(ID, link.address_id, "reminder-morning")
    shown = phone.answers("/me", "bot-me-chat-language")
    for part in (
        "Player Number2, number 0002: registered",
        "Chinese name: 玩家2號",
        "E-mail: player2@example.org",
        "Born Thursday, 17 May 1962",
        "Language as registered: Chinese",
        "The name may be shown in public.",
        "Saturday, 6 March 2027, session 1 (Preliminary).",
        "This chat gets messages for Player Number2.",
        "Switched off here: In the morning",
    ):
        assert part in shown
    assert fixed("bot-me-consents", "zh", extent="nowhere") in coming.phone(
        "entrant:0001", language="zh-hant"
    ).answers("/me", "bot-me-chat-language")


@pytest.fixture
def played(telegram: Telegram, sqlite_database: Database, vault: Vault) -> Iterator[Office]:
    """The first session is over, and everyone has signed."""
    office = Office(ranked(start(found(House(sqlite_database, vault)))), telegram, vault)
    with running(office):
        yield office


def test_what_was_played_is_marked_and_a_referee_reads_the_own_tables(played: Office) -> None:
    shown = played.phone("entrant:0001").answers("/schedule", "Town hall")
    assert "✓ Played: Saturday, 6 March 2027, session 1 (Preliminary)." in shown
    assert say("bot-schedule-nothing", "en") in shown
    referee = played.phone("referee:REF-1").answers("/schedule", "Town hall")
    assert "✓ Played: Saturday, 6 March 2027, session 1" in referee
    organizer = played.phone("organizer:organizer").answers("/schedule", "Town hall")
    assert "Saturday, 13 March 2027, session 1 (Final)." in organizer


def test_who_is_to_sign_again_reads_where_how_and_until_when(played: Office) -> None:
    seats = scores(33, -11, -13, -9)
    corrected = {"sheet": f"{SESSION}/1", "game": 1, "seats": seats, "reason": "typed 30"}
    played.house.done("correct-game", corrected)
    number = played.state.sheets[f"{SESSION}/1"].seats[0]
    for language, word in (("en", "Please sign for table 1, "), ("zh-hant", "重新簽署")):
        phone = played.phone(f"entrant:{number}", language=language)
        assert word in phone.answers("/schedule", word)
        assert word in phone.answers("/me", word)


def test_standings_show_the_own_place_with_neighbours_averages_and_whether_they_are_final(
    played: Office,
) -> None:
    last = played.house.organizer.get(f"{conftest.BASE}/standings").get_json()["rows"][-1]["entrant_no"]
    phone = played.phone(f"entrant:{last}")
    shown = phone.answers("/standings", "bot-standings-provisional")
    assert "Preliminary\n1. " in shown
    assert "\n…\n" in shown
    assert "➤ " in shown
    assert "average −" in shown
    assert "score -" not in shown
    played.house.done("publish-results", {"stage": "preliminary"})
    phone.answers("/standings", fixed("bot-standings-final", version=1))
    row = played.house.organizer.get(f"{conftest.BASE}/sheets?sheet={SESSION}/1").get_json()["rows"][0]
    seats = row["sheet"]["seats"]
    figures = [{"entrant": seats[0], "rack": []}] + [
        {"entrant": number, "count": 7, "tiles": 2} for number in seats[1:]
    ]
    played.house.done(
        "correct-game", {"sheet": f"{SESSION}/1", "game": 1, "seats": figures, "reason": "Read upside down"}
    )
    phone.answers("/standings", fixed("bot-standings-changed", version=1))


def test_standings_show_an_average_of_ninths(office: Office) -> None:
    shared_by_three(office.house)
    winner = office.house.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    office.phone(f"entrant:{winner}").answers("/standings", "average 21 1/9")


IN_THE_RAIN = {"day": "2027-03-06", "grounds": "black_rainstorm"}
OF_THE_DAY = ("How to get there", "Map:", "not checked in", "交通", "地圖", "入座時間前未報到")


def test_who_is_in_a_suspended_hall_reads_what_the_message_said_and_no_way_there(office: Office) -> None:
    office.house.done("suspend-day", IN_THE_RAIN)
    english = office.phone("entrant:0001").answers("/schedule", "session 1")
    chinese = office.phone("entrant:0001", language="zh-hant").answers("/schedule", "第 1 場")
    assert (
        "STOPPED (black rain). Stay in the hall: do not leave it until the warning is over. "
        "Its results do not count, and it starts again. "
        f"{say('bot-object-void', 'en')} You hear from us again by 6 March 2027, 2:45 pm"
    ) in english
    assert (
        "已中止（黑色暴雨）。請留在場內，警告取消前切勿離開。成績作廢並將重賽。"
        f"{say('bot-object-void', 'zh')}最遲於2027年3月6日下午2:45再通知你"
    ) in chinese
    for shown in (english, chinese):
        assert not any(part in shown for part in OF_THE_DAY)
    assert fixed("bot-schedule-suspended-official") in office.phone("referee:CHIEF").answers(
        "/schedule", "SUSPENDED"
    )


def test_what_holds_until_a_warning_is_over_stands_above_the_new_date_while_the_day_lasts(
    office: Office,
) -> None:
    office.house.done("suspend-day", IN_THE_RAIN)
    office.house.done("reschedule-sessions", {"day": "2027-03-06", "new_day": "2027-03-07"})
    phone = office.phone("entrant:0001")
    kept = "Stay in the hall until we tell you that you may leave."
    shown = phone.answers("/schedule", "Next: ")
    assert f"{kept}\nNext: Sunday, 7 March" in shown
    assert kept in phone.answers("/me", "Sunday, 7 March")
    office.house.clock.set(SEATING + timedelta(days=1))
    assert fixed("bot-schedule-held", held="inside_rain") not in phone.answers("/schedule", "Next: ")


def test_who_has_left_a_session_minutes_before_reads_what_holds_in_the_hall(office: Office) -> None:
    number = office.state.sheets[f"{SESSION}/1"].seats[0]
    office.house.done("withdraw-entrant", {"entrant": number, "grounds": "health"})
    office.house.done("suspend-day", IN_THE_RAIN)
    assert fixed("bot-schedule-suspended", to_do="inside_rain") in office.phone(f"entrant:{number}").say(
        "/schedule"
    )


def test_who_has_not_left_for_a_suspended_session_stays_at_home(coming: Office) -> None:
    coming.house.done("suspend-day", IN_THE_RAIN)
    at_home = "Please do not come. Stay indoors until the warning is over."
    assert at_home in coming.phone("entrant:0001").answers("/me", "SUSPENDED")
    shown = coming.phone("entrant:0001").answers("/schedule", CONTACT)
    assert at_home in shown
    assert not any(part in shown for part in OF_THE_DAY)


def test_who_sits_at_a_table_is_sent_to_its_referee_and_offered_no_way_out(office: Office) -> None:
    english, chinese = office.phone("entrant:0001"), office.phone("entrant:0002", language="zh-hant")
    office.phone("organizer:organizer")
    english.answers("/schedule", "Now: ")
    with pytest.raises(AssertionError, match="no button"):
        english.button("bot-action-cannot-come")
    assert english.say("My score is wrong").startswith(fixed("bot-question-sent", at_table="true"))
    assert chinese.say("我對第一局結果有異議，點算？").startswith(
        fixed("bot-question-sent", "zh", at_table="true", name="玩家2號")
    )


def test_who_presses_an_early_button_while_at_a_table_reads_where_to_turn(coming: Office) -> None:
    phone = coming.phone("entrant:0001")
    phone.answers("/schedule", CONTACT)
    early = phone.button("bot-action-cannot-come")
    start(coming.house)
    phone.toast(*early)
    assert fixed("bot-absence-nothing", at_table="true") in phone.wait_for("bot-absence-nothing")
    assert fixed("bot-question-write") in phone.press(say("bot-absence-write", "en"))


@pytest.mark.parametrize(
    ("grounds", "danger"), [("black_rainstorm", "rain"), ("signal_8_or_above", "cyclone")]
)
def test_beside_a_new_date_on_that_day_the_danger_is_named_and_nobody_is_threatened_with_being_late(
    coming: Office, grounds: str, danger: str
) -> None:
    day = SESSION.partition("/")[0]
    coming.house.done("suspend-day", {"day": day, "grounds": grounds})
    coming.house.done("reschedule-sessions", {"day": day, "new_day": day})
    phone = coming.phone("entrant:0001")
    held = f"at_home_{danger}"
    shown = phone.answers("/schedule", CONTACT)
    values = {"children": None, "many_children": False, "fetched": False}
    named = say("bot-schedule-held", "en", danger=danger, held=held, **values)
    unnamed = say("bot-schedule-held", "en", danger="other", held=held, **values)
    assert named.strip() in shown
    assert named.removesuffix(unnamed)
    assert say("bot-late-forfeits", "en") not in shown
    assert "Town hall" in shown
