"""The console of a session: its day is run step by step, and people are checked in by number or name."""

import json
from datetime import UTC, timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

import pytest

from services.access.visibility import Visibility
from services.tasks.waiting import waiting
from shared.catalogue import Word, say
from shared.i18n import LANGUAGES
from tests.api.conftest import ID, SEATING, SESSION, START, House, scores
from tests.api.docket_page.given import OTHER, TABLE, seats
from tests.api.docket_page.ruling_forms import Chief
from tests.api.following import addresses
from tests.api.following import follow as followed
from tests.wording import fixed

CONSOLE = f"/t/{ID}/sessions/{SESSION}/console"


def checked_in(chief: Chief, who: str, **more: str) -> Any:
    return chief.post(CONSOLE, {"form": chief.word(CONSOLE), "who": who, **more})


def follow(chief: Chief, task: str, **answers: str) -> None:
    """Press a task's button on the console, answer what it asks beside, read it, and do it."""
    followed(chief, CONSOLE, task, **answers)


def test_a_day_is_run_from_the_console_and_each_step_can_be_taken_back(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, CONSOLE)
    page = chief.page(CONSOLE)
    assert "/tasks/draw-seats" not in page, "nobody is there yet"
    assert 'class="hindered"' in page
    assert 'href="#desk"' in page
    for number in range(1, 9):
        assert checked_in(chief, str(number)).status_code == 303
    founded.clock.set(SEATING)
    follow(chief, "draw-seats")
    follow(chief, "undo-seat-draw", reason="Too soon.")
    follow(chief, "draw-seats")
    page = chief.page(CONSOLE)
    assert "/tasks/start-session" not in page, "nobody supervises the tables yet"
    follow(chief, "assign-referees", assignments='{"REF-1": [1], "REF-2": [2]}')
    founded.clock.set(START)
    follow(chief, "start-session")
    assert f"{say('word-wall-playing', 'en')} 2" in chief.page(CONSOLE)
    follow(chief, "call-time")
    assert f"{say('word-wall-called', 'en')} 2" in chief.page(CONSOLE)
    follow(chief, "end-session")
    follow(chief, "reopen-session", reason="Table 2 still plays.")
    types = [event.type for event in founded.desk.events(ID, 0, 1000)]
    assert types[-1] == "session-reopened"


def test_check_in_says_who_it_is_and_can_be_undone(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, CONSOLE)
    led_to = checked_in(chief, "１").headers["Location"]
    page = chief.page(led_to)
    assert say("page-console-checked-in", "en", who="0001 Player Number1") in page
    assert 'data-key="missing-0001"' not in page
    undone = chief.post(CONSOLE, {"form": chief.word(CONSOLE), "undo": "0001"})
    page = chief.page(undone.headers["Location"])
    assert say("page-console-undone", "en", who="0001 Player Number1") in page
    assert 'data-key="missing-0001"' in page


@pytest.mark.parametrize("typed", ["Number3 Player", "player number3", "3", "0003", "００３"])
def test_a_number_or_a_whole_name_is_checked_in_at_once(founded: House, typed: str) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    assert checked_in(Chief(founded, CONSOLE), typed).status_code == 303


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Number3", [3]),
        ("玩家3", [3]),
        ("r3", [3]),
        ("--5", [5]),
        ("-1", [1]),
        ("player", range(1, 9)),
    ],
)
def test_whom_a_part_of_a_name_means_is_asked_first(founded: House, typed: str, found: Any) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief, head = Chief(founded, CONSOLE), founded.head
    answer = checked_in(chief, typed)
    assert (answer.status_code, founded.head) == (200, head)
    page = answer.get_data(as_text=True)
    assert all(f'name="who" value="{number:04d}"' in page for number in found)


