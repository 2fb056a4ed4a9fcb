"""Bringing many rows in at once: the same rows are the same command, whatever file they came in."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

import msgspec

from services.access.tokens import Principal
from services.desk.answers import Answer
from services.desk.desk import Desk
from services.rules.exact import parse_score, score_text
from services.tournament.people.entrants import Entrant
from services.tournament.people.registration import (
    NUMBER_TAKEN,
    ImportEntrants,
    RegisterEntrant,
    personal_details,
)
from services.tournament.play.paper import ImportResults, ResultRow
from shared.codec import canonical
from shared.emails import same_address
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
    entrants: Sequence[RegisterEntrant],
    lines: Sequence[int],
    principal: Principal,
    secret: bytes,
) -> Imported:
    """Register everyone who is not registered yet, all or nothing.

    Someone already registered with the same details is left as she is.

    Args:
        lines: where each stands in its file, for messages.
        secret: keys the command id, so that it tells nothing about the people in the file.

    Raises:
        Problem: a row is refused, naming its line; nothing is changed.
    """
    rows = sorted(canonical(entrant) for entrant in entrants)
    command_id = "import-entrants-" + _keyed(secret, rows)
    state = desk.state(tournament_id)
    if desk.log.command(tournament_id, command_id) is not None:
        return Imported(len(entrants), len(entrants), None)
    present = {
        number: state.entrants[number]
        for number in (entrant.entrant_no for entrant in entrants)
        if number is not None and number in state.entrants
    }
    details = desk.directory.details(tournament_id, present.values())
    fresh: list[RegisterEntrant] = []
    fresh_lines: list[int] = []
    for entrant, line in zip(entrants, lines, strict=True):
        known = present.get(entrant.entrant_no or "")
        if known is None:
            fresh.append(entrant)
            fresh_lines.append(line)
        elif not _same(known, details[known.entrant_no], entrant):
            raise NUMBER_TAKEN(entrant=known.entrant_no).at(line=line, field="entrant_no")
    if not fresh:
        return Imported(len(entrants), len(entrants), None)
    command = ImportEntrants(entrants=tuple(fresh), lines=tuple(fresh_lines))
    answer = desk.submit(tournament_id, command, principal, command_id=command_id)
    return Imported(len(entrants), len(present), answer)


def import_results(
    desk: Desk, tournament_id: str, rows: Sequence[ResultRow], principal: Principal
) -> Imported:
    """Bring in results from paper, all rows or none.

    Raises:
        Problem: a row or a game is refused, naming line and table; nothing is changed.
    """
    plain = sorted(
        (row.session, row.table, row.game, row.seat, row.entrant_no, row.game_won, _score(row), row.tiles)
        for row in rows
    )
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


def _same(known: Entrant, details: Mapping[str, str], entrant: RegisterEntrant) -> bool:
    mine = (
        known.first.session,
        known.consent,
        known.team,
    )
    theirs = (
        # Left out, it is the session that was given at registration, which may be over now.
        entrant.session or known.first.session,
        entrant.consent,
        entrant.team or None,
    )
    here, there = dict(details), personal_details(entrant)
    one, other = here.pop("email", ""), there.pop("email", "")
    return mine == theirs and here == there and same_address(one, other)
