"""The codes of badges and tables: addresses that a phone opens and a scanner types."""

from urllib.parse import quote, unquote

_BEFORE = "/at/"
ARRIVALS = f"/t/{{tournament}}{_BEFORE}{{path:arrival}}"


def code_address(tournament: str, code: str) -> str:
    """The path of a code: the number of an entrant, or the id of a table."""
    return f"/t/{tournament}{_BEFORE}{quote(code)}"


def code_in(tournament: str, typed: str) -> str:
    """The code where such an address of this tournament was scanned, else what was typed."""
    _, of_this, code = typed.rpartition(f"/t/{tournament}{_BEFORE}")
    return unquote(code.partition("?")[0]) if of_this else typed
