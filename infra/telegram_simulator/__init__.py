"""A Bot API server on this machine: phones to chat with, limits, faults on demand, and a transcript.

Started as `python -m infra.telegram_simulator`; the program under test knows it only by its address.
"""
