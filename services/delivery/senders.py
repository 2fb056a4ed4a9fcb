"""What sends: a channel with its pace, its attempts that are under way, and how many more may begin."""

import asyncio
from collections.abc import Sequence
from typing import get_args

import msgspec

from services.delivery.channel import Channel
from services.delivery.pacing import Pace
from services.notices.kinds import Lane


class Sender(msgspec.Struct):
    """A channel with its pace.

    Attributes:
        alerts: addresses of this channel that are told what is urgent for the organizer.
        stopped: why nothing more goes out by it; "" while it works.
    """

    channel: Channel
    pace: Pace
    alerts: tuple[str, ...] = ()
    stopped: str = ""


class UnderWay(msgspec.Struct, frozen=True):
    """An attempt that was begun and is not settled."""

    channel: str
    address_id: str
    lane: int
    call: "asyncio.Task[None]"


def room_left(under_way: Sequence[int], most: int) -> tuple[int, Lane]:
    """How many attempts may begin, and of lanes up to which.

    What is less urgent takes no place from what is more: it waits for its turn until that has gone out.
    Nothing begins until there is room for half of what there may be, so that commits stay few.

    Args:
        under_way: the lanes of the attempts that are.
    """
    for upto in reversed(get_args(Lane)):
        room = most - sum(lane <= upto for lane in under_way)
        if room >= most // 2:
            return room, upto
    return 0, 0
