"""Who asks, and whether the route is open to them.

A token is looked up at every request, so one that was revoked is refused at the next. Without one the role
is "display": it may ask what is public, in which names stand only by consent.
"""

from flask import Request

from services.access.rights import allowed_roles, require
from services.access.tokens import Principal, Tokens
from services.desk.queries import is_public
from shared.problems import FORBIDDEN, UNAUTHENTICATED

ANYONE = Principal("", "display", "public")
PUBLIC_ACTIONS = frozenset(
    {"tournaments", "standings", "families", "sessions", "publications", "awards", "verify", "seals"}
)


def principal_of(tokens: Tokens, request: Request) -> Principal:
    """Whose token the request carries; ANYONE without one.

    Raises:
        Problem: unauthenticated, token-expired or token-revoked.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return ANYONE
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise UNAUTHENTICATED()
    return tokens.authenticate(token.strip())


def admit(principal: Principal, action: str, tournament_id: str | None) -> None:
    """Let `principal` do `action`, or refuse.

    How far a right goes within a tournament (own tables, self) is for the desk to say.

    Raises:
        Problem: unauthenticated without a token, else forbidden.
    """
    if principal is ANYONE and action not in PUBLIC_ACTIONS:
        raise UNAUTHENTICATED()
    require(principal.role, action)
    if tournament_id is None or principal.tournament_id in (None, tournament_id) or is_public(action):
        return
    raise FORBIDDEN(role=principal.role, action=action, allowed=", ".join(allowed_roles(action)))
