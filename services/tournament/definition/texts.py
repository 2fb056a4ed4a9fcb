"""A text of the tournament file: in both languages, in one of them, or the same in both."""

import msgspec

from services.tournament.kernel.lengths import Line
from shared.catalogue import shown


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A text as it was given. In a file it is a string, or `{ en = "…", zh = "…" }` with either or both.

    Attributes:
        en: in English.
        zh: in Traditional Chinese.
        both: what stands for both languages; a string in a file is this.
    """

    en: Line = ""
    zh: Line = ""
    both: Line = ""

    def in_language(self, language: str) -> str:
        """The text in "en" or "zh"; in the other language where it was not given in this one."""
        wanted, other = (self.zh, self.en) if language == "zh" else (self.en, self.zh)
        return wanted or self.both or other


@shown.register
def _text(value: Text, language: str) -> str:
    return value.in_language(language)
