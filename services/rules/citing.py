"""Places in the rule documents, as people read them in each language.

A ruleset cites the documents as they are written, most of them in English. The names of documents and of
their parts are `cited-…` of the catalogue; whatever is not of them, such as the words of a Chief Referee or
of house rules, stands as it was written.
"""

import re

import msgspec

from shared.catalogue import catalogue, languages, say, shown

DOCUMENTS = ("HK", "MSO", "BSG", "Pressman", "Online")
"""How a citation of each document begins."""
_NUMBERED = re.compile(r"(?P<words>.*?)(?P<number>(?:(?:^| )[0-9][0-9.]*(?: and [0-9.]+)*)?)")


class Cited(msgspec.Struct, frozen=True):
    """A place in a rule document: "HK rules 3, Example 2"."""

    cite: str

    def in_language(self, language: str) -> str:
        """The place in a language; as it is written where a part of it has no name there."""
        document, _, rest = self.cite.partition(" ")
        if document not in DOCUMENTS:
            return _named(self.cite.partition(",")[0], language) or self.cite
        if language == languages()[0] or not rest:
            return self.cite
        parts = [_part(part, language) for part in rest.split("; ")]
        if None in parts:
            return self.cite
        of = say(f"cited-{document.lower()}", language)
        return say(
            "cited-of", language, document=of, place=say("cited-and-also", language).join(map(str, parts))
        )


def in_order(cite: str) -> list[tuple[int, str]]:
    """By which places sort as people count: 2.1 before 2.3, 3 before 10."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", cite) if part
    ]


@shown.register
def _cited(value: Cited, language: str) -> str:
    return value.in_language(language)


def _part(part: str, language: str) -> str | None:
    """One part of a citation in a language, with its numbers; None where it has no name there."""
    if (whole := _named(part, language)) is not None:
        return whole
    found = ""
    for place in part.split(", "):
        read = _NUMBERED.fullmatch(place)
        words, number = (read["words"], read["number"].strip()) if read is not None else (place, "")
        number = number.replace(" and ", say("cited-and", language))
        called = _named(words, language) if words else ""
        if called is None:
            return None
        between = "" if not found else say("cited-further" if called else "cited-and", language)
        found += between + (f"{called} {number}" if called and number else called or number)
    return found


def _named(words: str, language: str) -> str | None:
    key = f"cited-{re.sub('[^a-z0-9]+', '-', words.lower()).strip('-')}"
    return say(key, language) if words and key in catalogue(language) else None
