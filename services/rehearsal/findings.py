"""What is still missing on the real list before the day: counts, never names."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations
from typing import Literal

import msgspec

from services.delivery.addressing import EMAIL, Reach, drafts
from services.notices.audiences import Recipient, recipients
from services.tournament.people.overlaps import overlap
from services.tournament.state import State
from services.tournament.weather.watching import sessions_of

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


_NEEDED: Mapping[Code, str] = {"no-telegram": "telegram", "no-mail": EMAIL}


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
    reach: Mapping[str, Reach],
    channels: Collection[str],
    stopped: Iterable[str],
) -> list[Finding]:
    """What to see to before the day.

    Args:
        reach: by audience of `asked`, how they are reached.
        channels: the names of those there are.
        stopped: what the walk was refused, in words.
    """
    found = [*_people(state, day, reach), *_officials(state, day, reach)]
    found += [Finding(code, 0) for code, name in _NEEDED.items() if name not in channels]
    if twice := _at_two_places(state, day):
        found.append(Finding("at-two-places", twice))
    return [*found, *(Finding("refused", count, words) for words, count in Counter(stopped).items())]


def asked(state: State, day: date) -> Mapping[str, Sequence[Recipient]]:
    """Whose ways are looked at: who plays on the day, and who works there."""
    played = {
        recipient
        for session in sessions_of(state, day)
        for recipient in recipients(state, f"session:{session.plan.id}")
    }
    return {
        "players": sorted(played),
        "organizer": recipients(state, "role:organizer"),
        "chief_referee": recipients(state, "role:chief_referee"),
        "referees": recipients(state, "role:referee"),
    }


def _people(state: State, day: date, reach: Mapping[str, Reach]) -> Iterator[Finding]:
    ways = _counted(asked(state, day)["players"], reach["players"])
    if ways["nobody"]:
        # Without a mail server nobody's address was looked at.
        by_mail = EMAIL in reach["players"].channels
        yield Finding("not-reached" if by_mail else "not-reached-without-mail", ways["nobody"])
    if ways["email"]:
        yield Finding("only-email", ways["email"])


def _officials(state: State, day: date, reach: Mapping[str, Reach]) -> Iterator[Finding]:
    known = asked(state, day)
    if _counted(known["organizer"], reach["organizer"])["nobody"]:
        yield Finding("organizer-not-linked", 1)
    if not known["chief_referee"]:
        yield Finding("no-chief-referee", 0)
    elif away := _counted(known["chief_referee"], reach["chief_referee"])["nobody"]:
        yield Finding("chief-referee-not-linked", away)
    if away := _counted(known["referees"], reach["referees"])["nobody"]:
        yield Finding("referees-not-linked", away)
    for session in sessions_of(state, day):
        plan = state.stage_plan(session.stage)
        if plan.signatures != "required":
            continue
        tables = -(-len(session.entrants) // plan.table.most)
        missing = -(-tables // state.plan.tables_per_official) - len(known["referees"])
        if missing > 0:
            yield Finding("referees-too-few", missing, session.plan.id)


def _at_two_places(state: State, day: date) -> int:
    """How many are in two sessions of the day that overlap."""
    pairs = (pair for pair in combinations(sessions_of(state, day), 2) if overlap(*pair))
    both = {number for one, other in pairs for number in set(one.entrants) & set(other.entrants)}
    return sum(state.entrants[number].status == "registered" for number in both)


def _counted(meant: Iterable[Recipient], reach: Reach) -> dict[str, int]:
    """How many are reached in a chat or a browser, by e-mail alone, by nothing."""
    counts = {"chat": 0, "email": 0, "nobody": 0}
    for recipient in meant:
        channels = {draft.channel for draft in drafts((recipient,), reach)}
        way = "chat" if channels - {"", EMAIL} else "email" if EMAIL in channels else "nobody"
        counts[way] += 1
    return counts
