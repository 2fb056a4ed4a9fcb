"""Who may do what: tokens, roles and the one table of rights.

Anything not in the table is refused.
"""
