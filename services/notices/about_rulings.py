"""Rulings, warnings, who is out or in again and what that forfeits, told to whom it concerns.

Whoever sits at a table reads it after the session (`phones_off`); the referee of the table reads it at once
and tells the table. Once nobody sits there, those concerned read it at once, and nothing is read out.
"""

from collections.abc import Iterable

from services.notices.about_play import called_off
from services.notices.audiences import recipients
from services.notices.notice import Notice
from services.notices.officials_concerned import of_case, of_conduct, referee_of, several
from services.notices.phones_off import is_at_table, seated_at
from services.notices.put_out import forfeited_by, reinstated_by
from services.notices.registry import note, policy
from services.notices.unplayed_games import (
    forfeits_undone,
    games_told,
    officials_told,
    settled_by_return,
    settled_by_ruling,
)
from services.tournament.definition.stages import Stage
from services.tournament.docket.breaches import VerbalWarningGiven
from services.tournament.docket.cases import Dispute, Ruling
from services.tournament.docket.leaving import EntrantDisqualified
from services.tournament.docket.reinstating import EntrantReinstated
from services.tournament.docket.rulings import RulingMade
from services.tournament.play.forfeits import LEFT, GamesForfeited
from services.tournament.play.timing import SessionStartUndone
from services.tournament.state import State


@policy(RulingMade)
def _ruled(state: State, event: RulingMade, seq: int) -> Iterable[Notice]:
    dispute = state.disputes[event.dispute]
    sheet = dispute.sheet
    concerned = _concerned(state, dispute)
    aloud = referee_of(state, sheet) if is_at_table(state, sheet) else ()
    given = {
        "dispute": event.dispute,
        "ruling": event.ruling,
        "cites": event.cites,
        "sheet": sheet or "",
        "case": event.case,
    }
    back = [
        number for number, _ in reinstated_by(state, state.rulings[event.ruling]) if seated_at(state, number)
    ]
    if back:
        given["told_back"] = ", ".join(back)
    # A later ruling on the case takes the place of one that nobody has read yet.
    topic = f"ruling:{event.dispute}"
    for audience in concerned:
        yield note(seq, "ruling", audience, "ruling", given, topic=topic)
    for number, audience in enumerate(aloud, len(concerned) + 1):
        yield note(seq, "read-out", audience, "ruling-for-referee", given, number=number, topic=topic)
    officials = several(of_case(state, dispute), aloud)
    if officials is not None:
        yield note(seq, "ruling", officials, "ruling-for-official", given, topic=topic)
    made = state.rulings[event.ruling]
    for table in settled_by_ruling(state, made):
        yield from games_told(state, table, seq)
    ruled = state.sheets.get(sheet or "")
    games = (*made.made.values(), *made.stood.values())
    if ruled is not None and any(game is None or game.ended_by == LEFT for game in games):
        yield from officials_told(state, ruled, seq)


def _concerned(state: State, dispute: Dispute) -> list[str]:
    """The audiences of those who read what is ruled on a case."""
    if dispute.sheet in state.sheets:
        return [f"sheet:{dispute.sheet}"]
    return [f"entrant:{entrant}" for entrant in dispute.entrants]


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
        topic = f"out:{event.stage}:{event.entrant}"
        out = {"stage": event.stage}
        yield note(seq, "conduct", f"entrant:{event.entrant}", "disqualified", out, topic=topic)
        yield from _officials(
            state, seq, event.entrant, event.stage, done="disqualified", case=event.case or ""
        )
    else:
        made = state.rulings[event.ruling]
        before = () if made.supersedes is None else state.rulings[made.supersedes].disqualified
        if (event.entrant, event.stage) not in before:
            yield from _looked_for(state, seq, event.entrant, event.stage, [made], done="disqualified")


@policy(GamesForfeited)
def _forfeited(state: State, event: GamesForfeited, seq: int) -> Iterable[Notice]:
    """Both read it, and the referee of the table tells it, unless a ruling of the same command says so."""
    yield from games_told(state, event.sheet, seq)
    aloud = several(referee_of(state, event.sheet)) if is_at_table(state, event.sheet) else None
    if aloud is not None:
        games = ", ".join(map(str, event.games))
        given = {"entrant": event.entrant, "sheet": event.sheet, "games": games}
        yield note(seq, "read-out", aloud, "forfeit-read-out", given)


@policy(SessionStartUndone)
def _start_undone(state: State, event: SessionStartUndone, seq: int) -> Iterable[Notice]:
    """Those who read of a forfeit, and of a table that heard of it its referee."""
    session = state.sessions[event.session]
    yield from forfeits_undone(state, session, seq)
    for sheet, _ in session.forfeits_undone:
        aloud = several(referee_of(state, sheet))
        if aloud is not None:
            yield note(seq, "read-out", aloud, "forfeit-undone-read-out", sheet=sheet)


