"""Why a day was suspended, a game corrected or a cut decided, as typed: for who reads every case.

The text is in the vault.
"""

from collections.abc import Mapping

from services.access.visibility import Visibility
from services.desk.directory import NOBODY, Directory, free_text
from services.tournament.kernel.facts import Event
from services.tournament.play.results import GameCorrected
from services.tournament.publication.awards import AwardsRevoked
from services.tournament.standings.cut import QualificationUndone
from services.tournament.standings.qualification import CutTieDecided
from services.tournament.weather.suspension import SessionsSuspended
from shared.catalogue import languages

_GROUNDED = SessionsSuspended | GameCorrected | CutTieDecided | QualificationUndone | AwardsRevoked


def sees_typed(seen: Visibility) -> bool:
    """Whether what officials type is open to someone: to who reads every case in full."""
    return seen.scope("docket") == "any"


def typed_reasons(
    directory: Directory, tournament_id: str, events: Mapping[int, Event], language: str
) -> dict[int, str]:
    """The reasons typed for such decisions among these events, by seq; none once destroyed.

    What those concerned read comes in the language asked for, where it was typed in it.
    """
    found = {seq: event for seq, event in events.items() if isinstance(event, _GROUNDED)}
    texts = directory.texts(tournament_id, sorted(found))
    reasons = {}
    for seq, event in found.items():
        fields = free_text(texts[seq].get(event.case, NOBODY), type(event), language)
        order = (language, *languages(), "reason")
        typed = " ".join(next((fields[name] for name in order if fields.get(name)), "").split())
        if typed:
            reasons[seq] = typed.rstrip(".。")
    return reasons
