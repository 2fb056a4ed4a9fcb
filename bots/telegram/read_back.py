"""What was read back is what is done: what would be otherwise by now is shown alone, and asked for anew.

The parts of the read-back that count are kept in the flow, and made again to be confirmed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from bots.telegram.blocks import ROOM_WHOLE, pages
from bots.telegram.muted import if_muted
from bots.telegram.offers import answers_in
from bots.telegram.talk import LONGEST, Key, Rows, Talk
from services.delivery.channel_choice import Ways, ways_to
from services.desk.notice_preview import Foretelling
from services.officials.meaning import Foreseen
from services.personal.read_back import Change, Part, changes_shown, differences, parts_in, written
from services.tasks.beside import read_with
from services.tasks.day_decision import DayDecision
from services.tasks.day_read_back import ReadBack, read_back, what_stands
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
    lines = [talk.text(lead), *changes_shown(talk, changes), talk.text(asked)]
    *before, last = pages(lines, ROOM_WHOLE)
    for page in before:
        talk.say(page, heading=heading, whole=True)
    talk.say(last, rows, heading=heading, whole=True)
    return False


_STEP = 12
"""Characters of a heading beside what it is of: at which step."""


def with_impact(talk: Talk, look: Foreseen, heading: str, read_back: str, impact: Iterable[str]) -> str:
    """What is to be confirmed, below what it would change; messages of their own where both do not fit."""
    lines = [*read_with(look.state, look.command, talk.language), *impact]
    room = LONGEST - len(heading) - _STEP
    if sum(map(len, lines)) + len(lines) + len(read_back) <= room:
        return "\n".join([*lines, read_back])
    for page in pages(lines):
        talk.say(page, heading=heading, whole=True)
    return read_back


def day_look(talk: Talk, task: DayDecision) -> ReadBack:
    """What is read back of it, with the ways in which everybody hears."""

    def ways(foretold: Foretelling) -> Ways:
        links = talk.room.links.of_recipients(task.tournament)
        return ways_to(foretold.recipients, links, foretold.with_email)

    return read_back(task, answers_in(talk.flow.data), ways)


def decided(talk: Talk, task: DayDecision, answers: Mapping[str, str]) -> tuple[str, str, Rows]:
    """That it was decided, with the list of who is to be rung up; a refusal is told to nobody."""
    if answers.get("answer") == "refuse":
        now, day = DayDecision(talk, task.person), task.state.proposals[answers["proposal"]].day
        stands = what_stands(talk, now.state, day)
        return task.about(answers), talk.text("proposal_refused", stands=stands), []
    after = {**task.person.named, "after": ""}
    ring = Key(talk.text("unreached_list"), "unreached.show", after, always=True)
    return (
        talk.text(f"storm_what_{task.decided(answers)[0]}"),
        talk.text("storm_done", muted=if_muted(talk, task.person)),
        [[ring]] if task.person.may("steer-deliveries") else [],
    )
