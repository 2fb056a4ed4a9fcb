"""The bot put together from the parts it needs."""

from collections.abc import Callable, Collection

from telegram import Bot

from bots.telegram.handling import Handling
from bots.telegram.memory import Memory
from bots.telegram.people import People
from bots.telegram.room import Room
from bots.telegram.running import Running
from services.delivery.by_phone import ByPhone
from services.delivery.channel_choice import CHANNELS
from services.delivery.deliveries import Deliveries
from services.delivery.holding import Holding
from services.delivery.invitation_preview import Outlooks
from services.delivery.inviting import Inviting, no_bot
from services.delivery.ledger import Ledger
from services.delivery.links import Links
from services.delivery.muting import Muting
from services.delivery.pacing import Pace
from services.delivery.release_decisions import Steering
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk


def create_handling(
    desk: Desk,
    links: Links,
    links_begin: Callable[[], str] = no_bot,
    page: str = "",
    channels: Collection[str] = CHANNELS,
    site: str = "",
    pages_at: str = "",
) -> Handling:
    """What answers updates, on the databases of the desk.

    Args:
        links_begin: gives what a personal link to the bot begins with.
        page: what stands for the link to a personal page where a letter is shown before it is sent.
        channels: by which notices go out.
        site: where the public pages are, without a slash at the end; "" if they are not public.
        pages_at: where officials find the pages, also where those are not public.
    """
    database = desk.log.database
    memory = Memory(database, desk.clock, desk.key_for("telegram bot"))
    people, deliveries = People(desk, links), Deliveries(database)
    holding, muting = Holding(database), Muting(database, desk.clock)
    book = Correspondence(desk)
    by_phone = ByPhone(database, book, desk.clock)
    ledger = Ledger(database)
    room = Room(
        desk,
        links,
        people,
        deliveries,
        holding,
        muting,
        Steering(database, holding, muting, desk.state),
        desk.notices,
        ledger,
        memory,
        by_phone,
        Inviting(links, book),
        Outlooks(links, book, deliveries, page),
        links_begin,
        channels,
        site,
        pages_at,
    )
    return Handling(room)


def create_bot(
    bot: Bot,
    desk: Desk,
    links: Links,
    pace: Pace,
    links_begin: Callable[[], str] = no_bot,
    page: str = "",
    channels: Collection[str] = CHANNELS,
    site: str = "",
    pages_at: str = "",
) -> Running:
    """The bot on a client that the channel for notices shares, at a pace that both share.

    To be called in the event loop that it then runs in.
    """
    handling = create_handling(desk, links, links_begin, page, channels, site, pages_at)
    return Running(bot, handling, pace, handling.forget_old)
