"""The bot beside the dispatcher: one client and one pace for both, and only one process at a time polls."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from bots.telegram.application import create_bot
from bots.telegram.channel import TelegramChannel, connected
from bots.telegram.running import Running, Webhook
from services.delivery.channel_choice import CHANNELS
from services.delivery.inviting import no_bot
from services.delivery.links import Links
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from services.desk.desk import Desk
from shared.logs import logger
from shared.problems import Problem

log = logger(__name__)
_LOOK_EVERY = 0.5
_AGAIN_AFTER = 30.0


class OwnedBot:
    """Answers who writes, while this process owns the lease; Telegram lets only one poll.

    To be made in the event loop that it runs in.

    Attributes:
        sender: for the dispatcher, so that limits hold for notices and answers together.
    """

    def __init__(
        self,
        desk: Desk,
        links: Links,
        token: str,
        api_url: str,
        webhook: Webhook | None = None,
        links_begin: Callable[[], str] = no_bot,
        page: str = "",
        channels: Collection[str] = CHANNELS,
        site: str = "",
        pages_at: str = "",
    ) -> None:
        self._desk = desk
        self._links = links
        self._webhook = webhook
        self._links_begin = links_begin
        self._page = page
        self._channels = channels
        self._site = site
        self._pages_at = pages_at
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
        self._bot = create_bot(
            self._client,
            self._desk,
            self._links,
            self.sender.pace,
            self._links_begin,
            self._page,
            self._channels,
            self._site,
            self._pages_at,
        )
        watching = asyncio.create_task(self._stop_when_lost(self._bot, owns))
        try:
            await self._bot.run(self._webhook)
        except Problem as problem:
            # Notices by other channels go on; someone has to put a good token in.
            log.error("telegram_bot_stopped", code=problem.kind.code)
            await self._rest(_AGAIN_AFTER)
        except Exception as error:
            log.error("telegram_bot_interrupted", error=type(error).__name__)
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
