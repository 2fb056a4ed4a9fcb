"""Rulings, warnings, and who is out or in again: what was decided, told to whom it concerns.

Whoever sits at a table reads it after the session (`phones_off`); the referee of the table reads it at once
and tells the table. Once nobody sits there, those concerned read it at once, and nothing is read out.
"""

from collections.abc import Iterable

from services.notices.about_play import referee_of
from services.notices.notice import Notice
from services.notices.phones_off import is_at_table, seated_at
from services.notices.registry import note, policy
from services.tournament.docket.breaches import VerbalWarningGiven
from services.tournament.docket.leaving import EntrantDisqualified
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.docket.rulings import RulingMade
from services.tournament.state import State


@policy(RulingMade)
def _ruled(state: State, event: RulingMade, seq: int) -> Iterable[Notice]:
    sheet = state.disputes[event.dispute].sheet
    entrants = state.disputes[event.dispute].entrants
    concerned = (
        [f"sheet:{sheet}"] if sheet in state.sheets else [f"entrant:{entrant}" for entrant in entrants]
    )
    aloud = referee_of(state, sheet) if is_at_table(state, sheet) else ()
    for number, audience in enumerate((*concerned, *aloud), 1):
        official = audience.startswith("referee:")
        yield note(
            seq,
            "read-out" if official else "ruling",
            audience,
            "ruling-for-referee" if official else "ruling",
            number=number if official else None,
            # A later ruling on the case takes the place of one that nobody has read yet.
            topic=f"ruling:{event.dispute}",
            dispute=event.dispute,
            ruling=event.ruling,
            cites=event.cites,
            sheet=sheet or "",
            case=event.case,
        )


@policy(VerbalWarningGiven)
def _warned(state: State, event: VerbalWarningGiven, seq: int) -> Iterable[Notice]:
    if event.ruling is None:
        seat = seated_at(state, event.entrant)
        session, case = "" if seat is None else seat.session, event.case or ""
        yield _about(seq, event.entrant, "warned", warning=str(event.number), session=session, case=case)


@policy(EntrantDisqualified)
def _disqualified(state: State, event: EntrantDisqualified, seq: int) -> Iterable[Notice]:
    if event.ruling is None:
        yield _about(seq, event.entrant, "disqualified", stage=event.stage)


@policy(EntrantReinstated)
def _reinstated(state: State, event: EntrantReinstated, seq: int) -> Iterable[Notice]:
    yield _about(seq, event.entrant, "reinstated", stage=event.stage)


def _about(seq: int, number: str, template: str, **parameters: str) -> Notice:
    return note(seq, "conduct", f"entrant:{number}", template, parameters)
