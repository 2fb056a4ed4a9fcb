"""Rulings, warnings, and who is out or in again: what was decided, told to whom it concerns.

Whoever sits at a table reads it after the session (`phones_off`); the referee of the table reads it at once
and tells the table. Once nobody sits there, those concerned read it at once, and nothing is read out.
"""

from collections.abc import Iterable

from services.notices.about_play import called_off
from services.notices.notice import Notice
from services.notices.officials_concerned import of_case, of_conduct, referee_of, several
from services.notices.phones_off import is_at_table, seated_at
from services.notices.put_out import reinstated_by, to_be_played_with
from services.notices.registry import note, policy
from services.tournament.definition.stages import Stage
from services.tournament.docket.breaches import VerbalWarningGiven
from services.tournament.docket.leaving import EntrantDisqualified
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.docket.rulings import RulingMade
from services.tournament.lookups import active_seats
from services.tournament.state import State


@policy(RulingMade)
def _ruled(state: State, event: RulingMade, seq: int) -> Iterable[Notice]:
    dispute = state.disputes[event.dispute]
    sheet = dispute.sheet
    concerned = (
        [f"sheet:{sheet}"]
        if sheet in state.sheets
        else [f"entrant:{entrant}" for entrant in dispute.entrants]
    )
    aloud = referee_of(state, sheet) if is_at_table(state, sheet) else ()
    given = {
        "dispute": event.dispute,
        "ruling": event.ruling,
        "cites": event.cites,
        "sheet": sheet or "",
        "case": event.case,
    }
    # A later ruling on the case takes the place of one that nobody has read yet.
    topic = f"ruling:{event.dispute}"
    for audience in concerned:
        yield note(seq, "ruling", audience, "ruling", given, topic=topic)
    for number, audience in enumerate(aloud, len(concerned) + 1):
        yield note(seq, "read-out", audience, "ruling-for-referee", given, number=number, topic=topic)
    officials = several(of_case(state, dispute), aloud)
    if officials is not None:
        yield note(seq, "ruling", officials, "ruling-for-official", given, topic=topic)


@policy(VerbalWarningGiven)
def _warned(state: State, event: VerbalWarningGiven, seq: int) -> Iterable[Notice]:
    if event.ruling is None:
        seat = seated_at(state, event.entrant)
        session, case = "" if seat is None else seat.session, event.case or ""
        warning = str(event.number)
        yield _about(seq, event.entrant, "warned", warning=warning, session=session, case=case)
        yield from _officials(state, seq, event.entrant, None, done="warned", warning=warning)


@policy(EntrantDisqualified)
def _disqualified(state: State, event: EntrantDisqualified, seq: int) -> Iterable[Notice]:
    if event.ruling is None:
        yield _about(seq, event.entrant, "disqualified", stage=event.stage)
        yield from _officials(
            state, seq, event.entrant, event.stage, done="disqualified", case=event.case or ""
        )


@policy(EntrantReinstated)
def _reinstated(state: State, event: EntrantReinstated, seq: int) -> Iterable[Notice]:
    at = state.entrants[event.entrant].at(event.stage)
    where = {"stage": event.stage, "sheet": "" if at is None else at.table or ""}
    # That they are out was read at once, so that they may have left: a ruling that says so is read later.
    yield note(seq, "reinstated", f"entrant:{event.entrant}", "reinstated", where)
    if event.case is not None:
        yield from _officials(
            state, seq, event.entrant, event.stage, done="reinstated", case=event.case or ""
        )
    ended = [each for each in state.disputes.values() if each.status == "moot" and each.ended == seq]
    for number, dispute in enumerate(ended, 1):
        yield from called_off(state, dispute, seq, "dispute-moot", number)
    for left in to_be_played_with(state, event.entrant, event.stage):
        if event.case is None and _is_ruled_on(state, event, left.sheet):
            continue  # the ruling says so
        given = {"entrant": event.entrant, "stage": left.stage, "sheet": left.sheet}
        for other in active_seats(state, left):
            if other != event.entrant:
                yield _about(seq, other, "forfeit-taken-back", **given)


def _is_ruled_on(state: State, event: EntrantReinstated, sheet: str) -> bool:
    """Whether a ruling about this sheet lets the entrant in again."""
    return any(
        (event.entrant, event.stage) in reinstated_by(state, ruling)
        and ruling.superseded_by is None
        and state.disputes[ruling.dispute].sheet == sheet
        for ruling in state.rulings.values()
    )


def _about(seq: int, number: str, template: str, **parameters: str) -> Notice:
    return note(seq, "conduct", f"entrant:{number}", template, parameters)


def _officials(
    state: State, seq: int, entrant: str, stage: Stage | None, **parameters: str
) -> Iterable[Notice]:
    """The referee of the table where they sit, who tells them; and who reported what they did."""
    at = seated_at(state, entrant) if stage is None else state.entrants[entrant].at(stage)
    sheet = at.table if at is not None and is_at_table(state, at.table) else None
    left = stage or state.entrants[entrant].participations[-1].stage
    given = {**parameters, "entrant": entrant, "sheet": sheet or "", "stage": left}
    # A warning is given by word of mouth; of anything else whoever sits at a table reads only afterwards.
    aloud = referee_of(state, sheet) if stage is not None else ()
    for kind, template, audience in (
        ("read-out", "conduct-read-out", several(aloud)),
        ("conduct", "conduct-for-official", several(of_conduct(state, entrant, sheet), aloud)),
    ):
        if audience is not None:
            yield note(seq, kind, audience, template, given)
