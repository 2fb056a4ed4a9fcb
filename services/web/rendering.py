"""One page of HTML: a template with the texts of its language, forbidden to run or load anything foreign."""

from flask import render_template, request

from services.web.etags import Answer
from services.web.texts import Texts
from shared.catalogue import languages
from shared.i18n import Language, tag

HTML = "text/html; charset=utf-8"
PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
STYLE = "/style.css"


def page(template: str, language: Language, *, policy: str = PAGE_POLICY, **shown: object) -> Answer:
    """An HTML page: rendered with the texts of its language, forbidden to run or load anything foreign.

    Args:
        policy: what it may load instead, as a Content-Security-Policy.
    """
    texts = Texts(language)
    html = render_template(
        template,
        t=texts,
        language=language,
        html_language=tag(language),
        elsewhere=[_elsewhere(other) for other in languages() if other != language],
        style=STYLE,
        **shown,
    )
    return Answer(
        html.encode(),
        (
            ("Content-Type", HTML),
            ("Content-Language", language),
            ("Content-Security-Policy", policy),
        ),
    )


def _elsewhere(language: Language) -> dict[str, object]:
    """The same page in another language: its name there, its tag, and the query that asks for it."""
    name = Texts(language).say("language-name")
    return {"name": name, "tag": tag(language), "query": {**request.args.to_dict(), "lang": language}}
