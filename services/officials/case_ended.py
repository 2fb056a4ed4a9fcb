"""A case that ended without a ruling: by what, who did it, when and why."""

from zoneinfo import ZoneInfo

from services.officials.cases import actor_shown, tournament_of
from services.officials.reader import Reader
from services.personal.person import Person
from shared.catalogue import Word
from shared.i18n import moment_shown


def ended_shown(reader: Reader, person: Person, dispute: str) -> str:
    """What ended a case without a ruling; "" for one that is open or ruled."""
    case = reader.desk.state(person.tournament_id).disputes[dispute]
    if case.ended is None:
        return ""
    (event,) = reader.desk.events(person.tournament_id, case.ended - 1, 1)
    texts = reader.desk.directory.texts(person.tournament_id, [event.seq])[event.seq]
    reasons = [text for details in texts.values() if (text := details.get("reason"))]
    zone = ZoneInfo(tournament_of(reader, person).definition.zone)
    return reader.text(
        "case_ended",
        dispute=dispute,
        what=Word("event", event.type),
        by=actor_shown(reader, person, event.actor),
        at=moment_shown(event.occurred_at, zone, reader.language),
        reason=reasons[0] if reasons else None,
    )
