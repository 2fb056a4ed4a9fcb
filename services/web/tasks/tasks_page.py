"""The list of what whoever is signed in can do, found by what it is called."""

from collections.abc import Iterator

from flask import Response, request

from services.access.rights import COMMAND_RIGHTS, right
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.just_done import just_done
from services.web.signing_in.page import staff_page
from services.web.tasks.task_page import ELSEWHERE
from shared.catalogue.titles import title_of

_LONGEST = 100


def tasks_page(parts: Parts, call: Call) -> Response:
    """Every task of the role, in the order of a day; with a word to find, those called so."""
    wanted = request.args.get("find", "")[:_LONGEST].strip()
    tasks = [
        (name, called)
        for name, called in _tasks(call)
        if wanted.casefold() in called.casefold() or wanted.casefold() in name
    ]
    task, done = just_done(parts, call)[:2] or ("", "")
    return staff_page(
        parts,
        call,
        "tasks/tasks.html",
        tasks=tasks,
        wanted=wanted,
        done=done,
        done_task=title_of(task, call.language),
    )


def _tasks(call: Call) -> Iterator[tuple[str, str]]:
    for name in COMMAND_RIGHTS:
        if name not in ELSEWHERE and right(call.principal.role, name) is not None:
            yield name, title_of(name, call.language) or name
