"""Finding what a command names, or refusing with what is missing."""

import unicodedata
from datetime import datetime

from services.tournament.definition import Stage
from services.tournament.kernel import Context
from services.tournament.state import Attendance, Dispute, Entrant, Referee, Ruling, Session, Sheet, State
from shared.problems import INVALID_INPUT, NOT_FOUND, ProblemType

NOT_TAKING_PART = ProblemType(
    "not-taking-part",
    409,
    "Entrant {entrant} has no place in the {stage} ({status}). Register or move the entrant first.",
    "參賽者 {entrant} 沒有 {stage} 的名額（{status}）。請先登記或調動。",
)
OUT_OF_COMPETITION = ProblemType(
    "out-of-competition",
    409,
    "Entrant {entrant} is {out} and plays no further part. If that was a mistake, reinstate the entrant.",
    "參賽者 {entrant} 已{out}，不能再參與。如屬錯誤，請恢復其資格。",
)
WRONG_PHASE = ProblemType(
    "wrong-phase",
    409,
    "Session {session} is {status}; this is possible only while it is {expected}.",
    "場次 {session} 現為 {status}；此操作只可在 {expected} 時進行。",
)

SESSION_NOT_IN_PLAY = ProblemType(
    "session-not-in-play",
    409,
    "Session {session} is {status}; its score sheets can be used once it has started.",
    "場次 {session} 現為 {status}；開始後才可使用記分紙。",
)


def said(text: str, what: str = "reason") -> str:
    """The text, where one is required; refuses a blank one."""
    if not text.strip():
        raise INVALID_INPUT(detail=f"a {what} is needed").at(field=what)
    return text


def shows(text: str) -> bool:
    """Whether anything of the text can be seen: more than blanks, controls and what only joins others."""
    return any(unicodedata.category(character)[0] not in "CZ" for character in text)


def label(text: str, field: str) -> str:
    """A number or name that people give to something; refuses what cannot be shown."""
    if not text or not text.isprintable() or text != text.strip():
        raise INVALID_INPUT(detail=f"{field} has printable characters, none of them blank at an end").at(
            field=field
        )
    return text


def acting_entrant(context: Context) -> str | None:
    """The entrant who acts for themselves; None for an official."""
    role, _, number = context.actor.partition(":")
    return number if role == "participant" else None


def entrant_in(state: State, entrant_no: str) -> Entrant:
    """Raises NOT_FOUND unless the entrant was ever registered."""
    found = state.entrants.get(entrant_no)
    if found is None:
        raise NOT_FOUND(what="entrant", id=entrant_no)
    return found


def session_in(state: State, session: str) -> Session:
    found = state.sessions.get(session)
    if found is None:
        raise NOT_FOUND(what="session", id=session)
    return found


def sheet_in(state: State, sheet: str) -> Sheet:
    """The sheet of a table; until play has started there is none."""
    found = state.sheets.get(sheet)
    if found is not None:
        return found
    session = state.sessions.get(sheet.rpartition("/")[0])
    if session is not None and session.status in ("scheduled", "drawn", "suspended"):
        raise SESSION_NOT_IN_PLAY(session=session.plan.id, status=session.status)
    raise NOT_FOUND(what="score sheet", id=sheet)


def dispute_in(state: State, dispute: str) -> Dispute:
    found = state.disputes.get(dispute)
    if found is None:
        raise NOT_FOUND(what="dispute", id=dispute)
    return found


def ruling_in(state: State, ruling: str) -> Ruling:
    found = state.rulings.get(ruling)
    if found is None:
        raise NOT_FOUND(what="ruling", id=ruling)
    return found


def referee_in(state: State, referee: str) -> Referee:
    found = state.referees.get(referee)
    if found is None or not found.active:
        raise NOT_FOUND(what="referee", id=referee)
    return found


def stage_of(entrant: Entrant) -> Stage:
    """The stage an entrant is in now."""
    return "preliminary" if entrant.final is None else "final"


def stage_begun(state: State, entrant: Entrant) -> Stage:
    """The stage an entrant is playing in: the final once checked in for it, or once its seats are drawn."""
    final = entrant.final
    if final is None:
        return "preliminary"
    begun = state.sessions[final.session].status not in ("scheduled", "suspended")
    return "final" if begun or final.presence != "expected" else "preliminary"


def attendance_in(state: State, entrant: Entrant, stage: Stage) -> Attendance:
    """The entrant's place in `stage`; refuses the waiting, cancelled, merged and unqualified."""
    attendance = entrant.at(stage)
    if entrant.status != "registered" or attendance is None:
        raise NOT_TAKING_PART(entrant=entrant.entrant_no, stage=stage, status=entrant.status)
    return attendance


def still_in(entrant: Entrant, attendance: Attendance) -> None:
    """Refuse who withdrew or was disqualified."""
    if attendance.out is not None:
        raise OUT_OF_COMPETITION(entrant=entrant.entrant_no, out=attendance.out)


def in_phase(session: Session, *expected: str) -> None:
    """Refuse unless the session's status is one of `expected`."""
    if session.status not in expected:
        raise WRONG_PHASE(session=session.plan.id, status=session.status, expected=" or ".join(expected))


def seating_time(state: State, session: Session) -> datetime:
    return state.plan.moment(session.day, session.plan.seating)


def active_seats(state: State, sheet: Sheet) -> tuple[str, ...]:
    """Who of the table still plays, in seat order."""
    return tuple(no for no in sheet.seats if not _is_out(state, no, sheet.stage))


def _is_out(state: State, entrant_no: str, stage: Stage) -> bool:
    attendance = state.entrants[entrant_no].at(stage)
    return attendance is None or attendance.out is not None
