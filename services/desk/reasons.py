"""The links of an explanation, and the language they are told in."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from shared.catalogue import Phrase, Word

NOTHING_TYPED: Mapping[int, str] = MappingProxyType({})


class Reason(msgspec.Struct, frozen=True):
    """One link of the chain: what is so, and the seq of the event that made it so (None: it follows).

    `decision` is there where an entry, a cut or an award was decided, and not a game; `alone` where the text
    needs the one before it, and says the same without.
    """

    text: str
    seq: int | None = None
    decision: bool | msgspec.UnsetType = msgspec.UNSET
    alone: str | msgspec.UnsetType = msgspec.UNSET


class Neighbour(msgspec.Struct, frozen=True):
    """Who stands next above or below, and the first key on which the two differ; "" when equal on all."""

    entrant_no: str
    place: int
    key: str
    here: str
    theirs: str


class Words:
    """Sentences in one language.

    Args:
        typed: the reasons of corrections, by the seq of their event.
    """

    def __init__(self, language: str, typed: Mapping[int, str] = NOTHING_TYPED) -> None:
        self.language, self.typed = language, typed

    def say(self, key: str, /, **values: object) -> str:
        """A text of explanations, `explain-…`."""
        return Phrase(f"explain-{key}", values).in_language(self.language)

    def of(self, about: str, code: str) -> str:
        """A code of the state in words."""
        return Word(about, code).in_language(self.language)
