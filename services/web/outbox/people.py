"""People as the organizer reads of them: number, name, and the phone number on file."""

from collections.abc import Iterable, Mapping

import msgspec

from services.delivery.correspondents import Details, name_in, recipient_of
from services.desk.correspondence import Correspondence
from services.notices.audiences import Recipient
from services.web.parts import Parts
from services.web.routes import Call
from shared.catalogue import Word
from shared.finding import holds, sought
from shared.i18n import Language


class Somebody(msgspec.Struct, frozen=True):
    """Somebody a message is for.

    Attributes:
        number: of the entrant or referee; "" for the organizer and public places.
        role: "" for entrants.
        name, phone: "" where none is known, or where they were forgotten.
    """

    number: str
    role: str
    name: str
    phone: str


def people(parts: Parts, call: Call, keys: Iterable[str]) -> Mapping[str, Somebody]:
    """Those of these keys, each once."""
    wanted = [recipient_of(key) for key in dict.fromkeys(keys)]
    details = Correspondence(parts.desk).details(call.tournament, wanted)
    return {recipient.key: _somebody(recipient, details[recipient], call.language) for recipient in wanted}


def found_among(parts: Parts, call: Call, keys: Iterable[str], wanted: str) -> set[str]:
    """Those of these keys whose number, name in any language or telephone number holds every word."""
    recipients = [recipient_of(key) for key in dict.fromkeys(keys)]
    details, words = Correspondence(parts.desk).details(call.tournament, recipients), sought(wanted)
    return {
        recipient.key
        for recipient in recipients
        if holds(recipient.number, _names(details[recipient]), words, details[recipient].get("phone", ""))
    }


def _names(details: Details) -> Iterable[str]:
    return (details.get(field, "") for field in ("name_en", "name_zh", "name"))


def _somebody(recipient: Recipient, details: Details, language: Language) -> Somebody:
    role = "" if recipient.kind == "entrant" else Word("recipient", recipient.kind).in_language(language)
    number = recipient.number if recipient.kind in ("entrant", "referee") else ""
    return Somebody(number, role, name_in(details, language), details.get("phone", ""))
