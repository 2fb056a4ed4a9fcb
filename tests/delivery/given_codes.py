"""A personal link, the browser that asks for a code on it, and the code that arrives."""

import re

from services.delivery.codes import AskedBy, Codes
from services.delivery.personal_links import PersonalLink
from shared.problems import Problem
from tests.delivery.given import ID, Office

ONE, TWO = "entrant:0001", "entrant:0002"
PURPOSE = "withdraw cancel preliminary"
PHONE = AskedBy("phone", "192.0.2.1")


def opened(office: Office, *recipients: str) -> PersonalLink:
    office.site = "https://play.example"
    pages = office.pages()
    (link,) = pages.make(ID, recipients or (ONE,), together=True)
    return pages.links.read(link.link.rpartition("/")[2])


def arrived(office: Office) -> str:
    """The code in the last message."""
    office.drain()
    last = (office.telegram.sent or office.email.sent)[-1]
    (code,) = re.findall(r"\b[0-9]{6}\b", last.message.text)
    return str(code)


def refused(
    codes: Codes,
    link: PersonalLink,
    code: str,
    purpose: str = PURPOSE,
    recipient: str = ONE,
    by: AskedBy = PHONE,
) -> bool:
    try:
        codes.spend(link, recipient, purpose, code, by)
    except Problem as problem:
        # Whatever is wrong with six digits, nothing else is said.
        return (problem.code, dict(problem.params)) in (
            ("code-wrong", {}),
            ("code-unfinished", {"digits": 6}),
        )
    return False
