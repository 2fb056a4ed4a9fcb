"""The events themselves, as CloudEvents: the feed for programs that follow a tournament."""

from collections.abc import Iterator
from functools import partial

from flask import Response

from services.desk.params import PageParams
from services.web.api.queries import ETAGS, LINK
from services.web.etags import Answer
from services.web.parts import Parts
from services.web.reads import next_link, read_of_log
from services.web.routes import API, Action, Call, Content, Route
from shared.eventlog.cloudevents import Line, event_line
from shared.problems import ProblemType, quoted

BATCH = "application/cloudevents-batch+json"

AFTER_UNCLEAR = ProblemType("after-unclear", 400)


def event_routes(parts: Parts) -> Iterator[Route]:
    """The feed."""
    yield Route(
        name="events",
        method="GET",
        path=f"{API}/tournaments/{{tournament}}/events",
        access=Action("events"),
        handle=partial(_feed, parts),
        summary="Read the events as CloudEvents",
        description="A page of the log in the order of its seq, without gaps. Go on after the last seq you "
        "have; an empty page means that you have them all. Personal data is not in it, only its digest, so "
        "that the hash chain can be checked all the same.",
        tag="Reading a tournament",
        parameters=PageParams,
        of_log=True,
        answers={200: Content(media_type=BATCH, kind=tuple[Line, ...])},
        refusals=(404, 409),
        gives=(*ETAGS, LINK),
    )


def seq_after(text: str, field: str) -> int:
    """The seq to go on after; raises after-unclear, naming the field it stood in."""
    if not (text.isascii() and text.isdigit() and len(text) < 18):
        raise AFTER_UNCLEAR(after=quoted(text)).at(field=field)
    return int(text)


def _feed(parts: Parts, call: Call) -> Response:
    return read_of_log(parts, call, "events", partial(_page, parts, call))


def _page(parts: Parts, call: Call) -> Answer:
    log, tournament, parameters = parts.desk.log, call.tournament, call.parameters
    after = seq_after(parameters.after or "0", "after")
    until = parts.desk.head(tournament).seq
    if call.as_of is not None:
        until = parts.desk.moment(tournament, call.as_of)
    page = log.read(tournament, after, parameters.limit, until)
    body = b"[" + b",".join(event_line(event, None, personal=False) for event in page) + b"]"
    headers = [("Content-Type", BATCH)]
    if page and page[-1].seq < until:
        path = f"{API}/tournaments/{tournament}/events"
        headers.append(next_link(path, after=str(page[-1].seq)))
    return Answer(body, tuple(headers))
