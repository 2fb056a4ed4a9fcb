"""The texts of a language: read from its file, and said with the values they name.

Fluent was chosen over gettext because a text may select by plural and by state inside its own language, its
key stays when its English is mended, and a translator sees whole sentences.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

import msgspec

from shared.catalogue.values import shown

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.runtime.resolver import Pattern

FOLDER = Path(__file__).parent
FIRST = "en"
"""The language that has every text, said where another lacks one."""
_LOCALES = {"en": "en-HK", "zh": "zh-Hant-HK"}
_ENTRY = re.compile(r"^(?P<key>-?[A-Za-z][A-Za-z0-9_-]*) *=", re.MULTILINE)
_COMMENT = re.compile(r"^#.*\n?", re.MULTILINE)
_NAMED = re.compile(r"\$(?P<name>[A-Za-z][A-Za-z0-9_-]*)")
_CHARACTER = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_EDGES = "\u2068\u2069"
"""What Fluent puts before and after each value, where it is asked to."""
_DAY = "[0-9]{1,4}[年月]"
_BETWEEN = re.compile(
    f"(?<={_CHARACTER})(?P<end>[{_EDGES}]*) (?=(?P<begin>[{_EDGES}]*)(?:{_CHARACTER}|{_DAY}))"
)
_AFTER_AN_HOUR = re.compile(f"([午上晨][0-9]{{1,2}}:[0-9]{{2}}[{_EDGES}]*) (?=[{_EDGES}]*{_CHARACTER})")
"""The end of an hour as it is said: "中午12:45"."""
_ENDED_TWICE = re.compile(f"(?<!\\.)([.。])[{_EDGES}]*[.。](?![.A-Za-z0-9/])")
"""A sentence quoted at the end of another brings its own full stop."""
_QUOTED_AND_ENDED = re.compile(f"。([{_EDGES}]*」[{_EDGES}]*。)")
"""In Chinese the stop behind the quotation mark is that of both."""
_SAID = 5
_TOLD = re.compile(r"\{ *(?P<key>[a-z][a-z0-9_-]*) *\}")


class TextMissing(LookupError):
    """There is no such text, or a value that it names was not given."""


class Catalogue:
    """All texts of one language.

    A text is parsed when it is first said: a quick call on the command line says one or two of the thousands.
    Threads may say the same text first at once.
    """

    def __init__(self, language: str, source: str) -> None:
        self.language = language
        self._sources = dict(_entries(source))
        self._bundle: FluentBundle | None = None
        self._parsed: dict[str, Pattern] = {}
        self._parsing = RLock()
        self._without_values: dict[str, str] = {}
        self._unspaced = '{ "" }' in self._sources.get("list-of-sentences", "")

    def __contains__(self, key: str) -> bool:
        return key in self._sources

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._sources if not key.startswith("-"))

    def values_of(self, key: str) -> frozenset[str]:
        """The names of the values that a text fills in, also through texts that it quotes.

        Raises:
            TextMissing: there is no such text.
        """
        source = self._source(key)
        quoted = [self.values_of(other["key"]) for other in _TOLD.finditer(source)]
        return frozenset(found["name"] for found in _NAMED.finditer(source)).union(*quoted)

    def say(self, key: str, values: Mapping[str, object]) -> str:
        """A text with its values as people read them.

        Raises:
            TextMissing: there is no such text, or it names a value that is not given.
        """
        if not values:
            text = self._without_values.get(key)
            if text is None:
                text = self._without_values[key] = self._fixed(key) or self._render(key, values)
            return text
        return self._render(key, values)

    def _fixed(self, key: str) -> str | None:
        """A text on one line that names nothing, as it stands in the file; None for any other.

        It is said without Fluent, so that a call that prints the headings of a table starts quickly.
        """
        text = self._source(key).partition("=")[2].strip()
        return None if not text or "{" in text or "\n" in text else text

    def _render(self, key: str, values: Mapping[str, object]) -> str:
        pattern = self._parsed.get(key) or self._parse(key)
        assert self._bundle is not None, "the pattern was parsed into it"
        rendered = {name: shown(value, self.language) for name, value in values.items()}
        text, faults = self._bundle.format_pattern(pattern, rendered)
        if faults:
            raise TextMissing(f"{self.language}: {key}: {faults[0]}")
        text_shown = _QUOTED_AND_ENDED.sub(r"\1", _ENDED_TWICE.sub(r"\1", str(text)))
        return _closed_up(text_shown) if self._unspaced else text_shown

    def _source(self, key: str) -> str:
        source = self._sources.get(key)
        if source is None:
            raise TextMissing(f"there is no text {key} in shared/catalogue/{self.language}.ftl")
        return source

    def _parse(self, key: str) -> "Pattern":
        with self._parsing:
            return self._parsed_now(key)

    def _parsed_now(self, key: str) -> "Pattern":
        # Imported here: a command line call that has nothing to say starts without it.
        from fluent.runtime import FluentBundle, FluentResource

        if self._bundle is None:
            # Where no spaces stand between words, the edges of values are needed until they are said.
            bundle = FluentBundle([_LOCALES.get(self.language, self.language)], use_isolating=self._unspaced)
            terms = [source for key, source in self._sources.items() if key.startswith("-")]
            bundle.add_resource(FluentResource("\n".join(terms)))
            self._bundle = bundle
        source = self._source(key)
        for other in _TOLD.finditer(source):
            self._parse(other["key"])
        self._bundle.add_resource(FluentResource(source), allow_overrides=True)
        pattern = self._bundle.get_message(key).value if self._bundle.has_message(key) else None
        if pattern is None:
            raise TextMissing(f"{self.language}: the text {key} does not read as Fluent")
        self._parsed[key] = pattern
        return pattern


def readable(value: object) -> object:
    """A value that a text can name; of other kinds, such as a path, their text."""
    return value if shown.dispatch(type(value)) is not shown.dispatch(object) else str(value)


class Phrase(msgspec.Struct, frozen=True):
    """A text not yet in a language: its key and the values it names. It can be a value of another text."""

    key: str
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        return self.in_language(FIRST)

    def in_language(self, language: str) -> str:
        """The text in a language."""
        return say(self.key, language, **{name: readable(value) for name, value in self.values.items()})


class Listed(msgspec.Struct, frozen=True):
    """Several values one after the other, with the text `between` between them."""

    parts: Sequence[object]
    between: str = "list-between"

    @classmethod
    def begun(cls, parts: Sequence[object]) -> "Listed":
        """The first five of them, and how many there are beside."""
        more = len(parts) - _SAID
        return cls([*parts[:_SAID], *([f"+ {more}"] if more > 0 else [])])

    def in_language(self, language: str) -> str:
        """The values in a language."""
        return say(self.between, language).join(str(shown(part, language)) for part in self.parts)


class Word(msgspec.Struct, frozen=True):
    """A state or code in words: "game", "voided" is `word-game-voided`.

    One that has no words, such as a charge that somebody's own ruleset brought along, reads as it is written,
    without underscores.
    """

    about: str
    code: str

    def in_language(self, language: str) -> str:
        """The words in a language."""
        key = f"word-{self.about}-{self.code.replace('_', '-')}"
        return say(key, language) if key in catalogue(language) else self.code.replace("_", " ")


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a file of, the first being the one that has every text."""
    found = sorted(path.stem for path in FOLDER.glob("*.ftl"))
    return (FIRST, *(language for language in found if language != FIRST))


