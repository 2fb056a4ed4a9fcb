"""Which tasks there are for a role, which of them are called as somebody writes, and what describes each."""

from collections.abc import Mapping, Sequence

from services.access.rights import COMMAND_RIGHTS, Role, right
from services.personal.person import Person
from services.tasks.at_table import Correction, Dispute, OwnSignature, ParentCall, VerbalWarning
from services.tasks.checking_in import CheckingIn
from services.tasks.consent import ConsentOfReader
from services.tasks.described import Asker
from services.tasks.evidence import Evidence
from services.tasks.options import Option
from services.tasks.people_listed import PeopleListed
from services.tasks.plain_task import PlainTask
from services.tasks.results_listed import ResultsListed
from services.tasks.ruling import Ruling
from services.tasks.seat_draw import SeatDraw
from services.tasks.tables_of_referees import TablesOfReferees
from services.tasks.walk_in import Registration, WalkIn
from shared.catalogue.titles import task_title
from shared.finding import holds, sought
from shared.i18n import Language

BY_FILE = frozenset({"define-tournament", "amend-tournament"})
"""These take a file: they are done on pages of their own, from a terminal or through the API."""

_DESCRIBED: Mapping[str, type[PlainTask]] = {
    "correct-game": Correction,
    "raise-dispute": Dispute,
    "give-warning": VerbalWarning,
    "call-parent": ParentCall,
    "present-evidence": Evidence,
    "assign-referees": TablesOfReferees,
    "make-ruling": Ruling,
    "check-in": CheckingIn,
    "register-entrant": Registration,
    "register-walk-in": WalkIn,
    "draw-seats": SeatDraw,
    "import-entrants": PeopleListed,
    "import-results": ResultsListed,
}
"""Tasks of which more is said than their fields say."""


def described(reader: Asker, person: Person, task: str) -> PlainTask:
    """What is said of the task of a command, for whoever does it."""
    if task == "set-consent" and person.principal.role == "participant":
        return ConsentOfReader(reader, person, task)
    if task == "sign-sheet" and person.principal.role == "participant":
        return OwnSignature(reader, person, task)
    return _DESCRIBED.get(task, PlainTask)(reader, person, task)


def tasks_of(role: Role, language: Language, word: str = "", *, by_file: bool = False) -> Sequence[Option]:
    """The commands of a role, each with what its task is called, in the order of a day.

    Args:
        word: of those called so alone, by every word of it in any order; "" for all.
        by_file: also those that take a file.
    """
    named = [
        (name, task_title(name, language))
        for name in COMMAND_RIGHTS
        if (by_file or name not in BY_FILE) and right(role, name) is not None
    ]
    wanted = sought(word)
    return [(name, title) for name, title in named if holds("", (title, name), wanted)]
