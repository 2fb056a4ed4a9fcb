"""All that somebody may do is done in a chat: found by a word, asked, read back, carried out once."""

import re
import time
from collections.abc import Mapping
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from services.access.rights import COMMAND_RIGHTS, Role, right
from services.rules.game import remark
from services.tasks.listed import BY_FILE
from shared.catalogue import Listed, Word, say
from shared.catalogue.titles import title_of
from shared.language_choice import choose_language
from shared.problems import not_found, quoted
from tests.api.conftest import ID, SEATING, SESSION, START, scores
from tests.api.docket_page.ruling_forms import Chief
from tests.api.test_tasks import TASKS
from tests.bots.conftest import SECOND, Office, Phone
from tests.bots.test_agreed import tap
from tests.sampling import mostly_wide
from tests.simulators.telegram import PATIENCE
from tests.wording import fixed

TABLE = "Table 1"
HERE = ZoneInfo("Asia/Hong_Kong")


def labels(office: Office, phone: Phone) -> list[str]:
    """What stands on the buttons of the last message."""
    rows = office.telegram.messages(phone.chat)[-1].get("reply_markup", {}).get("inline_keyboard", [])
    return [key["text"] for row in rows for key in row]


def begun(phone: Phone, task: str, language: str = "en") -> str:
    """Find a task by what it is called, and begin it."""
    title = title_of(task, choose_language(language))
    assert title is not None
    phone.say(f"/tasks {' '.join(reversed(title.split()))}")
    return tap(phone, title)


def answer_all(office: Office, phone: Phone, typed: dict[str, str]) -> None:
    """Type what is asked by these names, and do without the rest, until it is read back."""
    deadline = time.monotonic() + PATIENCE
    for _ in range(20):
        while not (there := labels(office, phone)):  # what was typed stands last until it is answered
            assert time.monotonic() < deadline, phone.read
            time.sleep(0.01)
        if say("bot-confirm", "en") in there:
            return
        answer = next((typed.pop(line) for line in phone.read.splitlines() if line in typed), None)
        if answer is not None:
            phone.say(answer)
        else:
            phone.press(next(label for label in ("Session 2", "Without", "No") if label in str(there)))
    raise AssertionError(phone.read)


def test_a_referee_records_a_game_as_it_is_written_on_the_sheet(office: Office) -> None:
    phone = office.phone("referee:REF-1")
    begun(phone, "record-game-result")
    assert [label[:7] for label in labels(office, phone)[:-2]] == [TABLE], "no table of others"
    tap(phone, TABLE)
    phone.say("1")
    refused = phone.say("A 0, B twelve")
    assert "B twelve" in refused
    read = phone.say("A 0, B 12/3, C 7/2, D 20/5")
    assert "B 12/3" in read
    before = office.types.count("game-result-recorded")
    assert say("page-task-done", "en") in tap(phone, "bot-confirm")
    assert office.types.count("game-result-recorded") == before + 1


def test_a_whole_sheet_is_entered_and_signed_and_a_second_that_differs_is_a_conflict(office: Office) -> None:
    phone = office.phone("referee:REF-1", language="zh-hant")
    games = "\n".join(
        ["A 0, B 12/3, C 7/2, D 20/5", "B 0, A 1/1, C 7/2, D 20/5", "C 0, A 2/1, B 7/2, D 20/5"]
    )
    for sheet in (games, games.replace("20/5", "21/5")):
        begun(phone, "submit-sheet", "zh-hant")
        tap(phone, "第 1 桌")
        assert "21/5" in (read := phone.say(sheet)) or "20/5" in read
        assert say("page-task-done", "zh") in tap(phone, "bot-confirm")
    assert office.types.count("sheet-conflict-found") == 1
    begun(phone, "settle-sheet-conflict", "zh-hant")
    tap(phone, "第 1 桌")
    while "D −20/5" not in phone.read:
        tap(phone, labels(office, phone)[0])
    phone.wait_for("D −21/5")


