"""From what the Observatory lists now to what that changes in what is known: begins, ends, what vanished.

Pure. The Observatory's own times count, not when something was fetched. Where it tells an end without a
time, or nothing, the later end is taken: that suspends rather than proceeds.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from services.tournament.weather.policy import SUSPENDS, Doubt, Warning
from services.tournament.weather.watching import SignalSeen
from services.weather.listed import CODES, Family, Listed

AT_LEAST = timedelta(minutes=1)
"""How long a signal is taken to have been in force of which only the end is known."""


def changes(known: Iterable[Warning], listed: Sequence[Listed]) -> tuple[SignalSeen, ...]:
    """What the listed warnings change in the known ones; nothing when all of it is known."""
    before = {(warning.code, warning.begin): warning for warning in known}
    found: dict[tuple[str, datetime], SignalSeen] = {}
    for entry in listed:
        if entry.only_in:
            continue
        family = [warning for warning in before.values() if warning.code in CODES[entry.family]]
        for seen in _ends(family, entry) if entry.until is not None else _in_force(family, entry):
            found[seen.code, seen.begin] = seen
    return tuple(
        signal for key, signal in found.items() if key not in before or before[key].until != signal.until
    )


def doubts(
    known: Iterable[Warning], listed: Sequence[Listed], whole_at: datetime | None
) -> tuple[SignalSeen, ...]:
    """The known dangers of which one answer alone says now that they ended, or says so no more.

    Args:
        whole_at: when both answers could be read last.
    """
    found = []
    for warning in known:
        entry = next((each for each in listed if each.family == family_of(warning.code)), None)
        if warning.until is not None or warning.code not in SUSPENDS or entry is None:
            continue
        at = entry.until or entry.begin
        if entry.only_in and at is not None and at > warning.begin:
            if warning.doubt is None or warning.doubt.answer != entry.only_in:
                found.append(SignalSeen(warning.code, warning.begin, None, Doubt(entry.only_in, whole_at)))
        elif entry.code == warning.code and entry.until is None and warning.doubt is not None:
            found.append(SignalSeen(warning.code, warning.begin))
    return tuple(found)


def vanished(known: Iterable[Warning], listed: Sequence[Listed]) -> tuple[Warning, ...]:
    """The known warnings in force whose whole family is not listed any more, not even as cancelled."""
    present = {entry.family for entry in listed}
    return tuple(
        warning for warning in known if warning.until is None and family_of(warning.code) not in present
    )


def family_of(code: str) -> Family | None:
    return next((family for family, codes in CODES.items() if code in codes), None)


def _in_force(family: Sequence[Warning], entry: Listed) -> Iterable[SignalSeen]:
    assert entry.code is not None
    assert entry.begin is not None
    code, begin = entry.code, entry.begin
    same = [warning for warning in family if warning.code == code and warning.until is None]
    if same and not entry.dated:
        # The words are written anew every hour; the signal is the one that is known.
        return
    again = next((warning for warning in family if (warning.code, warning.begin) == (code, begin)), None)
    if again is not None and again.until is not None and _replaced(again, family):
        # An old answer from a cache: another signal has taken this one's place since.
        return
    yield SignalSeen(code, begin)
    for warning in family:
        if warning.until is None and warning.begin < begin:
            yield SignalSeen(warning.code, warning.begin, begin)


def _replaced(warning: Warning, family: Sequence[Warning]) -> bool:
    assert warning.until is not None
    return any(other.begin >= warning.until for other in family)


def _ends(family: Sequence[Warning], entry: Listed) -> Iterable[SignalSeen]:
    assert entry.until is not None
    until = entry.until
    for warning in family:
        if warning.until is None and warning.begin < until:
            yield SignalSeen(warning.code, warning.begin, until)
    if entry.code is None:
        return
    if entry.begin is not None:
        yield SignalSeen(entry.code, entry.begin, until)
    elif not any(warning.code == entry.code and warning.until in (None, until) for warning in family):
        yield SignalSeen(entry.code, until - AT_LEAST, until)
