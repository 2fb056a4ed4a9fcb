"""What a rehearsal reports: who heard what and when, and what is still missing on the real list.

The notices of a walk are put together by role, with how each recipient would be reached. What is missing is
counts, never names.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import combinations
from typing import Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo

import msgspec

from services.delivery.addressing import EMAIL, Reach, drafts
from services.delivery.correspondents import Correspondents
from services.delivery.push_addresses import WEB_PUSH
from services.notices.audiences import Recipient, recipients
from services.notices.files import file_of
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.phones_off import night_over
from services.notices.quiet import quiet_until
from services.notices.rendering import message
from services.notices.unplayed_games import session_before
from services.notices.whereabouts import situation_told
from services.rehearsal.walking import Told
from services.tournament.people.overlaps import overlap
from services.tournament.state import State
from services.tournament.weather.watching import sessions_of
from shared.i18n import Language

Audience = Literal["participant", "referee", "chief_referee", "organizer", "public"]
AUDIENCES: tuple[Audience, ...] = get_args(Audience)

PAUSE = timedelta(minutes=15)
_BY_SITUATION = frozenset({"suspended", "rescheduled", "further-word"})

_WITH_FILES = frozenset({"chat", EMAIL})
"""The ways by which a file goes along with a message."""

ReachOf = Callable[[State, Notice, Sequence[Recipient]], Reach]
"""How these recipients of a notice are reached."""


class Wording(msgspec.Struct, frozen=True):
    """One of the wordings of a kind of message.

    Attributes:
        people: how many read it.
        text: how the first message so worded reads for the first of them, the name left out.
    """

    people: int
    text: str


class Heard(msgspec.Struct, frozen=True):
    """What one role hears of one kind without a longer pause.

    Attributes:
        at, until: from when to when it goes out.
        people: how many hear it; `messages` is more where one of them hears it more than once.
        chats, pushes, emails, nobody: how many of them are reached in a chat, else in a browser, by e-mail
            alone, by nothing.
        text: the first of the wordings.
        wordings: each with how many read it, those first that most read.
    """

    at: datetime
    until: datetime
    role: Audience
    kind: str
    people: int
    messages: int
    chats: int
    emails: int
    nobody: int
    text: str
    pushes: int = 0
    wordings: tuple[Wording, ...] = ()


class _Line(NamedTuple):
    """What one recipient hears: when, by the best way to them, and in which of the wordings."""

    role: Audience
    kind: str
    at: datetime
    key: str
    way: str
    wording: tuple[str, ...]
    text: str


def _as_one(lines: Sequence[_Line]) -> Heard:
    """Lines of one kind and role, in order of time."""
    first = lines[0]
    count = Counter({line.key: line.way for line in lines}.values())
    texts = {line.wording: line.text for line in reversed(lines)}
    readers = Counter(wording for wording, _ in {(line.wording, line.key) for line in lines})
    wordings = [Wording(readers[wording], text) for wording, text in texts.items()]
    wordings.sort(key=lambda wording: -wording.people)
    return Heard(
        first.at,
        lines[-1].at,
        first.role,
        first.kind,
        people=count.total(),
        messages=len(lines),
        chats=count["chat"],
        pushes=count[WEB_PUSH],
        emails=count[EMAIL],
        nobody=count[""],
        text=wordings[0].text,
        wordings=tuple(wordings),
    )


class Ear:
    """Turns notices into what is heard.

    Args:
        reach: see `ReachOf`.
        over: when each session was over.
        site: where the public pages are, "" if they are not public.
    """

    def __init__(
        self,
        correspondents: Correspondents,
        reach: ReachOf,
        language: Language,
        over: Mapping[str, datetime],
        site: str = "",
    ) -> None:
        self._correspondents, self._reach = correspondents, reach
        self._language, self._over, self._site = language, over, site

    def hear(self, steps: Iterable[Told]) -> list[Heard]:
        """By role and time; what follows one another within `PAUSE`, of one kind to one role, is one."""
        groups: list[list[_Line]] = []
        every = (line for step in steps for line in self._each(step))
        for line in sorted(every, key=lambda line: (line.role, line.kind, line.at)):
            last = groups[-1][-1] if groups else line
            if groups and (last.role, last.kind) == (line.role, line.kind) and line.at - last.at <= PAUSE:
                groups[-1].append(line)
            else:
                groups.append([line])
        return sorted(map(_as_one, groups), key=lambda heard: (AUDIENCES.index(heard.role), heard.at))

    def _each(self, step: Told) -> Iterator[_Line]:
        state, notice = step.state, step.notice
        meant = {each: self._goes_out(step, each) for each in recipients(state, notice.audience)}
        if notice.not_after is not None:  # what is late is not sent
            meant = {each: at for each, at in meant.items() if at < notice.not_after}
        ways = best_ways(self._reach(state, notice, [*meant]), [*meant])
        brings = file_of(notice.kind, state.plan, self._language) is not None
        texts: dict[tuple[object, ...], str] = {}
        for recipient, at in meant.items():
            role, way = _role(state, recipient), ways[recipient.key]
            attached = brings and way in _WITH_FILES
            wording = (*self._wording(step, recipient), *(("attached",) if attached else ()))
            if (role, at, wording) not in texts:
                texts[role, at, wording] = self._text(step, recipient, attached)
            yield _Line(role, notice.kind, at, recipient.key, way, wording, texts[role, at, wording])

    def _wording(self, step: Told, recipient: Recipient) -> tuple[str, ...]:
        """What tells the wordings of a kind apart: the template, and where its reader is when play is off."""
        notice = step.notice
        if notice.kind not in _BY_SITUATION:
            return (notice.template,)
        return (notice.template, *situation_told(Look(step.state, notice, recipient, self._language)))

    def _goes_out(self, step: Told, recipient: Recipient) -> datetime:
        """Not at night, and not to whoever sits at a table, unless it is about safety."""
        at = max(step.at, step.notice.not_before or step.at)
        session = session_before(step.state, step.notice, recipient, at)
        if session is None:
            return night_over(step.state, step.notice.kind, (recipient,), at) or at
        at = max(at, self._over.get(session.plan.id, at))
        return quiet_until(at, ZoneInfo(step.state.plan.zone)) or at

    def _text(self, step: Told, recipient: Recipient, attached: bool) -> str:
        words = self._correspondents.words(step.state.plan.id, step.notice)
        given = words.get(self._language, "")
        look = Look(step.state, step.notice, recipient, self._language, given, self._site, attached=attached)
        return message([("", look)]).bodies[0]


def best_ways(reach: Reach, meant: Sequence[Recipient]) -> dict[str, str]:
    """By recipient, the best way to them: "chat", "web_push", "email", or "" for none."""
    ways = dict.fromkeys((recipient.key for recipient in meant), "")
    for draft in drafts(meant, reach):
        way = {"": "", EMAIL: EMAIL, WEB_PUSH: WEB_PUSH}.get(draft.channel, "chat")
        for key in draft.recipients:
            if way == "chat" or not ways.get(key):
                ways[key] = way
    return ways


def _role(state: State, recipient: Recipient) -> Audience:
    if recipient.kind == "entrant":
        return "participant"
    if recipient.kind == "referee":
        return "chief_referee" if state.referees[recipient.number].chief else "referee"
    return recipient.kind


Code = Literal[
    "not-reached",
    "not-reached-without-mail",
    "only-email",
    "organizer-not-linked",
    "chief-referee-not-linked",
    "no-chief-referee",
    "referees-not-linked",
    "referees-too-few",
    "at-two-places",
    "no-mail",
    "no-telegram",
    "refused",
]


class Finding(msgspec.Struct, frozen=True):
    """Something to see to: what, and how many it concerns.

    Attributes:
        detail: what was refused, for `refused`; the session, for `referees-too-few`.
    """

    code: Code
    count: int
    detail: str = ""


def findings(
    state: State,
    day: date,
    reach_of: Callable[[Sequence[Recipient]], Reach],
    channels: Collection[str],
    stopped: Iterable[str],
) -> list[Finding]:
    """What to see to before the day.

    Args:
        reach_of: how these recipients are reached.
        channels: the names of those there are.
        stopped: what the walk was refused, in words.
    """
    found = [*_away(state, day, reach_of), *_too_few(state, day)]
    needed: dict[Code, str] = {"no-telegram": "telegram", "no-mail": EMAIL}
    found += [Finding(code, 0) for code, name in needed.items() if name not in channels]
    if twice := _at_two_places(state, day):
        found.append(Finding("at-two-places", twice))
    return [*found, *(Finding("refused", count, words) for words, count in Counter(stopped).items())]


def _away(state: State, day: date, reach_of: Callable[[Sequence[Recipient]], Reach]) -> Iterator[Finding]:
    """Who plays on the day or works there, and is reached by nothing, or by e-mail alone."""
    audiences = [f"session:{session.plan.id}" for session in sessions_of(state, day)]
    players = sorted({recipient for audience in audiences for recipient in recipients(state, audience)})
    reach = reach_of(players)
    ways = Counter(best_ways(reach, players).values())
    if ways[""]:
        # Without a mail server nobody's address was looked at.
        yield Finding("not-reached" if EMAIL in reach.channels else "not-reached-without-mail", ways[""])
    if ways[EMAIL]:
        yield Finding("only-email", ways[EMAIL])
    officials: dict[str, Code] = {
        "organizer": "organizer-not-linked",
        "chief_referee": "chief-referee-not-linked",
        "referee": "referees-not-linked",
    }
    for role, code in officials.items():
        holders = recipients(state, f"role:{role}")
        if role == "chief_referee" and not holders:
            yield Finding("no-chief-referee", 0)
        elif away := Counter(best_ways(reach_of(holders), holders).values())[""]:
            yield Finding(code, away)


def _too_few(state: State, day: date) -> Iterator[Finding]:
    """Sessions with more tables than there are referees for."""
    for session in sessions_of(state, day):
        plan = state.stage_plan(session.stage)
        if plan.signatures != "required":
            continue
        tables = -(-len(session.entrants) // plan.table.most)
        missing = -(-tables // state.plan.tables_per_official) - len(recipients(state, "role:referee"))
        if missing > 0:
            yield Finding("referees-too-few", missing, session.plan.id)


def _at_two_places(state: State, day: date) -> int:
    """How many are in two sessions of the day that overlap."""
    pairs = (pair for pair in combinations(sessions_of(state, day), 2) if overlap(*pair))
    both = {number for meeting, other in pairs for number in set(meeting.entrants) & set(other.entrants)}
    return sum(state.entrants[number].status == "registered" for number in both)
