"""What a command would change, before it is confirmed: in the message that is read back, or before it."""

from collections.abc import Iterable

from bots.telegram.paging import pages
from bots.telegram.talk import LONGEST, Talk
from services.officials.meaning import Foreseen
from services.tasks.beside import read_with

_STEP = 12
"""Characters of a heading beside what it is of: at which step."""


def with_impact(talk: Talk, look: Foreseen, heading: str, read_back: str, impact: Iterable[str]) -> str:
    """What is to be confirmed, below what it would change; messages of their own where both do not fit."""
    lines = [*read_with(look.state, look.command, talk.language), *impact]
    room = LONGEST - len(heading) - _STEP
    if sum(map(len, lines)) + len(lines) + len(read_back) <= room:
        return "\n".join([*lines, read_back])
    for page in pages(lines):
        talk.say(page, heading=heading)
    return read_back
