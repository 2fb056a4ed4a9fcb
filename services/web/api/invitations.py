"""Bringing everyone's chats in: who has none yet, and a personal link for each, as JSON or CSV."""

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec
from flask import Response, request

from services.access.kinds import INVITATION
from services.delivery.deliveries import Deliveries
from services.delivery.invitation_preview import Outlook, Outlooks
from services.delivery.inviting import COLUMNS, Guest, Invited, Inviting, has_bot
from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.web.api.queries import LINK
from services.web.bodies import read_json
from services.web.parts import Parts
from services.web.reads import answered, csv_file, page_of
from services.web.routes import API, Action, Call, Content, Route
from shared.logs import logger

PATH = f"{API}/tournaments/{{tournament}}/invitations"
TAG = "Deliveries"
_log = logger(__name__)
_AGAIN = (
    f"Each brings one chat in, once, within {INVITATION.holds.days} days, and whoever has it may use it. "
    "Asked again, others are made, and those made before hold as well. The organizer's own is not among them."
)


class PendingParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of them: `limit` after so many."""

    after: int = 0
    limit: int = 100


class LetterParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many of the first letters to show."""

    limit: int = 3


class InviteBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For whom to make links: who has no chat linked yet, or with `linked` everyone."""

    linked: bool = False


class InvitationsAnswer(msgspec.Struct, frozen=True):
    """Links, families together; `left_out` have a chat already."""

    rows: tuple[Invited, ...]
    left_out: int


class PendingAnswer(msgspec.Struct, frozen=True):
    """Who has no chat linked yet, or one that nothing reaches; `linked` have one, `pending` have none."""

    rows: tuple[Guest, ...]
    linked: int
    pending: int


def outlooks_of(parts: Parts, links: Links, correspondence: Correspondence) -> Outlooks:
    """What says who would be written to, and who has no address."""
    return Outlooks(
        links,
        correspondence,
        Deliveries(parts.database),
        parts.pages.sample,
        partial(has_bot, parts.links_begin),
    )


def invitation_routes(parts: Parts) -> Iterator[Route]:
    """Who is not linked yet; links for them."""
    route = partial(Route, tag=TAG)
    correspondence = Correspondence(parts.desk)
    links = Links(parts.desk.grants, parts.vault, correspondence)
    inviting = Inviting(links, correspondence)
    outlooks = outlooks_of(parts, links, correspondence)
    yield route(
        name="invitations",
        path=PATH,
        access=Action("invitations"),
        handle=partial(_pending, inviting),
        summary="Who takes part or referees and has no chat linked yet",
        parameters=PendingParameters,
        answers={200: Content(kind=PendingAnswer)},
        refusals=(404,),
        gives=(LINK,),
    )
    yield route(
        name="invitation-letters",
        path=f"{PATH}/letters",
        access=Action("invitations"),
        handle=partial(_letters, outlooks),
        summary="What `invite-people` would send now: how many letters, the first of them, what is amiss",
        parameters=LetterParameters,
        answers={200: Content(kind=Outlook)},
        refusals=(404,),
    )
    what = "Make a link for everyone who has no chat linked yet"
    for name, path, handle, summary, answer in (
        ("invite", PATH, _invite, what, Content(kind=InvitationsAnswer)),
        ("invite-as-csv", f"{PATH}.csv", _invite_as_csv, f"{what}, for a spreadsheet", Content("text/csv")),
    ):
        yield route(
            name=name,
            method="POST",
            path=path,
            access=Action("invite"),
            handle=partial(handle, parts, inviting),
            summary=summary,
            description=_AGAIN,
            bodies=(Content(kind=InviteBody, example={"linked": False}),),
            answers={200: answer},
            refusals=(404, 409, 503),
        )


def _pending(inviting: Inviting, call: Call) -> Response:
    everyone, missing = inviting.guests(call.tournament), inviting.pending(call.tournament)
    path = PATH.replace("{tournament}", call.tournament)
    page, headers = page_of(path, missing, call.parameters.after, call.parameters.limit)
    answer = answered(PendingAnswer(tuple(page), len(everyone) - len(missing), len(missing)))
    answer.headers.extend(headers)
    return answer


def _letters(outlooks: Outlooks, call: Call) -> Response:
    return answered(outlooks.of(call.tournament, call.parameters.limit))


def _invite(parts: Parts, inviting: Inviting, call: Call) -> Response:
    made, left_out = _made(parts, inviting, call)
    return answered(InvitationsAnswer(tuple(made), left_out))


def _invite_as_csv(parts: Parts, inviting: Inviting, call: Call) -> Response:
    made, _ = _made(parts, inviting, call)
    return csv_file(f"{call.tournament}-links", COLUMNS, [invited.cells for invited in made])


def _made(parts: Parts, inviting: Inviting, call: Call) -> tuple[Sequence[Invited], int]:
    """New links, and how many are left out."""
    body = read_json(request, InviteBody)
    everyone = inviting.guests(call.tournament)
    guests = everyone if body.linked else inviting.pending(call.tournament)
    made = inviting.invite(call.tournament, guests, parts.links_begin())
    _log.info("links_made", tournament=call.tournament, count=len(made), by=call.principal.token_id)
    return made, len(everyone) - len(made)
