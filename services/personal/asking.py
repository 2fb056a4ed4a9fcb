"""Writing to the organizer: whether somebody reads it, and the wish to be forgotten."""

import re
from collections.abc import Mapping

from services.delivery.links import Links
from services.desk.params import EntrantParams
from services.desk.programme import TournamentAnswer
from services.desk.views import EntrantView, FamiliesAnswer
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.personal.reader import Reader
from services.tournament.people.consents import is_minor
from services.tournament.people.questions import AskOrganizer
from shared.catalogue import languages, say
from shared.finding import folded

_THANKS = re.compile(
    r"(?: ?(?:"
    r"great|perfect|(?:well )?noted|(?:i |we )?(?:got it|understood)|received"
    r"|(?:(?:many|so kind|with|and) )*(?:thanks|thank you|thx|ty|cheers)"
    r"(?: (?:so|very|much|a|lot|again|all|everyone))*(?: for(?: (?:your|the|all|quick|help|reply|answer))+)?"
    r"|(?:ok|okay|好的?|收到|明白|了解|知道|清楚)[呀啊啦喇了嘅晒曬]*"
    r"|唔該(?:晒|曬|哂|[呀啊啦喇哦])*"
    r"|(?:非常|十分|真係|真的)?(?:多謝|多谢|謝謝|谢谢|感謝|感谢)"
    r"(?:晒|曬|哂|你|您|你哋|你們|大家|主辦單位|回覆|答覆|幫忙|[呀啊啦喇哦了])*"
    r"))+"
)
"""Thanks, and that something was read. What may answer a question, a yes or a no, is not among them.

唔該 is also how one begins to ask for something, so that nothing but itself may follow it.
"""
_KIND_SIGNS = frozenset(
    "👍👌👏🙌🙏🤝🫶💪❤♥💕💖💗💓💞💘💝💙💚💛🧡💜🖤🤍🤎🩷🩵🩶❣💟🙂😀😃😄😁😆😊😇🥰😍😘😉☺😌🤗🤩😎🥳✅✔☑🎉🌹💐"
)
_SIGNS = re.compile(r"[^\w\s.,!~…、，。！～：；:;)’'“”\"^–—\-\ufe0f\u200d\U0001f3fb-\U0001f3ff]")
"""What is neither a letter nor a mark that says nothing by itself, nor part of another sign."""


def organizer_reads(links: Links, tournament_id: str) -> bool:
    """Whether a chat of the organizer is linked, so that somebody reads at some time."""
    linked = links.of_recipients(tournament_id, ["organizer:organizer"])
    return any(link.status == "active" for link in linked.get("organizer:organizer", ()))


def only_thanks(text: str) -> bool:
    """Whether what was written asks for nothing: thanks, that it was read, a sign such as a thumb."""
    if any(mark in text for mark in "?？"):
        return False
    words, signs = " ".join(re.findall(r"\w+", text.casefold())), _SIGNS.findall(text)
    if not _KIND_SIGNS.issuperset(signs):
        return False
    return _THANKS.fullmatch(words) is not None if words else bool(signs)


def wish_to_be_forgotten(reader: Reader, person: Person) -> AskOrganizer:
    """To be forgotten is the organizer's to do: what a ruling rests on may still be needed."""
    return AskOrganizer(entrant=person.number, question=reader.text("forget_words"))


def asks_to_be_forgotten(text: str) -> bool:
    """Whether it is that wish, in any language: our words for it, or some that people use."""
    wanted = folded(text)
    return any(
        wanted == folded(say("bot-forget-words", language))
        or any(
            folded(words) in wanted
            for words in re.split(r",\s*|、", say("task-also-wish-forgotten", language))
        )
        for language in languages()
    )


def is_named_as_parent(reader: Reader, person: Person) -> bool:
    """Whether a child's record may name this person as parent or guardian, which outlasts their person."""
    families: FamiliesAnswer = reader.ask(person, "families")
    if any(row.parent == person.number for row in families.rows):
        return True
    defined: TournamentAnswer = reader.ask(person, "tournament")
    if is_minor(_given(reader, person, "birth_date"), defined.definition.local_day(reader.now())):
        return False
    children = [
        other for other in reader.everyone if other.principal.role == "participant" and other != person
    ]
    here = [child for child in children if child.tournament_id == person.tournament_id]
    return any(_given(reader, child, "guardian") for child in here)


def parts_forgotten(reader: Reader, person: Person) -> list[Part]:
    """What counts of the wish to be forgotten: what stays with a child's record."""
    if not is_named_as_parent(reader, person):
        return []
    return [part("parent", True, reader.text("forget_parent", name=person.name))]


def _given(reader: Reader, person: Person, field: str) -> str:
    """What was given of somebody at registration; "" for what was not, or is not to be seen."""
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    return view.details.get(field, "") if isinstance(view.details, Mapping) else ""
