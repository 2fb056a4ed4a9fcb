"""Every sentence people read, by key: one file a language (Project Fluent), values filled in by name.

`en.ftl` and `zh.ftl` hold the same keys; another language is one more file.
"""

from shared.catalogue.catalogue import (
    FIRST,
    Catalogue,
    Listed,
    Phrase,
    TextMissing,
    Word,
    catalogue,
    languages,
    readable,
    say,
    values_of,
)
from shared.catalogue.values import shown

__all__ = [
    "FIRST",
    "Catalogue",
    "Listed",
    "Phrase",
    "TextMissing",
    "Word",
    "catalogue",
    "languages",
    "readable",
    "say",
    "shown",
    "values_of",
]
