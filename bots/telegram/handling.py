"""From an update to replies: which conversation it belongs to, and what happens when it cannot be done.

Each update is handled once. Commands carry an id that follows from the update or the button, so that an
update that comes again after a crash, or a button pressed twice, leads to the same single fact.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

# Some are imported only so that their commands, buttons and steps are registered.
from bots.telegram import (  # noqa: F401
    absence,
    calling,
    choices,
    choosing,
    consenting,
    docket,
    family,
    held,
    invitations,
    linking,
    office,
    proposals,
    questions,
    reads,
    steps,
    stopping,
    tables,
    task,
    tasks,
    unreached,
    urgent,
)
from bots.telegram.markup import NOTICE
from bots.telegram.memory import Button
from bots.telegram.menus import Menus
from bots.telegram.muted import warn_of_muting
from bots.telegram.naming import choice_named
from bots.telegram.people import CHANNEL
from bots.telegram.room import Room
from bots.telegram.talk import COMMANDS, PRESSED, TYPED, Key, Reply, Talk
from services.access.kinds import LINK_TOKEN_INVALID
from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.overtaken import replaced
from services.officials.tables import refusal_said
from services.personal.person import Person
from services.tasks.day_questions import DECIDE_DAY
from services.tournament.kernel.ids import TableId
from shared.i18n import Language
from shared.logs import logger
from shared.plain_text import paragraphs
from shared.problems import Problem

log = logger(__name__)
_LONGEST_TYPED = 1000


class Incoming(msgspec.Struct, frozen=True):
    """An update as far as the bot cares: something written, a button pressed, or the bot blocked."""

    update_id: int
    chat: int
    language: Language
    kind: Literal["text", "pressed", "blocked", "unblocked"]
    text: str = ""


class Handled(msgspec.Struct, frozen=True):
    """What to send, and the words to show over a pressed button.

    Attributes:
        address: the chat's id in deliveries.
        noted: stands under the notice pressed on from now on, in the place of its buttons.
        links_changed: whether the chat stands for others than before, or speaks another language.
    """

    replies: Sequence[Reply] = ()
    toast: str = ""
    address: str = ""
    links_changed: bool = False
    noted: str = ""


class Handling:
    """Handles one update at a time of a chat; blocking, to be called in a thread."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.menus = Menus(room)

    def handle(self, incoming: Incoming) -> Handled | None:
        """What to answer; None for an update that was handled before."""
        memory = self._room.memory
        if memory.handled(incoming.update_id):
            return None
        if incoming.kind in ("blocked", "unblocked"):
            self._room.people.reachable(incoming.chat, incoming.kind == "unblocked")
            handled = Handled()
        elif incoming.kind == "pressed":
            handled = self._pressed(incoming)
        else:
            handled = self._written(incoming)
        # At the end: cut off before this, the update comes again, and its command has the same id.
        memory.mark_handled(incoming.update_id)
        return handled

    def forget_old(self) -> None:
        """Drop what is remembered of updates and buttons that are too old to come again."""
        self._room.memory.forget_old()

    def _written(self, incoming: Incoming) -> Handled:
        talk = Talk(self._room, incoming.chat, incoming.language, f"u{incoming.update_id}")
        text = paragraphs(incoming.text)
        if not text and not incoming.text:
            talk.say(talk.text("not_text"))
            return self._done(talk)
        word, _, rest = text[1:].partition(" ") if text.startswith("/") else ("", "", text)
        known = COMMANDS.get(word.partition("@")[0].lower())
        if found := urgent.urgent(talk, text if known is None else rest, given=known is not None):
            return self._taken(talk, lambda: urgent.pass_on(talk, found))
        if len(text) > _LONGEST_TYPED:
            # Whole or not at all: nobody sees what was cut off.
            said = talk.text("typed_too_long", given=len(text))
            if talk.flow.step and talk.flow.question is not None:
                talk.ask_again(talk.flow.question, said=said)
            else:
                talk.say(said, [talk.cancel] if talk.flow.step else ())
            return self._done(talk)
        if text.startswith("/"):
            if known is None:
                talk.say(talk.text("not_understood"))
                return self._done(talk)
            return self._taken(talk, lambda: known(talk, {"rest": rest}))
        if linking.is_invitation(text):
            return self._taken(talk, lambda: linking.start(talk, {"rest": text}))
        if steps.is_cancelled(talk, text):
            return self._taken(talk, lambda: steps.cancelled_in_words(talk, {}))
        step, button = TYPED.get(talk.flow.step), self._named(talk, text)
        # A number answers what was asked last, also where a flow that it is not about waits for words.
        if button is not None and (step is None or self._asked_beside(talk)):
            return self._taken(talk, lambda: PRESSED[button.action](talk, button.data))
        if step is not None and text:
            return self._taken(talk, lambda: step(talk, text))
        if text and choices.is_asked(talk):
            return self._taken(talk, lambda: choices.words_taken(talk, text))
        if text and not talk.flow.step:
            return self._taken(talk, lambda: questions.written(talk, text))
        if talk.flow.question is not None:
            return self._taken(talk, lambda: questions.written_at_a_menu(talk, text))
        else:
            talk.say(talk.text("press_a_button" if talk.flow.step else "not_understood"))
        return self._done(talk)

    def _named(self, talk: Talk, text: str) -> Button | None:
        """The button of the last question that a typed number names."""
        question = talk.flow.question
        id = choice_named(question.rows, text) if question is not None else None
        button = self._room.memory.button(talk.key, id) if id is not None else None
        if button is None or button.action not in PRESSED or button.number not in (0, talk.flow.number):
            return None
        return button

    def _asked_beside(self, talk: Talk) -> bool:
        """Whether the last question is about no flow: all of its buttons can be pressed at any time."""
        question = talk.flow.question
        ids = [id for row in question.rows for _, id in row] if question is not None else []
        buttons = [self._room.memory.button(talk.key, id) for id in ids]
        return all(button is not None and button.number == 0 for button in buttons)

    def _pressed(self, incoming: Incoming) -> Handled:
        if incoming.text.startswith(f"{NOTICE}:"):
            return self._under_notice(incoming)
        talk = Talk(self._room, incoming.chat, incoming.language, incoming.text, pressed=True)
        button = self._room.memory.button(talk.key, incoming.text)
        if button is None or button.action not in PRESSED:
            return Handled(toast=talk.text("unknown_button"))
        if button.answer is not None:
            return Handled(toast=f"{talk.text('done_already')} {button.answer}"[:200])
        if button.number not in (0, talk.flow.number):
            return Handled(toast=talk.text("stale"))
        handled = self._taken(talk, lambda: PRESSED[button.action](talk, button.data))
        if talk.carried_out:
            self._room.memory.answered(talk.key, button.id, talk.said_last)
        return handled

    def _under_notice(self, incoming: Incoming) -> Handled:
        """A button under a notice: it names the delivery, which must have gone to this very chat."""
        _, action, id = [*incoming.text.split(":", 2), "", ""][:3]
        # Nothing is put in the place of a notice: what was said about safety stays readable.
        talk = Talk(self._room, incoming.chat, incoming.language, f"n-{action}-{id}")
        if action in ("send_held", "drop_held"):
            return self._taken(talk, lambda: held.ask_about(talk, id, send=action == "send_held"))
        try:
            delivery = self._room.deliveries.delivery(id)
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            return Handled(toast=talk.text("unknown_button"))
        if action not in (*KINDS[delivery.kind].actions, "acknowledge"):
            return Handled(toast=talk.text("unknown_button"))
        here = (delivery.tournament_id, delivery.address_id)
        linked = self._room.links.of_address(CHANNEL, str(incoming.chat))
        if here not in {(link.tournament_id, link.address_id) for link in linked}:
            return Handled(toast=talk.text("unknown_button"))
        mine = [other for other in talk.persons if (other.tournament_id, other.address_id) == here]
        if action in ("acknowledge", "read_out"):
            # Having read a notice needs no office: it may be the one that ended it.
            first = self._room.deliveries.acknowledge(id, self._room.desk.clock.now())
            talk.toast = talk.text("acknowledged" if action == "acknowledge" else "noted_read_out")
            if action == "read_out" and mine:
                return self._taken(talk, lambda: _was_read_out(talk, mine[0], delivery.notice, first=first))
            return self._done(talk)
        notice = self._room.notices.read_one(delivery.tournament_id, delivery.notice)
        named = [other for other in mine if other.recipient in delivery.recipients]
        if notice is None or not named:
            return Handled(toast=talk.text("unknown_button"))
        person = named[0]
        if action in ("coming", "with_child"):
            return self._taken(talk, lambda: calling.answer_parent_call(talk, person, notice.parameters))
        if action == "on_my_way" and person.may("set-out-for-table"):
            sheet = str(TableId(notice.parameters["session"], int(notice.parameters["table"])))
            return self._taken(talk, lambda: calling.answer(talk, person, sheet))
        if action == "ring":
            return self._taken(talk, lambda: calling.ring(talk, person, notice.parameters["child"]))
        if action == "open":
            several = notice.parameters.get("disputes", notice.parameters["dispute"]).split(", ")
            return self._taken(talk, lambda: docket.show_cases(talk, person, several))
        if action == "cannot_come":
            if "acknowledge" in KINDS[delivery.kind].actions:
                self._room.deliveries.acknowledge(id, self._room.desk.clock.now())
            return self._taken(talk, lambda: absence.cannot_come(talk, named))
        if action == "answer" and person.may("answer-question"):
            return self._taken(
                talk, lambda: questions.begin_answer(talk, person, notice.parameters["question"])
            )
        if action == "do_it" and person.may("move-entrant"):
            return self._taken(
                talk, lambda: questions.begin_wish(talk, person, notice.parameters["question"])
            )
        if action in ("decide", "further_word") and person.may("weather"):
            known = {"day": notice.parameters["day"]} if "day" in notice.parameters else {}
            what = {"what": "word"} if action == "further_word" else {}
            return self._taken(talk, lambda: task.begin(talk, person, DECIDE_DAY, **known, **what))
        if action in ("confirm", "refuse") and "proposal" in notice.parameters:
            proposal = notice.parameters["proposal"]
            return self._taken(talk, lambda: proposals.answer_proposal(talk, person, proposal, action))
        if action in ("confirm", "refuse") and notice.kind == "family-asked":
            return self._taken(talk, lambda: family.answer_family(talk, person, notice.parameters, action))
        return Handled(toast=talk.text("unknown_button"))

    def _taken(self, talk: Talk, step: Callable[[], None]) -> Handled:
        """Take a step; what is refused is said, and the chat stands where it stood."""
        before = talk.flow
        try:
            step()
        except Problem as problem:
            if problem.code == LINK_TOKEN_INVALID.code:
                # As on the web: a secret did not hold; nothing of it, nor of the chat.
                log.warning("refused", code=problem.code, route="telegram")
            talk.refused(before, refusal_said(talk, problem))
        return self._done(talk)

    def _done(self, talk: Talk) -> Handled:
        warn_of_muting(talk)
        urgent.say_what_was_dropped(talk)
        talk.keep()
        address = talk.persons[0].address_id if talk.persons else f"chat:{talk.chat}"
        return Handled(tuple(talk.replies), talk.toast, address, talk.links_changed, talk.noted)


def _was_read_out(talk: Talk, person: Person, key: str, *, first: bool) -> None:
    """Note it under the notice; who read out what no longer holds is told so once, and led to what does."""
    talk.note(person, "read_out")
    notice = talk.room.notices.read_one(person.tournament_id, key)
    state = talk.desk.state(person.tournament_id)
    if first and notice is not None and (instead := replaced(state, notice)) is not None:
        rows = _what_holds_now(talk, person, notice)
        talk.say(talk.text("read_out_late", instead=instead), rows, heading=notice.reference)


def _what_holds_now(talk: Talk, person: Person, notice: Notice) -> list[list[Key]]:
    """The button that leads to the case of a notice, or to the sheet of one without a case."""
    about = notice.parameters
    if dispute := about.get("dispute"):
        named = {**person.named, "dispute": dispute}
        return [[Key(talk.text("action_open"), "docket.open", named, always=True)]]
    if sheet := about.get("sheet"):
        named = {**person.named, "sheet": sheet}
        return [[Key(talk.text("see_sheet"), "docket.sheet", named, always=True)]]
    return []
