"""Who is still to be invited: nobody who has a chat, and nobody twice."""

from collections.abc import Callable, Collection, Iterable

from services.notices.audiences import Recipient
from services.notices.kinds import Kind


def to_invite(
    kind: Kind,
    audience: Iterable[Recipient],
    linked: Collection[str],
    had: Callable[[str], Collection[str]],
) -> tuple[Recipient, ...]:
    """Those of an audience whom an invitation of a kind is for.

    Args:
        linked: the keys of those who have a chat.
        had: gives the keys of those whom a message of a kind reached, may have reached or is on its way to.
    """
    already = had(kind.name)
    before = had(kind.follows) if kind.follows else None
    return tuple(
        recipient
        for recipient in audience
        if recipient.key not in linked
        and recipient.key not in already
        and (before is None or recipient.key in before)
    )
