"""The proof over HTTP: anyone can check the log, the seals and the key, and an export elsewhere."""

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from services.desk import proving
from services.web.long_answers import LongAnswers
from shared.catalogue import say
from shared.eventlog.seal import PublicKey, SealKey, parse_seal
from shared.eventlog.transfer import export, verify_export
from tests.api.conftest import BASE, ID, House, assert_problem
from tests.api.test_pages import ranked
from tests.cases import cases


@pytest.fixture
def published(in_play: House) -> House:
    """Results are published, and so sealed; then one more event."""
    ranked(in_play)
    in_play.done("publish-results", {"stage": "preliminary"})
    in_play.done("set-consent", {"entrant": "0001", "shown": True})
    return in_play


def public_key(house: House) -> PublicKey:
    response = house.anyone.get("/api/v1/seal-key")
    assert response.content_type == "application/x-pem-file"
    return PublicKey.read(response.get_data())


def touch(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / "log.db") as log:
        for (name,) in log.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            log.execute(f"DROP TRIGGER {name}")
        log.execute(statement)
    log.close()


def test_anyone_can_have_the_log_verified(published: House) -> None:
    seq, hash = published.head
    answer = published.anyone.get(f"{BASE}/verification")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.get_json() == {
        "tournament": ID,
        "sound": True,
        "events": seq,
        "seq": seq,
        "hash": hash.hex(),
        "sealed_seq": seq - 1,
        "first_bad_seq": None,
        "what": None,
        "detail": None,
    }


def test_the_first_touched_event_is_named_at_once(published: House, tmp_path: Path) -> None:
    assert published.anyone.get(f"{BASE}/verification").get_json()["sound"]
    touch(tmp_path, "UPDATE event SET actor = 'organizer:someone' WHERE seq = 9")
    found = published.anyone.get(f"{BASE}/verification").get_json()
    assert (found["sound"], found["first_bad_seq"], found["what"], found["events"]) == (False, 9, "hash", 8)
    refused = published.organizer.send("POST", f"{BASE}/seals", headers={"Accept-Language": "zh-HK"})
    assert_problem(refused, 422, "log-touched")
    assert say("fault-hash", "zh") in refused.text


def test_a_forged_seal_is_found_though_the_log_bears_it_out(published: House, tmp_path: Path) -> None:
    touch(tmp_path, "UPDATE seal SET signature = zeroblob(64)")
    found = published.anyone.get(f"{BASE}/verification").get_json()
    assert (found["sound"], found["what"]) == (False, "seal")


def test_a_seal_of_a_key_from_before_counts_as_none(published: House) -> None:
    published.seal_key = SealKey(bytes(32))
    found = published.anyone.get(f"{BASE}/verification").get_json()
    assert (found["sound"], found["sealed_seq"]) == (True, None)
    assert published.organizer.send("POST", f"{BASE}/seals").status_code == 201
    assert published.anyone.get(f"{BASE}/verification").get_json()["sealed_seq"] == published.head[0]


