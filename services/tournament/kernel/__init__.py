"""The kernel: events, commands and drafts, and where each room registers what it does with them.

It knows no tournament: what a state holds is told by `services.tournament.state` and the rooms.
"""
