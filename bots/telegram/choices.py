"""What a command asks to be chosen: by its buttons, or by words, written behind it or next in the chat."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from bots.telegram.called import called
from bots.telegram.memory import Button
from bots.telegram.questions import writers_of, written
from bots.telegram.talk import COMMANDS, PRESSED, Key, Rows, Talk, Typed
from services.personal.person import Person
from services.personal.texts import clipped
from services.tasks.subjects import Subjects

_LONGEST_QUOTED = 60


class Choice(NamedTuple):
    """What there is to choose from.

    Attributes:
        called: the buttons for whatever else is called by some words, such as people.
        none: the name of the text that says of such words that nothing is.
    """

    body: str
    rows: Rows
    called: Callable[[str], Sequence[Key]]
    heading: str = ""
    none: str = "task_none"

    def meant(self, text: str) -> Sequence[Key]:
        """The buttons that words may mean: what is called so, else those with such words on them."""
        keys = [key for row in self.rows for key in row]
        labels = [(f"#{at}", key.label) for at, key in enumerate(keys)]
        return self.called(text) or [keys[int(at[1:])] for at, _ in called(labels, text)]


Asked = Callable[[Talk], Choice | None]
_WORDS: dict[str, Typed] = {}


def takes_words(name: str) -> Callable[[Typed], Typed]:
    """Register what becomes of words that are written while a /command waits for something to be chosen."""

    def register(function: Typed) -> Typed:
        _WORDS[name] = function
        return function

    return register


def chooses(name: str) -> Callable[[Asked], Asked]:
    """Register what a /command has people choose from; None where it said itself that there is nothing."""

    def register(function: Asked) -> Asked:
        def begin(talk: Talk, given: Mapping[str, str]) -> None:
            choice, text = function(talk), given.get("rest", "").strip()
            if choice is not None and text:
                _take(talk, name, choice, text, choice.meant(text))
            elif choice is not None:
                ask(talk, name, choice.body, choice.rows, choice.heading)

        @takes_words(name)
        def more(talk: Talk, text: str) -> None:
            if len(shown := _shown(talk, text)) == 1:
                PRESSED[shown[0].action](talk, shown[0].data)
            elif (choice := function(talk)) is not None:
                meant = choice.meant(text)
                if meant or not writers_of(talk):
                    _take(talk, name, choice, text, meant)
                else:
                    written(talk, text)

        COMMANDS[name] = begin
        return function

    return register


def ask(talk: Talk, name: str, body: str, rows: Rows, heading: str = "") -> None:
    """Ask for it; what is written next is taken for an answer.

    Args:
        name: of the command.
    """
    talk.say(body, rows, heading)
    talk.take_words_for(name)


def is_asked(talk: Talk) -> bool:
    """Whether a command waits for something to be chosen."""
    return talk.flow.question is not None and talk.flow.question.command in _WORDS


def words_taken(talk: Talk, text: str) -> None:
    """Take words for what a command waits for."""
    assert talk.flow.question is not None, "something is asked"
    _WORDS[talk.flow.question.command](talk, text)


def label_taken(talk: Talk, text: str) -> None:
    """Take words for the only button that has them; else ask again."""
    question, shown = talk.flow.question, _shown(talk, text)
    assert question is not None, "something is asked"
    if len(shown) == 1:
        PRESSED[shown[0].action](talk, shown[0].data)
        return
    said = {"text": clipped(text, _LONGEST_QUOTED), "count": len(shown)}
    talk.ask_again(question, said=talk.text("task_which" if shown else "task_none", **said))


def _shown(talk: Talk, text: str) -> list[Button]:
    """The buttons asked last that have these words, as far as they can be pressed now."""
    question = talk.flow.question
    labels = [] if question is None else [(id, label) for row in question.rows for id, label in row]
    buttons = [talk.room.memory.button(talk.key, id) for id, _ in called(labels, text)]
    return [each for each in buttons if each is not None and each.number in (0, talk.flow.number)]


def _take(talk: Talk, name: str, choice: Choice, text: str, meant: Sequence[Key]) -> None:
    if len(meant) == 1:
        PRESSED[meant[0].action](talk, meant[0].data)
        return
    quoted = clipped(text, _LONGEST_QUOTED)
    if meant:
        which = talk.text("task_which", text=quoted, count=len(meant))
        ask(talk, name, which, [[key] for key in meant], choice.heading)
        return
    none = talk.text(choice.none, text=quoted)
    ask(talk, name, f"{none}\n{choice.body}", choice.rows, choice.heading)


def subjects(talk: Talk, person: Person) -> Subjects:
    """What is found by words, as far as an official may know of it."""
    seen = talk.desk.visibility(person.tournament_id, person.principal)
    return Subjects(talk.desk.state(person.tournament_id), talk, person, seen)


def subjects_called(talk: Talk, person: Person, text: str, kinds: Sequence[str]) -> list[tuple[str, str]]:
    """Kind and id of what is called so: all of the first kind of which something is.

    Args:
        kinds: "table", "session", "case", "entrant", what is meant first before the others.
    """
    found = [(kind, id) for kind, _, id in (key.partition(":") for key in subjects(talk, person).found(text))]
    first = next((kind for kind in kinds if any(kind == other for other, _ in found)), "")
    return list(dict.fromkeys(each for each in found if each[0] == first))
