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
_TASK, _ID, _SENT = "task", "draft", "sent"
SWITCH = "switch"
"""The field of a form that is not to be read yet: the language that its page is to be shown in."""
_MOST_SENT = 256 << 10


class Handed(msgspec.Struct, frozen=True):
    """A task as it was handed over.

    Attributes:
        sent: what forms of its page sent, each by its number, the last of them last.
    """

    task: str
    id: str
    answers: Mapping[str, str]
    sent: Mapping[str, Mapping[str, str]] = {}


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

    def keep_sent(
        self, task: str, answers: Mapping[str, str], sent: Mapping[str, str], id: str
    ) -> tuple[str, str]:
        """Keep what a form of a page sent, as it was typed, beside what it sent before.

        Returns:
            The id, as `keep`, and the number of what was sent.
        """
        id = id if _ID_WRITTEN.fullmatch(id) else token_hex(_ID_BYTES)
        before = self.find(f"{_TASK}-{id}")
        kept = dict(before.sent) if before is not None else {}
        last = next(reversed(kept), "0")
        # What is only typed takes the place of what was typed until then.
        number = last if SWITCH in sent and SWITCH in kept.get(last, {}) else str(int(last) + 1)
        kept[number] = dict(sent)
        while len(kept) > 1 and len(msgspec.json.encode(kept)) > _MOST_SENT:
            del kept[next(iter(kept))]
        known = {_TASK: task, _ID: id, _SENT: msgspec.json.encode(kept).decode()}
        self._drafts.keep({**answers, **known}, *self._whose, f"{_TASK} {id}")
        return id, number

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
        answers = {name: answer for name, answer in data.items() if name not in (_TASK, _ID, _SENT)}
        sent = msgspec.json.decode(data.get(_SENT, "{}"), type=dict[str, dict[str, str]])
        return Handed(task, id, answers, sent)

    def is_done(self, id: str) -> bool:
        """Whether it was done, on whichever surface."""
        return self._log.command(self._whose[0], done_as(id)) is not None

    def drop(self, handed: Handed) -> None:
        """Forget what was done, if it is kept."""
        for about in {_about(handed.task, handed.answers, handed.id), f"{_TASK} {handed.id}"}:
            if self._drafts.read(*self._whose, about):
                self._drafts.drop(*self._whose, about)


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
