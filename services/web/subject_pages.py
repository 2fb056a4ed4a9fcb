"""The page that shows a session, a table, an entrant, a case or a stage."""

_RECORDS = {
    "session": "sessions/{id}/console",
    "table": "tables/{id}",
    "entrant": "entrants/{id}",
    "case": "docket/{id}",
    "stage": "stages/{id}/closing",
}
"""The page that shows a subject, by its kind."""


def record_of(tournament: str, key: str) -> str:
    """The page that shows a subject."""
    kind, _, id = key.partition(":")
    return f"/t/{tournament}/{_RECORDS[kind].format(id=id)}"
