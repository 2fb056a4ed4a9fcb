"""The page of a table: its score sheet as on paper for whom it concerns, its results for everyone.

`paper.py` lays a sheet out; personal pages show their own by the same part.
"""
