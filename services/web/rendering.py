"""One page of HTML: a template with the texts of its language, forbidden to run or load anything foreign."""

from flask import render_template, request

from services.web.etags import Answer
from services.web.texts import Texts
from shared.i18n import Language

HTML = "text/html; charset=utf-8"
PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
STYLE = "/style.css"


def page(template: str, language: Language, **shown: object) -> Answer:
    """An HTML page: rendered with the texts of its language, forbidden to run or load anything foreign."""
    said = Texts(language)
    other: Language = "en" if language == "zh" else "zh"
    tags = {"en": "en", "zh": "zh-Hant-HK"}
    html = render_template(
        template,
        t=said,
        language=language,
        html_language=tags[language],
        other_language=tags[other],
        elsewhere={**request.args.to_dict(), "lang": other},
        style=STYLE,
        **shown,
    )
    return Answer(
        html.encode(),
        (
            ("Content-Type", HTML),
            ("Content-Language", language),
            ("Content-Security-Policy", PAGE_POLICY),
        ),
    )
