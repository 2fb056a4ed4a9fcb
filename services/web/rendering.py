"""One page of HTML, or a live part of it: a template with the texts of its language."""

from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import msgspec
from flask import current_app, request
from markupsafe import Markup

from services.web.assets import asset
from services.web.etags import Answer
from services.web.forms import FORM, LONGEST_LIST, LONGEST_WRITTEN, UPLOAD
from services.web.onlookers import old_read
from services.web.texts import Texts
from shared.catalogue import languages
from shared.i18n import Language, tag
from shared.problems import not_found

HTML = "text/html; charset=utf-8"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing runs or loads that is not a file of this release; nothing is evaluated, nothing goes elsewhere."""
OF_PAGE = ("Tileledger-Page", "1")
"""The header by which the worker of a device knows a page from what a network puts in its place."""
PART_OF = "Live-Part"
"""The header by which a page knows the part that it asked for from what a network puts in its place."""
_LIVE = "live_"
_MACROS = "macros.html"


class PageParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every page with live parts takes.

    Attributes:
        part: only this part of the page, which asks for it from time to time and swaps it in.
    """

    part: str | None = None


def page(template: str, language: Language, *, indexed: bool = False, **shown: object) -> Answer:
    """An HTML page: rendered with the texts of its language; of `?part=…` only that live part.

    Args:
        indexed: whether search engines may list it; never where people's names may stand.

    Raises:
        Problem: not-found, for a part that the page does not have.
    """
    return _page(template, language, request.args.get("part"), indexed, shown)


def whole_page(template: str, language: Language, **shown: object) -> Answer:
    """An HTML page whatever part is asked for, such as one that says why there is none."""
    return _page(template, language, None, False, shown)


def _page(
    template: str, language: Language, part: str | None, indexed: bool, shown: Mapping[str, object]
) -> Answer:
    context = {
        "t": Texts(language),
        "language": language,
        "html_language": tag(language),
        "elsewhere": [_elsewhere(other) for other in languages() if other != language],
        "asset": asset,
        "at": _Addresses(language),
        "live": _live,
        "indexed": indexed,
        "old": old_read(),
        "second_shown": _second_shown,
        "most_sent": {UPLOAD: LONGEST_LIST, FORM: LONGEST_WRITTEN},
        **shown,
    }
    html = _rendered(template, part, context)
    headers = [
        ("Content-Type", HTML),
        ("Content-Language", language),
        ("Content-Security-Policy", PAGE_POLICY),
        OF_PAGE,
    ]
    if part is not None:
        headers.append((PART_OF, part))
    return Answer(html.encode(), (*headers, *(() if indexed else (("X-Robots-Tag", "noindex"),))))


def in_page(value: object) -> Markup:
    """JSON that stands in a page as data: nothing in it ends the element it is in."""
    return Markup(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


def _rendered(template: str, part: str | None, shown: Mapping[str, object]) -> str:
    environment = current_app.jinja_env
    found = environment.get_template(template)
    ui = environment.get_template(_MACROS).make_module({"t": shown["t"]})
    if part is None:
        return found.render(ui=ui, **shown)
    block = found.blocks.get(f"{_LIVE}{part}")
    if block is None:
        raise not_found("page-part", part)
    return "".join(block(found.new_context({"ui": ui, **shown})))


def _live(part: str, seconds: int = 15, **named: str) -> Markup:
    """The attributes of an element whose content is the live part of this name, asked for again and again.

    Args:
        named: what the page chose though its address does not name it, so that the part stays with it.
    """
    query = urlencode({**request.args.to_dict(), **named, "part": part})
    return Markup(
        'data-live="{}" hx-get="{}?{}" hx-trigger="every {}s" hx-swap="innerMorph" hx-target="this"'
    ).format(part, request.path, query, seconds)


def _second_shown(at: datetime, zone: str | None) -> str:
    """The second of a moment, by the clocks of a tournament where the page is of one."""
    local = at.astimezone(UTC if zone is None else ZoneInfo(zone))
    return f"{local:%H:%M:%S}" if zone is not None else f"{local:%H:%M:%S} UTC"


class _Addresses:
    """Makes addresses in templates, so that whoever reads in a language goes on in it."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __call__(self, path: str, **query: object) -> str:
        """An address with what is asked for; a value of None is left out."""
        wanted = {name: str(value) for name, value in query.items() if value is not None}
        return f"{path}?{urlencode({**wanted, 'lang': self._language})}"

    def here(self, **changed: object) -> str:
        """The page that is read, asked for otherwise; a value of None takes a word out of its address."""
        kept = {name: text for name, text in request.args.items() if name not in ("part", "lang")}
        return self(request.path, **{**kept, **changed})


def _elsewhere(language: Language) -> dict[str, object]:
    """The same page in another language: its name there, its tag, and the query that asks for it."""
    name = Texts(language).say("language-name")
    kept = {key: text for key, text in request.args.items() if key != "part"}
    return {"name": name, "tag": tag(language), "query": {**kept, "lang": language}}
