"""A case file: the evidence on why an entrant has a place, or why it changed, to print or to hand over.

The chain of facts, every event it rests on with its hash, the rulings with evidence and reasons, what was
published, and how anyone can check that nobody touched it. The entrant reads it without what is others'.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

import msgspec

from services.access.rights import forbidden_of_others
from services.desk.answers import TimelineEntry
from services.desk.directory import NOBODY, free_text
from services.desk.docket import docket
from services.desk.docket_views import DocketView
from services.desk.explained import explained
from services.desk.explaining import Explanation
from services.desk.history.case_moves import Moved, moved_between, sees_all, stored
from services.desk.params import Entrant, ExplainParams, NoParams, Params
from services.desk.proving import seal_over
from services.desk.query_context import QueryContext
from services.desk.redaction import actor_of
from services.desk.timeline import timeline_at
from services.desk.views import (
    UNSET,
    Hidden,
    Name,
)
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.kernel.registry import event_types
from services.tournament.lookups import entrant_in, stage_in
from services.tournament.people.forgetting import numbers_of
from services.tournament.people.questions import QuestionAnswered, QuestionAsked
from services.tournament.standings.outcomes import PublishedRow
from shared.clock import from_micros
from shared.eventlog.seal import Seal


class Written(msgspec.Struct, frozen=True):
    """A text between an entrant and the organizer; "" once it is forgotten, or where a session is asked for.

    Attributes:
        question: its number; an answer has that of its question.
        session: the one in which they ask to play; null for anything else.
    """

    seq: int
    at: datetime
    question: str
    text: str
    is_answer: bool
    session: str | None = None


def written_by(look: QueryContext, number: str) -> Iterator[Written]:
    """Oldest first; nothing for whoever may read neither every question nor the entrant's own."""
    seen = look.visibility
    if seen.scope("questions") != "any" and (seen.role, seen.subject) != ("participant", number):
        return
    events = look.desk.history(look.tournament_id).events
    kinds = {*events.of_types(event_types()[kind].name for kind in (QuestionAsked, QuestionAnswered))}
    theirs = {seq for each in numbers_of(look.state, number) for seq in events.about(("entrant", each))}
    seqs = sorted(seq for seq in kinds & theirs if seq <= look.state.seq)
    texts = look.directory.texts(look.tournament_id, seqs)
    at = {record.seq: record for record in look.desk.stored(look.tournament_id, seqs)}
    for seq, event in look.desk.decoded(look.tournament_id, seqs):
        if not isinstance(event, QuestionAsked | QuestionAnswered):
            continue
        # Who was named beside the one that wrote has not written it.
        if event.entrant not in numbers_of(look.state, number):
            continue
        words = free_text(texts[seq].get(event.case, NOBODY), type(event), look.language)
        is_answer = isinstance(event, QuestionAnswered)
        yield Written(
            seq,
            from_micros(at[seq].recorded_at),
            event.question,
            words.get("answer" if is_answer else "question", ""),
            is_answer,
            event.session if isinstance(event, QuestionAsked) else None,
        )


_OF_ONE_COMMAND = 12
"""A ruling and what it leads to are not more events than this."""
_OF_FIGURES = frozenset({"amend_game", "void_game", "replay_game", "charge"})
"""Effects that change what everyone at the table has of a game."""
_OF_PERSONS = frozenset({"charge", "warning", "disqualify"})
"""Effects that are told to nobody but whom they concern."""


class CaseFileParams(Params, frozen=True, kw_only=True):
    """Whose place in which stage.

    Attributes:
        stage: the one they are in unless another is named; with an earlier moment the one they were in then,
            as that is the place that whoever asks remembers.
        before: an earlier moment, a seq or a time; then it is about what changed since.
    """

    entrant: Entrant
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
        cases: those on the docket about the entrant, and about tables in this stage that they played at. The
            entrant reads those they raised, and of rulings that changed games of theirs what they were told.
        written: between the entrant and the organizer, for whoever may read that.
        places_hidden: that places are not seen yet, so that none stands here.
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
    places_hidden: Hidden = UNSET
    written: tuple[Written, ...] = ()


def case_file(look: QueryContext, params: CaseFileParams) -> CaseFile:
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
            moved = moved_between(look, stage, number, earlier.state.seq, now)
    cases = _cases_about(look, number, stage)
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
        look.hidden(stage),
        tuple(written_by(look, number)),
    )


def _earlier(look: QueryContext, moment: str) -> QueryContext:
    seq = min(look.desk.moment(look.tournament_id, moment), look.state.seq)
    return msgspec.structs.replace(look, state=look.desk.state(look.tournament_id, seq))


def _moment(look: QueryContext, seq: int) -> Moment:
    (stored,) = look.desk.stored(look.tournament_id, [seq])
    return Moment(seq, from_micros(stored.recorded_at), stored.hash.hex())


