"""What is still missing on the real list before the day: counts, never names."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from itertools import combinations
from typing import Literal

import msgspec

from services.delivery.addressing import EMAIL, Reach
from services.notices.audiences import Recipient, recipients
from services.rehearsal.hearing import best_ways
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
    both = {number for one, other in pairs for number in set(one.entrants) & set(other.entrants)}
    return sum(state.entrants[number].status == "registered" for number in both)
