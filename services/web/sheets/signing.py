"""Signing a sheet on the screen: the participant types the own number, sees what it binds, and draws.

The screen is handed over, so that nothing but the sheet stands there. Without a script one signs by the press
alone: the form sends what was drawn only where a script lets people draw.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from secrets import token_hex

import msgspec
from flask import Response, request
from msgspec import structs

from services.access.rights import forbidden_at_others, require
from services.access.sign_ins import SIGN_IN_RIGHT
from services.desk.signing import figures_shown, keep_stroke
from services.desk.strokes import HEIGHT, LONGEST, STROKE_WRONG, WIDTH, check_drawn
from services.officials.tables import problem_said
from services.tasks.offered import Offer
from services.tasks.refusals import refusal
from services.tournament.play.signatures import NOT_ON_SHEET, SignSheet
from services.web.docket.page_reader import PageReader
from services.web.forms import LONGEST_WRITTEN, read_fields
from services.web.kept.entries import is_entry, outcome, refused
from services.web.page_routes import form_route, page_of_log, page_of_now
from services.web.parameters import idempotency_key, occurred_at
from services.web.parts import Parts
from services.web.routes import Action, Call, Route
from services.web.sheets.page import TASK, Look, TableParameters, just_signed, table_page
from services.web.sheets.paper import Paper
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_said, done_word, follows_from_done
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from shared.catalogue import languages, say
from shared.i18n import Language
from shared.problems import Problem

_FIELDS = ("form", "draft", "shown", "entrant", "drawn")
NUMBER = "{number}"
"""Stands for what is typed, in what the script of the page says of it."""
_ID_BYTES = 12


def sign_answered(parts: Parts, call: Call) -> Response:
    """Take a signature under the figures that were shown, with what was drawn; raises Problem: forbidden."""
    sent = read_fields(_FIELDS)
    check_form(parts, request, sign_in_of(call).grant_id, sent.get("form", ""))
    typed, drawn, sheet = sent.get("entrant", ""), sent.get("drawn"), call.path["sheet"]
    entrant = parts.desk.number_known(call.tournament, typed)
    try:
        if drawn is not None:
            check_drawn(drawn)
        answer = parts.desk.submit(
            call.tournament,
            SignSheet(sheet=sheet, entrant=entrant, medium="device", digest=_shown(sent).get(entrant, "-")),
            call.principal,
            command_id=idempotency_key(request) or f"page-{sent.get('draft', '')[:40]}",
            occurred_at=occurred_at(request),
        )
    except Problem as problem:
        if is_entry():
            return refused(PageReader(parts, call), problem)
        if problem.no_answer_helps:
            raise
        return sign_page(parts, call, problem, typed, drawn or "")
    if drawn is not None:
        keep_stroke(parts.desk, answer, entrant, drawn)
    if is_entry():
        return outcome(say("page-task-done", call.language))
    word = done_word(parts, call, TASK, "done", entrant)
    look = Look(parts, call)
    path = _path(call) if look.may_be_signed else _path(call).removesuffix("/sign")
    return to_page(path, call.language, done=word)


def sign_page(
    parts: Parts, call: Call, wrong: Problem | None = None, typed: str = "", drawn: str = ""
) -> Response:
    """The sheet, with the field to sign in; what was typed and drawn is in it where it was refused."""
    require(call.principal.role, TASK)
    # Before the sheet is read: figures that come in between are bound by nobody.
    shown = figures_shown(parts.desk, call.tournament, call.path["sheet"])
    look = Look(parts, call)
    paper = look.paper()
    if paper is None:
        # There is one, else its figures were not found: it is another referee's.
        raise forbidden_at_others(call.principal.role, TASK, call.principal.subject, look.referee)
    reader = PageReader(parts, call)
    signed = just_signed(parts, call, paper)
    at_drawing = wrong is not None and wrong.kind is STROKE_WRONG
    return staff_page(
        parts,
        call,
        "sheets/sign.html",
        status=200 if wrong is None else 422,
        path=_path(call),
        sheet=call.path["sheet"],
        table=look.table.number,
        called={language: _called(look.table.number, language) for language in languages()},
        paper=paper if signed is None else structs.replace(paper, mine=(signed.number,)),
        signed=signed,
        back=_path(call).removesuffix("/sign"),
        open=look.may_be_signed,
        may_settle=look.may_settle,
        done=done_said(parts, call),
        draft=token_hex(_ID_BYTES),
        shown=msgspec.json.encode(shown).decode(),
        refused=_refused(parts, call, reader, paper),
        stranger=problem_said(reader, NOT_ON_SHEET(entrant=NUMBER, sheet=call.path["sheet"])),
        typed=typed,
        wrong="" if wrong is None else problem_said(reader, wrong),
        wrong_at="drawn" if at_drawing else "entrant",
        drawn="" if at_drawing else drawn,
        not_drawn=problem_said(reader, STROKE_WRONG()),
        width=WIDTH,
        height=HEIGHT,
        longest=LONGEST,
    )


def _called(table: int, language: Language) -> str:
    """What an entry is called on a device."""
    words = say("page-sheet-table", language, table=table), say("page-sheet-signature", language)
    return say("page-colon", language).join(words)


def _refused(parts: Parts, call: Call, reader: PageReader, paper: Paper) -> dict[str, str]:
    """Why each at the table cannot sign now, by number; "" for who can."""

    def why(number: str) -> str:
        offer = Offer(TASK, {"sheet": paper.id, "entrant": number, "medium": "device"})
        problem = refusal(parts.desk, call.tournament, call.principal, offer)
        return "" if problem is None else problem_said(reader, problem)

    return {player.number: why(player.number) for player in paper.players}


def _shown(sent: Mapping[str, str]) -> dict[str, str]:
    """What was shown, by whose figures it is; a form that was tampered with binds nothing."""
    try:
        return msgspec.json.decode(sent.get("shown", ""), type=dict[str, str])
    except msgspec.MsgspecError:
        return {}


def _path(call: Call) -> str:
    return f"/t/{call.tournament}/tables/{call.path['sheet']}/sign"


def sheet_routes(parts: Parts) -> Iterator[Route]:
    """The page of a table; what of it is for officials and those at the table, the desk decides."""
    # The id of a session may have strokes of its own.
    path = "/tables/{path:sheet}"
    yield page_of_log(
        parts,
        "table-page",
        path,
        "sessions",
        table_page,
        parameters=TableParameters,
        also=partial(follows_from_done, parts),
    )
    signing, action = f"/t/{{tournament}}{path}/sign", Action(SIGN_IN_RIGHT)
    yield page_of_now(parts, "table-sign-page", signing, action, sign_page)
    yield form_route(parts, "table-sign", signing, action, sign_answered, longest=LONGEST_WRITTEN)
