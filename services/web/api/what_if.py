"""What if: `POST …/what-if` takes what is supposed to be otherwise, and answers what would be."""

from collections.abc import Iterator
from functools import partial

from flask import Response, request

from services.desk.what_if import Question, WhatIf, what_if
from services.web.answering import answered
from services.web.bodies import read_json
from services.web.parts import Parts
from services.web.routes import API, Action, Call, Content, Route

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
