"""What to tell whom: policies turn events into notice rows in the append's transaction.

Nothing here sends anything.
"""
