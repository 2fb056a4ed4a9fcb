"""The page on tasks: who can do each on a page and in the chat, in how many presses, and in what time."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

PAGE_WAY, CHAT_WAY = 2, 2
"""Presses from the page of an official, and messages in a chat, until a task asks its first question."""
A_SECOND = 3
"""Presses and characters that one hand does."""
FIGURES, GAMES = "A 0, B 12/3, C 7/2, D 20/5", 3
"""A game as it is typed, and the games of a sheet."""
LEAD = (
    "What people can do, each as a page, `/t/ID/tasks/COMMAND`, and in the chat, `/tasks`. From the page "
    "of an official it takes two presses to get to any of them: *What you can do*, then the task; in the "
    "chat a message, `/tasks` with a word of its title, and a press. Then come the answers that the "
    "command cannot do without, and what it leads to is read back: on the page [Go on] and [Do it], in "
    "the chat [Confirm]. The numbers below are presses, typed answers and messages in all. From what "
    "waits (`/todo`, the page of an official), a table, a person, a case or a session's console the "
    "answers that are known there are filled in. What is decided about a day because of the weather is asked "
    "with a press for each answer, and [Go on] only after what is written. What takes a whole file, –, has "
    "no dialogue; founding a tournament has its page at `/staff/found`.\n\n"
    f"The seconds are those of one hand that presses or types {A_SECOND} times a second and does not wait: a "
    "press into each field, two for a list, and every character of the examples in `/api/docs`; of a game "
    f"`{FIGURES}`, of a sheet {GAMES} of them. `tests/day` plays a whole day so, and holds that a sheet of "
    "three games is entered and signed by four in less than 90 s from the page of its referee, and that the "
    "check-in desk takes a press a person, with a scanner or by hand in no more than 2 s each."
)


class Hand(NamedTuple):
    """Presses, and characters typed."""

    presses: int
    characters: int = 0

    def __add__(self, more: Any) -> "Hand":
        return Hand(self.presses + more.presses, self.characters + more.characters)

    @property
    def seconds(self) -> int:
        return ceil((self.presses + self.characters) / A_SECOND)


def lines() -> Iterator[str]:
    from services.access.rights import COMMAND_RIGHTS, ROLES
    from services.tasks.listed import BY_FILE
    from shared.catalogue.titles import title_of

    people = [role for role in ROLES if role not in ("display", "service")]
    yield "| task | 中文 | command | who | page | chat | page, s | chat, s |"
    yield "|---|---|---|---|---|---|---|---|"
    alone = []
    for name, row in COMMAND_RIGHTS.items():
        who = [role.replace("_", " ") for role in people if row.get(role)]
        if not who:
            alone.append(name)
            continue
        titles = [title_of(name, language) or name for language in ("en", "zh")]
        numbers: list[object] = [*presses(name)]
        # Of a file the presses are known, and not what is in it.
        numbers += (
            ["–", "–"] if name in _FILES else [by_hand.seconds for by_hand in by_hands(name, titles[0])]
        )
        if name in BY_FILE:
            numbers[1] = numbers[3] = "–"
        cells = [*titles, f"`{name}`", ", ".join(who), *map(str, numbers)]
        yield f"| {' | '.join(cells)} |"
    if alone:
        yield ""
        yield f"Sent by programs alone: {', '.join(f'`{name}`' for name in alone)}."


_FILES = frozenset({"define-tournament", "amend-tournament", "import-entrants", "import-results"})


def presses(name: str) -> tuple[int, int]:
    """On the page and in the chat: presses, typed answers and messages."""
    from services.tasks.listed import BY_FILE

    asked, go_on = 1 if name in BY_FILE else len(_asked(name)), _go_on(name)
    return PAGE_WAY + asked + go_on + 1, CHAT_WAY + asked + 1


def by_hands(name: str, title: str) -> tuple[Hand, Hand]:
    """On the page and in the chat."""
    page, chat = Hand(PAGE_WAY + _go_on(name) + 1), Hand(CHAT_WAY + 1, len("/tasks ") + len(title.split()[0]))
    for question, kind, example in _asked(name):
        page += _on_page(name, question, kind, example)
        chosen = _is_chosen(name, question, kind)
        chat += Hand(1, 0 if chosen else len(_in_chat(kind, example)))
    return page, chat


def _go_on(name: str) -> int:
    """Whether what is answered is sent before it is read back; of a day only what is written is."""
    from services.tasks.day_questions import known_of

    known = known_of(name)
    return 1 if known is None else int(any(question in ("en", "reason") for question, *_ in _asked(name)))


def _asked(name: str) -> Sequence[tuple[str, str, Any]]:
    """The questions that have to be answered: name, kind, and what is answered as an example."""
    from services.tasks.day_questions import QUESTIONS, asked_for, known_of
    from services.tasks.questions import questions_of
    from services.tournament.catalogue import commands
    from services.web.api.examples import EXAMPLES
    from shared.i18n import LANGUAGES

    known, examples = known_of(name), EXAMPLES.get(name, {})
    if known is None:
        found = [each for each in questions_of(commands()[name]) if each.needed]
    else:
        asked = [each for each in asked_for(known, LANGUAGES, moved=False) if each != "what"]
        found = [QUESTIONS[each] for each in asked]
    return [(each.name, each.kind, examples.get(each.name, "")) for each in found]


def _is_chosen(name: str, question: str, kind: str) -> bool:
    from services.tasks.day_questions import known_of
    from services.tasks.options import is_chosen

    if known_of(name) is not None:  # Each has a button; only words and moments are typed.
        return kind not in ("words", "moment")
    return kind in ("choice", "yes_no") or is_chosen(name, question)


def _on_page(name: str, question: str, kind: str, example: Any) -> Hand:
    """A press into each field; in cells one for points and for tiles of a seat, if there are any."""
    from services.tasks.day_questions import known_of

    if kind in ("figures", "games"):
        cells = [cell for seat in FIGURES.split(", ") for cell in seat.split(" ")[1].split("/")]
        game = Hand(len(cells), sum(map(len, cells)))
        return sum([game] * (GAMES if kind == "games" else 1), Hand(0))
    if _is_chosen(name, question, kind):
        return Hand(1 if kind == "yes_no" or known_of(name) is not None else 2)
    return Hand(1, len(_in_chat(kind, example)))


def _in_chat(kind: str, example: Any) -> str:
    """An answer as it is typed."""
    if kind in ("figures", "games"):
        return "\n".join([FIGURES] * (GAMES if kind == "games" else 1))
    if isinstance(example, list):
        return " ".join(map(str, example))
    return str(example)
