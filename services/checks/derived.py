"""Whether logs are as they were written, and whether what was derived from them is what follows from them."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from services.checks.check import Check, Detail, Installation, some_of
from services.desk.decoding import CATALOGUE, fold
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.notices.store import NoticeStore
from services.projections.listing import ListingStore, listing_of
from services.projections.models import MODELS, ReadModel
from services.tournament.catalogue import INITIAL
from services.tournament.state import State, at_rest
from shared.catalogue import Listed, Phrase
from shared.eventlog import EventLog, Recorded

_PAGE = 1000
LISTED = 8


def logs(installation: Installation) -> Iterator[Check]:
    """Whether every event and command record is as it was written."""
    log = installation.log()
    for tournament in log.tournaments():
        finding, found = partial(Check, name="log", of=tournament), log.verify(tournament)
        if found.fault is None:
            yield finding(state="ok", detail=Phrase("check-log-as-written", {"events": found.events}))
        else:
            detail = Phrase("check-log-at", {"seq": found.fault.seq, "what": found.fault.detail})
            yield finding(state="failed", detail=detail, way_out=Phrase("check-way-restore-verified"))


def views(installation: Installation) -> Iterator[Check]:
    """Whether every view can be made of each tournament as it is now."""
    for tournament in installation.log().tournaments():
        finding, state = partial(Check, name="views", of=tournament), installation.state(tournament)
        failing = [model.name for model in MODELS if _fails(model, state)]
        if failing:
            detail = Phrase("check-views-failing", {"views": Listed(failing), "seq": state.seq})
            yield finding(state="failed", detail=detail, way_out=Phrase("check-way-update"))
        else:
            yield finding(state="ok", detail=Phrase("check-views-made"))


def listings(installation: Installation) -> Iterator[Check]:
    """Whether the stored listing of each tournament is what follows from its log, unless it is behind."""
    log = installation.log()
    store = ListingStore(log.database)
    for tournament in log.tournaments():
        finding, state = partial(Check, name="listing", of=tournament), installation.state(tournament)
        stored = store.read({tournament: state.seq}).get(tournament)
        if stored is None or stored == listing_of(state) or log.head(tournament).seq != state.seq:
            yield finding(state="ok", detail=Phrase("check-listing-right"))
        else:
            way_out = Phrase("check-way-listing")
            yield finding(state="failed", detail=Phrase("check-listing-wrong"), way_out=way_out)


def _fails(model: ReadModel, state: State) -> bool:
    try:
        model.view(state)
    except Exception:
        return True
    return False


def notices(installation: Installation) -> Iterator[Check]:
    """Whether every event that leads to notices has them, from the first that has."""
    log = installation.log()
    store = NoticeStore(log.database)
    for tournament in log.tournaments():
        finding, there = partial(Check, name="notice rows", of=tournament), list(store.all(tournament))
        keys, seqs = {notice.dedupe_key for notice in there}, {notice.seq for notice in there}
        # What was restored from an export has none: it was sent by whoever ran it then.
        since = min(seqs, default=None)
        missing = []
        for seq, due in _due(log, tournament):
            if due and seq not in seqs and not any(notice.dedupe_key in keys for notice in due):
                missing.append(seq)
        lost = [seq for seq in missing if since is not None and seq > since]
        if lost:
            detail = Phrase("check-notices-lost", {"seqs": _ranges(lost)})
            way_out = Phrase("check-way-announce")
            yield finding(state="failed", detail=detail, way_out=way_out)
        elif missing and since is None:
            detail = Phrase("check-notices-none", {"count": len(missing)})
            way_out = Phrase("check-way-announce-unless-restored")
            yield finding(state="warning", detail=detail, way_out=way_out)
        else:
            yield finding(state="ok", detail=Phrase("check-notices-there"))


def _due(log: EventLog, tournament_id: str) -> Iterator[tuple[int, list[Notice]]]:
    """For each event the notices that its command led to for it, on the state after that command."""
    state = INITIAL
    for _, group in groupby(_events(log, tournament_id), key=lambda event: event.command_id):
        command = list(group)
        state = at_rest(fold(state, command))
        events = [(event.seq, CATALOGUE.decode(event)) for event in command]
        due = notices_due(state, events, command[0].actor)
        for seq, _ in events:
            yield seq, [notice for notice in due if notice.seq == seq]


def _events(log: EventLog, tournament_id: str) -> Iterator[Recorded]:
    after = 0
    while page := log.read(tournament_id, after, _PAGE):
        yield from page
        after = page[-1].seq


def _ranges(seqs: list[int]) -> Detail:
    """Seqs in a few characters: "12, 40 to 44"."""
    spans: list[list[int]] = []
    for seq in seqs:
        if spans and spans[-1][1] == seq - 1:
            spans[-1][1] = seq
        else:
            spans.append([seq, seq])
    parts = [
        first if first == last else Phrase("check-from-to", {"first": first, "last": last})
        for first, last in spans
    ]
    return some_of(parts, LISTED, "list-between")
