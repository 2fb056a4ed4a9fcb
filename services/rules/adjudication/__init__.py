"""Judging one turn, tile by tile: legal, illegal, or a point on which the rule document is silent.

Pure: table and rack before, table after, and a ruleset; out comes a verdict with its reasons.
"""
