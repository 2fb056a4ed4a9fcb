"""Limits of what the program takes and does for one request or command; readers have theirs in shared.limits.

Figures are generous for a tournament of several thousand entrants, and small beside what a machine can bear.
"""

from shared.limits import Limit

BODY = Limit("body", 1 << 20, "bytes", "the body of a request", refused="body-too-large")
"""A session of 1,200 entrants takes a third of it."""
RULES_BODY = Limit(
    "rules-body", 16 << 10, "bytes", "a game, turn, rack or position to be judged", refused="body-too-large"
)
"""A whole table with every tile of the game takes one and a half thousand."""
RULESET_BODY = Limit(
    "ruleset-body", 32 << 10, "bytes", "house rules to be checked, without a token", refused="body-too-large"
)
"""Those that ship take six thousand."""
RULESET_BODY_TOKEN = Limit(
    "ruleset-body-token",
    256 << 10,
    "bytes",
    "house rules to be checked, with a token",
    refused="body-too-large",
)
TOML_FILE = Limit(
    "toml-file",
    1 << 20,
    "bytes",
    "a tournament file or house rules on the command line",
    refused="input-too-large",
)

MOST_CHANGES = Limit(
    "what-if-changes", 50, "facts", "left out, replaced or put in by one what-if", refused="beyond-limit"
)

MOST_CURVES = Limit("curves", 12, "entrants and family units", "curves in one answer", refused="beyond-limit")

PARTICIPANT_COMMANDS = Limit(
    "participant-commands",
    60,
    "an hour",
    "commands of a participant that change anything",
    refused="written-enough",
)
PARTICIPANT_PREFERENCES = Limit(
    "participant-preferences",
    20,
    "a day",
    "changes of language, consent and family units, and disputes raised or withdrawn, by a participant",
    refused="written-enough",
)

EXPORT_LINE = Limit(
    "export-line", 16 << 20, "bytes", "a line of an export or of links to restore", refused="input-too-large"
)
CSV_FILE = Limit("csv-file", 20_000_000, "bytes", "a CSV file to import", refused="input-too-large")
CSV_ROWS = Limit("csv-rows", 20_000, "rows", "a CSV file to import", refused="beyond-limit")
LIST_ROWS = Limit("list-rows", 2_000, "lines", "a list of people on a page", refused="beyond-limit")
CSV_COLUMNS = Limit("csv-columns", 100, "cells", "a line of a CSV file", refused="beyond-limit")

PARTICIPANT_NOTHING = Limit(
    "participant-nothing",
    300,
    "an hour",
    "commands of a participant that change nothing and are kept under their Idempotency-Key, in one process",
    refused="written-enough",
)
