"""Access tokens: what programs send with each request, for one role in one tournament or in all."""

from datetime import datetime, timedelta
from typing import Literal, cast

import msgspec

from services.access.grant_rows import Grant
from services.access.grants import Grants
from services.access.kinds import SEASON, TOKEN
from services.access.principal import Principal
from services.access.rights import ROLES, Role
from services.tournament.people.office_numbers import SUBJECT
from shared.catalogue import Phrase
from shared.problems import ProblemType

GRANT_REFUSED = ProblemType("grant-refused", 422)

TokenState = Literal["valid", "expired", "revoked"]


class TokenLine(msgspec.Struct, frozen=True):
    """A token as it is listed, with whether it holds still."""

    token_id: str
    role: Role
    subject: str
    tournament: str | None
    granted_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    state: TokenState


def token_line(token: Grant, now: datetime) -> TokenLine:
    """A token as it stands now."""
    assert token.expires_at is not None, "every token ends"
    return TokenLine(
        token.grant_id,
        token.principal.role,
        token.whose,
        token.tournament_id,
        token.issued_at,
        token.expires_at,
        token.revoked_at,
        cast(TokenState, token.state(now)),
    )


def grant_token(
    grants: Grants, role: str, subject: str, tournament_id: str | None, expires: datetime
) -> tuple[str, Grant]:
    """Make a token; returns its text, which cannot be had again, and what is known of it.

    Args:
        subject: an id that says nothing about anyone: a referee's or entrant's number, a screen's name.
        tournament_id: None for every tournament.
        expires: aware; later than now, and within a season.

    Raises:
        Problem: grant-refused.
    """
    if role not in ROLES:
        raise GRANT_REFUSED(detail=Phrase("part-tokens-roles", {"known": [*ROLES]}))
    if SUBJECT.fullmatch(subject) is None:
        raise GRANT_REFUSED(detail=Phrase("part-tokens-subject-id-letters-digits-dot"))
    holds = expires - grants.clock.now()
    if holds <= timedelta(0):
        raise GRANT_REFUSED(detail=Phrase("part-tokens-would-have-expired-already"))
    if holds > SEASON:
        raise GRANT_REFUSED(detail=Phrase("part-tokens-would-hold-more-than-days", {"days": SEASON.days}))
    return grants.issue(TOKEN, subject, tournament_id, role, expires=expires)


def authenticate(grants: Grants, token: str) -> Principal:
    """Whose token this is.

    Raises:
        Problem: unauthenticated for an unknown token, token-expired or token-revoked.
    """
    return grants.open(TOKEN, token)[0].principal
