"""Bringing many rows in at once: the same rows are the same command, whatever file they came in."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from services.access.principal import Principal
from services.desk.answers import Answer
from services.desk.desk import Desk
from services.desk.previewing import Preview, preview
from services.rules.exact import parse_score, score_text
from services.spreadsheets.csv_files import ROWS_MISSING
from services.tournament.kernel.facts import Command
from services.tournament.kernel.registry import command_name
from services.tournament.people.entrants import Entrant, Participation
from services.tournament.people.importing import (
    ImportEntrants,
    enters_further,
    known_to,
    repeats,
    same_detail,
)
from services.tournament.people.numbers import as_known
from services.tournament.people.registration import RegisterEntrant, number_taken, personal_details
from services.tournament.play.paper import ImportResults, ResultRow, check_row
from services.tournament.state import State
from shared.codec import canonical
from shared.faults import Faults
from shared.problems import Problem
from shared.text_forms import plain


def with_rows(command: Command) -> Command:
    """A command as it is sent; raises Problem: rows-missing, of a list without any."""
    for kind, field in ((ImportEntrants, "entrants"), (ImportResults, "rows")):
        if isinstance(command, kind) and not getattr(command, field):
            raise ROWS_MISSING().at(field=field)
    return command


class Imported(msgspec.Struct, frozen=True):
    """What an import did, or would do. `answer` is None when everything was there already.

    Attributes:
        foreseen: what would follow, where that alone was asked for.
    """

    rows: int
    known: int
    answer: Answer | None
    foreseen: Preview | None = None

    @property
    def changed(self) -> bool:
        return self.answer is not None and bool(self.answer.events) and not self.answer.repeated


class EntrantsPlanned(msgspec.Struct, frozen=True):
    """What a list of entrants asks for.

    Attributes:
        fresh: by line, who is to be registered, or enters a further stage.
        there: by line, who is registered already as the list says.
    """

    fresh: Mapping[int, RegisterEntrant]
    there: Mapping[int, Entrant]

    @property
    def command(self) -> ImportEntrants:
        return ImportEntrants(entrants=tuple(self.fresh.values()), lines=tuple(self.fresh))


def plan_entrants(
    desk: Desk,
    tournament_id: str,
    entrants: Mapping[int, RegisterEntrant],
    principal: Principal,
    faults: Sequence[Problem] = (),
) -> EntrantsPlanned:
    """Who of a list is new, and who is registered already.

    Args:
        entrants: by their line in the list, in plain form.
        faults: of rows that could not be understood; they are refused together with the others.

    Raises:
        Problem: rows are refused, each naming its line.
    """
    state = desk.state(tournament_id)
    asked = as_known(state, ImportEntrants(entrants=tuple(entrants.values())))
    entrants = dict(zip(entrants, asked.entrants, strict=True))
    present = {line: known_to(state, entrant) for line, entrant in entrants.items()}
    details = desk.directory.details(tournament_id, filter(None, present.values()))
    wrong = Faults(faults)
    fresh: dict[int, RegisterEntrant] = {}
    there: dict[int, Entrant] = {}
    for line, entrant in entrants.items():
        known = present[line]
        if known is None or _enters_further(state, known, details[known.entrant_no], entrant):
            fresh[line] = entrant
        elif _same(state, known, details[known.entrant_no], entrant):
            there[line] = known
        else:
            wrong.found.append(number_taken(known.entrant_no, entrant.entrant_no or "").at(line=line))
    planned = EntrantsPlanned(fresh, there)
    if wrong.found:
        with wrong.gathered():
            desk.foresee(tournament_id, planned.command, principal)
        wrong.refuse()
    return planned


def import_entrants(
    desk: Desk,
    tournament_id: str,
    entrants: Mapping[int, RegisterEntrant],
    principal: Principal,
    secret: bytes,
    faults: Sequence[Problem] = (),
    *,
    only_preview: bool = False,
) -> Imported:
    """Register everyone who is not registered yet, all or nothing.

    Someone already registered with the same details is left as they are.

    Args:
        entrants: by their line in the file.
        secret: keys the command id, so that it tells nothing about the people in the file.
        faults: as for `plan_entrants`.
        only_preview: whether nothing is to be written.

    Raises:
        Problem: rows are refused, each naming its line; nothing is changed.
    """
    entrants = {line: plain(entrant) for line, entrant in entrants.items()}
    rows = sorted(canonical(entrant) for entrant in entrants.values())
    command_id = "import-entrants-" + _keyed(secret, rows)
    if not faults and desk.log.command(tournament_id, command_id) is not None:
        return Imported(len(entrants), len(entrants), None)
    planned = plan_entrants(desk, tournament_id, entrants, principal, faults)
    if not planned.fresh:
        return Imported(len(entrants), len(entrants), None)
    if only_preview:
        foreseen = preview(desk, tournament_id, planned.command, principal)
        return Imported(len(entrants), len(planned.there), None, foreseen)
    answer = desk.submit(tournament_id, planned.command, principal, command_id=command_id)
    return Imported(len(entrants), len(planned.there), answer)


def import_results(
    desk: Desk,
    tournament_id: str,
    rows: Sequence[ResultRow],
    principal: Principal,
    faults: Sequence[Problem] = (),
    *,
    only_preview: bool = False,
) -> Imported:
    """Bring in results from paper, all rows or none.

    Args:
        faults: of rows that could not be understood; they are refused together with what is wrong with the
            other rows. Whether tables agree is seen only when every row is understood.
        only_preview: whether nothing is to be written.

    Raises:
        Problem: rows or games are refused, each naming line and table; nothing is changed.
    """
    desk.admit(tournament_id, principal, command_name(ImportResults(rows=())))
    checked = rows_checked(desk.state(tournament_id), rows, faults)
    content = [
        (
            row.session,
            row.table,
            row.game,
            row.seat,
            row.entrant_no,
            row.game_won,
            score_text(parse_score(row.score)),
            row.tiles,
        )
        for row in checked
    ]
    content.sort()
    command_id = "import-results-" + hashlib.sha256(canonical(content)).hexdigest()
    if desk.log.command(tournament_id, command_id) is not None:
        return Imported(len(rows), len(rows), None)
    command = ImportResults(rows=checked)
    if only_preview:
        return Imported(len(rows), 0, None, preview(desk, tournament_id, command, principal))
    answer = desk.submit(tournament_id, command, principal, command_id=command_id)
    return Imported(len(rows), 0, answer)


def rows_checked(
    state: State, rows: Iterable[ResultRow], faults: Sequence[Problem] = ()
) -> tuple[ResultRow, ...]:
    """The rows of a list of results in plain form, each number as it is known.

    Args:
        faults: of rows that could not be understood.

    Raises:
        Problem: these, and what is wrong with any row alone, each with its line.
    """
    wrong = Faults(faults)
    checked = as_known(state, plain(ImportResults(rows=tuple(rows)))).rows
    for row in checked:
        with wrong.gathered():
            check_row(state, row)
    wrong.refuse()
    return checked


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
    if part is None or known.entrant_no != entrant.entrant_no:
        return False
    if part is not known.participations[0]:
        return repeats(known, details, entrant)
    mine, theirs = (known.consent, known.team), (entrant.consent, entrant.team or None)
    there = personal_details(entrant)
    fields = {*details, *there}
    alike = all(same_detail(field, details.get(field, ""), there.get(field, "")) for field in fields)
    return mine == theirs and alike
