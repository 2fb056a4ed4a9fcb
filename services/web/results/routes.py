"""The addresses of published results: the page, and the lines that prove a version."""

from collections.abc import Iterator
from functools import partial
from hashlib import sha256

import msgspec
from flask import Response

from services.desk.proving import seals
from services.desk.results import publication_proof
from services.tournament.definition.stages import Stage
from services.web.api.proof import EXPORT, TAG
from services.web.api.queries import ETAGS
from services.web.etags import Answer
from services.web.page_routes import page_of_log
from services.web.parts import Parts
from services.web.reads import read_of_content
from services.web.results.page import ResultsParameters, results_page
from services.web.routes import API, Action, Call, Content, Header, Route
from shared.eventlog.seal import seal_json


class ProofParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which stage, the first by default, in which of its published versions, the newest by default."""

    stage: Stage | None = None
    version: int | None = None


def results_routes(parts: Parts) -> Iterator[Route]:
    """The page of published results."""
    yield page_of_log(
        parts,
        "results-page",
        "/results",
        "publications",
        results_page,
        parameters=ResultsParameters,
        also=partial(_sealed, parts),
    )


def publication_proof_routes(parts: Parts) -> Iterator[Route]:
    """What proves a published version."""
    yield Route(
        name="publication-proof",
        method="GET",
        path=f"{API}/tournaments/{{tournament}}/publication-proof",
        access=Action("publications"),
        handle=partial(_proof, parts),
        summary="The event that holds a published version, with the hash before it and the seals over it",
        description="Lines as in an export: `eventlog.before` with the hash that the event goes on from, the "
        "event, the seals made with it, `eventlog.head`. It proves that this table was published as it "
        "stands, and, with the public key, that it was sealed; not what led to it, which the whole export "
        "does. `docs/verify_publication.py` checks it.",
        tag=TAG,
        parameters=ProofParameters,
        answers={200: Content(media_type=EXPORT)},
        refusals=(404,),
        gives=(*ETAGS, Header("Content-Disposition", "A file name to save it under.")),
    )


def _sealed(parts: Parts, call: Call) -> str:
    """The seals there are: they lie beside the log, so that its head does not name all that the page says."""
    return sha256(b"".join(seal_json(seal) for seal in seals(parts.desk, call.tournament))).hexdigest()


def _proof(parts: Parts, call: Call) -> Response:
    given: ProofParameters = call.parameters
    lines = publication_proof(parts.desk, call.tournament, given.stage, given.version)
    name = f"{call.tournament}-proof.jsonl"
    return read_of_content(
        call,
        Answer(
            b"".join(lines),
            (("Content-Type", EXPORT), ("Content-Disposition", f'attachment; filename="{name}"')),
        ),
    )
