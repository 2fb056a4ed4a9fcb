"""The page of an official: what waits, where to go from here, where they are signed in, and elsewhere."""

from collections.abc import Iterator, Sequence

import msgspec
from flask import Response, current_app, request
from msgspec import structs

from services.access import sign_ins
from services.access.grant_rows import Grant
from services.access.kinds import SIGN_IN, SIGN_IN_UNKNOWN
from services.access.rights import Role
from services.access.sign_ins import SIGN_IN_RIGHT
from services.access.visibility import ANYONE
from services.desk.duplicates import DuplicatesAnswer, DuplicateView
from services.desk.params import NoParams
from services.desk.programme import OfficialsAnswer, OfficialView
from services.desk.site.programme import Programme, SessionShown, programme
from services.officials.people_named import PeopleNamed
from services.tasks.closing import CLOSE
from services.tasks.subjects import Subjects, tables_waiting
from services.tasks.waiting import Waiting, waiting
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.web.docket.page_reader import PageReader
from services.web.forms import read_form
from services.web.link_sharing import handed_over
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.cookies import drop
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_said
from services.web.signing_in.page import answer, name_of, sign_in_of, staff_page, to_page, zone_of
from services.web.signing_in.proving import to_prove_first
from services.web.site.times import Times
from services.web.subject_pages import record_of
from services.web.tasks.links import link
from services.web.tasks.weather_page import next_lines
from shared.catalogue import Listed, Word
from shared.catalogue.titles import title_of
from shared.i18n import moment_in_short
from shared.logs import logger
from shared.problems import not_found, quoted

_log = logger(__name__)
_ORGANIZER = "organizer"
_EVERYWHERE = "everywhere"
_MOST_DUPLICATES = 50
_WAYS = (
    ("tasks", "/t/{tournament}/tasks", SIGN_IN_RIGHT),
    ("weather", "/t/{tournament}/weather", "weather"),
    ("docket", "/t/{tournament}/docket", "docket"),
    ("history", "/t/{tournament}/history", "timeline"),
    ("deliveries", "/t/{tournament}/deliveries", "deliveries"),
    ("outbox_calls", "/t/{tournament}/calls", "steer-deliveries"),
    ("outbox_announce", "/t/{tournament}/announce", "make-announcement"),
    ("standings", "/t/{tournament}/standings", "standings"),
    ("results", "/t/{tournament}/results", "publications"),
    ("board_set_up", "/t/{tournament}/staff/board", "board-link"),
    ("founding", "/staff/found", "define-tournament"),
    ("staff_signed_in", "/t/{tournament}/staff/sign-ins", "sign-ins"),
)
"""Where pages lead to: what each is called, its address, and the right it takes."""


class SignOutForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which sign-in ends: "" for this one, "everywhere" for all of whoever sends it, or its id."""

    form: str
    which: str = ""


class LinkForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For whom a link is: "" for oneself, else an official's number, or "organizer"."""

    form: str
    whom: str = ""


def landing(parts: Parts, call: Call) -> Response:
    """Where to go from here."""
    shown = programme(parts.desk, call.tournament)
    return staff_page(
        parts,
        call,
        "signing_in/staff.html",
        name=name_of(parts, call),
        done=done_said(parts, call),
        ways=list(_ways(call)),
        programme=shown,
        sessions=list(_sessions(shown)),
        stages=_stages(call, shown),
        when=_times(parts, call),
        waits=what_waits(parts, call),
        next=next_lines(parts, call, PageReader(parts, call)),
        task_called=lambda task: title_of(task, call.language),
        duplicates=_duplicates(parts, call),
        lines=_mine(parts, call),
        steps=_first_steps(parts, call, shown),
        replays=call.visibility.scope("timeline") is not None,
        officials=_officials(parts, call) if call.visibility.scope("sign-ins") else (),
    )


def everyone(parts: Parts, call: Call) -> Response:
    """Who is signed in to the tournament, for the organizer."""
    return staff_page(
        parts, call, "signing_in/everyone.html", lines=_open(parts, call), when=_times(parts, call)
    )


def back_to_staff(parts: Parts, call: Call) -> Response:
    """The way from the address of a form to the page that has it."""
    return to_page(f"/t/{call.tournament}/staff", call.language)


def sign_out(parts: Parts, call: Call) -> Response:
    """End a sign-in: this one, all of whoever asks, or one that they see listed."""
    here, sent = sign_in_of(call), read_form(SignOutForm)
    check_form(parts, request, here.grant_id, sent.form)
    if sent.which == _EVERYWHERE:
        ended = [mine.grant_id for mine in _mine(parts, call)]
    elif sent.which:
        reached = _open(parts, call) if call.visibility.scope("sign-ins") else _mine(parts, call)
        ended = [other.grant_id for other in reached if other.grant_id == sent.which]
        if not ended:
            raise SIGN_IN_UNKNOWN(sign_in=quoted(sent.which))
    else:
        ended = [here.grant_id]
    for sign_in_id in ended:
        parts.desk.grants.revoke(SIGN_IN, sign_in_id, call.tournament)
        _log.info("signed_out", tournament=call.tournament, sign_in=sign_in_id, by=here.grant_id)
    if here.grant_id not in ended:
        return to_page(f"/t/{call.tournament}/staff", call.language)
    response = answer(parts, structs.replace(call, visibility=ANYONE), "signing_in/left.html")
    drop(response, call.tournament, secure=parts.pages.are_secure)
    return response


