"""What notices say of the warnings on which a proposal or a suspension rests, and whether they have ended."""

from datetime import datetime

from services.notices.look import Look
from services.tournament.weather.dangers import ended_at, proposal_over
from shared.catalogue import Listed, Phrase, Word
from shared.i18n import moment_shown


def over_label(look: Look) -> Phrase | None:
    """That the warnings of the proposal that a notice is about have ended."""
    proposal = look.state.proposals.get(look.parameter("proposal"))
    return None if proposal is None else proposal_over(look.state, proposal)


def read_in_part(look: Look) -> str | None:
    """Whether answers could not all be read: that a warning ended is read in whole ones alone."""
    return None if over_label(look) is not None else look.parameter("read") or None


def codes(look: Look) -> Listed | None:
    """The warnings that a notice is about, by their names; None for none."""
    named = look.parameter("codes")
    return Listed([Word("warning", code.lower()) for code in named.split(", ")]) if named else None


def begun_label(look: Look) -> str | None:
    """When the last of these warnings came into force; None where that is not known any more."""
    named = look.parameter("codes").split(", ")
    begins = [signal.begin for signal in look.state.signals.values() if signal.code in named]
    return moment_shown(max(begins), look.zone, look.language) if begins else None


def until_label(look: Look) -> str | None:
    """Until when the warning of a suspension was in force; None while it is, or where that is not known."""
    if not look.parameter("since"):
        return None
    since = datetime.fromisoformat(look.parameter("since"))
    until = ended_at(look.state, look.parameter("grounds"), since)
    return None if until is None else moment_shown(until, look.zone, look.language)
