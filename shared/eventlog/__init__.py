"""The append-only log: append, read, verify, export and restore, on SQLite and PostgreSQL.

One gapless sequence and one hash chain per ledger.
"""