@pytest.mark.parametrize(("language", "called"), [("en", "Table 1"), ("zh-hant", "第 1 桌")])
def test_a_whole_sheet_may_be_sent_game_by_game_and_what_is_wrong_says_in_which_game(
    office: Office, language: str, called: str
) -> None:
    phone = office.phone("referee:REF-1", language=language)
    says = choose_language(language)
    games = ["A 0, B 12/3, C 7/2, D 20/5", "B 0, A 1/1, C 7/2, D 20/5", "C 0, A 2/1, B 7/2, D 20/5"]
    begun(phone, "submit-sheet", language)
    tap(phone, called)
    phone.say("\n".join([*games[:2], "A +39/0, B −3/3, C −3/2, D −5/5"]))
    phone.wait_for("−5/5")
    said = [message["text"] for message in office.telegram.messages(phone.chat)]
    wanted = f"{say('page-docket-game', says, game=3)}{say('page-colon', says)}"
    assert any(text.startswith(wanted) for text in said)
    marks = ("B 12/3", "A 1/1", "A 2/1")
    for line, mark in zip(games, marks, strict=True):
        phone.say(line)
        phone.wait_for(mark)
    assert all(mark in phone.read for mark in marks)
    assert say("page-task-done", says) in tap(phone, say("bot-confirm", says))


def test_a_signature_binds_what_was_read_and_no_other_figures(office: Office) -> None:
    house, sheet = office.house, f"{SESSION}/1"
    house.clock.set(START)
    for game in (1, 2, 3):
        house.done("record-game-result", {"sheet": sheet, "game": game, "seats": scores(20, -3, -4, -13)})
    phone = office.phone("referee:REF-1")
    begun(phone, "sign-sheet")
    tap(phone, TABLE)
    tap(phone, labels(office, phone)[0])
    read = tap(phone, "A device")
    assert read.count("A 20/0★") == 3
    now = {"sheet": sheet, "game": 2, "seats": scores(19, -3, -4, -12), "reason": "Misread."}
    house.done("correct-game", now)
    assert "A 19/0★" in tap(phone, "bot-confirm") or "19/0" in phone.read
    assert "sheet-signed" not in office.types
    assert say("page-task-done", "en") in tap(phone, "bot-confirm")
    assert office.types.count("sheet-signed") == 1


def test_a_person_and_a_table_may_be_written_as_they_are_called(office: Office) -> None:
    phone = office.phone("referee:CHIEF")
    begun(phone, "give-warning")
    phone.say("player number5")
    phone.wait_for(say("bot-warn-breach", "en"))
    begun(phone, "give-warning")
    assert fixed("bot-task-which") in phone.say("player")
    assert "0005 Player Number5" in labels(office, phone)
    phone.press("0005 Player Number5")
    phone.wait_for(say("bot-warn-breach", "en"))
    begun(phone, "call-chief-referee")
    phone.say("２")
    assert "Table 2" in phone.read or "table 2" in phone.read


def test_what_a_command_can_do_without_is_asked_where_it_is_wanted(office: Office) -> None:
    phone = office.phone("organizer:organizer")
    begun(phone, "withdraw-entrant")
    phone.say("1")
    read = tap(phone, "Has left")
    assert "0001 Player Number1" in read
    tap(phone, "bot-task-more")
    tap(phone, "bot-task-without")
    phone.say("Had to go home.")
    read = tap(phone, "No")
    assert "Had to go home." in read
    tap(phone, "bot-confirm")
    assert "entrant-withdrew" in office.types


def test_who_is_late_is_asked_for_the_time_of_arrival(coming: Office) -> None:
    coming.house.clock.set(SEATING + timedelta(minutes=5))
    phone = coming.phone("organizer:organizer")
    begun(phone, "check-in")
    phone.say("1")
    phone.wait_for(say("question-arrived", "en"))
    refused = coming.telegram.messages(phone.chat)[-2]["text"]
    assert fixed("problem-place-forfeited", way="time") in refused
    before = (SEATING - timedelta(minutes=3)).astimezone(ZoneInfo("Asia/Hong_Kong"))
    phone.say(f"{before:%H:%M}")
    tap(phone, "bot-confirm")
    phone.wait_for(say("page-task-done", "en"))
    assert coming.house.desk.events(ID, 0, 1000)[-1].occurred_at == before


def test_what_a_command_can_mostly_do_without_is_asked_where_it_cannot(coming: Office) -> None:
    phone = coming.phone("organizer:organizer")
    refused = begun(phone, "register-entrant")
    assert say("page-task-done", "en") not in refused
    typed = {"Name in English": "Walker In", "Date of birth": "2000-01-02"}
    answer_all(coming, phone, typed)
    phone.wait_for("Walker In")
    phone.press("bot-confirm")
    assert "0010" in coming.state.entrants


