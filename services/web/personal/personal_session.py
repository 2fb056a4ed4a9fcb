"""A page that is open: its link, whom it stands for, its language; and the key of its forms."""

import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from flask import Response, request

from services.delivery.codes import AskedBy
from services.delivery.personal_links import PersonalLink
from services.desk.desk import Desk
from services.desk.params import NoParams, Params
from services.desk.programme import TournamentAnswer
from services.personal.names import told_apart
from services.personal.person import Person, Persons
from services.personal.texts import bot_text
from services.tournament.definition.plan import Competition
from services.web.front.askers import counted_as
from services.web.parts import Parts
from services.web.rendering import page
from services.web.routes import Call
from shared.catalogue import say
from shared.i18n import Language, moment_shown
from shared.language_choice import language
from shared.problems import Problem, ProblemType

HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}
"""What a personal page says beside the headers of every answer: nobody keeps it, nobody lists it."""
COOKIE = "personal-page"
"""Which browser it is, of its own making for each link: what a code is bound to, and counted by."""
_BROWSER_BYTES = 16
_REMEMBERED = timedelta(days=90)

FORM_FROM_ELSEWHERE = ProblemType("form-from-elsewhere", 403)


class Opened(msgspec.Struct, frozen=True):
    """A page that is open; a `services.personal.reader.Reader`.

    Attributes:
        text_of_link: the link's own text, as its address bears it.
        form: the word that only this page's forms have.
        asked_by: the browser, by the id in its cookie, and the address it comes from.
        answers: of the desk, for as long as one request takes: the same is asked again and again.
    """

    desk: Desk
    link: PersonalLink
    text_of_link: str
    persons: tuple[Person, ...]
    language: Language
    form: str
    asked_by: AskedBy
    site: str = ""
    answers: dict[tuple[str, str, Params], Any] = {}

    @property
    def tournament(self) -> str:
        return self.link.tournament_id

    @property
    def everyone(self) -> tuple[Person, ...]:
        """Those who gave their place back are among the persons of a page."""
        return self.persons

    @property
    def path(self) -> str:
        return f"/me/{self.text_of_link}"

    @property
    def home(self) -> str:
        """Where the page is, in its language."""
        return f"{self.path}?lang={self.language}"

    @property
    def plan(self) -> Competition:
        answer: TournamentAnswer = self.ask(self.persons[0], "tournament")
        return answer.definition

    def now(self) -> datetime:
        return self.desk.clock.now()

    def text(self, name: str, /, **fields: object) -> str:
        return bot_text(name, self.language, **fields)

    def page_text(self, key: str, /, **fields: object) -> str:
        """One of the page's own texts."""
        return say(f"page-{key.replace('_', '-')}", self.language, **fields)

    def ask(self, person: Person, query: str, params: Params | None = None) -> Any:
        key = (person.recipient, query, params or NoParams())
        if key not in self.answers:
            self.answers[key] = self.desk.ask(
                self.tournament, query, key[2], person.principal, language=self.language
            )
        return self.answers[key]

    def moment(self, at: datetime | None) -> str | None:
        """A moment as it is said where the tournament is; None for none."""
        return None if at is None else moment_shown(at, ZoneInfo(self.plan.zone), self.language)

    def person(self, number: str) -> Person:
        """One of those the page stands for.

        Raises:
            Problem: form-from-elsewhere, for anyone else: the page has no button for them.
        """
        for person in self.persons:
            if person.number == number:
                return person
        raise FORM_FROM_ELSEWHERE()


def opened(parts: Parts, call: Call) -> Opened:
    """The page that a link opens.

    Raises:
        Problem: personal-link-invalid.
    """
    text = call.path["link"]
    link = parts.pages.links.read(text)
    who = Persons(parts.desk, "page", left=True)
    found = (who.person(link.tournament_id, recipient) for recipient in link.recipients)
    persons = tuple(person for person in found if person is not None)
    chosen = language(request.args.get("lang", "")[:20])
    registered = next((person.language for person in persons if person.language is not None), None)
    spoken = chosen or registered or call.language
    named = told_apart(_in_language(person, who, spoken) for person in persons)
    browser = _browser(parts, link) or token_urlsafe(_BROWSER_BYTES)
    asked_by = AskedBy(browser, counted_as(request.remote_addr or ""))
    return Opened(
        parts.desk, link, text, named, spoken, _mac(parts, link, "form"), asked_by, parts.pages.site
    )


def still_opens(parts: Parts, page: Opened) -> bool:
    """Whether the link opens its page still: it may have been replaced meanwhile."""
    try:
        parts.pages.links.read(page.text_of_link)
    except Problem as problem:
        return problem.is_of_the_machine
    return True


def check_form(parts: Parts, page: Opened, given: str) -> None:
    """Refuse what was not sent from this page.

    The browser sends the cookie along only from pages of this site, and only the page has the other word.

    Raises:
        Problem: form-from-elsewhere.
    """
    meant = hmac.compare_digest(given.encode("utf-8", "replace"), page.form.encode())
    if not meant or not _browser(parts, page.link):
        raise FORM_FROM_ELSEWHERE()


def answer(
    parts: Parts,
    opened_page: Opened,
    template: str,
    *,
    status: int = 200,
    switch: bool = False,
    **shown: object,
) -> Response:
    """A page of this link.

    Args:
        switch: whether the same page can be had in another language.
    """
    made = page(
        template,
        opened_page.language,
        indexed=False,
        opened=opened_page,
        title=opened_page.plan.title.in_language(opened_page.language),
        switch=switch,
        **shown,
    )
    response = Response(made.body, status, {**dict(made.headers), **HEADERS})
    response.set_cookie(
        COOKIE,
        f"{opened_page.asked_by.browser}.{_mac(parts, opened_page.link, opened_page.asked_by.browser)}",
        max_age=_REMEMBERED,
        path=opened_page.path,
        secure=request.is_secure or parts.pages.are_secure,
        httponly=True,
        # So that it is there, too, when the link is opened from webmail; what changes anything is a POST.
        samesite="Lax",
    )
    return response


def result_page(
    parts: Parts, page: Opened, heading: str, lines: Sequence[str], *, status: int = 200
) -> Response:
    """A page that says what came of something, and leads back."""
    return answer(
        parts,
        page,
        "personal_outcome.html",
        status=status,
        heading=heading,
        lines=lines,
        back=still_opens(parts, page),
    )


def _in_language(person: Person, who: Persons, spoken: Language) -> Person:
    return msgspec.structs.replace(person, name=who.name(person.tournament_id, person.recipient, spoken))


def _browser(parts: Parts, link: PersonalLink) -> str:
    """The id in the cookie that the page of this link gave the browser; "" where it has none of it."""
    browser, _, mac = request.cookies.get(COOKIE, "").partition(".")
    known = hmac.compare_digest(mac.encode("utf-8", "replace"), _mac(parts, link, browser).encode())
    return browser if known else ""


def _mac(parts: Parts, link: PersonalLink, what: str) -> str:
    key = parts.desk.key_for("personal page forms")
    return hmac.digest(key, what.encode("utf-8", "replace") + link.link_hash, "sha256").hex()
