"""Rounds: who sits where, and against whom."""

from collections.abc import Iterable

from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.tournament.rounds import RoundDrawn
from services.tournament.state import State


@policy(RoundDrawn)
def _drawn(state: State, event: RoundDrawn, seq: int) -> Iterable[Notice]:
    # One notice for all, however many play: each reads her own table in it.
    yield note(seq, "round-drawn", f"round:{event.round}", round=str(event.round))
