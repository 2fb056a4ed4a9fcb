"""Everything is done in chats: by messages and presses, as somebody does who reads what the bot asks."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from services.personal.texts import bot_text
from services.tournament.definition.places_called import session_called, table_called
from shared.catalogue import Listed, say
from shared.catalogue.catalogue import TextMissing
from shared.catalogue.titles import task_title
from shared.i18n import Language
from tests.bots.conftest import Office, Phone
from tests.day.by_pages import listed, table
from tests.day.hands import Hands
from tests.day.scenario import Deed, Game
from tests.simulators.telegram import PATIENCE

_LONGEST = 900
"""Characters of a list that one message has room for."""
_CONFIRM = {"make-ruling": "confirm_ruling", "present-evidence": "evidence_keep"}
_MOST = 40
"""So many presses and messages one task takes at most."""


class ByChat:
    """Everybody on a phone of their own."""

    def __init__(self, office: Office, language: Language = "en") -> None:
        self._office, self._language = office, language
        self._people: dict[str, Chat] = {}

    def do(self, deed: Deed) -> None:
        """From a message to the event in the log; a list that is too long for one goes in several."""
        for part in parts_of(deed):
            self.chat(deed.who).do(part)

    def hands(self, who: str) -> Hands:
        return self.chat(who).hands

    def chat(self, who: str) -> "Chat":
        if who not in self._people:
            self._people[who] = Chat(self._office, who, self._language)
        return self._people[who]


def parts_of(deed: Deed) -> Iterator[Deed]:
    """What is sent in one go; a list that is too long for one message in several."""
    people = deed.answers.get("entrants")
    if not isinstance(people, Sequence):
        yield deed
        return
    lines = listed(people).splitlines()
    text = heading = lines[0]
    for line in lines[1:]:
        if len(text) + len(line) > _LONGEST:
            yield Deed(deed.who, deed.task, {"entrants": text})
            text = heading
        text += f"\n{line}"
    yield Deed(deed.who, deed.task, {"entrants": text})


class Chat:
    """Somebody's chat with the bot."""

    def __init__(self, office: Office, who: str, language: Language) -> None:
        self._office, self.language, self.hands = office, language, Hands()
        recipient = "organizer:organizer" if who == "organizer" else f"referee:{who}"
        self.phone: Phone = office.phone(recipient, language={"en": "en", "zh": "zh-hant"}[language])

    def do(self, deed: Deed) -> None:
        """Begin the task, answer what is asked, and confirm it."""
        before = self._office.house.head
        self.press(self.ask(deed), last=True)
        self._wait(lambda: self._office.house.head != before, deed)

    def ask(self, deed: Deed) -> str:
        """Begin the task, and answer what is asked; the button that confirms what is read back then."""
        left, confirm = typed(deed), bot_text(_CONFIRM.get(deed.task, "confirm"), self.language)
        self._begin(deed, left)
        for _ in range(_MOST):
            if not self.has(confirm):
                self._answer(left, in_order=deed.task in _CONFIRM)
            elif left:
                self.press(bot_text("task_more", self.language))
            else:
                return confirm
        raise AssertionError((deed, left, self.phone.read))

    def _begin(self, deed: Deed, left: dict[str, str]) -> None:
        """From the table that it is about, else by what the task is called; what is known is not asked."""
        title = task_title(deed.task, self.language)
        if "sheet" in left:
            state = self._office.state
            called = Listed([table_called(left["sheet"], state.plan, state.moved_to)])
            table = called.in_language(self.language)
            self._say(f"/tasks {left['sheet'].rpartition('/')[2]}")
            if not self._press_begun(table):
                assert self.phone.read.casefold().startswith(table), self.phone.read
            who = left.get("entrant", "")
            game = f" {left['game']}" if "game" in left else ""
            offered = [
                label
                for label in self.labels
                if label == title or (label.startswith(title) and who in label and label.endswith(game))
            ]
            if offered:
                self.press(offered[0])
                del left["sheet"]
                for known in ("entrant", "game", "conflict"):
                    if known == "conflict" or f" {left.get(known)}" in offered[0]:
                        left.pop(known, None)
                return
        self._say(f"/tasks {title}")
        self.press(title)

    def _answer(self, left: dict[str, str], *, in_order: bool) -> None:
        """Answer the question that the last message asks; one that nobody has an answer to is passed over.

        Args:
            in_order: whether the questions are in words of their own, and come as the answers do.
        """
        name = next((each for each in left if in_order or self._asks(each)), None)
        for nothing in (bot_text("task_without", self.language), bot_text("no", self.language)):
            if name is None and self.has(nothing):
                self.press(nothing)
                return
        name = name or next(iter(left), "")
        assert name, f"nobody can answer: {self.phone.read}"
        answer = left.pop(name)
        if not answer:
            self.press(bot_text("evidence_nobodys", self.language))
        elif not self._press_begun(self._called(name, answer)):
            self._say(answer)

    def _asks(self, name: str) -> bool:
        return say(f"question-{name.replace('_', '-')}", self.language) in self.phone.read.splitlines()

    def _called(self, name: str, answer: str) -> str:
        """What a button calls an answer."""
        state = self._office.state
        match name:
            case "session":
                return Listed([session_called(answer, state.plan, state.moved_to)]).in_language(self.language)
            case "sheet":
                return Listed([table_called(answer, state.plan, state.moved_to)]).in_language(self.language)
            case "stage":
                return state.plan.stage_name(answer).in_language(self.language)
            case "effect":
                return bot_text(f"effect_{answer}", self.language)
            case "kind" if answer == "rack":
                return bot_text(f"evidence_{answer}", self.language)
            case "game":
                return bot_text("game", self.language, game=int(answer))
        if answer in ("yes", "no"):
            return bot_text(answer, self.language)
        with suppress(TextMissing):
            return say(f"answer-{answer.replace('_', '-')}", self.language)
        return answer

    @property
    def labels(self) -> list[str]:
        rows = self._last.get("reply_markup", {}).get("inline_keyboard", [])
        return [key["text"] for row in rows for key in row]

    @property
    def _last(self) -> dict[str, Any]:
        return self._office.telegram.messages(self.phone.chat, 1)[-1]

    def has(self, label: str) -> bool:
        return label in self.labels

    def _press_begun(self, called: str) -> bool:
        """Press the button that begins so, of whichever are shown; False where there is none."""
        more = bot_text("more", self.language)
        for _ in range(_MOST):
            labels = self.labels
            for label in labels:
                if label.casefold().startswith(called.casefold()[:_LONGEST_LABEL]):
                    self.press(label)
                    return True
            if more not in labels:
                return False
            self.press(more)
        return False

    def press(self, label: str, *, last: bool = False) -> None:
        """Press a button, and wait for what is asked then unless nothing is."""
        self.hands.presses += 1
        self.phone.press(label)
        self._wait(lambda: last or self.labels, label)

    def _say(self, text: str) -> None:
        self.hands.presses += 1
        self.hands.characters += len(text)
        self.phone.say(text)
        self._wait(lambda: self.labels, text)

    def _wait(self, until: Callable[[], object], what: object) -> None:
        deadline = time.monotonic() + PATIENCE / 10
        while not until():
            assert time.monotonic() < deadline, (what, self._last)
            time.sleep(0.01)


_LONGEST_LABEL = 55


def typed(deed: Deed) -> dict[str, str]:
    """The answers as they are typed, in the order in which they are asked."""
    found: dict[str, str] = {}
    for name, answer in deed.answers.items():
        match name, answer:
            case ("seats" | "figures", Mapping()):
                found[name] = figures(answer)
            case ("games", Sequence()):
                found[name] = "\n".join(map(figures, answer))
            case ("signals", Sequence()):
                found[name] = json.dumps(answer)
            case ("rows", Sequence()):
                found[name] = table(answer)
            case ("assignments", Mapping()):
                found[name] = "\n".join(f"{who}: {' '.join(map(str, own))}" for who, own in answer.items())
            case _:
                found[name] = str(answer)
    match deed.task:
        case "withdraw-entrant":
            found["game_in_progress"] = "no"
        case "present-evidence":
            found["entrant"] = ""
        case "make-ruling":
            if "figures" in found:
                del found["cites"]  # a chat proposes this very rule
            found["finding"] = f"{found['finding']}\n{found.pop('reason')}"
    return found


def figures(game: Game) -> str:
    """As referees type them."""
    return ", ".join(f"{seat} {points}/{tiles}" for seat, (points, tiles) in game.items())
