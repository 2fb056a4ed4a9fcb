"""Whom to ring up, as the last message about safety has not reached them: number, words, what came of it.

The list shrinks while several people work on it, so a page goes on after a person, not after so many.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

import msgspec
from flask import Response, request

from services.delivery.by_phone import MISSING, Outstanding
from services.delivery.correspondents import Details, name_in, recipient_of
from services.desk.correspondence import Correspondence
from services.notices.audiences import Recipient
from services.web.forms import read_form
from services.web.outbox.rooms import Rooms
from services.web.parts import Parts
from services.web.rendering import PageParameters
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from shared.catalogue import Word
from shared.finding import holds, sought
from shared.i18n import Language, tag
from shared.logs import logger
from shared.problems import not_found, quoted


class Somebody(msgspec.Struct, frozen=True):
    """Somebody a message is for.

    Attributes:
        number: of the entrant or referee; "" for the organizer and public places.
        role: "" for entrants.
        name, phone: "" where none is known, or where they were forgotten.
    """

    number: str
    role: str
    name: str
    phone: str


def people(parts: Parts, call: Call, keys: Iterable[str]) -> Mapping[str, Somebody]:
    """Those of these keys, each once."""
    wanted = [recipient_of(key) for key in dict.fromkeys(keys)]
    details = Correspondence(parts.desk).details(call.tournament, wanted)
    return {recipient.key: _somebody(recipient, details[recipient], call.language) for recipient in wanted}


def found_among(parts: Parts, call: Call, keys: Iterable[str], wanted: str) -> set[str]:
    """Those of these keys whose number, name in any language or telephone number holds every word."""
    recipients = [recipient_of(key) for key in dict.fromkeys(keys)]
    details, words = Correspondence(parts.desk).details(call.tournament, recipients), sought(wanted)
    return {
        recipient.key
        for recipient in recipients
        if holds(recipient.number, _names(details[recipient]), words, details[recipient].get("phone", ""))
    }


def _names(details: Details) -> Iterable[str]:
    return (details.get(field, "") for field in ("name_en", "name_zh", "name"))


def _somebody(recipient: Recipient, details: Details, language: Language) -> Somebody:
    role = "" if recipient.kind == "entrant" else Word("recipient", recipient.kind).in_language(language)
    number = recipient.number if recipient.kind in ("entrant", "referee") else ""
    return Somebody(number, role, name_in(details, language), details.get("phone", ""))


_MOST = 30
_log = logger(__name__)

Share = Literal["all", "odd", "even"]


class CallsParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of those to ring up.

    Attributes:
        q: words that number, name or phone number hold.
        share: those with odd or even numbers alone, so that two people can split the list.
        after: the place of the person that the page before ended with.
    """

    q: str = ""
    share: Share = "all"
    after: str = ""


class CalledForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a call: whom about which notice, "yes" where they were reached; what page was open."""

    form: str
    whom: str
    notice: str
    reached: str
    q: str = ""
    share: str = "all"
    after: str = ""


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
    asked: CallsParameters = call.parameters
    everyone = rooms.by_phone.outstanding(call.tournament)
    found = _wanted(parts, call, everyone)
    begin = next((place for place, each in enumerate(found) if _place(each) > asked.after), len(found))
    shown = found[begin : begin + _MOST]
    more = begin + _MOST < len(found)
    known = people(parts, call, (each.recipient for each in shown))

    def line(each: Outstanding) -> ToCall:
        spoken = rooms.by_phone.called(call.tournament, each.recipient).language or call.language
        sentence = rooms.by_phone.sentence(call.tournament, each, spoken)
        return ToCall(each.recipient, each.notice, each.missing, known[each.recipient], spoken, sentence)

    lines = [line(each) for each in shown]
    return staff_page(
        parts,
        call,
        "outbox/calls.html",
        lines=lines,
        count=len(everyone),
        found=len(found),
        first=begin + 1,
        last=begin + len(shown),
        following=_place(shown[-1]) if more else None,
        asked=asked,
        shares=get_args(Share),
    )


def _wanted(parts: Parts, call: Call, everyone: Sequence[Outstanding]) -> list[Outstanding]:
    """Those of the list who are asked for."""
    asked: CallsParameters = call.parameters
    shared = [each for each in everyone if asked.share in ("all", share_of(each.recipient))]
    if not asked.q.strip():
        return shared
    keys = found_among(parts, call, (each.recipient for each in shared), asked.q)
    return [each for each in shared if each.recipient in keys]


def share_of(recipient: str) -> Share:
    """In which half of the list somebody is: odd by the last figure of the number, else even."""
    return "odd" if recipient[-1:] in tuple("13579") else "even"


def _place(each: Outstanding) -> str:
    """Where somebody stands in the list, in its order."""
    return f"{MISSING.index(each.missing)} {each.recipient}"


def note_call(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """Keep what came of a call.

    Raises:
        Problem: not-found, of somebody who is not on the list.
    """
    here, sent = sign_in_of(call), read_form(CalledForm)
    check_form(parts, request, here.grant_id, sent.form)
    listed = rooms.by_phone.outstanding(call.tournament)
    meant = next((each for each in listed if (each.recipient, each.notice) == (sent.whom, sent.notice)), None)
    if meant is None:
        raise not_found("recipient", quoted(sent.whom))
    rooms.by_phone.note(call.tournament, meant, reached=sent.reached == "yes")
    _log.info(
        "call_noted", tournament=call.tournament, reached=sent.reached == "yes", by=call.principal.token_id
    )
    kept = {"q": sent.q, "share": sent.share, "after": sent.after}
    return to_page(
        f"/t/{call.tournament}/calls", call.language, **{name: word for name, word in kept.items() if word}
    )
