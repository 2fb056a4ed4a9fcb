"""A case file: the evidence on why an entrant has a place, or why it changed, to print or to hand over.

The chain of facts, every event it rests on with its hash, the rulings with evidence and reasons, what was
published, and how anyone can check that nobody touched it. The entrant reads it without what is others'.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

import msgspec

from services.access.rights import forbidden_of_others
from services.desk.docket import docket
from services.desk.docket_views import DocketView
from services.desk.explained import explained
from services.desk.explaining import Explanation
from services.desk.hers_alone import actor_of
from services.desk.history.rank_changes import Board
from services.desk.history.traces import places_at
from services.desk.params import ExplainParams, NoParams, Params
from services.desk.reading import Reading
from services.desk.timeline import timeline_at
from services.desk.views import UNSET, Name, TimelineEntry
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.lookups import entrant_in, stage_in
from services.tournament.people.forgetting import numbers_of
from services.tournament.standings.outcomes import PublishedRow
from shared.clock import from_micros
from shared.eventlog import Recorded
from shared.eventlog.seal import Seal

MOST_PASSING = 50
"""Entrants who are named as having come past somebody; all are counted."""
_OF_GAMES = frozenset(
    {"game-result-recorded", "game-corrected", "games-forfeited", "game-ruled", "game-restored"}
)
"""Events that write figures of games, also of who has no place yet, which no change of ranks tells."""


class CaseFileParams(Params, frozen=True, kw_only=True):
    """Whose place in which stage.

    Attributes:
        stage: the one they are in unless another is named; with an earlier moment the one they were in then,
            as that is the place that whoever asks remembers.
        before: an earlier moment, a seq or a time; then it is about what changed since.
    """

    entrant: str
    stage: Stage | None = None
    before: str | None = None


class Moment(msgspec.Struct, frozen=True):
    """A moment of the log: the last event until then."""

    seq: int
    recorded_at: datetime
    hash: str


class CaseEvent(TimelineEntry, frozen=True):
    """An event that the case rests on, with its hash."""

    hash: str


class Passing(msgspec.Struct, frozen=True):
    """Someone who was behind the entrant and is ahead of them now.

    Attributes:
        before: their place then; null where they were not ranked.
        because: seqs of the events that changed what they rank by.
    """

    entrant_no: str
    before: int | None
    after: int
    because: tuple[int, ...]


class Moved(msgspec.Struct, frozen=True):
    """What moved an entrant between two moments.

    Attributes:
        before, after: their places; null where they were not ranked.
        because: seqs of the events that wrote their figures or changed what they rank by; none if only
            others moved.
        passed_by: how many came past them; `passing` are those who came furthest, for officials.
        left_behind: how many they came past, or who are not ranked any more.
    """

    before: int | None
    after: int | None
    because: tuple[int, ...]
    passed_by: int
    left_behind: int
    passing: tuple[Passing, ...] | msgspec.UnsetType = UNSET


class PublishedLine(msgspec.Struct, frozen=True):
    """A published version of the stage, and the entrant's line in it; null for none."""

    version: int
    seq: int
    digest: str
    line: PublishedRow | None


class Proof(msgspec.Struct, frozen=True):
    """What shows that nobody touched the record.

    Attributes:
        head: where the log ends now.
        seal: the first seal over the moment that is looked at; null while there is none.
        commands: what anyone can run against an export of the log, or the organizer on the server.
    """

    head: Moment
    seal: Seal | None
    commands: tuple[str, ...]


class CaseFile(msgspec.Struct, frozen=True):
    """The evidence on one question.

    Attributes:
        at: the moment it is about; `before` the earlier one it is compared with, if there is one.
        now: why the place is what it is; `then` why it was what it was.
        moved: what moved the entrant; not there without an earlier moment, or while places are not seen.
        events: what all of this rests on, by rising seq.
        cases: those on the docket about the entrant, and about tables in this stage that they played at.
    """

    seq: int
    title: Text
    entrant_no: str
    stage: Stage
    at: Moment
    now: Explanation
    events: tuple[CaseEvent, ...]
    cases: tuple[DocketView, ...]
    published: tuple[PublishedLine, ...]
    proof: Proof
    name: Name = UNSET
    before: Moment | msgspec.UnsetType = UNSET
    then: Explanation | msgspec.UnsetType = UNSET
    moved: Moved | msgspec.UnsetType = UNSET


def case_file(look: Reading, params: CaseFileParams) -> CaseFile:
    """Put the evidence together, as far as whoever asks may see it.

    Raises:
        Problem: forbidden, of another entrant; not-found, stage-unknown, or what is wrong with the moment.
    """
    number = params.entrant
    if not look.visibility.reaches("case-file", number):
        raise forbidden_of_others(look.visibility.role, "case-file")
    entrant = entrant_in(look.state, number)
    earlier = None if params.before is None else _earlier(look, params.before)
    was_in = entrant if earlier is None else earlier.state.entrants.get(number, entrant)
    stage = was_in.stage if params.stage is None else stage_in(look.state, params.stage)
    question = ExplainParams(entrant=number, stage=stage)
    now, then, moved = explained(look, question), None, None
    if earlier is not None:
        if number in earlier.state.entrants and stage in earlier.state.stages:
            then = explained(earlier, question)
        if look.visibility.hides(stage) is None:
            moved = _moved(look, stage, number, earlier.state.seq, now)
    cases = _cases(look, number, stage)
    return CaseFile(
        look.state.seq,
        look.state.plan.title,
        number,
        stage,
        _moment(look, look.state.seq),
        now,
        tuple(_events(look, number, [now] if then is None else [then, now], moved, cases)),
        cases,
        tuple(_published(look, stage, number)),
        _proof(look),
        look.names([number]).get(number, UNSET),
        UNSET if earlier is None else _moment(look, earlier.state.seq),
        UNSET if then is None else then,
        UNSET if moved is None else moved,
    )