@pytest.mark.parametrize("typed", ["", "nobody", "99", "-", "x" * 200, "<b>", "٥"])
def test_who_is_not_found_is_said_at_the_field_and_nothing_changes(founded: House, typed: str) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief, head = Chief(founded, CONSOLE), founded.head
    answer = checked_in(chief, typed)
    assert answer.status_code == 422
    assert 'id="wrong-who"' in answer.get_data(as_text=True)
    assert founded.head == head


def test_a_draw_waits_for_nobody_while_too_few_are_there_for_a_table(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=30))
    chief, staff = Chief(founded, CONSOLE), f"/t/{ID}/staff"
    checked_in(chief, "1")
    founded.clock.set(START)
    assert "/tasks/draw-seats?" not in chief.page(staff)
    founded.clock.set(SEATING - timedelta(minutes=30))
    for number in ("2", "3"):
        checked_in(chief, number)
    founded.clock.set(START)
    assert "/tasks/draw-seats?" in chief.page(staff)


def test_who_came_in_time_is_checked_in_late_with_the_time_of_arrival(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=1))
    chief, zone = Chief(founded, CONSOLE), ZoneInfo("Asia/Hong_Kong")
    assert say("page-console-over", "en") not in (page := chief.page(CONSOLE))
    assert 'name="arrived"' not in page
    founded.clock.set(SEATING + timedelta(minutes=5))
    assert say("page-console-over", "en") in (page := chief.page(CONSOLE))
    refused = checked_in(chief, "1")
    assert refused.status_code == 422
    assert 'name="arrived"' in (page := refused.get_data(as_text=True))
    assert fixed("problem-place-forfeited", way="time") in page
    assert "Occurred-At" not in page
    after, before = (f"{(SEATING + timedelta(minutes=each)).astimezone(zone):%H:%M}" for each in (2, -3))
    assert checked_in(chief, "1", arrived=after).status_code == 422
    to_come = f"{(SEATING + timedelta(minutes=40)).astimezone(zone):%H:%M}"
    assert fixed("problem-occurs-in-future") in checked_in(chief, "1", arrived=to_come).get_data(as_text=True)
    done = checked_in(chief, "1", arrived=before)
    assert done.status_code == 303
    assert f'id="arrived" name="arrived" type="time" value="{before}"' in chief.page(done.headers["Location"])
    event = founded.desk.events(ID, 0, 1000)[-1]
    assert (event.type, event.occurred_at) == ("entrant-checked-in", SEATING - timedelta(minutes=3))
    several = checked_in(chief, "Number2", arrived=before).get_data(as_text=True)
    assert f'name="arrived" value="{before}"' in several


def test_after_midnight_an_hour_is_of_the_day_that_was_and_moments_read_as_people_write_them(
    founded: House,
) -> None:
    zone = ZoneInfo("Asia/Hong_Kong")
    opened = SEATING.astimezone(zone) - timedelta(minutes=20)
    founded.clock.set((opened + timedelta(days=1)).replace(hour=0, minute=29))
    chief = Chief(founded, CONSOLE)
    for lang in LANGUAGES:
        sent = {"form": chief.word(CONSOLE), "who": "1", "arrived": "00:45"}
        refused = chief.post(f"{CONSOLE}?lang={lang}", sent)
        text = unescape(refused.get_data(as_text=True))
        assert fixed("problem-occurs-in-future", lang) in text
        assert "T00:45" not in text
    assert checked_in(chief, "1", arrived=f"{opened:%H:%M}").status_code == 303
    assert founded.desk.events(ID, 0, 1000)[-1].occurred_at == opened.astimezone(UTC)


def test_the_second_press_is_refused_with_what_the_first_did(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, CONSOLE)
    assert checked_in(chief, "1").status_code == 303
    assert checked_in(chief, "1").status_code == 422


