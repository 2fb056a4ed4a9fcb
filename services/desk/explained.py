"""An explanation as it is asked for: with what officials typed for whoever may read that."""

from collections.abc import Iterable, Mapping

from services.access.rights import forbidden_of_others
from services.desk.corrections import versions
from services.desk.explaining import Explanation, explain
from services.desk.explaining_decisions import Decided, decided_about
from services.desk.params import ExplainParams
from services.desk.query_context import QueryContext
from services.desk.reasons import NOTHING_TYPED
from services.desk.typed_reasons import sees_typed, typed_reasons
from services.tournament.lookups import entrant_in


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
    return explain(
        look.state,
        params.entrant,
        params.stage,
        look.language,
        look.visibility,
        typed,
        decided,
    )


def _typed(look: QueryContext, entrant: str, decided: Iterable[Decided]) -> Mapping[int, str]:
    """Why games of this entrant were corrected, and what concerns them decided, by seq."""
    state = look.state
    sheets = [sheet for sheet in state.sheets.values() if entrant in sheet.seats]
    games = [version for sheet in sheets for game in sheet.games for version in versions(state, game)]
    corrected = [game.seq for game in games if game.before is not None]
    seqs = [*corrected, *(seq for seq, _ in decided)]
    events = dict(look.desk.decoded(look.tournament_id, seqs))
    return typed_reasons(look.directory, look.tournament_id, events, look.language)
