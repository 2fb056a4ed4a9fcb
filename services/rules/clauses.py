"""The places of its documents that a ruling may rest on, and which of them somebody means who types one.

The list of a ruleset is what its settings rest on; of documents that ship, also the places that no setting is
about, such as most of a code of conduct. A place is found by its name in either language, in part, or by its
number alone.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property, lru_cache

import msgspec

from services.rules.citing import DOCUMENTS, Cited
from services.rules.ruleset import Ruleset, axes
from shared.catalogue import languages, say

FURTHER = (
    *(f"HK code of conduct {number}" for number in range(1, 16)),
    *(f"HK How to Use Joker, Example {number}" for number in range(1, 8)),
    *(f"HK How to Use Joker, Remark {number}" for number in (1, 2)),
    *(f"HK rules 3, Example {number}" for number in (1, 2, 3)),
    "HK eligibility",
    "HK timetable",
    "HK quotas",
    "HK qualifying for the finals",
    "HK seating arrangement",
    "HK referee and supervision",
    "HK score sheet, remark",
    "HK special arrangement under severe weather",
    "MSO categories",
    "MSO times",
)
"""Places of the documents that ship which no setting rests on."""
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_MARKS = re.compile(r"[\W_]+")
_COUNTED = ("Example", "Remark")
"""Parts of a part."""
_NEAREST = 6
_LEAST, _LEAST_LATIN = 2, 4
"""Characters by which a name is known in part; in Latin letters it takes more."""


class _Place(msgspec.Struct, frozen=True):
    """A named part of a document, "rules", with a number of it; "" for the whole."""

    words: str
    number: str


class Clauses:
    """The places that can be cited, in the order of the list.

    Args:
        rulesets: those in force, the one of the table first.
        more: further places, as a tournament's file cites them.
    """

    def __init__(self, rulesets: Iterable[Ruleset], more: Iterable[str] = ()) -> None:
        cited = dict.fromkeys(axis.cite for ruleset in rulesets for axis in axes(ruleset))
        documents = tuple(dict.fromkeys(_document(cite) for cite in cited))
        further = [cite for cite in FURTHER if _document(cite) in documents]
        self.known = tuple(dict.fromkeys([*cited, *more, *further]))
        self._documents = [document for document in documents if document]

    @cached_property
    def _places(self) -> dict[str, dict[_Place, None]]:
        """By document what is named of it, with what that is a part of."""
        found: dict[str, dict[_Place, None]] = {}
        for cite in self.known:
            for place in _places(cite):
                found.setdefault(_document(cite), {}).update(dict.fromkeys(_with_whole(place)))
        return found

    def find(self, typed: str) -> str | None:
        """The place that is meant, as the document is cited; None where there is none, or more than one."""
        if typed in self.known:
            return typed
        plain = _plain(typed)
        for cite in self.known:
            if plain in {_plain(Cited(cite).in_language(language)) for language in languages()}:
                return cite
        named = [document for document in self._documents if _begins_with(plain, document)]
        found = [self._read(document, plain) for document in named or self._documents]
        cites = list(dict.fromkeys(cite for cite in found if cite is not None))
        cites += [cite for cite in self.known if not _document(cite) and f" {plain} " in f" {_plain(cite)} "]
        return cites[0] if len(cites) == 1 else None

    def nearest(self, typed: str) -> list[str]:
        """The places most like it, the likest first."""
        plain = _plain(typed)
        return sorted(self.known, key=lambda cite: -_likeness(cite, plain))[:_NEAREST]

    def _read(self, document: str, plain: str) -> str | None:
        """The citation of a document that a text comes to, part by part."""
        for name in _names(document):
            plain = plain.removeprefix(name).strip()
        cite, words = "", ""
        for called, number in _parts(plain):
            place = self._place(document, called, number, words)
            if place is None:
                return None
            cite += _joined(cite, place, words)
            words = place.words
        return f"{document} {cite}" if cite else None

    def _place(self, document: str, called: str, number: str, before: str) -> _Place | None:
        """The one place of that name and number; without a name of the part before, else of any part."""
        known = self._places[document]
        numbered = [place for place in known if place.number == number]
        if not called:
            same = [place for place in numbered if place.words == before]
            return _only(same or ([] if before else numbered))
        exact = [place for place in numbered if called in _called(place.words)]
        if exact or len(called) < (_LEAST_LATIN if called.isascii() else _LEAST):
            return _only(exact)
        return _only([place for place in numbered if any(called in name for name in _called(place.words))])


def share_a_place(cite: str, other: str) -> bool:
    """Whether the other citation is of the same document and names a part that this one is about."""
    return _document(cite) == _document(other) and not _meant(cite).isdisjoint(_named(other))


@lru_cache(maxsize=1024)
def _named(cite: str) -> frozenset[_Place]:
    """The parts that a citation names; a list of rules compares each with all others."""
    return frozenset(place for place in _places(cite) if place.words not in _COUNTED)


@lru_cache(maxsize=1024)
def _meant(cite: str) -> frozenset[_Place]:
    """The parts that a citation is about: of "clarifications, joker" not all that is clarified."""
    document, meant = _document(cite), set[_Place]()
    for segment in cite.removeprefix(document).strip().split("; ") if document else ():
        first, *others = _places(f"{document} {segment}")
        within = [place for place in others if place.words not in (*_COUNTED, first.words)]
        meant |= {*others} if within and not first.number else {first, *others}
    return frozenset(place for place in meant if place.words not in _COUNTED)


def _parts(plain: str) -> Iterator[tuple[str, str]]:
    """The words and numbers of a text in turn; examples and remarks stand apart from what they belong to."""
    end = 0
    for match in [*_NUMBER.finditer(plain), None]:
        called = plain[end : match.start() if match else len(plain)].strip()
        number = match[0] if match else ""
        end = match.end() if match else end
        for name in (part for counted in _COUNTED for part in _called(counted)):
            if called.endswith(name) and called != name:
                called, _, _ = called.rpartition(name)
                yield called.strip(), ""
                called = name
                break
        if called or number:
            yield called, number


def _with_whole(place: _Place) -> list[_Place]:
    """The place, and what it is a part of: rules 2.1 of rules 2 and of the rules; an example of nothing."""
    if place.words in _COUNTED:
        return [place]
    return [place, _Place(place.words, place.number.partition(".")[0]), _Place(place.words, "")]


def _only(found: Sequence[_Place]) -> _Place | None:
    return found[0] if len(found) == 1 else None


def _joined(before: str, place: _Place, words: str) -> str:
    """A place as it follows what stands before it."""
    if not before:
        return f"{place.words} {place.number}".rstrip()
    if place.words == words:
        return f", {place.number}"
    part = ", " if place.words in _COUNTED else "; "
    return f"{part}{place.words} {place.number}".rstrip()


def _document(cite: str) -> str:
    """The document that a citation begins with; "" for one that does not ship."""
    first = cite.partition(" ")[0]
    return first if first in DOCUMENTS else ""


def _places(cite: str) -> Iterator[_Place]:
    """The parts that a citation of a document names, each with its number."""
    document = _document(cite)
    words = ""
    for part in re.split(r"; |, | and ", cite.removeprefix(document).strip()) if document else ():
        match = re.fullmatch(rf"(?P<words>.*?) ?(?P<number>(?:{_NUMBER.pattern})?)", part)
        assert match is not None, "every part is words and a number, or one of them"
        words = _singular(match["words"]) or words
        yield _Place(words, match["number"])


def _singular(words: str) -> str:
    return words[:-1] if words in ("Examples", "Remarks") else words


def _called(words: str) -> list[str]:
    """What a part is called in each language, plain."""
    cited = [Cited(f"{DOCUMENTS[0]} {words}").in_language(language) for language in languages()]
    names = [_plain(name) for name in cited]
    for name in _names(DOCUMENTS[0]):
        names = [cited_name.removeprefix(name).strip() for cited_name in names]
    return names


def _names(document: str) -> list[str]:
    """What a document is called, plain: as it is cited, and in each language."""
    return [
        _plain(document),
        *(_plain(say(f"cited-{document.lower()}", language)) for language in languages()[1:]),
    ]


def _begins_with(plain: str, document: str) -> bool:
    return any(plain.startswith(name) for name in _names(document))


def _plain(text: str) -> str:
    """A text without marks, capitals and the words that only say that a clause follows."""
    parts = re.split(rf"({_NUMBER.pattern})", unicodedata.normalize("NFKC", text).casefold())
    words = " ".join(part if index % 2 else _MARKS.sub(" ", part) for index, part in enumerate(parts))
    shorter = re.sub(r"\b(clause|section|no|number|and|examples|remarks)\b|[第條及]", _shorter, words)
    return " ".join(shorter.split())


def _shorter(match: re.Match[str]) -> str:
    return match[0][:-1] if match[0] in ("examples", "remarks") else " "


def _likeness(cite: str, plain: str) -> float:
    """How alike a place and a text are, in the language in which they are most; above all by number."""
    names = [_plain(Cited(cite).in_language(language)) for language in languages()]
    same = set(_NUMBER.findall(plain)) & set(_NUMBER.findall(cite))
    return len(same) + max(SequenceMatcher(None, plain, name).ratio() for name in names)
