"""Rulings, warnings, and who is out or in again: what was decided, told to whom it concerns.

Phones are off at the tables (HK code of conduct 4), so that whoever still plays in the session reads it after
its end; the referee of the table reads it at once and tells the table.
"""

from collections.abc import Iterable
from datetime import datetime

from services.notices.about_play import referee_of
from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.tournament.docket.breaches import VerbalWarningGiven
from services.tournament.docket.effects import Warn
from services.tournament.docket.leaving import EntrantDisqualified
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.docket.rulings import RulingMade
from services.tournament.kernel.ids import TableId
from services.tournament.seating.sessions import Session
from services.tournament.state import State


@policy(RulingMade)
def _ruled(state: State, event: RulingMade, seq: int) -> Iterable[Notice]:
    sheet = state.disputes[event.dispute].sheet
    table = TableId.read(sheet)
    session = state.sessions.get(table.session) if table is not None else None
    entrants = state.disputes[event.dispute].entrants
    concerned = [f"sheet:{sheet}"] if sheet in state.sheets else [f"entrant:{own}" for own in entrants]
    warned = ",".join(effect.entrant for effect in event.effects if isinstance(effect, Warn))
    for number, audience in enumerate((*concerned, *referee_of(state, sheet)), 1):
        official = audience.startswith("referee:")
        yield note(
            seq,
            "ruling",
            audience,
            "ruling-for-referee" if official else "ruling",
            number=number if official else None,
            not_before=None if official else _after(state, session),
            # A later ruling on the case takes the place of one that nobody has read yet.
            topic=f"ruling:{event.dispute}",
            dispute=event.dispute,
            ruling=event.ruling,
            cites=event.cites,
            ruled_table="" if table is None else str(table.number),
            warned=warned,
        )


@policy(VerbalWarningGiven)
def _warned(state: State, event: VerbalWarningGiven, seq: int) -> Iterable[Notice]:
    if event.ruling is None:
        yield _about(state, seq, event.entrant, "warned", warning=str(event.number))


@policy(EntrantDisqualified)
def _disqualified(state: State, event: EntrantDisqualified, seq: int) -> Iterable[Notice]:
    if event.ruling is None:
        yield _about(state, seq, event.entrant, "disqualified", stage=event.stage)


@policy(EntrantReinstated)
def _reinstated(state: State, event: EntrantReinstated, seq: int) -> Iterable[Notice]:
    yield _about(state, seq, event.entrant, "reinstated", stage=event.stage)


def _about(
    state: State, seq: int, number: str, template: str, *, stage: str = "", warning: str = ""
) -> Notice:
    entrant = state.entrants[number]
    attendance = entrant.at(stage) if stage else entrant.participations[-1].latest
    session = state.sessions[attendance.session] if attendance is not None else None
    # Who is out plays on at no table, and reads it at once.
    after = None if template == "disqualified" else _after(state, session)
    audience = f"entrant:{number}"
    return note(seq, "conduct", audience, template, not_before=after, stage=stage, warning=warning)


def _after(state: State, session: Session | None) -> datetime | None:
    """The end of a session that is still played; None where nobody sits at a table of it."""
    if session is None or session.status == "ended" or session.day is None:
        return None
    return state.plan.ends(session.day, session.plan)
