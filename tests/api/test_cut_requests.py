"""How requests are cut into packets changes nothing of what is understood."""

import asyncio
from functools import cache
from itertools import pairwise
from typing import Any

import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState

from services.web.front.bridge import Scope, Send
from services.web.front.connections import Connection, House
from services.web.front.exchange import Receive
from services.web.front.limits import Limits
from tests.api.raw import rows
from tests.cases import cases
from tests.profiles import examples
from tests.sampling import a_few

ROWS = {row.name: b"".join(row.packets) for row in rows()}
_TURNS, _LAST_TURNS = 3, 200
"""Of the event loop, after a packet and at last, in which all is done that nobody outside is waited for."""


class Wire(asyncio.Transport):
    """What a connection writes; nobody is at the other end."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.ended = b"", False

    def write(self, data: Any) -> None:
        assert not self.ended
        self.written += bytes(data)

    def write_eof(self) -> None:
        self.ended = True

    def close(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return self.ended

    def pause_reading(self) -> None:
        """What was on the way comes all the same."""

    def resume_reading(self) -> None:
        """Likewise."""

    def get_write_buffer_size(self) -> int:
        return 0


async def _answered(packets: list[bytes]) -> tuple[bytes, bool]:
    house = House(Limits(), asyncio.get_running_loop())
    config = uvicorn.Config(_application, ws="none", lifespan="off", log_config=None, access_log=False)
    wire = Wire()
    connection = Connection(house, config, ServerState(), {})
    connection.connection_made(wire)
    for packet in packets:
        connection.data_received(packet)
        await _turns(_TURNS)
    await _turns(_LAST_TURNS)
    connection.connection_lost(None)
    return wire.written, wire.ended


async def _turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def _application(scope: Scope, receive: Receive, send: Send) -> None:
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message["body"]
        if not message["more_body"]:
            break
    said = repr([scope["method"], scope["raw_path"], scope["query_string"], scope["headers"], body]).encode()
    head = [(b"content-length", str(len(said)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": said})


@cache
def _whole(name: str) -> tuple[bytes, bool]:
    return asyncio.run(_answered([ROWS[name]]))


@given(st.sampled_from(sorted(ROWS)), st.data())
@settings(max_examples=examples(150))
def test_cut_anywhere_it_is_answered_as_whole(name: str, data: st.DataObject) -> None:
    sent = ROWS[name]
    places = st.lists(st.integers(0, len(sent)), max_size=8)
    each = st.just(list(range(len(sent) if len(sent) < 300 else 0)))
    cuts = sorted({0, *data.draw(places | each), len(sent)})
    assert asyncio.run(_answered([sent[begin:end] for begin, end in pairwise(cuts)])) == _whole(name)


@cases("name", [row.name for row in rows() if len(row.statuses) == 2])
def test_two_requests_cut_at_any_place_are_answered_as_whole(name: str) -> None:
    sent = ROWS[name]
    for cut in a_few(range(1, min(len(sent), 300))):
        assert asyncio.run(_answered([sent[:cut], sent[cut:]])) == _whole(name), cut
