"""Costly requests in a process apart: they take no turns from those who read, and give way to them.

Threads of one Python process take turns, so that whoever computes slows everybody down, however few compute
at once. This process has a lower priority and one thread. Web processes hand it a request over a socket in
the file system and take back the whole answer.
"""

import asyncio
import io
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from services.web.front.bridge import CONSTANT, Answer, Environ, answered
from services.web.front.limits import SERVER_BUSY
from shared.told_to_stop import told_to_stop

if TYPE_CHECKING:
    from services.web.app import Web

_LENGTH_BYTES = 8
_encode = msgspec.msgpack.Encoder().encode


class Request(msgspec.Struct, frozen=True):
    """What of a request's environment the application needs."""

    environ: dict[str, str]
    body: bytes


_request = msgspec.msgpack.Decoder(Request).decode
_answer = msgspec.msgpack.Decoder(Answer).decode


class NotThere(Exception):
    """The process is not there now; it is being started."""


async def ask(path: Path, environ: Environ) -> Answer:
    """The answer of the process that listens at `path`.

    Raises:
        NotThere: nothing was handed over.
        Problem: server-busy, when that process ended over this request.
    """
    texts = {name: value for name, value in environ.items() if isinstance(value, str)}
    try:
        reader, writer = await asyncio.open_unix_connection(path)
    except OSError:
        raise NotThere from None
    try:
        await _write(writer, _encode(Request(texts, environ["wsgi.input"].read())))
        return _answer(await _read(reader))
    except (OSError, EOFError):
        raise SERVER_BUSY() from None
    finally:
        writer.close()


async def answer_there(app: "Web", path: Path, threads: int, stopping: threading.Event) -> None:
    """Answer what is handed over at `path`, until SIGTERM. The whole life of the process."""
    pool = ThreadPoolExecutor(threads, thread_name_prefix="costly")
    loop = asyncio.get_running_loop()
    enough = asyncio.Event()

    def stop() -> None:
        stopping.set()
        enough.set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = _request(await _read(reader))
            environ = {**CONSTANT, **request.environ, "wsgi.input": io.BytesIO(request.body)}
            await _write(writer, _encode(await loop.run_in_executor(pool, answered, app, environ)))
        except (OSError, EOFError):
            # The web process has ended meanwhile.
            return
        finally:
            writer.close()

    with told_to_stop(stop, signal.SIGTERM):
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(serve, path)
        try:
            await enough.wait()
        finally:
            server.close()


async def _write(writer: asyncio.StreamWriter, content: bytes) -> None:
    writer.write(len(content).to_bytes(_LENGTH_BYTES, "big"))
    writer.write(content)
    await writer.drain()


async def _read(reader: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await reader.readexactly(_LENGTH_BYTES), "big")
    return await reader.readexactly(length)
