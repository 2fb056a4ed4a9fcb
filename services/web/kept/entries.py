"""What a device sends that kept it: a form with the id of its command and the time at which it was typed.

It goes to the address of its form, and is carried out without being read back: whoever typed it had no
network to be shown what it leads to. What it comes to is answered in words, as JSON.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from flask import Response, request

from services.desk.answers import COMMAND_ID_REUSED, Answer
from services.officials.tables import refusal_said
from services.tournament.kernel.facts import Command
from services.web.docket.page_reader import PageReader
from services.web.kept.elsewhere import open_elsewhere
from services.web.kept.owner import kept_for
from services.web.parameters import idempotency_key, occurred_at
from services.web.parts import Parts
from services.web.reads import JSON
from services.web.routes import Call
from services.web.signing_in.guard import form_word
from services.web.signing_in.page import sign_in_of
from shared.catalogue import languages
from shared.i18n import Language
from shared.problems import Problem

KEPT_TASKS = ("submit-sheet", "record-game-result")
"""The tasks that a device sends later: those that may lead to a conflict, and overwrite nothing."""
_MOST_ASKED = 20


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of an entry.

    Attributes:
        refused: nothing was changed, and `said` is why.
        who: the number of whom the check-in desk was told, where it is known.
        undo: the number by which the check-in desk takes it back.
        choices: who can be meant, by number, with the name.
        words: `said` in each language: what is refused waits on the device, where the language is switched.
    """

    said: str
    refused: bool = False
    who: str = ""
    undo: str = ""
    choices: Sequence[tuple[str, str]] = ()
    words: Mapping[str, str] = {}


def is_entry() -> bool:
    """Whether the form was kept on a device, and comes from its script."""
    return idempotency_key(request) is not None


def is_kept_ahead() -> bool:
    """Whether a page is asked for by the worker of a device, which opens it later, without a network."""
    return request.headers.get("Purpose") == "prefetch"


def carried_out(parts: Parts, call: Call, command: Command, at: datetime | None = None) -> Answer | None:
    """Carry out what was kept, once; None where it was carried out before as the page sends it.

    Args:
        at: when it happened, where that is said; else when it was typed.

    Raises:
        Problem: as the command would.
    """
    try:
        return parts.desk.submit(
            call.tournament,
            command,
            call.principal,
            command_id=idempotency_key(request),
            occurred_at=at or occurred_at(request),
        )
    except Problem as problem:
        if problem.kind is COMMAND_ID_REUSED:
            return None
        raise


def outcome(said: str, **more: Any) -> Response:
    """The answer to an entry; that it is refused is no error of the page that sent it."""
    return Response(msgspec.json.encode(Outcome(said, **more)), content_type=JSON)


def refused(reader: PageReader, problem: Problem, **more: Any) -> Response:
    """A refusal in words; raises what is for the script to understand."""
    if problem.no_answer_helps:
        raise problem
    return refused_in(
        reader.language, lambda language: refusal_said(reader.in_language(language), problem), **more
    )


def refused_in(language: Language, said: Callable[[Language], str], **more: Any) -> Response:
    """A refusal in the words of each language."""
    words = {each: said(each) for each in languages()}
    return outcome(words[language], refused=True, words=words, **more)


def entries_page(parts: Parts, call: Call) -> Response:
    """What the script of a page asks before it sends anything: whose it is, a word for forms, the hour.

    Of the ids asked about it says which commands were carried out: a press may have arrived whose answer
    did not.
    """
    ids = request.args.get("ids", "").split()[:_MOST_ASKED]
    known = kept_for(parts, call)
    body = {
        "owner": known.owner if known else "",
        "form": form_word(parts, sign_in_of(call).grant_id),
        "now": parts.clock.now(),
        "elsewhere": open_elsewhere(parts, call, request.args.get("sheet", "")),
        "done": [id for id in ids if parts.desk.log.command(call.tournament, id[:200]) is not None],
    }
    return Response(msgspec.json.encode(body), content_type=JSON)