def is_said_by(state: State, notice: Notice, rulings: Iterable[Ruling]) -> bool:
    """Whether one of these rulings, just made, is read out with the forfeit that a notice tells."""
    if notice.template != "forfeit-read-out":
        return False
    sheet, leaver = notice.parameters["sheet"], notice.parameters["entrant"]
    return any(
        (forfeited.sheet.sheet, forfeited.leaver) == (sheet, leaver)
        for ruling in rulings
        if state.disputes[ruling.dispute].sheet == sheet
        for forfeited in forfeited_by(state, ruling)
    )


@policy(EntrantReinstated)
def _reinstated(state: State, event: EntrantReinstated, seq: int) -> Iterable[Notice]:
    at = state.entrants[event.entrant].at(event.stage)
    sheet = "" if at is None else at.table or ""
    tables = [*settled_by_return(state, event.entrant, event.stage, seq)]
    # That they are out was read at once, so that they may have left: a ruling that says so is read later.
    stays = state.entrants[event.entrant].out_of(event.stage) is None  # unless a ruling puts them out anew
    # Who may have a place again that they gave up is told when the cut is made.
    if (
        at is not None
        and stays
        and (event.case or seated_at(state, event.entrant) or not _reads_ruling(state, event))
    ):
        where = {"stage": event.stage, "sheet": "" if sheet in tables else sheet}
        topic = f"back:{event.stage}:{event.entrant}"
        yield note(seq, "reinstated", f"entrant:{event.entrant}", given=where, topic=topic)
    if event.case is not None:
        yield from _officials(state, seq, event.entrant, event.stage, case=event.case, done="reinstated")
    elif stays:
        rulings = _ruled_to_return(state, event)
        yield from _looked_for(state, seq, event.entrant, event.stage, rulings, done="reinstated")
    ended = [each for each in state.disputes.values() if each.status == "moot" and each.ended == seq]
    for number, dispute in enumerate(ended, 1):
        yield from called_off(state, dispute, seq, "dispute-moot", number)
    for number, table in enumerate(tables, 1):
        yield from games_told(state, table, seq, number, event.entrant)


def _reads_ruling(state: State, event: EntrantReinstated) -> bool:
    """Whether who is in again is among those who read the ruling by which they are."""
    return any(
        recipient.number == event.entrant
        for ruling in _ruled_to_return(state, event)
        for audience in _concerned(state, state.disputes[ruling.dispute])
        for recipient in recipients(state, audience)
    )


def _ruled_to_return(state: State, event: EntrantReinstated) -> list[Ruling]:
    """The rulings that let the entrant in again."""
    return [
        ruling
        for ruling in state.rulings.values()
        if ruling.superseded_by is None and (event.entrant, event.stage) in reinstated_by(state, ruling)
    ]


def _about(seq: int, number: str, template: str, **parameters: str) -> Notice:
    return note(seq, "conduct", f"entrant:{number}", template, parameters)


def _looked_for(
    state: State, seq: int, entrant: str, stage: Stage, made: list[Ruling], **parameters: str
) -> Iterable[Notice]:
    """Who sits now at another table than these rulings are about is told by its referee."""
    sheet = _table_now(state, entrant, stage)
    aloud = several(referee_of(state, sheet))
    if aloud is not None and sheet not in {state.disputes[ruling.dispute].sheet for ruling in made}:
        given = {**parameters, "entrant": entrant, "sheet": sheet or "", "stage": stage}
        yield note(seq, "read-out", aloud, "conduct-read-out", given, topic=f"told:{stage}:{entrant}")


def _table_now(state: State, entrant: str, stage: Stage) -> str | None:
    """The table in play where somebody sits in a stage or one that follows, in them or out of them."""
    known = state.entrants[entrant]
    seats = (known.at(following) for following in state.plan.stages_from(stage))
    return next((at.table for at in seats if at is not None and is_at_table(state, at.table)), None)


def _officials(
    state: State, seq: int, entrant: str, stage: Stage | None, **parameters: str
) -> Iterable[Notice]:
    """The referee of the table where they sit, who tells them; and who reported what they did."""
    at = seated_at(state, entrant) if stage is None else None
    sheet = _table_now(state, entrant, stage) if stage is not None else None if at is None else at.table
    left = stage or state.entrants[entrant].participations[-1].stage
    given = {**parameters, "entrant": entrant, "sheet": sheet or "", "stage": left}
    # A warning is given by word of mouth; of anything else whoever sits at a table reads only afterwards.
    aloud = referee_of(state, sheet) if stage is not None else ()
    for kind, template, audience in (
        ("read-out", "conduct-read-out", several(aloud)),
        ("conduct", "conduct-for-official", several(of_conduct(state, entrant, sheet), aloud)),
    ):
        if audience is not None:
            topic = f"told:{stage}:{entrant}" if stage is not None else None
            yield note(seq, kind, audience, template, given, topic=topic)
