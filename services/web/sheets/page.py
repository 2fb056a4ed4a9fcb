"""What the page of a table shows: who sat there and what it brought them; its sheet to whom it concerns."""

from collections.abc import Iterator
from typing import Any

import msgspec

from services.desk.cross_table import CrossAnswer, CrossParams, CrossRow, Meeting
from services.desk.params import NoParams, Params, SheetParams
from services.desk.programme import TablesAnswer, TournamentAnswer
from services.desk.views import UNSET, Hidden, SeatView, SessionsAnswer, SessionView, SheetsAnswer, SheetView
from services.officials.cases import refuse_before_play
from services.rules.exact import figure_shown
from services.tasks.offered import waits_for_signatures
from services.tournament.kernel.ids import TableId
from services.web.actors import Actors
from services.web.etags import Answer
from services.web.framing import Frame, frame
from services.web.kept.owner import kept_for
from services.web.parts import Parts
from services.web.rendering import PageParameters, page
from services.web.routes import Call
from services.web.sheets.paper import Paper, Player, laid_out
from services.web.signing_in.just_done import done_said, just_done
from services.web.site.times import Times
from shared.catalogue import Word, say, shown
from shared.problems import not_found


class TableParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the page takes beside the table that the address names.

    Attributes:
        done: what whoever asks has just done, signed.
    """

    done: str | None = None


class Guest(msgspec.Struct, frozen=True):
    """Somebody at the table, as everyone may see them.

    Attributes:
        won: games won there, or the points of a table of two; "" while that is not to be seen.
        place: in the stage; None while that is not to be seen, and for who is not ranked.
        out: whether they are not ranked.
    """

    seat: str
    number: str
    name: str
    won: str
    pointed: bool
    place: int | None
    out: bool


def table_page(parts: Parts, call: Call) -> Answer:
    """The page; raises Problem: not-found."""
    look = Look(parts, call)
    table, around = look.table, look.frame
    hidden, paper = look.hidden, look.paper()
    return page(
        "sheets/page.html",
        call.language,
        frame=around,
        table=table.number,
        session=look.session.session,
        state=Word("session", look.session.session.status).in_language(call.language),
        called=look.named(around.session_called(table.session)),
        stage=look.named(around.plan.stage_name(look.session.session.stage)),
        when=Times(around.plan.zone, call.language),
        hidden=hidden.text if hidden else "",
        guests=list(look.guests()),
        for_whom=look.for_whom(),
        paper=paper,
        signed=just_signed(parts, call, paper),
        beside=look.beside(),
        sheet=str(table),
        correctable=[]
        if around.past or call.visibility.scope("correct-game") is None
        else look.correctable(),
        done=done_said(parts, call),
        kept=kept_for(parts, call),
        may_sign=not around.past and call.sign_in is not None and look.may_be_signed,
        may_settle=not around.past and call.sign_in is not None and look.may_settle,
        may_see_docket=call.visibility.scope("docket") in ("any", "own_table"),
        may_look_back=call.visibility.scope("timeline") is not None,
    )


class Look:
    """One request for the page of a table: what the desk answers whoever asks."""

    def __init__(self, parts: Parts, call: Call) -> None:
        self._parts, self._call = parts, call
        self.table = self._named()
        found: SessionsAnswer = self._ask("sessions", NoParams())
        self.frame: Frame = frame(parts, call, "programme", found.seq)
        self.session: SessionView = self._session(found)
        stage = CrossParams(stage=self.session.session.stage)
        self._cross: CrossAnswer = self._ask("cross-table", stage)
        self.sheet = self._sheet()

    def paper(self) -> Paper | None:
        """The sheet, for who may see it; None while there is none, and for anyone else."""
        if self.sheet is None:
            return None
        call = self._call
        actors = Actors(self._parts.desk, call.tournament, call.visibility, call.language)
        when = Times(self.frame.plan.zone, call.language)
        defined: TournamentAnswer = self._ask("tournament", NoParams())
        return laid_out(
            self.sheet, self.table.number, when, call.language, defined, actors.who, actors.official
        )

    @property
    def referee(self) -> str | None:
        """The number of the referee of the table; None for none."""
        return next((each.referee for each in self.session.tables if each.number == self.table.number), None)

    @property
    def may_be_signed(self) -> bool:
        """Whether the reader takes signatures here, one is missing, and nothing else."""
        if self.sheet is None or self._call.visibility.scope("sign-sheet") is None:
            return False
        sheet = self.sheet.sheet
        signed = {each.entrant_no for each in sheet.signatures if each.medium in ("paper", "device")}
        waits = waits_for_signatures(self._parts.desk, self._call.tournament, sheet.sheet)
        return waits and not signed.issuperset(sheet.seats)

    @property
    def may_settle(self) -> bool:
        """Whether the reader settles which of two sheets holds."""
        return self._is_in_conflict and self._call.visibility.scope("settle-sheet-conflict") is not None

    @property
    def _is_in_conflict(self) -> bool:
        return self.sheet is not None and any(
            conflict.settled == "open" for conflict in self.sheet.sheet.conflicts
        )

    def correctable(self) -> list[int]:
        """The games that the reader may put right: none that stands by a ruling, no referee's once signed."""
        sheet = None if self.sheet is None else self.sheet.sheet
        seen = self._call.visibility
        if (
            sheet is None
            or seen.scope("correct-game") is None
            or (sheet.signatures and seen.role == "referee")
        ):
            return []
        free = (game for game in sheet.games if game is not None and game.ruling is None)
        return [game.game for game in free if game.figures]

    @property
    def hidden(self) -> Hidden:
        """That places wait, where the results of this table are not to be seen because of that."""
        return self.session.places_hidden or self._cross.places_hidden

    def guests(self) -> Iterator[Guest]:
        """Who sits there as far as that is to be seen, in the order of seats, with what it brought them.

        Beside a table at which people sit a name would say where somebody, maybe a child, is right now.
        """
        sees_sheets = self._call.visibility.scope("sheets") is not None
        named = sees_sheets or self.session.session.status == "ended"
        rows = {row.entrant_no: row for row in self._cross.rows}
        for seat in self._seats():
            row = rows.get(seat.entrant_no)
            meeting = None if row is None else self._meeting(row)
            won, pointed = _won(meeting)
            yield Guest(
                seat.seat,
                seat.entrant_no,
                (seat.name or "") if named else "",
                won,
                pointed,
                None if row is None or meeting is None else row.place,
                seat.out is not None,
            )

    def for_whom(self) -> str:
        """To whom the sheet is open; to a referee of other tables whose it is, and what they may do there."""
        seen, language = self._call.visibility, self._call.language
        if seen.role != "referee":
            return say("page-sheet-for-whom", language)
        tables = (table for table in self.session.tables if table.number == self.table.number)
        number = next((table.referee for table in tables), None)
        if number is None:
            return say("page-sheet-of-no-referee", language)
        actors = Actors(self._parts.desk, self._call.tournament, seen, language)
        return say("page-sheet-of-another", language, referee=actors.who(f"referee:{number}"))

    def beside(self) -> dict[str, int | None]:
        """The tables before and after this one."""
        last = self.session.session.tables
        number = self.table.number
        return {"before": number - 1 if number > 1 else None, "after": number + 1 if number < last else None}

    def named(self, value: object) -> str:
        """A value in the language of the page, beginning with a capital."""
        words = str(shown(value, self._call.language))
        return words[:1].upper() + words[1:]

    def _named(self) -> TableId:
        text = self._call.path["sheet"]
        table = TableId.read(text)
        if table is None or str(table) != text:
            raise not_found("score-sheet", text)
        return table

    def _session(self, found: SessionsAnswer) -> SessionView:
        """The session of the table, which has been drawn: how many tables there are is no secret."""
        for view in found.rows:
            if view.session.session == self.table.session and self._stands(view):
                return view
        refuse_before_play(found, self.table, self.frame.session_called(self.table.session))
        raise not_found("score-sheet", str(self.table))

    def _stands(self, view: SessionView) -> bool:
        if view.places_hidden:
            return 0 < self.table.number <= view.session.tables
        return any(table.number == self.table.number for table in view.tables)

    def _sheet(self) -> SheetView | None:
        """The sheet of the table, where there is one that this reader may open."""
        if self._call.visibility.scope("tables") is None:
            return None
        open_to: TablesAnswer = self._ask("tables", NoParams())
        here = (self.table.session, self.table.number)
        if here not in {(row.session, number) for row in open_to.rows for number in row.tables}:
            return None
        answer: SheetsAnswer = self._ask("sheets", SheetParams(sheet=str(self.table)))
        return answer.rows[0]

    def _seats(self) -> tuple[SeatView, ...]:
        tables = (table for table in self.session.tables if table.number == self.table.number)
        return next((table.seats for table in tables), ())

    def _meeting(self, row: CrossRow) -> Meeting | None:
        here = (self.table.session, self.table.number)
        return next((met for met in row.meetings if (met.session, met.table) == here), None)

    def _ask(self, query: str, params: Params) -> Any:
        call = self._call
        return self._parts.desk.ask(
            call.tournament, query, params, call.visibility, as_of=call.as_of, language=call.language
        )


def _won(meeting: Meeting | None) -> tuple[str, bool]:
    """What a table brought somebody, and whether that is points."""
    if meeting is None or meeting.what != "played":
        return "", False
    if meeting.points is not UNSET:
        return figure_shown(meeting.points), True
    return str(meeting.games_won), False


TASK = "sign-sheet"


def just_signed(parts: Parts, call: Call, paper: Paper | None) -> Player | None:
    """The column that was signed just now, while that signature stands; None for nobody's."""
    done = just_done(parts, call)
    if paper is None or done[:2] != [TASK, "done"]:
        return None
    return next((each for each in paper.players if each.number in done[2:] and each.signed.given), None)
