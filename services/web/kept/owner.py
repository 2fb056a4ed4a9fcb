"""Whose it is what a page keeps on a device, and the key under which it lies there.

Both follow from the office and whoever holds it: they are the same after signing in again, and whoever signs
in next on the same device neither finds nor reads what was kept for another.
"""

import hmac

import msgspec

from services.access.kinds import SIGN_IN
from services.web.parts import Parts
from services.web.routes import Call


class Kept(msgspec.Struct, frozen=True):
    """What the script of a page is told.

    Attributes:
        owner: who is signed in, in a word that says nothing of them.
        key: under which entries are sealed on the device, 32 bytes in hexadecimal digits.
        home: below which the pages of the tournament are.
        seconds: how long a page opens without a network: no sign-in lasts longer unused.
    """

    owner: str
    key: str
    home: str
    seconds: int


def kept_for(parts: Parts, call: Call) -> Kept | None:
    """What pages keep for who is signed in; None for anyone else."""
    sign_in = call.sign_in
    if sign_in is None or SIGN_IN.idle is None:
        return None

    def word(of: str) -> str:
        about = f"{of} {call.tournament} {sign_in.scope} {sign_in.whose}"
        return hmac.digest(parts.desk.key_for("entries on devices"), about.encode(), "sha256").hex()

    return Kept(word("owner"), word("key"), f"/t/{call.tournament}/", int(SIGN_IN.idle.total_seconds()))
