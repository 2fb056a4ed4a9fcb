"""Pages of whoever is signed in to all tournaments, and the faults of a tournament file on a page."""

from collections.abc import Sequence

from flask import Response
from markupsafe import Markup

from services.tournament.definition.faults import Fault
from services.web.parts import Parts
from services.web.rendering import whole_page
from services.web.routes import Call
from services.web.signing_in.guard import form_word
from services.web.signing_in.page import HEADERS, sign_in_of
from shared.catalogue import say
from shared.i18n import Language


def site_page(parts: Parts, call: Call, template: str, *, status: int = 200, **shown: object) -> Response:
    """A page of no tournament for who is signed in; `form` is what its forms bring."""
    word = form_word(parts, sign_in_of(call).grant_id)
    made = whole_page(template, call.language, form=word, **shown)
    return Response(made.body, status, [*made.headers, *HEADERS.items()])


def faults_shown(
    faults: Sequence[Fault], text: str, language: Language
) -> list[tuple[str, Markup, str, str]]:
    """Of each fault its line, the field, what is wrong, and what stands in that line."""
    lines = text.split("\n")
    return [
        (
            say("page-list-line", language, line=fault.line) if fault.line else "",
            Markup("<code>{}</code>").format(fault.field) if fault.field else Markup(),
            fault.text_zh if language == "zh" else fault.text,
            lines[fault.line - 1].strip() if fault.line and fault.line <= len(lines) else "",
        )
        for fault in faults
    ]
