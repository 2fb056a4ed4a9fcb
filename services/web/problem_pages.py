"""A problem as a page, where a browser met it; programs get problem+json (`services.web.problems`)."""

from flask import Request

from services.web.etags import Answer
from services.web.forms import FORM
from services.web.rendering import whole_page
from shared.catalogue import languages
from shared.i18n import Language, tag
from shared.problems import Problem


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page, or sent a form; what lies under /api answers programs only."""
    return (
        (request.method in ("GET", "HEAD") or request.mimetype == FORM)
        and not request.path.startswith("/api/v")
        and "text/html" in request.headers.get("Accept", "")
    )


def problem_page(problem: Problem, status: int, title: str, language: Language) -> Answer:
    """The page: the sentence in the language asked for, and below in the others."""
    return whole_page(
        "refused.html",
        language,
        title=title,
        code=problem.code,
        status=status,
        sentence=problem.text(language),
        in_others=[(tag(other), problem.text(other)) for other in languages() if other != language],
    )
