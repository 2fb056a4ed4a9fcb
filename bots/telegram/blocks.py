"""An answer in blocks of lines, in as few messages as hold them; no line is cut off where it fits in one."""

from collections.abc import Iterable, Iterator

from bots.telegram.talk import Rows, Talk
from services.personal.reader import Block

_ROOM = 420
"""Characters of a message below its heading."""


def say_blocks(talk: Talk, heading: str, blocks: Iterable[Block], rows: Rows = ()) -> None:
    """Answer with blocks of lines, buttons under the last message; an unlinked chat reads how to link."""
    if not talk.everyone:
        talk.nobody_here()
        return
    pages = list(_pages(part for block in blocks for part in _parts(block))) or [talk.text("nothing_here")]
    for number, page in enumerate(pages, 1):
        talk.say(page, rows if number == len(pages) else (), heading=talk.text(f"heading_{heading}"))


def titled(talk: Talk, tournament_id: str, block: Block) -> Block:
    """The block below the title of its tournament, where the chat is about several."""
    person = next((each for each in talk.everyone if each.tournament_id == tournament_id), None)
    title = "" if person is None else talk.told_apart(person, "")
    return [title, *block] if block and title else block


def _pages(parts: Iterable[str]) -> Iterator[str]:
    page: list[str] = []
    for part in parts:
        if page and len("\n\n".join(page)) + len(part) + 2 > _ROOM:
            yield "\n\n".join(page)
            page = []
        page.append(part)
    if page:
        yield "\n\n".join(page)


def _parts(block: Block) -> Iterator[str]:
    """The block, or as many pieces of whole lines as it takes."""
    part: list[str] = []
    for line in block:
        if part and len("\n".join(part)) + len(line) + 1 > _ROOM:
            yield "\n".join(part)
            part = []
        part.append(line)
    if part:
        yield "\n".join(part)