def test_a_referee_sees_every_table_and_is_offered_their_own(in_play: House) -> None:
    referee = Chief(in_play, CONSOLE)
    referee.sign_in("referee", "REF-1")
    page = referee.page(CONSOLE)
    assert "start-session" not in page
    assert page.count('class="tile ') == 2
    offered = [each for each in addresses(page) if "/tasks/record-game-result" in each]
    assert [dict(parse_qsl(urlsplit(each).query))["sheet"] for each in offered] == [TABLE]


def test_a_table_is_played_and_signed_from_the_console_by_its_referee(in_play: House) -> None:
    in_play.clock.set(START)
    referee = Chief(in_play, CONSOLE)
    referee.sign_in("referee", "REF-1")
    cells = {f"points_{seat}": points for seat, points in zip("ABCD", ("0", "5", "12", "20"), strict=True)}
    cells |= {f"tiles_{seat}": tiles for seat, tiles in zip("ABCD", ("0", "1", "2", "3"), strict=True)}
    presses = 0
    while "/tasks/sign-sheet?" in (page := referee.page(CONSOLE)) or "/tasks/record-game-result?" in page:
        task = "sign-sheet" if "/tasks/sign-sheet?" in page else "record-game-result"
        more = {"medium": "paper"} if task == "sign-sheet" else {**cells, "ended_by": "cleared"}
        follow(referee, task, **more)
        presses += 1
    assert presses == 3 + 4
    assert 'class="tile state-closed"' in page
    organizer = Chief(in_play, CONSOLE)
    assert "/tasks/end-session?" not in organizer.page(CONSOLE), "the other table still plays"
    for game in (1, 2, 3):
        result = {"sheet": OTHER, "game": game, "seats": scores(30, -5, -10, -15)}
        in_play.done("record-game-result", result)
    page = organizer.page(CONSOLE)
    assert "/tasks/end-session?" in page
    assert "/tasks/call-time?" in page


def test_each_table_says_what_it_waits_for(in_play: House) -> None:
    chief = Chief(in_play, CONSOLE)
    in_play.clock.set(START)
    counts = [{"seat": "A", "rack": []}, *({"seat": seat, "count": 10, "tiles": 2} for seat in "BCD")]
    for game in (1, 2, 3):
        in_play.done(
            "record-game-result", {"sheet": TABLE, "game": game, "ended_by": "cleared", "seats": counts}
        )
    page = chief.page(CONSOLE)
    assert 'class="tile state-unsigned"' in page
    assert f"/tasks/sign-sheet?{'sheet'}=" in page
    in_play.done("raise-dispute", {"sheet": TABLE, "game": 2, "statement": "A joker."})
    page = chief.page(CONSOLE)
    assert 'class="tile state-disputed"' in page
    assert f"/t/{ID}/docket/D-0001/ruling" in page
    assert json.dumps(seats(in_play)[0]) not in page


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_poll_costs_a_304_until_something_happens(in_play: House, language: str) -> None:
    chief = Chief(in_play, CONSOLE)
    address = f"{CONSOLE}?lang={language}&part=day"
    tag = chief.get(address).headers["ETag"]
    assert chief.get(address, If_None_Match=tag).status_code == 304
    in_play.done("call-time", {"session": SESSION})
    assert chief.get(address, If_None_Match=tag).status_code == 200
    other = Chief(in_play, CONSOLE)
    assert other.get(address).headers["ETag"] != chief.get(address).headers["ETag"]


def test_the_page_of_an_official_leads_to_each_session(in_play: House) -> None:
    assert f'href="{CONSOLE}?lang=en"' in Chief(in_play, CONSOLE).page(f"/t/{ID}/staff")


