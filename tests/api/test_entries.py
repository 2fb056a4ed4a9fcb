"""What a device sends that kept it while the network was gone."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from services.access.kinds import SIGN_IN
from shared.catalogue import say
from tests.api.conftest import ID, SEATING, SESSION, House
from tests.api.docket_page.given import TABLE
from tests.api.docket_page.ruling_forms import Chief
from tests.api.signing_in.browser import Browser, made

TASKS = f"/t/{ID}/tasks"
SHEET = f"{TASKS}/submit-sheet"
GAMES = "A 0, B 12/3, C 7/2, D 20/5\n" * 3


def entered(chief: Browser, path: str, id: str = "page-1", at: str = "", **fields: str) -> Any:
    """Send an entry, with a word of the page that its script asked for one."""
    word = chief.get(f"/t/{ID}/entries").get_json()["form"]
    headers = {"Accept": "application/json", "Idempotency-Key": id, **({"Occurred-At": at} if at else {})}
    return chief.post(path, {"form": word, **fields}, **headers)


def test_an_entry_is_carried_out_once_at_the_time_at_which_it_was_typed(in_play: House) -> None:
    chief, seq = Chief(in_play, TASKS), in_play.head[0]
    typed = (in_play.clock.now() - timedelta(minutes=20)).isoformat()
    answers = [entered(chief, SHEET, at=typed, sheet=TABLE, games=GAMES) for _ in range(2)]
    assert [answer.get_json()["said"] for answer in answers] == [say("page-task-done", "en")] * 2
    (event,) = in_play.desk.events(ID, seq)
    assert event.occurred_at.isoformat() == typed
    assert chief.get(f"/t/{ID}/entries?ids=page-1+page-2").get_json()["done"] == ["page-1"]


def test_a_second_sheet_that_differs_is_kept_beside_the_first(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    entered(chief, SHEET, sheet=TABLE, games=GAMES)
    answer = entered(chief, SHEET, "page-2", sheet=TABLE, games=GAMES.replace("20/5", "21/5"))
    assert say("remark-sheet-conflict", "en", table=1) in answer.get_json()["said"]
    (conflict,) = in_play.desk.state(ID).sheets[TABLE].conflicts
    assert conflict.settled == "open"


def test_a_game_is_entered_by_itself_and_another_result_of_it_is_refused(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    game = {"sheet": TABLE, "game": "1", "seats": GAMES.partition("\n")[0]}
    entered(chief, f"{TASKS}/record-game-result", **game)
    again = {**game, "seats": game["seats"].replace("20/5", "21/5")}
    answer = entered(chief, f"{TASKS}/record-game-result", "page-2", **again)
    assert answer.get_json()["refused"] is True
    (first, *others) = in_play.desk.state(ID).sheets[TABLE].games
    assert first is not None
    assert (first.figures[3].count, others) == (20, [None, None])


def test_a_refusal_is_said_in_words_and_changes_nothing(in_play: House) -> None:
    chief, head = Chief(in_play, TASKS), in_play.head
    answer = entered(chief, SHEET, sheet=TABLE, games="A many")
    assert answer.get_json()["refused"] is True
    assert in_play.head == head


def test_no_other_task_goes_past_its_read_back_as_an_entry(in_play: House) -> None:
    chief, head = Chief(in_play, TASKS), in_play.head
    answer = entered(chief, f"{TASKS}/call-time", session=SESSION)
    assert 'name="mark"' in answer.get_data(as_text=True)
    assert in_play.head == head


def test_an_entry_takes_a_sign_in_and_a_word_made_for_it(in_play: House) -> None:
    chief, head = Chief(in_play, TASKS), in_play.head
    other = Browser(in_play).sign_in("organizer", "org-1")
    word = other.get(f"/t/{ID}/entries").get_json()["form"]
    headers = {"Accept": "application/json", "Idempotency-Key": "page-1"}
    sent = {"sheet": TABLE, "games": GAMES}
    for form in ("", word):
        refused = chief.post(SHEET, {"form": form, **sent}, **headers)
        assert (refused.status_code, refused.get_json()["code"]) == (403, "form-outdated")
    assert Browser(in_play).get(f"/t/{ID}/entries", Accept="application/json").status_code == 401
    in_play.clock.advance(SIGN_IN.holds)
    assert chief.post(SHEET, {"form": word, **sent}, **headers).status_code == 401
    assert in_play.head == head


def test_whose_an_entry_is_stays_the_same_after_signing_in_again_and_is_another_for_anybody_else(
    in_play: House,
) -> None:
    first, again = Browser(in_play).sign_in(), Browser(in_play).sign_in()
    other = Browser(in_play)
    other.enter(made(in_play, "organizer", "org-1"))
    owners = [each.get(f"/t/{ID}/entries").get_json()["owner"] for each in (first, again, other)]
    assert owners[0] == owners[1] != owners[2]
    assert f'data-owner="{owners[0]}"' in first.page()


def test_who_is_late_is_checked_in_with_the_time_of_arrival_and_to_be_there_already_is_done(
    founded: House,
) -> None:
    founded.clock.set(SEATING + timedelta(minutes=5))
    console = f"/t/{ID}/sessions/{SESSION}/console"
    chief, came = Chief(founded, TASKS), SEATING - timedelta(minutes=3)
    arrived = f"{came.astimezone(ZoneInfo('Asia/Hong_Kong')):%H:%M}"
    late = entered(chief, console, who="1").get_json()
    assert (late["refused"], late["who"]) == (True, "0001")
    several = entered(chief, console, "page-2", who="Player").get_json()
    assert "who" not in several, "it is not known who is meant"
    assert ["0001", "Player Number1"] in several["choices"]
    done = entered(chief, console, "page-3", who="1", arrived=arrived).get_json()
    assert (done.get("refused"), done["who"], done["undo"]) == (None, "0001", "0001")
    assert founded.desk.events(ID, 0, 1000)[-1].occurred_at == came
    head = founded.head
    again = entered(chief, console, "page-4", who="Player Number1", arrived=arrived).get_json()
    assert (again.get("refused"), again["who"], founded.head) == (None, "0001", head)
    assert again["said"] != done["said"]