def test_a_walk_in_is_registered_and_checked_in_by_one_task(coming: Office) -> None:
    coming.house.clock.set(SEATING - timedelta(minutes=10))
    phone = coming.phone("organizer:organizer")
    assert "no place is left" in begun(phone, "register-walk-in"), "before anything is asked"
    for number in ("0001", "0002"):
        coming.house.done("cancel-registration", {"entrant": number})
    begun(phone, "register-walk-in")
    typed = {"Name in English": "Walker In", "Date of birth": "2000-01-02", "Phone": "9123 4567"}
    answer_all(coming, phone, typed)
    phone.wait_for("Walker In")
    phone.press("bot-confirm")
    phone.wait_for(say("page-task-done", "en"))
    number = max(coming.state.entrants)
    assert say("bot-task-recorded", "en", what=f"{number} Walker In") in phone.read
    assert number in tap(phone, f"{number} Walker In")
    assert coming.types[-3:] == ["entrant-registered", "place-confirmed", "entrant-checked-in"]


def test_a_walk_in_after_check_in_is_refused_before_anything_else_is_asked(coming: Office) -> None:
    for number in ("0001", "0002"):
        coming.house.done("cancel-registration", {"entrant": number})
    seating = coming.state.seated_at(coming.state.sessions[SECOND])
    assert seating is not None
    coming.house.clock.set(seating + timedelta(minutes=10))
    phone = coming.phone("organizer:organizer")
    begun(phone, "register-walk-in")
    told = tap(phone, "Session 2")
    assert fixed("problem-check-in-over") in told
    assert say("question-arrived", "en") in told
    assert fixed("problem-check-in-over") in phone.say(
        f"{seating.astimezone(HERE) + timedelta(minutes=1):%H:%M}"
    )
    assert say("question-birth-date", "en") in phone.say(
        f"{seating.astimezone(HERE) - timedelta(minutes=1):%H:%M}"
    )


@pytest.mark.parametrize("task", ["register-entrant", "register-walk-in"])
def test_a_birth_date_that_is_needed_is_not_offered_to_be_left_out(coming: Office, task: str) -> None:
    coming.house.clock.set(SEATING - timedelta(minutes=10))
    for number in ("0001", "0002"):
        coming.house.done("cancel-registration", {"entrant": number})
    phone = coming.phone("organizer:organizer")
    begun(phone, task)
    while say("question-birth-date", "en") not in phone.read:
        phone.press(next(label for label in ("Session 2", "Without") if label in str(labels(coming, phone))))
    assert say("bot-task-without", "en") not in labels(coming, phone)


def test_who_may_be_registered_already_is_read_back(coming: Office) -> None:
    phone = coming.phone("organizer:organizer")
    begun(phone, "register-entrant")
    typed = {"Name in English": "Player Number1", "Date of birth": "1961-05-17"}
    answer_all(coming, phone, typed)
    same = [Word("alike", "name_and_birth_date")]
    told = remark("likely-duplicate", entrants=Listed(["0001", "0010"]), same=same).text("en")
    assert any(told in message["text"] for message in coming.telegram.messages(phone.chat))


def test_a_refusal_leads_back_to_the_answer_it_is_about(office: Office) -> None:
    phone = office.phone("organizer:organizer")
    begun(phone, "withdraw-entrant")
    phone.say("9999")
    tap(phone, "Has left")
    phone.wait_for(say("question-entrant", "en"))
    assert "0002 Player Number2" in phone.say("2")
    tap(phone, "bot-confirm")
    assert "entrant-withdrew" in office.types


def test_a_participant_does_what_concerns_themselves_and_sees_nobody_elses_things(office: Office) -> None:
    phone = office.phone("entrant:0001")
    begun(phone, "cancel-registration")
    phone.wait_for("0001")
    assert fixed("task-nothing-left") in begun(phone, "withdraw-dispute")
    assert labels(office, phone) == []
    assert say("bot-tasks-none", "en") in phone.say("/tasks suspend")
    assert (
        "not linked" in office.telegram_phone().say("/tasks") if hasattr(office, "telegram_phone") else True
    )


def all_offered(office: Office, phone: Phone, language: str) -> set[str]:
    """What stands on the buttons of the list of tasks, to its end."""
    phone.say("/tasks")
    more, found = say("bot-more", language), {*labels(office, phone)}
    while more in labels(office, phone):
        tap(phone, more)
        found |= {*labels(office, phone)}
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_participant_is_offered_no_task_that_is_refused_at_once_or_has_nothing_to_choose(
    office: Office, language: str
) -> None:
    phone = office.phone("entrant:0001", language={"en": "en", "zh": "zh-hant"}[language])
    offered = all_offered(office, phone, language)
    assert title_of("ask-organizer", choose_language(language)) in offered
    refused = (
        *("declare-family-unit", "agree-to-family-unit", "decline-family-unit", "dissolve-family-unit"),
        *("sign-sheet", "withdraw-dispute"),
    )
    assert not {title_of(task, choose_language(language)) for task in refused} & offered


