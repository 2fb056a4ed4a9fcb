"""The pasts whose tables are looked at."""

from tests.pasts import past_of

__all__ = ["past_of"]
