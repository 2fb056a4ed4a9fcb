"""A task begun on one surface and finished on another: its answers, sealed, and the id it is done by once.

Chat and page keep them in the one store of drafts. Rulings and evidence lie there by their case, where the
pages of the case look for them; every other task lies there by its id.
"""

import re
from collections.abc import Mapping
from secrets import token_hex

import msgspec

from services.desk.desk import Desk
from services.officials.drafts import Drafts
from services.personal.person import Person
from shared.problems import ProblemType

DRAFT_GONE = ProblemType("draft-gone", 404)
OF_CASES: Mapping[str, str] = {"make-ruling": "ruling", "present-evidence": "evidence"}
"""Tasks with pages of their own below their case, and what these are called."""
DRAFT = re.compile(r"(task|ruling|evidence)-(?:([A-Za-z0-9-]{1,20})-)?([0-9a-f]{24})")
"""What names a draft in a link to the chat. It opens nothing: a draft is read for its own person alone."""
_ID_BYTES, _ID_WRITTEN = 12, re.compile("[0-9a-f]{24}")
_TASK, _ID = "task", "draft"


class Handed(msgspec.Struct, frozen=True):
    """A task as it was handed over."""

    task: str
    id: str
    answers: Mapping[str, str]


class Handover:
    """The drafts of one official."""

    def __init__(self, desk: Desk, person: Person) -> None:
        self._drafts = Drafts(desk.log.database, desk.clock, desk.key_for("page drafts"))
        self._log, office = desk.log, person.principal
        self._whose = (person.tournament_id, office.role, office.subject)

    def keep(self, task: str, answers: Mapping[str, str], id: str = "") -> str:
        """Keep what was answered; returns the id.

        Args:
            id: under which it was handed over before; anything else than an id for a new one.
        """
        id = id if _ID_WRITTEN.fullmatch(id) else token_hex(_ID_BYTES)
        of_case = {} if task in OF_CASES else {_TASK: task}
        self._drafts.keep({**answers, **of_case, _ID: id}, *self._whose, _about(task, answers, id))
        return id

    def find(self, link: str) -> Handed | None:
        """What a link to the chat names; None where nothing is kept for this person under it."""
        named = DRAFT.fullmatch(link)
        if named is None:
            return None
        word, dispute, id = named.groups()
        data = self._drafts.read(*self._whose, f"{word} {dispute or id}")
        if data.get(_ID) != id:
            return None
        task = next((task for task, of_case in OF_CASES.items() if of_case == word), data.get(_TASK, ""))
        answers = {name: answer for name, answer in data.items() if name not in (_TASK, _ID)}
        return Handed(task, id, answers)

    def is_done(self, id: str) -> bool:
        """Whether it was done, on whichever surface."""
        return self._log.command(self._whose[0], done_as(id)) is not None

    def drop(self, handed: Handed) -> None:
        """Forget what was done, if it is kept."""
        whose = (*self._whose, _about(handed.task, handed.answers, handed.id))
        if self._drafts.read(*whose):
            self._drafts.drop(*whose)


def done_as(id: str) -> str:
    """The id of the command that a draft is done by, so that it is done once."""
    return f"page-{id}"


def link_to(task: str, answers: Mapping[str, str], id: str) -> str:
    """What names a draft in a link to the chat."""
    return _about(task, answers, id).replace(" ", "-") + (f"-{id}" if task in OF_CASES else "")


def page_of(tournament: str, task: str, answers: Mapping[str, str], id: str) -> str:
    """The address of the page that goes on with a draft."""
    home, word = f"/t/{tournament}", OF_CASES.get(task)
    return f"{home}/tasks/{task}/{id}" if word is None else f"{home}/docket/{answers['dispute']}/{word}"


def _about(task: str, answers: Mapping[str, str], id: str) -> str:
    word = OF_CASES.get(task)
    return f"task {id}" if word is None else f"{word} {answers['dispute']}"
