"""One notice: what it says in each language, to whom it went by which way, what to do where it did not."""

from collections.abc import Sequence

import msgspec
from flask import Response, request

from services.delivery.correspondents import name_in, recipient_of
from services.delivery.delivery_list import Made
from services.delivery.reasons import reason
from services.notices.look import Look
from services.notices.rendering import message
from services.personal.texts import bot_text
from services.web.forms import read_form
from services.web.outbox.calls import Somebody, people
from services.web.outbox.rooms import Rooms
from services.web.parts import Parts
from services.web.rendering import PageParameters
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of, staff_page, to_page, zone_of
from shared.catalogue import Phrase, Word, languages
from shared.i18n import Language, moment_shown, tag
from shared.logs import logger
from shared.problems import not_found, quoted

_MOST = 100
_SENT = ("sent", "unknown")
_log = logger(__name__)


class NoticeParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of its messages: those after so many."""

    after: int = 0


class RequeueForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The button that tries once more what was given up."""

    form: str


class Row(msgspec.Struct, frozen=True):
    """A message in the list."""

    people: tuple[Somebody, ...]
    channel: str
    status: str
    why: Phrase | Word | str
    at: str
    read: str


class Wording(msgspec.Struct, frozen=True):
    """What a notice says to one of those it is for."""

    language: Language
    text: str

    @property
    def tag(self) -> str:
        return tag(self.language)


def one_notice(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """The page of a notice; raises Problem: not-found."""
    reference, after = call.path["reference"], call.parameters.after
    found = rooms.ledger.counts(call.tournament, reference)
    if not found:
        raise not_found("notice", quoted(reference))
    made = rooms.made.of(call.tournament, reference, after, _MOST)
    known = people(parts, call, (key for each in made for key in each.recipients))
    zone = zone_of(parts, call)

    def row(each: Made) -> Row:
        return Row(
            tuple(known[key] for key in each.recipients),
            each.channel,
            each.status,
            reason(each.why),
            "" if each.settled_at is None else moment_shown(each.settled_at, zone, call.language),
            "" if each.read_at is None else moment_shown(each.read_at, zone, call.language),
        )

    return staff_page(
        parts,
        call,
        "outbox/notice.html",
        counts=found[0],
        kind=bot_text(f"kind_{found[0].kind}", call.language),
        at_moment=moment_shown(rooms.book.recorded_at(call.tournament, found[0].seq), zone, call.language),
        rows=[row(each) for each in made],
        wordings=_wordings(rooms, call, made),
        following=after + _MOST if len(made) == _MOST else None,
        dead=sum(counts.dead for counts in found),
        steers=call.visibility.scope("steer-deliveries") is not None,
    )


def try_again(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """Try once more what was given up; never what may have arrived."""
    reference = call.path["reference"]
    here, sent = sign_in_of(call), read_form(RequeueForm)
    check_form(parts, request, here.grant_id, sent.form)
    if not rooms.ledger.counts(call.tournament, reference):
        raise not_found("notice", quoted(reference))
    count = rooms.deliveries.requeue(call.tournament, reference, parts.clock.now())
    _log.info("deliveries_requeued", tournament=call.tournament, count=count, by=call.principal.token_id)
    return to_page(f"/t/{call.tournament}/deliveries/{reference}", call.language)


def _wordings(rooms: Rooms, call: Call, made: Sequence[Made]) -> list[Wording]:
    """What it says in each language, to the first whom it names: as it was sent, or as it would be now."""
    first = next((each for each in made if each.recipients), None)
    notice = None if first is None else rooms.notices.read_one(call.tournament, first.notice)
    if notice is None or first is None:
        return []
    sent = [each.settled_at for each in made if each.status in _SENT and each.settled_at is not None]
    if sent:
        state = rooms.book.past_state(call.tournament, notice.seq, min(sent))
    else:
        state = rooms.book.state(call.tournament)
    reader = recipient_of(first.recipients[0])
    details = rooms.book.details(call.tournament, [reader])[reader]
    words = rooms.book.words(call.tournament, notice)
    found = []
    for language in languages():
        look = Look(state, notice, reader, language, words.get(language, ""))
        found.append(Wording(language, message([(name_in(details, language), look)]).text))
    return found
