"""Why a turn is judged as it is: each reason has a code, and a sentence in both languages.

The clause comes from the ruleset's axis that decides, so that a breach cites each document's own place.
"""

from typing import Any

import msgspec

from shared.catalogue import Phrase


class Reason(msgspec.Struct, frozen=True):
    """One reason of a verdict. `clause` is the place in the rule document."""

    code: str
    clause: str
    text: str
    text_zh: str


def reason(code: str, clause: str, **values: Any) -> Reason:
    """The reason with this code; its sentence is `verdict-CODE` of the catalogue."""
    sentence = Phrase(f"verdict-{code.replace('_', '-')}", values)
    return Reason(code, clause, sentence.in_language("en"), sentence.in_language("zh"))
