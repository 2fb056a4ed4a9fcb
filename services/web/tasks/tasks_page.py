"""The list of what whoever is signed in can do, found by what it is called."""

from flask import Response, request

from services.officials.people_named import PeopleNamed
from services.tasks.listed import tasks_of
from services.tasks.subjects import Subjects
from services.web.codes import code_in
from services.web.docket.page_reader import PageReader
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.just_done import done_said
from services.web.signing_in.page import staff_page
from services.web.tasks.links import shown, task_address

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
    tasks = tasks_of(call.principal.role, call.language, wanted, by_file=True)
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
