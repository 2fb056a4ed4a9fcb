"""By which ways people would be reached by what this installation sends."""

from collections.abc import Collection

from services.delivery.channel_choice import EMAIL, Ways, ways_to
from services.web.parts import Parts


def ways_of(parts: Parts, tournament: str, recipients: Collection[str], with_email: Collection[str]) -> Ways:
    """By what these are reached; an address is no way where no e-mail is sent."""
    links = parts.links.of_recipients(tournament, recipients)
    usable = {key: [link for link in of if link.channel in parts.channels] for key, of in links.items()}
    return ways_to(recipients, usable, with_email if EMAIL in parts.channels else ())