def test_a_participant_at_no_table_is_offered_nothing_of_a_table(coming: Office) -> None:
    offered = all_offered(coming, coming.phone("entrant:0001"), "en")
    assert title_of("ask-organizer", "en") in offered
    assert not {title_of(task, "en") for task in ("raise-dispute", "submit-sheet", "sign-sheet")} & offered


def test_a_participant_reads_nothing_of_places_that_are_not_shown_to_them(office: Office) -> None:
    phone = office.phone("entrant:0001")
    begun(phone, "ask-organizer")
    read_back, without = phone.say("May I come later?"), say("bot-task-without", "en")
    for _ in range(6):
        choices = labels(office, phone)
        if say("bot-confirm", "en") not in choices:
            read_back = phone.press(without if without in choices else say("page-task-no", "en"))
    assert "May I come later?" in read_back
    assert say("bot-impact-none", "en") not in read_back


ROLES: Mapping[Role, str] = {
    "referee": "referee:REF-1",
    "chief_referee": "referee:CHIEF",
    "organizer": "organizer:organizer",
}


@pytest.mark.parametrize("role", mostly_wide(ROLES, {"referee"}))
def test_every_command_of_a_role_can_be_found_and_begun(office: Office, role: Role) -> None:
    phone = office.phone(ROLES[role])
    for name in COMMAND_RIGHTS:
        title = title_of(name, "en")
        assert title is not None
        answer = phone.say(f"/tasks {title}")
        may = name not in BY_FILE and right(role, name) is not None
        assert (title in labels(office, phone)) == may, answer
        if may:
            assert tap(phone, title)


def test_what_is_offered_about_a_table_a_person_and_a_case_is_found_by_what_they_are_called(
    office: Office,
) -> None:
    phone = office.phone("referee:CHIEF")
    office.house.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": "It fell."})
    phone.say("/tasks 1")
    assert any(label.startswith(TABLE) for label in labels(office, phone))
    assert "0001 Player Number1" in labels(office, phone)
    phone.press(TABLE)
    assert title_of("make-ruling", "en") in labels(office, phone)
    phone.press(f"{title_of('record-game-result', 'en')} · ")
    phone.wait_for(say("question-seats", "en"))
    for written in ("/tasks table 1", "/tasks 第 １ 桌"):
        phone.say(written)
        assert any(label.startswith(TABLE) for label in labels(office, phone)), written
    phone.say("/tasks player number1")
    warn = str(title_of("give-warning", "en"))
    assert warn in str(labels(office, phone))
    phone.press(warn)
    phone.wait_for(say("bot-warn-breach", "en"))
    phone.say("/tasks d-0001")
    phone.press(str(title_of("make-ruling", "en")))
    assert say("bot-rule", "en") in labels(office, phone)


def test_what_waits_is_listed_and_leads_to_what_clears_it(office: Office) -> None:
    chief, referee = office.phone("referee:CHIEF"), office.phone("referee:REF-1", language="zh-hant")
    assert say("bot-todo", "en", count=0) in chief.say("/todo")
    office.house.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": "It fell."})
    assert say("bot-todo", "en", count=1) in chief.say("/todo")
    chief.wait_for("D-0001")
    chief.press("D-0001")
    assert say("bot-rule", "en") in labels(office, chief)
    assert "D-0001" in referee.say("/todo")
    assert say("bot-not-for-you", "en") in office.phone("entrant:0001").say("/todo")
    ruling = {"dispute": "D-0001", "finding": "f", "cites": "HK rules 3", "reason": "r"}
    office.house.done("make-ruling", {**ruling, "effects": [{"type": "none"}]})
    assert say("bot-todo", "en", count=0) in chief.say("/todo")


def test_a_referee_is_offered_nothing_about_tables_of_others(office: Office) -> None:
    phone = office.phone("referee:REF-1")
    phone.say("/tasks 2")
    phone.press("Table 2")
    assert labels(office, phone) == []


