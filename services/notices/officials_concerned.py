"""Officials who hear what came of a matter: of its table, and who raised, presented or reported it."""

from collections.abc import Iterable

from msgspec import structs

from services.notices.notice import Notice
from services.tournament.docket.cases import Dispute
from services.tournament.kernel.ids import TableId
from services.tournament.state import State

_SEVERAL = "several:"


def official(actor: str) -> str | None:
    """The audience that an actor of the log is, where that is an official."""
    role, _, number = actor.partition(":")
    if role in ("referee", "chief_referee"):
        return f"referee:{number}"
    return "role:organizer" if role == "organizer" else None


def referee_of(state: State, sheet: str | None) -> tuple[str, ...]:
    """The referee assigned to a table, as an audience; none where there is none."""
    table = TableId.read(sheet)
    session = state.sessions.get(table.session) if table is not None else None
    referee = session.referees.get(table.number) if table is not None and session is not None else None
    return (f"referee:{referee}",) if referee is not None else ()


def of_case(state: State, dispute: Dispute) -> list[str]:
    """Who put a case on the docket, presented evidence or ruled on it before, and those of its table."""
    ruled = (ruling.by for ruling in state.rulings.values() if ruling.dispute == dispute.dispute)
    actors = [dispute.by, *(exhibit.by for exhibit in dispute.evidence), *ruled]
    return [*of_table(state, dispute.sheet), *_known(actors)]


def of_table(state: State, sheet: str | None) -> list[str]:
    """The referee of a table, and who called the Chief Referee to it."""
    callers = state.callers.get(sheet, ()) if sheet is not None else ()
    return [*referee_of(state, sheet), *_known(callers)]


def of_game(state: State, sheet: str, game: int | None = None) -> list[str]:
    """Those of a table, and of the open cases about a game at it or about all of its games."""
    cases = [
        dispute
        for dispute in state.disputes.values()
        if dispute.status == "open" and dispute.sheet == sheet and game in (None, dispute.game or game)
    ]
    return [*of_table(state, sheet), *(each for dispute in cases for each in of_case(state, dispute))]


def of_conduct(state: State, entrant: str, sheet: str | None) -> list[str]:
    """Those of the table where somebody sits, and of the open cases about their conduct."""
    cases = [
        dispute
        for dispute in state.disputes.values()
        if dispute.status == "open" and dispute.kind == "breach" and entrant in dispute.entrants
    ]
    return [*of_table(state, sheet), *(each for dispute in cases for each in of_case(state, dispute))]


def chiefs(state: State) -> list[str]:
    """Every Chief Referee."""
    return [f"referee:{id}" for id, referee in state.referees.items() if referee.chief and referee.active]


def several(officials: Iterable[str], without: Iterable[str] = ()) -> str | None:
    """The audience of these officials, each once; None for nobody."""
    meant = [each for each in dict.fromkeys(officials) if each not in without]
    return f"{_SEVERAL}{' '.join(meant)}" if meant else None


def without(notice: Notice, actor: str) -> Notice | None:
    """The notice for officials without who did what it says; None where nobody is left to tell."""
    theirs = official(actor)
    if theirs is None or not notice.audience.startswith(_SEVERAL):
        return notice
    audience = several(notice.audience.removeprefix(_SEVERAL).split(" "), (theirs,))
    if audience is None or audience == notice.audience:
        return notice if audience is not None else None
    key = notice.dedupe_key.replace(notice.audience, audience)
    return structs.replace(notice, audience=audience, dedupe_key=key)


def _known(actors: Iterable[str]) -> list[str]:
    return [audience for audience in map(official, actors) if audience is not None]
