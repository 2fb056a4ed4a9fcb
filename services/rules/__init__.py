"""Rummikub without I/O: tiles, turns, melds, scoring, ranking, pairing, clocks, rulesets as data.

Knows no tournament, no clock and no database; everything in it is a pure function.
"""
