"""What is held on one person, over HTTP: for themselves, or for the organizer to hand to them."""

from collections.abc import Iterator
from functools import partial

from flask import Response

from services.access.rights import forbidden_of_others
from services.desk.data_export import SubjectData, subject_data
from services.web.parts import Parts
from services.web.reads import answered
from services.web.routes import API, Action, Call, Content, Route
from shared.logs import logger

_log = logger(__name__)


def subject_routes(parts: Parts) -> Iterator[Route]:
    """The data of one entrant."""
    yield Route(
        name="subject-data",
        path=f"{API}/tournaments/{{tournament}}/entrants/{{entrant}}/data",
        work="costly",
        access=Action("subject-data"),
        handle=partial(_data, parts),
        summary="Everything held on an entrant, in clear",
        description="Details with their history, the events that name them in plain sentences, their games, "
        "cases, rulings, notices and tokens. After forgetting there are ids and figures only.",
        tag="Reading a tournament",
        answers={200: Content(kind=SubjectData)},
        refusals=(404,),
    )


def _data(parts: Parts, call: Call) -> Response:
    entrant = call.path["entrant"]
    if not call.visibility.reaches("subject-data", entrant):
        raise forbidden_of_others(call.principal.role, "subject-data")
    found = subject_data(parts.desk, call.tournament, entrant, call.language, call.visibility)
    _log.info(
        "subject_data", tournament=call.tournament, entrant=found.numbers[0], by=call.principal.token_id
    )
    # No ETag and no cache: what it says is personal, and follows from more than the log.
    return answered(found)
