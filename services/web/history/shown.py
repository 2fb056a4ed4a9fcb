"""What every page of the time machine is shown with: its frame, its view, its words; nobody keeps it."""

from flask import Response

from services.desk.history.case_file import CaseFile
from services.web.history.look import Looking
from services.web.history.words import Words
from services.web.rendering import page
from services.web.signing_in.guard import form_word
from services.web.signing_in.page import HEADERS
from shared.eventlog.seal import seal_json


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


def seal_shown(answer: CaseFile) -> str:
    """The seal of a case file as it is checked; "" while there is none."""
    return "" if answer.proof.seal is None else seal_json(answer.proof.seal).decode()
