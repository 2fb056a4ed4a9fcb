"""Draws that anyone can repeat: a seeded hash counter and a Fisher-Yates shuffle.

The seed comes from outside and is kept with the result.
"""

from shared.lottery.draw import Lottery

__all__ = ["Lottery"]
