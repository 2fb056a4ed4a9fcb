"""An answer that was refused, kept in its draft, so that the page that says why can be gone back to.

Browsers cannot go back to what a form answered without sending the form again.
"""

from collections.abc import Mapping

import msgspec

_REFUSED = "refused"


class Refused(msgspec.Struct, frozen=True):
    """What was typed at a step, and what was wrong with it, in the language it was typed in; "" for nothing.

    Attributes:
        at: the field that it is about; "" for the step as a whole.
    """

    step: str
    wrong: str
    fields: dict[str, str]
    at: str = ""


def with_refused(data: Mapping[str, str], refused: Refused) -> dict[str, str]:
    """The draft with an answer that was refused, for its next page."""
    return {**data, _REFUSED: msgspec.json.encode(refused).decode()}


def refused_at(data: Mapping[str, str], step: str) -> Refused:
    """What was refused at a step last; nothing typed and nothing wrong if that was answered since."""
    kept = data.get(_REFUSED)
    found = msgspec.json.decode(kept, type=Refused) if kept is not None else None
    return found if found is not None and found.step == step else Refused(step, "", {})


def answers_in(data: Mapping[str, str]) -> dict[str, str]:
    """The draft without what was refused."""
    return {name: value for name, value in data.items() if name != _REFUSED}
