"""What would be: what a command would change, at `…/commands/<name>/preview`; another past."""

from collections.abc import Iterator
from functools import partial

from flask import Response, request

from services.desk.imports import with_rows
from services.desk.previewing import Preview, preview
from services.desk.what_if import Question, WhatIf, what_if
from services.tournament.kernel.facts import Command
from services.web.api.commands import MATCHED, OCCURRED, PATH, sent_commands
from services.web.api.examples import EXAMPLES, PREVIEW
from services.web.bodies import read_json
from services.web.parameters import if_match, occurred_at
from services.web.parts import Parts
from services.web.reads import answered
from services.web.routes import API, Action, Call, Content, Route


def preview_routes(parts: Parts) -> Iterator[Route]:
    """A preview for each command that can be sent, with its body and under its rights."""
    for name, kind in sent_commands():
        yield Route(
            name=f"preview-{name}",
            method="POST",
            path=f"{PATH}/{name}/preview",
            work="costly",
            access=Action(name),
            handle=partial(_preview, parts, kind),
            summary=f"See what `{name}` would change, without giving it",
            description="The same body, rights and refusals as the command. Nothing is written or sent. It "
            "was computed on `seq`; the command itself has this outcome as long as nothing else comes in "
            "between.",
            tag="Previews",
            bodies=(Content(kind=kind, example=EXAMPLES.get(name)),),
            answers={200: Content(kind=Preview, example=PREVIEW)},
            refusals=(404, 409, 412, 422, 429, 503),
            takes=(OCCURRED, MATCHED),
        )


def _preview(parts: Parts, kind: type[Command], call: Call) -> Response:
    return previewed(parts, call, with_rows(read_json(request, kind)))


def previewed(parts: Parts, call: Call, command: Command) -> Response:
    """Answer what a command would lead to."""
    foreseen = preview(
        parts.desk,
        call.tournament,
        command,
        call.principal,
        occurred_at=occurred_at(request),
        expected=if_match(request),
    )
    return answered(foreseen)


_EXAMPLE = {
    "without": [812],
    "insert": [
        {
            "seq": 640,
            "command": "give-warning",
            "body": {"entrant": "0042", "breach": "Touched the pool out of turn"},
        }
    ],
}


def what_if_routes(parts: Parts) -> Iterator[Route]:
    """The one address of the question."""
    yield Route(
        name="what-if",
        method="POST",
        path=f"{API}/tournaments/{{tournament}}/what-if",
        work="costly",
        access=Action("what-if"),
        handle=partial(_answer, parts),
        summary="See what would be, had some facts been otherwise",
        description="The record is told again with facts left out (`without`), replaced or put in, or under "
        "another ruleset. Nothing is written or sent. `difference` is from what is to what would be; "
        "`misfits` are the facts that fit no longer, each with the refusal it met. An event that only "
        "follows from another is drawn anew and cannot be named.",
        tag="Previews",
        of_log=True,
        bodies=(Content(kind=Question, example=_EXAMPLE),),
        answers={200: Content(kind=WhatIf)},
        refusals=(404, 409, 422, 503),
    )


def _answer(parts: Parts, call: Call) -> Response:
    question = read_json(request, Question)
    answer = what_if(
        parts.desk,
        call.tournament,
        question,
        call.principal,
        as_of=call.as_of,
        language=call.language,
    )
    return answered(answer)
