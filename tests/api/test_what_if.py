"""What if, over HTTP: what would be, under the right to ask for it, and without a trace."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from services.limits import MOST_CHANGES
from shared.working import working_at_most
from tests.api.conftest import BASE, ID, SESSION, House, assert_problem
from tests.api.test_pages import ranked
from tests.api.test_previews import Written
from tests.cases import cases

GONE = {"grounds": "aid_found", "reason": "A solver on the telephone"}
NOTHING: dict[str, Any] = {"stages": [], "cut": None, "awards": []}


@pytest.fixture
def put_out(in_play: House) -> tuple[House, str, int]:
    """Someone who was ranked is disqualified: the house, who, and by which event."""
    ranked(in_play)
    who = in_play.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    done = in_play.done("disqualify-entrant", {"entrant": who, **GONE})
    return in_play, who, done["first_seq"]


def asked(house: House, question: dict[str, Any], query: str = "") -> Any:
    response = house.organizer.post(f"{BASE}/what-if{query}", question)
    assert response.status_code == 200, response.get_json()
    assert response.headers["Cache-Control"] == "no-store"
    return response.get_json()


def test_without_her_disqualification_she_is_ranked(put_out: tuple[House, str, int], tmp_path: Path) -> None:
    house, who, seq = put_out
    traces = Written(tmp_path)
    found = asked(house, {"without": [seq]})
    moves = {move["entrant_no"]: move for move in found["difference"]["stages"][0]["moves"]}
    assert moves[who]["before"] is None
    assert moves[who]["after"]["place"] >= 1
    assert moves[who]["because"] == [seq]
    assert traces.now() == traces.before


def test_put_out_again_at_the_same_place_is_what_is(put_out: tuple[House, str, int]) -> None:
    house, who, seq = put_out
    again = {"seq": seq, "command": "disqualify-entrant", "body": {"entrant": who, **GONE}}
    assert asked(house, {"replace": [again]})["difference"] == NOTHING
    before = {**again, "seq": seq - 1}
    assert asked(house, {"without": [seq], "insert": [before]})["difference"] == NOTHING


def test_as_of_a_moment_the_question_is_about_that_moment(put_out: tuple[House, str, int]) -> None:
    house, _, seq = put_out
    found = asked(house, {}, f"?as_of={seq - 1}")
    assert (found["seq"], found["difference"]) == (seq - 1, NOTHING)
    late = house.organizer.post(f"{BASE}/what-if?as_of={seq - 1}", {"without": [seq]})
    assert_problem(late, 404, "event-later")


@cases(
    "question, status, code",
    [
        ({"without": [1]}, 422, "founding-stays"),
        ({"without": [10**9]}, 404, "moment-after-end"),
        ({"without": [-1]}, 400, "invalid-input"),
        ({"without": ["two"]}, 400, "body-misshapen"),
        ({"without": [2, 2]}, 422, "named-twice"),
        ({"unless": []}, 400, "body-misshapen"),
        ({"ruleset": "whist"}, 404, "ruleset-unknown"),
        ({"insert": [{"seq": 2, "command": "fly", "body": {}}]}, 404, "not-found"),
        ({"insert": [{"seq": 2, "command": "check-in", "body": {"who": 1}}]}, 400, "invalid-input"),
        ({"insert": [{"seq": 2, "command": "check-in", "body": {"entrant": "9999"}}]}, 404, "not-found"),
    ],
)
def test_a_question_that_cannot_be_asked_is_a_problem(
    shared_in_play: House, question: dict[str, Any], status: int, code: str
) -> None:
    assert_problem(shared_in_play.organizer.post(f"{BASE}/what-if", question), status, code)


def test_only_chief_referee_and_organizer_may_ask(shared_in_play: House) -> None:
    for role, subject in (("referee", "REF-1"), ("participant", "0001"), ("display", "hall")):
        assert_problem(shared_in_play.client(role, subject).post(f"{BASE}/what-if", {}), 403, "forbidden")
    assert shared_in_play.client("chief_referee", "CR").post(f"{BASE}/what-if", {}).status_code == 200


def test_what_may_not_be_done_may_not_be_supposed(shared_in_play: House) -> None:
    """A Chief Referee does not register anyone, so she cannot ask what would be if she did."""
    supposed = {"seq": 2, "command": "cancel-registration", "body": {"entrant": "0001"}}
    response = shared_in_play.client("chief_referee", "CR").post(f"{BASE}/what-if", {"insert": [supposed]})
    assert_problem(response, 403, "forbidden")


def test_work_for_a_request_ends_in_time_and_a_command_is_never_given_up_half_way(
    in_play: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.web.routes.working_at_most", partial(working_at_most, -1))
    for response in (
        in_play.organizer.post(f"{BASE}/what-if", {}),
        in_play.organizer.get(f"{BASE}/diff?before=2&after=20"),
        in_play.anyone.get(f"{BASE}/calendar.ics"),
        in_play.organizer.get(f"{BASE}/verification"),
        in_play.organizer.get(f"{BASE}/entrants/0001/data"),
    ):
        assert_problem(response, 503, "took-too-long")
        assert response.headers["Retry-After"] == "10"
    in_play.done("set-consent", {"entrant": "0001", "shown": True})
    assert in_play.organizer.get(f"{BASE}/standings").status_code == 200


def test_a_question_names_so_many_changes_at_most(shared_in_play: House) -> None:
    many = {"without": list(range(2, 2 + MOST_CHANGES + 1))}
    assert_problem(shared_in_play.organizer.post(f"{BASE}/what-if", many), 422, "beyond-limit")
    long = {
        "insert": [{"seq": 20, "command": "give-warning", "body": {"entrant": "0001", "breach": "x" * 5000}}]
    }
    assert_problem(shared_in_play.organizer.post(f"{BASE}/what-if", long), 422, "beyond-limit")
