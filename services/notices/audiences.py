"""Who is meant: an audience is written into a notice, and read out against the state when it is sent.

So someone who moved to another session in between is told with the others there, and nobody who left.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from services.notices.audiences_of_cuts import (
    dropped,
    finalists,
    hopeful,
    qualified,
    reserves,
    staying,
    unplaced,
)
from services.tournament.people.entrants import Entrant, Participation
from services.tournament.people.parent_calls import parents_of
from services.tournament.play.scores import Sheet
from services.tournament.standings.outcomes import figures_differ
from services.tournament.state import State
from shared.problems import not_found, quoted


class Recipient(msgspec.Struct, frozen=True, order=True):
    """Someone to tell: an entrant, a referee, or the organizer, by number; or a public channel."""

    kind: Literal["entrant", "referee", "organizer", "public"]
    number: str

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.number}"


ORGANIZER = Recipient("organizer", "organizer")
PUBLIC_CHANNEL = Recipient("public", "channel")
Reader = Callable[[State, str], Iterable[Recipient]]


def recipients(state: State, audience: str) -> tuple[Recipient, ...]:
    """Everyone meant, each once, in order of number; nobody who was forgotten, no referee who was dismissed.

    Args:
        audience: such as "entrant:0007", "session:2026-03-28/1", "role:organizer", "everyone".

    Raises:
        Problem: not-found, for an audience that no notice has.
    """
    kind, _, of = audience.partition(":")
    reader = _READERS.get(kind)
    if reader is None:
        raise not_found("audience", quoted(audience))
    return tuple(sorted({recipient for recipient in reader(state, of) if not _is_gone(state, recipient)}))


def of_any_event(audience: str) -> str:
    """The audience without the seq of the event, which another command elsewhere would move."""
    kind, _, _ = audience.partition(":")
    return audience.partition(" ")[0] if kind in _BY_EVENT else audience


def _is_gone(state: State, recipient: Recipient) -> bool:
    """Whether nobody is to be told any more what concerns this entrant or referee."""
    if recipient.kind == "entrant":
        return state.entrants[recipient.number].person in state.forgotten
    if recipient.kind == "referee":
        referee = state.referees[recipient.number]
        return not referee.active or referee.person in state.forgotten
    return False


def _entrants(state: State, numbers: Iterable[str]) -> Iterable[Recipient]:
    return (Recipient("entrant", state.living(number)) for number in numbers if number in state.entrants)


def _session(state: State, of: str) -> Iterable[Recipient]:
    session = state.sessions.get(of)
    if session is None:
        return ()
    playing = (number for number in session.entrants if state.entrants[number].plays_in(session.stage))
    return _entrants(state, playing)


def _guardians(state: State, of: str) -> Iterable[Recipient]:
    """The parents, of declared family units, who are not in the hall while their child is.

    While a session is suspended; who was there is known from then. A parent may be there for another session.

    Args:
        of: the child's session, and after blanks the sessions whose people are told for themselves: a parent
            among these reads of the child there.
    """
    session, _, others = of.partition(" ")
    children = _inside_of(state, session)
    inside = {number for session in state.sessions for number in _inside_of(state, session)}
    parents = {unit.parent for unit in state.units.values() if unit.child in children} - inside
    numbers = {recipient.number for recipient in _sessions(state, others)} if others else set()
    return _entrants(state, sorted(parents - numbers))


def _families(state: State, of: str) -> Iterable[Recipient]:
    """Those of sessions, and the parents outside of children in the hall: families who share an address.

    Args:
        of: the sessions, and after a semicolon all whose people are told for themselves.
    """
    sessions, _, others = of.partition(";")
    parents = [
        recipient for session in sessions.split(" ") for recipient in _guardians(state, f"{session} {others}")
    ]
    return [*_sessions(state, sessions), *parents]


def _called(state: State, of: str) -> Iterable[Recipient]:
    """A child whose parent is called to the hall, and the parents who take part."""
    return _entrants(state, [of, *parents_of(state, of)])


def _guide(state: State, of: str) -> Iterable[Recipient]:
    """Those of a session whom no earlier reminder gave the timer guide.

    Args:
        of: the session, and after a blank the seq of the reminder.
    """
    session, _, seq = of.partition(" ")
    had: set[str] = set()
    for key, at in state.reminders.items():
        known, kind, *_ = [*key.split(" "), ""]
        if kind == "timer_guide" and at < int(seq) and known in state.sessions:
            had |= {number for number, since in state.sessions[known].entrants.items() if since < at}
    return [recipient for recipient in _session(state, session) if recipient.number not in had]


def _inside(state: State, of: str) -> Iterable[Recipient]:
    """Who was in the hall as a session was suspended, also after it has a new date."""
    return _entrants(state, sorted(_inside_of(state, of)))


def _out(state: State, of: str) -> Iterable[Recipient]:
    """Of these who are out of the session, such as by leaving minutes before: what is to be done for safety
    holds for them, too."""
    session = state.sessions.get(of)
    inside = () if session is None else sorted(_inside_of(state, of))
    gone = (number for number in inside if session and not state.entrants[number].plays_in(session.stage))
    return _entrants(state, gone)


def _inside_of(state: State, session: str) -> frozenset[str]:
    planned = state.sessions.get(session)
    suspension = None if planned is None else planned.suspension or planned.held
    return frozenset() if suspension is None else suspension.inside


def _sessions(state: State, of: str) -> Iterable[Recipient]:
    return [recipient for session in of.split(" ") for recipient in _session(state, session)]


def _sheet(state: State, of: str) -> Iterable[Recipient]:
    sheet = state.sheets.get(of)
    return _entrants(state, sheet.seats) if sheet is not None else ()


def _ranked(state: State, of: str) -> Iterable[Recipient]:
    """Whose result at a table an event reports: who is disqualified since is not ranked.

    Args:
        of: the sheet, and after a blank the seq of the event; without it everyone who sat there.
    """
    name, _, seq = of.partition(" ")
    sheet = state.sheets.get(name)
    return () if sheet is None else _entrants(state, _reported(state, sheet, seq))


def _played(state: State, of: str) -> Iterable[Recipient]:
    """Whose result at any table of a session its end reports.

    Args:
        of: the session, and after a blank the seq of its end; without it everyone who sat there.
    """
    session, _, seq = of.partition(" ")
    sheets = [sheet for sheet in state.sheets.values() if sheet.session == session and sheet.closed_seq]
    return _entrants(state, [number for sheet in sheets for number in _reported(state, sheet, seq)])


def _reported(state: State, sheet: Sheet, seq: str) -> list[str]:
    new = (
        [number for number, known in sheet.reported.items() if known.seq == int(seq)] if seq else sheet.seats
    )
    return [number for number in new if state.entrants[number].out_of(sheet.stage) != "disqualified"]


def _stage(state: State, of: str) -> Iterable[Recipient]:
    stage = of if of in state.stages else state.plan.first_stage
    numbers = [
        number for session in state.sessions.values() if session.stage == stage for number in session.entrants
    ]
    return _entrants(state, numbers)


def _unit(state: State, of: str) -> Iterable[Recipient]:
    """Parent and child of a family unit; of one that was dissolved those who still take part."""
    unit = state.units.get(of)
    if unit is not None:
        return _entrants(state, (unit.child, unit.parent))
    pair = set(of.split("+"))
    return [recipient for recipient in _taking_part(state) if recipient.number in pair]


def _taking_part(
    state: State, wanted: Callable[[Entrant], bool] = lambda entrant: True
) -> Iterable[Recipient]:
    taking_part = (entry for entry in state.entrants.items() if entry[1].status in ("registered", "waiting"))
    return _entrants(state, [number for number, entrant in taking_part if wanted(entrant)])


def _changed(state: State, of: str) -> Iterable[Recipient]:
    """Whose place or figures differ between a published version and the one before it.

    Who goes on is told with the cut, and is no correction.
    """
    publication = state.publications.get(of)
    if publication is None:
        return ()
    before = state.publications.get(f"{publication.stage}/{publication.version - 1}")
    old = {row.entrant_no: row for row in before.rows} if before is not None else {}
    new = {row.entrant_no: row for row in publication.rows}
    numbers = sorted(old.keys() | new.keys())
    return _entrants(state, [each for each in numbers if figures_differ(old.get(each), new.get(each))])


def _waiting(state: State, of: str) -> Iterable[Recipient]:
    """Who is on a waiting list: that of a session, or any of a session that is still to be played."""
    if of:
        session = state.sessions.get(of)
        return _entrants(state, session.waiting) if session is not None else ()

    def hopes(entrant: Entrant) -> bool:
        return any(_may_get_a_place(state, part) for part in entrant.participations)

    return _taking_part(state, hopes)


def _may_get_a_place(state: State, part: Participation) -> bool:
    session = state.sessions.get(part.latest.session)
    return part.waits and session is not None and bool(session.still_waiting)


def _officials(state: State, of: str) -> Iterable[Recipient]:
    """Who is at work in any of these sessions: the Chief Referees, and the referees of their tables.

    While a session has no referees assigned, every referee may be.
    """
    sessions = [state.sessions[session] for session in of.split(" ") if session in state.sessions]
    if any(not session.referees for session in sessions):
        return _referees(state, "")
    assigned = [referee for session in sessions for referee in session.referees.values()]
    return [
        *_role(state, "chief_referee"),
        *(found for referee in assigned for found in _referee(state, referee)),
    ]


def _role(state: State, of: str) -> Iterable[Recipient]:
    if of == "organizer":
        return (ORGANIZER,)
    chief = of == "chief_referee"
    return [each for each in _referees(state, "") if state.referees[each.number].chief == chief]


def _several(state: State, of: str) -> Iterable[Recipient]:
    """Those of several audiences, parted by blanks."""
    return [recipient for audience in of.split(" ") for recipient in recipients(state, audience)]


def _referees(state: State, of: str) -> Iterable[Recipient]:
    return [Recipient("referee", referee.referee) for referee in state.referees.values() if referee.active]


def _referee(state: State, of: str) -> Iterable[Recipient]:
    return (Recipient("referee", of),) if of in state.referees else ()


def _numbered(meant: Callable[[State, str], Iterable[str]]) -> Reader:
    """Entrants whom a function names by number."""
    return lambda state, of: _entrants(state, meant(state, of))


_BY_EVENT = ("ranked", "played", "guide")
"""Audiences that depend on the event that led to the notice."""

_READERS: Mapping[str, Reader] = {
    "entrant": lambda state, of: _entrants(state, (of,)),
    "session": _session,
    "sessions": _sessions,
    "guardians": _guardians,
    "families": _families,
    "called": _called,
    "guide": _guide,
    "inside": _inside,
    "out": _out,
    "sheet": _sheet,
    "ranked": _ranked,
    "played": _played,
    "stage": _stage,
    "category": lambda state, of: _taking_part(state, lambda entrant: of in entrant.categories),
    "team": lambda state, of: _taking_part(state, lambda entrant: entrant.team == of),
    "unit": _unit,
    "changed": _changed,
    "everyone": lambda state, of: _taking_part(state),
    "waiting": _waiting,
    "qualified": _numbered(qualified),
    "unplaced": _numbered(unplaced),
    "officials": _officials,
    "reserves": _numbered(reserves),
    "finalists": _numbered(finalists),
    "staying": _numbered(staying),
    "dropped": _numbered(dropped),
    "hopeful": _numbered(hopeful),
    "role": _role,
    "several": _several,
    "referees": _referees,
    "referee": _referee,
    "public": lambda state, of: (PUBLIC_CHANNEL,),
}
