"""What the weather means for a day, as it was proposed: refused at once, confirmed once it was read back."""

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from bots.telegram import suspending
from bots.telegram.docket import who
from bots.telegram.said_here import said_here
from bots.telegram.talk import Key, Talk, command, pressed
from services.desk.programme import TournamentAnswer, WeatherAnswer, WeatherView
from services.officials.tables import sessions_called
from services.personal.person import Person
from services.tournament.weather.watching import AnswerWeatherProposal
from shared.catalogue import Listed, Word
from shared.i18n import day_shown, moment_shown


@command("weather")
def weather(talk: Talk, given: Mapping[str, str]) -> None:
    offices = [person for person in talk.persons if person.may("answer-weather-proposal")]
    if not offices:
        talk.not_for_you()
        return
    waiting = [
        (office, proposal)
        for office in offices
        for proposal in _proposals(talk, office)
        if proposal.status == "open"
    ]
    for office, proposal in waiting:
        _show(talk, office, proposal)
    if not waiting:
        rows = [
            [Key(talk.text("storm_begin"), "suspend.begin", office.named, always=True)] for office in offices
        ]
        talk.say(talk.text("no_proposal"), rows)


def _show(talk: Talk, office: Person, proposal: WeatherView) -> None:
    data = {**office.named, "proposal": proposal.proposal}
    keys = [Key(talk.text("refuse"), "weather.answer", {**data, "answer": "refuse"}, always=True)]
    if proposal.outcome != "unknown":
        yes = {**data, "answer": "confirm"}
        keys.insert(0, Key(talk.text("confirm"), "weather.answer", yes, always=True))
    body = talk.text(
        "proposal",
        outcome=talk.text(f"weather_{proposal.outcome}"),
        day=day_shown(proposal.day, talk.language),
        codes=[Word("warning", code.lower()) for code in proposal.codes] or "–",
        sessions=Listed(sessions_called(talk, office, proposal.sessions), "list-between-sentences")
        if proposal.sessions
        else "–",
    )
    if proposal.in_part:
        body += "\n" + talk.text("proposal_in_part", whole=_read_whole(talk, office, proposal))
    otherwise = {**office.named, "day": proposal.day.isoformat()}
    by_hand = Key(talk.text("storm_otherwise"), "suspend.begin", otherwise, always=True)
    title = talk.room.people.title(office.tournament_id).in_language(talk.language)
    several = len({person.tournament_id for person in talk.persons}) > 1
    heading = f"{proposal.proposal} · {title}" if several else proposal.proposal
    talk.say(body, [keys, [by_hand]], heading=heading)


def _read_whole(talk: Talk, office: Person, proposal: WeatherView) -> str | None:
    """When the Observatory's answers were last read as a whole, where the tournament is."""
    if proposal.fetched_at is None:
        return None
    answer: TournamentAnswer = talk.ask(office, "tournament")
    return moment_shown(proposal.fetched_at, ZoneInfo(answer.definition.zone), talk.language)


@pressed("weather.answer")
def weather_answered(talk: Talk, given: Mapping[str, str]) -> None:
    answer_proposal(talk, who(talk, given), given["proposal"], given["answer"])


def answer_proposal(talk: Talk, person: Person, number: str, answer: str) -> None:
    """Refuse a proposal, which tells nobody beyond the officials, or read back what confirming it does."""
    if answer == "confirm":
        view = next(view for view in _proposals(talk, person) if view.proposal == number)
        suspending.begin_confirming(talk, person, view)
        return
    seqs = talk.submit(person, AnswerWeatherProposal(proposal=number, answer="refuse"))
    said_here(talk, person, seqs, ["weather-decided"])
    talk.say(talk.text("proposal_refused"), heading=number)


def _proposals(talk: Talk, person: Person) -> Sequence[WeatherView]:
    answer: WeatherAnswer = talk.ask(person, "weather")
    return answer.rows
