"""What a read of the docket answers: cases with their evidence, rulings and whom they concern."""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import UNSET

from services.projections import rows as models
from services.tournament.docket.judgement import Judged


class EvidenceView(msgspec.Struct, frozen=True):
    """Evidence as it was judged when presented.

    Attributes:
        engine: what judged it; it is never judged again.
        ruled_otherwise: whether the ruling that stands says otherwise; null while there is none, or where the
            two cannot be held together.
    """

    seq: int
    judged: Judged
    engine: str
    ruled_otherwise: bool | None


class Concerned(msgspec.Struct, frozen=True):
    """Whom a ruling charges, warns or disqualifies.

    Attributes:
        effect: `charge`, `warning` or `disqualify`.
        charge: with what; only of a charge.
    """

    ruling: str
    effect: str
    entrant: str
    charge: str | msgspec.UnsetType = UNSET


class SetOut(msgspec.Struct, frozen=True):
    """Who set out for a table, as role and id, and when."""

    by: str
    at: datetime


class CaseEvent(msgspec.Struct, frozen=True):
    """An event that led to a case, or ended it without a ruling.

    Attributes:
        by: who did it, as role and id.
        grounds: as a code; "" where it names none.
        reason: as it was written; "" for none.
        entrant: whom it is about; null for nobody.
    """

    type: str
    by: str
    at: datetime
    grounds: str
    reason: str
    entrant: str | None


class DocketView(msgspec.Struct, frozen=True):
    """A case with its free text: statement, and finding and reason by ruling; empty if forgotten.

    Attributes:
        by: who put it on the docket, as role and id; only for officials.
        raised_at: when it was put there.
        ruled_at: when the ruling that stands was made; left out while there is none.
        referee: of its table; null where there is none; only for officials.
        on_the_way: who set out for its table since, as role and id, with when; only for officials.
        seats: those of its table who are told, each with the table in play where they sit now, null for none;
            only for officials, and while its sheet counts: not once its session was suspended or begun anew.
        concerned: whom its rulings charge, warn and disqualify; only for officials.
        left: that somebody left during the game it is about; left out where nobody did; only for officials.
        ended: what ended it without a ruling; likewise.
    """

    case: models.DocketRow
    statement: str
    rulings: Mapping[str, Mapping[str, str]]
    evidence: tuple[EvidenceView, ...] = ()
    by: str | msgspec.UnsetType = UNSET
    concerned: tuple[Concerned, ...] | msgspec.UnsetType = UNSET
    raised_at: datetime | msgspec.UnsetType = UNSET
    ruled_at: datetime | msgspec.UnsetType = UNSET
    referee: str | msgspec.UnsetType | None = UNSET
    on_the_way: SetOut | msgspec.UnsetType | None = UNSET
    left: CaseEvent | msgspec.UnsetType = UNSET
    ended: CaseEvent | msgspec.UnsetType = UNSET
    seats: Mapping[str, str | None] | msgspec.UnsetType = UNSET


class CallView(msgspec.Struct, frozen=True):
    """The last call to a table where people play.

    Attributes:
        referee: of the table; null where there is none.
        on_the_way: who set out for the table since.
    """

    sheet: str
    called_at: datetime
    referee: str | None
    on_the_way: SetOut | None


class TableClock(msgspec.Struct, frozen=True):
    """How long a session is still played that has cases.

    Attributes:
        ends_at: by its own length from when it began; null where it has no clock or is not played now.
    """

    session: str
    status: str
    ends_at: datetime | None


class DocketAnswer(msgspec.Struct, frozen=True):
    """The cases; for officials also the calls to tables, and the clocks of the sessions of both.

    Attributes:
        elsewhere: for a referee, by the id of each case of another table whose that is; null for nobody.
    """

    seq: int
    rows: tuple[DocketView, ...]
    calls: tuple[CallView, ...] | msgspec.UnsetType = UNSET
    clocks: tuple[TableClock, ...] | msgspec.UnsetType = UNSET
    elsewhere: Mapping[str, str | None] | msgspec.UnsetType = UNSET
