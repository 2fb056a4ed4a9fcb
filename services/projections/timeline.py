"""The timeline: every event in plain words, rendered when it is read.

The text of an event names its fields, and `n_<field>` for how many a field holds. Whoever asks says how to
label an entrant.
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from services.rules.citing import Cited
from services.rules.exact import figure_shown
from services.tournament.definition.amending import Changed, TournamentAmended
from services.tournament.definition.difference import in_short
from services.tournament.definition.places_called import (
    MovedTo,
    as_planned,
    session_called,
    sessions_called,
    table_called,
)
from services.tournament.definition.plan import Competition
from services.tournament.docket.cases import described
from services.tournament.docket.disputes import DisputeRaised
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from services.tournament.play.results import GameCorrected
from services.tournament.play.scores import Game
from services.tournament.weather.suspension import SessionsSuspended
from services.tournament.weather.watching import SignalSeen
from shared.catalogue import Listed, Phrase, Word, say, values_of

Label = Callable[[str], str]

ENTRANT_FIELDS = (
    "entrant", "entrant_no", "kept", "dropped", "child", "parent", "first", "second", "replaces", "raised_by",
    "winner", "leaver", "family-unit-proposed.by", "parent-call-answered.by",
)  # fmt: skip
"""Fields that each hold the number of one entrant; with the event where others mean something else by it."""

_CODES = {
    "grounds": "grounds",
    "reminder-due.kind": "reminder",
    "incident-noted.kind": "incident",
    "signature-missing.kind": "signature",
    "dispute-raised.kind": "dispute",
    "status": "ruled-game",
    "source": "sheet-came",
    "medium": "medium",
    "outcome": "weather",
    "taken": "sheet-taken",
    "choice": "tie",
    "audience": "audience",
    "code": "warning",
    "codes": "warning",
    "details-amended.fields": "detail",
    "consent-changed.scopes": "consent-scope",
    "consent-changed.by": "consent-by",
}
"""Fields that hold codes, of one event or of any, and what their words are about."""


_SESSIONS = frozenset({"session", "from_session", "to_session", "other"})
_SEVERAL_SESSIONS = frozenset({"sessions", "moved", "voided"})


def event_text(
    event: Event,
    language: str,
    label: Label,
    plan: Competition | None = None,
    typed: str = "",
    day_before: MovedTo = as_planned,
    before: Game | None = None,
) -> str:
    """The event in plain words.

    Args:
        label: how to call an entrant, by number.
        plan: what calls the stages by their names; else they go by their ids.
        typed: the reason that was typed for it, where the reader may see it.
        day_before: the day to which a session had been moved before the event.
        before: of a corrected game, what stood before.
    """
    key = f"event-{event_types()[type(event)].name}"
    values = {name: _value(event, name, label, plan, day_before) for name in values_of(key, language)}
    if typed and "grounds" in values:
        values["grounds"] = Phrase("part-grounds-typed", {"grounds": values["grounds"], "typed": typed})
    stood: list[object] = []
    if before is not None and isinstance(event, GameCorrected):
        values["results"], stood = _corrected(event, before)
    text = say(key, language, **values)
    if stood:
        text += say("part-corrected-from", language, results=stood)
    if typed and "grounds" not in values:
        text += say("part-corrected-because", language, typed=typed)
    return text[:1].upper() + text[1:]  # where it begins with a session or table


def _value(event: Event, name: str, label: Label, plan: Competition | None, day_before: MovedTo) -> object:
    """What a field of the event reads like; of `n_<field>` how many there are."""
    if name.startswith("n_"):
        return len(getattr(event, name.removeprefix("n_")))
    if isinstance(event, TournamentAmended) and name == "changes":
        return _changes(event.changes, event.definition)
    if isinstance(event, SessionsSuspended) and name == "day":
        return None if plan is None else _other_day(event, plan, day_before)
    if isinstance(event, DisputeRaised) and name == "kind":
        return Word("dispute", described(event.kind, event.raised_by))
    value = getattr(event, name)
    if name in _SESSIONS:
        return None if value is None else session_called(value, plan, day_before)
    if name in _SEVERAL_SESSIONS:
        return sessions_called(value, plan, day_before) or "–"
    if name == "cites":
        return Cited(value)
    if name == "sheet":
        return "–" if value is None else table_called(value, plan, day_before)
    if name == "stage" and plan is not None and value in plan.by_id:
        return plan.stage_name(value)
    if name == "seed":
        return value
    if isinstance(value, datetime):
        return value if plan is None else value.astimezone(ZoneInfo(plan.zone))
    return _shown(event, name, label)


def _other_day(event: SessionsSuspended, plan: Competition, day_before: MovedTo) -> date | None:
    """The day of suspended sessions, where they are not called by it."""
    planned = {id: session.day for id in event.sessions if (session := plan.session(id)) is not None}
    called = {day_before(id) or day for id, day in planned.items()}
    return event.day if called - {None, event.day} else None


def _changes(value: tuple[Any, ...], plan: Competition) -> Listed:
    """What another plan says otherwise; of a corrected table the timeline only counts the lines."""
    named = [
        in_short(changed.field, changed.stage, _session(changed, plan), plan)
        for changed in value
        if isinstance(changed, Changed)
    ]
    return Listed(named, "list-between-sentences")


def _session(change: Changed, plan: Competition) -> object:
    return None if change.session is None else session_called(change.session, plan)


def _result(entrant: str, score: str, game_won: int) -> str:
    return f"{entrant} {figure_shown(score)}{' ★' if game_won else ''}"


def _corrected(event: GameCorrected, before: Game) -> tuple[list[object], list[object]]:
    """The figures of a game that was corrected and those before, with the tiles of whoever has others now."""
    stood = {figure.entrant: figure for figure in before.figures}
    recounted = {
        result.entrant
        for result in event.results
        if result.entrant in stood and stood[result.entrant].tiles != result.tiles
    }

    def line(entrant: str, score: str, game_won: int, tiles: int) -> object:
        result = _result(entrant, score, game_won)
        return (
            Phrase("part-with-tiles", {"result": result, "tiles": tiles}) if entrant in recounted else result
        )

    now = [line(result.entrant, result.score, result.game_won, result.tiles) for result in event.results]
    return now, [
        line(figure.entrant, figure.score, figure.game_won, figure.tiles) for figure in before.figures
    ]


def _signal(signal: SignalSeen) -> Word | Phrase:
    warning = Word("warning", signal.code.lower())
    if signal.doubt is not None:
        return Phrase("part-warning-doubted", {"warning": warning})
    return warning if signal.until is None else Phrase("part-warning-ended", {"warning": warning})


def _shown(event: Event, name: str, label: Label) -> object:
    value = getattr(event, name)
    if value is None:
        return "–"
    of_event = f"{event_types()[type(event)].name}.{name}"
    if name in ENTRANT_FIELDS or of_event in ENTRANT_FIELDS:
        return label(str(value))
    if name in ("entrants", "admitted", "byes", "unpaired"):
        return [label(str(entrant_no)) for entrant_no in value] or "–"
    if name == "results":
        return [_result(result.entrant, result.score, result.game_won) for result in value]
    if name == "judged":
        judged = Word("verdict", value.verdict)
        return judged if value.entrant is None else [judged, label(value.entrant)]
    if name == "signals":
        # One that is dated anew ended under its former hour only.
        still = {signal.code for signal in value if signal.until is None}
        return [_signal(signal) for signal in value if signal.until is None or signal.code not in still]
    if name == "effects":
        return [Word("effect", str(effect.__struct_config__.tag)) for effect in value]
    about = _CODES.get(of_event, _CODES.get(name))
    if about is not None:
        several = value if isinstance(value, tuple) else (value,)
        return [Word(about, str(word).lower().replace("role:", "role_")) for word in several] or "–"
    if isinstance(value, tuple):
        return [str(entry) for entry in value] or "–"
    return value if isinstance(value, int | date) else str(value)
