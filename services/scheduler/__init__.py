"""Idempotent ticks that look at state and clock: due reminders, the weather watch, whatever a worker adds.

What is due is computed, never kept: a restart, a late wake-up or two schedulers change nothing.
"""
