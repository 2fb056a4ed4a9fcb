"""Why a day was suspended, a game corrected or somebody let in again, as typed: for who reads every case.

The text is in the vault.
"""

from collections.abc import Mapping

from services.access.visibility import Visibility
from services.desk.directory import NOBODY, Directory, free_text
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from shared.catalogue import languages


def sees_typed(seen: Visibility) -> bool:
    """Whether what officials type is open to someone: to who reads every case in full."""
    return seen.scope("docket") == "any"


def typed_reasons(
    directory: Directory, tournament_id: str, events: Mapping[int, Event], language: str
) -> dict[int, str]:
    """The reasons typed for decisions among these events, by seq; none once destroyed.

    That of a ruling is not among them: it is read with what was found. What those concerned read comes in
    the language asked for, where it was typed in it.
    """
    kinds = event_types()
    found = {seq: event for seq, event in events.items() if kinds[type(event)].text[:1] == ("reason",)}
    texts = directory.texts(tournament_id, sorted(found))
    reasons = {}
    for seq, event in found.items():
        case: str | None = event.case  # type: ignore[attr-defined]  # whatever has such a text has a case
        fields = free_text(texts[seq].get(case or "", NOBODY), type(event), language)
        order = (language, *languages(), "reason")
        typed = " ".join(next((fields[name] for name in order if fields.get(name)), "").split())
        if typed:
            reasons[seq] = typed.rstrip(".。")
    return reasons
