"""Whom to ring up, as the last message about safety has not reached them: number, words, what came of it."""

import msgspec
from flask import Response, request

from services.delivery.by_phone import Outstanding
from services.web.forms import read_form
from services.web.outbox.people import Somebody, people
from services.web.outbox.rooms import Rooms
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from shared.i18n import Language, tag
from shared.logs import logger
from shared.problems import not_found, quoted

_MOST = 30
_log = logger(__name__)


class CalledForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a call: whom about which notice, and "yes" where they were reached."""

    form: str
    whom: str
    notice: str
    reached: str


class ToCall(msgspec.Struct, frozen=True):
    """Somebody to ring up.

    Attributes:
        language: in which to speak with them, by its tag; that of the reader where none is known.
        sentence: what to say, in it.
    """

    key: str
    notice: str
    missing: str
    who: Somebody
    language: Language
    sentence: str

    @property
    def tag(self) -> str:
        return tag(self.language)


def to_call(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """The page: those first whom nothing reaches."""
    found = rooms.by_phone.outstanding(call.tournament)
    shown = found[:_MOST]
    known = people(parts, call, (each.recipient for each in shown))

    def line(each: Outstanding) -> ToCall:
        spoken = rooms.by_phone.called(call.tournament, each.recipient).language or call.language
        sentence = rooms.by_phone.sentence(call.tournament, each, spoken)
        return ToCall(each.recipient, each.notice, each.missing, known[each.recipient], spoken, sentence)

    lines = [line(each) for each in shown]
    return staff_page(parts, call, "outbox/calls.html", lines=lines, count=len(found))


def note_call(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """Keep what came of a call.

    Raises:
        Problem: not-found, of somebody who is not on the list.
    """
    here, sent = sign_in_of(call), read_form(CalledForm)
    check_form(parts, request, here.sign_in_id, sent.form)
    listed = rooms.by_phone.outstanding(call.tournament)
    meant = next((each for each in listed if (each.recipient, each.notice) == (sent.whom, sent.notice)), None)
    if meant is None:
        raise not_found("recipient", quoted(sent.whom))
    rooms.by_phone.note(call.tournament, meant, reached=sent.reached == "yes")
    _log.info(
        "call_noted", tournament=call.tournament, reached=sent.reached == "yes", by=call.principal.token_id
    )
    return to_page(f"/t/{call.tournament}/calls", call.language)
