"""One task on a page: its questions, what was answered, and what the answers lead to."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import datetime
from secrets import token_hex

from flask import Response, request

from services.access.rights import require
from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.desk.scopes import check_table
from services.officials.citing import check_not_figures
from services.officials.impact import impact_lines
from services.officials.meaning import agreed_to, foreseen
from services.officials.people_named import PeopleNamed
from services.officials.sheets import by_seat
from services.officials.tables import problem_said, refusal_said
from services.personal.read_back import Part, changes_shown, differences, written
from services.tasks.beside import read_with
from services.tasks.handover import SWITCH
from services.tasks.listed import BY_FILE, described
from services.tasks.offered import Offer
from services.tasks.plain_task import PlainTask
from services.tasks.questions import OF_PEOPLE, Question
from services.tasks.refusals import ways_out
from services.tasks.said import who_reads
from services.tournament.catalogue import commands
from services.tournament.definition.places_called import table_called
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command
from services.tournament.lookups import sheet_in
from services.tournament.people.numbers import known_number
from services.tournament.state import State
from services.web.api.examples import EXAMPLES, FIELDS
from services.web.api.invitations import outlooks_of
from services.web.docket.figure_cells import CELLS
from services.web.docket.page_reader import PageReader
from services.web.kept.elsewhere import open_elsewhere
from services.web.kept.entries import KEPT_TASKS
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import staff_page, zone_of
from services.web.tasks.game_cells import (
    SHEET_CELLS,
    GameCells,
    SheetCells,
    cells_for,
    is_sent,
    sent_as_typed,
    sheet_cells_for,
)
from services.web.tasks.links import OWN_PAGES, Link, has_chat, link
from shared.catalogue import Listed, Word, languages, say
from shared.catalogue.titles import task_title
from shared.i18n import Language, moment_shown
from shared.plain_text import narrow
from shared.problems import Problem, not_found, quoted

OF_PAGE = ("form", "step", "draft", "mark", "back", "chat", SWITCH)
_ID_BYTES = 12
_OF_BROWSERS = ("day", "moment", "hour")
"""Their fields show how these are written."""
_PLAIN_PATH = re.compile(r"(?:/[\w-][\w.-]*)+")


class TaskPage:
    """What the page of every task has.

    Attributes:
        back: the page that led here, and that goes on afterwards.
        draft: by which what is confirmed is carried out once.
        handed: the draft, where it was handed over, from the first question on.
    """

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call, self.name = parts, call, call.path["task"]
        self.reader = PageReader(parts, call)
        self.person = self.reader.person
        self.back, self.draft, self.handed = back_in(call, request.args.get("back", "")), "", ""

    @property
    def path(self) -> str:
        return f"/t/{self.call.tournament}/tasks/{self.name}"

    def done_already(self, answers: Mapping[str, str], at: datetime | None) -> Response:
        """That this very draft was carried out before: it is not done again, and may be undone since."""
        zone = zone_of(self.parts, self.call)
        return self._page(
            "tasks/already.html",
            status=409,
            called=self._called(answers),
            at_moment="" if at is None else moment_shown(at, zone, self.call.language),
            answers=self._kept(answers),
        )

    def occurred_at(self, answers: Mapping[str, str]) -> datetime | None:
        """When it happened, where that is asked; None for now."""
        return None

    def _called(self, answers: Mapping[str, str]) -> str:
        """What the task is called, as far as it is answered."""
        return task_title(self.name, self.call.language)

    def _kept(self, answers: Mapping[str, str]) -> dict[str, str]:
        """What a form sends on of the answers."""
        return {field_of(name): value for name, value in answers.items()}

    def _page(self, template: str, *, status: int = 200, called: str = "", **shown: object) -> Response:
        return staff_page(
            self.parts,
            self.call,
            template,
            status=status,
            path=self.path,
            called=called or self._called({}),
            back=self.back,
            says=self.reader.text,
            draft=self.draft or token_hex(_ID_BYTES),
            handed=self.handed,
            in_chat=has_chat(self.parts, self.person),
            kept_later=self.name if self.name in KEPT_TASKS else "",
            **shown,
        )


class Task(TaskPage):
    """A command of whoever is signed in, asked field by field; raises Problem: not-found, forbidden.

    Attributes:
        ways: what is to be done before what was refused, each leading back here.
        wrong_game: of a whole sheet the one that a refusal is about, to whose cells it leads.
    """

    def __init__(self, parts: Parts, call: Call) -> None:
        super().__init__(parts, call)
        if self.name not in commands() or self.name in BY_FILE:
            raise not_found("task", quoted(self.name))
        require(call.principal.role, self.name)
        of_fields = self.name in OWN_PAGES
        self.task = (PlainTask if of_fields else described)(self.reader, self.person, self.name)
        self.questions = self.task.questions({})
        self.ways: Sequence[Link] = ()
        self.wrong_game: int | None = None

    def begun(self, known: Mapping[str, str], *, ahead: bool = False) -> Response:
        """The questions; what is known is answered already. In words, where all else is refused now.

        Args:
            ahead: whether a device keeps the page for later: by then it may be done.

        Raises:
            Problem: forbidden, at another's table.
        """
        if sheet := narrow(known.get("sheet", "")):
            check_table(self.task.state, self.call.visibility, self.name, sheet)
        nothing, refused = ("", None) if ahead else self.task.nothing_left(known)
        self.ways = [] if refused is None else self._ways_out(refused)
        if nothing and not self.handed:
            return self._page("tasks/nothing.html", nothing=nothing, ways=self.ways)
        # What was typed into a draft stays.
        return self.asked(known, nothing, sent=False)

    def again(self, sent: Mapping[str, str]) -> Response:
        """The questions as a form has them, before it is read."""
        return self.asked(_of_questions(sent))

    def so_far(self, sent: Mapping[str, str]) -> dict[str, str]:
        """What a form sent that answers a question, whether it can be read or not."""
        try:
            found = self.answers(sent)
        except Problem:
            found = _of_questions(sent)
            found |= {self._figures: sent_as_typed(sent)} if is_sent(sent) else {}
        names = [question.name for question in self.questions]
        return {name: found[name] for name in names if found.get(name, "").strip()}

    def is_open(self, answers: Mapping[str, str]) -> bool:
        """Whether something is still to be asked before it can be read back."""
        return False

    def by_seat(self, sent: Mapping[str, str]) -> AbstractContextManager[None]:
        """What is refused of figures in cells is said by the seat."""
        cells = self.cells(sent)
        return nullcontext() if cells is None else by_seat(cells.view)

    def refused(self, sent: Mapping[str, str], problem: Problem) -> Response:
        """The questions again, with what is wrong at the one it is about."""
        at = str(problem.where.get("field", ""))
        sent = _of_questions(sent)
        at = at if at in (*CELLS, *SHEET_CELLS) else self.task.question_of(problem, sent)
        self.ways = self._ways_out(problem)
        self.wrong_game = problem.where.get("game") if isinstance(self.cells(sent), SheetCells) else None
        said = refusal_said if self.wrong_game is None else problem_said
        return self.asked(sent, said(self.reader, problem), at)

    def _ways_out(self, problem: Problem) -> Sequence[Link]:
        """Where what was refused is cleared, each leading back here."""
        return self._links(ways_out(problem, self.parts.desk, self.call.tournament, self.call.principal))

    def _links(self, offers: Sequence[Offer]) -> Sequence[Link]:
        """The ways to what is offered, each leading back here."""
        back = f"{self.path}/{self.draft}" if self.handed else self.path
        names = PeopleNamed(self.reader, self.person)
        return [link(self.call.tournament, offer, names, back) for offer in offers]

    def agreed(
        self, answers: Mapping[str, str], command: Command, read: Sequence[Part]
    ) -> Callable[[State, Decision], None]:
        """What refuses it where it would mean something else than was read."""
        return agreed_to(self.parts.clock, self.person, command, read)

    def is_otherwise(self, answers: Mapping[str, str], command: Command, read: Sequence[Part]) -> bool:
        """Whether it would mean something else than was read, or somebody has done the same since."""
        with suppress(Problem):  # it is refused by the command itself, with its way out
            look = foreseen(self.reader, self.person, command, self.occurred_at(answers))
            return bool(differences(read, self.task.parts(answers, look)))
        return False

    @property
    def fields(self) -> tuple[str, ...]:
        """What a form of this task can send."""
        names = [field_of(question.name) for question in self.questions]
        cells = {"seats": CELLS, "games": SHEET_CELLS}.get(self._figures, ())
        return (*OF_PAGE, *names, *cells)

    @property
    def _figures(self) -> str:
        """The name of the question about the figures of a game or a sheet; "" for none."""
        asked = (question.name for question in self.questions if question.kind in ("figures", "games"))
        return next(asked, "")

    def cells(self, answers: Mapping[str, str]) -> GameCells | SheetCells | None:
        """The cells that figures are asked for in; None where they are typed."""
        find = {"seats": cells_for, "games": sheet_cells_for}.get(self._figures)
        return None if find is None else find(self.reader, self.person, self.task.state, answers)

    def answers(self, sent: Mapping[str, str]) -> dict[str, str]:
        """What a form sent, an answer to each question; raises Problem: at a cell, or of a table."""
        cell_names = (*CELLS, *SHEET_CELLS)
        found = {name: value for name, value in _of_questions(sent).items() if name not in cell_names}
        found |= {
            question.name: self.task.read(question, found[question.name])
            for question in self.questions
            if found.get(question.name) and (question.kind == "day" or question.name in OF_PEOPLE)
        }
        cells = self.cells(sent) if is_sent(sent) else None
        if cells is None and is_sent(sent):
            sheet_in(self.task.state, sent.get("sheet", ""))  # says what became of the table
        if cells is not None:
            # Figures where words are asked for are a slip of the field.
            check_not_figures(sent.get("reason", ""))
            found[self._figures] = cells.typed(sent)
        return found

    def asked(
        self, answers: Mapping[str, str], wrong: str = "", at: str = "", *, sent: bool = True
    ) -> Response:
        """The questions, as far as answered; what is wrong stands at the one it is about.

        Args:
            sent: whether the answers came from the form, which sends nothing for a box that is not checked.
        """
        language, cells = self.call.language, self.cells(answers)
        if at == self._figures and answers.get(at) and not is_sent(answers):
            cells = None  # What was typed and cannot be read is in no cell.
        if cells is None and self._figures and is_sent(answers):
            answers = {**answers, self._figures: sent_as_typed(answers)}
        typed = answers.get(self._figures, "")
        game = cells if isinstance(cells, GameCells) else None
        is_kept = cells is not None and self.name in KEPT_TASKS
        whole = task_title("submit-sheet", language) if is_kept and game is not None else ""
        return self._page(
            "tasks/task.html",
            whole=whole,
            kept_called=self._kept_called(answers) if is_kept else {},
            also_open=open_elsewhere(self.parts, self.call, answers["sheet"]) if is_kept else "",
            blocks=cells.blocks(answers, typed, language) if isinstance(cells, SheetCells) else [],
            rows=[] if game is None else game.rows(answers, typed),
            endings=[] if game is None else game.endings(language),
            ended_by="" if game is None else answers.get("ended_by", game.ended_by),
            status=422 if wrong and sent else 200,
            examples={question.name: self._example(question.name) for question in self.questions},
            asked=[
                (question, self.task.called(question), self.task.options(question, answers))
                for question in self.questions
                if not self.task.leaves_out(question, answers)
            ],
            answers={
                question.name: self._shown(
                    question, answers.get(question.name, "" if sent else question.default)
                )
                for question in self.questions
            },
            wrong=wrong,
            wrong_at=at,
            wrong_game=self.wrong_game,
            ways=[*self.ways, *self._links(self.task.instead_of_it(answers))],
            field_of=field_of,
            # What browsers are not to suggest to the next at a device is lost by [Back]: names, not numbers.
            of_people=OF_PEOPLE,
            beside=lambda question: self.task.beside(question, answers),
            who_reads=lambda question: who_reads(question, language),
            how=lambda question: "" if question.kind in _OF_BROWSERS else self.task.how(question),
        )

    def _kept_called(self, answers: Mapping[str, str]) -> dict[str, str]:
        """What an entry is called on a device, in each language: the task, the table and the game."""
        state, game = self.task.state, answers.get("game", "")
        table = table_called(answers["sheet"], state.plan, state.moved_to)

        def called(language: Language) -> str:
            of_game = [say("page-docket-game", language, game=game)] if game else []
            where = say("page-comma", language).join([Listed([table]).in_language(language), *of_game])
            return f"{task_title(self.name, language)}{say('page-colon', language)}{where}"

        return {language: called(language) for language in languages()}

    def _shown(self, question: Question, answer: str) -> str:
        """An answer as its field shows it: a number as it was first written, which a choice goes by."""
        return (
            known_number(self.task.state.entrants, answer) or answer if question.name == "entrant" else answer
        )

    def _example(self, question: str) -> str:
        """What is answered in the documentation of the API, as it is typed there."""
        known = {**FIELDS, **EXAMPLES.get(self.name, {})}
        return json.dumps(known[question], ensure_ascii=False) if question in known else ""

    def occurred_at(self, answers: Mapping[str, str]) -> datetime | None:
        return self.task.occurred_at(answers)

    def command(self, answers: Mapping[str, str]) -> Command:
        """What was answered, as a command; raises Problem: as `command_of`."""
        return self.task.command(answers)

    def read_back(
        self, answers: Mapping[str, str], command: Command, read: Sequence[Part] | None
    ) -> Response:
        """What it leads to; of what was read before only what is otherwise. Raises Problem: as it would."""
        look = foreseen(self.reader, self.person, command, self.occurred_at(answers))
        parts = self.task.parts(answers, look)
        language = self.call.language
        events = Listed([Word("event", event) for event in dict.fromkeys(look.preview.events)])
        impact = impact_lines(self.reader, self.person, look.preview, told=look.told, whole_names=True)
        if self.name == "invite-people":
            impact = iter([self._invited()])
        return self._page(
            "tasks/confirm.html",
            events=say("task-events", language, events=events) if look.preview.events else "",
            said=list(self.task.read_back(answers, command)),
            figures=read_with(look.state, command, language),
            impact=list(impact),
            changed=[] if read is None else changes_shown(self.reader, differences(read, parts)),
            answers=self._kept(answers),
            mark=written(parts),
        )

    def _invited(self) -> str:
        """How many can be written to, of all who are meant."""
        parts, correspondence = self.parts, Correspondence(self.parts.desk)
        links = Links(parts.desk.grants, parts.vault, correspondence)
        look = outlooks_of(parts, links, correspondence).of(self.call.tournament, 0)
        without = len(look.no_address)
        return say(
            "task-invited", self.call.language, letters=look.letters, people=look.people, without=without
        )


def field_of(question: str) -> str:
    """The field that a question is answered in; "step" is one of the page's own."""
    return f"of-{question}" if question in OF_PAGE else question


def _of_questions(sent: Mapping[str, str]) -> dict[str, str]:
    """What a form sent, by the names of the questions; nothing of the page's own."""
    return {name.removeprefix("of-"): value for name, value in sent.items() if name not in OF_PAGE}


def back_in(call: Call, path: str) -> str:
    """Where to go on from a task: the page of the tournament that led to it, else the list of tasks."""
    home = f"/t/{call.tournament}/"
    return path if path.startswith(home) and _PLAIN_PATH.fullmatch(path) else f"{home}tasks"
