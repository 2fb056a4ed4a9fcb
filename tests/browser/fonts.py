"""The fonts that pictures of pages are made with: with others every letter stands elsewhere."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

FONTS: Mapping[str, str] = {
    "system-ui": "DejaVu Sans",
    "system-ui:lang=zh-hk": "Noto Sans CJK HK",
    "monospace": "DejaVu Sans Mono",
    "emoji": "Noto Color Emoji",
}
"""What a page asks for; Debian has it as fonts-dejavu-core, fonts-noto-cjk and fonts-noto-color-emoji."""

ENVIRONMENT: Mapping[str, str] = {
    **os.environ,
    "FONTCONFIG_FILE": str(Path(__file__).with_name("fonts.conf")),
}
"""Of a browser that knows these fonts alone: another that is installed would stand for some of them."""


def fonts_missing() -> list[str]:
    """Those that this machine shows something else for; none where pictures can be compared."""
    if shutil.which("fc-match") is None:
        return [*FONTS.values()]
    return [family for asked, family in FONTS.items() if not _found(asked).startswith(family)]


def _found(asked: str) -> str:
    command = ["fc-match", "--format", "%{family}", asked]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout
