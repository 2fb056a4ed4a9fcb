"""Personal data under a key per subject, wrapped by a secret from outside.

Forgetting destroys the key; the log stays as it is.
"""

from shared.vault.vault import (
    Forgotten,
    Opened,
    UnknownSubject,
    Unreadable,
    Vault,
    subjects_in,
)

__all__ = [
    "Forgotten",
    "Opened",
    "UnknownSubject",
    "Unreadable",
    "Vault",
    "subjects_in",
]
