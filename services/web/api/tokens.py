"""Tokens for organizers: grant, list and revoke, because a referee loses their phone at the venue."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated

import msgspec
from flask import Response, request

from services.access.grant_rows import Grant
from services.access.kinds import SEASON, SIGN_IN, SIGN_IN_LINK, TOKEN, TOKEN_UNKNOWN
from services.access.rights import Role, forbidden
from services.access.tokens import GRANT_REFUSED, TokenLine, grant_token, token_line
from services.tournament.kernel.lengths import Id
from services.tournament.people.numbers import same_number
from services.web.api.queries import ETAGS, LINK
from services.web.bodies import read_json
from services.web.parts import Parts
from services.web.reads import answered, json_answer, page_of, read_of_content
from services.web.routes import API, Action, Call, Content, Route
from shared.catalogue import Phrase
from shared.logs import logger
from shared.problems import quoted

PATH = f"{API}/tokens"
TAG = "Tokens"
_DAYS = 30
_log = logger(__name__)


class GrantBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token to grant.

    Attributes:
        subject: whose it is: a referee's or entrant's number, a screen's name; never a person's name.
        tournament: only for this one; without it for every one, which only who holds such a token may grant.
        days: how long it holds, but not longer than the token that grants it; 30 or what is left of that
            one, if not said.
    """

    role: Role
    subject: Id
    tournament: Id | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=SEASON.days)] | None = None


class Granted(msgspec.Struct, frozen=True):
    """A granted token. Its text is shown this once: only its hash is kept."""

    token: str
    token_id: str
    role: Role
    subject: str
    tournament: str | None
    expires_at: datetime


class TokensAnswer(msgspec.Struct, frozen=True):
    """Tokens, the oldest first."""

    rows: tuple[TokenLine, ...]


class TokenParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which tokens: of a tournament, of a subject; `limit` of them after so many."""

    tournament: str | None = None
    subject: str | None = None
    after: int = 0
    limit: int = 100


class RevokeBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose tokens to revoke, in one tournament or wherever the sender may."""

    subject: Id
    tournament: Id | None = None


class Revoked(msgspec.Struct, frozen=True):
    """The tokens that hold no longer."""

    revoked: tuple[str, ...]


def token_routes(parts: Parts) -> Iterator[Route]:
    """Grant, list, revoke one, revoke all of a subject."""
    route = partial(Route, access=Action("tokens"), tag=TAG)
    yield route(
        name="grant-token",
        method="POST",
        path=PATH,
        handle=partial(_grant, parts),
        summary="Grant a token",
        description="Its text is in the answer and nowhere else. Asked again, another token is granted.",
        bodies=(
            Content(
                kind=GrantBody,
                example={"role": "referee", "subject": "REF-07", "tournament": "hk-2026", "days": 7},
            ),
        ),
        answers={201: Content(kind=Granted)},
        refusals=(404, 422),
    )
    yield route(
        name="tokens",
        path=PATH,
        handle=partial(_list, parts),
        summary="List tokens",
        parameters=TokenParameters,
        answers={200: Content(kind=TokensAnswer)},
        gives=(*ETAGS, LINK),
    )
    yield route(
        name="revoke-token",
        method="DELETE",
        path=f"{PATH}/{{token}}",
        handle=partial(_revoke, parts),
        summary="Revoke a token",
        description="It is refused from its very next use. Again changes nothing.",
        answers={200: Content(kind=Revoked)},
        refusals=(404,),
    )
    yield route(
        name="revoke-tokens",
        method="POST",
        path=f"{PATH}/revoke",
        handle=partial(_revoke_all, parts),
        summary="Revoke every token of a subject, as when a phone is lost",
        bodies=(Content(kind=RevokeBody, example={"subject": "REF-07", "tournament": "hk-2026"}),),
        answers={200: Content(kind=Revoked)},
    )


def _grant(parts: Parts, call: Call) -> Response:
    body = read_json(request, GrantBody)
    tournament = body.tournament
    if call.principal.tournament_id not in (None, tournament):
        raise _beyond(call)
    if tournament is not None:
        parts.desk.head(tournament)
    expires = _expiry(call, parts.clock.now(), body.days)
    subject = body.subject
    if tournament is not None and body.role == "participant":
        subject = parts.desk.number_known(tournament, subject)
    token, made = grant_token(parts.desk.grants, body.role, subject, tournament, expires)
    granted = Granted(token, made.grant_id, body.role, subject, tournament, expires)
    _log.info("token_granted", token_id=granted.token_id, role=body.role, by=call.principal.token_id)
    return answered(granted, 201)


def _expiry(call: Call, now: datetime, days: int | None) -> datetime:
    """When a token granted now ends: no later than the token that grants it."""
    last = call.principal.expires_at or now + SEASON
    expires = now + timedelta(days=_DAYS if days is None else days)
    if days is not None and expires > last:
        ends = last.isoformat(timespec="minutes")
        raise GRANT_REFUSED(
            detail=Phrase("part-tokens-would-outlive-token-grants-which", {"ends": ends}),
        ).at(field="days")
    return min(expires, last)


def _list(parts: Parts, call: Call) -> Response:
    parameters = call.parameters
    now = parts.clock.now()
    records = [
        token
        for token in _within_reach(parts, call, parameters.tournament)
        if parameters.subject is None or same_number(token.whose, parameters.subject)
    ]
    page, headers = page_of(PATH, records, parameters.after, parameters.limit)
    rows = tuple(token_line(token, now) for token in page)
    return read_of_content(call, json_answer(TokensAnswer(rows), *headers))


def _revoke(parts: Parts, call: Call) -> Response:
    wanted = call.path["token"]
    if wanted not in {token.grant_id for token in _within_reach(parts, call, None)}:
        raise TOKEN_UNKNOWN(token_id=quoted(wanted))
    return answered(_revoked(parts, call, (wanted,)))


def _revoke_all(parts: Parts, call: Call) -> Response:
    body = read_json(request, RevokeBody)
    now = parts.clock.now()
    lost = tuple(
        token.grant_id
        for token in _within_reach(parts, call, body.tournament)
        if same_number(token.whose, body.subject) and token.holds(now)
    )
    # A phone that is lost is signed in as well.
    wanted = body.tournament or call.principal.tournament_id
    parts.desk.grants.revoke_all((SIGN_IN, SIGN_IN_LINK), body.subject, wanted)
    return answered(_revoked(parts, call, lost))


def _revoked(parts: Parts, call: Call, tokens: tuple[str, ...]) -> Revoked:
    for token in tokens:
        parts.desk.grants.revoke(TOKEN, token)
        _log.info("token_revoked", token_id=token, by=call.principal.token_id)
    return Revoked(tokens)


def _within_reach(parts: Parts, call: Call, tournament: str | None) -> list[Grant]:
    """The tokens the sender may see: of `tournament`, or of their own, or all if theirs holds everywhere."""
    bound_to = call.principal.tournament_id
    if bound_to is not None and tournament not in (None, bound_to):
        raise _beyond(call)
    wanted = tournament if tournament is not None else bound_to
    return parts.desk.grants.listed(TOKEN, wanted)


def _beyond(call: Call) -> Exception:
    everywhere = Phrase("part-tokens-organizer-every-tournament")
    return forbidden(call.principal.role, "tokens", [everywhere], of=call.principal.tournament_id or "")
