"""Where the pages of the time machine are, and the number of the event that one shows."""

import re

from tests.api.conftest import ID, SESSION

HISTORY = f"/t/{ID}/history"
TABLE = f"{SESSION}/1"
CASE = "D-0001"


def seq_of(page: str) -> int:
    """The last event of the moment that a page shows."""
    return int(re.findall(r'class="seen[^"]*" data-seq="([0-9]+)"', page)[0])
