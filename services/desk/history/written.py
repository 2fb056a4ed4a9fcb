"""What an entrant wrote to the organizer, and what was answered, for a case file."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from services.desk.directory import NOBODY, free_text
from services.desk.query_context import QueryContext
from services.tournament.kernel.registry import event_types
from services.tournament.people.forgetting import numbers_of
from services.tournament.people.questions import QuestionAnswered, QuestionAsked
from shared.clock import from_micros


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
