"""The board of the hall: what it shows when, in every format, as anyone may see it, and as it was set up."""

import re
from datetime import timedelta

from services.access.board_links import VIEWS, BoardChoice, BoardLinks
from services.desk.board.board import ALONE_FOR, FRESH_FOR
from shared.catalogue import say
from tests.api.conftest import ID, SEATING, SESSION, START, House, assert_problem
from tests.api.signing_in.browser import Browser
from tests.api.test_pages import ranked
from tests.cases import cases
from tests.wording import fixed

AT = f"/t/{ID}/board"
DAY = "2027-03-06"


def text_of(house: House, path: str = AT) -> str:
    answer = house.anyone.get(f"{path}{'&' if '?' in path else '?'}lang=en", {"Accept": "text/html"})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def keys(house: House, path: str = AT) -> list[str]:
    """The pages of the board in their order."""
    return re.findall(r'class="slide[^>]* data-key="([^"]*)"', text_of(house, path))


def views(house: House, path: str = AT) -> list[str]:
    return list(dict.fromkeys(key.split()[0] for key in keys(house, path)))


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", html))


def rows(html: str) -> list[list[str]]:
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.S)
    return [
        [words(cell).strip() for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S)] for row in found
    ]


def test_it_goes_with_the_hours_of_a_session(founded: House) -> None:
    assert views(founded) == ["day"]
    founded.clock.set(SEATING - timedelta(minutes=10))
    assert views(founded) == ["now", "day"]
    assert say("page-board-word-check-in", "en") in text_of(founded)
    for number in range(1, 9):
        founded.done("check-in", {"entrant": f"{number:04d}"})
    assert "8 / 8" in words(text_of(founded))
    founded.done("draw-seats", {"session": SESSION, "seed": "00" * 16})
    assert views(founded) == ["seats"]
    founded.done("assign-referees", {"session": SESSION, "assignments": {"REF-1": [1], "REF-2": [2]}})
    founded.clock.set(START)
    founded.done("start-session", {"session": SESSION})
    assert views(founded)[:2] == ["now", "results"]


def test_everyone_finds_their_table_by_number(shared_in_play: House) -> None:
    session = shared_in_play.desk.state(ID).sessions[SESSION]
    expected = {
        number: (str(table), seat)
        for table, numbers in session.tables.items()
        for seat, number in zip("ABCD", numbers, strict=False)
    }
    found = [row for row in rows(text_of(shared_in_play, f"{AT}?view=seats")) if row[0].isdigit()]
    assert [row[0] for row in found] == sorted(expected)
    assert {row[0]: (row[1], row[2]) for row in found} == expected


def test_it_says_which_tables_are_in_and_which_are_missing(in_play: House) -> None:
    assert "0 / 2" in words(text_of(in_play, f"{AT}?view=results"))
    ranked(in_play)
    shown = text_of(in_play, f"{AT}?view=results")
    assert "2 / 2" in words(shown)
    assert say("page-board-all-in", "en") in shown
    assert set(re.findall(r'data-table="(\d+)"', shown)) == {"1", "2"}


def test_what_stops_play_takes_the_screen_whatever_was_chosen(in_play: House) -> None:
    word = "2027-03-06T15:30:00+08:00"
    in_play.done("suspend-day", {"day": DAY, "grounds": "black_rainstorm", "next_word": word})
    for view in ("", *(f"?view={view}" for view in VIEWS)):
        assert views(in_play, f"{AT}{view}") == ["alarm"]
    shown = words(text_of(in_play))
    assert say("page-board-stopped", "en") in shown
    assert fixed("page-board-what-to-do", what="rain") in shown
    assert "15:30" in shown
    in_play.clock.set(START + timedelta(days=1))
    assert "alarm" not in views(in_play), "it is of a day that is over"


def test_a_promise_that_was_not_kept_is_not_shown_on(in_play: House) -> None:
    word = "2027-03-06T15:30:00+08:00"
    in_play.done("suspend-day", {"day": DAY, "grounds": "other", "next_word": word})
    in_play.clock.set(START + timedelta(hours=5))
    shown = words(text_of(in_play))
    assert "15:30" not in shown
    assert say("page-board-new-date-follows", "en") in shown


def test_what_is_announced_has_the_screen_to_itself_then_comes_back_and_then_is_over(in_play: House) -> None:
    in_play.done("make-announcement", {"audience": "everyone", "en": "Lunch is at one.", "zh": "一時午膳。"})
    assert views(in_play) == ["news"]
    assert "Lunch is at one." in text_of(in_play)
    assert "一時午膳。" in text_of(in_play, f"{AT}?langs=zh")
    in_play.clock.set(START + ALONE_FOR)
    assert views(in_play)[:2] == ["news", "now"]
    in_play.clock.set(START + FRESH_FOR)
    assert "news" not in views(in_play)
    assert views(in_play, f"{AT}?view=news") == ["news"]


def test_what_is_announced_to_some_is_not_on_the_board(in_play: House) -> None:
    in_play.done("make-announcement", {"audience": "referees", "en": "Only you.", "zh": "只給你。"})
    assert views(in_play)[0] == "now"
    assert "Only you." not in text_of(in_play, f"{AT}?view=news")


