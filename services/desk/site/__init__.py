"""What a tournament's site shows everyone: the programme with what is on now and next, news, entrants.

Nothing in it depends on who asks: it is what the public may see.
"""
