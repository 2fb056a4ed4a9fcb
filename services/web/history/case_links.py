"""Links to a case file as the complainant sees it: made and ended by the organizer, opened by anyone."""

from datetime import timedelta

import msgspec
from flask import Response, request
from msgspec import structs

from services.access.kinds import CASE_LINK, CASE_LINK_OVER
from services.access.principal import Principal
from services.access.tokens import GRANT_REFUSED
from services.access.visibility import Visibility
from services.desk.history.case_file import CaseFile, CaseFileParams
from services.desk.params import EntrantParams
from services.web.forms import read_form
from services.web.framing import frame
from services.web.history.asked import View
from services.web.history.look import Looking, looking
from services.web.history.words import case_shown, show
from services.web.link_sharing import handed_over
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import NO_REFERRER, sign_in_of, to_page
from services.web.site.times import Times
from shared.catalogue import Phrase
from shared.i18n import moment_shown
from shared.logs import logger

_log = logger(__name__)


class MakeForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose case file, about which moment, compared with which, and for how many days.

    Attributes:
        read: not "" once it was read as the complainant will read it.
    """

    form: str
    id: str
    stage: str = ""
    before: str = ""
    as_of: str = ""
    days: str = str(CASE_LINK.holds.days)
    read: str = ""


class EndForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which link opens nothing from now on."""

    form: str
    which: str


def listed(parts: Parts, call: Call) -> Response:
    """The links of the tournament, for the organizer."""
    look = looking(parts, call)
    return show(look, "history/case_links.html", **_links(look))


def make(parts: Parts, call: Call) -> Response:
    """Show what a link would open; once that is read make it, and show it this once."""
    here, sent = sign_in_of(call), read_form(MakeForm)
    check_form(parts, request, here.grant_id, sent.form)
    tournament, desk = call.tournament, parts.desk
    desk.ask(tournament, "entrant", EntrantParams(entrant=sent.id), call.visibility)
    last = desk.head(tournament).seq
    seq = desk.moment(tournament, sent.as_of) if sent.as_of else last
    before = desk.moment(tournament, sent.before) if sent.before else None
    # Asked for as the complainant, so that a link is made for nothing that it could not open.
    as_participant = Principal("", "participant", sent.id, tournament)
    answer = _opened(parts, call, as_participant, sent.stage, before, seq)
    days = next((days for days in CASE_LINK.days if str(days) == sent.days), None)
    if days is None:
        raise GRANT_REFUSED(detail=Phrase("part-case-link-days", {"days": [*CASE_LINK.days]}))
    if not sent.read:
        read = _as_read(parts, call, as_participant, seq)
        return show(read, "history/case_link_preview.html", days=days, **case_shown(read, answer))
    text, _ = desk.grants.issue(
        CASE_LINK,
        sent.id,
        tournament,
        as_participant.role,
        issued_by=here.grant_id,
        expires=parts.clock.now() + timedelta(days=days),
        details={"stage": answer.stage, "before": before, "seq": seq},
    )
    _log.info("case_link_made", tournament=tournament, entrant=sent.id, by=here.grant_id)
    look = Looking(parts, call, View(), last, last, frame(parts, call, "staff"))
    return show(
        look,
        "history/case_links.html",
        **_links(look),
        made=handed_over(parts, f"/t/{tournament}/evidence/{text}"),
        entrant=sent.id,
        days=days,
    )


def end(parts: Parts, call: Call) -> Response:
    """End a link."""
    here, sent = sign_in_of(call), read_form(EndForm)
    check_form(parts, request, here.grant_id, sent.form)
    parts.desk.grants.revoke(CASE_LINK, sent.which, call.tournament)
    _log.info("case_link_ended", tournament=call.tournament, link=sent.which, by=here.grant_id)
    return to_page(f"/t/{call.tournament}/history/case-links", call.language)


def open_link(parts: Parts, call: Call) -> Response:
    """The case file that a link opens, as its entrant may see it now."""
    (link,) = parts.desk.grants.open(CASE_LINK, call.path["link"], call.tournament)
    answer = _opened(parts, call, link.principal, **link.details)
    look = _as_read(parts, call, link.principal, link.details["seq"])
    until = moment_shown(link.expires_at or link.issued_at, look.zone, call.language)
    response = show(look, "history/evidence.html", until=until, **case_shown(look, answer))
    response.headers.update(NO_REFERRER)
    return response


def _as_read(parts: Parts, call: Call, whose: Principal, seq: int) -> Looking:
    """The page of a case file for its entrant."""
    seen = structs.replace(call, visibility=_eyes(parts, call.tournament, whose))
    last = parts.desk.head(call.tournament).seq
    return Looking(parts, seen, View(), seq, last, frame(parts, call, ""))


def _opened(parts: Parts, call: Call, whose: Principal, stage: str, before: int | None, seq: int) -> CaseFile:
    """The case file with the eyes of the entrant."""
    params = CaseFileParams(
        entrant=whose.subject,
        stage=stage or None,
        before=None if before is None else str(before),
    )
    answer = parts.desk.ask(
        call.tournament,
        "case-file",
        params,
        _eyes(parts, call.tournament, whose),
        as_of=str(seq),
        language=call.language,
    )
    assert isinstance(answer, CaseFile)
    return answer


def _eyes(parts: Parts, tournament: str, whose: Principal) -> Visibility:
    """What the entrant may see now.

    Raises:
        Problem: case-link-over, of whoever gave the place back or was forgotten.
    """
    seen = parts.desk.visibility(tournament, whose)
    if seen.role != "participant" or seen.left:
        raise CASE_LINK_OVER()
    return seen


def _links(look: Looking) -> dict[str, object]:
    """The links of the tournament of the last weeks, the newest first, with how their moments are said."""
    links = look.parts.desk.grants.listed(CASE_LINK, look.tournament)
    return {
        "links": sorted(links, key=lambda link: link.issued_at, reverse=True),
        "now": look.parts.clock.now(),
        "when": Times(look.plan.zone, look.language),
    }
