"""The docket on a page: what waits, at which table, for how long, and who is on the way."""

from datetime import timedelta

import pytest

from shared.catalogue import say
from tests.api.conftest import BASE, ID, SESSION, START, House
from tests.api.docket_page.given import CASE, DOCKET, OTHER, TABLE, seats
from tests.api.signing_in.browser import STAFF, Browser
from tests.wording import fixed

GO = f"{DOCKET}/on-my-way"


def go(browser: Browser, sheet: str = TABLE, **more: str) -> int:
    word = browser.word()
    return browser.post(GO, {"form": word, "sheet": sheet, **more}).status_code


def test_a_case_shows_table_people_minutes_left_and_since_when_it_waits(disputed: House) -> None:
    house = disputed
    house.clock.advance(timedelta(minutes=7, seconds=30))
    page = Browser(house).sign_in().page(DOCKET)
    assert "D-0001: an official raises it" in page
    assert "Table 1, Saturday, 6 March 2027, session 1" in page
    assert fixed("page-docket-waiting", minutes=7, since="12:45 pm") in page
    assert fixed("page-docket-minutes-left", minutes=53) in page
    assert "0003 Player Number3" in page
    house.clock.advance(timedelta(hours=1))
    assert say("page-docket-time-over", "en") in Browser(house).sign_in().page(DOCKET)
    house.done("call-time", {"session": SESSION})
    assert fixed("page-docket-session-is", state="time_called") in Browser(house).sign_in().page(DOCKET)


def test_on_my_way_tells_the_referee_of_the_table(disputed: House) -> None:
    chief = Browser(disputed).sign_in()
    assert go(chief, case="D-0001") == 303
    notices = [notice for notice in disputed.desk.notices.read(ID) if notice.kind == "chief-coming"]
    assert [notice.audience for notice in notices] == ["referee:REF-1"]
    (event,) = disputed.desk.events(ID, disputed.head[0] - 1, 1)
    assert (event.type, event.actor) == ("chief-referee-set-out", "chief_referee:CR")
    for path in (DOCKET, CASE):
        assert "On the way: Chief Referee CR Chief Judge, 12:45 pm" in chief.page(path)
    before = disputed.head
    assert go(chief) == 303
    assert disputed.head == before, "pressed again it is said once"


def test_the_notice_names_the_office_that_set_out(disputed: House) -> None:
    go(Browser(disputed).sign_in("organizer", "office"))
    (notice,) = [notice for notice in disputed.desk.notices.read(ID) if notice.kind == "chief-coming"]
    assert notice.template == "organizer-coming"


def test_an_old_page_of_a_case_that_is_ruled_tells_nobody_to_wait(disputed: House) -> None:
    chief = Browser(disputed).sign_in()
    word = chief.word()
    ruling = {"dispute": "D-0001", "finding": "Seen.", "reason": "Seen.", "cites": "HK rules 3"}
    disputed.done("make-ruling", ruling)
    before = disputed.head
    answer = chief.post(GO, {"form": word, "sheet": TABLE, "case": "D-0001"})
    assert answer.status_code == 409
    assert fixed(
        "problem-nobody-waits", sheet="table 1 in session 1 of Saturday, 6 March 2027"
    ) in answer.get_data(as_text=True)
    assert disputed.head == before


def test_a_referee_sees_the_cases_of_their_tables_and_who_comes(disputed: House) -> None:
    go(Browser(disputed).sign_in())
    mine, other = Browser(disputed).sign_in("referee", "REF-1"), Browser(disputed).sign_in("referee", "REF-2")
    assert fixed("page-docket-coming", who="Chief Referee CR Chief Judge") in mine.page(DOCKET)
    assert "on-my-way" not in mine.page(DOCKET)
    assert "D-0001" not in other.page(DOCKET)
    for lang in ("en", "zh"):
        answer = other.get(f"{CASE}?lang={lang}")
        assert answer.status_code == 403
        whose = say("part-rights-referee-of-table", lang, referee="REF-1")
        assert whose in answer.get_data(as_text=True), "it is not mistyped"
        assert other.get(f"{DOCKET}/D-0099?lang={lang}").status_code == 404
    before = disputed.head
    assert mine.post(GO, {"form": mine.word(), "sheet": TABLE}).status_code == 403
    assert disputed.head == before


def test_a_call_is_listed_until_it_was_answered_a_while_ago(disputed: House) -> None:
    disputed.client("referee", "REF-2", ID).command("call-chief-referee", {"sheet": OTHER})
    chief = Browser(disputed).sign_in()
    assert say("page-docket-calls", "en") in chief.page(DOCKET)
    assert go(chief, OTHER) == 303
    assert say("page-docket-calls", "en") in chief.page(DOCKET)
    disputed.clock.advance(timedelta(minutes=15))
    assert say("page-docket-calls", "en") not in chief.page(DOCKET)


def test_a_case_shows_what_is_said_the_sheet_and_the_evidence(disputed: House) -> None:
    page = Browser(disputed).sign_in().page(CASE)
    assert "A joker was counted as 25." in page
    assert "Game 2" in page
    assert "★A 30/0" in page
    assert say("page-docket-no-evidence", "en") in page
    disputed.done("present-evidence", {"dispute": "D-0001", "rack": {"rack": ["R10", "B10", "K10"]}})
    assert "1. Rack" in Browser(disputed).sign_in().page(CASE)


@pytest.mark.parametrize("sheet", ["", "x", f"{SESSION}/9", "2027-03-06/9/1", "é" * 90, "\x00"])
def test_nobody_sets_out_for_a_table_that_is_not_there(disputed: House, sheet: str) -> None:
    chief, before = Browser(disputed).sign_in(), disputed.head
    assert go(chief, sheet) in (400, 404, 409, 422)
    assert disputed.head == before


