"""Writing to the organizer: whether somebody reads it, and the wish to be forgotten."""

from services.delivery.links import Links
from services.personal.person import Person
from services.personal.reader import Reader
from services.tournament.people.questions import AskOrganizer


def organizer_reads(links: Links, tournament_id: str) -> bool:
    """Whether a chat of the organizer is linked, so that somebody reads at some time."""
    linked = links.of_recipients(tournament_id, ["organizer:organizer"])
    return any(link.status == "active" for link in linked.get("organizer:organizer", ()))


def wish_to_be_forgotten(reader: Reader, person: Person) -> AskOrganizer:
    """To be forgotten is the organizer's to do: what a ruling rests on may still be needed."""
    return AskOrganizer(entrant=person.number, question=reader.text("forget_words"))
