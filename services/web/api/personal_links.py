"""Links to personal pages, for the organizer: made for some or all, replaced when lost, listed."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated

import msgspec
from flask import Response, request

from services.delivery.personal_links import LinkRecord
from services.delivery.personal_pages import COLUMNS, PageLink
from services.tournament.kernel.lengths import Id
from services.web.api.queries import LINK
from services.web.bodies import read_json
from services.web.parts import Parts
from services.web.reads import answered, csv_file, page_of
from services.web.routes import API, Action, Call, Content, Route
from shared.bounds import many
from shared.logs import logger

PATH = f"{API}/tournaments/{{tournament}}/personal-links"
TAG = "Deliveries"
_log = logger(__name__)
_MOST = 1000
_READS = (
    "Whoever has a link may read the schedule and results of those it stands for. It changes nothing without "
    "a code sent to their chat or address on file. It holds until it is replaced, its people are "
    "forgotten, or the tournament has kept them as long as it says."
)
Recipients = Annotated[tuple[Id, ...], msgspec.Meta(min_length=1), many(_MOST)]


class ListParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of them: `limit` after so many."""

    after: int = 0
    limit: int = 100


class MakeLinksBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For whom: entrants as "entrant:0007"; everyone with a page, if none are named.

    Attributes:
        together: one link for all that are named, instead of one for each family.
    """

    recipients: Recipients | None = None
    together: bool = False


class ReplaceLinkBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose link was lost; of one entrant it is the family's."""

    recipients: Recipients


class PageLinksAnswer(msgspec.Struct, frozen=True):
    """Links, a family's together. Their text is shown this once: only its hash is kept."""

    rows: tuple[PageLink, ...]


class LinksAnswer(msgspec.Struct, frozen=True):
    """The links made in a tournament, the oldest first."""

    rows: tuple[LinkRecord, ...]


def personal_link_routes(parts: Parts) -> Iterator[Route]:
    """List, make, replace."""
    route = partial(Route, tag=TAG)
    yield route(
        name="personal-links",
        path=PATH,
        access=Action("invitations"),
        handle=partial(_list, parts),
        summary="The links to personal pages that were made, without their text",
        parameters=ListParameters,
        answers={200: Content(kind=LinksAnswer)},
        refusals=(404,),
        gives=(LINK,),
    )
    what = "Make links to personal pages"
    for name, path, handle, summary, answer in (
        ("make-personal-links", PATH, _make, what, Content(kind=PageLinksAnswer)),
        (
            "make-personal-links-as-csv",
            f"{PATH}.csv",
            _make_as_csv,
            f"{what}, for a spreadsheet",
            Content("text/csv"),
        ),
    ):
        yield route(
            name=name,
            method="POST",
            path=path,
            access=Action("invite"),
            handle=partial(handle, parts),
            summary=summary,
            description=f"{_READS} Asked again, others are made, and those made before hold as well.",
            bodies=(Content(kind=MakeLinksBody, example={"recipients": ["entrant:0007"]}),),
            answers={200: answer},
            refusals=(404, 409),
        )
    yield route(
        name="replace-personal-link",
        method="POST",
        path=f"{PATH}/replace",
        access=Action("invite"),
        handle=partial(_replace, parts),
        summary="Replace a lost link to a personal page",
        description="Every link that stood for any of them is dead from its very next use.",
        bodies=(Content(kind=ReplaceLinkBody, example={"recipients": ["entrant:0007"]}),),
        answers={200: Content(kind=PageLink)},
        refusals=(404, 409),
    )


def _list(parts: Parts, call: Call) -> Response:
    parts.desk.head(call.tournament)
    path = PATH.replace("{tournament}", call.tournament)
    known = parts.pages.links.made(call.tournament)
    page, headers = page_of(path, known, call.parameters.after, call.parameters.limit)
    answer = answered(LinksAnswer(tuple(page)))
    answer.headers.extend(headers)
    return answer


def _make(parts: Parts, call: Call) -> Response:
    return answered(PageLinksAnswer(tuple(_made(parts, call))))


def _make_as_csv(parts: Parts, call: Call) -> Response:
    return csv_file(f"{call.tournament}-pages", COLUMNS, [link.cells for link in _made(parts, call)])


def _made(parts: Parts, call: Call) -> Sequence[PageLink]:
    body = read_json(request, MakeLinksBody)
    made = parts.pages.make(call.tournament, body.recipients, together=body.together)
    _log.info("personal_links_made", tournament=call.tournament, count=len(made), by=call.principal.token_id)
    return made


def _replace(parts: Parts, call: Call) -> Response:
    body = read_json(request, ReplaceLinkBody)
    made = parts.pages.replace(call.tournament, body.recipients)
    _log.info(
        "personal_link_replaced",
        tournament=call.tournament,
        recipients=list(made.recipients),
        by=call.principal.token_id,
    )
    return answered(made)
