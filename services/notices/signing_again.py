"""Signing again, once an amendment or a correction voided signatures: who, where, how and until when.

A sheet keeps its stage from being published and its cut from being made until it is closed, so it is signed
before either: with the referee while people sit at the table, with an official afterwards.
"""

from collections.abc import Iterator
from datetime import date, datetime

from services.notices.look import Look
from services.notices.phones_off import is_at_table
from services.notices.sessions_named import session_named
from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import unsigned
from services.tournament.seating.sessions import SEATS
from services.tournament.state import State
from shared.catalogue import Listed, Phrase


def sign_again(look: Look) -> Phrase | None:
    """Where the reader of a notice signs its sheet again; for officials who does; None where nobody does."""
    sheet = look.state.sheets.get(look.parameter("sheet"))
    if sheet is None:
        return None
    if look.recipient.kind != "entrant":
        return _who_signs(look.state, sheet)
    return where_to_sign(look.state, sheet) if signs_again(look.state, sheet, look.recipient.number) else None


def signs_again(state: State, sheet: Sheet, entrant: str) -> bool:
    """Whether somebody's own signature was voided, and they are there to sign anew."""
    return entrant in sheet.sign_again and entrant in unsigned(state, sheet)


def where_to_sign(state: State, sheet: Sheet, place: Phrase | None = None) -> Phrase:
    """That the reader signs this sheet again, where, how and until when.

    Args:
        place: the table, where nothing else says it.
    """
    return Phrase("notice-sign-again", {"place": place, **_values(state, sheet)})


def asked_to_sign(state: State, entrant: str) -> Iterator[Phrase]:
    """For each sheet that somebody is to sign again, where, how and until when."""
    known = state.entrants.get(entrant)
    for part in () if known is None else known.participations:
        for attendance in part.attendances:
            for table in attendance.tables:
                sheet = state.sheets.get(table)
                if sheet is not None and signs_again(state, sheet, entrant):
                    yield where_to_sign(state, sheet, _place(state, sheet))


def _who_signs(state: State, sheet: Sheet) -> Phrase | None:
    """For officials: by seat who signs a sheet again, where and until when; None where nobody does."""
    seats = zip(SEATS, sheet.seats, strict=False)
    found = [
        Phrase("notice-read-out-entrant", {"entrant": entrant, "seat": seat})
        for seat, entrant in seats
        if signs_again(state, sheet, entrant)
    ]
    return (
        Phrase("notice-signers", {"who": Listed(found), "count": len(found), **_values(state, sheet)})
        if found
        else None
    )


def _place(state: State, sheet: Sheet) -> Phrase:
    session = state.sessions[sheet.session]
    values = {
        "table": TableId.of(sheet.sheet).number,
        "session_label": session_named(session, state.plan),
    }
    return Phrase("notice-ruled-place", values)


def _values(state: State, sheet: Sheet) -> dict[str, object]:
    at_table, until = is_at_table(state, sheet.sheet), _until(state, sheet)
    out = "corrected" if state.versions.get(sheet.stage) else "results"
    venue = state.plan.venue
    return {
        "at_table": at_table,
        "venue": None if venue is None else venue.name,
        "until": until,
        "before": "table" if at_table else out if until is None else _kind(until),
    }


def _kind(until: date | datetime) -> str:
    return "moment" if isinstance(until, datetime) else "day"


def _until(state: State, sheet: Sheet) -> date | datetime | None:
    """When the results are announced, or what goes by them begins, if that comes first and is to come."""
    played, announced = state.sessions[sheet.session].day, state.plan.results_published_on
    past = announced is not None and played is not None and announced <= played
    if state.versions.get(sheet.stage) or past:
        announced = None
    begins = [
        state.plan.opens(session.day, session.plan)
        for following in state.plan.leads_to(sheet.stage)
        for session in state.sessions_of(following.id)
        if session.status == "scheduled" and session.day is not None
    ]
    first = min(begins, default=None)
    if first is None or (announced is not None and announced <= state.plan.local_day(first)):
        return announced
    return first