def _sees_all(look: Reading) -> bool:
    """Whether what happened to others is open to whoever asks."""
    return look.visibility.scope("timeline") == "any"


def _earlier(look: Reading, moment: str) -> Reading:
    seq = min(look.desk.moment(look.tournament_id, moment), look.state.seq)
    return msgspec.structs.replace(look, state=look.desk.state(look.tournament_id, seq))


def _stored(look: Reading, seqs: Iterable[int]) -> dict[int, Recorded]:
    return {record.seq: record for record in look.desk.stored(look.tournament_id, sorted({*seqs}))}


def _moment(look: Reading, seq: int) -> Moment:
    (stored,) = look.desk.stored(look.tournament_id, [seq])
    return Moment(seq, from_micros(stored.recorded_at), stored.hash.hex())


def _moved(look: Reading, stage: Stage, number: str, since: int, now: Explanation) -> Moved:
    board = look.desk.history(look.tournament_id).ranks.stages.get(stage, Board())
    before, after = places_at(board, since), places_at(board, look.state.seq)
    was, place = before.get(number), after.get(number)
    passing = [*_passing(before, after, number)]
    changed: dict[str, list[int]] = {}
    for change in board.changes:
        if since < change.seq <= look.state.seq:
            changed.setdefault(change.who, []).append(change.seq)
    shown = [
        Passing(who, before.get(who), after[who], tuple(changed.get(who, ())))
        for who in sorted(passing, key=lambda who: (after[who], who))[:MOST_PASSING]
    ]
    return Moved(
        was,
        place,
        tuple(sorted({*changed.get(number, ()), *_written(look, now, since)})),
        len(passing),
        sum(1 for _ in _passing(after, before, number)),
        tuple(shown) if _sees_all(look) else UNSET,
    )


def _written(look: Reading, now: Explanation, since: int) -> Iterator[int]:
    """The events since a moment that wrote figures which the explanation rests on."""
    cited = {reason.seq for reason in now.chain if reason.seq is not None and reason.seq > since}
    return (seq for seq, record in _stored(look, cited).items() if record.type in _OF_GAMES)


def _passing(before: Mapping[str, int], after: Mapping[str, int], number: str) -> Iterator[str]:
    """Who is ahead of someone in the second table, and was not in the first."""
    last = len(before) + len(after) + 1
    was, place = before.get(number, last), after.get(number, last)
    for who, theirs in after.items():
        if theirs < place and before.get(who, last) >= was and who != number:
            yield who


def _cases(look: Reading, number: str, stage: Stage) -> tuple[DocketView, ...]:
    """The cases about an entrant at tables that count in a stage; for themselves those that they raised."""
    scope = look.visibility.scope("docket") or "self"
    answer = docket(msgspec.structs.replace(look, scope=scope), NoParams())
    numbers = {*numbers_of(look.state, number)}
    counted = look.state.plan.counted_in(stage)
    found = []
    for view in answer.rows:
        case, sheet = view.case, look.state.sheets.get(view.case.sheet or "")
        elsewhere = sheet is not None and sheet.stage not in counted
        seated = sheet.seats if sheet is not None else ()
        if not elsewhere and not numbers.isdisjoint((*case.entrants, *seated, case.raised_by or "")):
            found.append(view)
    return tuple(found)


def _events(
    look: Reading,
    number: str,
    chains: Iterable[Explanation],
    moved: Moved | None,
    cases: Iterable[DocketView],
) -> Iterator[CaseEvent]:
    """What chains and cases rest on; for the entrant, who reads nothing of others, in the chains' words."""
    texts = {reason.seq: reason.text for chain in chains for reason in chain.chain if reason.seq is not None}
    seqs = {*texts}
    if _sees_all(look):
        seqs.update(moved.because if moved is not None else ())
        for view in cases:
            seqs.update((view.case.seq, *(ruling.seq for ruling in view.case.rulings)))
            seqs.update(exhibit.seq for exhibit in view.evidence)
    stored = _stored(look, seqs)
    for entry in timeline_at(look, [*stored]):
        shown = CaseEvent(**msgspec.structs.asdict(entry), hash=stored[entry.seq].hash.hex())
        if not _sees_all(look):
            actor = actor_of(entry.actor, numbers_of(look.state, number))
            shown = msgspec.structs.replace(shown, text=texts[entry.seq], actor=actor)
        yield shown


def _published(look: Reading, stage: Stage, number: str) -> Iterator[PublishedLine]:
    versions = [known for known in look.state.publications.values() if known.stage == stage]
    for known in sorted(versions, key=lambda known: known.version):
        line = next((row for row in known.rows if row.entrant_no == number), None)
        yield PublishedLine(known.version, known.seq, known.digest, line)


def _proof(look: Reading) -> Proof:
    id = look.tournament_id
    commands = (
        f"tileledger export {id} {id}.jsonl --public",
        f"tileledger verify {id}.jsonl",
        f"tileledger verify {id}",
    )
    return Proof(_moment(look, look.present.seq), look.desk.seal_over(id, look.state.seq), commands)
