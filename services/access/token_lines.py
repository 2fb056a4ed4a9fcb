"""Granted tokens as they are listed, with whether each still holds."""

from datetime import datetime
from typing import Literal

import msgspec

from services.access.rights import Role
from services.access.tokens import TokenRecord

TokenState = Literal["valid", "expired", "revoked"]


class TokenLine(msgspec.Struct, frozen=True):
    """What is known of a token; its text is not."""

    token_id: str
    role: Role
    subject: str
    tournament: str | None
    granted_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    state: TokenState


def token_line(record: TokenRecord, now: datetime) -> TokenLine:
    """A token as it stands now."""
    state: TokenState = "valid" if record.expires_at > now else "expired"
    return TokenLine(
        record.token_id,
        record.role,
        record.subject,
        record.tournament_id,
        record.granted_at,
        record.expires_at,
        record.revoked_at,
        "revoked" if record.revoked_at is not None else state,
    )
