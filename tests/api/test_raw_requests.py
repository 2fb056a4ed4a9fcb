"""Requests as bytes, as nobody's program would send them: each row of `raw_requests.txt`."""

import socket
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import msgspec
import pytest

from services.web.front.limits import Limits
from tests.api.conftest import opened
from tests.api.echo import Seen, echoing
from tests.api.raw import Answer, Outcome, Row, alone, rows, sent
from tests.cases import cases

ROWS = {row.name: row for row in rows()}
AT_ONCE = 32
PATIENT = Limits(header_seconds=3.0, body_seconds=6.0, body_pause=2.0, refused_seconds=0.3)
"""So that all rows are over in seconds, and none is refused because the machine is busy."""


class Told(msgspec.Struct, frozen=True):
    """What came of a row, what the front saw of it, and what is answered to the marker alone."""

    outcome: Outcome
    seen: tuple[str, ...]
    marker: Answer


@pytest.fixture(scope="module")
def told(moments: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Told]]:
    """Every row, many at once; each from an address of its own."""
    addresses = {f"127.1.{place >> 8}.{place & 255}": name for place, name in enumerate(ROWS, 1)}
    with (
        opened(moments["founded"], tmp_path_factory.mktemp("raw")) as house,
        echoing(house.app, PATIENT) as (front, seen),
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        marker = alone(partial(_connection, front.port, "127.0.0.1"))
        outcomes = pool.map(
            lambda item: sent(ROWS[item[1]], partial(_connection, front.port, item[0])), addresses.items()
        )
        found = dict(zip(ROWS, outcomes, strict=True))
        yield {
            name: Told(found[name], tuple(_of(address, seen)), marker) for address, name in addresses.items()
        }


def _connection(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), source_address=(source, 0))


def _of(address: str, seen: list[Seen]) -> Iterator[str]:
    return (each.says for each in seen if each.address == address)


@cases("row", ROWS.values())
def test_a_request_is_answered_as_it_is_meant_or_refused(row: Row, told: Mapping[str, Told]) -> None:
    came = told[row.name]
    statuses = [answer.status for answer in came.outcome.answers]
    if not (row.silent and not statuses):
        assert len(statuses) == len(row.statuses), statuses
        for status, expected in zip(statuses, row.statuses, strict=True):
            assert status in expected
    assert came.outcome.after == (None if row.closed else (came.marker,))
    assert len(came.seen) <= max(1, len(row.statuses) + (not row.closed)), "one is answered twice"
    assert "smuggled" not in "".join(came.seen)
    assert all(answer.content.startswith(b"HTTP/1.1 ") for answer in came.outcome.answers)
