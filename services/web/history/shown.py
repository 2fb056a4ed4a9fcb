"""What every page of the time machine is shown with: its frame, its view, its words; nobody keeps it."""

from collections.abc import Sequence

from flask import Response

from services.delivery.received import ReceivedMessage
from services.desk.history.case_file import CaseFile
from services.web.history.look import Looking
from services.web.history.words import Words
from services.web.rendering import page
from services.web.signing_in.guard import form_word
from services.web.signing_in.page import HEADERS
from shared.clock import from_micros
from shared.eventlog.seal import seal_json

_MESSAGES = 50
"""To one entrant, the last."""


def show(look: Looking, template: str, **shown: object) -> Response:
    """A page of the time machine, or a part of one; nobody keeps it."""
    parts, call = look.parts, look.call
    made = page(
        template,
        call.language,
        indexed=False,
        frame=look.frame,
        look=look,
        view=look.view,
        wrong=look.wrong.sentences,
        words=Words(look),
        form=form_word(parts, call.sign_in.grant_id) if call.sign_in is not None else "",
        **shown,
    )
    return Response(made.body, look.wrong.status, [*made.headers, *HEADERS.items()])


def case_shown(look: Looking, answer: CaseFile) -> dict[str, object]:
    """What a page of a case file shows: the file, its seal, and what the entrant was told by then."""
    return {"answer": answer, "seal": _seal_shown(answer), "told": _told(look, answer)}


def _told(look: Looking, answer: CaseFile) -> Sequence[ReceivedMessage]:
    """The messages to the entrant, the oldest first, for whoever may read messages, or is meant."""
    seen, number, desk = look.call.visibility, answer.entrant_no, look.parts.desk
    if seen.scope("deliveries") != "any" and (seen.role, seen.subject) != ("participant", number):
        return ()
    received = look.parts.pages.received.of(look.tournament, [f"entrant:{number}"], look.language, _MESSAGES)
    if answer.at.seq < answer.proof.head.seq:
        (following,) = desk.stored(look.tournament, [answer.at.seq + 1])
        until = from_micros(following.recorded_at)
        received = [message for message in received if message.at < until]
    return received[::-1]


def _seal_shown(answer: CaseFile) -> str:
    """The seal of a case file as it is checked; "" while there is none."""
    return "" if answer.proof.seal is None else seal_json(answer.proof.seal).decode()
