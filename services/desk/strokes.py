"""Strokes: what participants drew to sign on a screen, beside the event that says that they signed.

Each is sealed under the key of whoever drew it, so that nobody reads it once they are forgotten, and lies
beside the log: no event, no export and no answer to the public holds it.
"""

import re
from collections.abc import Iterable
from datetime import datetime

import msgspec
import sqlalchemy as sa

from services.desk.answers import EventView
from services.tournament.play.signatures import SheetSigned
from shared.database import Database
from shared.eventlog import Write
from shared.problems import ProblemType
from shared.vault import Forgotten, Unreadable, Vault

STROKE_WRONG = ProblemType("stroke-wrong", 422)
WIDTH, HEIGHT = 1000, 400
"""Of the field in which one signs, in the units of a stroke."""
_MOST_POINTS, _FEWEST_POINTS, _LEAST_EXTENT = 1200, 5, 40
LONGEST = _MOST_POINTS * 8
"""Characters of a stroke."""
_POINT = "[0-9]{1,3},[0-9]{1,3}"
_LINES = re.compile(rf"{_POINT}(?:[ ;]{_POINT})*")

_stroke = sa.Table(
    "stroke",
    sa.MetaData(),
    sa.Column("tournament_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True),
    sa.Column("sheet", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
)


class Stroke(msgspec.Struct, frozen=True):
    """What somebody drew.

    Attributes:
        seq: of the event that says they signed, `at` its moment.
        lines: as `check_drawn` takes them; "" where they cannot be read.
    """

    seq: int
    entrant: str
    lines: str
    at: datetime | None = None


class Strokes:
    """The strokes of all tournaments, in the log's database."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database, self._vault = database, vault
        self._statements = database.prepared(_Statements)

    def keep(self, tournament_id: str, signed: EventView, subject: str, lines: str) -> None:
        """Keep a stroke beside its signature, once; not of somebody who was forgotten meanwhile."""
        event = msgspec.json.decode(signed.data, type=SheetSigned)
        fields = {"entrant": event.entrant, "lines": lines, "at": signed.occurred_at.isoformat()}
        try:
            sealed = self._vault.seal(subject, fields)
        except Forgotten:
            return
        row = {"tournament_id": tournament_id, "seq": signed.seq, "sheet": event.sheet, "subject": subject}
        self._database.write(self._statements.keep, [{**row, "sealed": sealed}])

    def of_sheet(self, tournament_id: str, sheet: str) -> list[Stroke]:
        """What was drawn on a sheet, in order; nothing of those who are forgotten."""
        rows = self._database.fetch(self._statements.read, {"t": tournament_id, "which": sheet})
        opened = self._vault.open_each([(row.subject, bytes(row.sealed)) for row in rows])
        found = []
        for row, fields in zip(rows, opened, strict=True):
            if isinstance(fields, Unreadable):
                found.append(Stroke(row.seq, "", ""))
            elif fields is not None:
                at = datetime.fromisoformat(fields["at"])
                found.append(Stroke(row.seq, fields["entrant"], fields["lines"], at))
        return found

    def of_person(self, tournament_id: str, subject: str) -> list[Stroke]:
        """What somebody drew, for all that is held on them."""
        sheets = self._database.fetch(self._statements.whose, {"t": tournament_id, "s": subject})
        found = (stroke for row in sheets for stroke in self.of_sheet(tournament_id, row.sheet))
        theirs = {row.seq for row in sheets}
        return sorted(
            {each.seq: each for each in found if each.seq in theirs}.values(), key=lambda each: each.seq
        )

    def removal(self, tournament_id: str, subjects: Iterable[str]) -> list[Write]:
        """What to write in the transaction that forgets these subjects."""
        rows = [{"t": tournament_id, "s": subject} for subject in subjects]
        return [Write(self._statements.forget, rows)] if rows else []


def check_drawn(lines: str) -> None:
    """Refuse what is no signature: lines of points, `12,34 15,36;200,40 …`, within the field.

    Raises:
        Problem: stroke-wrong.
    """
    if len(lines) > LONGEST or _LINES.fullmatch(lines) is None:
        raise STROKE_WRONG()
    points = [tuple(map(int, point.split(","))) for point in lines.replace(";", " ").split()]
    across, down = zip(*points, strict=True)
    extent = max(across) - min(across) + max(down) - min(down)
    fits = max(down) < HEIGHT and _FEWEST_POINTS <= len(points) <= _MOST_POINTS
    if not fits or extent < _LEAST_EXTENT:
        raise STROKE_WRONG()


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        column, bind = _stroke.c, sa.bindparam
        here = column.tournament_id == bind("t")
        self.keep = database.prepare(database.insert(_stroke).on_conflict_do_nothing())
        read = sa.select(column.seq, column.subject, column.sealed)
        self.read = database.prepare(read.where(here, column.sheet == bind("which")).order_by(column.seq))
        theirs = (here, column.subject == bind("s"))
        self.whose = database.prepare(sa.select(column.seq, column.sheet).where(*theirs))
        self.forget = database.prepare(sa.delete(_stroke).where(*theirs))
