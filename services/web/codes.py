"""The codes of badges and tables: addresses that a phone opens and a scanner types."""

from urllib.parse import quote, unquote

_BEFORE = "/at/"
ARRIVALS = f"/t/{{tournament}}{_BEFORE}{{path:arrival}}"


def code_address(tournament: str, code: str) -> str:
    """The path of a code: the number of an entrant, or the id of a table."""
    return f"/t/{tournament}{_BEFORE}{quote(code)}"


def code_in(typed: str) -> str:
    """The code where such an address was scanned, else what was typed."""
    return unquote(typed.rpartition(_BEFORE)[2].partition("?")[0]) if _BEFORE in typed else typed
