"""A believable tournament, played through the desk with the same commands as real use.

Seeded: the same seed gives the same head hash.
"""
