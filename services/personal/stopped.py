"""What is suspended, or still dangerous, as participants read it: what a page shows as an alarm."""

from collections.abc import Iterator

from services.desk.views import SuspendedView
from services.personal.person import Person
from services.personal.reader import Block, Reader
from services.personal.schedule import (
    Appearance,
    appearances,
    still_to_do,
    suspended_line,
    waiting_line,
)
from services.tournament.definition.plan import Competition


def alarms(reader: Reader, person: Person, plan: Competition) -> Block:
    """The lines of somebody's schedule that say that play is stopped and what they are to do."""
    every = appearances(reader, person, plan)
    return [*still_to_do(reader, plan, every), *_suspended(reader, person, plan)]


def suspended(
    reader: Reader, person: Person, plan: Competition
) -> Iterator[tuple[Appearance, SuspendedView]]:
    """The suspended sessions in which somebody plays or waits to play, each with how it is suspended."""
    for appearance in appearances(reader, person, plan):
        if not appearance.is_over and appearance.suspended is not None:
            yield appearance, appearance.suspended


def _suspended(reader: Reader, person: Person, plan: Competition) -> Iterator[str]:
    for appearance, suspension in suspended(reader, person, plan):
        if appearance.waits:
            yield waiting_line(reader, plan, appearance)
        else:
            yield suspended_line(reader, plan, appearance, suspension)
