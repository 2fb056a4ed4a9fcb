"""What notices say of the warnings on which a proposal or a suspension rests, and whether they have ended."""

from collections.abc import Callable, Mapping
from datetime import datetime

from services.notices.look import Look
from services.tournament.weather.dangers import ended_at, grounds_of, in_force, in_force_since
from services.tournament.weather.warning_lines import (
    doubt_said,
    named,
    proposal_ended,
    proposal_over,
    short,
    still_in_force,
)
from shared.catalogue import Listed, Phrase
from shared.i18n import moment_shown
from shared.zones import told_in


def ended_label(look: Look) -> Listed | None:
    """Which warnings of the proposal that a notice is about have ended; None where none has."""
    proposal = look.state.proposals.get(look.parameter("proposal"))
    return None if proposal is None else proposal_ended(look.state, proposal)


def over_label(look: Look) -> Phrase | None:
    """That all warnings have ended, and when those of the proposal that a notice is about did."""
    proposal = look.state.proposals.get(look.parameter("proposal"))
    return None if proposal is None else proposal_over(look.state, proposal)


def read_in_part(look: Look) -> str | None:
    """Whether answers could not all be read: that a warning ended is read in whole ones alone."""
    is_said = over_label(look) is not None or doubt_label(look) is not None
    return None if is_said else look.parameter("read") or None


def doubt_label(look: Look) -> Phrase | None:
    """That a danger that a notice names ended, as one of two answers says; None where none says so."""
    kinds = {grounds_of([code]) for code in look.parameter("codes").split(", ")}
    named_here = [danger for danger in in_force(look.state) if danger.grounds in kinds]
    doubts = (doubt_said(look.state, danger) for danger in named_here)
    return next((phrase for phrase in doubts if phrase is not None), None)


def codes(look: Look) -> Listed | None:
    """The warnings that a notice is about by their names, each kind by its last signal; None for none.

    What is left of a day is suspended since the first signal came.
    """
    return Listed([named(code) for code in _of_kinds(look)]) if look.parameter("codes") else None


def _of_kinds(look: Look) -> list[str]:
    """One code of each kind; of what is left of a day those in force, where any of them is."""
    known, still = look.parameter("codes").split(", "), set[str]()
    if look.notice.template.endswith("suspend_remaining"):
        known.reverse()
        still = {danger.grounds for danger in in_force(look.state)}
    of_kinds = {grounds_of([code]): code for code in known}
    return [code for kind, code in of_kinds.items() if kind in still] or [*of_kinds.values()]


def lead_label(look: Look) -> Listed | None:
    """The dangers in force, where a notice names others or one that ended; None where it names just these."""
    known = [short(code) for code in look.parameter("codes").split(", ")]
    changed = any(short(danger.code) not in known for danger in in_force(look.state))
    return still_in_force(look.state) if changed or ended_label(look) is not None else None


def also_label(look: Look) -> Listed | None:
    """The dangers in force beside those that a notice is about; None for none."""
    codes = look.parameter("codes")
    return still_in_force(look.state, but=[grounds_of([codes])] if codes else [look.parameter("grounds")])


def each_begun(look: Look) -> Listed:
    """The warnings of a proposal, and when each came into force, or the day where that is unknown by now."""
    proposal = look.state.proposals[look.parameter("proposal")]
    begun = {
        code: in_force_since(look.state, [code], proposal.proposed_at) or proposal.day
        for code in _of_kinds(look)
    }
    return Listed(
        [
            Phrase(
                "notice-weather-began",
                {"warning": named(code), "since": told_in(look.zone, at) if isinstance(at, datetime) else at},
            )
            for code, at in begun.items()
        ]
    )


def until_label(look: Look) -> str | None:
    """Until when the warning of a suspension was in force; None while it is, or where that is not known."""
    if not look.parameter("since"):
        return None
    since = datetime.fromisoformat(look.parameter("since"))
    until = ended_at(look.state, look.parameter("grounds"), since)
    return None if until is None else moment_shown(until, look.zone, look.language)


FIELDS: Mapping[str, Callable[[Look], object]] = {
    "codes": codes,
    "each_begun": each_begun,
    "until_label": until_label,
    "ended_label": ended_label,
    "lead_label": lead_label,
    "also_label": also_label,
    "over_label": over_label,
    "doubt_label": doubt_label,
    "still_label": lambda look: still_in_force(look.state),
    "read": read_in_part,
}
"""What is said of warnings, by the name of the value."""
