"""Whom words are about that a family writes after a call for a parent: the child called, as a rule.

Where they name somebody of the chat they are about them, and where they may be about another or about all,
such as a fire, about everybody of the chat.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from services.personal.no_cries import without_what_is_no_cry
from services.personal.spelling import plain_signs, written

_OF_OTHERS = re.compile(
    r"\b(?:(?:an)?others?|both|brothers?|sisters?|twins?|siblings?|everybody|everyone|children|kids"
    r"|fire|smoke|gas|bomb|guns?|k?nife|weapon|explo\w*|evacuat\w*)\b"
)
_OF_OTHERS_ZH = written(
    "另[一外個]|[兩二]個(?![鐘字月])|其他|佢哋|他們|她們|[哥姐弟妹]|細佬|大家|[火煙]|[漏煤]氣|爆炸|炸彈|[槍刀]|疏散"
)
_ALSO_WORDS = frozenset({"can", "him", "hope", "long", "man", "mark", "may", "see", "sue", "sum", "will"})
"""Names that are words of English as well: they may name somebody."""
_SHORTEST = 3


def about(text: str, names: Mapping[str, Collection[str]], called: Collection[str]) -> Sequence[str]:
    """The numbers of those of a chat whom a text is about.

    Args:
        names: of everybody of the chat, by number, as they are written in each language.
        called: the numbers of those whom the call is about.
    """
    alone = {number: _words_alone(number, names) for number in names}
    if named := [number for number in names if _is_named(text, names[number], alone[number])]:
        return named
    lower, (words, signs) = text.casefold(), without_what_is_no_cry(text)
    others = (word.casefold() for number in names if number not in called for word in alone[number])
    if any(_holds(lower, word) for word in others) or _OF_OTHERS.search(words) or _OF_OTHERS_ZH.search(signs):
        return [*names]
    return [number for number in names if number in called]


def _words_alone(number: str, names: Mapping[str, Collection[str]]) -> set[str]:
    """What alone somebody of the chat is called by: words of a name, of a Chinese one all but the first."""
    found = {other: {*_words(names[other])} for other in names}
    shared = {word.casefold() for other in names if other != number for word in found[other]}
    return {word for word in found[number] if word.casefold() not in shared}


def _words(names: Collection[str]) -> Iterator[str]:
    for name in names:
        if name.isascii():
            yield from (word for word in re.findall(r"\w+", name) if len(word) >= _SHORTEST)
        elif len(name) == _SHORTEST:
            yield name[1:]


def _is_named(text: str, names: Collection[str], alone: Collection[str]) -> bool:
    whole = (name for name in names if " " in name or not name.isascii())
    return any(_holds(text.casefold(), name.casefold()) for name in whole) or any(
        _holds(text, word) for word in alone if word.casefold() not in _ALSO_WORDS
    )


def _holds(text: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
    return plain_signs(name) in plain_signs(text)
