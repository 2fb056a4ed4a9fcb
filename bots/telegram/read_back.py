"""What was read back is what goes out: if it would be something else by now, it is shown and asked for anew.

At the read-back a mark is kept in the flow, made of what would go out; it is made again to be confirmed. What
changes by itself and tells nobody anything else, such as how many chats are linked, is no part of it.
"""

from collections.abc import Callable

import msgspec

from bots.telegram.talk import Talk
from services.officials.marks import mark_of
from shared.problems import Problem

GoesOut = Callable[[Talk], object]
"""What would go out, were it confirmed now; of values that can be written as JSON."""
_MARK = "read"


def keep_mark(talk: Talk, goes_out: GoesOut) -> None:
    """Keep what is being read back."""
    mark = _mark(talk, goes_out)
    talk.flow = msgspec.structs.replace(talk.flow, data={**talk.flow.data, _MARK: mark})


def is_as_read(talk: Talk, goes_out: GoesOut) -> bool:
    """Whether what would go out is what was read back; if it is not, that is said."""
    kept, mark = talk.flow.data.get(_MARK), _mark(talk, goes_out)
    # What is refused by now is refused by the command itself, with its way out.
    if not mark or kept == mark:
        return True
    talk.say(talk.text("not_as_read"))
    return False


def _mark(talk: Talk, goes_out: GoesOut) -> str:
    try:
        return mark_of(goes_out(talk))
    except Problem as problem:
        if problem.is_of_the_machine:
            raise
        return ""
