"""The notice: what to tell whom about one fact. Ids only; names are resolved when it is sent."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from services.notices.kinds import Lane


class Notice(msgspec.Struct, frozen=True):
    """One thing to tell.

    Attributes:
        kind: what it is about, such as "registration-received".
        audience: who is meant: "entrant:0007", "role:organizer", "session:2026-03-28/1".
        template: which text, in every language.
        parameters: ids and figures for the text, never names.
        reference: what people see, so that a resent one is recognised: "Notice N-12".
        dedupe_key: unique in the tournament; a second notice with it is the same notice.
        not_before, not_after: when it may be sent; None: at once, for ever.
        topic: what it is about; a later notice of the same topic takes the place of the earlier ones.
    """

    seq: int
    kind: str
    audience: str
    template: str
    parameters: Mapping[str, str]
    reference: str
    dedupe_key: str
    priority: Lane
    not_before: datetime | None = None
    not_after: datetime | None = None
    topic: str | None = None