def make_link(parts: Parts, call: Call) -> Response:
    """A link for another device, or for another official, as a picture to hold a phone to."""
    here, sent = sign_in_of(call), read_form(LinkForm)
    check_form(parts, request, here.grant_id, sent.form)
    if (first := to_prove_first(parts, call, "staff")) is not None:
        return first
    role, subject = here.principal.role, here.whose
    if sent.whom:
        parts.desk.admit(call.tournament, call.principal, "sign-ins")
        role, subject = _whom(parts, call, sent.whom)
    proven_at = None if sent.whom else here.proven_at
    made = sign_ins.make_link(
        parts.desk.grants, role, subject, call.tournament, here.grant_id, proven_at=proven_at
    )
    _log.info("sign_in_link_made", tournament=call.tournament, role=role, subject=subject, by=here.grant_id)
    return staff_page(
        parts,
        call,
        "signing_in/link.html",
        role=role,
        subject="" if role == "organizer" else subject,
        other=bool(sent.whom),
        link=handed_over(parts, f"{made.path}?lang={call.language}"),
        code=f"{made.code[:4]} {made.code[4:]}",
        minutes=made.minutes,
    )


def _first_steps(parts: Parts, call: Call, shown: Programme) -> list[str]:
    """The tasks that a tournament begins with which nobody has done yet, for who may do them."""
    steps = []
    if call.visibility.scope("import-entrants"):
        anybody = any(session.people or session.waiting for session in shown.sessions)
        steps += [] if anybody else ["import-entrants"]
    if call.visibility.scope("appoint-referee"):
        steps += [] if _officials(parts, call) else ["appoint-referee"]
    return steps


def _ways(call: Call) -> Iterator[tuple[str, str]]:
    """What can be gone to from here: what it is called and its address, as far as there are such pages."""
    routes: object = getattr(current_app, "routes", {})
    known = {route.path for route in routes.values()} if isinstance(routes, dict) else set()
    for name, path, action in _WAYS:
        if path in known and call.visibility.scope(action) is not None:
            yield name, path.replace("{tournament}", call.tournament)


def _sessions(shown: Programme) -> Iterator[SessionShown]:
    """The sessions that an official has to do with now: those of today, and those not over."""
    today = shown.plan.local_day(shown.now)
    for session in shown.sessions:
        if session.phase != "ended" or session.day == today:
            yield session


def _stages(call: Call, shown: Programme) -> dict[Stage, Text]:
    """What each stage is called of which a session is over, for who may close it."""
    over = {session.stage for session in shown.sessions if session.phase == "ended"}
    may = call.visibility.scope(CLOSE) is not None
    return {stage: name for stage, name in shown.plan.stage_names.items() if may and stage in over}


def _duplicates(parts: Parts, call: Call) -> Sequence[tuple[DuplicateView, str]]:
    """Who may be registered twice and what they have the same in words, for who may read that."""
    if call.visibility.scope("duplicates") is None:
        return ()
    answer: DuplicatesAnswer = parts.desk.ask(
        call.tournament, "duplicates", NoParams(), call.visibility, language=call.language
    )
    return [
        (row, Listed([Word("alike", each) for each in row.same]).in_language(call.language))
        for row in answer.rows[:_MOST_DUPLICATES]
    ]


def _open(parts: Parts, call: Call) -> list[Grant]:
    """The sign-ins of the tournament that hold now."""
    now = parts.clock.now()
    return [found for found in parts.desk.grants.listed(SIGN_IN, call.tournament) if found.holds(now)]


def _mine(parts: Parts, call: Call) -> list[Grant]:
    here = sign_in_of(call)
    return [found for found in _open(parts, call) if (found.scope, found.whose) == (here.scope, here.whose)]


def _times(parts: Parts, call: Call) -> Times:
    return Times(str(zone_of(parts, call)), call.language)


def _officials(parts: Parts, call: Call) -> tuple[OfficialView, ...]:
    known: OfficialsAnswer = parts.desk.ask(
        call.tournament, "officials", NoParams(), call.visibility, language=call.language
    )
    return tuple(row for row in known.rows if row.active)


def _whom(parts: Parts, call: Call, whom: str) -> tuple[Role, str]:
    """The role and subject of another official."""
    if whom == _ORGANIZER:
        return "organizer", sign_in_of(call).whose
    found = next((row for row in _officials(parts, call) if row.referee == whom), None)
    if found is None:
        raise not_found("referee", quoted(whom))
    role: Role = "chief_referee" if found.chief else "referee"
    return role, found.referee


_CASE = "case:"
_LEADS_BACK = ("session:", "stage:")


class WaitingLine(msgspec.Struct, frozen=True):
    """One of what waits.

    Attributes:
        since: the day and the hour; "" where that is not known.
    """

    title: str
    about: str
    address: str
    since: str


class WhatWaits(msgspec.Struct, frozen=True):
    """The number of cases, which the docket lists; and all in lines, as `/todo` has them."""

    cases: int
    lines: tuple[WaitingLine, ...]


def what_waits(parts: Parts, call: Call) -> WhatWaits:
    """What waits, the most urgent first."""
    state = parts.desk.state(call.tournament)
    reader = PageReader(parts, call)
    found = waiting(state, call.visibility, parts.clock.now())
    names, subjects, zone = (
        PeopleNamed(reader, reader.person),
        Subjects(state, reader, reader.person, call.visibility),
        zone_of(parts, call),
    )

    def line(each: Waiting) -> WaitingLine:
        about = subjects.waits(each)
        since = "" if each.since is None else str(moment_in_short(each.since, zone, call.language))
        back = record_of(call.tournament, each.about) if each.about.startswith(_LEADS_BACK) else ""
        if each.offer is None:
            title = tables_waiting(each, call.language)
            return WaitingLine(title, about, f"{back}?lang={call.language}", since)
        way = link(call.tournament, each.offer, names, back)
        return WaitingLine(way.title, about, way.address, since)

    cases = sum(each.about.startswith(_CASE) for each in found)
    return WhatWaits(cases, tuple(map(line, found)))
