"""Personal data under a key per subject, wrapped by a secret from outside.

Forgetting destroys the key; the log stays as it is.
"""

from shared.vault.vault import (
    Forgotten,
    Found,
    Opened,
    UnknownSubject,
    Unreadable,
    Vault,
    WrongSecret,
    subjects_in,
)

__all__ = [
    "Forgotten",
    "Found",
    "Opened",
    "UnknownSubject",
    "Unreadable",
    "Vault",
    "WrongSecret",
    "subjects_in",
]
