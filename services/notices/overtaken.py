"""Notices that events have overtaken since they were written: what they ask or say no longer holds."""

from services.notices.audiences import recipients
from services.notices.notice import Notice
from services.notices.phones_off import is_at_table
from services.notices.unplayed_games import KIND, is_settled
from services.tournament.docket.cases import Ruling
from services.tournament.lookups import active_seats
from services.tournament.people.families import is_final_begun, unit_of
from services.tournament.people.questions import is_open
from services.tournament.play.forfeits import LEFT, who_forfeited
from services.tournament.play.sheets import game_on
from services.tournament.standings.reserves import has_begun
from services.tournament.state import State
from shared.catalogue import Phrase

TOLD_SUSPENDED = ("suspended", "further-word", "hall-word")
"""Kinds that say that play is off."""

_SEATS = ("round-drawn", "seat-changed", "seat-lost", "round-changed")
"""Templates that say where somebody sits in a session as its seats are drawn."""

_OF_A_CUT = ("qualified", "not-qualified", "reserve", "cut-open-again")

_OUT = {"disqualified": True, "reinstated": False}
"""What a notice says was done to somebody: whether they are out since."""


def overtaken(state: State, notice: Notice) -> bool:
    """Whether there is no point in sending it any more, whatever the time: what it asks for was done."""
    if notice.kind in ("word-due", "weather-danger"):
        return not any(
            _still_due(state, session_id, notice) for session_id in notice.parameters["sessions"].split(", ")
        )
    if notice.kind in ("parent-called", "parent-heard", "parent-not-reached"):
        return _is_call_answered(state, notice)
    if notice.kind == "family-asked":
        pair = unit_of(notice.parameters["child"], notice.parameters["parent"])
        return pair not in state.unit_proposals or is_final_begun(state)
    if notice.kind == "reserve" and has_begun(state, notice.parameters["stage"]):
        return True  # nobody moves up any more, which is told by itself
    question = state.questions.get(notice.parameters.get("question", ""))
    answers = notice.kind in ("answer", "parent-wrote")
    if question is not None and not answers and not is_open(state, question):
        return True
    proposal = state.proposals.get(notice.parameters.get("proposal", ""))
    if proposal is not None and proposal.status != "open":
        return True
    ruling = state.rulings.get(notice.parameters.get("ruling", ""))
    if ruling is not None and ruling.superseded_by is not None:
        return True  # those concerned read the one that stands
    if notice.kind in _OF_A_CUT and _is_decided_otherwise(state, notice):
        return True  # it is open again, or made again: those concerned read of that
    if notice.kind == KIND:
        return is_settled(state, notice)
    if notice.template in _SEATS:
        return state.sessions[notice.parameters["session"]].status in ("scheduled", "suspended", "ended")
    if notice.template in ("dispute-raised", "case-raised", "case-raised-by-self"):
        return state.disputes[notice.parameters["dispute"]].status != "open"
    if (
        notice.kind == "read-out"
        and notice.parameters.get("sheet")
        and not is_at_table(state, notice.parameters["sheet"])
    ):
        return True  # nobody sits there any more: who is concerned reads it themselves
    return notice.kind in ("conduct", "reinstated", "read-out") and not _still_so(state, notice)


def asks_no_more(state: State, notice: Notice) -> bool:
    """Whether nothing is left to press under it, though its words may still be read."""
    return overtaken(state, notice) or (notice.kind == "parent-wrote" and _is_call_answered(state, notice))


def _is_call_answered(state: State, notice: Notice) -> bool:
    call = state.parent_calls.get(notice.parameters.get("call", ""))
    return call is not None and call.answered


def _is_decided_otherwise(state: State, notice: Notice) -> bool:
    """Whether a cut is not as it was when somebody was to read of it."""
    is_open = state.cut_into(notice.parameters["stage"]).status != "concluded"
    return is_open != (notice.kind == "cut-open-again")


def contradicted(state: State, notice: Notice, number: str) -> bool:
    """Whether an entrant has another result or seat since, which is told by itself; or was told to stay in
    the hall since, of which an announcement does not know.

    At the tables phones are off, so an announcement can wait until play is stopped, and would then be read as
    if it came after that.
    """
    if notice.kind == "session-results":
        return number not in {recipient.number for recipient in recipients(state, notice.audience)}
    if notice.template in _SEATS:
        told = state.sessions[notice.parameters["session"]].seats_told.get(number)
        return told is not None and told.seq > notice.seq
    if notice.kind != "announcement":
        return False
    suspensions = (session.suspension or session.held for session in state.sessions.values())
    return any(
        suspension is not None and suspension.seq > notice.seq and number in suspension.inside
        for suspension in suspensions
    )


