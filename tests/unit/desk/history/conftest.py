"""The pasts that are looked back on."""

from tests.pasts import ORGANIZER, SMALL, Past, PastOf, past, past_of

__all__ = ["ORGANIZER", "SMALL", "Past", "PastOf", "past", "past_of"]
