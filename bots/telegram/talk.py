"""One turn of a conversation: who speaks, what is answered, and the steps and buttons by name.

Nothing here knows Telegram's types or the network: an update comes in, replies go out.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from bots.telegram.markup import as_html, quoted
from bots.telegram.memory import Button, Flow, Question
from bots.telegram.people import CHANNEL
from bots.telegram.problems import CHAT_FOR_SOMEONE_ELSE
from bots.telegram.room import Room
from services.delivery.links import Linked
from services.desk.carrying import Agreed
from services.desk.desk import Desk
from services.desk.params import NoParams, Params
from services.desk.programme import TournamentAnswer
from services.personal.names import told_apart
from services.personal.person import Person
from services.personal.texts import bot_text, clipped
from services.tasks.handover import done_as
from services.tournament.kernel.facts import Command
from shared.i18n import Language
from shared.language_choice import choose_language

LONGEST = 500
"""Characters of a reply, heading included."""
LONGEST_SENT = 4096
"""Characters of a message that Telegram takes, heading included."""
_LONGEST_LABEL = 60
_UNSENT = "unsent"
_MESSAGES = ("question.whose", "answer.send")
"""Steps at which the text of a message is kept until a button sends it."""
Rows = Sequence[Sequence["Key"]]


class Key(msgspec.Struct, frozen=True):
    """A button to be shown: pressing it takes the step `action`.

    Attributes:
        always: it can be pressed at any time, not only while the flow stands where it does now.
    """

    label: str
    action: str
    data: Mapping[str, str] = msgspec.field(default_factory=dict)
    always: bool = False


class File(msgspec.Struct, frozen=True):
    """A file to hand over, in memory only."""

    name: str
    content: bytes


class Reply(msgspec.Struct, frozen=True):
    """A message to show, as Telegram's HTML, with rows of labels and button ids.

    Attributes:
        to: the chat.
        instead: it takes the place of the message whose button was pressed.
        file: comes with it; None for none.
    """

    to: int
    html: str
    rows: tuple[tuple[tuple[str, str], ...], ...] = ()
    instead: bool = False
    file: File | None = None


class Talk:
    """One update of one chat.

    Args:
        source: names the update or the button pressed; commands sent in this turn get their id from it.
        tongue: the language Telegram reports.
    """

    def __init__(self, room: Room, chat: int, tongue: Language, source: str, pressed: bool = False) -> None:
        self.room = room
        self.chat = chat
        self.key = room.memory.chat(chat)
        self.flow = room.memory.flow(self.key)
        self.source = source
        self.pressed = pressed
        self.replies: list[Reply] = []
        self.submitted: list[tuple[Person, int]] = []
        """Whose commands were carried out, each with the seq its events come after."""
        self.toast = ""
        self.noted = ""
        self.carried_out = False
        self.links_changed = False
        self.tongue = tongue
        self._plain = ""
        self._buttons: list[Button] = []
        self._question: Question | None = None
        self._unsent_before = self.unsent
        self._sent: list[str] = []

    @property
    def site(self) -> str:
        return self.room.site

    @property
    def desk(self) -> Desk:
        return self.room.desk

    @cached_property
    def persons(self) -> tuple[Person, ...]:
        """Whom the chat stands for."""
        return tuple(person for person in self.everyone if not person.principal.left)

    @cached_property
    def everyone(self) -> tuple[Person, ...]:
        """Whom the chat stands for, and then those who gave their place back."""
        return told_apart(self.room.people.of_chat(self.chat, left=True))

    def told_apart(self, person: Person, words: str) -> str:
        """Words for something of a person, with their tournament where the chat is about several."""
        if len({other.tournament_id for other in self.everyone}) == 1:
            return words
        title = self.room.people.title(person.tournament_id).in_language(self.language)
        return " · ".join(part for part in (words, title) if part)

    @cached_property
    def language(self) -> Language:
        chosen = [person.language for person in self.persons or self.everyone if person.language is not None]
        if not chosen and not self.persons:
            # What was chosen for the chat holds also once nobody it stood for takes part.
            linked = self.room.links.of_address(CHANNEL, str(self.chat))
            chosen = [person.language for person in linked if person.language is not None]
        if chosen:
            return chosen[0]
        # A chat that nobody is linked to yet may have chosen one as it was greeted.
        before = self.flow.data.get("language") if not self.persons else None
        return choose_language(before) if before else self.tongue

    def choose(self, language: str) -> None:
        """Speak this language from now on in this turn."""
        self.language = choose_language(language)

    def now(self) -> datetime:
        return self.room.desk.clock.now()

    def text(self, name: str, /, **fields: object) -> str:
        """One of the bot's texts in the chat's language."""
        return bot_text(name, self.language, **fields)

    @property
    def cancel(self) -> list[Key]:
        """The row with the button that ends a flow."""
        return [Key(self.text("cancel"), "cancel")]

    def not_for_you(self) -> None:
        """Say that this is for another role; to a chat that nobody is linked to, how to link."""
        if self.persons:
            self.say(self.text("not_for_you"))
        else:
            self.nobody_here()

    def nobody_here(self) -> None:
        """To a chat that stands for nobody: how to link, or that whom it stood for takes part no longer."""
        linked = self.room.links.of_address(CHANNEL, str(self.chat))
        self.say(self.text("no_longer_here" if linked else "welcome"))

    def say(self, body: str, rows: Rows = (), heading: str = "", *, whole: bool = False) -> None:
        """Answer; what is said first after a press takes the place of the message pressed on.

        Args:
            whole: a text that others are to read or hear, or that is read back to be confirmed, which is not
                cut to the length of a reply.
        """
        most = LONGEST_SENT if whole else LONGEST
        self._reply(body, rows, heading, self.pressed and not self.replies, most)

    def add_below(self, sentence: str) -> None:
        """Say something more in the message answered last."""
        if not self.replies:
            self.say(sentence)
            return
        last = self.replies[-1]
        self.replies[-1] = msgspec.structs.replace(last, html=f"{last.html}\n{quoted(sentence)}")

    def say_beside(self, sentence: str, rows: Rows) -> None:
        """Say something in a message of its own, which stays as it is when the dialogue goes on."""
        shown = [tuple(self._shown(key) for key in row) for row in rows]
        self.replies.append(Reply(self.chat, quoted(clipped(sentence, LONGEST)), tuple(shown)))

    def hand_over(self, file: File, body: str) -> None:
        """Answer with a file, in a message of its own."""
        self._plain = body
        self.replies.append(Reply(self.chat, quoted(clipped(body, LONGEST)), file=file))

    def go(self, step: str = "", **data: str) -> None:
        """Stand at a step from now on, keeping what was given before; without a step the flow is over."""
        kept = {**self.flow.data, _UNSENT: "", **data} if step else {}
        self.flow = Flow(self.flow.number + 1, step, kept)

    def begin(self, step: str, **data: str) -> None:
        """Begin a flow anew."""
        self.flow = Flow(self.flow.number + 1, step, data)

    def submit(
        self,
        person: Person,
        command: Command,
        agreed: Agreed | None = None,
        *,
        part: str = "",
        draft: str = "",
        occurred_at: datetime | None = None,
    ) -> range:
        """Carry a command out; the same turn again gets the same answer. Returns the seqs of its events.

        Args:
            occurred_at: when it happened, if that was before.
            draft: the id of one that was handed over, which is done once on all surfaces.
            part: tells several commands of one turn apart.
        """
        answer = self.room.desk.submit(
            person.tournament_id,
            command,
            person.principal,
            command_id=done_as(draft) if draft else f"telegram-{self.source}{part}",
            occurred_at=occurred_at,
            agreed=agreed,
        )
        self.submitted.append((person, answer.first_seq - 1))
        texts = [getattr(command, field) for field in command.__struct_fields__]
        self._sent += [text for text in texts if isinstance(text, str)]
        self.carried_out = True
        return range(answer.first_seq, answer.last_seq + 1)

    def linked(self, person: Person, recipients: Collection[str]) -> Mapping[str, Collection[Linked]]:
        """The chats, browsers and addresses of people of the person's tournament."""
        return self.room.links.of_recipients(person.tournament_id, recipients)

    def ask(self, person: Person, query: str, params: Params | None = None) -> Any:
        """Ask the desk as this person, in the chat's language: nothing else is shown in a chat.

        Raises:
            Problem: what `Desk.ask` refuses.
        """
        return self.room.desk.ask(
            person.tournament_id, query, params or NoParams(), person.principal, language=self.language
        )

    def person(self, **of: str) -> Person | None:
        """The person of the flow or button: by the keys `tournament` and `recipient`."""
        for person in self.everyone:
            if (person.tournament_id, person.recipient) == (of.get("tournament"), of.get("recipient")):
                return person
        return None

    def refused(self, before: Flow, why: str) -> None:
        """Say why nothing was done, and stand where the chat stood before this turn."""
        self.flow = before
        self.replies.clear()
        self._buttons.clear()
        # As a message of its own: the one with the buttons stays, so that they can be pressed again. Whoever
        # is in the middle of something and cannot go on so is shown the ways back and out.
        back = f"{before.step.partition('.')[0]}.back"
        keys = [Key(self.text("one_back"), back)] if back in PRESSED else []
        self._reply(why, [[*keys, *self.cancel]] if before.step else (), "", False)
        self._question = before.question

    def ask_again(self, question: Question, more: Key | None = None, said: str = "") -> None:
        """Ask once more what a button answers; the buttons are the same.

        Args:
            more: a further button under them, for this once.
            said: stands above it instead of that a button is to be pressed.
        """
        self._plain = f"{said or self.text('press_a_button')}\n{question.body}"
        self._question = question
        rows = (*question.rows, (self._shown(more),)) if more is not None else question.rows
        # Whole, as what was read back is.
        self.replies.append(Reply(self.chat, as_html(question.heading, self._plain, LONGEST_SENT), rows))

    def take_words_for(self, command: str) -> None:
        """Have words that are written next answer what was asked last, as those behind the command do."""
        asked = self._question or Question(self._plain, ())
        self._question = msgspec.structs.replace(asked, command=command)

    def keep_text(self, text: str) -> None:
        """Keep what was typed where the flow stands, or drop what was kept with ""."""
        data = {**self.flow.data, _UNSENT: text}
        self.flow = msgspec.structs.replace(self.flow, data=data)

    @property
    def kept_text(self) -> str:
        """What was typed while a button was expected, and went nowhere yet."""
        return self.flow.data.get(_UNSENT, "")

    @property
    def unsent(self) -> str:
        """What was written for somebody to read, and waits for a button."""
        return self.flow.data.get("text", "") if self.flow.step in _MESSAGES else self.kept_text

    @property
    def dropped(self) -> str:
        """What waited for a button before this turn, and neither went anywhere in it nor waits any more."""
        before, kept = self._unsent_before, [*self._sent, self.unsent]
        return "" if any(before in text for text in kept) else before

    def note(self, person: Person, what: str) -> None:
        """Have the notice pressed on say who answered it and when, in the place of its buttons."""
        defined: TournamentAnswer = self.ask(person, "tournament")
        now = self.room.desk.clock.now().astimezone(ZoneInfo(defined.definition.zone))
        self.noted = self.text("noted_here", what=what, who=person.name, time=now.time())

    @property
    def said_last(self) -> str:
        """What was answered last, in plain words."""
        return self._plain

    def keep(self) -> None:
        """Write down where the chat stands, before anything is shown."""
        question = self._question or (self.flow.question if self.flow.step else None)
        self.room.memory.go_on(self.key, msgspec.structs.replace(self.flow, question=question), self._buttons)

    def _reply(self, body: str, rows: Rows, heading: str, instead: bool, most: int = LONGEST) -> None:
        shown = []
        for row in rows:
            shown.append(tuple(self._shown(key) for key in row))
        self._plain = body
        if shown:
            self._question = Question(body, tuple(shown), heading)
        self.replies.append(Reply(self.chat, as_html(heading, body, most), tuple(shown), instead))

    def _shown(self, key: Key) -> tuple[str, str]:
        """A button's label and id, kept so that it can be pressed."""
        number = 0 if key.always else self.flow.number
        button = self.room.memory.new_button(number, key.action, key.data)
        self._buttons.append(button)
        return clipped(key.label, _LONGEST_LABEL), button.id


Step = Callable[[Talk, Mapping[str, str]], None]
Typed = Callable[[Talk, str], None]

COMMANDS: dict[str, Step] = {}
PRESSED: dict[str, Step] = {}
TYPED: dict[str, Typed] = {}


def command(name: str) -> Callable[[Step], Step]:
    """Register what a /command does; the mapping holds what came after it as "rest"."""

    def register(function: Step) -> Step:
        COMMANDS[name] = function
        return function

    return register


def pressed(action: str) -> Callable[[Step], Step]:
    """Register what a button does."""

    def register(function: Step) -> Step:
        PRESSED[action] = function
        return function

    return register


def typed(step: str) -> Callable[[Typed], Typed]:
    """Register what becomes of text that is written while the flow stands at a step."""

    def register(function: Typed) -> Typed:
        TYPED[step] = function
        return function

    return register


def who(talk: Talk, given: Mapping[str, str]) -> Person:
    """Whom a button or flow was for, if the chat still stands for that person.

    Raises:
        Problem: chat-for-someone-else.
    """
    person = talk.person(**given)
    if person is None:
        raise CHAT_FOR_SOMEONE_ELSE()
    return person
