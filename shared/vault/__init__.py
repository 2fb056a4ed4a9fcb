"""Personal data under a key per subject, wrapped by a secret from outside.

Forgetting destroys the key; the log stays as it is.
"""

from shared.vault.vault import Forgotten, UnknownSubject, Unreadable, Vault, WrongSecret

__all__ = ["Forgotten", "UnknownSubject", "Unreadable", "Vault", "WrongSecret"]
