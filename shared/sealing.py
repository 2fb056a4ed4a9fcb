"""The key that seals: a setting, or a key file that is made when needed.

It is made by itself only where nothing was sealed yet; beside seals of a key that is gone, only when told to.
It is apart from the program's secret: it proves, and opens nothing. Its public half is meant to be known.
"""

import base64
import binascii
import re
import secrets
from collections.abc import Callable
from pathlib import Path

from shared.catalogue import Phrase
from shared.eventlog.seal import SEED_BYTES, SealKey
from shared.problems import ProblemType
from shared.secret import secret_file, write_once
from shared.settings import Settings

FILE_NAME = "seal.key"

SEAL_KEY_UNUSABLE = ProblemType("seal-key-unusable", 500)
SEAL_KEY_LOST = ProblemType("seal-key-lost", 503)
SEAL_KEY_THERE = ProblemType("seal-key-there", 409)


def seal_key_file(settings: Settings) -> Path | None:
    """Where the key is or will be kept; None if the setting itself is the key."""
    text = settings.seal_key
    if text is None:
        return _own_file(settings)
    return None if _seed(text) is not None else Path(text)


def load_seal_key(settings: Settings, sealed: Callable[[], bool]) -> SealKey:
    """The key of the setting, else of the key file, which is made (for its owner only) if it is not there.

    Args:
        sealed: asked before a key file is made: whether anything was sealed before.

    Raises:
        Problem: seal-key-unusable, which never repeats what was given; seal-key-lost.
    """
    found = find_seal_key(settings)
    if found is not None:
        return found
    file = _own_file(settings)
    if not sealed():
        return _made(file)
    # Asked again: another process may have made the key, and sealed with it, meanwhile.
    if (made := find_seal_key(settings)) is None:
        raise SEAL_KEY_LOST(file=file)
    return made


def new_seal_key(settings: Settings) -> SealKey:
    """A new key in the key file, though there may be seals of another.

    Raises:
        Problem: seal-key-there, seal-key-unusable.
    """
    file = seal_key_file(settings)
    if settings.seal_key is not None or file is None or file.exists():
        raise SEAL_KEY_THERE(where=f"{file}" if settings.seal_key is None else "TILELEDGER_SEAL_KEY")
    return _made(file)


def find_seal_key(settings: Settings) -> SealKey | None:
    """The key of the setting or of the key file; None if there is neither. Nothing is made.

    Raises:
        Problem: seal-key-unusable.
    """
    text = settings.seal_key
    seed = None if text is None else _seed(text)
    if seed is not None:
        return SealKey(seed)
    file = Path(text) if text is not None else _own_file(settings)
    if text is None and not file.exists():
        return None
    try:
        seed = _seed(file.read_text("ascii").strip())
    except OSError as error:
        where = None if text is not None else str(file)
        detail = Phrase("part-seal-file-not-read", {"file": where, "error": error.strerror or "-"})
        raise SEAL_KEY_UNUSABLE(detail=detail) from None
    except ValueError:  # among them what is not ASCII
        raise SEAL_KEY_UNUSABLE(detail=Phrase("part-seal-file-holds-else")) from None
    if seed is None:
        raise SEAL_KEY_UNUSABLE(detail=Phrase("part-seal-file-holds-else"))
    return SealKey(seed)


def _made(file: Path) -> SealKey:
    try:
        write_once(file, secrets.token_hex(SEED_BYTES).encode() + b"\n")
        seed = _seed(file.read_text("ascii").strip())
    except OSError as error:
        detail = Phrase("part-seal-file-not-made", {"file": str(file), "error": error.strerror or "-"})
        raise SEAL_KEY_UNUSABLE(detail=detail) from None
    except ValueError:
        raise SEAL_KEY_UNUSABLE(detail=Phrase("part-seal-file-holds-else")) from None
    if seed is None:
        raise SEAL_KEY_UNUSABLE(detail=Phrase("part-seal-file-holds-else"))
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
