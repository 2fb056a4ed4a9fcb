"""Weather: what warnings mean for a day of play (HK special arrangement under severe weather).

Pure: given the warnings and what is known when, it says whether play goes ahead. It fetches nothing and
decides nothing by itself. Intervals are half-open: a signal lowered at the cutoff was not in force at it.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from services.tournament.definition.texts import Text
from services.tournament.definition.values import in_both
from services.tournament.kernel.facts import Part
from shared.problems import ProblemType, quoted

Outcome = Literal["proceed", "suspend", "suspend_remaining", "pending", "unknown"]

CYCLONE_SUSPENDS = ("TC8NE", "TC8SE", "TC8SW", "TC8NW", "TC8X", "TC9", "TC10")
"""Signal No. 8 or above; `TC8X` is No. 8 of a quarter that is not known, from a code with another ending."""
RAIN_SUSPENDS = ("WRAINB",)
SUSPENDS = (*CYCLONE_SUSPENDS, *RAIN_SUSPENDS)
LONGEST_WARNING = timedelta(days=7)
"""No warning that stops play has been in force for longer."""
LOWERED = {"TC1": CYCLONE_SUSPENDS, "TC3": CYCLONE_SUSPENDS, "WRAINA": RAIN_SUSPENDS, "WRAINR": RAIN_SUSPENDS}
"""Signals under which play goes ahead, and which of the others they take the place of."""
OTHERS = (
    "WTCPRE8", "WTS", "WFNTSA", "WL", "WMSGNL", "WTMW", "WFIREY", "WFIRER", "WFROST", "WHOT", "WCOLD",
)  # fmt: skip
"""Warnings that have no say in whether play goes ahead."""

WARNING_UNKNOWN = ProblemType("warning-unknown", 422)
WARNING_WRONG = ProblemType("warning-wrong", 422)


class Doubt(Part, frozen=True):
    """That one of the Observatory's answers says that a warning ended, while the other cannot be read.

    Attributes:
        answer: which of them says so.
        whole_at: when both could be read last; None if they never could.
    """

    answer: Literal["warnsum", "warningInfo"]
    whole_at: datetime | None = None


class Warning(msgspec.Struct, frozen=True, gc=False):
    """A warning as the Observatory dated it; `until` is None while nothing says that it ended.

    `seen` is the seq of the event since which it is known to be in force, or was; under a `doubt` it counts
    as in force. It is there `again` where it had been taken to have ended.
    """

    code: str
    begin: datetime
    until: datetime | None = None
    seen: int = 0
    doubt: Doubt | None = None
    again: bool = False


class Hours(msgspec.Struct, frozen=True):
    """A session of the day: its id and number, and when its registration begins and its play ends."""

    session: str
    number: int
    registration: datetime
    end: datetime


class Day(msgspec.Struct, frozen=True):
    """A day of play, its sessions in order.

    Attributes:
        cutoff: the moment from which a warning counts: two hours before the first registration.
        zone: by whose clocks its hours are told.
        later: what a warning does that is first in force once registration has begun.
    """

    sessions: tuple[Hours, ...]
    cutoff: datetime
    zone: ZoneInfo
    later: Literal["suspend_remaining", "proceed"] = "suspend_remaining"

    @property
    def begin(self) -> datetime:
        return self.sessions[0].registration


class Known(msgspec.Struct, frozen=True):
    """What is known live.

    Attributes:
        fetched_at: when the warnings were last fetched as a whole; None if they never were.
        danger_read_at: when a warning that suspends was last read in an answer that was not whole.
    """

    now: datetime
    fetched_at: datetime | None
    fresh: timedelta = timedelta(minutes=10)
    danger_read_at: datetime | None = None

    @property
    def read_at(self) -> datetime | None:
        """When any of the warnings was last read."""
        moments = [moment for moment in (self.fetched_at, self.danger_read_at) if moment is not None]
        return max(moments, default=None)

    @property
    def is_whole(self) -> bool:
        """Whether what was read last is fresh, and nothing of it was read beside what could not be."""
        return self.read_at == self.fetched_at and self.is_fresh(self.fetched_at)

    def is_fresh(self, moment: datetime | None) -> bool:
        return moment is not None and self.now - moment <= self.fresh


class Verdict(msgspec.Struct, frozen=True):
    """What the warnings mean for the day.

    Attributes:
        sessions: those suspended.
        codes: the warnings that decide.
        because: why, in both languages.
    """

    outcome: Outcome
    sessions: tuple[Hours, ...]
    cutoff: datetime
    because: tuple[Text, ...]
    codes: tuple[str, ...] = ()


ESCALATE_AFTER = (timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=30))
"""When a proposal without an answer is put again, since it was made."""


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """What the weather was proposed to mean for a day, and what became of that.

    Attributes:
        proposed_at: business time.
        decided_seq: of the event that answered it or decided the day otherwise; None for a later proposal.
        decided_by: the actor of that event, as "chief_referee:R01".
        fetched_at: when the last whole answer of the Observatory was fetched; None if none was.
        in_part: it rests on a warning that was read while the answers were not whole, or were old.
    """

    proposal: str
    day: date
    outcome: str
    sessions: tuple[str, ...]
    codes: tuple[str, ...]
    seq: int
    proposed_at: datetime
    status: Literal["open", "confirmed", "refused", "superseded"] = "open"
    escalated: int = 0
    decided_seq: int | None = None
    decided_by: str = ""
    fetched_at: datetime | None = None
    in_part: bool = False


class Spell(msgspec.Struct, frozen=True):
    """A time without a gap in which a warning that suspends play was in force.

    Attributes:
        codes: what it was, in order; one that came back stands there again.
    """

    codes: tuple[str, ...]
    begin: datetime
    until: datetime | None


def decide_weather(day: Day, warnings: Sequence[Warning], known: Known | None = None) -> Verdict:
    """What the warnings mean for a day of play.

    Args:
        warnings: everything that was in force around the day, in any order.
        known: live, the moment and how fresh the warnings are; None in hindsight, on complete data.

    Raises:
        Problem: warning-wrong, warning-unknown.
    """
    for place, warning in enumerate(warnings, 1):
        check_warning(warning, place)
    if known is None:
        return _judged(day, spells(warnings), None, _of_kinds(warnings))
    if known.now < day.cutoff:
        return Verdict("pending", (), day.cutoff, (_pending(day),))
    open_then: list[Spell] = []
    if known.read_at is not None:
        as_seen = _as_seen(warnings, known.read_at)
        seen, each = spells(as_seen), _of_kinds(as_seen)
        open_then = [spell for spell in each if spell.until is None]
        # What old data shows to have been in force stays so; what it does not show may have come since.
        is_fresh = known.is_fresh(known.read_at)
        moment = known.now if is_fresh else known.read_at
        certain, each = (seen, each) if is_fresh else (_until(seen, moment), _until(each, moment))
        verdict = _judged(day, certain, moment, each)
        if verdict.outcome != "proceed" or known.is_fresh(known.fetched_at):
            return verdict
    why = (_unknown(known), *(_when_read(day, spell, known) for spell in open_then))
    return Verdict("unknown", (), day.cutoff, why)


def spells(warnings: Iterable[Warning]) -> list[Spell]:
    """The times in which play is suspended by a warning, those that touch or overlap as one."""
    every = sorted(warnings, key=lambda warning: warning.begin)
    found: list[Spell] = []
    for warning in every:
        if warning.code not in SUSPENDS:
            continue
        until = warning.until if warning.until is not None else taken_over(warning, every)
        if until is not None and until <= warning.begin:
            continue
        last = found[-1] if found else None
        if last is None or (last.until is not None and last.until < warning.begin):
            found.append(Spell((warning.code,), warning.begin, until))
            continue
        codes = last.codes if warning.code == last.codes[-1] else (*last.codes, warning.code)
        found[-1] = Spell(codes, last.begin, _later(last.until, until))
    return found


def _of_kinds(warnings: Sequence[Warning]) -> list[Spell]:
    """The spells of rain and of cyclones, each by itself."""
    kinds = (RAIN_SUSPENDS, CYCLONE_SUSPENDS)
    found = [
        spell for other in kinds for spell in spells(each for each in warnings if each.code not in other)
    ]
    return sorted(found, key=lambda spell: spell.begin)


def taken_over(open_: Warning, every: Sequence[Warning]) -> datetime | None:
    """When another signal of its kind took the place of a warning without an end.

    The same signal listed twice does not: of two at once the later end counts.
    """
    kind = CYCLONE_SUSPENDS if open_.code in CYCLONE_SUSPENDS else RAIN_SUSPENDS
    for warning in every:
        other = warning.code in kind and warning.code != open_.code
        if warning.begin > open_.begin and (other or LOWERED.get(warning.code) == kind):
            return warning.begin
    return None


def _later(moment: datetime | None, other: datetime | None) -> datetime | None:
    return None if moment is None or other is None else max(moment, other)


def _judged(day: Day, group: Sequence[Spell], now: datetime | None, of_kinds: Sequence[Spell]) -> Verdict:
    """The verdict, on spells as far as `now` if that is given; those of one kind say why."""
    from_cutoff = _from_cutoff(day, group, now)
    early = [spell for spell in from_cutoff if spell.begin < day.begin]
    if early:
        each = (spell for spell in _from_cutoff(day, of_kinds, now) if spell.begin < day.begin)
        why = tuple(_in_force(day, spell) for spell in each)
        return Verdict("suspend", day.sessions, day.cutoff, why, _codes(early))
    if from_cutoff and day.later == "suspend_remaining":
        first = from_cutoff[0]
        left = tuple(session for session in day.sessions if session.end > first.begin)
        if left:
            why = (_began(day, first, left),)
            return Verdict("suspend_remaining", left, day.cutoff, why, tuple(dict.fromkeys(first.codes)))
    return Verdict("proceed", (), day.cutoff, (_nothing(day, from_cutoff),))


def _from_cutoff(day: Day, group: Sequence[Spell], now: datetime | None) -> list[Spell]:
    return [
        spell
        for spell in group
        if (spell.until is None or spell.until > day.cutoff) and (now is None or spell.begin <= now)
    ]


def _codes(group: Sequence[Spell]) -> tuple[str, ...]:
    """Each code once, in the order in which they were in force last."""
    every = [code for spell in group for code in spell.codes]
    return tuple(dict.fromkeys(reversed(every)))[::-1]


def _as_seen(warnings: Iterable[Warning], seen: datetime) -> list[Warning]:
    """The warnings as they looked at a moment: later ones unseen, ends to come unknown."""
    return [
        Warning(
            warning.code,
            warning.begin,
            warning.until if warning.until is not None and warning.until <= seen else None,
        )
        for warning in warnings
        if warning.begin <= seen
    ]


def _until(group: Sequence[Spell], moment: datetime) -> list[Spell]:
    """The spells as far as they are certain: up to the moment they were seen."""
    return [
        Spell(spell.codes, spell.begin, moment if spell.until is None else min(spell.until, moment))
        for spell in group
        if spell.begin <= moment
    ]


def check_warning(warning: Warning, place: int | str) -> None:
    """Refuse a warning that cannot be; `place` says which of several it is."""
    known = (*SUSPENDS, *LOWERED, *OTHERS)
    if warning.code not in known:
        raise WARNING_UNKNOWN(place=place, code=quoted(warning.code), known=[*known])
    if warning.until is not None and warning.until < warning.begin:
        raise WARNING_WRONG(place=place, code=warning.code, begin=warning.begin, until=warning.until)


def _in_force(day: Day, spell: Spell) -> Text:
    until = None if spell.until is None else _clock(spell.until, day)
    begin, cutoff = _clock(spell.begin, day), _clock(day.cutoff, day)
    codes = " → ".join(spell.codes)
    return in_both("weather-in-force", codes=codes, begin=begin, until=until, cutoff=cutoff)


def _began(day: Day, spell: Spell, left: Sequence[Hours]) -> Text:
    listed = ", ".join(str(session.number) for session in left)
    values = {
        "code": spell.codes[0],
        "at": _clock(spell.begin, day),
        "sessions": listed,
        "many": len(left) > 1,
    }
    return in_both("weather-began", **values)


def _nothing(day: Day, after: Sequence[Spell]) -> Text:
    if after and after[0].begin.astimezone(day.zone).date() == day.cutoff.date():
        return in_both("weather-after-play", code=after[0].codes[0], at=_clock(after[0].begin, day))
    return in_both("weather-nothing", cutoff=_clock(day.cutoff, day))


def _pending(day: Day) -> Text:
    return in_both("weather-pending", cutoff=_clock(day.cutoff, day))


def _unknown(known: Known) -> Text:
    if known.fetched_at is None:
        return in_both("weather-no-answer")
    minutes = int((known.now - known.fetched_at).total_seconds() // 60)
    return in_both("weather-old-answer", minutes=minutes)


def _when_read(day: Day, spell: Spell, known: Known) -> Text:
    assert known.read_at is not None
    values = {"code": spell.codes[-1], "begin": _clock(spell.begin, day), "read": _clock(known.read_at, day)}
    return in_both("weather-open-when-read", **values)


def _clock(moment: datetime, day: Day) -> str:
    """An hour, with seconds where it has any: an end one second after the cutoff lies after it."""
    local = moment.astimezone(day.zone)
    at = local.time().isoformat("seconds" if local.second else "minutes")
    return at if local.date() == day.cutoff.date() else f"{local:%Y-%m-%d} {at}"
