"""Tasks: what a person does with the tournament, as questions whose answers come to a command.

Described here once for every surface; no surface asks, orders or checks by itself.
"""
