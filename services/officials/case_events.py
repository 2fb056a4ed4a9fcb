"""What happened around a case as its log has it: who left the game it is about, and what ended it unruled."""

from zoneinfo import ZoneInfo

import msgspec

from services.desk.answers import EventView
from services.officials.cases import actor_shown, entrant_shown, tournament_of
from services.officials.reader import Reader
from services.personal.person import Person
from shared.catalogue import Word
from shared.i18n import moment_shown


def leaver_shown(reader: Reader, person: Person, dispute: str) -> str:
    """Who left during the game that a case is about, how and why; "" where nobody did."""
    case = reader.desk.state(person.tournament_id).disputes[dispute]
    raised = _event(reader, person, case.seq)
    if case.leaver is None or raised.caused_by is None:
        return ""
    left = _event(reader, person, raised.caused_by)
    return reader.text(
        "case_leaver",
        entrant=entrant_shown(reader, person, case.leaver),
        grounds=Word("grounds", msgspec.json.decode(left.data)["grounds"]),
        **_done(reader, person, left),
    )


def ended_shown(reader: Reader, person: Person, dispute: str) -> str:
    """What ended a case without a ruling, who did it, when and why; "" for one that is open or ruled."""
    ended = reader.desk.state(person.tournament_id).disputes[dispute].ended
    if ended is None:
        return ""
    return reader.text("case_ended", dispute=dispute, **_done(reader, person, _event(reader, person, ended)))


def _event(reader: Reader, person: Person, seq: int) -> EventView:
    (event,) = reader.desk.events(person.tournament_id, seq - 1, 1)
    return event


def _done(reader: Reader, person: Person, event: EventView) -> dict[str, object]:
    """What was done, by whom, when and why."""
    texts = reader.desk.directory.texts(person.tournament_id, [event.seq])[event.seq]
    reasons = [text for details in texts.values() if (text := details.get("reason"))]
    zone = ZoneInfo(tournament_of(reader, person).definition.zone)
    return {
        "what": Word("event", event.type),
        "by": actor_shown(reader, person, event.actor),
        "at": moment_shown(event.occurred_at, zone, reader.language),
        "reason": reasons[0] if reasons else None,
    }
