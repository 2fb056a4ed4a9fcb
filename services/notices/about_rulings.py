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
from services.notices.put_out import (
    Forfeited,
    forfeited_by,
    is_opened_by,
    opponents,
    reinstated_by,
    to_be_played_with,
    won_on_return,
)
from services.notices.registry import note, policy
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
    # A later ruling on the case takes the place of one that nobody has read yet.
    topic = f"ruling:{event.dispute}"
    for audience in concerned:
        yield note(seq, "ruling", audience, "ruling", given, topic=topic)
    for number, audience in enumerate(aloud, len(concerned) + 1):
        yield note(seq, "read-out", audience, "ruling-for-referee", given, number=number, topic=topic)
    officials = several(of_case(state, dispute), aloud)
    if officials is not None:
        yield note(seq, "ruling", officials, "ruling-for-official", given, topic=topic)


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
        yield _about(seq, event.entrant, "disqualified", stage=event.stage)
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
    """Who won by it and the referee of the table; not where a ruling of the same command says it to them."""
    games = ", ".join(map(str, event.games))
    given = {"entrant": event.entrant, "sheet": event.sheet, "games": games}
    yield note(seq, "conduct", f"entrant:{event.winner}", "games-forfeited", given)
    aloud = several(referee_of(state, event.sheet)) if is_at_table(state, event.sheet) else None
    if aloud is not None:
        yield note(seq, "read-out", aloud, "forfeit-read-out", given)


@policy(SessionStartUndone)
def _start_undone(state: State, event: SessionStartUndone, seq: int) -> Iterable[Notice]:
    """Who won by forfeit, left since and so has read of it, reads that it stands no longer.

    Whoever is in reads of a forfeit only after the session, so that nothing was said to them yet.
    """
    session = state.sessions[event.session]
    for sheet, winner in session.forfeits_undone:
        if not state.entrants[winner].plays_in(session.stage):
            yield _about(seq, winner, "forfeit-undone", sheet=sheet)


def is_said_by(state: State, notice: Notice, rulings: Iterable[Ruling]) -> bool:
    """Whether one of these rulings, just made, says to its readers what a notice of a forfeit does."""
    if notice.template not in ("games-forfeited", "forfeit-read-out"):
        return False
    sheet, leaver = notice.parameters["sheet"], notice.parameters["entrant"]
    cases = [
        state.disputes[ruling.dispute]
        for ruling in rulings
        for forfeited in forfeited_by(state, ruling)
        if (forfeited.sheet.sheet, forfeited.leaver) == (sheet, leaver)
    ]
    if notice.template == "forfeit-read-out":
        return sheet in {dispute.sheet for dispute in cases}
    return any(
        recipient in recipients(state, notice.audience)
        for dispute in cases
        for audience in _concerned(state, dispute)
        for recipient in recipients(state, audience)
    )


@policy(EntrantReinstated)
def _reinstated(state: State, event: EntrantReinstated, seq: int) -> Iterable[Notice]:
    at = state.entrants[event.entrant].at(event.stage)
    sheet = "" if at is None else at.table or ""
    opened = _opened_by_ruling(state, event)
    again = {
        left.sheet: left
        for left in to_be_played_with(state, event.entrant, event.stage)
        if left.sheet not in opened
    }
    # That they are out was read at once, so that they may have left: a ruling that says so is read later.
    stays = state.entrants[event.entrant].out_of(event.stage) is None  # unless a ruling puts them out anew
    if stays and (event.case or seated_at(state, event.entrant) or not _reads_ruling(state, event)):
        where = {"stage": event.stage, "sheet": sheet, **({"replayed": sheet} if sheet in opened else {})}
        yield note(seq, "reinstated", f"entrant:{event.entrant}", "reinstated", where)
    with_them = opponents(state, again[sheet], event.entrant) if sheet in again else []
    about = {"done": "reinstated", "opponent": ", ".join(with_them)}
    if event.case is not None:
        yield from _officials(state, seq, event.entrant, event.stage, case=event.case, **about)
    elif stays:
        rulings = _ruled_to_return(state, event)
        yield from _looked_for(state, seq, event.entrant, event.stage, rulings, **about)
    ended = [each for each in state.disputes.values() if each.status == "moot" and each.ended == seq]
    for number, dispute in enumerate(ended, 1):
        yield from called_off(state, dispute, seq, "dispute-moot", number)
    reads_it = event.case is None and _reads_ruling(state, event)
    for place, left in enumerate(again.values()):
        at_once = is_at_table(state, left.sheet)
        if event.case is None and _is_ruled_on(state, event, left.sheet) and not at_once:
            continue  # the ruling says so, which they read at once, too
        given = {"entrant": event.entrant, "stage": left.stage, "sheet": left.sheet}
        kind = "reinstated" if at_once else "conduct"
        for other in opponents(state, left, event.entrant):
            yield note(seq, kind, f"entrant:{other}", "forfeit-taken-back", given, number=place or None)
            if left.sheet != sheet and stays and not reads_it:
                earlier = {**given, "entrant": other}
                audience = f"entrant:{event.entrant}"
                yield note(seq, "conduct", audience, "earlier-forfeit", earlier, number=place or None)
    yield from _passed_on(state, event, seq)


def _opened_by_ruling(state: State, event: EntrantReinstated) -> set[str]:
    """The sheet whose unplayed games were not forfeited: the ruling that lets them in has them played."""
    if event.case is not None:
        return set()
    opened = set()
    for ruling in _ruled_to_return(state, event):
        sheet = state.sheets.get(state.disputes[ruling.dispute].sheet or "")
        to_play = [at for at, game in enumerate(() if sheet is None else sheet.games, 1) if game is None]
        known = (ruling.before.get(number) for number in to_play)
        forfeited = any(game is not None and game.ended_by == LEFT for game in known)
        if sheet is not None and not forfeited and all(is_opened_by(ruling, number) for number in to_play):
            opened.add(sheet.sheet)
    return opened


def _passed_on(state: State, event: EntrantReinstated, seq: int) -> Iterable[Notice]:
    """Who is out reads that what was forfeited to them counts as won by the one who is in again."""
    lost: dict[str, list[Forfeited]] = {}
    for forfeited in won_on_return(state, event.entrant, event.stage, seq):
        lost.setdefault(forfeited.sheet.sheet, []).append(forfeited)
    for table, games in lost.items():
        if event.case is not None or not _is_ruled_on(state, event, table):
            given = {"entrant": event.entrant, "stage": event.stage, "sheet": table}
            given["games"] = ", ".join(str(forfeited.number) for forfeited in games)
            yield note(seq, "conduct", f"entrant:{games[0].leaver}", "forfeit-passed-on", given)


def _is_ruled_on(state: State, event: EntrantReinstated, sheet: str) -> bool:
    """Whether a ruling about this sheet lets the entrant in again."""
    return any(state.disputes[ruling.dispute].sheet == sheet for ruling in _ruled_to_return(state, event))


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
        yield note(seq, "read-out", aloud, "conduct-read-out", given)


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
            yield note(seq, kind, audience, template, given)
