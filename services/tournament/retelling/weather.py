"""Weather and reminders told again: proposals are drawn anew, what was answered is a fact."""

from services.tournament.lookups import session_in
from services.tournament.reminding import (
    REMINDED_ALREADY,
    SESSION_NOT_ON,
    AnnouncementMade,
    ReminderDue,
    reminder_key,
)
from services.tournament.retelling.people import AS_SAID
from services.tournament.retelling.told import Retelling, retells
from services.tournament.retention import RemindOfRetention, RetentionDue
from services.tournament.watching import (
    AnnouncePlay,
    AnnounceWeatherWatch,
    AnswerWeatherProposal,
    EscalateWeatherProposal,
    ObservatorySilent,
    PlayGoesAhead,
    ProposeWeather,
    ReportSilence,
    ReportWarnings,
    WarningsReported,
    WeatherProposalAnswered,
    WeatherProposalEscalated,
    WeatherProposed,
    WeatherWatchAnnounced,
)


@retells(WarningsReported)
def _reported(draft: Retelling, event: WarningsReported) -> None:
    draft.ask(ReportWarnings, fetched_at=event.fetched_at, body=event.body, signals=event.signals)


@retells(ObservatorySilent)
def _silent(draft: Retelling, event: ObservatorySilent) -> None:
    draft.ask(ReportSilence, since=event.since)


@retells(WeatherProposed)
def _proposed(draft: Retelling, event: WeatherProposed) -> None:
    draft.ask(ProposeWeather, day=event.day, fetched_at=event.fetched_at)


@retells(WeatherProposalAnswered)
def _answered(draft: Retelling, event: WeatherProposalAnswered) -> None:
    answer = "confirm" if event.confirmed else "refuse"
    draft.ask(AnswerWeatherProposal, proposal=event.proposal, answer=answer, reason=AS_SAID)


@retells(WeatherProposalEscalated)
def _escalated(draft: Retelling, event: WeatherProposalEscalated) -> None:
    draft.ask(EscalateWeatherProposal, proposal=event.proposal, step=event.step)


@retells(WeatherWatchAnnounced)
def _watch(draft: Retelling, event: WeatherWatchAnnounced) -> None:
    draft.ask(AnnounceWeatherWatch, day=event.day, code=event.code)


@retells(PlayGoesAhead)
def _ahead(draft: Retelling, event: PlayGoesAhead) -> None:
    draft.ask(AnnouncePlay, day=event.day)


@retells(ReminderDue)
def _due(draft: Retelling, event: ReminderDue) -> None:
    session = session_in(draft.state, event.session)
    if session.status in ("suspended", "ended"):
        raise SESSION_NOT_ON(session=event.session, status=session.status)
    if reminder_key(event.session, event.kind, session.day) in draft.state.reminders:
        raise REMINDED_ALREADY(kind=event.kind, session=event.session, day=session.day.isoformat())
    draft.record(ReminderDue(event.session, event.kind, session.day))


@retells(RetentionDue)
def _retention(draft: Retelling, event: RetentionDue) -> None:
    draft.ask(RemindOfRetention)


@retells(AnnouncementMade)
def _announced(draft: Retelling, event: AnnouncementMade) -> None:
    draft.record(event)
