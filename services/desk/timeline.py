"""The timeline as it is asked for: events in plain words, all of them or those about one thing.

What officials typed stands in it for whoever reads every case in full.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from services.desk.answers import TimelineAnswer, TimelineEntry
from services.desk.history.event_index import Thing
from services.desk.history.marked import MARKED
from services.desk.params import TimelineParams
from services.desk.query_context import QueryContext, limit_of, seq_after, seq_next
from services.desk.typed_reasons import sees_typed
from services.projections.timeline import Label
from services.tournament.kernel.registry import event_types
from shared.eventlog import Recorded
from shared.problems import not_found


def timeline(look: QueryContext, params: TimelineParams) -> TimelineAnswer:
    """A page of what happened; of all that is asked for together.

    Raises:
        Problem: not-found, for a kind that no event is of.
    """
    after, limit, things = seq_after(params), limit_of(params), [*_things(params)]
    if params.order == "rising" and not things and params.kind is None:
        page = timeline_between(look, after, look.state.seq, limit)
        following = seq_next(look, page[-1].seq if page else after)
        return TimelineAnswer(look.state.seq, tuple(page), following, look.state.seq)
    last = look.state.seq
    seqs: Sequence[int] = range(1, last + 1)
    if things or params.kind is not None:
        seqs = [seq for seq in _seqs(look, params.kind, things) if seq <= last]
    if params.order == "rising":
        found = [seq for seq in seqs if seq > after]
    else:
        found = [*reversed(seqs[: bisect_left(seqs, after) if after else None])]
    following = str(found[limit - 1]) if len(found) > limit else None
    shown = timeline_at(look, found[:limit])
    return TimelineAnswer(
        last, tuple(shown if params.order == "rising" else shown[::-1]), following, len(seqs)
    )


def timeline_between(look: QueryContext, after: int, until: int, limit: int) -> list[TimelineEntry]:
    """Events after a seq in plain words, as far as who asks may read them."""
    return _in_words(look, look.desk.log.read(look.tournament_id, after, limit, until))


def timeline_at(look: QueryContext, seqs: Sequence[int]) -> list[TimelineEntry]:
    """The events at these seqs, likewise, by rising seq."""
    return _in_words(look, look.desk.stored(look.tournament_id, seqs))


def _in_words(look: QueryContext, stored: Sequence[Recorded]) -> list[TimelineEntry]:
    typed = sees_typed(look.visibility)
    return look.desk.timeline(look.tournament_id, stored, look.language, label(look), typed=typed)


def label(look: QueryContext) -> Label:
    """How an entrant is called: by number, and by name where that may be shown."""
    names: dict[str, str] = {}

    def labelled(number: str) -> str:
        if number not in names:
            names.update(look.names([number]))
        name = names.get(number)
        return f"{number} {name}" if name else number

    return labelled


def _things(params: TimelineParams) -> Iterator[Thing]:
    for kind in ("entrant", "session", "sheet", "dispute"):
        id = getattr(params, kind)
        if id is not None:
            yield kind, id


def _seqs(look: QueryContext, kind: str | None, things: Sequence[Thing]) -> list[int]:
    """The seqs of the events about all these things, of the kind asked for."""
    events = look.desk.history(look.tournament_id).events
    found = [set(events.about(thing)) for thing in things]
    if kind is not None:
        found.append(set(events.of_types(_types(kind))))
    return sorted(set.intersection(*found))


def _types(kind: str) -> Sequence[str]:
    """The types of events that a kind names: a kind of mark, or a type."""
    for mark, names in MARKED.items():
        if mark == kind:
            return names
    if all(known.name != kind for known in event_types().values()):
        raise not_found("event-kind", kind)
    return (kind,)
