"""A command on its way through the desk: what stays the same however often it is decided."""

from collections.abc import Callable

import msgspec

from services.tournament.kernel.facts import Command

Random = Callable[[int], bytes]


class Submission(msgspec.Struct, frozen=True):
    """A command on its way, with what stays the same however often it is decided.

    Attributes:
        named: the sender chose its id, so it may have come before, and may come again.
    """

    tournament_id: str
    command: Command
    actor: str
    command_id: str
    fingerprint: bytes
    named: bool


class Subjects:
    """Vault subjects for a decision; decided again, it gets the same ones, so that no key is orphaned."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._made: list[str] = []
        self.given: list[str] = []

    def again(self) -> Callable[[str], str]:
        self.given = []
        return self._give

    def _give(self, kind: str) -> str:
        place = len(self.given)
        if place == len(self._made):
            self._made.append(self._random(10).hex())
        subject = f"{kind}-{self._made[place]}"
        self.given.append(subject)
        return subject
