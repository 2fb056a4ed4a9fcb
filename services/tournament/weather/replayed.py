"""Weather told again: proposals are drawn anew, what was answered is a fact."""

from services.tournament.counterfactual.recorded_facts import AS_SAID, ReplayDraft, replays
from services.tournament.lookups import session_in
from services.tournament.weather.rescheduling import RescheduleSessions, SessionsRescheduled
from services.tournament.weather.suspension import (
    LiftSuspension,
    SessionsSuspended,
    SuspendDay,
    SuspendRemaining,
    SuspensionLifted,
)
from services.tournament.weather.update_promises import FurtherWordGiven, GiveFurtherWord
from services.tournament.weather.watching import (
    AnswerWeatherProposal,
    ProposeWeather,
    WeatherProposalAnswered,
    WeatherProposed,
)


@replays(WeatherProposed)
def _proposed(draft: ReplayDraft, event: WeatherProposed) -> None:
    # The danger may have been read while the answers were not whole.
    danger = draft.context.occurred_at if event.codes else None
    draft.ask(ProposeWeather, day=event.day, fetched_at=event.fetched_at, danger_read_at=danger)


@replays(SessionsSuspended)
def _suspended(draft: ReplayDraft, event: SessionsSuspended) -> None:
    suspend = SuspendRemaining if event.remaining_only else SuspendDay
    draft.ask(
        suspend,
        day=event.day,
        grounds=event.grounds,
        reason=AS_SAID,
        since=event.since,
        next_word=event.next_word,
    )


@replays(FurtherWordGiven)
def _further_word(draft: ReplayDraft, event: FurtherWordGiven) -> None:
    draft.ask(GiveFurtherWord, day=event.day, en=AS_SAID, zh=AS_SAID, next_word=event.next_word)


@replays(SuspensionLifted)
def _lifted(draft: ReplayDraft, event: SuspensionLifted) -> None:
    draft.ask(LiftSuspension, day=session_in(draft.state, event.sessions[0]).day, reason=AS_SAID)


@replays(SessionsRescheduled)
def _rescheduled(draft: ReplayDraft, event: SessionsRescheduled) -> None:
    # Rounds that moved along were not suspended themselves; they do so again.
    suspended = tuple(id for id in event.sessions if session_in(draft.state, id).status == "suspended")
    sessions = suspended or event.sessions
    day = session_in(draft.state, sessions[0]).day
    draft.ask(RescheduleSessions, day=day, new_day=event.day, sessions=sessions)


@replays(WeatherProposalAnswered)
def _answered(draft: ReplayDraft, event: WeatherProposalAnswered) -> None:
    answer = "confirm" if event.confirmed else "refuse"
    draft.ask(AnswerWeatherProposal, proposal=event.proposal, answer=answer, reason=AS_SAID)
