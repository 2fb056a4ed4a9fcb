"""Who asks: the office that a grant gives, or that a chat or page stands for."""

from datetime import datetime

import msgspec

from services.access.rights import Role


class Principal(msgspec.Struct, frozen=True):
    """Who asks.

    Attributes:
        token_id: of the grant by which they are here; "" for none.
        tournament_id: None for a token that holds for every tournament.
        expires_at: when the grant ends; None for who is here without one.
        left: who is here on the page of an entrant who gave the place back, for what is theirs still.
    """

    token_id: str
    role: Role
    subject: str
    tournament_id: str | None = None
    expires_at: datetime | None = None
    left: bool = False

    @property
    def actor(self) -> str:
        """What events keep of it: "role:subject", ids only."""
        return f"{self.role}:{self.subject}"
