"""Bringing many rows in at once: the same rows are the same command, whatever file they came in."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

import msgspec

from services.access.tokens import Principal
from services.desk.answers import Answer
from services.desk.desk import Desk
from services.rules.exact import parse_score, score_text
from services.tournament.kernel.registry import command_name
from services.tournament.people.entrants import Entrant, Participation
from services.tournament.people.importing import ImportEntrants, enters_further, repeats
from services.tournament.people.registration import (
    ADDRESSES,
    NUMBER_TAKEN,
    RegisterEntrant,
    personal_details,
)
from services.tournament.play.paper import ImportResults, ResultRow, check_row
from services.tournament.state import State
from shared.codec import canonical
from shared.emails import same_address
from shared.faults import Faults
from shared.problems import Problem


class Imported(msgspec.Struct, frozen=True):
    """What an import did. `answer` is None when everything was there already."""

    rows: int
    known: int
    answer: Answer | None

    @property
    def changed(self) -> bool:
        return self.answer is not None and bool(self.answer.events) and not self.answer.repeated


def import_entrants(
    desk: Desk,
    tournament_id: str,
    entrants: Mapping[int, RegisterEntrant],
    principal: Principal,
    secret: bytes,
    faults: Sequence[Problem] = (),
) -> Imported:
    """Register everyone who is not registered yet, all or nothing.

    Someone already registered with the same details is left as she is.

    Args:
        entrants: by their line in the file.
        secret: keys the command id, so that it tells nothing about the people in the file.
        faults: of rows that could not be understood; they are refused together with the others.

    Raises:
        Problem: rows are refused, each naming its line; nothing is changed.
    """
    rows = sorted(canonical(entrant) for entrant in entrants.values())
    command_id = "import-entrants-" + _keyed(secret, rows)
    state = desk.state(tournament_id)
    if not faults and desk.log.command(tournament_id, command_id) is not None:
        return Imported(len(entrants), len(entrants), None)
    present = {
        number: state.entrants[number]
        for number in (entrant.entrant_no for entrant in entrants.values())
        if number is not None and number in state.entrants
    }
    details = desk.directory.details(tournament_id, present.values())
    wrong = Faults(faults)
    fresh: dict[int, RegisterEntrant] = {}
    for line, entrant in entrants.items():
        known = present.get(entrant.entrant_no or "")
        if known is None or _enters_further(state, known, details[known.entrant_no], entrant):
            fresh[line] = entrant
        elif not _same(state, known, details[known.entrant_no], entrant):
            wrong.found.append(NUMBER_TAKEN(entrant=known.entrant_no).at(line=line, field="entrant_no"))
    command = ImportEntrants(entrants=tuple(fresh.values()), lines=tuple(fresh))
    if wrong.found:
        with wrong.gathered():
            desk.foresee(tournament_id, command, principal)
        wrong.refuse()
    if not fresh:
        return Imported(len(entrants), len(entrants), None)
    answer = desk.submit(tournament_id, command, principal, command_id=command_id)
    return Imported(len(entrants), len(entrants) - len(fresh), answer)


def import_results(
    desk: Desk,
    tournament_id: str,
    rows: Sequence[ResultRow],
    principal: Principal,
    faults: Sequence[Problem] = (),
) -> Imported:
    """Bring in results from paper, all rows or none.

    Args:
        faults: of rows that could not be understood; they are refused together with what is wrong with the
            other rows. Whether tables agree is seen only when every row is understood.

    Raises:
        Problem: rows or games are refused, each naming line and table; nothing is changed.
    """
    wrong = Faults(faults)
    plain = []
    for row in rows:
        with wrong.gathered():
            placed = (row.session, row.table, row.game, row.seat)
            plain.append((*placed, row.entrant_no, row.game_won, _score(row), row.tiles))
    if wrong.found:
        desk.admit(tournament_id, principal, command_name(ImportResults(rows=())))
        for row in rows:
            with wrong.gathered():
                check_row(desk.state(tournament_id), row)
        wrong.refuse()
    plain.sort()
    command_id = "import-results-" + hashlib.sha256(canonical(plain)).hexdigest()
    if desk.log.command(tournament_id, command_id) is not None:
        return Imported(len(rows), len(rows), None)
    answer = desk.submit(tournament_id, ImportResults(rows=tuple(rows)), principal, command_id=command_id)
    return Imported(len(rows), 0, answer)


def _score(row: ResultRow) -> str:
    try:
        return score_text(parse_score(row.score))
    except Problem as problem:
        raise problem.at(line=row.line, table=row.table, field="score") from None


def _keyed(secret: bytes, rows: Sequence[bytes]) -> str:
    return hmac.new(secret, b"import-entrants\n" + b"\n".join(rows), hashlib.sha256).hexdigest()


def _enters_further(
    state: State, known: Entrant, details: Mapping[str, str], entrant: RegisterEntrant
) -> bool:
    """Whether a row is an entry of someone known into a stage that they are not in."""
    return enters_further(state, known, entrant) and repeats(known, details, entrant)


def _entry_of(state: State, known: Entrant, session: str | None) -> Participation | None:
    """The entry that a row is about, if its session is the one entered: any where people play in several.

    Left out, it is the one that was given at registration, which may be over now.
    """
    if session is None:
        return known.participations[0]
    named = state.plan.stage_of(session)
    part = known.participation(named.id) if named is not None else None
    once = named is not None and named.attend == "one"
    return None if part is None or (once and part.latest.session != session) else part


def _same(state: State, known: Entrant, details: Mapping[str, str], entrant: RegisterEntrant) -> bool:
    part = _entry_of(state, known, entrant.session)
    if part is None:
        return False
    if part is not known.participations[0]:
        return repeats(known, details, entrant)
    mine, theirs = (known.consent, known.team), (entrant.consent, entrant.team or None)
    here, there = dict(details), personal_details(entrant)
    addresses = [(here.pop(field, ""), there.pop(field, "")) for field in ADDRESSES]
    return mine == theirs and here == there and all(same_address(*both) for both in addresses)
