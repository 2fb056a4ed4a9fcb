"""What every conversation works with, put together where the bot is."""

from collections.abc import Callable, Collection

import msgspec

from bots.telegram.memory import Memory
from bots.telegram.people import People
from services.delivery.by_phone import ByPhone
from services.delivery.deliveries import Deliveries
from services.delivery.holding import Holding
from services.delivery.invitation_preview import Outlooks
from services.delivery.inviting import Inviting
from services.delivery.ledger import Ledger
from services.delivery.links import Links
from services.delivery.muting import Muting
from services.delivery.release_decisions import Steering
from services.desk.desk import Desk
from services.notices.store import NoticeStore


class Room(msgspec.Struct, frozen=True):
    """What every conversation works with."""

    desk: Desk
    links: Links
    people: People
    deliveries: Deliveries
    holding: Holding
    muting: Muting
    steering: Steering
    notices: NoticeStore
    ledger: Ledger
    memory: Memory
    by_phone: ByPhone
    inviting: Inviting
    outlooks: Outlooks
    links_begin: Callable[[], str]
    channels: Collection[str]
    site: str
    pages_at: str
