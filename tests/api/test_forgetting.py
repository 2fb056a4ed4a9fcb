"""Forgetting over HTTP: what was cached anywhere under a name is never shown or confirmed again."""

from tests.api.conftest import BASE, House, assert_problem


def test_a_forgotten_name_is_in_no_answer_and_no_304(in_play: House) -> None:
    before, _ = in_play.head
    addresses = [
        f"{BASE}/sessions",
        f"{BASE}/sessions?as_of={before}",
        f"{BASE}/entrants",
        f"{BASE}/standings",
    ]
    first = {address: in_play.organizer.get(address) for address in addresses}
    assert b"Number2" in first[f"{BASE}/sessions"].get_data()
    in_play.done("forget-person", {"person": "0002"})
    for address in addresses:
        again = in_play.organizer.get(address, {"If-None-Match": first[address].headers["ETag"]})
        assert again.status_code == 200, address
        assert b"Number2" not in again.get_data(), address
        assert (
            b"\xe7\x8e\xa9\xe5\xae\xb62"
            not in in_play.organizer.get(f"{address}", {"Accept-Language": "zh"}).get_data()
        )


def test_only_the_organizer_forgets(in_play: House) -> None:
    for role, subject in (("participant", "0002"), ("chief_referee", "REF-1")):
        answer = in_play.client(role, subject).command("forget-person", {"person": "person-0"})
        assert_problem(answer, 403, "forbidden")
    assert_problem(in_play.organizer.command("forget-person", {"person": "person-0"}), 404, "not-found")
