"""What confirming a message to many counts for beside its text: whom it is for, what kinds of notices go.

Who registers or comes to the hall while somebody reads makes it more people, and not others; who was counted
on and left is named.
"""

from collections.abc import Mapping

from services.desk.programme import AudienceAnswer
from services.personal.read_back import Part, part
from services.personal.reader import Speaker
from shared.i18n import time_shown


def audience_parts(reader: Speaker, reached: AudienceAnswer) -> list[Part]:
    """Whether an announcement is for anybody at all, and whether it is read out as people sit at tables."""
    count, seated = len(reached.recipients), len(reached.seated)
    found = [part("reaches", count > 0, reader.text("announce_reaches", count=count))]
    if seated:
        said = reader.text("announce_read_out", seated=seated, officials=len(reached.read_out_by))
        found.append(part("read out", True, said))
    numbers = (key.partition(":")[2] for key in reached.recipients)
    return [*found, *(part(f"to {number}", True, number, "come") for number in numbers)]


def night_shown(reader: Speaker, reached: AudienceAnswer) -> str:
    """How many read an announcement only in the morning, and when; "" by day."""
    over = reached.night_over
    if over is None:
        return ""
    hour = time_shown(over, over.tzinfo, reader.language)
    return reader.text("announce_night", night=len(reached.by_day), night_over=hour)


def held_parts(reader: Speaker, kinds: Mapping[str, int]) -> list[Part]:
    """Each kind of what waits, with how many there are; those that are gone are not sent."""
    return [part(f"kind {kind}", True, held_kind(reader, kind, count), "go") for kind, count in kinds.items()]


def held_kind(reader: Speaker, kind: str, count: int) -> str:
    """A kind of what waits, with how many there are."""
    return reader.text("held_kind", count=count, kind=reader.text(f"kind_{kind}"))
