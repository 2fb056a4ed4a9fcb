"""Whether logs are as they were written, and whether what was derived from them is what follows from them."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from services.checks.check import Check, Installation
from services.desk.decoding import CATALOGUE, fold
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.notices.store import NoticeStore
from services.projections.generations import generations_in, live
from services.projections.models import MODELS
from services.projections.store import ProjectionStore
from services.tournament.catalogue import INITIAL
from services.tournament.state import at_rest
from shared.eventlog import EventLog, Recorded
from shared.i18n import counted

_PAGE = 1000
LISTED = 8


def logs(installation: Installation) -> Iterator[Check]:
    """Whether every event and command record is as it was written."""
    log = installation.log()
    for tournament in log.tournaments():
        finding, found = partial(Check, name="log", of=tournament), log.verify(tournament)
        if found.fault is None:
            yield finding(state="ok", detail=f"{counted(found.events, 'event', 'events')}, all as written")
        else:
            detail = f"at seq {found.fault.seq} {found.fault.detail}"
            yield finding(state="failed", detail=detail, way_out="restore it from a copy that verifies")


def rows(installation: Installation) -> Iterator[Check]:
    """Whether the stored rows of views are those that follow from the log."""
    log = installation.log()
    store = ProjectionStore(log.database)
    for tournament in log.tournaments():
        finding, state = partial(Check, name="rows", of=tournament), installation.state(tournament)
        generations = generations_in(log.head(tournament).generations)
        wrong = []
        for model in MODELS:
            kept = live(generations, model.name)
            if kept.stalled is not None or kept.behind(model):
                continue  # said of the views already
            stored, wanted = store.read(tournament, model, kept.generation), model.view(state)
            keys = stored.keys() | wanted.keys()
            if differing := sum(stored.get(key) != wanted.get(key) for key in keys):
                wrong.append(f"{differing} of {model.name}")
        if log.head(tournament).seq != state.seq:
            yield finding(state="ok", detail="appended to meanwhile; look again")
        elif wrong:
            way_out = f"tileledger rebuild {tournament}"
            yield finding(
                state="failed", detail=f"not what the log says: {', '.join(wrong)}", way_out=way_out
            )
        else:
            yield finding(state="ok", detail="what the log says")


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
            detail = f"events lead to notices that are not there: seq {_ranges(lost)}"
            way_out = "nobody was told; see replay --show timeline, and tell them with make-announcement"
            yield finding(state="failed", detail=detail, way_out=way_out)
        elif missing and since is None:
            detail = (
                f"there are none, though {len(missing)} events lead to some, as after restoring an export"
            )
            way_out = "if it was not restored, nobody was told: tell them with make-announcement"
            yield finding(state="warning", detail=detail, way_out=way_out)
        else:
            yield finding(state="ok", detail="every event that leads to notices has them")


def _due(log: EventLog, tournament_id: str) -> Iterator[tuple[int, list[Notice]]]:
    """For each event the notices that its command led to for it, on the state after that command."""
    state = INITIAL
    for _, group in groupby(_events(log, tournament_id), key=lambda event: event.command_id):
        command = list(group)
        state = at_rest(fold(state, command))
        for event in command:
            yield event.seq, notices_due(state, [(event.seq, CATALOGUE.decode(event))])


def _events(log: EventLog, tournament_id: str) -> Iterator[Recorded]:
    after = 0
    while page := log.read(tournament_id, after, _PAGE):
        yield from page
        after = page[-1].seq


def _ranges(seqs: list[int]) -> str:
    """Seqs in a few characters: "12, 40 to 44"."""
    spans: list[list[int]] = []
    for seq in seqs:
        if spans and spans[-1][1] == seq - 1:
            spans[-1][1] = seq
        else:
            spans.append([seq, seq])
    shown = [f"{first}" if first == last else f"{first} to {last}" for first, last in spans[:LISTED]]
    return ", ".join(shown) + (f" and {len(spans) - LISTED} more" if len(spans) > LISTED else "")
