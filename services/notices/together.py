"""Sessions of which people are told together: the rounds of a stage, in which the same people play."""

from collections.abc import Iterable, Sequence

from services.tournament.state import State


def together(state: State, sessions: Iterable[str]) -> list[tuple[str, ...]]:
    """The sessions in groups, each in order of play: those of one stage and day that the same people play in.

    Where each plays in one session of several, every session is a group of its own.
    """
    order = {plan.id: place for place, plan in enumerate(state.plan.sessions)}
    groups: dict[tuple[str, object], list[str]] = {}
    for session in sorted(sessions, key=lambda other: order.get(other, 0)):
        planned = state.sessions[session]
        alone = state.stage_plan(planned.stage).attend == "one"
        groups.setdefault((session, None) if alone else (planned.stage, planned.day), []).append(session)
    return [tuple(group) for group in groups.values()]


def audience_of(group: tuple[str, ...]) -> str:
    """The audience of everyone who plays in any session of a group."""
    return f"session:{group[0]}" if len(group) == 1 else f"sessions:{' '.join(group)}"


def parameters_of(group: Sequence[str], others: Sequence[str] = ()) -> dict[str, str]:
    """The parameters that name the sessions of a notice, and further ones that are told of with them."""
    named = {"session": group[0]}
    if len(group) > 1:
        named["sessions"] = ", ".join(group)
    return named | ({"others": ", ".join(others)} if others else {})
