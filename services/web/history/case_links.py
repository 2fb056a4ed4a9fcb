"""Links to a case file as the complainant sees it: made and ended by the organizer, opened by anyone."""

import msgspec
from flask import Response, request
from msgspec import structs

from services.access.case_links import CASE_LINK_OVER, DAYS, CaseLink, CaseLinks
from services.access.visibility import Visibility
from services.desk.history.case_file import CaseFile, CaseFileParams
from services.desk.params import EntrantParams
from services.web.forms import read_form
from services.web.framing import frame
from services.web.handing_over import handed_over
from services.web.history.asked import View
from services.web.history.look import Looking, looking
from services.web.history.shown import seal_shown, show
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import NO_REFERRER, sign_in_of, to_page
from shared.i18n import moment_shown
from shared.logs import logger

_log = logger(__name__)


class MakeForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose case file, about which moment, compared with which, and for how many days."""

    form: str
    id: str
    stage: str = ""
    before: str = ""
    as_of: str = ""
    days: str = str(DAYS[1])


class EndForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which link opens nothing from now on."""

    form: str
    which: str


class LinkLine(msgspec.Struct, frozen=True):
    """A link as it is listed."""

    link: CaseLink
    made: str
    expires: str
    state: str


def case_links(parts: Parts) -> CaseLinks:
    """The links of this installation."""
    return CaseLinks(parts.database, parts.clock, parts.desk.key_for("case links"))


def listed(parts: Parts, call: Call) -> Response:
    """The links of the tournament, for the organizer."""
    look = looking(parts, call)
    return show(look, "history/case_links.html", lines=_lines(look))


def make(parts: Parts, call: Call) -> Response:
    """Make a link, and show it this once."""
    here, sent = sign_in_of(call), read_form(MakeForm)
    check_form(parts, request, here.sign_in_id, sent.form)
    tournament, desk = call.tournament, parts.desk
    desk.ask(tournament, "entrant", EntrantParams(entrant=sent.id), call.visibility)
    last = desk.head(tournament).seq
    seq = desk.moment(tournament, sent.as_of) if sent.as_of else last
    before = desk.moment(tournament, sent.before) if sent.before else None
    # Asked for as the complainant, so that a link is made for nothing that it could not open.
    now = parts.clock.now()
    link = CaseLink("", tournament, sent.id, sent.stage, before, seq, "", now, now, None)
    answer = _opened(parts, call, link)
    days = int(sent.days) if sent.days.isascii() and sent.days.isdigit() and len(sent.days) < 4 else 0
    text = case_links(parts).make(
        tournament, sent.id, answer.stage, seq, here.sign_in_id, before=before, days=days
    )
    _log.info("case_link_made", tournament=tournament, entrant=sent.id, by=here.sign_in_id)
    look = Looking(parts, call, View(), last, last, frame(parts, call, "staff"))
    return show(
        look,
        "history/case_links.html",
        lines=_lines(look),
        made=handed_over(parts, f"/t/{tournament}/evidence/{text}?lang={call.language}"),
        entrant=sent.id,
        days=days,
    )


def end(parts: Parts, call: Call) -> Response:
    """End a link."""
    here, sent = sign_in_of(call), read_form(EndForm)
    check_form(parts, request, here.sign_in_id, sent.form)
    case_links(parts).end(call.tournament, sent.which)
    _log.info("case_link_ended", tournament=call.tournament, link=sent.which, by=here.sign_in_id)
    return to_page(f"/t/{call.tournament}/history/case-links", call.language)


def open_link(parts: Parts, call: Call) -> Response:
    """The case file that a link opens, as its entrant may see it now."""
    link = case_links(parts).read(call.tournament, call.path["link"])
    answer = _opened(parts, call, link)
    seen = structs.replace(call, visibility=_eyes(parts, link))
    last = parts.desk.head(call.tournament).seq
    look = Looking(parts, seen, View(), link.seq, last, frame(parts, call, ""))
    until = moment_shown(link.expires_at, look.zone, call.language)
    response = show(look, "history/evidence.html", answer=answer, seal=seal_shown(answer), until=until)
    response.headers.update(NO_REFERRER)
    return response


def _opened(parts: Parts, call: Call, link: CaseLink) -> CaseFile:
    """The case file with the eyes of the entrant."""
    params = CaseFileParams(
        entrant=link.entrant,
        stage=link.stage or None,
        before=None if link.before is None else str(link.before),
    )
    answer = parts.desk.ask(
        call.tournament,
        "case-file",
        params,
        _eyes(parts, link),
        as_of=str(link.seq),
        language=call.language,
    )
    assert isinstance(answer, CaseFile)
    return answer


def _eyes(parts: Parts, link: CaseLink) -> Visibility:
    """What the entrant may see now.

    Raises:
        Problem: case-link-over, of whoever gave the place back or was forgotten.
    """
    seen = parts.desk.visibility(link.tournament_id, link.principal)
    if seen.role != "participant" or seen.left:
        raise CASE_LINK_OVER()
    return seen


def _lines(look: Looking) -> list[LinkLine]:
    now, zone = look.parts.clock.now(), look.zone
    return [
        LinkLine(
            link,
            moment_shown(link.made_at, zone, look.language),
            moment_shown(link.expires_at, zone, look.language),
            link.state(now),
        )
        for link in case_links(look.parts).list(look.tournament)
    ]
