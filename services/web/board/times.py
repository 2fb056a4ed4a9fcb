"""Hours on a board: in 24 hours whatever the language, as on any departure board, and so always as wide."""

from datetime import datetime
from zoneinfo import ZoneInfo

from markupsafe import Markup

from services.web.site.times import Times
from shared.i18n import Language, day_in_short


class BoardTimes(Times):
    """How moments read on a board."""

    def __init__(self, zone: str, language: Language) -> None:
        super().__init__(zone, language)
        self._local, self._spoken = ZoneInfo(zone), language

    def hour(self, at: datetime) -> Markup:
        """The hour of a moment."""
        local = at.astimezone(self._local)
        return Markup('<time datetime="{}">{}</time>').format(local.isoformat(), f"{local:%H:%M}")

    def moment(self, at: datetime) -> Markup:
        """The day and hour of a moment, without its year."""
        return Markup("{} {}").format(day_in_short(self.on(at), self._spoken), self.hour(at))
