"""The one decoder of events: from stored bytes of any version ever written to the present class.

Each event type has one present version with a msgspec class. An older version is brought forward by pure
steps, each from one version to the next, on plain dictionaries. Stored bytes are never rewritten, and hashes
are checked on them, before any of this.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from shared.eventlog.records import Recorded
from shared.problems import ProblemType

E = TypeVar("E")

Step = Callable[[dict[str, Any]], dict[str, Any]]
Decode = Callable[[bytes], E]

EVENT_UNKNOWN = ProblemType("event-unknown", 503, retry_after=60)
EVENT_UNREADABLE = ProblemType("event-unreadable", 503, retry_after=60)

_to_dict = msgspec.json.Decoder(dict[str, Any]).decode


class Catalogue(Generic[E]):
    """Every event type, its present class, and the steps that bring older versions forward.

    Attributes:
        decoders: from bytes to event by (type, version), as far as made already; `decode` makes the others.
    """

    def __init__(self) -> None:
        self._present: dict[str, tuple[int, type[E]]] = {}
        self._steps: dict[tuple[str, int], Step] = {}
        self.decoders: dict[tuple[str, int], Decode[E]] = {}

    def register(self, type_: str, version: int, cls: type[E]) -> None:
        """Name the present version of an event type and its class; raises ValueError when done twice."""
        if type_ in self._present:
            raise ValueError(f"{type_} is registered twice")
        self._present[type_] = (version, cls)
        self.decoders[type_, version] = msgspec.json.Decoder(cls).decode

    def upcast(self, type_: str, version: int, step: Step) -> None:
        """Bring `version` of `type_` to the version after it; raises ValueError when done twice."""
        if (type_, version) in self._steps:
            raise ValueError(f"{type_} version {version} has two steps")
        self._steps[type_, version] = step

    def decode(self, recorded: Recorded) -> E:
        """The event in its present class.

        Raises:
            Problem: event-unknown or event-unreadable, naming the seq.
        """
        return self.decode_fields(recorded.seq, recorded.type, recorded.version, recorded.data)

    def decode_fields(self, seq: int, type_: str, version: int, data: bytes) -> E:
        """`decode` for those who hold the fields and no `Recorded`."""
        try:
            decoder = self.decoders.get((type_, version)) or self._build(type_, version)
        except LookupError:
            raise EVENT_UNKNOWN(type=type_, version=version, seq=seq) from None
        try:
            return decoder(data)
        except msgspec.MsgspecError as error:
            raise EVENT_UNREADABLE(type=type_, version=version, seq=seq, detail=error) from error

    def _build(self, type_: str, version: int) -> Decode[E]:
        present, cls = self._present[type_]
        if not 0 < version < present:
            raise LookupError(version)
        steps = [self._steps[type_, v] for v in range(version, present)]

        def decode(data: bytes) -> E:
            value = _to_dict(data)
            for step in steps:
                value = step(value)
            return msgspec.convert(value, cls)

        return self.decoders.setdefault((type_, version), decode)
