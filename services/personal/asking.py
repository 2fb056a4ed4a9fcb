"""Writing to the organizer: whether somebody reads it, and the wish to be forgotten."""

import re
from collections.abc import Mapping

from services.delivery.links import Links
from services.desk.params import EntrantParams
from services.desk.views import EntrantView, FamiliesAnswer
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.personal.reader import Reader
from services.tournament.lookups import shows
from services.tournament.people.questions import AskOrganizer

_THANKS = re.compile(
    r"(?:(?:ok|okay|great|perfect|noted|got it|understood|many|so kind) )*"
    r"(?:thanks|thank you|thx|ty|cheers)"
    r"(?: (?:so|very|much|a|lot|again|all|everyone|for|your|the|help|reply|answer))*"
    r"|(?:好|好的|收到|明白|了解|知道|ok)?(?: ?(?:非常|十分|真係|真的)?(?:多謝|多谢|謝謝|谢谢|感謝|感谢|唔該)"
    r"(?:晒|曬|哂|你|您|你哋|你們|大家|主辦單位|回覆|答覆|幫忙|[呀啊啦喇哦了])*)+"
)


def organizer_reads(links: Links, tournament_id: str) -> bool:
    """Whether a chat of the organizer is linked, so that somebody reads at some time."""
    linked = links.of_recipients(tournament_id, ["organizer:organizer"])
    return any(link.status == "active" for link in linked.get("organizer:organizer", ()))


def only_thanks(text: str) -> bool:
    """Whether what was written asks for nothing: thanks alone, or a sign such as a thumb."""
    if not shows(text) or any(mark in text for mark in "?？"):
        return False
    words = " ".join(re.findall(r"\w+", text.casefold()))
    return not words or _THANKS.fullmatch(words) is not None


def wish_to_be_forgotten(reader: Reader, person: Person) -> AskOrganizer:
    """To be forgotten is the organizer's to do: what a ruling rests on may still be needed."""
    return AskOrganizer(entrant=person.number, question=reader.text("forget_words"))


def is_named_as_parent(reader: Reader, person: Person) -> bool:
    """Whether a child's record may name this person as parent or guardian, which outlasts their person."""
    families: FamiliesAnswer = reader.ask(person, "families")
    if any(row.parent == person.number for row in families.rows):
        return True
    children = [
        other for other in reader.everyone if other.principal.role == "participant" and other != person
    ]
    here = [child for child in children if child.tournament_id == person.tournament_id]
    return any(_guardian(reader, child) for child in here)


def parts_forgotten(reader: Reader, person: Person) -> list[Part]:
    """What counts of the wish to be forgotten: what stays with a child's record."""
    if not is_named_as_parent(reader, person):
        return []
    return [part("parent", True, reader.text("forget_parent", name=person.name))]


def _guardian(reader: Reader, child: Person) -> str:
    view: EntrantView = reader.ask(child, "entrant", EntrantParams(entrant=child.number))
    return view.details.get("guardian", "") if isinstance(view.details, Mapping) else ""