def is_taken_back(state: State, notice: Notice) -> bool:
    """Whether it tells of a suspension that holds for none of its sessions any more."""
    if notice.kind not in TOLD_SUSPENDED:
        return False
    sessions = [state.sessions[id] for id in sessions_told(notice) if id in state.sessions]
    return bool(sessions) and all(session.suspension is None for session in sessions)


def replaced(state: State, notice: Notice) -> Phrase | None:
    """What has taken the place of what officials were asked to read out; None while that holds."""
    about = notice.parameters
    ruling = state.rulings.get(about.get("ruling", ""))
    if ruling is not None and ruling.superseded_by is not None:
        values = {"ruling": ruling.ruling, "by": _standing(state, ruling).ruling}
        return Phrase("notice-replaced-ruling", values)
    sheet = state.sheets.get(about.get("sheet", ""))
    if notice.template == "corrected-read-out" and sheet is not None and "game" in about:
        game = game_on(sheet, int(about["game"]))
        if game is None or game.seq > notice.seq:
            return Phrase("notice-replaced-figures", {"game": int(about["game"])})
    if notice.template in ("conduct-read-out", "forfeit-read-out", "forfeit-undone-read-out"):
        return None if _still_so(state, notice) else Phrase("notice-replaced-word")
    if notice.kind == "hall-word":
        sessions = [state.sessions[id] for id in sessions_told(notice) if id in state.sessions]
        told = [suspension.told_seq for each in sessions if (suspension := each.suspension or each.held)]
        if not told or max(told) > notice.seq:
            return Phrase("notice-replaced-word")
    return None


def _still_so(state: State, notice: Notice) -> bool:
    """Whether somebody is out, or in again, or has forfeited games, as a notice says to them or of them."""
    about = notice.parameters
    if notice.template == "forfeit-undone-read-out":
        return about["sheet"] not in state.sheets
    if notice.template == "forfeit-undone":
        return not _plays_anew(state, about["sheet"], notice.audience.removeprefix("entrant:"))
    if "games" in about:
        return _still_forfeited(state, notice)
    out = _OUT.get(about.get("done", notice.template))
    if out is None:
        return True
    entrant = state.entrants[about.get("entrant") or notice.audience.removeprefix("entrant:")]
    return out == (entrant.out_of(about["stage"]) is not None)


def _still_forfeited(state: State, notice: Notice) -> bool:
    """Whether games count as a referee is asked to tell, since somebody left."""
    about = notice.parameters
    sheet, known = state.sheets.get(about["sheet"]), about["games"].split(", ")
    games = () if sheet is None else sheet.games
    return any(
        game is not None
        and str(game.number) in known
        and game.ended_by == LEFT
        and (who_forfeited(game), game.seq) == (about["entrant"], notice.seq)
        for game in games
    )


def _plays_anew(state: State, table: str, entrant: str) -> bool:
    """Whether play has begun anew at a table where an entrant sits, so that they read of it as it is now."""
    sheet = state.sheets.get(table)
    return sheet is not None and entrant in sheet.seats and bool(active_seats(state, sheet))


def _standing(state: State, ruling: Ruling) -> Ruling:
    """The ruling that stands in the place of one, however many came between."""
    while ruling.superseded_by is not None:
        ruling = state.rulings[ruling.superseded_by]
    return ruling


def sessions_told(notice: Notice) -> list[str]:
    """The ids of the sessions that a notice about a suspension tells of."""
    named = ", ".join(notice.parameters.get(name, "") for name in ("session", "sessions", "stopped"))
    return [id for id in named.split(", ") if id]


def _still_due(state: State, session: str, notice: Notice) -> bool:
    """Whether nothing was told about a suspended session since the organizer was reminded."""
    planned = state.sessions.get(session)
    if planned is None:
        return False
    suspension = planned.suspension or planned.held
    if suspension is None or suspension.told_seq >= notice.seq:
        return False
    return suspension.next_word is not None or notice.kind == "weather-danger"


def in_force(state: State, notice: Notice) -> bool:
    """Whether a session that the notice says is suspended still is, and nothing was told about it since."""
    named = notice.parameters.get("sessions") or notice.parameters.get("session", "")
    sessions = (state.sessions.get(session_id) for session_id in named.split(", "))
    return any(
        session is not None and session.suspension is not None and session.suspension.told_seq == notice.seq
        for session in sessions
    )
