"""Forgetting over HTTP: what was cached anywhere under a name is never shown or confirmed again."""

from tests.api.conftest import BASE, ID, House, assert_problem


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


def test_another_process_and_whoever_reads_without_a_token_are_shown_nothing_kept(in_play: House) -> None:
    """Each process has its own kept answers; a browser asks with the tag of what it was shown."""
    second = House(in_play.desk.log.database, in_play.desk.vault)
    before, _ = in_play.head
    public = [
        f"{BASE}/standings",
        f"{BASE}/sessions",
        f"{BASE}/sessions?as_of={before}",
        f"/t/{ID}/standings",
    ]
    inside = [
        f"{BASE}/timeline?limit=500",
        f"{BASE}/docket",
        f"{BASE}/sheets",
        f"{BASE}/entrant?entrant=0002",
    ]
    readers = [(client, address) for address in public for client in (in_play.anyone, second.anyone)]
    readers += [(client, address) for address in inside for client in (in_play.organizer, second.organizer)]
    shown = []
    for language in ("en", "zh"):
        for client, address in readers:
            answer = client.get(address, {"Accept-Language": language})
            assert answer.status_code == 200, address
            shown.append((client, address, language, answer.headers["ETag"], answer.get_data()))
    assert any(b"Number2" in body for *_, body in shown)
    in_play.done("forget-person", {"person": "0002"})
    for client, address, language, tag, _ in shown:
        for headers in ({"If-None-Match": tag}, {}):
            again = client.get(address, {"Accept-Language": language, **headers})
            assert again.status_code == 200, address
            for name in ("Number2", "玩家2號", "player2@"):
                assert name.encode() not in again.get_data(), address


def test_a_forgotten_participants_token_opens_nothing_more(in_play: House) -> None:
    hers, other = in_play.client("participant", "0002"), in_play.client("participant", "0003")
    assert hers.get(f"{BASE}/entrant?entrant=0002").status_code == 200
    in_play.done("forget-person", {"person": "0002"})
    assert_problem(hers.get(f"{BASE}/entrant?entrant=0002"), 401, "token-revoked")
    assert other.get(f"{BASE}/entrant?entrant=0003").status_code == 200


def test_only_the_organizer_forgets(shared_in_play: House) -> None:
    for role, subject in (("participant", "0002"), ("chief_referee", "REF-1")):
        answer = shared_in_play.client(role, subject).command("forget-person", {"person": "person-0"})
        assert_problem(answer, 403, "forbidden")
    assert_problem(
        shared_in_play.organizer.command("forget-person", {"person": "person-0"}), 404, "not-found"
    )
