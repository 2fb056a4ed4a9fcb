"""What the weather means for a day, as it was proposed: answered once what that leads to was read back."""

from collections.abc import Mapping

from bots.telegram import task
from bots.telegram.talk import Key, Talk, command, pressed, who
from services.personal.person import Person
from services.tasks.day_decision import DayDecision
from services.tasks.day_questions import DECIDE_DAY, RIGHTS


@command("weather")
def weather(talk: Talk, given: Mapping[str, str]) -> None:
    offices = [person for person in talk.persons if person.may(RIGHTS["answer"])]
    if not offices:
        talk.not_for_you()
        return
    waiting = [(office, id) for office in offices for id in DayDecision(talk, office).open_proposals()]
    for office, proposal in waiting:
        _show(talk, office, proposal)
    if not waiting:
        rows = [
            [_by_hand(talk, office, talk.told_apart(office, talk.text("storm_begin")))] for office in offices
        ]
        decisions = [(office, DayDecision(talk, office)) for office in offices]
        lines = [
            talk.told_apart(office, line)
            for office, decision in decisions
            for line in decision.warnings(decision.today)
        ]
        talk.say("\n".join([talk.text("no_proposal"), *lines]), rows)


def _show(talk: Talk, office: Person, number: str) -> None:
    decision = DayDecision(talk, office)
    proposal = decision.state.proposals[number]
    data = {**office.named, "proposal": number}
    keys = [
        Key(called, "weather.answer", {**data, "answer": answer}, always=True)
        for answer, called in decision.answers_to(proposal)
    ]
    by_hand = _by_hand(talk, office, talk.text("storm_otherwise"), answer_day=proposal.day.isoformat())
    heading = talk.told_apart(office, number)
    talk.say(decision.proposal_shown(proposal), [keys, [by_hand]], heading=heading)


def _by_hand(talk: Talk, office: Person, label: str, **known: str) -> Key:
    return Key(label, "task.begin", {**office.named, "task": DECIDE_DAY, **known}, always=True)


@pressed("weather.answer")
def weather_answered(talk: Talk, given: Mapping[str, str]) -> None:
    answer_proposal(talk, who(talk, given), given["proposal"], given["answer"])


def answer_proposal(talk: Talk, person: Person, number: str, answer: str) -> None:
    """Read back what confirming or refusing a proposal leads to."""
    task.begin(talk, person, RIGHTS["answer"], proposal=number, answer=answer)
