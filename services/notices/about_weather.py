"""Weather: watch, proposals, who answered them, and that play goes ahead."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from itertools import product
from typing import TypedDict

from services.notices.about_play import topic_of
from services.notices.about_suspension import each, posted
from services.notices.audiences import recipients
from services.notices.decided import decided, over, topic_of_day
from services.notices.notice import Notice
from services.notices.officials_concerned import chiefs, several
from services.notices.registry import note, policy
from services.notices.together import audience_of, parameters_of, together
from services.notices.whereabouts import danger as kept_from
from services.tournament.state import State
from services.tournament.weather.dangers import came, ended, grounds_of, in_force, is_in_force
from services.tournament.weather.policy import ESCALATE_AFTER, Proposal
from services.tournament.weather.update_promises import off_on, suspended_on
from services.tournament.weather.watching import (
    ObservatorySilent,
    PlayGoesAhead,
    WarningsReported,
    WeatherProposalAnswered,
    WeatherProposalEscalated,
    WeatherProposed,
    WeatherWatchAnnounced,
    sessions_of,
)

_OFFICIALS = ("role:organizer", "role:chief_referee")


@policy(WeatherWatchAnnounced)
def _watch(state: State, event: WeatherWatchAnnounced, seq: int) -> Iterable[Notice]:
    planned = [session.plan.id for session in sessions_of(state, event.day)]
    for number, group in enumerate(together(state, planned), 1):
        end = max(state.plan.ends(event.day, state.sessions[session].plan) for session in group)
        yield note(
            seq,
            "weather-watch",
            audience_of(group),
            number=number,
            topic=topic_of(group[0]),
            given=parameters_of(group),
            not_after=end,
        )


@policy(PlayGoesAhead)
def _ahead(state: State, event: PlayGoesAhead, seq: int) -> Iterable[Notice]:
    sessions = [
        session for session in sessions_of(state, event.day) if session.status not in ("suspended", "ended")
    ]
    yield from each(state, seq, "goes-ahead", [session.plan.id for session in sessions])
    yield posted(seq)
    yield from decided(state, seq, "proceed")


def _times(state: State, proposal: Proposal) -> tuple[datetime, datetime]:
    """When registration opens and when play ends, of all the sessions that a proposal concerns."""
    named = [state.sessions[session] for session in proposal.sessions if session in state.sessions]
    concerned = [session.plan for session in named or sessions_of(state, proposal.day)]
    begins = min(state.plan.opens(proposal.day, plan) for plan in concerned)
    return begins, max(state.plan.ends(proposal.day, plan) for plan in concerned)


def _kind_of(proposal: Proposal) -> str:
    return "weather-unknown" if proposal.outcome == "unknown" else "weather-proposal"


class _About(TypedDict):
    """What every notice about a proposal says of it."""

    proposal: str
    day: str
    codes: str
    sessions: str
    read: str
    whole: str


def _about(proposal: Proposal) -> _About:
    return {
        "proposal": proposal.proposal,
        "day": proposal.day.isoformat(),
        "codes": ", ".join(proposal.codes),
        "sessions": ", ".join(proposal.sessions),
        "read": "in_part" if proposal.in_part else "",
        "whole": "" if proposal.fetched_at is None else proposal.fetched_at.isoformat(),
    }


@policy(WarningsReported)
def _changed(state: State, event: WarningsReported, seq: int) -> Iterable[Notice]:
    """Of a day that is suspended nothing is proposed: what comes and ends then is told at once."""
    day = state.plan.local_day(event.fetched_at)
    off = off_on(state, day)
    new = [
        danger
        for danger in came(state, seq)
        if any(known.grounds != danger.grounds or danger.risen > known.at or danger.again for _, known in off)
    ]
    ends = {signal.until for signal in event.signals}
    over = [
        each
        for each in ended(state)
        if each.until in ends
        and not is_in_force(state, each.grounds)
        and any(each.until > known.at for _, known in off)
    ]
    changes = [("weather-danger", danger.code, danger.risen) for danger in new]
    changes += [("weather-danger-over", each.code, each.until) for each in over]
    words = [known.next_word for _, known in off if known.next_word is not None]
    rain = is_in_force(state, "black_rainstorm")
    about = {
        "day": day.isoformat(),
        "came": kept_from(state, "black_rainstorm" if rain else "signal_8_or_above"),
        "sessions": ", ".join(session.plan.id for session, _ in suspended_on(state, day) or off),
        "moved": "" if suspended_on(state, day) else "true",
        "next_word": min(words).isoformat() if words else "",
    }
    sessions = " ".join(session.plan.id for session, _ in off)
    # As of the suspension: the Chief Referee, who can send a word, and the referees, who wait for it.
    officials = (recipient.key for recipient in recipients(state, f"officials:{sessions}"))
    referees = several(officials, chiefs(state))
    audiences = [(audience, "") for audience in _OFFICIALS]
    audiences += [] if referees is None else [(referees, "-for-referees")]
    for number, ((template, code, at), (audience, whose)) in enumerate(product(changes, audiences), 1):
        yield note(
            seq,
            "weather-danger",
            audience,
            f"{template}{whose}",
            about,
            number=number,
            topic=f"danger:{day}:{grounds_of([code])}",
            not_after=state.plan.moment(day + timedelta(days=1), time()),
            codes=code,
            since=at.isoformat(),
        )


@policy(WeatherProposed)
def _proposed(state: State, event: WeatherProposed, seq: int) -> Iterable[Notice]:
    proposal = state.proposals[event.proposal]
    yield note(
        seq,
        _kind_of(proposal),
        "role:organizer",
        f"weather-{event.outcome}",
        topic=topic_of_day(event.day),
        not_after=over(state, event.day),
        **_about(proposal),
    )


def _escalated_at(proposal: Proposal) -> datetime:
    """From when on a proposal waits that was put again as often as this one."""
    return proposal.proposed_at + ESCALATE_AFTER[proposal.escalated - 1]


@policy(WeatherProposalEscalated)
def _escalated(state: State, event: WeatherProposalEscalated, seq: int) -> Iterable[Notice]:
    """The Chief Referee is asked as well; the organizer is asked again by the same text."""
    proposal = state.proposals[event.proposal]
    if not sessions_of(state, proposal.day):
        return  # the plan was changed: nothing is played on that day
    opens, ends = _times(state, proposal)
    for number, audience in enumerate(_OFFICIALS, 1):
        yield note(
            seq,
            _kind_of(proposal),
            audience,
            f"weather-escalated-{proposal.outcome}",
            number=number,
            not_after=over(state, proposal.day),
            since=proposal.proposed_at.isoformat(),
            # Once check-in is open nobody is told any more to decide before it is.
            opens="" if _escalated_at(proposal) >= opens else opens.isoformat(),
            ends=ends.isoformat(),
            **_about(proposal),
        )


@policy(WeatherProposalAnswered)
def _answered(state: State, event: WeatherProposalAnswered, seq: int) -> Iterable[Notice]:
    proposal = state.proposals[event.proposal]
    yield from decided(state, seq, proposal.outcome if event.confirmed else "refused")


@policy(ObservatorySilent)
def _silent(state: State, event: ObservatorySilent, seq: int) -> Iterable[Notice]:
    yield note(
        seq,
        "weather-unknown",
        "role:organizer",
        "observatory-silent",
        since=event.since.isoformat(),
        codes=", ".join(warning.code for warning in in_force(state)),
    )
