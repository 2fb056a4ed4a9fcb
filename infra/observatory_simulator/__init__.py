"""A weather service on this machine that answers as the Observatory does, with a weather set by hand.

Started as `python -m infra.observatory_simulator`; the program under test knows it only by its address.
"""
