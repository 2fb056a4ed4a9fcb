"""What a tournament is: stages, sessions, draws, advancement and awards, as data that is read and checked.

`plan` has the whole of it, `reading` reads a file, `checking` finds what contradicts what.
"""
