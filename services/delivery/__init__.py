"""Getting notices to people: whom addresses stand for, a delivery for each, and attempts under one lease.

Channels only try and say what is known; what follows from that is the one table in `settling.py`.
"""
