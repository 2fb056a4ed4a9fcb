"""The one secret from which every other is derived: a setting, or a key file that is made when needed.

It is made only where nothing needs an older one: a lost key file is to be found again, not replaced.

The file holds the secret as text, so that its content can be moved into the setting without changing any
derived key. Whoever has it and the vault's database can read personal data: back them up apart.
"""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from shared.catalogue import Phrase
from shared.keys import derive
from shared.problems import ProblemType
from shared.settings import Settings

FILE_NAME = "secret.key"

SECRET_FILE_UNUSABLE = ProblemType("secret-file-unusable", 500)
SECRET_LOST = ProblemType("secret-lost", 503)

Needing = Literal["vault", "log"]
LEAST = 32
"""Bytes of a secret that nobody guesses."""
_NEEDED = {
    "vault": Phrase("part-secret-vault-needs"),
    "log": Phrase("part-secret-log-needs"),
}


class Secret:
    """The program's secret. Never shown, also not by repr.

    Attributes:
        content: the secret itself, at least `LEAST` bytes; hand it only to what derives its own keys.
        source: "setting", or "file" for the key file.
    """

    __slots__ = ("content", "source")

    def __init__(self, content: bytes, file: Path | None = None) -> None:
        self.content = content
        self.source: Literal["setting", "file"] = "setting" if file is None else "file"

    def for_purpose(self, purpose: str) -> bytes:
        """A 256-bit key for one purpose; knowing it tells nothing of the others."""
        return derive(self.content, purpose.encode())

    def __repr__(self) -> str:
        return f"Secret(from {self.source})"


def load_secret(settings: Settings, needed: Callable[[], Needing | None]) -> Secret:
    """The secret of the setting, else of the key file, which is made (for its owner only) if it is not there.

    Args:
        needed: asked before a key file is made: what there is that needs an older one.

    Raises:
        Problem: secret-file-unusable, secret-lost; or what `needed` raises.
    """
    if settings.secret_key is not None:
        return Secret(settings.secret_key.encode())
    file = secret_file(settings)
    try:
        if not file.exists():
            # Asked again: another process may have been first, and what is there be under its secret.
            if (what := needed()) is not None and not file.exists():
                raise SECRET_LOST(file=file, needed=_NEEDED[what])
            write_once(file, secrets.token_urlsafe(48).encode() + b"\n")
        content = file.read_text("ascii").strip().encode()
    except (OSError, UnicodeDecodeError) as error:
        detail = error.strerror if isinstance(error, OSError) else Phrase("part-secret-not-plain")
        raise SECRET_FILE_UNUSABLE(file=file, detail=detail) from error
    if len(content) < LEAST:
        raise SECRET_FILE_UNUSABLE(
            file=file, detail=Phrase("part-secret-too-short", {"characters": len(content), "least": LEAST})
        )
    return Secret(content, file)


def secret_file(settings: Settings) -> Path:
    """Where the key file lies: beside the vault's file, else in `var`."""
    scheme, _, path = settings.vault_url.partition("://")
    file = path.removeprefix("/").partition("?")[0]
    if scheme.startswith("sqlite") and file not in ("", ":memory:"):
        return Path(file).with_name(FILE_NAME)
    return Path("var") / FILE_NAME


def write_once(file: Path, content: bytes) -> None:
    """Write a key file for its owner only; what is there already stays."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, content)
        os.fsync(handle)
        # A link is all or nothing: of two processes that start at once, both read the first one's secret.
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        os.close(handle)
        draft.unlink()
