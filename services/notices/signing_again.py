"""Signing once play is over or after signatures were voided: who, where, how and until when.

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
from services.tournament.play.sheets import can_be_signed, unsigned
from services.tournament.publication.announced import is_played_after
from services.tournament.seating.sessions import SEATS
from services.tournament.state import State
from shared.catalogue import Listed, Phrase


def sign_again(look: Look) -> Phrase | None:
    """Where the reader of a notice signs its sheet; for officials who does; None where nobody does."""
    sheet = look.state.sheets.get(look.parameter("sheet"))
    if sheet is None:
        return None
    if look.recipient.kind != "entrant":
        return _who_signs(look.state, sheet)
    number = look.recipient.number
    return where_to_sign(look.state, sheet, number) if number in signers(look.state, sheet) else None


def signers(state: State, sheet: Sheet) -> list[str]:
    """Who is asked to sign a sheet, by seat: whose own signature was voided, and they are there to sign anew.

    Once the session is over also whoever has not signed at all, as somebody who was out and is in again; of a
    refusal or an absence it is for the Chief Referee to say what becomes of it.
    """
    over = state.sessions[sheet.session].status == "ended"
    return [
        entrant
        for entrant in unsigned(state, sheet)
        if entrant in sheet.sign_again or (over and entrant not in sheet.signatures)
    ]


def where_to_sign(state: State, sheet: Sheet, entrant: str, place: Phrase | None = None) -> Phrase:
    """That the reader signs this sheet, where, how and until when.

    Args:
        place: the table, where nothing else says it.
    """
    again = entrant in sheet.sign_again
    return Phrase("notice-sign-again", {"place": place, "again": again, **_values(state, sheet)})


def asked_to_sign(state: State, entrant: str) -> Iterator[Phrase]:
    """For each sheet that somebody is to sign, where, how and until when."""
    known = state.entrants.get(entrant)
    for part in () if known is None else known.participations:
        for attendance in part.attendances:
            for table in attendance.tables:
                sheet = state.sheets.get(table)
                if sheet is not None and entrant in signers(state, sheet):
                    yield where_to_sign(state, sheet, entrant, place_of(state, sheet))


def _who_signs(state: State, sheet: Sheet) -> Phrase | None:
    """For officials: by seat who signs a sheet, where and until when; None where nobody does."""
    asked = signers(state, sheet)
    if not asked:
        return None
    who = [
        Phrase("notice-read-out-entrant", {"entrant": entrant, "seat": SEATS[sheet.seats.index(entrant)]})
        for entrant in asked
    ]
    again = all(entrant in sheet.sign_again for entrant in asked)
    values = {"who": Listed(who), "count": len(who), "again": again, **_values(state, sheet)}
    return Phrase("notice-signers", values)


def place_of(state: State, sheet: Sheet) -> Phrase:
    """A table with its session."""
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
        "ready": can_be_signed(sheet),
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
    if announced is not None:
        past = played is not None and announced <= played
        if past or state.versions.get(sheet.stage) or is_played_after(state, sheet.stage, announced):
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
