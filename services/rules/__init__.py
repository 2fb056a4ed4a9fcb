"""Rummikub without I/O: tiles, scoring, ranking keys, rulesets as data.

Knows no tournament, no clock and no database; everything in it is a pure function.
"""
