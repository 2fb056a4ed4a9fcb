"""What the pages of deliveries read and write with, made once for a database, and how people are reached."""

from collections.abc import Collection

import msgspec

from services.delivery.by_phone import ByPhone
from services.delivery.channel_choice import EMAIL, Ways, ways_to
from services.delivery.deliveries import Deliveries
from services.delivery.delivery_list import MadeOf
from services.delivery.holding import Holding
from services.delivery.ledger import Ledger
from services.delivery.muting import Muting
from services.delivery.release_decisions import Steering
from services.desk.correspondence import Correspondence
from services.notices.store import NoticeStore
from services.web.parts import Parts


class Rooms(msgspec.Struct, frozen=True):
    """The rooms behind these pages."""

    ledger: Ledger
    deliveries: Deliveries
    made: MadeOf
    notices: NoticeStore
    muting: Muting
    holding: Holding
    steering: Steering
    by_phone: ByPhone
    book: Correspondence

    @classmethod
    def over(cls, parts: Parts) -> "Rooms":
        """Those over the parts of the web."""
        database, book = parts.database, Correspondence(parts.desk)
        muting, holding = Muting(database, parts.clock), Holding(database)
        return cls(
            Ledger(database),
            Deliveries(database),
            MadeOf(database),
            NoticeStore(database),
            muting,
            holding,
            Steering(database, holding, muting, parts.desk.state),
            ByPhone(database, book, parts.clock),
            book,
        )


def ways_of(parts: Parts, tournament: str, recipients: Collection[str], with_email: Collection[str]) -> Ways:
    """By what these are reached; an address is no way where no e-mail is sent."""
    links = parts.links.of_recipients(tournament, recipients)
    usable = {key: [link for link in of if link.channel in parts.channels] for key, of in links.items()}
    return ways_to(recipients, usable, with_email if EMAIL in parts.channels else ())
