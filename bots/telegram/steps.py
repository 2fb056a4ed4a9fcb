"""A conversation in steps: each asks for one thing, the next is the first whose answer is missing.

What was given is kept when one goes back, and asked again only where it no longer fits. All of it is in the
flow, so it outlasts the bot.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from bots.telegram.read_back import Parts, is_as_read, keep_parts
from bots.telegram.talk import COMMANDS, PRESSED, Key, Rows, Step, Talk, command, pressed
from services.officials import drafted
from services.officials.tables import problem_said
from services.personal.read_back import NOT_AS_READ, Part
from services.personal.texts import bot_text, clipped
from shared.catalogue import languages
from shared.problems import Problem

CONFIRM = drafted.CONFIRM
"""The last step of every script; its answer is never kept."""
_LONGEST_WRITTEN = 200
_LONGEST_LEFT = 60
Data = Mapping[str, str]
Ask = Callable[[Talk], Sequence[Part] | None]
"""Asks for an answer; gives what counts of it where it reads something back."""


class Script:
    """The steps of one conversation, by name.

    Args:
        name: what the names of its steps and buttons begin with.
        about: the datum that stands above every message.
        steps: which steps there are, as things stand and given what was said so far, in order; the last is
            `confirm`. Each but that one gives the datum of its name.
        check: refuses an answer that cannot be; given all that is said once it is.
        overtaken: told of such a refusal with all that is said; True where it has said itself what can be
            done about it.
        also: further buttons below every step.
    """

    def __init__(
        self,
        name: str,
        about: Callable[[Talk, Data], str],
        steps: Callable[[Talk, Data], Sequence[str]],
        check: Callable[[Talk, Data], None],
        overtaken: Callable[[Talk, Data, Problem], bool],
        also: Callable[[Talk], Sequence[Key]],
    ) -> None:
        self._name, self._about = name, about
        self.steps, self._check, self._overtaken, self._also = steps, check, overtaken, also
        self._asks: dict[str, Ask] = {}
        PRESSED[f"{name}.back"] = self._back
        PRESSED[f"{name}.keep"] = lambda talk, given: self.proceed(talk)

    def asks(self, step: str) -> Callable[[Ask], Ask]:
        """Register what asks for a step's answer."""

        def register(function: Ask) -> Ask:
            self._asks[step] = function
            return function

        return register

    def confirms(self, parts: Parts, rows: Callable[[Talk], Rows]) -> Callable[[Step], Step]:
        """Register what confirming does, once what would be read back still means what was.

        Args:
            rows: the buttons below what is read back.
        """

        def register(function: Step) -> Step:
            def confirmed(talk: Talk, given: Data) -> None:
                while is_as_read(
                    talk,
                    parts,
                    self._ways(talk, rows(talk)),
                    asked="read_back_confirm",
                    heading=self.heading(talk),
                ):
                    try:
                        return function(talk, given)
                    except Problem as problem:
                        if problem.kind is not NOT_AS_READ:
                            raise
                        # Something came in between the look and the act.
                return None

            PRESSED[f"{self._name}.{CONFIRM}"] = confirmed
            return function

        return register

    def proceed(self, talk: Talk, drop: Sequence[str] = (), **given: str) -> None:
        """Keep an answer, unless it is refused, and ask for the next that is missing.

        Args:
            drop: what was said before and does not fit any more.

        Raises:
            Problem: what the check refuses; the step stays open.
        """
        data = {name: value for name, value in talk.flow.data.items() if name not in drop} | given
        if given:
            try:
                self._check(talk, data)
            except Problem as problem:
                if not self._overtaken(talk, data, problem):
                    raise
                return
        self.go_to(talk, next(step for step in self.steps(talk, data) if step not in data), data)

    def go_to(self, talk: Talk, step: str, data: Data | None = None) -> None:
        """Stand at a step and ask for it."""
        talk.begin(f"{self._name}.{step}", **(talk.flow.data if data is None else data))
        parts = self._asks[step](talk)
        if parts is not None:
            keep_parts(talk, parts)

    def go_back_to(self, talk: Talk, step: str, problem: Problem) -> None:
        """Say what is refused after all, and ask again for the answer it is about; the others are kept."""
        talk.say(problem_said(talk, problem))
        self.go_to(talk, step)

    def say(
        self, talk: Talk, body: str, rows: Rows = (), *, instead: Key | None = None, whole: bool = False
    ) -> None:
        """Ask, with the number of the step above and the ways back and out below.

        Args:
            whole: as in `Talk.say`.
        """
        talk.say(body, self._ways(talk, rows, instead), heading=self.heading(talk), whole=whole)

    def _ways(self, talk: Talk, rows: Rows, instead: Key | None = None) -> Rows:
        """The buttons, and below them the ways back and out."""
        step = self._now(talk)
        kept = [[Key(talk.text("keep"), f"{self._name}.keep")]] if step in talk.flow.data else []
        first = self.steps(talk, talk.flow.data)[0] == step
        back = Key(talk.text("one_back"), f"{self._name}.back")
        ways = [instead] if instead is not None and first else [] if first else [back]
        return [*rows, *kept, [*ways, *talk.cancel], *([key] for key in self._also(talk))]

    def heading(self, talk: Talk) -> str:
        """What it is about, and how far it is; how many steps there are is known from the first answer on."""
        data, step = talk.flow.data, self._now(talk)
        steps = self.steps(talk, data)
        number = steps.index(step) + 1 if step in steps else len(steps)
        if steps == [CONFIRM]:
            return self._about(talk, data)
        if number == 1 and step not in data:
            return talk.text("first_step", about=self._about(talk, data))
        return talk.text("step", about=self._about(talk, data), number=number, count=len(steps))

    def _now(self, talk: Talk) -> str:
        return talk.flow.step.partition(".")[2]

    def _back(self, talk: Talk, given: Data) -> None:
        steps, now = self.steps(talk, talk.flow.data), self._now(talk)
        self.go_to(talk, steps[max(steps.index(now if now in steps else CONFIRM) - 1, 0)])


def written(talk: Talk, datum: str) -> str:
    """A line with what was written at a step before; "" if nothing was."""
    written = talk.flow.data.get(datum)
    return "" if written is None else talk.text("written", text=clipped(written, _LONGEST_WRITTEN)) + "\n"


@pressed("cancel")
def cancelled(talk: Talk, given: Data) -> None:
    talk.go()
    talk.say(talk.text("cancelled"))


@command("cancel")
def cancelled_in_words(talk: Talk, given: Data) -> None:
    """Leave what was being asked, as its button does, and say what that was."""
    question, step = talk.flow.question, talk.flow.step
    if step and question is not None and question.command not in ("", step.partition(".")[0]):
        talk.flow = structs.replace(talk.flow, question=None)  # What a command asked beside it, and no more.
    else:
        talk.go()
    if not step and (question is None or not question.command):
        talk.say(talk.text("cancel_nothing"))
        return
    asked = [] if question is None else [question.heading, *question.body.splitlines()]
    talk.say(talk.text("cancelled"), heading=clipped(next(filter(None, asked), ""), _LONGEST_LEFT))


COMMANDS["取消"] = cancelled_in_words


def is_cancelled(talk: Talk, text: str) -> bool:
    """Whether somebody wrote what stands on the button that leaves, in either language.

    To the organizer that may be the place that is cancelled.
    """
    question, step = talk.flow.question, talk.flow.step
    if step.startswith("question.") or not (step or (question is not None and question.command)):
        return False
    return text.strip().casefold() in {bot_text("cancel", language).casefold() for language in languages()}
