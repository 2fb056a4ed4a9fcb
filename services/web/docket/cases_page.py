"""The list of cases and calls: what waits, at which table, for how long, and who is on the way."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from flask import Response, request

from services.desk.docket_views import CallView, DocketAnswer, DocketView, SetOut
from services.officials.cases import actor_shown, entrant_shown, sheet_about
from services.officials.tables import table_called
from services.tournament.docket.cases import described
from services.tournament.kernel.ids import TableId
from services.tournament.play.setting_out import SetOutForTable
from services.web.docket.page_reader import PageReader
from services.web.forms import read_form
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of, staff_page, to_page, zone_of
from shared.catalogue import Word
from shared.i18n import moment_shown, time_shown

_MOST_RULED = 30
_ANSWERED = timedelta(minutes=15)
"""How long a call is listed that somebody set out for."""


class GoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That whoever sends it is on the way to a table; `case` is the page it was sent from."""

    form: str
    sheet: str
    case: str = ""


class Place(msgspec.Struct, frozen=True):
    """A table where somebody waits.

    Attributes:
        table: by number and session; "" for a case about none.
        minutes_left: to be played in its session; None where no clock runs.
        ends_at: ISO 8601, for the script that counts on; "" without one.
        state: of the session, as a code; "" without a table.
        on_the_way: who set out since; "" for nobody.
        set_out: when, of another day with the day.
        referee: of the table; "" for none.
        may_go: whether [On my way] is shown.
    """

    sheet: str
    table: str
    minutes_left: int | None
    ends_at: str
    state: str
    on_the_way: str
    set_out: str
    referee: str
    may_go: bool


class Waiting(msgspec.Struct, frozen=True):
    """A case or a call that waits.

    Attributes:
        minutes: since when, as of now; None since another day.
        since: the hour, of another day with the day; "" for what waits no more.
        ruled: the day and the hour of the ruling; "" without one.
        dispute, kind, entrants: of a case; "" and none of a call.
    """

    place: Place
    minutes: int | None
    since: str
    ruled: str = ""
    dispute: str = ""
    kind: str = ""
    entrants: tuple[str, ...] = ()


class Ruled(msgspec.Struct, frozen=True):
    """A case that is not open any more."""

    dispute: str
    kind: str
    table: str
    status: str


def cases_page(parts: Parts, call: Call) -> Response:
    """What waits, the longest first; below it what is ruled."""
    listed = Listing(parts, call)
    return staff_page(
        parts,
        call,
        "docket/cases.html",
        cases=list(listed.cases()),
        calls=list(listed.calls()),
        ruled=list(listed.closed()),
    )


def set_out(parts: Parts, call: Call) -> Response:
    """Tell the referee of a table that whoever decides is on the way."""
    sign_in, sent = sign_in_of(call), read_form(GoForm)
    check_form(parts, request, sign_in.grant_id, sent.form)
    parts.desk.submit(call.tournament, SetOutForTable(sheet=sent.sheet), call.principal)
    known = {view.case.dispute for view in _answer(PageReader(parts, call)).rows}
    there = f"/{sent.case}" if sent.case in known else ""
    return to_page(f"/t/{call.tournament}/docket{there}", call.language)


class Listing:
    """The docket as lines of a page."""

    def __init__(self, parts: Parts, call: Call) -> None:
        self.reader = PageReader(parts, call)
        self._answer = _answer(self.reader)
        self._now = parts.clock.now()
        self._zone: ZoneInfo = zone_of(parts, call)
        self._clocks = {clock.session: clock for clock in self._answer.clocks or ()}
        self._may_go = call.visibility.scope("set-out-for-table") is not None

    def cases(self) -> Iterator[Waiting]:
        """The open cases, the one that waits longest first."""
        for view in sorted(self._answer.rows, key=lambda other: other.case.seq):
            if view.case.status == "open":
                yield self.case(view)

    def case(self, view: DocketView) -> Waiting:
        """A case as a line."""
        row, raised_at = view.case, view.raised_at or self._now
        waits, ruled_at = row.status == "open", view.ruled_at or None
        return Waiting(
            self._place(row.sheet or "", view.referee or None, view.on_the_way or None, sheet_about(view)),
            self._minutes(raised_at),
            self._since(raised_at) if waits else "",
            "" if waits or ruled_at is None else moment_shown(ruled_at, self._zone, self.reader.language),
            row.dispute,
            self._kind(view),
            tuple(entrant_shown(self.reader, self.reader.person, number) for number in row.entrants),
        )

    def calls(self) -> Iterator[Waiting]:
        """The calls to tables that nobody has answered, or only just."""
        for waiting in self._answer.calls or ():
            if self._is_listed(waiting):
                place = self._place(waiting.sheet, waiting.referee, waiting.on_the_way, waiting.sheet)
                yield Waiting(place, self._minutes(waiting.called_at), self._since(waiting.called_at))

    def closed(self) -> Iterator[Ruled]:
        """What is ruled, withdrawn or moot, the latest first."""
        closed = [view for view in self._answer.rows if view.case.status != "open"]
        for view in sorted(closed, key=lambda other: -other.case.seq)[:_MOST_RULED]:
            row = view.case
            table = (
                "" if row.sheet is None else table_called(self.reader, self.reader.person, row.sheet, None)
            )
            yield Ruled(row.dispute, self._kind(view), table, row.status)

    def _kind(self, view: DocketView) -> str:
        kind = described(view.case.kind, view.case.raised_by)
        return Word("dispute", kind).in_language(self.reader.language)

    def _is_listed(self, waiting: CallView) -> bool:
        return waiting.on_the_way is None or self._now - waiting.on_the_way.at < _ANSWERED

    def _place(self, sheet: str, referee: str | None, way: SetOut | None, now: str | None) -> Place:
        """A table.

        Args:
            now: the same while anybody can be waiting there.
        """
        reader, table = self.reader, TableId.read(sheet)
        clock = self._clocks.get(table.session) if table is not None else None
        ends_at = clock.ends_at if clock is not None else None
        return Place(
            sheet,
            table_called(reader, reader.person, sheet, None) if sheet else "",
            None if ends_at is None else max(0, -(-int((ends_at - self._now).total_seconds()) // 60)),
            "" if ends_at is None else ends_at.isoformat(),
            "" if clock is None else clock.status,
            "" if way is None else actor_shown(reader, reader.person, way.by),
            "" if way is None else self._since(way.at),
            referee or "",
            now is not None and self._may_go,
        )

    def _minutes(self, since: datetime) -> int | None:
        if not self._is_today(since):
            return None
        return max(0, int((self._now - since).total_seconds()) // 60)

    def _since(self, at: datetime) -> str:
        shown = time_shown if self._is_today(at) else moment_shown
        return shown(at, self._zone, self.reader.language)

    def _is_today(self, at: datetime) -> bool:
        return at.astimezone(self._zone).date() == self._now.astimezone(self._zone).date()


def _answer(reader: PageReader) -> DocketAnswer:
    answer: DocketAnswer = reader.ask(reader.person, "docket")
    return answer