def test_a_way_back_leads_to_a_case_of_the_docket_alone(disputed: House) -> None:
    chief = Browser(disputed).sign_in()
    answer = chief.post(GO, {"form": chief.word(), "sheet": TABLE, "case": "//evil.example"})
    assert answer.headers["Location"] == f"{DOCKET}?lang=en"
    disputed.clock.advance(timedelta(minutes=3))
    answer = chief.post(GO, {"form": chief.word(), "sheet": TABLE, "case": "D-0001"})
    assert answer.headers["Location"] == f"{CASE}?lang=en"


def test_the_part_that_is_asked_for_again_is_the_list_alone(disputed: House) -> None:
    part = Browser(disputed).sign_in().page(f"{DOCKET}?part=cases")
    assert "D-0001" in part
    assert "<html" not in part


@pytest.mark.parametrize("role", ["chief_referee", "organizer", "referee"])
def test_the_page_of_an_official_leads_to_the_docket(disputed: House, role: str) -> None:
    subject = {"chief_referee": "CR", "organizer": "office", "referee": "REF-1"}[role]
    assert f'href="{DOCKET}?lang=en"' in Browser(disputed).sign_in(role, subject).page(STAFF)


@pytest.mark.parametrize("path", [DOCKET, CASE])
def test_it_reads_in_chinese(disputed: House, path: str) -> None:
    answer = Browser(disputed).sign_in().get(f"{path}?lang=zh")
    assert answer.status_code == 200
    assert "第 2 局" in answer.get_data(as_text=True) or path == DOCKET


def test_what_was_said_is_shown_as_it_was_written(disputed: House) -> None:
    disputed.done("raise-dispute", {"sheet": OTHER, "statement": "<script>alert(1)</script>"})
    assert "<script>alert" not in Browser(disputed).sign_in().get(f"{DOCKET}/D-0002").get_data(as_text=True)


def test_a_ruled_case_says_when_it_was_ruled_and_waits_no_more(disputed: House) -> None:
    disputed.clock.advance(timedelta(minutes=55))
    ruling = {"dispute": "D-0001", "cites": "HK rules 3", "finding": "Seen.", "reason": "Seen."}
    disputed.done("make-ruling", {**ruling, "effects": [{"type": "none"}]})
    disputed.clock.advance(timedelta(days=240))
    page = Browser(disputed).sign_in().page(CASE)
    assert "<dt>Ruled</dt><dd>6 March 2027, 1:40 pm</dd>" in page
    assert say("page-docket-waits", "en") not in page
    assert say("page-docket-left", "en") not in page


def test_a_case_that_waits_since_another_day_says_the_day(disputed: House) -> None:
    disputed.clock.advance(timedelta(days=1))
    page = Browser(disputed).sign_in().page(CASE)
    assert "<dt>Waiting</dt><dd>since 6 March 2027, 12:45 pm</dd>" in page


def test_who_is_on_the_way_stands_in_chinese_with_chinese_punctuation(disputed: House) -> None:
    chief = Browser(disputed).sign_in()
    assert go(chief) == 303
    page = chief.get(f"{CASE}?lang=zh").get_data(as_text=True)
    assert "正前往：總裁判 CR Chief Judge，中午12:45" in page


def test_a_case_leads_to_the_case_files_of_its_players_where_they_may_be_read(disputed: House) -> None:
    page = Browser(disputed).sign_in().page(CASE)
    for number in seats(disputed):
        assert f'href="/t/{ID}/history/case?id={number}&lang=en"' in page
    referee = Browser(disputed).sign_in("referee", "REF-1")
    assert "/history/case?" not in referee.page(CASE)


def test_officials_read_on_their_own_page_how_many_cases_wait(disputed: House) -> None:
    chief = Browser(disputed).sign_in()
    one = say("page-staff-cases", "en", count=1)
    assert f'href="{DOCKET}?lang=en">{one}' in chief.page(STAFF)
    disputed.done("raise-dispute", {"sheet": OTHER, "statement": "Tiles fell."})
    assert fixed("page-staff-cases", count=2) in chief.page(STAFF)
    assert fixed("page-staff-cases", "zh", count=2) in chief.page(f"{STAFF}?lang=zh")
    disputed.done("withdraw-dispute", {"dispute": "D-0002"})
    ruling = {"dispute": "D-0001", "finding": "f", "cites": "HK rules 3", "reason": "r"}
    disputed.done("make-ruling", {**ruling, "effects": [{"type": "none"}]})
    assert "for a ruling" not in chief.page(STAFF), "another ruling can be made on D-0001, but nobody waits"


def test_a_case_of_an_interrupted_game_names_who_left_and_why(in_play: House) -> None:
    house = in_play
    house.clock.set(START)
    leaver = house.desk.state(ID).sheets[TABLE].seats[1]
    house.done("withdraw-entrant", {"entrant": leaver, "grounds": "health", "reason": "A headache."})
    (dispute,) = house.desk.state(ID).disputes
    chief = Browser(house).sign_in()
    page = chief.page(f"/t/{ID}/docket/{dispute}")
    assert f"{leaver} Player Number{int(leaver)} left the game: withdrawal (health), Organizer, " in page
    assert "A headache." in page
    zh = chief.page(f"/t/{ID}/docket/{dispute}?lang=zh")
    assert "於該局中離開：退出比賽（健康原因）" in zh
    asked = house.client("organizer", "o").get(f"{BASE}/docket")
    assert asked.get_json()["rows"][0]["left"]["entrant"] == leaver
