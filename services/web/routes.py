"""A route: where it is, who may use it, what it takes and gives; and how a request gets there.

The list of routes is the one source for the addresses, the rights asked for and the OpenAPI document, so
that none of the three can say something else. Each names an action in the table of rights, or says why
anyone may use it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, Literal

import msgspec
from flask import Flask, Response, request
from werkzeug.routing import Map, Rule

from services.access.grant_rows import Grant
from services.access.principal import Principal
from services.access.rights import is_public
from services.access.visibility import ANYONE, Visibility
from services.limits import BODY
from services.web.auth import ANONYMOUS, admit, principal_of
from services.web.bodies import refuse_encoded
from services.web.languages import spoken
from services.web.onlookers import age_shown, read_for_onlooker
from services.web.parameters import NoParameters, Reader, refuse_conditions
from services.web.parts import Parts
from services.web.signing_in.cookies import counts_at, signed_in
from shared.i18n import Language
from shared.plain_text import narrow
from shared.problems import ProblemType
from shared.strict_json import first_twice
from shared.working import working_at_most

API = "/api/v1"
SIGNED_OUT = ProblemType("signed-out", 401)
FOUNDING_LINK_NEEDED = ProblemType("founding-link-needed", 401)
Method = Literal["GET", "POST", "DELETE"]
Work = Literal["instant", "read", "write", "form", "costly", "rules", "stream", "export"]
"""What answering takes: nothing to speak of, a read, a change, a form of a personal page, much computing,
computing about rules alone, a thread for as long as the reader listens, or that and much computing."""


class Action(msgspec.Struct, frozen=True):
    """The route does this action of the table of rights (`services.access.rights`)."""

    name: str


class Open(msgspec.Struct, frozen=True):
    """Anyone may use the route, and this is why."""

    why: str


class Call(msgspec.Struct, frozen=True):
    """One request on its way: who asks, in which language, for what.

    Attributes:
        visibility: what is open to them in the tournament of the address.
        parameters: the query string as the route's parameters; `as_of` apart.
        path: what the address names: `tournament`, `token`, ….
        sign_in: of the browser that asks for a page; None without one, and where a token counts.
    """

    principal: Principal
    visibility: Visibility
    language: Language
    parameters: Any
    as_of: str | None
    path: Mapping[str, str]
    sign_in: Grant | None = None

    @property
    def tournament(self) -> str:
        return self.path["tournament"]

    @property
    def anonymous(self) -> bool:
        return self.principal is ANONYMOUS and self.visibility == ANYONE


class Content(msgspec.Struct, frozen=True):
    """What a body or answer is: media type, the struct of its JSON if it has one, an example."""

    media_type: str = "application/json"
    kind: Any = None
    example: Any = None


class Header(msgspec.Struct, frozen=True):
    """A header of the request or answer, for the document."""

    name: str
    meaning: str
    example: str = ""


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """One address with one method.

    Attributes:
        name: unique; the operation's id in the OpenAPI document and the label in metrics.
        path: parameters in braces.
        access: an action of the table of rights, or why it is open.
        longest_body: bytes.
        answers: what comes back, by status; errors apart.
        refusals: statuses of problems beside those that every route of its kind can answer.
        tag: the chapter of the document; "" for pages, which are not in it.
        work: what answering takes; by default a read for GET and a change for the others.
        any_query: the query string is not read here, so that anything may stand in it.
    """

    name: str
    path: str
    access: Action | Open
    handle: Callable[[Call], Response]
    method: Method = "GET"
    summary: str = ""
    description: str = ""
    tag: str = ""
    parameters: type[msgspec.Struct] = NoParameters
    of_log: bool = False
    bodies: tuple[Content, ...] = ()
    longest_body: int = BODY
    answers: Mapping[int, Content] = {}
    refusals: tuple[HTTPStatus | int, ...] = ()
    takes: tuple[Header, ...] = ()
    gives: tuple[Header, ...] = ()
    work: Work | None = None
    any_query: bool = False

    @property
    def is_page(self) -> bool:
        """Whether people open it in a browser: it is in no document, and its address names no file."""
        return not self.tag and "." not in self.path.rpartition("/")[2]

    @property
    def takes_sign_in(self) -> bool:
        """Whether who is signed in counts here, beside who sends a token."""
        return counts_at(self.path)

    def work_for(self, query: str) -> Work:
        """What answering takes with this query string: a read as of a past moment folds the log."""
        if self.work is not None:
            return self.work
        if self.method != "GET":
            return "write"
        return "costly" if self.of_log and "as_of=" in query else "read"


class Incoming(Rule):
    """A rule that requests are matched with and no address is made from.

    Werkzeug compiles two functions for each rule to make addresses with. Pages and answers name theirs
    themselves, and for two hundred rules this was most of what the start of the web took.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        return _no_address


