"""Histories of concurrent clients, and whether they fit one append-only log for each tournament.

`operations.py` says what is recorded, `one_log.py` checks it, `search.py` checks it once more by search.
"""
