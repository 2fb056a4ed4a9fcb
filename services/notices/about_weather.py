"""Weather: watch, proposal, suspension, new dates, and that play goes ahead."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import TypedDict

from services.notices.about_play import day_over, topic_of
from services.notices.audiences import recipients
from services.notices.notice import Notice
from services.notices.registry import note, policy
from services.tournament.definition.stages import Stage
from services.tournament.standings.places_seen import waits_for_publication
from services.tournament.state import State
from services.tournament.weather.policy import Proposal
from services.tournament.weather.suspension import (
    SessionsRescheduled,
    SessionsSuspended,
    SuspensionLifted,
)
from services.tournament.weather.watching import (
    ObservatorySilent,
    PlayGoesAhead,
    WeatherProposalAnswered,
    WeatherProposalEscalated,
    WeatherProposed,
    WeatherWatchAnnounced,
    sessions_of,
)


@policy(WeatherWatchAnnounced)
def _watch(state: State, event: WeatherWatchAnnounced, seq: int) -> Iterable[Notice]:
    for number, session in enumerate(sessions_of(state, event.day), 1):
        end = state.plan.ends(event.day, session.plan)
        yield note(
            seq,
            "weather-watch",
            f"session:{session.plan.id}",
            number=number,
            session=session.plan.id,
            topic=topic_of(session.plan.id),
            not_after=end,
        )


@policy(PlayGoesAhead)
def _ahead(state: State, event: PlayGoesAhead, seq: int) -> Iterable[Notice]:
    sessions = [own for own in sessions_of(state, event.day) if own.status not in ("suspended", "ended")]
    yield from _each(state, seq, "goes-ahead", [own.plan.id for own in sessions])
    yield _posted(seq)
    yield from _decided(state, seq, "proceed")


@policy(SessionsSuspended)
def _suspended(state: State, event: SessionsSuspended, seq: int) -> Iterable[Notice]:
    for number, session in enumerate(event.sessions, 1):
        voided = "session-voided" if session in event.voided else "suspended"
        yield note(
            seq,
            "suspended",
            f"session:{session}",
            voided,
            number=number,
            session=session,
            grounds=event.grounds,
            topic=topic_of(session),
        )
    yield from _beyond(state, seq, "suspended", event.sessions, grounds=event.grounds)
    yield _posted(seq)
    yield from _decided(state, seq, "suspend_remaining" if event.remaining_only else "suspend")


@policy(SuspensionLifted)
def _lifted(state: State, event: SuspensionLifted, seq: int) -> Iterable[Notice]:
    yield from _each(state, seq, "goes-ahead", event.sessions)
    yield from _beyond(state, seq, "goes-ahead", event.sessions)
    yield _posted(seq)


@policy(SessionsRescheduled)
def _rescheduled(state: State, event: SessionsRescheduled, seq: int) -> Iterable[Notice]:
    yield from _each(state, seq, "rescheduled", event.sessions)
    yield from _beyond(state, seq, "rescheduled", event.sessions)
    yield _posted(seq)


def _beyond(
    state: State, seq: int, kind: str, sessions: Sequence[str], grounds: str = ""
) -> Iterable[Notice]:
    """The same for whoever is concerned without a place: officials, who waits, who is not yet placed."""
    overs = [over for over in (day_over(state, session) for session in sessions) if over is not None]
    audiences = [(f"officials:{' '.join(sessions)}", "officials", list(sessions))]
    audiences += [
        (f"waiting:{session}", "waiting", [session])
        for session in sessions
        if state.sessions[session].waiting
    ]
    for stage in dict.fromkeys(state.sessions[session].stage for session in sessions):
        if _is_known(state, stage):
            of_stage = [own for own in sessions if state.sessions[own].stage == stage]
            told = [
                template for template in ("unplaced", "reserves") if recipients(state, f"{template}:{stage}")
            ]
            audiences += [(f"{template}:{stage}", template, of_stage) for template in told]
    for number, (audience, template, named) in enumerate(audiences, len(sessions) + 1):
        yield note(
            seq,
            kind,
            audience,
            f"{kind}-{template}",
            number=number,
            topic=f"{template}:{named[0]}",
            not_after=None if kind == "suspended" else max(overs, default=None),
            sessions=", ".join(named),
            stage=state.sessions[named[0]].stage,
            grounds=grounds,
        )


def _is_known(state: State, stage: Stage) -> bool:
    """Whether who goes on into a stage is known to those it concerns."""
    source = state.stage_plan(stage).source
    if source is None or state.cut_into(stage).status != "concluded":
        return False
    return not waits_for_publication(state, source.stage)


def _posted(seq: int) -> Notice:
    return note(seq, "post-urgent", "public", "post")


def _each(state: State, seq: int, kind: str, sessions: Iterable[str]) -> Iterable[Notice]:
    for number, session in enumerate(sessions, 1):
        yield note(
            seq,
            kind,
            f"session:{session}",
            number=number,
            session=session,
            topic=topic_of(session),
            not_after=day_over(state, session),
        )


def _times(state: State, proposal: Proposal) -> tuple[datetime, datetime]:
    """When registration opens and when play ends, of all the sessions that a proposal concerns."""
    named = [state.sessions[own] for own in proposal.sessions if own in state.sessions]
    concerned = [own.plan for own in named or sessions_of(state, proposal.day)]
    begins = min(state.plan.opens(proposal.day, plan) for plan in concerned)
    return begins, max(state.plan.ends(proposal.day, plan) for plan in concerned)


def _over(state: State, day: date) -> datetime | None:
    """When the last session of a day ends: from then on nobody can use a proposal for it."""
    ends = (state.plan.ends(day, own.plan) for own in sessions_of(state, day))
    return max(ends, default=None)


def _kind_of(proposal: Proposal) -> str:
    return "weather-unknown" if proposal.outcome == "unknown" else "weather-proposal"


def _topic(day: date) -> str:
    return f"weather:{day}"


class _About(TypedDict):
    """What every notice about a proposal says of it."""

    proposal: str
    day: str
    codes: str
    sessions: str


def _about(proposal: Proposal) -> _About:
    return {
        "proposal": proposal.proposal,
        "day": proposal.day.isoformat(),
        "codes": ", ".join(proposal.codes),
        "sessions": ", ".join(proposal.sessions),
    }


@policy(WeatherProposed)
def _proposed(state: State, event: WeatherProposed, seq: int) -> Iterable[Notice]:
    proposal = state.proposals[event.proposal]
    yield note(
        seq,
        _kind_of(proposal),
        "role:organizer",
        f"weather-{event.outcome}",
        topic=_topic(event.day),
        not_after=_over(state, event.day),
        **_about(proposal),
    )


@policy(WeatherProposalEscalated)
def _escalated(state: State, event: WeatherProposalEscalated, seq: int) -> Iterable[Notice]:
    """The Chief Referee is asked as well; the organizer is asked again by the same text."""
    proposal = state.proposals[event.proposal]
    if not sessions_of(state, proposal.day):
        return  # the plan was changed: nothing is played on that day
    opens, ends = _times(state, proposal)
    for number, audience in enumerate(("role:organizer", "role:chief_referee"), 1):
        yield note(
            seq,
            _kind_of(proposal),
            audience,
            f"weather-escalated-{proposal.outcome}",
            number=number,
            not_after=_over(state, proposal.day),
            since="" if proposal.proposed_at is None else proposal.proposed_at.isoformat(),
            opens=opens.isoformat(),
            ends=ends.isoformat(),
            **_about(proposal),
        )


@policy(WeatherProposalAnswered)
def _answered(state: State, event: WeatherProposalAnswered, seq: int) -> Iterable[Notice]:
    proposal = state.proposals[event.proposal]
    yield from _decided(state, seq, proposal.outcome if event.confirmed else "refused")


def _decided(state: State, seq: int, decision: str) -> Iterable[Notice]:
    """Who decided what, for those who were asked about a proposal that the event at `seq` settles.

    Args:
        decision: an outcome of a proposal, or "refused".
    """
    settled = [own for own in state.proposals.values() if own.decided_seq == seq]
    for proposal in settled:
        role, _, number = proposal.decided_by.partition(":")
        asked = ["role:organizer", *(["role:chief_referee"] if proposal.escalated else [])]
        for place, audience in enumerate(asked, 1):
            yield note(
                seq,
                "weather-decided",
                audience,
                number=place,
                topic=_topic(proposal.day),
                not_after=_over(state, proposal.day),
                settled=proposal.proposal,
                day=proposal.day.isoformat(),
                decision=decision,
                role=role,
                by=number,
            )


@policy(ObservatorySilent)
def _silent(state: State, event: ObservatorySilent, seq: int) -> Iterable[Notice]:
    yield note(seq, "weather-unknown", "role:organizer", "observatory-silent", since=event.since.isoformat())