def test_in_both_languages_what_is_read_comes_in_each_and_numbers_in_turn(in_play: House) -> None:
    seats = keys(in_play, f"{AT}?view=seats&langs=both")
    assert [key.rpartition(" ")[2] for key in seats] == ["zh", "en"]
    in_play.done("make-announcement", {"audience": "everyone", "en": "Lunch.", "zh": "午膳。"})
    both = text_of(in_play, f"{AT}?langs=both")
    assert both.index("午膳。") < both.index("Lunch.")


def test_a_board_without_script_asks_for_the_next_page(shared_in_play: House) -> None:
    shown = text_of(shared_in_play, f"{AT}?langs=both&pace=6")
    refresh = re.search(r'<noscript><meta http-equiv="refresh" content="6;url=([^"]*)"', shown)
    assert refresh is not None
    assert "slide=1" in refresh[1]
    count = len(keys(shared_in_play, f"{AT}?langs=both"))
    last = text_of(shared_in_play, f"{AT}?langs=both&slide={count - 1}")
    assert "slide=0" in last
    visible = re.findall(r'data-key="([^"]*)" data-seconds="\d+" aria-label="[^"]*">', last)
    assert visible == [keys(shared_in_play, f"{AT}?langs=both")[-1]]


def test_a_poll_of_what_did_not_change_costs_nothing(in_play: House) -> None:
    path = f"{AT}?part=deck&lang=en"
    first = in_play.anyone.get(path)
    again = in_play.anyone.get(path, {"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert b"<html" not in first.data
    in_play.done("call-time", {"session": SESSION})
    assert in_play.anyone.get(path, {"If-None-Match": first.headers["ETag"]}).status_code == 200


@cases("query", ["view=seat", "langs=fr", "pace=1", "slide=-1", "slide=x", "as_of=3"])
def test_what_no_board_shows_is_refused(shared_in_play: House, query: str) -> None:
    answer = shared_in_play.anyone.get(f"{AT}?{query}", {"Accept": "application/json"})
    assert answer.status_code == 400


def test_a_link_sets_a_board_up_and_a_forged_one_does_not(shared_in_play: House) -> None:
    links = BoardLinks(shared_in_play.desk.key_for("board links"))
    link = links.make(ID, BoardChoice(("seats",), "zh", "6"))
    shown = text_of(shared_in_play, f"{AT}/{link}")
    assert views(shared_in_play, f"{AT}/{link}") == ["seats"]
    assert 'data-seconds="6"' in shown
    assert say("page-board-view-seats", "zh") in shown
    for forged in (
        link[:-1] + ("0" if link[-1] != "0" else "1"),
        links.make("other", BoardChoice()),
        "x",
        "0" * 12,
    ):
        assert_problem(shared_in_play.anyone.get(f"{AT}/{forged}"), 404, "board-link-invalid")


def test_a_link_opens_nothing_that_is_not_public(in_play: House) -> None:
    ranked(in_play)
    link = BoardLinks(in_play.desk.key_for("board links")).make(ID, BoardChoice(("standings",), "en"))
    asked = [client.get(f"{AT}/{link}").data for client in (in_play.anyone, in_play.organizer)]
    assert asked[0] == asked[1]
    assert asked[0] != b""


def test_the_organizer_makes_a_link_and_nobody_else(shared_in_play: House) -> None:
    path = f"/t/{ID}/staff/board"
    assert Browser(shared_in_play).get(path).status_code == 401
    for role, subject in (("chief_referee", "CR"), ("referee", "REF-1")):
        assert Browser(shared_in_play).sign_in(role, subject).get(path).status_code == 403
    browser = Browser(shared_in_play).sign_in("organizer", "office")
    text = browser.page(f"{path}?views=standings&views=seats&langs=en&pace=20")
    found = re.search(rf"{AT}/([0-9a-z-]+)", text)
    assert found is not None
    chosen = BoardLinks(shared_in_play.desk.key_for("board links")).read(ID, found[1])
    assert chosen == BoardChoice(("seats", "standings"), "en", "20")
    for query in ("views=seat", "langs=fr", "pace=1"):
        answer = browser.get(f"{path}?{query}", Accept="application/json")
        assert_problem(answer, 422, "board-choice-wrong")
    refused = browser.get(f"{path}?views=zz&lang=zh", Accept="text/html").get_data(as_text=True)
    assert fixed("problem-board-choice-wrong", "zh", given="「zz」", what="畫面") in refused
    assert f"/t/{ID}/staff/board" in browser.page()


def test_names_stand_on_it_with_consent_to_both_places_alone(in_play: House) -> None:
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    path, name = f"{AT}?view=standings", "Player Number1<"
    number = {"entrant": "0001"}
    for pages, board, shown in ((True, False, False), (False, True, False), (True, True, True)):
        in_play.done("set-consent", {**number, "scope": "pages", "shown": pages})
        in_play.done("set-consent", {**number, "scope": "board", "shown": board})
        assert (name in text_of(in_play, path)) == shown
        assert "0001" in text_of(in_play, path)


def test_it_is_the_same_on_each_database(in_play_on_each: House) -> None:
    assert views(in_play_on_each)[:2] == ["now", "results"]
    ranked(in_play_on_each)
    assert "2 / 2" in words(text_of(in_play_on_each, f"{AT}?view=results"))
