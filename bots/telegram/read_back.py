"""What was read back is what is done: what would be otherwise by now is shown alone, and asked for anew.

The parts of the read-back that count are kept in the flow, and made again to be confirmed.
"""

from collections.abc import Callable, Sequence

import msgspec

from bots.telegram.paging import pages
from bots.telegram.talk import Rows, Talk
from services.personal.read_back import Change, Part, changes_shown, differences, parts_in, written
from shared.problems import Problem

Parts = Callable[[Talk], Sequence[Part]]
"""What would be read back now."""
_READ = "read"


def keep_parts(talk: Talk, parts: Sequence[Part]) -> None:
    """Keep what is being read back."""
    talk.flow = msgspec.structs.replace(talk.flow, data={**talk.flow.data, _READ: written(parts)})


def parts_kept(talk: Talk) -> list[Part]:
    """What was read back."""
    return parts_in(talk.flow.data.get(_READ, "")) or []


def _changed_since(talk: Talk, parts: Parts) -> list[Change]:
    """What would be otherwise than it was read back; it counts as read from now on."""
    try:
        now = parts(talk)
    except Problem as problem:
        if problem.is_of_the_machine:
            raise
        return []  # it is refused by the command itself, with its way out
    changes = differences(parts_kept(talk), now)
    if changes:
        keep_parts(talk, now)
    return changes


def is_as_read(
    talk: Talk,
    parts: Parts,
    rows: Rows,
    *,
    lead: str = "read_back_changed",
    asked: str = "read_back_confirm",
    heading: str = "",
) -> bool:
    """Whether it is what was read back; what is otherwise is said, and asked for again.

    Args:
        rows: the buttons of the read-back.
        lead, asked: the names of the texts above and below.
    """
    changes = _changed_since(talk, parts)
    if not changes:
        return True
    # The button that was pressed is one of an earlier step from now on.
    talk.go(talk.flow.step)
    *before, last = pages([talk.text(lead), *changes_shown(talk, changes), talk.text(asked)])
    for page in before:
        talk.say(page, heading=heading, whole=True)
    talk.say(last, rows, heading=heading, whole=True)
    return False
