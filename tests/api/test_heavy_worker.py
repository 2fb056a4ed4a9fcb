"""Costly requests handed to a process apart."""

import asyncio
import threading
from pathlib import Path

import pytest

from services.web.front.bridge import Answer, environ_of, with_body
from services.web.front.heavy_worker import NotThere, answer_there, ask
from tests.api.conftest import BASE, House
from tests.refusing import refusing

SCOPE = {
    "method": "GET",
    "raw_path": f"{BASE}/calendar.ics".encode(),
    "query_string": b"as_of=5",
    "scheme": "http",
    "headers": [(b"accept-language", b"zh")],
}


def handed_over(house: House, path: Path, *environs: dict[str, object]) -> list[Answer]:
    """The answers of the other side, here in the same process."""

    async def run() -> list[Answer]:
        there = asyncio.create_task(answer_there(house.app, path, 1, threading.Event()))
        while not path.exists():
            await asyncio.sleep(0.01)
        found = [await ask(path, environ) for environ in environs]
        there.cancel()
        return found

    return asyncio.run(run())


def test_the_answer_is_that_of_the_application(founded: House, tmp_path: Path) -> None:
    (answer,) = handed_over(founded, tmp_path / "costly", environ_of(SCOPE, "203.0.113.9"))
    here = founded.anyone.get(f"{BASE}/calendar.ics?as_of=5", {"Accept-Language": "zh"})
    assert answer.status == 200
    assert answer.body == here.get_data()
    assert dict(answer.headers)[b"etag"].decode() == here.headers["ETag"]


def test_a_body_goes_along(founded: House, tmp_path: Path) -> None:
    environ = environ_of(
        {
            **SCOPE,
            "method": "POST",
            "raw_path": b"/api/v1/rulesets/check",
            "query_string": b"",
            "headers": [(b"content-type", b"application/toml")],
        },
        "203.0.113.9",
    )
    with_body(environ, b"x = ")
    (answer,) = handed_over(founded, tmp_path / "costly", environ)
    assert answer.status == 200
    assert b"TOML" in answer.body


def test_what_is_not_there_or_breaks_off_is_told_apart(founded: House, tmp_path: Path) -> None:
    path = tmp_path / "costly"
    environ = environ_of(SCOPE, "203.0.113.9")
    with pytest.raises(NotThere):
        asyncio.run(ask(path, environ))

    async def broken_off() -> None:
        async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(10)
            writer.close()

        async with await asyncio.start_unix_server(hang_up, path):
            await ask(path, environ)

    with refusing("server-busy"):
        asyncio.run(broken_off())
