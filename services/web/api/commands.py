"""One address for each command: `POST /api/v1/tournaments/{tournament}/commands/<command-name>`."""

from collections.abc import Iterator
from functools import partial

import msgspec
from flask import Response, request

from services.desk.answers import Answer, EventView
from services.desk.imports import with_rows
from services.desk.submission import head_tag
from services.rules.game import Note
from services.tournament.catalogue import commands
from services.tournament.definition.amending import AmendTournament
from services.tournament.definition.founding import DefineTournament
from services.tournament.kernel.facts import Command
from services.web.api.examples import EXAMPLES
from services.web.api.openapi import described
from services.web.bodies import read_json
from services.web.measures import Outcome, command_counted
from services.web.parameters import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    OCCURRED_AT,
    idempotency_key,
    if_match,
    occurred_at,
)
from services.web.parts import Parts
from services.web.reads import answered
from services.web.routes import API, Action, Call, Content, Header, Route
from shared.logs import logger
from shared.problems import Problem

PATH = f"{API}/tournaments/{{tournament}}/commands"
REPLAYED = "Idempotency-Replayed"
OCCURRED = Header(
    OCCURRED_AT,
    "When it happened, if that was earlier: RFC 3339 with its zone. Now, if left out. A command sent "
    "again under its Idempotency-Key says the same time again.",
    "2026-03-28T13:05:00+08:00",
)
MATCHED = Header(
    IF_MATCH,
    "Where you expect the tournament's log to end: the `seq` of what you saw, in quotes, or with its hash as "
    "in Tournament-Head; several with commas between, or `*` for a tournament that exists. Looked at in the "
    "transaction that writes; where the log ends elsewhere, nothing is done (412 precondition-failed). A "
    "command known under its Idempotency-Key is answered again all the same.",
    '"812"',
)
HEAD = Header(
    "Tournament-Head", "Where the log ends after this: seq and hash, as an entity tag for If-Match."
)
TAKES = (
    Header(
        IDEMPOTENCY_KEY,
        "Your own id for this command, 1 to 200 printable ASCII characters. The same command under the same "
        "id is carried out once; sent again, it gets the first answer again. The same id with another body, "
        "Occurred-At or sender is refused (409 command-id-reused). Kept with the events, for good, also when "
        "nothing needed to be done: sent again late, it undoes nothing. What was refused is not kept.",
        "sheet-2026-03-28/1/7-game-2",
    ),
    OCCURRED,
    MATCHED,
)
GIVES = (
    Header(REPLAYED, "`true` when the command had been carried out before under this Idempotency-Key."),
    HEAD,
)

# These take a tournament file, not a ruleset from outside (`services.web.api.tournaments`, `.amending`).
_ELSEWHERE = (DefineTournament, AmendTournament)

_log = logger(__name__)


class CommandAnswer(msgspec.Struct, frozen=True):
    """What a command led to; where `first_seq` is after `last_seq`, nothing needed to be done.

    A participant is not shown events that are about other entrants alone.

    Attributes:
        first_seq, last_seq: of its events in the tournament's log.
        remarks: what someone should look at; they refuse nothing.
    """

    tournament: str
    command_id: str
    first_seq: int
    last_seq: int
    events: tuple[EventView, ...]
    remarks: tuple[Note, ...]


def command_routes(parts: Parts) -> Iterator[Route]:
    """A route for each command a tournament knows, once it is founded."""
    for name, kind in sent_commands():
        sentence, _, rest = described(kind.__doc__).partition(". ")
        summary, _, paragraphs = sentence.partition("\n\n")
        yield Route(
            name=name,
            method="POST",
            path=f"{PATH}/{name}",
            access=Action(name),
            handle=partial(_carry_out, parts, name, kind),
            summary=summary.rstrip("."),
            description=". ".join(part for part in (paragraphs, rest) if part),
            tag="Commands",
            bodies=(Content(kind=kind, example=EXAMPLES.get(name)),),
            answers={201: Content(kind=CommandAnswer), 200: Content(kind=CommandAnswer)},
            refusals=(404, 409, 412, 422, 429),
            takes=TAKES,
            gives=GIVES,
        )


def sent_commands() -> Iterator[tuple[str, type[Command]]]:
    """The commands that are sent to a tournament, by name."""
    return ((name, kind) for name, kind in commands().items() if kind not in _ELSEWHERE)


def _carry_out(parts: Parts, name: str, kind: type[Command], call: Call) -> Response:
    return submitted(parts, call, call.tournament, name, with_rows(read_json(request, kind)))


def submitted(parts: Parts, call: Call, tournament: str, name: str, command: Command) -> Response:
    """Hand a command to the desk and answer with what it led to.

    201 when something happened, 200 when nothing needed to be done or it had been done before.
    """
    try:
        answer = parts.desk.submit(
            tournament,
            command,
            call.principal,
            command_id=idempotency_key(request),
            occurred_at=occurred_at(request),
            expected=if_match(request),
        )
    except Problem:
        command_counted(name, "refused")
        raise
    except Exception:
        command_counted(name, "failed")
        raise
    outcome: Outcome = "replayed" if answer.repeated else "done" if answer.events else "nothing"
    command_counted(name, outcome)
    _log.info("command", tournament=tournament, command=name, outcome=outcome, seq=answer.last_seq)
    response = answered(_shown(answer), 201 if outcome == "done" else 200)
    if answer.events:
        response.headers[HEAD.name] = head_tag(answer.last_seq, answer.events[-1].hash)
    if answer.repeated:
        response.headers[REPLAYED] = "true"
    return response


def _shown(answer: Answer) -> CommandAnswer:
    return CommandAnswer(
        answer.tournament,
        answer.command_id,
        answer.first_seq,
        answer.last_seq,
        answer.events,
        answer.remarks,
    )
