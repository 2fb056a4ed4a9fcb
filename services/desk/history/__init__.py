"""The past of a tournament at a glance: marks, curves, and what changed of a thing, by which event.

What is asked for often is kept of each log and grows with it; everything else is folded when it is asked for.
"""