@cache
def catalogue(language: str) -> Catalogue:
    """The texts of a language; of the first one where there is no file of it."""
    path = FOLDER / f"{language}.ftl"
    if language != FIRST and language not in languages():
        return catalogue(FIRST)
    return Catalogue(language, path.read_text("utf-8"))


def say(key: str, language: str, /, **values: object) -> str:
    """A text in a language, with its values filled in; in the first language where this one lacks it.

    Raises:
        TextMissing: there is no such text, or it names a value that is not given.
    """
    spoken = catalogue(language)
    return (spoken if key in spoken else catalogue(FIRST)).say(key, values)


def values_of(key: str, language: str) -> frozenset[str]:
    """The names of the values that a text fills in.

    Raises:
        TextMissing: there is no such text.
    """
    spoken = catalogue(language)
    return (spoken if key in spoken else catalogue(FIRST)).values_of(key)


@shown.register(Phrase)
@shown.register(Listed)
@shown.register(Word)
def _composed(value: Phrase | Listed | Word, language: str) -> str:
    return value.in_language(language)


@shown.register(tuple)
@shown.register(list)
def _several(value: Sequence[object], language: str) -> str:
    return Listed(value).in_language(language)


def _closed_up(text: str) -> str:
    """A text without the spaces around its values where Chinese meets Chinese, or a day or an hour.

    A text can then always have them, whatever a value is: around "7" they stay, around "2026年3月28日" and
    "中午12:45" they do not.
    """
    closed = _BETWEEN.sub(lambda at: at["end"] if at["end"] or at["begin"] else " ", text)
    closed = _AFTER_AN_HOUR.sub(r"\1", closed)
    return closed.replace(_EDGES[0], "").replace(_EDGES[1], "")


def _entries(source: str) -> Iterator[tuple[str, str]]:
    """Each text by key as it stands in the file, comments left out.

    Raises:
        ValueError: a key stands there twice.
    """
    plain = _COMMENT.sub("", source)
    starts = list(_ENTRY.finditer(plain))
    seen = set()
    for found, after in zip(starts, [*starts[1:], None], strict=True):
        if found["key"] in seen:
            raise ValueError(f"a file of shared/catalogue has the text {found['key']} twice")
        seen.add(found["key"])
        yield found["key"], plain[found.start() : None if after is None else after.start()]
