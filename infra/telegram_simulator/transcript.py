"""What each chat sent and received, in order, as JSON lines."""

import time
from pathlib import Path
from typing import Any

import msgspec


class Transcript:
    """Kept in memory, and in a file if one is given; a line is in the file before its call is answered."""

    def __init__(self, file: Path | None = None) -> None:
        self.lines: list[dict[str, Any]] = []
        self._out = file.open("ab", buffering=0) if file is not None else None

    def write(self, line: dict[str, Any]) -> None:
        line = {"at": round(time.time(), 6), **line}
        self.lines.append(line)
        if self._out is not None:
            self._out.write(msgspec.json.encode(line) + b"\n")

    def close(self) -> None:
        if self._out is not None:
            self._out.close()
