"""What a read of the docket answers: cases with their evidence, rulings and whom they concern."""

from collections.abc import Mapping

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


class DocketView(msgspec.Struct, frozen=True):
    """A case with its free text: statement, and finding and reason by ruling; empty if forgotten.

    Attributes:
        by: who put it on the docket, as role and id; only for officials.
        concerned: whom its rulings charge, warn and disqualify; only for officials.
    """

    case: models.DocketRow
    statement: str
    rulings: Mapping[str, Mapping[str, str]]
    evidence: tuple[EvidenceView, ...] = ()
    by: str | msgspec.UnsetType = UNSET
    concerned: tuple[Concerned, ...] | msgspec.UnsetType = UNSET


class DocketAnswer(msgspec.Struct, frozen=True):
    seq: int
    rows: tuple[DocketView, ...]
