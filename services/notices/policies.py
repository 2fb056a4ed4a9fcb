"""Which events lead to which notices. Nothing here sends anything.

Policies run when a command's events are appended, in the same transaction, and never on replay.
"""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

from msgspec import structs

from services import notices
from services.notices import about_rulings
from services.notices.notice import Notice
from services.notices.officials_concerned import without
from services.notices.registry import POLICIES
from services.tournament.docket.rulings import RulingMade
from services.tournament.kernel.facts import Event
from services.tournament.state import State

__all__ = ["POLICIES", "notices_due"]

for _found in iter_modules(notices.__path__):
    if _found.name.startswith("about_"):  # imported so that their policies are registered
        import_module(f"{notices.__name__}.{_found.name}")


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
    if not due:
        return due
    made = [state.rulings[event.ruling] for _, event in events if isinstance(event, RulingMade)]
    due = [notice for notice in due if not about_rulings.is_said_by(state, notice, made)]
    named = [notice for notice in (without(notice, actor) for notice in due) if notice is not None]
    return _told_apart(_each_once(named))


def _told_apart(notices: Sequence[Notice]) -> list[Notice]:
    """Each with a key of its own: of two with the same, as of one referee's two tables, one would be lost."""
    keys: set[str] = set()
    found = []
    for notice in notices:
        number, named = 1, notice
        while named.dedupe_key in keys:
            number += 1
            named = structs.replace(
                notice, reference=f"{notice.reference}.{number}", dedupe_key=f"{notice.dedupe_key}.{number}"
            )
        keys.add(named.dedupe_key)
        found.append(named)
    return found


def _each_once(notices: Sequence[Notice]) -> list[Notice]:
    """Of several on one topic to the same people the last, with what those before it say of it, too."""
    given: dict[tuple[str, str, str], dict[str, str]] = {}
    last: dict[tuple[str, str, str], int] = {}
    for at, notice in enumerate(notices):
        if notice.topic is not None:
            about = (notice.kind, notice.topic, notice.audience)
            given[about] = {**given.get(about, {}), **notice.parameters}
            last[about] = at
    kept = {at: given[about] for about, at in last.items()}
    return [
        structs.replace(notice, parameters=kept.get(at, notice.parameters))
        for at, notice in enumerate(notices)
        if notice.topic is None or at in kept
    ]
