"""The columns of lists that come in."""

ENTRANT_COLUMNS = ("entrant_no", "name_en", "name_zh", "family", "family_role", "email", "language", "team")
OPTIONAL_COLUMNS = ("birth_date", "session", "phone", "consent", "guardian", "guardian_email")
"""Left out or empty where `register-entrant` takes them left out; the tournament says where it needs them."""
RESULT_COLUMNS = ("session", "table", "game", "seat", "entrant_no", "game_won", "score", "tiles")