def _events(
    look: QueryContext,
    number: str,
    chains: Iterable[Explanation],
    moved: Moved | None,
    cases: Iterable[DocketView],
) -> Iterator[CaseEvent]:
    """What chains and cases rest on; for the entrant, who reads nothing of others, in the chains' words."""
    texts: dict[int, dict[str, None]] = {}
    for chain in chains:
        for reason in chain.chain:
            if reason.seq is not None:
                texts.setdefault(reason.seq, {})[reason.alone or reason.text] = None
    seqs = {*texts}
    if sees_all(look):
        seqs.update(moved.because if moved is not None else ())
        for view in cases:
            seqs.add(view.case.seq)
            for ruling in view.case.rulings:
                seqs.update(_with_it(look, ruling.seq))
            seqs.update(exhibit.seq for exhibit in view.evidence)
    records = stored(look, seqs)
    for entry in timeline_at(look, [*records]):
        shown = CaseEvent(**msgspec.structs.asdict(entry), hash=records[entry.seq].hash.hex())
        if not sees_all(look):
            actor = actor_of(entry.actor, numbers_of(look.state, number))
            shown = msgspec.structs.replace(shown, text=" ".join(texts[entry.seq]), actor=actor)
        yield shown


def _published(look: QueryContext, stage: Stage, number: str) -> Iterator[PublishedLine]:
    versions = [known for known in look.state.publications.values() if known.stage == stage]
    for known in sorted(versions, key=lambda known: known.version):
        line = next((row for row in known.rows if row.entrant_no == number), None)
        yield PublishedLine(known.version, known.seq, known.digest, line)


def _proof(look: QueryContext) -> Proof:
    id = look.tournament_id
    commands = (
        f"tileledger export {id} {id}.jsonl --public",
        f"tileledger verify {id}.jsonl",
        f"tileledger verify {id}",
    )
    return Proof(_moment(look, look.present.seq), seal_over(look.desk, id, look.state.seq), commands)


def _with_it(look: QueryContext, seq: int) -> Iterator[int]:
    """An event and those that the same command led to after it, such as signatures that became void."""
    records = stored(look, range(seq, min(seq + _OF_ONE_COMMAND, look.state.seq + 1)))
    return (other for other, record in records.items() if record.command_id == records[seq].command_id)


def _cases_about(look: QueryContext, number: str, stage: Stage) -> tuple[DocketView, ...]:
    """The cases about an entrant at tables that count in a stage, as far as whoever asks may read them.

    All of a table for officials; for the entrant what they raised or were told.
    """
    scope = look.visibility.scope("docket")
    if scope is None:
        return ()
    about = [*_about(msgspec.structs.replace(look, scope="any"), number, stage)]
    if scope == "any":
        return tuple(about)
    raised = docket(msgspec.structs.replace(look, scope="self"), NoParams()).rows
    by_dispute = {view.case.dispute: view for view in raised}
    numbers = {*numbers_of(look.state, number)}
    return tuple(
        by_dispute.get(view.case.dispute) or _as_told(view, numbers)
        for view in about
        if view.case.dispute in by_dispute or _changed_a_game(view)
    )


def _about(look: QueryContext, number: str, stage: Stage) -> Iterator[DocketView]:
    numbers = {*numbers_of(look.state, number)}
    counted = look.state.plan.counted_in(stage)
    for view in docket(look, NoParams()).rows:
        case, sheet = view.case, look.state.sheets.get(view.case.sheet or "")
        elsewhere = sheet is not None and sheet.stage not in counted
        seated = sheet.seats if sheet is not None else ()
        if not elsewhere and not numbers.isdisjoint((*case.entrants, *seated, case.raised_by or "")):
            yield view


def _changed_a_game(view: DocketView) -> bool:
    return any(not _OF_FIGURES.isdisjoint(ruling.effects) for ruling in view.case.rulings)


def _as_told(view: DocketView, numbers: Collection[str]) -> DocketView:
    """What everyone at the table is told of a ruling: what it rests on and why, not who said what."""
    rulings = tuple(
        msgspec.structs.replace(
            ruling, effects=tuple(effect for effect in ruling.effects if effect not in _OF_PERSONS)
        )
        for ruling in view.case.rulings
    )
    theirs = tuple(entrant for entrant in view.case.entrants if entrant in numbers)
    case = msgspec.structs.replace(view.case, raised_by=None, entrants=theirs, rulings=rulings)
    reasons = {
        ruling: {"reason": texts["reason"]} for ruling, texts in view.rulings.items() if "reason" in texts
    }
    return DocketView(case, "", reasons, raised_at=view.raised_at, ruled_at=view.ruled_at)
