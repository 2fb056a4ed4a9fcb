"""Refusing to write for a subject whose key is damaged, in words a person can act on."""

from collections.abc import Iterator
from contextlib import contextmanager

from shared.problems import ProblemType
from shared.vault.vault import UnknownSubject, Unreadable

PERSONAL_DATA_UNREADABLE = ProblemType(
    "personal-data-unreadable",
    409,
    "The key to the personal data of {subject} is missing or damaged, so nothing can be added to it. "
    "`tileledger doctor` lists what is damaged; `tileledger restore-vault FILE` mends it from a dump.",
    "{subject} 的個人資料密鑰遺失或損壞，無法加入內容。`tileledger doctor` 會列出損壞的項目；"
    "請以 `tileledger restore-vault FILE` 從備份修復。",
)


@contextmanager
def refusing_damage() -> Iterator[None]:
    """Turn what the vault raises on sealing for a damaged subject into a refusal.

    Raises:
        Problem: personal-data-unreadable.
    """
    try:
        yield
    except (UnknownSubject, Unreadable) as error:
        raise PERSONAL_DATA_UNREADABLE(subject=error.subject) from error