def test_one_log_is_verified_at_a_time(published: House, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, go_on = threading.Event(), threading.Event()
    original = proving.verify

    def slow(*args: Any) -> Any:
        inside.set()
        assert go_on.wait(30)
        return original(*args)

    monkeypatch.setattr(proving, "verify", slow)
    answers = []
    first = threading.Thread(target=lambda: answers.append(published.anyone.get(f"{BASE}/verification")))
    first.start()
    assert inside.wait(30)
    refused = published.anyone.get(f"{BASE}/verification")
    go_on.set()
    first.join()
    assert_problem(refused, 503, "verifying-already")
    assert refused.headers["Retry-After"] == "5"
    assert answers[0].status_code == 200
    assert published.anyone.get(f"{BASE}/verification").status_code == 200


def test_the_seals_are_public_and_hold_under_the_public_key(published: House) -> None:
    key = public_key(published)
    (kept,) = published.anyone.get(f"{BASE}/seals").get_json()["rows"]
    assert kept["statement"]["seq"] == published.head[0] - 1
    made = published.organizer.send("POST", f"{BASE}/seals")
    assert made.status_code == 201
    assert made.get_json()["statement"]["hash"] == published.head[1].hex()
    assert key.signed(parse_seal(made.get_data()))
    assert published.organizer.send("POST", f"{BASE}/seals").get_data() == made.get_data()
    response = published.anyone.get(f"{BASE}/seals")
    assert [seal["statement"]["seq"] for seal in response.get_json()["rows"]] == [
        published.head[0] - 1,
        published.head[0],
    ]
    again = published.anyone.get(f"{BASE}/seals", {"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


@cases("role", ["participant", "referee", "chief_referee", "display", "service"])
def test_only_the_organizer_seals(shared_founded: House, role: str) -> None:
    assert_problem(shared_founded.client(role, "0001").send("POST", f"{BASE}/seals"), 403, "forbidden")
    assert_problem(shared_founded.anyone.send("POST", f"{BASE}/seals"), 401)
    assert shared_founded.anyone.get(f"{BASE}/seals").get_json() == {"rows": []}


def test_a_server_without_a_key_says_so(shared_founded: House) -> None:
    shared_founded.desk.seals.source = None
    assert_problem(shared_founded.organizer.send("POST", f"{BASE}/seals"), 409, "no-seal-key")
    assert_problem(shared_founded.anyone.get("/api/v1/seal-key"), 409, "no-seal-key")
    assert shared_founded.anyone.get(f"{BASE}/verification").get_json()["sound"]


@pytest.mark.parametrize("public", ["true", "false"])
def test_an_export_proves_itself_elsewhere(published: House, public: str) -> None:
    response = published.organizer.get(f"{BASE}/export?public={public}")
    assert response.content_type == "application/x-ndjson"
    assert ".jsonl" in response.headers["Content-Disposition"]
    lines = response.get_data().splitlines(keepends=True)
    verified = verify_export(lines, key=public_key(published))
    assert (verified.head.seq, verified.head.hash) == published.head
    assert verified.sealed == published.head[0] - 1
    assert (b'"personal":' in response.get_data()) == (public == "false")
    for text in (b"Player", "玩家".encode(), b"@example.org", b"-05-17"):
        assert text not in response.get_data()


def test_an_export_is_the_same_as_that_of_the_command_line(published: House) -> None:
    lines: list[bytes] = []
    export(published.desk.log, ID, lines.append)
    assert published.organizer.get(f"{BASE}/export").get_data() == b"".join(lines)


def test_the_full_export_is_for_fewer_than_the_public_one(published: House) -> None:
    chief = published.client("chief_referee", "CR")
    assert chief.get(f"{BASE}/export?public=true").status_code == 200
    assert_problem(chief.get(f"{BASE}/export"), 403, "forbidden")
    for role in ("participant", "referee", "display"):
        client = published.client(role, "0001")
        assert_problem(client.get(f"{BASE}/export?public=true"), 403, "forbidden")
    assert_problem(published.anyone.get(f"{BASE}/export?public=true"), 401)
    assert_problem(published.organizer.get(f"{BASE}/export?public=perhaps"), 400, "parameter-wrong")
    assert_problem(published.organizer.get(f"{BASE}/export?as_of=5"), 400, "no-past-here")
    assert_problem(published.organizer.get("/api/v1/tournaments/no-cup/export"), 404, "tournament-unknown")


def test_an_export_that_one_has_is_not_sent_again(published: House) -> None:
    address = f"{BASE}/export?public=true"
    first = published.organizer.get(address)
    header = {"If-None-Match": first.headers["ETag"]}
    assert published.organizer.get(address, header).status_code == 304
    assert published.organizer.get(f"{BASE}/export", header).status_code == 200
    published.organizer.send("POST", f"{BASE}/seals")
    assert published.organizer.get(address, header).status_code == 200


def test_an_export_of_a_damaged_log_breaks_off_before_its_closing_line(
    published: House, tmp_path: Path
) -> None:
    touch(tmp_path, "DELETE FROM event WHERE seq = 9")
    with pytest.raises(Exception, match="seq 9"):
        published.organizer.get(f"{BASE}/export").get_data()


def test_only_so_many_long_answers_are_sent_at_once(published: House) -> None:
    places = LongAnswers(1)
    with published.app.test_request_context():
        first = places.send(lambda: [b"x"], {})
        assert places.send(lambda: [b"x"], {}).status_code == 503
        first.close()
        assert places.send(lambda: [b"x"], {}).status_code == 200
        assert LongAnswers(0).send(lambda: [b"x"], {}).headers["Retry-After"] == "10"