def test_what_waits_stands_on_the_page_of_whom_it_waits_for(in_play: House) -> None:
    chief, referee = Chief(in_play, CONSOLE), Chief(in_play, CONSOLE)
    referee.sign_in("referee", "REF-2")
    staff = f"/t/{ID}/staff"
    assert 'id="waits"' not in chief.page(staff)
    in_play.done("call-chief-referee", {"sheet": TABLE})
    in_play.done("call-parent", {"entrant": "0001", "grounds": "unwell"})
    page = chief.page(staff)
    assert "/tasks/set-out-for-table?" in page
    assert page.index("/tasks/set-out-for-table?") < page.index("/tasks/answer-parent-call?")
    assert "/tasks/set-out-for-table?" not in referee.page(staff)
    in_play.done("set-out-for-table", {"sheet": TABLE})
    assert "/tasks/set-out-for-table?" not in chief.page(staff)
    in_play.clock.set(START + timedelta(hours=2))
    assert "/tasks/call-time?" in chief.page(staff)
    in_play.done("call-time", {"session": SESSION})
    for reader, tables in ((chief, 2), (referee, 1)):
        line = say("page-waits-tables", "en", state=say("word-wall-called", "en"), count=tables)
        assert line in reader.page(staff)
    in_play.done("raise-dispute", {"sheet": TABLE, "statement": "A tile fell."})
    seen = Visibility("chief_referee", "CR")
    count = len(waiting(in_play.desk.state(ID), seen, in_play.clock.now()))
    assert say("page-waits", "en", count=count) in chief.page(staff), "as /todo counts"


def test_nobody_else_has_the_console(in_play: House) -> None:
    assert in_play.anyone.get(CONSOLE).status_code == 401
    chief = Chief(in_play, CONSOLE)
    assert chief.get(f"/t/{ID}/sessions/none/console").status_code == 404
    assert chief.post(CONSOLE, {"form": "x", "who": "1"}).status_code == 403


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_signature_that_is_refused_is_closed_from_the_console(in_play: House, language: str) -> None:
    in_play.clock.set(START)
    for game in (1, 2, 3):
        in_play.done("record-game-result", {"sheet": TABLE, "game": game, "seats": scores(30, -5, -10, -15)})
    first, *others = seats(in_play)
    refused = {"sheet": TABLE, "entrant": first, "kind": "refused", "reason": "It was late."}
    in_play.done("record-missing-signature", refused)
    head = in_play.head
    in_play.done("record-missing-signature", refused)
    assert in_play.head == head, "it is written down once"
    chief, referee = Chief(in_play, CONSOLE), Chief(in_play, CONSOLE)
    referee.sign_in("referee", "REF-1")
    for number in others:
        assert f"/tasks/sign-sheet?sheet={TABLE.replace('/', '%2F')}&entrant={number}" in chief.page(CONSOLE)
        in_play.done("sign-sheet", {"sheet": TABLE, "entrant": number, "medium": "paper"})
    said = Word("signature", "refused").in_language(language)
    for official, may in ((chief, True), (referee, False)):
        page = official.page(f"{CONSOLE}?lang={language}")
        assert f"{say('page-colon', language)}{said}</small>" in page
        assert "/tasks/sign-sheet?" not in page
        assert ("/tasks/close-signature?" in page) == may
        staff = official.page(f"/t/{ID}/staff?lang={language}")
        assert ("/tasks/close-signature?" in staff) == may
    follow(chief, "close-signature", reason="It stands.")
    assert 'class="tile state-closed"' in chief.page(CONSOLE)


def test_whoever_has_forfeited_is_not_counted_among_those_who_may_come(founded: House) -> None:
    numbers = sorted(founded.desk.state(ID).sessions[SESSION].entrants)
    founded.clock.set(SEATING - timedelta(minutes=10))
    for number in numbers[:-1]:
        founded.done("check-in", {"entrant": number})
    organizer = Chief(founded, CONSOLE)
    organizer.sign_in("organizer", "org-1")
    here = len(numbers) - 1
    assert say("page-console-present", "en", present=here, count=len(numbers)) in organizer.page(CONSOLE)
    founded.clock.set(SEATING)
    founded.done("draw-seats", {"session": SESSION})
    assert say("page-console-present", "en", present=here, count=here) in organizer.page(CONSOLE)
