"""Beside each command an address that shows what it would change: `POST …/commands/<name>/preview`."""

from collections.abc import Iterator
from functools import partial

from flask import Response, request

from services.desk.previewing import Preview, preview
from services.tournament.kernel.facts import Command
from services.web.answering import answered
from services.web.api.commands import MATCHED, OCCURRED, PATH, sent_commands
from services.web.api.examples import EXAMPLES, PREVIEW
from services.web.bodies import read_json
from services.web.parameters import if_match, occurred_at
from services.web.parts import Parts
from services.web.routes import Action, Call, Content, Route


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
    return previewed(parts, call, read_json(request, kind))


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
