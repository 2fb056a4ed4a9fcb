"""The key that seals: a setting, or a key file that is made when needed.

It is apart from the program's secret: it proves, and opens nothing. Its public half is meant to be known.
"""

import base64
import binascii
import re
import secrets
from pathlib import Path

from shared.eventlog.seal import SEED_BYTES, SealKey
from shared.problems import ProblemType
from shared.secret import secret_file, write_once
from shared.settings import Settings

FILE_NAME = "seal.key"

SEAL_KEY_UNUSABLE = ProblemType(
    "seal-key-unusable",
    500,
    "The sealing key cannot be used: {detail}. Give 32 bytes in hex or base64, or a file with them, in "
    "TILELEDGER_SEAL_KEY.",
    "無法使用封印密鑰：{detail}。請在 TILELEDGER_SEAL_KEY 提供 32 位元組（hex 或 base64）或存有它的檔案。",
)


def seal_key_file(settings: Settings) -> Path | None:
    """Where the key is or will be kept; None if the setting itself is the key."""
    text = settings.seal_key
    if text is None:
        return _own_file(settings)
    return None if _seed(text) is not None else Path(text)


def load_seal_key(settings: Settings) -> SealKey:
    """The key of the setting, else of the key file, which is made (for its owner only) if it is not there.

    Raises:
        Problem: seal-key-unusable; it never repeats what was given.
    """
    text = settings.seal_key
    seed = None if text is None else _seed(text)
    if seed is not None:
        return SealKey(seed)
    file = Path(text) if text is not None else _own_file(settings)
    try:
        if text is None and not file.exists():
            write_once(file, secrets.token_hex(SEED_BYTES).encode() + b"\n")
        seed = _seed(file.read_text("ascii").strip())
    except (OSError, UnicodeDecodeError, ValueError) as error:
        detail = f"{type(error).__name__} when reading it as a file"
        raise SEAL_KEY_UNUSABLE(detail=detail if text is not None else f"{file}: {detail}") from None
    if seed is None:
        raise SEAL_KEY_UNUSABLE(detail="the file holds something else")
    return SealKey(seed)


def _own_file(settings: Settings) -> Path:
    return secret_file(settings).with_name(FILE_NAME)


def _seed(text: str) -> bytes | None:
    """The bytes that a text in hex or base64 stands for, None if it is neither or not of 32 bytes."""
    if re.fullmatch(r"[0-9a-fA-F]{64}", text):
        return bytes.fromhex(text)
    try:
        seed = base64.b64decode(
            text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True
        )
    except (binascii.Error, ValueError):
        return None
    return seed if len(seed) == SEED_BYTES else None
