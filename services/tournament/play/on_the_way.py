"""Who is on the way to a table, as the state holds it."""

from datetime import datetime

import msgspec


class OnTheWay(msgspec.Struct, frozen=True, gc=False):
    """Who set out for a table, as role and id, and when."""

    by: str
    at: datetime
