"""Exports as an earlier version wrote them, with what it read from them."""
