"""The proof over HTTP: verification, export, seals, and the public key that anyone checks them with."""

import threading
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256
from typing import Literal

import msgspec
from flask import Response, request

from services.desk import proving
from services.web.api.queries import ETAGS
from services.web.etags import Answer, matches_anything, matching, tag_of
from services.web.front.limits import Limits
from services.web.parts import Parts
from services.web.problems import problem_response
from services.web.reads import answered, headers_of, json_answer, not_modified, read_of_content
from services.web.routes import API, Action, Call, Content, Header, Open, Route
from shared.eventlog.seal import Seal, seal_json
from shared.eventlog.transfer import export_lines
from shared.logs import logger
from shared.problems import ProblemType

SEAL_KEY = f"{API}/seal-key"
EXPORT = "application/x-ndjson"
PEM = "application/x-pem-file"
TAG = "Proof"

VERIFYING_ALREADY = ProblemType("verifying-already", 503)

LONGEST = Limits().export_seconds
_RETRY_SECONDS = 5
_PIECE = 1 << 16
_OF_TOURNAMENT = f"{API}/tournaments/{{tournament}}"
_log = logger(__name__)


class ExportParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether sealed personal data is left out, only its digest going out."""

    public: Literal["true", "false"] = "false"


class SealsAnswer(msgspec.Struct, frozen=True):
    """The seals of a tournament, by seq."""

    rows: tuple[Seal, ...]


def proof_routes(parts: Parts) -> Iterator[Route]:
    """Verification, export, seals, seal key."""
    route = partial(Route, tag=TAG)
    verifying = threading.Lock()
    yield route(
        name="verification",
        path=f"{_OF_TOURNAMENT}/verification",
        work="costly",
        access=Action("verify"),
        handle=partial(_verification, parts, verifying),
        summary="Recompute the hash chain and check every stored seal",
        description="Says where the first touched event is. Computed anew each time; a process does one at a "
        "time (503 with Retry-After). Who does not trust this server checks an export elsewhere.",
        answers={200: Content(kind=proving.Verification)},
        refusals=(404, 503),
    )
    yield route(
        name="export",
        path=f"{_OF_TOURNAMENT}/export",
        work="export",
        access=Action("events"),
        handle=partial(_export, parts),
        summary="The whole log with its seals, one CloudEvent a line",
        description="With `public=true` without personal data; it verifies all the same, and whoever may "
        "read the events may have it. The full export holds personal data as ciphertext and needs the right "
        "`export`. The last line is of type `eventlog.head`; without it the export was cut off, as "
        f"after {LONGEST:.0f} seconds: read the events in pages, or export on the server.",
        parameters=ExportParameters,
        answers={200: Content(media_type=EXPORT)},
        refusals=(404, 409, 503),
        gives=(*ETAGS, Header("Content-Disposition", "A file name to save it under.")),
    )
    yield route(
        name="seals",
        path=f"{_OF_TOURNAMENT}/seals",
        access=Action("seals"),
        handle=lambda call: read_of_content(
            call, json_answer(SealsAnswer(tuple(proving.seals(parts.desk, call.tournament))))
        ),
        summary="The seals: signed hashes of the log as it ended then",
        answers={200: Content(kind=SealsAnswer)},
        refusals=(404, 422),
        gives=ETAGS,
    )
    yield route(
        name="seal",
        method="POST",
        path=f"{_OF_TOURNAMENT}/seals",
        work="costly",
        access=Action("seal"),
        handle=partial(_seal, parts),
        summary="Seal where the log ends now",
        description="The log is verified first. Keep the seal somewhere else: it shows a removed end. The "
        "same end has one seal, so that again changes nothing.",
        answers={201: Content(kind=Seal)},
        refusals=(404, 409, 422),
    )
    yield route(
        name="seal-key",
        path=SEAL_KEY,
        access=Open("anyone may check a seal"),
        handle=lambda call: read_of_content(
            call, Answer(proving.public_key(parts.desk).pem, (("Content-Type", PEM),))
        ),
        summary="The public key that checks the seals, in PEM",
        answers={200: Content(media_type=PEM)},
        refusals=(409,),
        gives=ETAGS,
    )


def _verification(parts: Parts, verifying: threading.Lock, call: Call) -> Response:
    if not verifying.acquire(blocking=False):
        problem = VERIFYING_ALREADY(seconds=_RETRY_SECONDS)
        return problem_response(problem, [("Retry-After", str(_RETRY_SECONDS))])
    try:
        found = proving.verify(parts.desk, call.tournament)
    finally:
        verifying.release()
    return answered(proving.verification(found, call.language))


def _seal(parts: Parts, call: Call) -> Response:
    made = proving.seal(parts.desk, call.tournament)
    _log.info("sealed", tournament=call.tournament, seq=made.statement.seq, by=call.principal.token_id)
    return Response(
        seal_json(made), 201, content_type="application/json", headers={"Cache-Control": "no-store"}
    )


def _export(parts: Parts, call: Call) -> Response:
    public = call.parameters.public == "true"
    if not public:
        parts.desk.admit(call.tournament, call.principal, "export")
    parts.desk.head(call.tournament)
    seals = sha256(
        b"".join(seal_json(seal) for seal in proving.seals(parts.desk, call.tournament))
    ).hexdigest()
    head, lines = export_lines(parts.desk.log, call.tournament, personal=not public)
    tag = tag_of(parts.release, "export", call.tournament, public, head.hash, seals)
    asked = request.headers.get("If-None-Match")
    known = matching(asked, tag)
    if known is not None or matches_anything(asked):
        return not_modified(call, known or tag)
    name = f"{call.tournament}{'-public' if public else ''}.jsonl"
    headers = {
        "Content-Type": EXPORT,
        "Content-Disposition": f'attachment; filename="{name}"',
        **headers_of(call, tag),
    }
    return parts.long_answers.send(lambda: _joined(lines), headers, longest=LONGEST)


def _joined(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces worth sending."""
    piece = bytearray()
    for line in lines:
        piece += line
        if len(piece) >= _PIECE:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)
