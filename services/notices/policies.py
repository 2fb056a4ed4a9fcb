"""Which events lead to which notices. Nothing here sends anything.

Policies run when a command's events are appended, in the same transaction, and never on replay.
"""

from collections.abc import Sequence

from msgspec import structs

from services.notices import (
    about_awards,
    about_corrections,
    about_parents,
    about_people,
    about_plan,
    about_play,
    about_results,
    about_rulings,
    about_suspension,
    about_weather,
)
from services.notices.notice import Notice
from services.notices.officials_concerned import without
from services.notices.registry import POLICIES
from services.tournament.docket.rulings import RulingMade
from services.tournament.kernel.facts import Event
from services.tournament.state import State

__all__ = ["AREAS", "POLICIES", "notices_due"]

AREAS = (
    about_awards,
    about_corrections,
    about_people,
    about_parents,
    about_plan,
    about_play,
    about_results,
    about_rulings,
    about_suspension,
    about_weather,
)
"""Imported so that their policies are registered."""


def notices_due(state: State, events: Sequence[tuple[int, Event]], actor: str = "") -> list[Notice]:
    """The notices that these events, with their seqs, lead to; `state` is the one after them.

    Args:
        events: all of a command: what its ruling says is not told beside it.
        actor: whose events they are: an official hears nothing of what they did themselves.
    """
    due = [
        notice
        for seq, event in events
        if type(event) in POLICIES
        for notice in POLICIES[type(event)](state, event, seq)
    ]
    made = [state.rulings[event.ruling] for _, event in events if isinstance(event, RulingMade)]
    due = [notice for notice in due if not about_rulings.is_said_by(state, notice, made)]
    named = [notice for notice in (without(notice, actor) for notice in due) if notice is not None]
    return _each_once(named)


def _each_once(notices: Sequence[Notice]) -> list[Notice]:
    """Of several on one topic to the same people the last, with what those before it say of it, too."""
    given: dict[object, dict[str, str]] = {}
    for notice in notices:
        given[_about(notice)] = {**given.get(_about(notice), {}), **notice.parameters}
    last = {_about(notice): at for at, notice in enumerate(notices)}
    return [
        structs.replace(notice, parameters=given[_about(notice)])
        for at, notice in enumerate(notices)
        if last[_about(notice)] == at
    ]


def _about(notice: Notice) -> object:
    return notice.dedupe_key if notice.topic is None else (notice.kind, notice.topic, notice.audience)
