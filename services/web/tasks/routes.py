"""The addresses of tasks, and the list of them."""

from collections.abc import Iterator
from functools import partial

from flask import Response, request

from services.access.sign_ins import SIGN_IN_RIGHT
from services.delivery.muting import Muting
from services.officials.people_named import PeopleNamed
from services.tasks.closing import CLOSE
from services.tasks.listed import tasks_of
from services.tasks.possible import can_be_begun
from services.tasks.subjects import Subjects
from services.web.docket.page_reader import PageReader
from services.web.forms import LONGEST_LIST, LONGEST_WRITTEN
from services.web.link_sharing import code_in
from services.web.page_routes import form_route, page_of_log, page_of_now
from services.web.parts import Parts
from services.web.routes import Action, Call, Route
from services.web.signing_in.just_done import done_said
from services.web.signing_in.page import staff_page
from services.web.tasks.check_in_desk import check_in_answered
from services.web.tasks.closing_page import ClosingParameters, closing_page
from services.web.tasks.console_page import ConsoleParameters, console_page, follows_from
from services.web.tasks.links import shown, task_address
from services.web.tasks.people_page import IMPORT, people_answered, people_draft_page, people_page
from services.web.tasks.results_page import (
    IMPORT_RESULTS,
    results_answered,
    results_draft_page,
    results_page,
)
from services.web.tasks.task_page import draft_page, task_answered, task_page
from services.web.tasks.weather_page import weather_page

TASKS = "/t/{tournament}/tasks"
TASK = f"{TASKS}/{{task}}"
WEATHER = "/t/{tournament}/weather"
CONSOLE = "/sessions/{path:session}/console"
CLOSING = "/stages/{stage}/closing"
"""Below the address of the tournament."""


def task_routes(parts: Parts) -> Iterator[Route]:
    """The list and each task. Which role may do which is asked of the table of rights as it is done."""
    action = Action(SIGN_IN_RIGHT)
    yield page_of_now(parts, "tasks-page", TASKS, action, tasks_page)
    yield page_of_now(parts, "task-page", TASK, action, task_page)
    yield page_of_now(parts, "task-draft-page", f"{TASK}/{{draft}}", action, draft_page)
    yield form_route(parts, "task-answer", TASK, action, task_answered, longest=LONGEST_WRITTEN)
    listing, path = Action(IMPORT), f"{TASKS}/{IMPORT}"
    yield page_of_now(parts, "people-page", path, listing, people_page)
    yield page_of_now(parts, "people-draft-page", f"{path}/{{draft}}", listing, people_draft_page)
    yield form_route(
        parts, "people-answer", path, listing, people_answered, longest=LONGEST_LIST, uploads=True
    )
    results, path = Action(IMPORT_RESULTS), f"{TASKS}/{IMPORT_RESULTS}"
    yield page_of_now(parts, "results-list-page", path, results, results_page)
    yield page_of_now(parts, "results-list-draft", f"{path}/{{draft}}", results, results_draft_page)
    yield form_route(
        parts, "results-list-answer", path, results, results_answered, longest=LONGEST_LIST, uploads=True
    )
    weather = partial(weather_page, Muting(parts.database, parts.clock))
    yield page_of_now(parts, "weather-page", WEATHER, Action("weather"), weather)
    yield page_of_log(
        parts,
        "console-page",
        CONSOLE,
        SIGN_IN_RIGHT,
        console_page,
        parameters=ConsoleParameters,
        also=partial(follows_from, parts),
        of_past=False,
    )
    yield page_of_log(
        parts,
        "closing-page",
        CLOSING,
        CLOSE,
        closing_page,
        parameters=ClosingParameters,
        also=partial(follows_from, parts),
        of_past=False,
    )
    yield form_route(parts, "check-in-desk", f"/t/{{tournament}}{CONSOLE}", action, check_in_answered)


_LONGEST = 100
_MOST = 12
"""So many things that are called so are shown."""


def tasks_page(parts: Parts, call: Call) -> Response:
    """Every task of the role, in the order of a day; with a word to find, those called so, and what is.

    What is found, or named by the address, is shown with what is offered about it.
    """
    wanted, about = (
        code_in(call.tournament, request.args.get(name, ""))[:_LONGEST].strip() for name in ("find", "about")
    )
    reader = PageReader(parts, call)
    names = PeopleNamed(reader, reader.person)
    subjects = Subjects(parts.desk.state(call.tournament), reader, reader.person, call.visibility)
    keys = [about] if about else list(dict.fromkeys(subjects.found(wanted)))[:_MOST]
    tasks = [
        (name, called)
        for name, called in tasks_of(call.principal.role, call.language, wanted, by_file=True)
        if wanted or can_be_begun(reader, reader.person, name)
    ]
    return staff_page(
        parts,
        call,
        "tasks/tasks.html",
        tasks=[] if about else [(task_address(call.tournament, name), called) for name, called in tasks],
        subjects=[
            shown(call.tournament, subject, names)
            for key in keys
            if (subject := subjects.called(key)) is not None
        ],
        wanted=wanted,
        done=done_said(parts, call),
    )
