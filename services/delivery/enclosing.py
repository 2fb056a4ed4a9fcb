"""The files that messages bring: over channels that carry them, where there is room beside the text."""

from collections.abc import Mapping

from services.delivery.correspondents import Correspondents
from services.delivery.deliveries import Delivery
from services.notices.files import File, file_name, file_of
from services.notices.rendering import Message
from services.tournament.state import State


class Enclosing:
    """Finds the file of a delivery.

    Args:
        longest_beside: by the name of each channel that carries files, the characters that the text beside
            one may have; None for as many as it likes.
    """

    def __init__(self, correspondents: Correspondents, longest_beside: Mapping[str, int | None]) -> None:
        self._correspondents = correspondents
        self._longest_beside = longest_beside

    def file_for(self, delivery: Delivery, state: State) -> File | None:
        """What goes along with a delivery; None for nothing."""
        attachment = file_of(delivery.kind, state.plan, delivery.language)
        if attachment is None or delivery.channel not in self._longest_beside:
            return None
        content = self._correspondents.attachment(delivery.tournament_id, attachment)
        if content is None:
            return None
        return File(file_name(delivery.kind, attachment, delivery.language), attachment, content)

    def has_room(self, delivery: Delivery, message: Message) -> bool:
        """Whether the text of a message is short enough to stand beside a file."""
        most = self._longest_beside[delivery.channel]
        # Counted as Telegram counts where it counts most: a rare Chinese character in a name as two.
        return most is None or len(message.text.encode("utf-16-le")) // 2 <= most
