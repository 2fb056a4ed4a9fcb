"""What a decision about a day leads to, read back before it goes out; and who decided otherwise since."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import zip_longest

import msgspec

from services.delivery.channel_choice import Ways
from services.desk.answers import TimelineAnswer, TimelineEntry
from services.desk.notice_preview import Alike, Foretelling, Foretold, foretell, foretold_by
from services.desk.params import TimelineParams
from services.officials.cases import actor_shown
from services.officials.done_alike import alike_part, done_alike
from services.officials.tables import note_said, sessions_called
from services.personal.read_back import NOT_AS_READ, Part, differences, part
from services.personal.reader import Speaker
from services.personal.texts import bot_text, clipped
from services.tasks.day_decision import DayDecision
from services.tasks.described import Answers
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from services.tournament.weather.dangers import ended_at, in_force
from services.tournament.weather.going_ahead import PLAY_SUSPENDED, goes_ahead_stands
from services.tournament.weather.suspension import (
    NOTHING_SUSPENDED,
    NOTHING_TO_SUSPEND,
    SESSIONS_MOVED,
    SessionsSuspended,
    was_on,
)
from services.tournament.weather.warning_lines import played_on
from shared.catalogue import Listed, shown
from shared.i18n import time_shown
from shared.problems import Problem

_LONGEST_REASON = 60
_MOST_TEXTS = 10
"""Kinds of texts shown whole: a day has fewer, unless its stages differ."""
ENDED = frozenset({NOTHING_SUSPENDED.code, SESSIONS_MOVED.code, NOTHING_TO_SUSPEND.code, PLAY_SUSPENDED.code})
"""The refusals of what was decided otherwise meanwhile."""


class Told(msgspec.Struct, frozen=True):
    """A kind of text that goes out, as it will arrive, or those that differ from it in the hours alone."""

    heading: str
    lines: Sequence[str]


class ReadBack(msgspec.Struct, frozen=True):
    """What is read back.

    Attributes:
        lines: what is decided, why, what becomes void, from when on, and how many are told by what.
        told: the texts, in each language of the tournament.
        parts: what of it counts when it is confirmed.
    """

    lines: Sequence[str]
    told: Sequence[Told]
    parts: list[Part]


def read_back(decision: DayDecision, answers: Answers, ways: Callable[[Foretelling], Ways]) -> ReadBack:
    """What it leads to now.

    Args:
        ways: by what the people of such a foretelling are reached.

    Raises:
        Problem: as the command would.
    """
    reader, person, command = decision.reader, decision.person, decision.command(answers)
    foretold = foretell(reader.desk, decision.tournament, command, person.principal)
    before, decided = reader.desk.foresee(decision.tournament, command, person.principal)
    remarks = {note.code: f"⚠ {note_said(note, reader.language)}" for note in foretold.remarks}
    if answers.get("answer") == "refuse":
        proposal = decision.state.proposals[answers["proposal"]]
        stands = what_stands(reader, decided.state, proposal.day)
        lines = [*remarks.values(), decision.proposal_shown(proposal)]
        lines.append(reader.text("proposal_refused_then", stands=stands))
        return ReadBack(lines, [], _parts(decision, answers, foretold, {}, decision.state))
    # What is wrong comes first: a chat shows the beginning of what is long.
    lines = [*remarks.values(), *_summary(decision, answers, foretold)]
    lines.append(_reached(decision, foretold, ways(foretold)))
    called = sessions_called(reader, person, foretold.sessions)
    by_session = dict(zip(foretold.sessions, called, strict=True))
    parts = _parts(decision, answers, foretold, by_session, decision.state)
    parts += [part(f"remark {code}", code, said, "go") for code, said in remarks.items()]
    alike = done_alike(reader, decision.tournament, command, before, decided)
    parts += alike_part(reader, person, alike)
    return ReadBack(lines, list(_told(decision, foretold)), parts)


def what_stands(reader: Speaker, state: State, day: date) -> str:
    """What stands of a day of which a proposal is refused, as pages say it from then on."""
    sessions = [session for session in state.sessions.values() if session.day == day]
    warned = played_on(state, sessions)
    if warned is None and any(session.status == "suspended" for session in sessions):
        return reader.text("proposal_stands_off", day=day)
    ahead = goes_ahead_stands(state, day)
    return reader.text("proposal_stands", day=day, warned=warned, ahead=ahead)


def agreed_to_day(
    decision: DayDecision, answers: Answers, command: Command, read: Sequence[Part]
) -> Callable[[State, Decision], None]:
    """What refuses a command that would mean something else than was read: not-as-read."""

    def check(state: State, decided: Decision) -> None:
        foretold = foretold_by(state, decided, command, decision.person.principal.actor)
        if differences(read, _parts(decision, answers, foretold, {}, state)):
            raise NOT_AS_READ()

    return check


def _summary(decision: DayDecision, answers: Answers, foretold: Foretelling) -> Iterator[str]:
    text, (what, day) = decision.reader.text, decision.decided(answers)
    yield text(
        "storm_read_back",
        what=text(f"storm_what_{what}"),
        day=day,
        new_day=date.fromisoformat(answers["new_day"]) if "new_day" in answers else None,
        sessions=foretold.called if foretold.sessions else "–",
    )
    stops = foretold.suspended
    if stops is not None:
        yield _because(decision, answers, stops, _until(decision.state, stops))
        if stops.voided:
            yield text("storm_voided", sessions=foretold.voided, count=len(stops.voided))
        by = _hour(decision, stops.next_word)
        yield text("storm_hour", now=_hour(decision, decision.now), next_word=by)
    given = answers.get("next_word")
    if given:
        by_then = datetime.fromisoformat(given)
        if decision.state.plan.local_day(by_then) == decision.today + timedelta(days=1):
            yield text("storm_word_tomorrow", next_word=_hour(decision, by_then))


def _until(state: State, stops: SessionsSuspended) -> datetime | None:
    """When the warning of a suspension ended; None while it is in force, or for another reason."""
    return None if stops.since is None else ended_at(state, stops.grounds, stops.since)


def _because(
    decision: DayDecision, answers: Answers, stops: SessionsSuspended, until: datetime | None
) -> str:
    """Why: the warning, or what was written where it is another reason; since when, and until when."""
    text = decision.reader.text
    written = answers.get(decision.reader.language) or answers.get("en") or answers.get("zh")
    if stops.grounds == "other" and written:
        grounds = text("storm_grounds_written", reason=clipped(written, _LONGEST_REASON))
    else:
        grounds = text(f"storm_grounds_{stops.grounds}")
    known = (("since", stops.since), ("until", until))
    hours = {name: None if at is None else _hour(decision, at) for name, at in known}
    return text("storm_because", grounds=grounds, **hours)


def _reached(decision: DayDecision, foretold: Foretelling, ways: Ways) -> str:
    return decision.reader.text(
        "storm_reached",
        count=len(foretold.recipients),
        linked=len(ways.chats),
        pushed=len(ways.browsers),
        mailed=len(ways.emails),
        unreached=len(foretold.recipients) - ways.reached,
    )


def _hour(decision: DayDecision, moment: datetime) -> str:
    """A moment by the hour alone if it is of today."""
    if decision.state.plan.local_day(moment) != decision.today:
        return decision.moment(moment)
    return time_shown(moment, decision.zone, decision.reader.language)


def _told(decision: DayDecision, foretold: Foretelling) -> Iterator[Told]:
    """Each kind of text in every language of the tournament.

    Of those that differ in the session and its hours alone the first is shown, and a line for each other.
    """
    text = decision.reader.text
    kinds = foretold.texts[:_MOST_TEXTS]
    for kind, following in zip_longest(kinds, kinds[1:]):
        for language in decision.languages:
            spoken = bot_text("language_name", language)
            heading = text("storm_text", language=spoken, count=kind.count, officials=kind.officials)
            yield Told(heading, [kind.texts[language]])
        # Said once below texts after each other that go out of the same sessions.
        if kind.alike and (following is None or _alikes(decision, following) != _alikes(decision, kind)):
            yield Told(text("storm_alike", count=len(kind.alike)), _alikes(decision, kind))
    left = foretold.texts[_MOST_TEXTS:]
    if left:
        count = sum(kind.count for kind in left)
        yield Told("", [text("storm_more", texts=len(left), count=count)])


def _alikes(decision: DayDecision, kind: Foretold) -> list[str]:
    return [_alike(decision, other) for other in kind.alike]


def _alike(decision: DayDecision, other: Alike) -> str:
    """A session of which the same is said, with its hours."""
    hours = other.hours[decision.reader.language]
    return decision.reader.text("storm_alike_session", session=other.session, hours=hours or None)


def _parts(
    decision: DayDecision,
    answers: Answers,
    foretold: Foretelling,
    called: Mapping[str, object],
    state: State,
) -> list[Part]:
    """The warnings and whether they are over, sessions with their hours, what becomes void, kinds of text.

    How many read it, and what of it goes by where each of them is, changes with whoever checks in.

    Args:
        called: what people call the sessions.
    """
    text, language = decision.reader.text, decision.reader.language
    found, stops = list[Part](), foretold.suspended
    if stops is not None:
        until = _until(state, stops)
        because = _because(decision, answers, stops, until)
        found.append(part("because", [stops.grounds, stops.since, until], because))
    for danger in in_force(state):
        # What people read begins with what to do in it, whatever is decided.
        if stops is None or danger.grounds != stops.grounds:
            grounds, since = text(f"storm_grounds_{danger.grounds}"), _hour(decision, danger.begin)
            line = text("storm_because", grounds=grounds, since=since, until=None)
            found.append(part(f"danger {danger.grounds}", danger.begin, line))
    for id in foretold.sessions:
        session = decision.state.sessions[id]
        hours = [
            hour
            for hour in (session.plan.registration, session.plan.seating, session.plan.start)
            if hour is not None
        ]
        line = Listed([shown(called.get(id, id), language), *hours]).in_language(language)
        found.append(part(f"session {id}", [session.day, hours], line))
    for id in () if stops is None else stops.voided:
        void = text("storm_voided", sessions=Listed([called.get(id, id)]), count=1)
        found.append(part(f"void {id}", True, void))
    if answers["what"] == "answer":
        return found
    # What a text says of the dangers in force; who reads which, changes with whoever checks in.
    for each in foretold.texts:
        for where, said in each.by_danger.items():
            found.append(part(f"danger told {where}", said, each.texts[language], "either"))
    # What officials read follows from these, and from who is in the hall.
    kinds = {each.template: each.texts[language] for each in reversed(foretold.texts) if not each.officials}
    return [*found, *(part(f"told {kind}", True, said, "go") for kind, said in kinds.items())]


def decided_since(decision: DayDecision, answers: Answers, problem: Problem) -> str:
    """Who decided otherwise what a refusal is about, and when; "" where nobody did."""
    if problem.code not in ENDED or "day" not in answers:
        return ""
    day = date.fromisoformat(answers["day"])
    found: list[tuple[TimelineEntry, Session]] = []
    for session in decision.state.sessions.values():
        if problem.code == NOTHING_TO_SUSPEND.code and session.status != "suspended":
            continue
        lifted = "sessions-suspended" if session.status == "suspended" else "suspension-lifted"
        kind = lifted if session.day == day else "sessions-rescheduled"
        if session.day == day or was_on(session, day):
            about = TimelineParams(session=session.plan.id, kind=kind, order="falling", limit=1)
            answer: TimelineAnswer = decision.reader.ask(decision.person, "timeline", about)
            found += [(entry, session) for entry in answer.rows]
    if not found:
        return ""
    last, session = max(found, key=lambda known: known[0].seq)
    by, at = actor_shown(decision.reader, decision.person, last.actor), decision.moment(last.occurred_at)
    named = {"suspension-lifted": "lifted", "sessions-rescheduled": "moved"}.get(last.type, "suspended")
    return decision.reader.text(f"storm_{named}", by=by, at=at, day=session.day)


def written(decision: DayDecision, answers: Answers) -> str:
    """What was written, which is not to be lost where it cannot be sent as it was meant; "" for nothing."""
    texts = [answers[name] for name in ("en", "zh", "reason") if answers.get(name)]
    return decision.reader.text("storm_written", text="\n".join(texts)) if texts else ""
