"""What those who run a tournament look up: who they are in it, tables, officials, audiences."""

from tests.api.conftest import BASE, ID, SESSION, House, assert_problem


def test_whoever_asks_is_told_who_they_are_here(shared_in_play: House) -> None:
    address = f"{BASE}/whoami"
    participant = shared_in_play.client("participant", "0001").get(address).get_json()
    assert (participant["role"], participant["number"]) == ("participant", "0001")
    assert (participant["name"], participant["details"]["email"]) == ("Player Number1", "player1@example.org")
    chinese = shared_in_play.client("participant", "0001").get(f"{address}?lang=zh").get_json()
    assert chinese["name"] == "玩家1號"
    referee = shared_in_play.client("referee", "REF-1").get(address).get_json()
    assert referee == {"role": "referee", "number": "REF-1", "name": "Judge 1"}
    assert shared_in_play.client("chief_referee", "CR").get(address).get_json()["name"] == "Chief Judge"
    assert shared_in_play.organizer.get(address).get_json() == {"role": "organizer", "number": None}
    assert_problem(shared_in_play.client("referee", "REF-9").get(address), 403, "office-ended")
    other = shared_in_play.client("organizer", "o", "another-cup")
    assert_problem(other.get(address), 403, "token-for-another-tournament")
    assert_problem(shared_in_play.anyone.get(address), 401)


def test_tables_are_those_whose_sheet_may_be_opened(shared_in_play: House) -> None:
    def tables(role: str, subject: str) -> list[int]:
        rows = shared_in_play.client(role, subject).get(f"{BASE}/tables").get_json()["rows"]
        assert [(row["session"], row["status"]) for row in rows] == [(SESSION, "playing")]
        found: list[int] = rows[0]["tables"]
        return found

    assert tables("referee", "REF-2") == [2]
    assert tables("chief_referee", "CR") == tables("organizer", "o") == [1, 2]
    seat = shared_in_play.desk.state(ID).entrants["0001"].first.table
    assert seat is not None
    assert tables("participant", "0001") == [int(seat.rpartition("/")[2])]


def test_officials_are_listed_with_those_who_were_dismissed(in_play: House) -> None:
    in_play.done("appoint-referee", {"referee": "REF-9", "name": "Judge 9"})
    in_play.done("dismiss-referee", {"referee": "REF-9", "reason": "ill"})
    rows = in_play.client("referee", "REF-1").get(f"{BASE}/officials").get_json()["rows"]
    assert [(row["referee"], row["chief"], row["active"], row["name"]) for row in rows] == [
        ("CR", True, True, "Chief Judge"),
        ("REF-1", False, True, "Judge 1"),
        ("REF-2", False, True, "Judge 2"),
        ("REF-9", False, False, "Judge 9"),
    ]
    assert_problem(in_play.client("participant", "0001").get(f"{BASE}/officials"), 403, "forbidden")


def test_an_audience_and_the_weather_are_read_out_for_who_decides_on_them(shared_in_play: House) -> None:
    def recipients(audience: str) -> list[str]:
        answer = shared_in_play.organizer.get(f"{BASE}/audience?audience={audience}").get_json()
        found: list[str] = answer["recipients"]
        return found

    assert recipients("everyone") == [f"entrant:{number:04d}" for number in range(1, 9)]
    assert recipients("role:chief_referee") == ["referee:CR"]
    for none in ("session:x", "session:%C2%B2", "session:" + "9" * 100, "entrant:nobody", "session:"):
        assert recipients(none) == []
    for wrong in ("nobody", "x" * 150, "nobody:everyone"):
        assert_problem(shared_in_play.organizer.get(f"{BASE}/audience?audience={wrong}"), 404, "not-found")
    referee = shared_in_play.client("referee", "REF-1")
    assert_problem(referee.get(f"{BASE}/audience?audience=everyone"), 403, "forbidden")
    assert referee.get(f"{BASE}/weather").status_code == 403
    for decides in (shared_in_play.organizer, shared_in_play.client("chief_referee", "CR")):
        assert decides.get(f"{BASE}/weather").get_json()["rows"] == []
        assert decides.get(f"{BASE}/audience?audience=everyone").status_code == 200
