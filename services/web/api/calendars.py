"""Calendars: the programme, a session, or one entrant's own; and an address for programs without headers.

A calendar program can send no token. So an entrant gets an address that is signed, opens their calendar and
nothing else, and holds as long as the token under which they asked for it: revoking that ends both.
"""

from collections.abc import Iterator
from functools import partial

import msgspec
from flask import Response
from itsdangerous import BadData, URLSafeSerializer

from services.access.kinds import TOKEN
from services.access.principal import Principal
from services.access.rights import forbidden_of_others
from services.access.visibility import Visibility
from services.desk.calendars import calendar
from services.web.api.queries import ETAGS
from services.web.auth import admit
from services.web.etags import Answer
from services.web.parameters import PARAMETER_WRONG
from services.web.parts import Parts
from services.web.reads import answered, read_of_log
from services.web.routes import API, Action, Call, Content, Open, Route
from shared.catalogue import Phrase
from shared.problems import ProblemType, not_found

CALENDAR = "text/calendar"
TAG = "Reading a tournament"

FEED_ENDED = ProblemType("calendar-feed-ended", 404)

_HEADERS = (("Content-Type", f"{CALENDAR}; charset=utf-8"),)


class CalendarParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose calendar, or of which session; the whole programme, if neither is said."""

    entrant: str | None = None
    session: str | None = None


class FeedParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose calendar; a participant's own, if not said."""

    entrant: str | None = None


class FeedAddress(msgspec.Struct, frozen=True):
    """Where a calendar program reads; relative to this server. Keep it as you would keep a password."""

    href: str


def calendar_routes(parts: Parts) -> Iterator[Route]:
    """The calendar, and the address for programs."""
    route = partial(Route, tag=TAG)
    signer = URLSafeSerializer(parts.desk.key_for("calendar-feed"))
    yield route(
        name="calendar",
        path=f"{API}/tournaments/{{tournament}}/calendar.ics",
        work="costly",
        access=Action("sessions"),
        handle=partial(_calendar, parts),
        summary="The programme as an iCalendar, of a session, or of an entrant",
        description="Entries keep their UID when a session gets a new date; SEQUENCE is the seq of the event "
        "that changed them. With `entrant` it has table and seat, and needs the right `entrant`. It has no "
        "names.",
        parameters=CalendarParameters,
        of_log=True,
        answers={200: Content(media_type=CALENDAR)},
        refusals=(401, 403, 404),
        gives=ETAGS,
    )
    yield route(
        name="make-calendar-feed",
        method="POST",
        path=f"{API}/tournaments/{{tournament}}/calendar-feed",
        access=Action("calendar-feed"),
        handle=partial(_make_feed, parts, signer),
        summary="Get an address under which a calendar program reads an entrant's calendar",
        description="It opens that calendar alone, and holds as long as the token you send now.",
        parameters=FeedParameters,
        answers={201: Content(kind=FeedAddress)},
        refusals=(404,),
    )
    yield route(
        name="calendar-feed",
        path=f"{API}/calendars/{{feed}}",
        work="costly",
        access=Open("the signed address is the key, and it opens one calendar"),
        handle=partial(_feed, parts, signer),
        summary="An entrant's calendar, for calendar programs",
        answers={200: Content(media_type=CALENDAR)},
        refusals=(404,),
        gives=ETAGS,
    )


def _calendar(parts: Parts, call: Call) -> Response:
    parameters = call.parameters
    if parameters.entrant is not None and parameters.session is not None:
        raise PARAMETER_WRONG(
            name="session", detail=Phrase("part-calendars-say-entrant-session-not-both")
        ).at(field="session")
    if parameters.entrant is not None:
        seen = admit(parts.desk, call.principal, "entrant", call.tournament)
        _check_reach(seen, "entrant", parameters.entrant)
    make = partial(_made, parts, call, parameters.entrant, parameters.session)
    return read_of_log(parts, call, "calendar", make)


def _made(parts: Parts, call: Call, entrant: str | None, session: str | None) -> Answer:
    body = calendar(
        parts.desk,
        call.tournament,
        entrant=entrant,
        session=session,
        as_of=call.as_of,
        language=call.language,
    )
    return Answer(body, _HEADERS)


def _make_feed(parts: Parts, signer: URLSafeSerializer, call: Call) -> Response:
    entrant = call.parameters.entrant or call.principal.subject
    _check_reach(call.visibility, "calendar-feed", entrant)
    if not _entry(parts, call.tournament, entrant).reaches("entrant", entrant):
        raise not_found("entrant", entrant)
    signed = signer.dumps([call.tournament, entrant, call.principal.token_id])
    return answered(FeedAddress(f"{API}/calendars/{signed}"), 201)


def _feed(parts: Parts, signer: URLSafeSerializer, call: Call) -> Response:
    try:
        tournament, entrant, token_id = signer.loads(call.path["feed"])
    except BadData:
        raise FEED_ENDED() from None
    if not any(token.holds(parts.clock.now()) for token in parts.desk.grants.by_id(TOKEN, token_id)):
        raise FEED_ENDED()
    seen = _entry(parts, tournament, entrant)
    if not seen.reaches("entrant", entrant):
        raise FEED_ENDED()
    seen_call = msgspec.structs.replace(call, visibility=seen, path={"tournament": tournament})
    return read_of_log(parts, seen_call, "calendar-feed", partial(_made, parts, seen_call, entrant, None))


def _entry(parts: Parts, tournament: str, entrant: str) -> Visibility:
    """What is open to the reader of an entrant's calendar, which ends with the entry."""
    return parts.desk.visibility(tournament, Principal("", "participant", entrant, tournament))


def _check_reach(seen: Visibility, action: str, entrant: str) -> None:
    """Refuse a participant the calendar of another."""
    if not seen.reaches(action, entrant):
        raise forbidden_of_others(seen.role, action)
