"""What whoever is signed in has just done, for the page that they are led to.

It is in the address of that page, signed for their sign-in and for minutes: no address that somebody typed
or was sent says that something was done.
"""

from datetime import timedelta
from typing import Any

from flask import request
from itsdangerous import BadData
from markupsafe import Markup, escape

from services.desk.params import NoParams
from services.desk.programme import TournamentAnswer
from services.desk.site.programme import moved_sessions
from services.tournament.definition.places_called import table_called
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import signer
from services.web.signing_in.page import sign_in_of
from services.web.subject_pages import record_of
from shared.catalogue import say
from shared.catalogue.titles import title_of
from shared.clock import to_micros

_HOLDS = timedelta(minutes=5) // timedelta.resolution
_SALT = "just done"
_MINUTE = 60


def done_word(parts: Parts, call: Call, *what: str) -> str:
    """What was done, in a word for the address: `done` in its query."""
    word: Any = _signer(parts, call).dumps([to_micros(parts.clock.now()), *what])
    return word if isinstance(word, str) else word.decode()


def just_done(parts: Parts, call: Call) -> list[str]:
    """What the address says was done, where this is so; nothing otherwise."""
    word = request.args.get("done", "")
    if not word or call.sign_in is None:
        return []
    try:
        at, *what = _signer(parts, call).loads(word)
    except (BadData, ValueError, TypeError):
        return []
    return what if 0 <= to_micros(parts.clock.now()) - at < _HOLDS else []


def done_said(parts: Parts, call: Call) -> Markup | str:
    """That a task was done just now, in words, with a link to what it recorded; "" where none was."""
    task, outcome, recorded = (*just_done(parts, call), "", "", "")[:3]
    title = title_of(task, call.language)
    if title is None or outcome not in ("done", "no_change"):
        return ""
    say_outcome = say(f"page-task-{outcome.replace('_', '-')}", call.language)
    word = escape(f"{title}{say('page-colon', call.language)}{say_outcome}")
    key, _, called = recorded.partition(" ")
    if ":" not in key:
        return word
    if key.startswith("table:"):
        defined: TournamentAnswer = parts.desk.ask(
            call.tournament, "tournament", NoParams(), call.visibility, language=call.language
        )
        moved = moved_sessions(parts.desk, call.tournament)
        table = table_called(key.removeprefix("table:"), defined.definition, moved.get)
        called = table.in_language(call.language)
        called = called[:1].upper() + called[1:]
    address = f"{record_of(call.tournament, key)}?lang={call.language}"
    space = say("page-space", call.language)
    return word + space + Markup('<a class="tall" href="{}">{}</a>').format(address, called)


def follows_from_done(parts: Parts, call: Call) -> str:
    """What a page that says so follows from beside the log: whose sign-in it is, and then the minute."""
    if call.sign_in is None:
        return ""
    if "done" not in request.args:
        return call.sign_in.grant_id
    return f"{call.sign_in.grant_id} {int(parts.clock.now().timestamp()) // _MINUTE}"


def _signer(parts: Parts, call: Call) -> Any:
    return signer(parts, f"{_SALT} {sign_in_of(call).grant_id}")
