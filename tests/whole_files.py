"""Tournament files in one piece: with the content of the files that they name in place of the names."""

import re
from base64 import b64encode
from pathlib import Path

HK = Path(__file__).parents[1] / "infra" / "tournaments" / "hk-2026.toml"


def in_one_piece(file: Path) -> bytes:
    """What goes over HTTP for a tournament file whose other files lie beside it."""

    def content(named: re.Match[str]) -> str:
        there = file.parent / named[1]
        return f'"data:;base64,{b64encode(there.read_bytes()).decode()}"' if there.is_file() else named[0]

    return re.sub(r'"([\w.-]+\.(?:txt|pdf|png|jpg))"', content, file.read_text("utf-8")).encode()
