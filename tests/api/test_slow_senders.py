"""The real server while very many send slowly: everybody else is served."""

import http.client
import itertools
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.api.conftest import BASE
from tests.api.founding import FOUND
from tests.api.served import Server, program, serving
from tests.api.slow_senders import COMMAND, SlowSenders

STANDINGS = f"{BASE}/standings"
HELD_ON_SECONDS = 8
"""Longer than a pause within a body may be: every kind is cut off at least once, and comes again."""
LONGEST_SECONDS = 120
"""Whoever waits longer is held up; how soon they are served is measured (`make bench http`)."""
NO: Mapping[str, str] = {}


def tokens(folder: Path) -> tuple[str, str]:
    """A tournament in the folder; a token for those who are slow, and another one."""
    made = program(FOUND + GRANT, folder)
    output, _ = made.communicate(timeout=120)
    assert made.returncode == 0, output.decode()
    first, second = output.decode().split()[-2:]
    return first, second


GRANT = """
with wired() as wiring:
    expires = wiring.clock.now() + timedelta(days=1)
    print(grant_token(wiring.grants, "organizer", "org-2", None, expires)[0])
"""


def answered(
    server: Server, method: str, path: str, body: bytes = b"", fields: Mapping[str, str] = NO
) -> int:
    """The status of a request; asked again, as any client does, while the server is too busy."""
    until = time.monotonic() + LONGEST_SECONDS
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONGEST_SECONDS)
        connection.request(method, path, body or None, fields)
        response = connection.getresponse()
        connection.close()
        if response.status != 503 or time.monotonic() > until:
            return response.status
        time.sleep(int(response.headers["Retry-After"]))


def everybody_is_served(server: Server, token: str, shown: bool) -> None:
    for path in ("/livez", STANDINGS):
        for _ in range(5):
            assert answered(server, "GET", path) == 200
    body = b'{"entrant":"1","shown":%s}' % (b"true" if shown else b"false")
    fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    assert answered(server, "POST", COMMAND, body, fields) in (200, 201)


@pytest.mark.parametrize("of_each", [20, pytest.param(200, marks=pytest.mark.wide(whole=True))])
def test_others_are_served_while_slow_senders_of_every_kind_hold_on(of_each: int, tmp_path: Path) -> None:
    slow, others = tokens(tmp_path)
    # All have one address here, as if they sat behind the venue's: its other phones may not pay for it.
    with serving(tmp_path, apart=True) as server, SlowSenders(server.port, slow, of_each):
        until = time.monotonic() + HELD_ON_SECONDS
        for shown in itertools.cycle([True, False]):
            everybody_is_served(server, others, shown)
            if time.monotonic() > until:
                break
