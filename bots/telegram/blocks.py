"""An answer in blocks of lines, in as few messages as hold them; no line is cut off where it fits in one.

What a block is about stands above it in every message that holds a piece of it.
"""

from collections.abc import Iterable, Iterator, Sequence

from bots.telegram.talk import Rows, Talk
from services.officials.exhibits import newest
from services.personal.reader import Block, Headed
from services.personal.texts import clipped

_ROOM = 420
"""Characters of a message below its heading."""
ROOM_WHOLE = 3900
"""The same of what is read whole before it is confirmed: few long messages instead of many short ones."""
_LONGEST_TITLE = 40


def say_blocks(talk: Talk, heading: str, blocks: Iterable[Headed], rows: Rows = ()) -> None:
    """Answer with blocks of lines, buttons under the last message; an unlinked chat reads how to link.

    Each of several messages says of which tournament it is: one may be read without the others.
    """
    if not talk.everyone:
        talk.nobody_here()
        return
    parts = (part for block in blocks for part in _parts(block))
    messages = list(_pages(parts)) or [talk.text("nothing_here")]
    about, count = talk.text(f"heading_{heading}"), len(messages)
    if count > 1 and len(tournaments := {person.tournament_id for person in talk.everyone}) == 1:
        title = talk.room.people.title(*tournaments).in_language(talk.language)
        about = f"{about} · {clipped(title, _LONGEST_TITLE)}"
    for number, page in enumerate(messages, 1):
        head = talk.text("step", about=about, number=number, count=count) if count > 1 else about
        talk.say(page, rows if number == count else (), heading=head)


def titled(talk: Talk, tournament_id: str, block: Block) -> Headed:
    """The block below the title of its tournament, where the chat is about several."""
    person = next((each for each in talk.everyone if each.tournament_id == tournament_id), None)
    title = "" if person is None else talk.told_apart(person, "")
    return ((title,) if title else ()), block


def _pages(parts: Iterable[Headed]) -> Iterator[str]:
    page, above = "", tuple[str, ...]()
    for heads, lines in parts:
        new = heads[
            next((at for at, head in enumerate(heads) if above[at : at + 1] != (head,)), len(heads)) :
        ]
        part = "\n".join((*new, *lines))
        if page and len(page) + len(part) + 2 > _ROOM:
            yield page
            page, part = "", "\n".join((*heads, *lines))
        page, above = f"{page}\n\n{part}" if page else part, heads
    if page:
        yield page


def _parts(block: Headed) -> Iterator[Headed]:
    """The block, or as many pieces of whole lines as it takes, each below what it is about."""
    heads, lines = block
    part: list[str] = []
    for line in lines:
        if part and len("\n".join((*heads, *part, line))) > _ROOM:
            yield heads, part
            part = []
        part.append(line)
    if part:
        yield heads, part


def pages(lines: Sequence[str], room: int = _ROOM, between: str = "\n") -> list[str]:
    """The lines in messages of their own, none cut off.

    Args:
        room: characters of a message.
        between: what is put between two lines.
    """
    left, found = list(lines), list[str]()
    while left:
        page = newest(left, room)
        found.insert(0, between.join(page))
        del left[-len(page) :]
    return found
