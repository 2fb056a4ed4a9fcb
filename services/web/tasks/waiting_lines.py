"""What waits for whoever is signed in, as lines of their page."""

import msgspec

from services.officials.people_named import PeopleNamed
from services.tasks.subjects import Subjects, tables_waiting
from services.tasks.waiting import Waiting, waiting
from services.web.docket.page_reader import PageReader
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import zone_of
from services.web.subject_pages import record_of
from services.web.tasks.links import link
from shared.i18n import moment_in_short

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
    """Cases by their number, as the docket lists them; all else in lines."""

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
        about = subjects.title(each.about)
        since = "" if each.since is None else str(moment_in_short(each.since, zone, call.language))
        back = record_of(call.tournament, each.about) if each.about.startswith(_LEADS_BACK) else ""
        if each.offer is None:
            title = tables_waiting(each, call.language)
            return WaitingLine(title, about, f"{back}?lang={call.language}", since)
        way = link(call.tournament, each.offer, names, back)
        return WaitingLine(way.title, about, way.address, since)

    cases = [each for each in found if each.about.startswith(_CASE)]
    return WhatWaits(len(cases), tuple(line(each) for each in found if each not in cases))
