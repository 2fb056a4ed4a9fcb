"""Faults on demand: what goes wrong, with which chat or method, how often or for how long."""

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec

from infra.telegram_simulator.refusals import BAD_REQUEST, FORBIDDEN, UNAUTHORIZED, Refused, too_many

Kind = Literal[
    "too_many", "blocked", "deactivated", "chat_not_found", "migrated", "unauthorized",
    "error", "drop_before", "drop_after", "delay_after",
]  # fmt: skip


class Fault(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Something that goes wrong.

    Attributes:
        fault: 429; 403 twice; 400 twice; 401; a 5xx; the connection dropped before or after the message was
            taken; the answer delayed after it was taken.
        method, chat: only for these; None for any.
        times: how many calls it hits; None for all until cleared or `seconds` have passed.
        seconds: how long it lasts. For `delay_after`, how long the answer waits.
        retry_after: what a 429 says. `to`: where a chat migrated. `status`: of an error.
        taken: whether an error comes after the message was taken.
    """

    fault: Kind
    method: str | None = "sendMessage"
    chat: int | None = None
    times: int | None = None
    seconds: float | None = None
    retry_after: int = 1
    to: int = 0
    status: int = 500
    taken: bool = False
    until: float | None = None


class Dropped(Exception):
    """The connection is to be closed without an answer."""


class Faults:
    """The faults there are now; the first that fits a call hits it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.kept: list[Fault] = []

    def add(self, fault: Fault) -> None:
        if fault.seconds is not None and fault.fault != "delay_after":
            fault.until = self._now() + fault.seconds
        self.kept.append(fault)

    def clear(self) -> None:
        self.kept.clear()

    def hit(self, method: str, chat: int | None) -> Fault | None:
        """The fault of this call, counted."""
        now = self._now()
        self.kept = [
            fault for fault in self.kept if (fault.until is None or fault.until > now) and fault.times != 0
        ]
        for fault in self.kept:
            if fault.method in (None, method) and fault.chat in (None, chat):
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None


def before(fault: Fault | None) -> None:
    """What goes wrong before the call is carried out."""
    if fault is None:
        return
    match fault.fault:
        case "too_many":
            raise too_many(fault.retry_after)
        case "blocked":
            raise Refused(FORBIDDEN, "Forbidden: bot was blocked by the user")
        case "deactivated":
            raise Refused(FORBIDDEN, "Forbidden: user is deactivated")
        case "chat_not_found":
            raise Refused(BAD_REQUEST, "Bad Request: chat not found")
        case "migrated":
            text = "Bad Request: group chat was upgraded to a supergroup chat"
            raise Refused(BAD_REQUEST, text, migrate_to_chat_id=fault.to)
        case "unauthorized":
            raise Refused(UNAUTHORIZED, "Unauthorized")
        case "drop_before":
            raise Dropped
        case "error" if not fault.taken:
            raise _error(fault)


async def after(fault: Fault | None) -> None:
    """What goes wrong once the call was carried out."""
    if fault is None:
        return
    match fault.fault:
        case "drop_after":
            raise Dropped
        case "delay_after":
            await asyncio.sleep(fault.seconds or 0)
        case "error" if fault.taken:
            raise _error(fault)


def _error(fault: Fault) -> Refused:
    return Refused(fault.status, "Internal Server Error")
