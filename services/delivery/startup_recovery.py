"""What a new owner does before anything is sent: is this the right database, and what piled up?"""

from collections.abc import Sequence

import msgspec

from services.delivery.attempts import Attempts
from services.delivery.copy_detection import Lineage
from services.delivery.correspondents import Correspondents
from services.delivery.fanning_out import FanOut
from services.delivery.holding import Held, Holding
from services.delivery.lease import Lease
from services.delivery.muting import A_COPY, Muting
from shared.clock import Clock
from shared.logs import logger

log = logger(__name__)


class Found(msgspec.Struct, frozen=True):
    """What organizers are to be told.

    Attributes:
        muted: why nothing is sent from now on; "" for nothing new.
        held: what waits for their word, as long as that has not been said before.
    """

    muted: str = ""
    held: Sequence[Held] = ()


class StartupRecovery:
    """Looks through what is there. For one thread.

    Args:
        lineage: None where there is nothing outside the database to hold against it.
    """

    def __init__(
        self,
        lease: Lease,
        lineage: Lineage | None,
        attempts: Attempts,
        fan_out: FanOut,
        muting: Muting,
        holding: Holding,
        correspondents: Correspondents,
        clock: Clock,
    ) -> None:
        self._lease = lease
        self._lineage = lineage
        self._attempts = attempts
        self._fan_out = fan_out
        self._muting = muting
        self._holding = holding
        self._correspondents = correspondents
        self._clock = clock

    def look(self) -> Found:
        """Mute what may be a copy, settle what another owner left, and hold what piled up.

        Cut off anywhere, the next owner does it again.

        Raises:
            LeaseLost
        """
        muted = ""
        if self._lineage is not None:
            if not self._lineage.unbroken(self._lease) and self._correspondents.tournaments():
                muted = A_COPY
                self._muting.mute(muted)
                log.warning("delivery_muted", why="lineage broken")
            self._lineage.move_on(self._lease)
        self._attempts.recover()
        ended = self._holding.silence()
        if ended is None:
            return Found(muted)
        while self._fan_out.take_in(self._lease):
            pass
        self._holding.hold(self._lease, ended, self._correspondents.recorded_at, self._clock.now())
        held = self._holding.held()
        if held:
            log.warning("deliveries_held", notices=sum(other.notices for other in held))
        return Found(muted, held)