def test_results_are_pasted_below_chinese_headings_and_a_fault_is_named_once(office: Office) -> None:
    phone = office.phone("organizer:organizer", language="zh")
    asked = begun(phone, "import-results", "zh")
    heading = say("list-between-cells", "zh").join(
        say(f"word-column-{name}", "zh")
        for name in ("seat", "table", "game", "session", "entrant-no", "game-won", "score", "tiles")
    )
    assert say("word-column-game-won", "zh") in asked
    lines = [f"{seat},1,4,{SESSION},00{place},0,x,2" for place, seat in enumerate("ABCD", 1)]
    refused = phone.answers("\n".join([heading, *lines]), say("page-list-lines", "zh", lines=("2–5",)))
    assert not re.search("[a-z]_[a-z]|table|score", refused)
    assert refused.count(not_found("game", 4).text("zh").partition("。")[0]) == 1
    named = [say(f"word-column-{name}", "zh") for name in ("session", "table", "game", "seat")]
    phone.answers("\n".join(lines), fixed("problem-heading-missing", "zh"), ",".join(named))


def test_people_are_registered_from_a_list_that_is_typed_and_a_wrong_line_is_named(coming: Office) -> None:
    phone = coming.phone("organizer:organizer")
    begun(phone, "import-entrants")
    assert say("page-people-how", "en", dated=True) in phone.read
    day = coming.state.sessions[SECOND].plan.id
    refused = phone.say(f"New Person, 2000-01-02, {day}\nOther Person, 2000-13-02, {day}")
    assert "line 2" in refused.casefold()
    assert say("word-column-birth-date", "en") in refused
    assert "_" not in refused
    unknown = not_found("session", quoted("第 19 場")).text("en").partition(".")[0]
    line = say("page-list-line", "en", line=2)
    phone.answers(f"New Person, 2000-01-02, {day}\nMak Lok,第 19 場, 2000-12-02", line, unknown)
    phone.say(f"New Person, 2000-01-02, {day}\nOther Person, 2000-12-02, {day}")
    tap(phone, "bot-confirm")
    phone.wait_for(say("page-task-done", "en"))
    assert [coming.state.entrants[number].first.session for number in ("0010", "0011")] == [day, day]


def test_whoever_signs_in_the_own_chat_is_not_asked_by_which_medium(office: Office) -> None:
    house, sheet = office.house, f"{SESSION}/1"
    house.clock.set(START)
    for game in (1, 2, 3):
        house.done("record-game-result", {"sheet": sheet, "game": game, "seats": scores(20, -3, -4, -13)})
    number = house.desk.state(ID).sheets[sheet].seats[0]
    phone = office.phone(f"entrant:{number}")
    begun(phone, "sign-sheet")
    tap(phone, TABLE)
    tap(phone, "bot-confirm")
    assert house.desk.state(ID).sheets[sheet].signatures[number].medium == "device"


def test_a_participant_reads_of_the_list_of_tasks_in_the_help(office: Office) -> None:
    assert "/tasks" in office.phone("entrant:0001").say("/help")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_there_is_nothing_to_do_a_task_to_the_chat_says_so(office: Office, language: str) -> None:
    spoken = {"en": "en", "zh": "zh-hant"}[language]
    phone = office.phone("referee:REF-1", language=spoken)
    assert fixed("task-nothing-left", language) in begun(phone, "withdraw-dispute", spoken)


BUTTONS: Mapping[Role, Mapping[str, str]] = {
    "chief_referee": {"make-ruling": "effect-charge", "present-evidence": "evidence-add"},
    "organizer": {"reschedule-sessions": "storm-what-move", "give-further-word": "action-further-word"},
    "referee": {"correct-game": "correct", "call-chief-referee": "call-chief"},
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_task_is_found_by_the_words_on_its_button_in_any_language(office: Office, language: str) -> None:
    for role, buttons in BUTTONS.items():
        phone, chief = office.phone(ROLES[role], language=language), Chief(office.house, TASKS)
        chief.sign_in(role, ROLES[role].partition(":")[2])
        for task, button in buttons.items():
            title = title_of(task, language)
            for spoken in ("en", "zh"):
                words = fixed(f"bot-{button}", spoken)
                for said in (f"/tasks {words}", "/tasks", words):
                    phone.say(said)
                assert title in labels(office, phone), (task, spoken)
                phone.say(f"/tasks {words}")
                assert title in labels(office, phone), (task, spoken)
                page = chief.page(f"{TASKS}?find={words}&lang={language}")
                assert f">{title}</a>" in page, (task, spoken)
