"""Who asks, and whether the route is open to them.

A token is looked up at every request, so one that was revoked is refused at the next. Without one the role
is "display": it may ask what is public, in which names stand only by consent.
"""

from typing import TYPE_CHECKING

from flask import Request

from services.access import visibility
from services.access.grants import Grants
from services.access.principal import Principal
from services.access.rights import is_public, require
from services.access.tokens import authenticate
from services.access.visibility import ANYONE, Visibility
from services.tournament.definition.checks.known import TOURNAMENT_ID
from services.tournament.definition.founding import NOT_DEFINED
from shared.problems import UNAUTHENTICATED, quoted

if TYPE_CHECKING:
    from services.desk.desk import Desk

ANONYMOUS = Principal("", "display", "public")
"""Who sends no token."""


def principal_of(grants: Grants, request: Request) -> Principal:
    """Whose token the request carries; ANONYMOUS without one.

    Raises:
        Problem: unauthenticated, token-expired or token-revoked.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return ANONYMOUS
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise UNAUTHENTICATED()
    return authenticate(grants, token.strip())


def check_token(principal: Principal, action: str, tournament: str | None) -> None:
    """Refuse what the token never opens, whatever the state of the tournament; reads nothing.

    Raises:
        Problem: unauthenticated without a token, else forbidden.
    """
    if principal is ANONYMOUS and not is_public(action):
        raise UNAUTHENTICATED()
    require(principal.role, action)
    if tournament is not None and principal.tournament_id not in (None, tournament):
        visibility.admit(principal, tournament, ANYONE, action)


def admit(desk: "Desk", principal: Principal, action: str, tournament: str | None) -> Visibility:
    """Let `principal` do `action`, or refuse; returns what is open to them in the tournament of the address.

    Raises:
        Problem: unauthenticated, forbidden, office-ended, tournament-unknown.
    """
    check_token(principal, action, tournament)
    if tournament is None:
        return ANYONE
    if TOURNAMENT_ID.fullmatch(tournament) is None:
        raise NOT_DEFINED(id=quoted(tournament))
    return desk.admit(tournament, principal, action)
