"""Idempotent ticks that look at state and clock.

Empty for now; nothing is due by itself yet.
"""
