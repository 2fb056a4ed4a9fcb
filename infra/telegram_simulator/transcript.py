"""What each chat sent and received, in order, as JSON lines."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec


class Transcript:
    """Kept in memory, and in a file if one is given; a line is in the file before its call is answered."""

    def __init__(self, file: Path | None = None) -> None:
        self.lines: list[dict[str, Any]] = []
        self._by_chat: dict[int, list[dict[str, Any]]] = {}
        self._more = asyncio.Event()
        self._out = file.open("ab", buffering=0) if file is not None else None

    def write(self, line: dict[str, Any]) -> None:
        line = {"at": round(time.time(), 6), **line}
        self.lines.append(line)
        self._by_chat.setdefault(line["chat"], []).append(line)
        if self._out is not None:
            self._out.write(msgspec.json.encode(line) + b"\n")

        self._more.set()
        self._more = asyncio.Event()

    async def beyond(self, chat: int, count: int, seconds: float) -> list[dict[str, Any]]:
        """What one chat sent and received behind so many lines; waited for so long at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while len(self.of(chat)) <= count:
                    await self._more.wait()
        return self.of(chat)[count:]

    def of(self, chat: int) -> list[dict[str, Any]]:
        """What one chat sent and received."""
        return self._by_chat.get(chat, [])

    def close(self) -> None:
        if self._out is not None:
            self._out.close()
