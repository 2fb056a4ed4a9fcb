"""Whether what was read back is still what would happen: a mark of it, made again before it is confirmed."""

from hashlib import sha256

import msgspec


def mark_of(goes_out: object) -> str:
    """A mark of what would go out, were it confirmed now; of values that can be written as JSON."""
    return sha256(msgspec.json.encode(goes_out, order="sorted")).hexdigest()[:24]
