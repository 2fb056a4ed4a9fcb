"""What a command would change, before it is confirmed: in the message that is read back, or before it."""

from bots.telegram.paging import pages
from bots.telegram.talk import Talk
from services.desk.previewing import Preview
from services.officials.impact import impact_lines
from services.personal.person import Person

_ROOM = 440
"""Characters of a reply, without its heading."""


def with_impact(
    talk: Talk, person: Person, foreseen: Preview, heading: str, read_back: str, about: str | None = None
) -> str:
    """What is to be confirmed, below what it would change; messages of their own where both do not fit.

    Args:
        about: as in `impact_lines`.
    """
    lines = list(impact_lines(talk, person, foreseen, about=about))
    if sum(map(len, lines)) + len(lines) + len(read_back) <= _ROOM:
        return "\n".join([*lines, read_back])
    for page in pages(lines):
        talk.say(page, heading=heading)
    return read_back
