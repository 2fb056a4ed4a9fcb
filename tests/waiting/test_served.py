"""A real web server whose database another program holds, or which has few connections."""

import http.client
import threading
from functools import partial
from pathlib import Path
from time import monotonic

import msgspec
import pytest

from shared.database.deadline import WRITER_SECONDS
from tests.api.conftest import BASE
from tests.api.founding import founded, set_up
from tests.api.served import Server, serving
from tests.made_once import MadeOnce
from tests.waiting.holding import all_at_once, postgresql_held, sqlite_locked
from tests.waiting.test_few_connections import ALLOWED, few

__all__ = ["few"]

CONSENT = f"{BASE}/commands/set-consent"
STANDINGS = f"{BASE}/standings"


def answer(
    server: Server, token: str, method: str, path: str, body: object = None
) -> tuple[int, str | None, str]:
    """Status, Retry-After, code."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request(method, path, None if body is None else msgspec.json.encode(body), headers)
    response = connection.getresponse()
    content = msgspec.json.decode(response.read())
    connection.close()
    return response.status, response.getheader("Retry-After"), content.get("code", "")


def test_a_locked_file_holds_up_writers_for_their_time_and_readers_not_at_all(
    tmp_path: Path, made_once: MadeOnce
) -> None:
    token = founded(tmp_path, made_once)
    with serving(tmp_path) as server:
        consent = partial(answer, server, token, "POST", CONSENT, {"entrant": "1", "shown": True})
        with sqlite_locked(f"sqlite:///{tmp_path}/var/tileledger.db"):
            start, found = monotonic(), []
            writers = threading.Thread(target=lambda: found.extend(all_at_once([consent] * 8)))
            writers.start()
            # Each is another answer, so none of them is kept.
            for seq in range(1, 4):
                read = answer(server, token, "GET", f"{STANDINGS}?as_of={seq}")
                assert read[0] == 200
                assert writers.is_alive(), "a read took as long as the writers wait"
            writers.join()
            assert monotonic() - start < 6 * WRITER_SECONDS
        assert found == [(503, "2", "database-busy")] * 8
        assert consent()[0] == 201


@pytest.mark.postgresql
def test_few_connections_are_enough_for_many_requests_and_none_is_told(tmp_path: Path, few: str) -> None:
    token = set_up(tmp_path, DATABASE_URL=few, VAULT_URL=f"sqlite:///{tmp_path}/vault.db")
    with serving(tmp_path, workers=2, DATABASE_URL=few, VAULT_URL=f"sqlite:///{tmp_path}/vault.db") as server:
        # Each is another answer, so none of them is kept.
        reads = [partial(answer, server, token, "GET", f"{STANDINGS}?limit={rows}") for rows in range(1, 25)]
        assert [answer[0] for answer in all_at_once(reads)] == [200] * 24  # type: ignore[index]
        # Two of twelve are left to two processes, which had kept some for later.
        with postgresql_held(few, connections=ALLOWED - 10):
            assert [answer[0] for answer in all_at_once(reads)] == [200] * 24  # type: ignore[index]
