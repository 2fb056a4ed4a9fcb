"""What a notice says of the stage that someone enters, or does not: its name, days, and reserves."""

from services.notices.look import NONE, Look
from services.notices.sessions_named import session_named
from services.tournament.definition.texts import Text
from services.tournament.standings.cut import source_of
from services.tournament.state import State
from shared.catalogue import Listed, Phrase


def stage_name(state: State, stage: str) -> Text:
    """What the stage is called; the only one of a tournament is the tournament itself."""
    return state.plan.stage_name(stage or state.plan.first_stage)


def entered(look: Look) -> str:
    """The stage that the notice says someone enters, or its session is of."""
    named = look.state.sessions.get(look.parameter("session"))
    return look.parameter("stage") or (named.stage if named is not None else "")


def following(look: Look) -> Listed:
    """The stages that follow the one from which a cut was made."""
    source = source_of(look.state, entered(look)).stage
    return Listed([stage_name(look.state, later.id) for later in look.state.plan.leads_to(source)])


def final_days(look: Look) -> Phrase | None:
    """The days to keep free; None while one of them is not known."""
    sessions = look.state.sessions_of(entered(look))
    days = sorted({session.known_day for session in sessions if session.day is not None})
    if len(days) == 0 or any(session.day is None for session in sessions):
        return None
    return Phrase("notice-days", {"first": days[:-1], "last": days[-1], "count": len(days)})


def carries(look: Look) -> bool:
    """Whether results of the stage before count on in the one entered."""
    stage = look.state.plan.stage(entered(look))
    return stage is not None and stage.carry


def final_line(look: Look) -> str:
    """The reader's session of the stage and when to be seated; that it follows, where they have none yet."""
    entrant = look.state.entrants.get(look.recipient.number)
    final = entrant.at(entered(look)) if entrant is not None else None
    if final is None:
        return look.phrase("session-follows")
    session = look.state.sessions[final.session]
    seating = look.time(session.plan.seated_at, session.day)
    return look.phrase("session-and-seating", session_label=session_named(session, None), seating=seating)


def reserve_place(look: Look) -> str:
    """Which place the reader has among the reserves."""
    reserves = look.state.cut_into(entered(look)).reserves
    number = look.recipient.number
    return str(reserves.index(number) + 1) if number in reserves else NONE
