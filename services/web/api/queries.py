"""One address for each query of the desk: `GET /api/v1/tournaments/{tournament}/<query>`."""

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any

import msgspec
from flask import Response

from services.desk.params import PageParams, Params
from services.desk.queries import QUERIES, QueryType
from services.web.api.openapi import described
from services.web.etags import Answer
from services.web.parameters import SliceParameters
from services.web.parts import Parts
from services.web.reads import json_answer, next_link, read_of_content, read_of_log
from services.web.routes import API, Action, Call, Content, Header, Route

ETAGS = (
    Header(
        "ETag", "Names the state shown; send it back in If-None-Match to get a 304 while nothing changed."
    ),
    Header("Age", "How many seconds old it may be, where it was read from a standby that is behind."),
)
LINK = Header(
    "Link", 'The next page as rel="next", while there is one. Pages of one walk show one moment (as_of).'
)
# Where the answer's own description does not say it.
SUMMARIES: Mapping[str, str] = {
    "standings": "The standings of a stage, in exact figures",
    "cross-table": "Who met whom in a stage, round by round, and what it brought",
    "families": "The family units, and their places once both members are ranked in the final",
    "sessions": "The sessions, their phase, their tables and who sits where",
    "entrants": "The participants, with presence and seat in each stage",
    "entrant": "One participant; contacts only for themselves and the organizer",
    "sheets": "Score sheets with games, totals, signatures and what keeps them open; of a session, or one",
    "whoami": "Who the sender of a token is in this tournament: role, number, name",
    "tables": "The sessions and tables that have a score sheet the sender may open",
    "officials": "The referees: who is appointed, and as what",
    "weather": "Weather proposals, and what became of each",
    "questions": "What participants wrote to the organizer, and what waits for an answer",
    "duplicates": "Who may be registered twice: the same name and birth date, or the same contact",
    "audience": "Who is meant by an audience, such as `everyone` or `session:2026-03-28/1`",
    "docket": "The dispute docket: cases, statements and rulings",
    "publications": "The published versions of a stage; with `version`, that one with its table",
    "awards": "The awards, and who has them",
    "posts": "Ready texts about publications, suspensions and new dates, for a public channel or page",
    "timeline": "What happened, event by event, in plain words; all of it, or about one thing or of one kind",
    "marks": "What stands out in the log: sessions, rulings, corrections, suspensions, the cut, awards, …",
    "curves": "How the places and figures of up to twelve entrants and family units went, event by event",
    "case-file": "The evidence on a place: facts, events with hashes, rulings, publications, proof",
    "history": "What changed of an entrant, family unit, sheet, session or case, and by which event",
    "moments": "When every event was recorded, and of which type it is, in few bytes",
    "notices": "What participants are to be told, in the order it fell due",
}
_ELSEWHERE = frozenset({"events", "tournament"})
_APPEND_ONLY = frozenset({"timeline", "notices"})
"""Their pages are cut by seq, which never shifts, so a reader may go on into what is new."""
_COSTLY = frozenset({"explain", "diff", "posts", "marks", "moments", "curves", "history", "case-file"})
"""They fold the log up to moments that nobody else may ask for, or read it from end to end."""


def query_routes(parts: Parts) -> Iterator[Route]:
    """A route for each query; events have their own form (`services.web.api.events`)."""
    for query in QUERIES.values():
        if query.name in _ELSEWHERE:
            continue
        parameters, sliced = parameters_of(query)
        paged = sliced or issubclass(query.params, PageParams)
        yield Route(
            name=query.name,
            path=f"{API}/tournaments/{{tournament}}/{query.name}",
            access=Action(query.name),
            work="costly" if query.name in _COSTLY else None,
            handle=partial(_answer, parts, query, sliced),
            summary=SUMMARIES.get(query.name) or described(query.answer.__doc__).partition(". ")[0],
            tag="Reading a tournament",
            parameters=parameters,
            of_log=query.of_log,
            answers={200: Content(kind=query.answer)},
            refusals=(404, *query.refusals, *((503,) if not query.of_log else ())),
            gives=(*ETAGS, *((LINK,) if paged else ())),
        )


@cache
def parameters_of(query: QueryType) -> tuple[type[msgspec.Struct], bool]:
    """What the address takes, and whether its rows are cut into pages here rather than by the desk."""
    rows = any(field.name == "rows" for field in msgspec.structs.fields(query.answer))
    if not rows or issubclass(query.params, PageParams):
        return query.params, False
    both = [*msgspec.structs.fields(query.params), *msgspec.structs.fields(SliceParameters)]
    made = msgspec.defstruct(
        f"{query.params.__name__.removesuffix('Params')}Page",
        [
            (field.name, field.type) if field.required else (field.name, field.type, field.default)
            for field in both
        ],
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    return made, True


def _answer(parts: Parts, query: QueryType, sliced: bool, call: Call) -> Response:
    make = partial(_make, parts, query, sliced, call)
    if not query.of_log:
        return read_of_content(call, make())
    return read_of_log(parts, call, query.name, make)


def _make(parts: Parts, query: QueryType, sliced: bool, call: Call) -> Answer:
    parameters = call.parameters
    params: Params = parameters
    if sliced:
        params = query.params(**{name: getattr(parameters, name) for name in query.params.__struct_fields__})
    answer = parts.desk.ask(
        call.tournament, query.name, params, call.visibility, as_of=call.as_of, language=call.language
    )
    following = getattr(answer, "next", None)
    if sliced:
        end = len(answer.rows) if parameters.limit is None else parameters.after + parameters.limit
        following = str(end) if end < len(answer.rows) else None
        answer = msgspec.structs.replace(answer, rows=answer.rows[parameters.after : end])
    return json_answer(answer, *next_page(call, query, following, answer))


def next_page(
    call: Call, query: QueryType, following: str | None, answer: Any
) -> tuple[tuple[str, str], ...]:
    """The Link header to the page after this one, at the same moment where rows could shift between pages."""
    if following is None:
        return ()
    shifts = query.of_log and query.name not in _APPEND_ONLY
    moment = {"as_of": str(answer.seq)} if shifts else {}
    return (next_link(f"{API}/tournaments/{call.tournament}/{query.name}", after=following, **moment),)
