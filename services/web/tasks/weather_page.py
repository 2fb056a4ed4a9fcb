"""The page on which officials decide about the weather of each day, and what waits to be decided next."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from urllib.parse import urlencode

import msgspec
from flask import Response

from services.delivery.muting import Muting
from services.notices.sessions_named import several_called
from services.officials.people_named import PeopleNamed
from services.tasks.day_decision import NOW, DayDecision
from services.tasks.day_questions import DECIDE_DAY, QUESTIONS, RIGHTS
from services.tasks.offered import Offer
from services.tasks.waiting import NextDecision, next_decisions
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.dangers import over_since
from services.tournament.weather.suspension import WARNINGS
from services.tournament.weather.warning_lines import proposal_ended, proposal_over, still_in_force
from services.web.docket.page_reader import PageReader
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.just_done import done_said
from services.web.signing_in.page import staff_page, zone_of
from services.web.site.times import Times
from services.web.tasks.links import Link, link
from shared.catalogue import Word, say


class NextLine(msgspec.Struct, frozen=True):
    """A decision that waits, in words, with the way to it; `late` where it is past its moment."""

    words: str
    by: datetime | None
    late: bool
    grave: bool
    way: Link


class Card(msgspec.Struct, frozen=True):
    """A proposal that waits for an answer, or a day that can be decided about, with the ways to do it.

    Attributes:
        stop: what suspends the day at once where a warning is in force: two presses.
    """

    title: str
    lines: Sequence[str]
    links: Sequence[Link]
    stop: Sequence[Link] = ()


def weather_page(muting: Muting, parts: Parts, call: Call) -> Response:
    """What waits, what was proposed, and each day with what can be decided about it now."""
    reader = PageReader(parts, call)
    decision = DayDecision(reader, reader.person)
    days, muted = decision.days().items(), muting.muted()
    since = next((each.since for each in muted if each.tournament in ("", call.tournament)), None)
    return staff_page(
        parts,
        call,
        "tasks/weather.html",
        done=done_said(parts, call),
        muted="" if since is None else decision.moment(since),
        when=Times(str(zone_of(parts, call)), call.language),
        next=next_lines(parts, call, reader),
        cards=[*_proposals(call, decision), *(_day(call, decision, *day) for day in sorted(days))],
        calls=call.visibility.scope("steer-deliveries") is not None,
    )


def next_lines(parts: Parts, call: Call, reader: PageReader) -> list[NextLine]:
    """What is to be decided next, for whoever may decide it."""
    now, names = parts.clock.now(), PeopleNamed(reader, reader.person)
    state = parts.desk.state(call.tournament)
    return [
        NextLine(
            _words(reader, state, each, Times(str(zone_of(parts, call)), call.language)),
            each.by,
            each.by is not None and each.by <= now,
            each.kind != "cutoff",
            link(call.tournament, _at_once(state, each), names, f"/t/{call.tournament}/weather"),
        )
        for each in next_decisions(state, call.visibility, now)
    ]


def _at_once(state: State, each: NextDecision) -> Offer:
    """Of a proposal that can be confirmed the read-back of that: a storm is no time for many presses.

    Once the warning is over there is time to choose.
    """
    proposal = state.proposals.get(each.offer.answers.get("proposal", ""))
    if proposal is None or proposal.outcome == "unknown" or over_since(state, proposal) is not None:
        return each.offer
    return Offer(each.offer.task, {**each.offer.answers, "answer": "confirm"})


def _words(reader: PageReader, state: State, each: NextDecision, when: Times) -> str:
    """The decision, with the warnings that ended since it was proposed, and those in force."""
    outcome = reader.text(f"weather_{each.outcome}") if each.outcome else ""
    at = "" if each.since is None else when.dated(each.since)
    proposal = state.proposals.get(each.offer.answers.get("proposal", ""))
    over, ended = (
        (None, None)
        if proposal is None
        else (proposal_over(state, proposal), proposal_ended(state, proposal))
    )
    values = {"day": each.day, "outcome": outcome, "at": at, "over": over, "ended": ended}
    kind = "moved" if each.moved else each.kind
    return say(f"page-weather-next-{kind}", reader.language, **values, still=still_in_force(state))


def _proposals(call: Call, decision: DayDecision) -> Iterator[Card]:
    for id, proposal in decision.open_proposals().items():
        about = {"what": "answer", "proposal": id}
        ways = [
            _way(call, called, {**about, "answer": answer})
            for answer, called in decision.answers_to(proposal)
        ]
        other = _way(call, decision.reader.text("storm_otherwise"), {"day": proposal.day.isoformat()})
        yield Card(id, decision.proposal_shown(proposal).splitlines(), [*ways, other])


def _day(call: Call, decision: DayDecision, day: date, sessions: Sequence[Session]) -> Card:
    about = {"day": day.isoformat()}
    options = decision.options(QUESTIONS["what"], about)
    lines = [_said(call, decision, session) for session in sessions]
    if day == decision.today and not any(each.day == day for each in decision.open_proposals().values()):
        lines += decision.warnings(day)
    if not sessions:
        lines = [decision.reader.text("storm_held_key", day=day)]
    ways = [_way(call, called, {**about, "what": what}) for what, called in options]
    return Card(decision.day_called(day), lines, ways, list(_stops(call, decision, day, sessions)))


def _said(call: Call, decision: DayDecision, session: Session) -> str:
    """A session with how far it is."""
    called = several_called([session], decision.state.plan).in_language(call.language)
    status = Word("session", session.status).in_language(call.language)
    return f"{called}{say('page-colon', call.language)}{status}"


def _stops(call: Call, decision: DayDecision, day: date, sessions: Sequence[Session]) -> Iterator[Link]:
    """What suspends today by each of the warnings, as of the Observatory's moment or of now."""
    what = "suspend" if all(session.status == "scheduled" for session in sessions) else "rest"
    about = {"day": day.isoformat(), "what": what}
    if day != decision.today or what not in decision.can(about):
        return
    for grounds in WARNINGS:
        since = decision.options(QUESTIONS["since"], {**about, "grounds": grounds})
        known = since[0][0] if len(since) > 2 else NOW
        called = decision.reader.text(f"storm_grounds_{grounds}")
        title = say("page-weather-stop", call.language, grounds=called, rest=what == "rest")
        yield _way(call, title, {**about, "grounds": grounds, "since": known})


def _way(call: Call, title: str, answers: dict[str, str]) -> Link:
    task = RIGHTS["answer"] if answers.get("what") == "answer" else DECIDE_DAY
    query = urlencode({**answers, "lang": call.language})
    return Link(title, "", f"/t/{call.tournament}/tasks/{task}?{query}")
