"""The page of an entrant: the way through the tournament, as far as its reader may see it."""
