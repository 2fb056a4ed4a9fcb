"""The latest notices with what became of each, what waits for a word, and how many are to be rung up."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from flask import Response, request

from services.delivery.holding import Holding
from services.delivery.ledger import Counts
from services.delivery.muting import Muting
from services.delivery.release_decisions import PILES, Decider, Decision, Pile
from services.desk.correspondence import Correspondence
from services.officials.meaning import held_parts
from services.personal.read_back import Change, Part, changes_shown, differences, parts_in, written
from services.personal.texts import bot_text
from services.web.docket.page_reader import PageReader
from services.web.forms import read_form
from services.web.outbox.announcing import ANNOUNCED
from services.web.outbox.rooms import Rooms
from services.web.parts import Parts
from services.web.rendering import PageParameters
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import just_done
from services.web.signing_in.page import sign_in_of, staff_page, to_page, zone_of
from services.web.signing_in.proving import to_prove_first
from shared.i18n import moment_shown
from shared.logs import logger
from shared.problems import not_found, quoted

_MOST = 25
_POST = "post-"
"""How the kinds begin that stand on the site and in public channels, and are sent to nobody."""
_TROUBLE = ("failed", "unlinked", "unknown", "held")
_FIGURES = (
    "sent",
    "acknowledged",
    "pending",
    "held",
    "unknown",
    "failed",
    "unlinked",
    "expired",
    "declined",
    "cancelled",
)
"""What becomes of messages, in the order in which it is shown."""
_log = logger(__name__)


class OverviewParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of them.

    Attributes:
        after: so many of the newest are passed over.
        trouble: there where only those are wanted that did not reach everybody.
        done: what whoever asks has just done, signed.
    """

    after: int = 0
    trouble: str | None = None
    done: str | None = None


class DecideParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to become of what waits."""

    pile: str
    decision: str


class DecideForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmation: with the number of the question, so that two people cannot decide it differently.

    Attributes:
        read: the kinds that were read back.
    """

    form: str
    pile: str
    decision: str
    asked: str
    read: str = ""


class Line(msgspec.Struct, frozen=True):
    """A notice in the list.

    Attributes:
        figures: by what became of messages how many there are, without those that are zero.
        trouble: somebody should look at it.
        channels: of what everyone reads, to how many public channels it goes; None for all else.
    """

    reference: str
    kind: str
    at: datetime
    shown_at: str
    progress: str
    figures: tuple[tuple[str, int], ...]
    trouble: bool
    channels: int | None


class Waiting(msgspec.Struct, frozen=True):
    """What waits for a word."""

    pile: Pile
    why: str
    since: str


def overview(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """The page."""
    after, trouble = call.parameters.after, call.parameters.trouble is not None
    found = list(reversed(rooms.ledger.counts(call.tournament)))
    wanted = [counts for counts in found if not trouble or _is_trouble(counts)]
    lines = _lines(parts, call, wanted[after : after + _MOST])
    return staff_page(
        parts,
        call,
        "outbox/overview.html",
        lines=lines,
        announced=just_done(parts, call) == [ANNOUNCED],
        trouble=trouble,
        troubled=sum(_is_trouble(counts) for counts in found),
        following=after + _MOST if after + _MOST < len(wanted) else None,
        waiting=_waiting(parts, rooms.holding, rooms.muting, call),
        to_call=len(rooms.by_phone.outstanding(call.tournament)),
        steers=call.visibility.scope("steer-deliveries") is not None,
    )


def ask_to_decide(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """Read back what is about to be decided."""
    return _to_be_decided(
        parts, rooms, call, _pile(call.parameters.pile), _decision(call.parameters.decision)
    )


def _to_be_decided(
    parts: Parts,
    rooms: Rooms,
    call: Call,
    pile: Pile,
    decision: Decision,
    changes: Sequence[Change] = (),
) -> Response:
    reader = PageReader(parts, call)
    waits = _held(rooms, call, reader) if pile == "held" else []
    return staff_page(
        parts,
        call,
        "outbox/decide.html",
        pile=pile,
        decision=decision,
        asked=rooms.steering.number(call.tournament, pile),
        kinds=[kind.text for kind in waits],
        read=written(waits),
        changed=changes_shown(reader, changes),
        says=reader.text,
    )


def _held(rooms: Rooms, call: Call, reader: PageReader) -> list[Part]:
    """The kinds of what is held."""
    return [kind for held in rooms.holding.held(call.tournament) for kind in held_parts(reader, held.kinds)]


def decide(parts: Parts, rooms: Rooms, call: Call) -> Response:
    """Send or drop what waits, once; kinds that were not read back are read first."""
    here, sent = sign_in_of(call), read_form(DecideForm)
    check_form(parts, request, here.grant_id, sent.form)
    if (first := to_prove_first(parts, call, "deliveries")) is not None:
        return first
    pile, decision = _pile(sent.pile), _decision(sent.decision)
    if not sent.asked.isascii() or not sent.asked.isdigit():
        raise not_found("pile", quoted(sent.asked))
    if pile == "held" and int(sent.asked) == rooms.steering.number(call.tournament, pile):
        changes = differences(parts_in(sent.read) or [], _held(rooms, call, PageReader(parts, call)))
        if changes:
            return _to_be_decided(parts, rooms, call, pile, decision, changes)
    by, now = Decider("http", call.principal.actor), parts.clock.now()
    count = rooms.steering.decide(call.tournament, pile, decision, by, now, asked=int(sent.asked))
    _log.info("held_decided", tournament=call.tournament, decision=decision, pile=pile, count=count)
    return to_page(f"/t/{call.tournament}/deliveries", call.language)


def _is_trouble(counts: Counts) -> bool:
    return any(getattr(counts, name) for name in _TROUBLE)


def _lines(parts: Parts, call: Call, found: Sequence[Counts]) -> list[Line]:
    zone, book = zone_of(parts, call), Correspondence(parts.desk)
    lines = []
    for counts in found:
        at = book.recorded_at(call.tournament, counts.seq)
        figures = tuple((name, number) for name in _FIGURES if (number := getattr(counts, name)))
        lines.append(
            Line(
                counts.reference,
                bot_text(f"kind_{counts.kind}", call.language),
                at,
                moment_shown(at, zone, call.language),
                counts.progress,
                figures,
                _is_trouble(counts),
                sum(number for name, number in figures if name != "unlinked")
                if counts.kind.startswith(_POST)
                else None,
            )
        )
    return lines


def _waiting(parts: Parts, holding: Holding, muting: Muting, call: Call) -> list[Waiting]:
    zone = zone_of(parts, call)
    found = [
        Waiting("muted", muted.why, moment_shown(muted.since, zone, call.language))
        for muted in muting.muted()
        if muted.tournament == call.tournament
    ]
    if holding.held(call.tournament):
        found.append(Waiting("held", "", ""))
    return found


def _pile(text: str) -> Pile:
    for pile in PILES:
        if pile == text:
            return pile
    raise not_found("pile", quoted(text))


def _decision(text: str) -> Decision:
    if text == "send":
        return "send"
    if text == "drop":
        return "drop"
    raise not_found("pile", quoted(text))
