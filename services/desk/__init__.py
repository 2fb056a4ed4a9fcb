"""The tournament desk, the one door: submit a command, ask a query, now or as of any moment.

Holds the cached state and joins log, vault, listing and notices in one transaction.
"""
