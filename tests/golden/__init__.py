"""What outsiders and old logs rely on, kept as files: they may be added to, and are never changed.

`python -m tests.golden` writes the payload of every event type that has none yet.
"""
