"""When those of a table read what its referee tells them: at once, or after the session they play in."""

from services.notices.audiences import recipients
from services.notices.look import Look
from services.notices.phones_off import seated_at
from shared.catalogue import Listed


def read_later(look: Look) -> Listed | None:
    """Who sits at a table in play, and so reads it after that."""
    return _readers(look, seated=True)


def read_at_once(look: Look) -> Listed | None:
    """Who sits at none, as they are out of the competition or play in no session now."""
    return _readers(look, seated=False)


def _readers(look: Look, *, seated: bool) -> Listed | None:
    """Of those of the table; of a correction those to whom the notice says it was written."""
    table = (reader.number for reader in recipients(look.state, f"sheet:{look.parameter('sheet')}"))
    written = table if look.parameter("ruling") else filter(None, look.parameter("read_by").split(", "))
    found = [number for number in written if (seated_at(look.state, number) is not None) == seated]
    return Listed(found) if found else None
