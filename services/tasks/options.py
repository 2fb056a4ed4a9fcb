"""What there is to choose from in a tournament as it stands, where a question asks for one of its things."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from services.tasks.questions import Question
from services.tournament.definition.places_called import session_called, table_called
from services.tournament.people.questions import is_open
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word, say
from shared.i18n import Language

Option = tuple[str, str]
"""What is answered, and what people call it."""


def options_of(
    state: State, question: Question, language: Language, *, of_all: bool
) -> Sequence[Option] | None:
    """The options, in an order that people expect; None where an answer is typed.

    Args:
        of_all: whether who answers may know of every case and question, not of those of some tables alone.
    """
    if question.kind == "choice":
        return [(value, say(f"answer-{_key(value)}", language)) for value in question.options]
    asked = question.kind in ("text", "day") and (of_all or question.name not in _KEPT)
    found = _OF_STATE.get(question.name) if asked else None
    options = [] if found is None else [(value, _said(label, language)) for value, label in found(state)]
    return options or None


def _key(value: str) -> str:
    return value.replace("_", "-").replace(":", "-")


def _said(label: object, language: Language) -> str:
    return Listed([label]).in_language(language)


def _sessions(state: State) -> Iterable[tuple[str, object]]:
    for session in state.sessions.values():
        called = session_called(session.plan.id, state.plan, state.moved_to)
        yield (
            session.plan.id,
            Phrase("task-of-session", {"session": called, "status": Word("session", session.status)}),
        )


def _sheets(state: State) -> Iterable[tuple[str, object]]:
    """Tables of sessions in play before those that are over."""
    over = [state.sessions[sheet.session].status == "ended" for sheet in state.sheets.values()]
    for _, id in sorted(zip(over, state.sheets, strict=True), key=lambda each: each[0]):
        yield id, table_called(id, state.plan, state.moved_to)


def _stages(state: State) -> Iterable[tuple[str, object]]:
    return state.plan.stage_names.items()


def _days(state: State) -> Iterable[tuple[str, object]]:
    days = {session.day for session in state.sessions.values() if session.day is not None}
    for day in sorted(days):
        yield day.isoformat(), Phrase("task-day", {"day": day})


def _disputes(state: State) -> Iterable[tuple[str, object]]:
    open_first = sorted(state.disputes.values(), key=lambda dispute: dispute.status != "open")
    for dispute in open_first:
        yield dispute.dispute, dispute.dispute


def _questions(state: State) -> Iterable[tuple[str, object]]:
    return ((id, id) for id, asked in state.questions.items() if is_open(state, asked))


def _proposals(state: State) -> Iterable[tuple[str, object]]:
    for id, proposal in state.proposals.items():
        if proposal.status == "open":
            yield id, Phrase("task-day", {"day": proposal.day})


def _calls(state: State) -> Iterable[tuple[str, object]]:
    for id, call in state.parent_calls.items():
        if not call.answered:
            yield id, Phrase("task-entrant", {"entrant": call.entrant})


def _referees(state: State) -> Iterable[tuple[str, object]]:
    return ((id, id) for id, referee in state.referees.items() if referee.active)


def _units(state: State) -> Iterable[tuple[str, object]]:
    return ((id, id) for id in state.units)


_OF_STATE: Mapping[str, Callable[[State], Iterable[tuple[str, object]]]] = {
    "session": _sessions,
    "sheet": _sheets,
    "stage": _stages,
    "day": _days,
    "dispute": _disputes,
    "question": _questions,
    "proposal": _proposals,
    "call": _calls,
    "unit": _units,
}
"""By the name of the question."""

_KEPT = frozenset({"dispute", "question"})
"""What the referee of a table may not know of others."""
