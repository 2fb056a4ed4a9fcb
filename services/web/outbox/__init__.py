"""What was sent to whom and what became of it, for the organizer: notices, one by one, and whom to ring up.

Also what waits for a word after a long silence, and an announcement with whom it would reach.
"""