def _no_address(rule: Rule, **values: object) -> tuple[str, str]:
    raise LookupError(f"no address is made from {rule.rule}")


def mount(app: Flask, parts: Parts, routes: Iterable[Route]) -> None:
    """Make the routes answer.

    Raises:
        ValueError: two of them have one name, so that one would never be asked.
    """
    mounted = tuple(routes)
    twice = first_twice(route.name for route in mounted)
    if twice is not None:
        raise ValueError(f"two routes are called {twice}")
    app.url_map = _addresses(tuple((route.path, route.method, route.name) for route in mounted))
    app.view_functions.update({route.name: _view(parts, route) for route in mounted})


@cache
def _addresses(routes: tuple[tuple[str, Method, str], ...]) -> Map:
    """What requests are matched with: two hundred rules, understood once in a process."""
    rules = (
        Incoming(path.replace("{", "<").replace("}", ">"), methods=[method], endpoint=name)
        for path, method, name in routes
    )
    return Map(rules, merge_slashes=False)


@cache
def _reader(kind: type[msgspec.Struct], *, of_log: bool, lets_be: bool) -> Reader:
    return Reader(kind, of_log=of_log, lets_be=lets_be)


def _view(parts: Parts, route: Route) -> Callable[..., Response]:
    reader = _reader(route.parameters, of_log=route.of_log, lets_be=route.is_page)
    in_path, asked = "{entrant}" in route.path, "entrant" in route.parameters.__struct_fields__
    action = route.access.name if isinstance(route.access, Action) else None
    desk, handle, takes_sign_in = parts.desk, route.handle, route.takes_sign_in
    taken, any_query = {header.name for header in route.takes}, route.any_query

    for_onlookers = (
        route.method == "GET"
        and action is not None
        and is_public(action)
        and route.work not in ("stream", "export")
    )

    def view(**path: str) -> Response:
        request.max_content_length = route.longest_body + 1
        if route.bodies:
            refuse_encoded(request)
        if route.method != "GET":
            refuse_conditions(request, taken)
        path = {name: narrow(text) for name, text in path.items()}
        tournament = path.get("tournament")
        principal, sign_in = ANONYMOUS, None
        if action is not None:
            principal, sign_in = _asker(parts, tournament, takes_sign_in=takes_sign_in)
            if takes_sign_in and principal is ANONYMOUS and not is_public(action):
                raise (SIGNED_OUT if tournament is not None else FOUNDING_LINK_NEEDED)()

        def answer() -> Response:
            return answered(principal, sign_in, tournament, path)

        if for_onlookers and principal is ANONYMOUS:
            return read_for_onlooker(parts.database, answer)
        return answer()

    def answered(
        principal: Principal, sign_in: Grant | None, tournament: str | None, path: Mapping[str, str]
    ) -> Response:
        named, seen = dict(path), ANYONE
        if action is not None:
            seen = admit(desk, principal, action, tournament)
        parameters, as_of = (None, None) if any_query else reader.read(request)
        if in_path and tournament is not None:
            named["entrant"] = desk.number_known(tournament, named["entrant"])
        if asked and tournament is not None and parameters is not None and parameters.entrant is not None:
            number = desk.number_known(tournament, parameters.entrant)
            parameters = msgspec.structs.replace(parameters, entrant=number)
        call = Call(principal, seen, spoken(request), parameters, as_of, named, sign_in)
        if route.method != "GET" and route.work in (None, "form"):
            return handle(call)  # what changes something is not given up half way
        with working_at_most():
            response = handle(call)
        if (age := age_shown()) is not None:
            response.headers["Age"] = str(age)
        return response

    return view


def _asker(parts: Parts, tournament: str | None, *, takes_sign_in: bool) -> tuple[Principal, Grant | None]:
    """Whose request it is: that of a token, else on a page of whoever is signed in there."""
    principal = principal_of(parts.desk.grants, request)
    if principal is not ANONYMOUS or not takes_sign_in:
        return principal, None
    found = signed_in(parts.desk.grants, request, tournament, secure=parts.pages.are_secure)
    return (ANONYMOUS, None) if found is None else (found.principal, found)
