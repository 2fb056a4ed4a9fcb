"""The bot beside the dispatcher: one client and one pace for both, and only one process at a time polls.

A deep link opens it to bring a chat in.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from urllib.parse import urlsplit

from telegram.error import InvalidToken, TelegramError

from bots.telegram.channel import TelegramChannel, connected
from bots.telegram.handling import Handling
from bots.telegram.memory import Memory
from bots.telegram.people import People
from bots.telegram.problems import TELEGRAM_TOKEN_INVALID, TELEGRAM_UNREACHABLE
from bots.telegram.room import Room
from bots.telegram.running import Running, Webhook
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
from services.delivery.senders import Sender
from services.desk.correspondence import Correspondence
from services.desk.desk import Desk
from shared.logs import logger
from shared.problems import Problem, error_name

log = logger(__name__)
_LOOK_EVERY = 0.5
_AGAIN_AFTER = 30.0


class OwnedBot:
    """Answers who writes, while this process owns the lease; Telegram lets only one poll.

    To be made in the event loop that it runs in.

    Attributes:
        sender: for the dispatcher, so that limits hold for notices and answers together.
    """

    def __init__(self, handling: Handling, token: str, api_url: str, webhook: Webhook | None = None) -> None:
        self._handling = handling
        self._webhook = webhook
        self._client = connected(token, api_url)
        self.sender = Sender(TelegramChannel(self._client), Pace())
        self._stopping = asyncio.Event()
        self._bot: Running | None = None

    def stop(self) -> None:
        """End `run` once what is being answered is answered."""
        self._stopping.set()
        if self._bot is not None:
            self._bot.stop()

    async def run(self, owns: Callable[[], bool]) -> None:
        """Until told to stop.

        Args:
            owns: whether this process is the one that acts now.
        """
        try:
            while not self._stopping.is_set():
                if owns():
                    await self._talk(owns)
                else:
                    await self._rest(_LOOK_EVERY)
        finally:
            await self._client.shutdown()

    async def _talk(self, owns: Callable[[], bool]) -> None:
        self._bot = Running(self._client, self._handling, self.sender.pace)
        watching = asyncio.create_task(self._stop_when_lost(self._bot, owns))
        try:
            await self._bot.run(self._webhook)
        except Problem as problem:
            # Notices by other channels go on; someone has to put a good token in.
            log.error("telegram_bot_stopped", code=problem.kind.code)
            await self._rest(_AGAIN_AFTER)
        except Exception as error:
            log.error("telegram_bot_interrupted", error=error_name(error))
            await self._rest(_AGAIN_AFTER)
        finally:
            watching.cancel()
            self._bot = None

    async def _stop_when_lost(self, bot: Running, owns: Callable[[], bool]) -> None:
        while owns():
            await asyncio.sleep(_LOOK_EVERY)
        bot.stop()

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)


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


_LOOPBACK = ("127.0.0.1", "localhost", "::1")


async def links_begin(token: str, api_url: str) -> str:
    """The address that opens the bot, up to the invitation; on this machine that of the simulator's phone.

    Raises:
        Problem: telegram-token-invalid, telegram-unreachable.
    """
    if urlsplit(api_url).hostname in _LOOPBACK:
        return f"{api_url.rstrip('/')}/?start="
    client = connected(token, api_url)
    try:
        await client.initialize()
        return f"https://t.me/{client.username}?start="
    except InvalidToken as error:
        raise TELEGRAM_TOKEN_INVALID() from error
    except TelegramError as error:
        raise TELEGRAM_UNREACHABLE() from error
    finally:
        await client.shutdown()
