"""What happened around a case in words: who left the game it is about, and what ended it without a ruling."""

from zoneinfo import ZoneInfo

from msgspec import UNSET

from services.desk.docket_views import CaseEvent, DocketView
from services.officials.cases import actor_shown, entrant_shown, tournament_of
from services.officials.reader import Reader
from services.personal.person import Person
from shared.catalogue import Word
from shared.i18n import moment_shown


def leaver_shown(reader: Reader, person: Person, view: DocketView) -> str:
    """Who left during the game that a case is about, how and why; "" where nobody did."""
    if view.left is UNSET or view.left.entrant is None:
        return ""
    entrant = entrant_shown(reader, person, view.left.entrant)
    grounds = Word("grounds", view.left.grounds)
    return reader.text("case_leaver", entrant=entrant, grounds=grounds, **_done(reader, person, view.left))


def ended_shown(reader: Reader, person: Person, view: DocketView) -> str:
    """What ended a case without a ruling, who did it, when and why; "" for one that is open or ruled."""
    if view.ended is UNSET:
        return ""
    return reader.text("case_ended", dispute=view.case.dispute, **_done(reader, person, view.ended))


def _done(reader: Reader, person: Person, event: CaseEvent) -> dict[str, object]:
    """What was done, by whom, when and why."""
    zone = ZoneInfo(tournament_of(reader, person).definition.zone)
    return {
        "what": Word("event", event.type),
        "by": actor_shown(reader, person, event.by),
        "at": moment_shown(event.at, zone, reader.language),
        "reason": event.reason or None,
    }
