"""The page that shows a session, a table, an entrant, a case, a stage or a message."""

_RECORDS = {
    "session": "sessions/{id}/console",
    "table": "tables/{id}",
    "entrant": "entrants/{id}",
    "case": "docket/{id}",
    "stage": "stages/{id}/closing",
    # A message has a page of its own only once it was handed on.
    "notice": "deliveries",
}
"""The page that shows a subject, by its kind."""


def record_of(tournament: str, key: str) -> str:
    """The page that shows a subject."""
    kind, _, id = key.partition(":")
    return f"/t/{tournament}/{_RECORDS[kind].format(id=id)}"
