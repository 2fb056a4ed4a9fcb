"""An explanation as it is asked for: with what officials typed for whoever may read that."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from services.access.rights import forbidden_of_others
from services.desk.decided import Decided, decided_about
from services.desk.explaining import Explanation, explain
from services.desk.params import ExplainParams
from services.desk.query_context import QueryContext
from services.desk.reasons import NOTHING_TYPED, Reason
from services.desk.sheet_views import versions
from services.desk.timeline import timeline_at
from services.desk.typed_reasons import sees_typed, typed_reasons
from services.tournament.lookups import entrant_in

_NO_CAUSES = frozenset({"qualification-held", "cut-tie-decided", "entrant-registered"})


def explained(look: QueryContext, params: ExplainParams) -> Explanation:
    """Explain a place to whoever asks.

    Raises:
        Problem: forbidden, of another entrant; not-found, stage-unknown.
    """
    if not look.visibility.reaches("explain", params.entrant):
        raise forbidden_of_others(look.visibility.role, "explain")
    entrant_in(look.state, params.entrant)
    decided = decided_about(look, params.entrant)
    typed = _typed(look, params.entrant, decided) if sees_typed(look.visibility) else NOTHING_TYPED
    answer = explain(
        look.state,
        params.entrant,
        params.stage,
        look.language,
        look.visibility,
        typed,
        decided,
    )
    return msgspec.structs.replace(answer, chain=tuple(_with_causes(look, answer.chain)))


def _with_causes(look: QueryContext, chain: Sequence[Reason]) -> Iterator[Reason]:
    """A chain with what led to each of its events before it, for whoever may read what happened to others.

    What leads to a case, a proposal or a place that came free is about others as often as not. Of ties only
    those who were tied are told, and of registrations the entrant's, which the chain does by itself.
    """
    if look.visibility.scope("timeline") != "any":
        yield from chain
        return
    cited = {reason.seq for reason in chain if reason.seq is not None}
    causes: dict[int, int] = {}
    asked = cited
    while asked:
        records = look.desk.stored(look.tournament_id, sorted(asked))
        led = {record.seq: record.caused_by for record in records if record.caused_by is not None}
        causes |= led
        asked = {*led.values()} - cited - {*causes}
    further = timeline_at(look, sorted({*causes.values()} - cited))
    texts = {entry.seq: entry.text for entry in further if entry.type not in _NO_CAUSES}
    for reason in chain:
        led_to, cause = list[Reason](), causes.get(reason.seq or 0)
        while cause is not None and cause in texts:
            led_to.append(Reason(texts.pop(cause), cause, decision=reason.decision))
            cause = causes.get(cause)
        yield from reversed(led_to)
        yield reason


def _typed(look: QueryContext, entrant: str, decided: Iterable[Decided]) -> Mapping[int, str]:
    """Why games of this entrant were corrected, and what concerns them decided, by seq."""
    state = look.state
    sheets = [sheet for sheet in state.sheets.values() if entrant in sheet.seats]
    games = [version for sheet in sheets for game in sheet.games for version in versions(state, game)]
    corrected = [game.seq for game in games if game.before is not None]
    seqs = [*corrected, *(seq for seq, _ in decided)]
    events = dict(look.desk.decoded(look.tournament_id, seqs))
    return typed_reasons(look.directory, look.tournament_id, events, look.language)
