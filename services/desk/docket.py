"""The docket as it is asked for: cases, what was said and ruled in them, and evidence with its verdict."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime

import msgspec
from msgspec import UNSET, UnsetType

from services.desk.directory import Details, free_text
from services.desk.docket_views import (
    CallView,
    CaseEvent,
    Concerned,
    DocketAnswer,
    DocketView,
    EvidenceView,
    SetOut,
    TableClock,
)
from services.desk.params import NoParams
from services.desk.query_context import QueryContext
from services.desk.scopes import own_sheets
from services.notices.officials_concerned import referee_of
from services.notices.phones_off import AT_TABLE, seated_at
from services.projections import rows
from services.projections.models import model
from services.tournament.docket.cases import Dispute, Ruling
from services.tournament.docket.disputes import DisputeRaised, sheet_of
from services.tournament.docket.judgement import ruled_otherwise
from services.tournament.docket.rulings import RulingMade
from services.tournament.kernel.ids import TableId
from services.tournament.state import State


def docket(look: QueryContext, params: NoParams) -> DocketAnswer:
    """The cases that the asker may see, with what was ruled, whom it concerns and the evidence."""
    mine = None if look.scope == "any" else set(own_sheets(look.state, look.visibility))
    cases, elsewhere = [], dict[str, str | None]()
    for row in model("docket").view(look.state).values():
        assert isinstance(row, rows.DocketRow)
        if look.scope == "self" and row.raised_by != look.visibility.subject:
            continue
        if look.scope == "own_table" and (mine is None or row.sheet not in mine):
            elsewhere[row.dispute] = _referee_of(look.state, row.sheet)
            continue
        cases.append(row)
    seqs = [row.seq for row in cases] + [ruling.seq for row in cases for ruling in row.rulings]
    texts = look.directory.texts(look.tournament_id, seqs)
    answer = DocketAnswer(look.state.seq, tuple(_docket_view(look, row, texts) for row in cases))
    if look.scope == "self":
        return answer
    calls = tuple(_calls(look.state, mine))
    sheets = [*(row.sheet for row in cases if row.sheet is not None), *(call.sheet for call in calls)]
    clocks = tuple(_clocks(look.state, sheets))
    return msgspec.structs.replace(answer, calls=calls, clocks=clocks, elsewhere=elsewhere or UNSET)


def _docket_view(
    look: QueryContext, row: rows.DocketRow, texts: Mapping[int, Mapping[str, Details]]
) -> DocketView:
    case = free_text(texts[row.seq].get(row.case or "", {}), DisputeRaised, look.language)
    rulings = {
        ruling.ruling: dict(free_text(texts[ruling.seq].get(ruling.case, {}), RulingMade, look.language))
        for ruling in row.rulings
    }
    evidence = tuple(_evidence(look.state, row.dispute))
    dispute = look.state.disputes[row.dispute]
    view = DocketView(
        row,
        case.get("statement", ""),
        rulings,
        evidence,
        raised_at=dispute.raised_at or UNSET,
        ruled_at=_ruled_at(look.state, dispute),
    )
    if look.scope == "self":
        return view
    made = [look.state.rulings[cell.ruling] for cell in row.rulings]
    concerned = tuple(person for ruling in made for person in _concerned(ruling))
    way = _set_out(look.state, row.sheet, dispute.raised_at)
    referee = _referee_of(look.state, row.sheet)
    return msgspec.structs.replace(
        view,
        by=dispute.by,
        concerned=concerned,
        referee=referee,
        on_the_way=way,
        left=_leaving(look, dispute),
        seats=_seats(look.state, dispute),
        ended=UNSET if dispute.ended is None else _case_event(look, dispute.ended, None),
    )


def _leaving(look: QueryContext, dispute: Dispute) -> CaseEvent | UnsetType:
    """That somebody left during the game of a case, which put it on the docket."""
    if dispute.leaver is None:
        return UNSET
    (raised,) = look.desk.events(look.tournament_id, dispute.seq - 1, 1, None)
    return UNSET if raised.caused_by is None else _case_event(look, raised.caused_by, dispute.leaver)


def _case_event(look: QueryContext, seq: int, entrant: str | None) -> CaseEvent:
    (event,) = look.desk.events(look.tournament_id, seq - 1, 1, None)
    grounds = msgspec.json.decode(event.data).get("grounds") or ""
    texts = look.directory.texts(look.tournament_id, [seq])[seq].values()
    reason = next((text for details in texts if (text := details.get("reason"))), "")
    return CaseEvent(event.type, event.actor, event.occurred_at, grounds, reason, entrant)


def _ruled_at(state: State, dispute: Dispute) -> datetime | UnsetType:
    made_at = state.rulings[dispute.ruling].made_at if dispute.ruling is not None else None
    return made_at or UNSET


def _set_out(state: State, sheet: str | None, since: datetime | None) -> SetOut | None:
    """Who set out for a table last, if that was since a moment."""
    way = state.on_the_way.get(sheet) if sheet is not None else None
    return SetOut(way.by, way.at) if way is not None and (since is None or way.at >= since) else None


def _referee_of(state: State, sheet: str | None) -> str | None:
    return next((audience.partition(":")[2] for audience in referee_of(state, sheet)), None)


def _seats(state: State, dispute: Dispute) -> Mapping[str, str | None] | UnsetType:
    """Where those of the table of a case sit in play now; they read of it once that session is over.

    Without those who were forgotten: they read of nothing.
    """
    sheet = sheet_of(state, dispute)
    if sheet is None:
        return UNSET
    known = [number for number in sheet.seats if state.entrants[number].person not in state.forgotten]
    seated = {number: seated_at(state, number) for number in known}
    return {number: None if at is None else at.table for number, at in seated.items()}


def _calls(state: State, mine: Collection[str] | None) -> Iterator[CallView]:
    """The calls to tables where people sit, the oldest first.

    Args:
        mine: the tables to look at; None for all.
    """
    for sheet, called_at in sorted(state.calls.items(), key=lambda call: (call[1], call[0])):
        session = state.sessions.get(TableId.of(sheet).session)
        played = session is not None and session.status in AT_TABLE
        begun = session.started_at if session is not None else None
        if played and (begun is None or called_at >= begun) and (mine is None or sheet in mine):
            yield CallView(sheet, called_at, _referee_of(state, sheet), _set_out(state, sheet, called_at))


def _clocks(state: State, sheets: Iterable[str]) -> Iterator[TableClock]:
    for name in dict.fromkeys(TableId.of(sheet).session for sheet in sheets):
        session = state.sessions.get(name)
        if session is not None:
            yield TableClock(name, session.status, state.is_due_at(session))


def _concerned(ruling: Ruling) -> Iterator[Concerned]:
    for entrant, charge in ruling.charges:
        yield Concerned(ruling.ruling, "charge", entrant, charge)
    for entrant in ruling.warned:
        yield Concerned(ruling.ruling, "warning", entrant)
    for entrant, _ in ruling.disqualified:
        yield Concerned(ruling.ruling, "disqualify", entrant)


def _evidence(state: State, dispute: str) -> Iterator[EvidenceView]:
    case = state.disputes[dispute]
    ruling = state.rulings[case.ruling] if case.ruling is not None else None
    for exhibit in case.evidence:
        otherwise = None
        if ruling is not None:
            otherwise = ruled_otherwise(exhibit.judged, ruling.effects, ruling.charges)
        yield EvidenceView(exhibit.seq, exhibit.judged, exhibit.engine, otherwise)
