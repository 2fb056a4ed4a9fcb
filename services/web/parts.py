"""What the web is handed: wiring makes the parts, nothing here reaches for settings or makes its own."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from services.checks.probing import Probe
from services.delivery.inviting import no_bot
from services.delivery.links import Links
from services.delivery.personal_pages import PersonalPages
from services.delivery.subscribing import Subscriptions
from services.desk.desk import Desk
from services.web.etags import AnswerCache
from services.web.long_answers import LongAnswers
from shared.clock import Clock
from shared.vault import Vault

STOPPING = threading.Event()
"""Set once this process was told to stop (`services.web.front.worker`)."""


if TYPE_CHECKING:
    from shared.database import Database


class Parts(msgspec.Struct, frozen=True):
    """The rooms behind the web.

    Attributes:
        release: names what is running; an answer of another release is never taken for the same.
        answers: bytes of answers given before, by their entity tag.
        probe: whether the installation is sound.
        long_answers: places for those that are sent piece by piece.
        stopping: set once the process is to stop.
        links_begin: gives what a link to the bot begins with.
        pages: personal pages, their links and codes.
        links: whom chats and addresses stand for.
        subscriptions: browsers that take pushes; None where there are none.
        channels: the names of those by which messages go out.
    """

    desk: Desk
    vault: Vault
    clock: Clock
    release: str
    answers: AnswerCache
    probe: Probe
    pages: PersonalPages
    links: Links
    long_answers: LongAnswers = msgspec.field(default_factory=LongAnswers)
    stopping: threading.Event = STOPPING
    links_begin: Callable[[], str] = no_bot
    subscriptions: Subscriptions | None = None
    channels: tuple[str, ...] = ()

    @property
    def database(self) -> "Database":
        """The log's database."""
        return self.desk.log.database
