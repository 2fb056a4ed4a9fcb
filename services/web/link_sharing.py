"""A link that is handed over: its whole address, to be copied, a picture of it to hold a phone to; codes."""

from urllib.parse import quote, unquote

import msgspec
import segno
from flask import request
from markupsafe import Markup

from services.web.parts import Parts


class HandedOver(msgspec.Struct, frozen=True):
    """A link to hand over; `ui.handed_over` shows it.

    Attributes:
        path: where it leads from this site.
        address: where it leads from anywhere.
    """

    path: str
    address: str

    @property
    def picture(self) -> Markup:
        """The address as a code that a phone reads."""
        code = segno.make(self.address, error="m", micro=False)
        return Markup(code.svg_inline(border=2, omitsize=True))


def handed_over(parts: Parts, path: str) -> HandedOver:
    """The link to a path of this site, as it is reached from outside."""
    site = parts.pages.site or request.root_url.rstrip("/")
    return HandedOver(path, f"{site}{path}")


_BEFORE = "/at/"
ARRIVALS = f"/t/{{tournament}}{_BEFORE}{{path:arrival}}"


def code_address(tournament: str, code: str) -> str:
    """The path of a code: the number of an entrant, or the id of a table."""
    return f"/t/{tournament}{_BEFORE}{quote(code)}"


def code_in(tournament: str, typed: str) -> str:
    """The code where such an address of this tournament was scanned, else what was typed."""
    _, of_this, code = typed.rpartition(f"/t/{tournament}{_BEFORE}")
    return unquote(code.partition("?")[0]) if of_this else typed
