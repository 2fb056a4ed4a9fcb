"""Asking the desk on behalf of whoever is at the terminal."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from shared.catalogue import FIRST

if TYPE_CHECKING:
    from services.desk.moments import AsOf
    from services.wiring import Wiring


def asked(
    wiring: "Wiring",
    tournament: str,
    query: str,
    given: Mapping[str, Any],
    as_of: "AsOf | None" = None,
    language: str = FIRST,
) -> Any:
    """What the desk answers to a query of `QUERIES` with these parameters, now or as of a moment.

    Raises:
        Problem: what `Desk.ask` refuses.
    """
    from services.desk.queries import QUERIES

    params = msgspec.convert(given, QUERIES[query].params)
    return wiring.desk.ask(tournament, query, params, wiring.operator, as_of=as_of, language=language)
