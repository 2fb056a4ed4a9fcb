"""The docket as a working page: cases and calls, one case with its evidence, and a ruling in plain forms.

What it says and decides is the room `services.officials`, which the bot works with as well.
"""
