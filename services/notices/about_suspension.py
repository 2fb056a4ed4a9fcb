"""Suspension, its lifting, new dates, and the word that was promised in between."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from services.notices.about_play import day_over, topic_of
from services.notices.audiences import recipients
from services.notices.decided import decided
from services.notices.notice import Notice
from services.notices.officials_concerned import several
from services.notices.registry import note, policy
from services.notices.together import audience_of, parameters_of, together
from services.notices.unplayed_games import forfeits_undone
from services.tournament.definition.stages import Stage
from services.tournament.standings.places_seen import waits_for_publication
from services.tournament.state import State
from services.tournament.weather.rescheduling import SessionsRescheduled
from services.tournament.weather.suspension import SessionsSuspended, SuspensionLifted
from services.tournament.weather.update_promises import FurtherWordGiven, NextWordDue

ORGANIZER = str(several(("role:organizer",)))
"""The organizer, unless they did it themselves."""
IN_FORCE = ("suspended", "further-word")
"""Kinds that hold until a new date, also after the day is over."""

_LIFTED = {"lifted": "true"}


@policy(SessionsSuspended)
def _suspended(state: State, event: SessionsSuspended, seq: int) -> Iterable[Notice]:
    grounds = {
        "grounds": event.grounds,
        "case": event.case,
        "since": "" if event.since is None else event.since.isoformat(),
        "next_word": event.next_word.isoformat(),
    }
    for number, group in enumerate(together(state, event.sessions), 1):
        # The rounds after one that was stopped are told of with it.
        stopped = [session for session in group if session in event.voided]
        others = [session for session in group if stopped and session not in stopped]
        yield note(
            seq,
            "suspended",
            _with_parents(state, group, event.sessions),
            "session-voided" if stopped else "suspended",
            {**parameters_of(stopped or group, others), **grounds},
            number=number,
            topic=topic_of(group[0]),
        )
    hall = _with_people(state, event.sessions)
    if hall:
        voided = {"stopped": ", ".join(event.voided)} if event.voided else {}
        yield _aloud(seq, "suspended-hall", event.sessions, {**grounds, **voided})
    yield from _beyond(state, seq, "suspended", event.sessions, grounds, officials=not hall)
    for session in event.voided:
        yield from forfeits_undone(state, state.sessions[session], seq)
    yield posted(seq)
    yield from decided(state, seq, "suspend_remaining" if event.remaining_only else "suspend")


@policy(SuspensionLifted)
def _lifted(state: State, event: SuspensionLifted, seq: int) -> Iterable[Notice]:
    yield from each(state, seq, "goes-ahead", event.sessions, _LIFTED)
    yield from _beyond(state, seq, "goes-ahead", event.sessions, _LIFTED)
    yield posted(seq)


@policy(SessionsRescheduled)
def _rescheduled(state: State, event: SessionsRescheduled, seq: int) -> Iterable[Notice]:
    yield from each(state, seq, "rescheduled", event.sessions)
    yield from _beyond(state, seq, "rescheduled", event.sessions)
    yield posted(seq)


@policy(FurtherWordGiven)
def _further_word(state: State, event: FurtherWordGiven, seq: int) -> Iterable[Notice]:
    case = {"case": event.case}
    next_word = {**case, "next_word": event.next_word.isoformat()}
    suspended = [session for session in event.sessions if state.sessions[session].suspension is not None]
    yield from each(state, seq, "further-word", suspended, next_word)
    hall = _with_people(state, event.sessions)
    if hall:
        # Of sessions with a new date it takes the place of no message: that date stands.
        topic = f"officials:{hall[0]}" if suspended else f"hall:{hall[0]}"
        yield _aloud(seq, "further-word-read-out", event.sessions, case, topic)
    beyond = partial(_beyond, state, seq, "further-word", officials=not hall)
    told = [*beyond(suspended, {**next_word, "moved": ""})]
    to_come = [id for id in event.sessions if id not in suspended and _is_that_day(state, id)]
    yield from told
    yield from beyond(to_come, {**case, "moved": "true"}, after=len(told))
    yield from _of_the_hall(state, seq, event, suspended, to_come)


def _of_the_hall(
    state: State, seq: int, event: FurtherWordGiven, suspended: Sequence[str], to_come: Sequence[str]
) -> Iterable[Notice]:
    """For parents outside, and of sessions with a new date for who is in the hall, or is to come that day."""
    audiences = [
        (guardians(session, (*suspended, *to_come)), session, f"guardians:{session}")
        for session in event.sessions
    ]
    audiences += [(audience_of(group), group[0], f"inside:{group[0]}") for group in together(state, to_come)]
    audiences += [
        (f"inside:{session}", session, f"inside:{session}")
        for session in event.sessions
        if session not in (*suspended, *to_come)
    ]
    for audience, session, topic in audiences:
        if recipients(state, audience):
            given = {"session": session, "case": event.case}
            yield note(seq, "further-word", audience, "further-word-hall", given, topic=topic)


def _is_that_day(state: State, session: str) -> bool:
    """Whether a session has its new date on the day that was suspended, so that all of it wait for a word."""
    known = state.sessions[session]
    return known.held is not None and known.held.day == known.day


@policy(NextWordDue)
def _word_due(state: State, event: NextWordDue, seq: int) -> Iterable[Notice]:
    yield note(
        seq,
        "word-due",
        "role:organizer",
        day=event.day.isoformat(),
        sessions=", ".join(event.sessions),
        next_word=event.by.isoformat(),
        moved="" if any(state.sessions[id].suspension is not None for id in event.sessions) else "true",
    )


def _with_parents(state: State, group: tuple[str, ...], audiences: Sequence[str]) -> str:
    """The audience of a group of sessions, with parents outside who have a child of it in the hall.

    They are told by the same notice, so that a family with one address reads one account of what happened.
    """
    parents = (recipients(state, guardians(session, audiences)) for session in group)
    return f"families:{' '.join(group)};{' '.join(audiences)}" if any(parents) else audience_of(group)


def guardians(session: str, audiences: Sequence[str]) -> str:
    """The audience of parents outside, of whom nobody plays in the sessions whose people are told."""
    return " ".join((f"guardians:{session}", *audiences))


def _with_people(state: State, sessions: Sequence[str]) -> list[str]:
    """The sessions of which people are in the hall, whose phones may be off."""
    return [session for session in sessions if recipients(state, f"inside:{session}")]


def _aloud(
    seq: int, template: str, sessions: Sequence[str], more: Mapping[str, str], topic: str = ""
) -> Notice:
    """What the officials of sessions read out in the hall."""
    audience, named = f"officials:{' '.join(sessions)}", ", ".join(sessions)
    about = topic or f"officials:{sessions[0]}"
    return note(seq, "hall-word", audience, template, more, topic=about, sessions=named)


def _beyond(
    state: State,
    seq: int,
    kind: str,
    sessions: Sequence[str],
    more: Mapping[str, str] = MappingProxyType({}),
    *,
    officials: bool = True,
    after: int = 0,
) -> Iterable[Notice]:
    """The same for whoever is concerned without a place: officials, who waits, who is not yet placed, and
    who is out and still in the hall; nothing of no session.

    Args:
        after: how many others were told beyond the sessions of the same event before.
    """
    if not sessions:
        return
    overs = [over for over in (day_over(state, session) for session in sessions) if over is not None]
    audiences = [(f"officials:{' '.join(sessions)}", "officials", list(sessions))] if officials else []
    audiences += [
        (f"waiting:{session}", "waiting", [session])
        for session in sessions
        if state.sessions[session].waiting
    ]
    if kind in IN_FORCE:
        outside = [session for session in sessions if recipients(state, f"out:{session}")]
        audiences += [(f"out:{session}", "out", [session]) for session in outside]
    for stage in dict.fromkeys(state.sessions[session].stage for session in sessions):
        if _is_known(state, stage):
            of_stage = [session for session in sessions if state.sessions[session].stage == stage]
            templates = [
                template for template in ("unplaced", "reserves") if recipients(state, f"{template}:{stage}")
            ]
            audiences += [(f"{template}:{stage}", template, of_stage) for template in templates]
    # The organizer lifts it, sets the new date, keeps what was promised; of a proposal they hear otherwise.
    if not after and all(proposal.decided_seq != seq for proposal in state.proposals.values()):
        audiences.append((ORGANIZER, "officials", list(sessions)))
    for number, (audience, template, named) in enumerate(audiences, len(sessions) + after + 1):
        yield note(
            seq,
            kind,
            audience,
            f"{kind}-{template}",
            number=number,
            topic=f"{template}:{named[0]}",
            not_after=None if kind in IN_FORCE else max(overs, default=None),
            given={**more} | ({"session": named[0]} if template in ("waiting", "out") else {}),
            sessions=", ".join(named),
            stage=state.sessions[named[0]].stage,
        )


def _is_known(state: State, stage: Stage) -> bool:
    """Whether who goes on into a stage is known to those it concerns."""
    source = state.stage_plan(stage).source
    if source is None or state.cut_into(stage).status != "concluded":
        return False
    return not waits_for_publication(state, source.stage)


def posted(seq: int) -> Notice:
    """What everyone is told about the event at `seq`."""
    return note(seq, "post-urgent", "public", "post")


def each(
    state: State,
    seq: int,
    kind: str,
    sessions: Iterable[str],
    more: Mapping[str, str] = MappingProxyType({}),
) -> Iterable[Notice]:
    """One notice for those in each of the sessions, or of rounds in all, of use until its day is over or, of
    what holds till then, until a new date."""
    for number, group in enumerate(together(state, sessions), 1):
        yield note(
            seq,
            kind,
            audience_of(group),
            number=number,
            topic=topic_of(group[0]),
            given={**parameters_of(group), **more},
            not_after=None if kind in IN_FORCE else day_over(state, group[0]),
        )
