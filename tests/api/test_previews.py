"""A preview shows what a command would change, under the command's own rights, and leaves no trace."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import BASE, ID, SESSION, House, assert_problem, entrants, scores
from tests.api.test_pages import ranked


@pytest.fixture
def written(tmp_path: Path, in_play: House) -> "Written":
    return Written(tmp_path)


class Written:
    """Everything that stands in both databases, to be compared before and after."""

    def __init__(self, folder: Path) -> None:
        self._files = (folder / "log.db", folder / "vault.db")
        self.before = self.now()

    def now(self) -> list[list[str]]:
        found = []
        for file in self._files:
            with sqlite3.connect(file) as opened:
                found.append(list(opened.iterdump()))
            opened.close()
        return found


def preview(house: House, name: str, body: Any) -> Any:
    response = house.organizer.post(f"{BASE}/commands/{name}/preview", body)
    assert response.status_code == 200, response.get_json()
    assert response.headers["Cache-Control"] == "no-store"
    return response.get_json()


def test_a_preview_says_what_the_command_then_does(in_play: House) -> None:
    ranked(in_play)
    at_first = in_play.desk.state(ID).sheets[f"{SESSION}/1"].seats[0]
    body = {"entrant": at_first, "grounds": "aid_found", "reason": "A solver on the telephone"}
    seen = preview(in_play, "disqualify-entrant", body)
    assert seen["seq"] == in_play.head[0]
    moves = {move["entrant_no"]: move for move in seen["difference"]["stages"][0]["moves"]}
    assert moves[at_first]["after"] is None
    done = in_play.done("disqualify-entrant", body)
    assert [event["type"] for event in done["events"]] == seen["events"]
    ranked_now = {line["entrant_no"] for line in in_play.anyone.get(f"{BASE}/standings").get_json()["rows"]}
    assert at_first not in ranked_now


def test_a_preview_tells_which_notices_would_be_written(in_play: House) -> None:
    newcomer = {**entrants(9)[-1], "session": "2027-03-06/1"}
    in_play.done("undo-session-start", {"session": SESSION, "reason": "Too early"})
    in_play.done("undo-seat-draw", {"session": SESSION, "reason": "Someone at the door"})
    assert preview(in_play, "register-entrant", newcomer)["notices"][0]["audience"] == "entrant:0009"


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("record-game-result", {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -12, -8)}),
        ("raise-dispute", {"sheet": f"{SESSION}/1", "statement": "The joker was mine"}),
        ("amend-details", {"entrant": "0001", "name_en": "Someone Else"}),
        ("forget-person", {"person": "0001"}),
        ("suspend-day", {"day": "2027-03-06", "grounds": "signal_8_or_above", "reason": "Signal 8"}),
    ],
)
def test_a_preview_writes_nothing_at_all(
    shared_in_play: House, written: Written, name: str, body: Any
) -> None:
    head, epoch = shared_in_play.head, shared_in_play.desk.vault.epoch()
    assert preview(shared_in_play, name, body)["events"]
    assert written.now() == written.before
    assert (shared_in_play.head, shared_in_play.desk.vault.epoch()) == (head, epoch)


def test_a_preview_is_refused_as_the_command_would_be(shared_in_play: House, written: Written) -> None:
    address = f"{BASE}/commands/check-in/preview"
    assert_problem(shared_in_play.organizer.post(address, {"entrant": "9999"}), 404, "not-found")
    assert_problem(shared_in_play.organizer.post(address, b"{"), 400, "body-malformed")
    late = shared_in_play.organizer.post(
        address, {"entrant": "0001"}, {"Occurred-At": "2099-01-01T00:00:00Z"}
    )
    assert_problem(late, 422, "occurs-in-future")
    assert_problem(
        shared_in_play.organizer.post(f"{address}?as_of=5", {"entrant": "0001"}), 400, "no-past-here"
    )
    assert_problem(shared_in_play.organizer.post(f"{BASE}/commands/define-tournament/preview", {}), 404)
    unknown = shared_in_play.organizer.post(address.replace(ID, "no-cup"), {"entrant": "0001"})
    assert_problem(unknown, 404, "tournament-unknown")
    assert written.now() == written.before


def test_who_may_not_give_the_command_may_not_preview_it(shared_in_play: House) -> None:
    seats = {"sheet": f"{SESSION}/2", "game": 1, "seats": scores(30, -10, -12, -8)}
    referee = shared_in_play.client("referee", "REF-1")
    address = f"{BASE}/commands/record-game-result/preview"
    assert_problem(referee.post(address, seats), 403, "forbidden")
    assert referee.post(address, {**seats, "sheet": f"{SESSION}/1"}).status_code == 200
    assert_problem(shared_in_play.anyone.post(address, seats), 401, "unauthenticated")
    consent = {"entrant": "0001", "shown": False}
    herself, other = (shared_in_play.client("participant", number) for number in ("0001", "0002"))
    assert_problem(other.post(f"{BASE}/commands/set-consent/preview", consent), 403, "forbidden")
    assert herself.post(f"{BASE}/commands/set-consent/preview", {**consent, "shown": True}).status_code == 200


def test_a_preview_has_the_remarks_of_the_command(in_play: House) -> None:
    counts = zip("ABCD", (60, 12, 9, 5), (2, 2, 2, 1), strict=True)
    seats = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
    body = {"sheet": f"{SESSION}/1", "game": 1, "ended_by": "time", "seats": seats}
    seen = preview(in_play, "record-game-result", body)["remarks"]
    assert [remark["code"] for remark in seen] == ["time-not-called", "unusual-count"]
    given = in_play.organizer.command("record-game-result", body)
    assert given.get_json()["remarks"] == seen


def test_a_preview_refuses_what_cannot_have_been_as_the_command_does(shared_in_play: House) -> None:
    counts = zip("ABCD", (70, 12, 9, 5), (2, 2, 2, 1), strict=True)
    seats = [{"seat": seat, "count": count, "tiles": tiles} for seat, count, tiles in counts]
    body = {"sheet": f"{SESSION}/1", "game": 1, "ended_by": "time", "seats": seats}
    for address in ("record-game-result", "record-game-result/preview"):
        response = shared_in_play.organizer.post(f"{BASE}/commands/{address}", body)
        assert_problem(response, 422, "count-impossible")
