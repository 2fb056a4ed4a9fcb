"""Faults of the secret, the keys and what they open, on an installation as operators have it."""
